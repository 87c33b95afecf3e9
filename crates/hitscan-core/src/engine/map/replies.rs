//! The replies of a program about the cells of a map.

use std::collections::BTreeMap;

use crate::methods::OwnReply;

/// The replies of a program about the cells.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnCells {
    /// By the index of the cell.
    pub(super) replies: BTreeMap<usize, Vec<OwnReply>>,
    /// The cells that the program is being asked about.
    pub(super) asked: Vec<usize>,
}

impl OwnCells {
    pub(super) fn replies(&self, cell: usize) -> Option<&[OwnReply]> {
        self.replies.get(&cell).map(Vec::as_slice)
    }

    /// Forgets the replies about a cell, whose place has changed.
    pub(super) fn forget(&mut self, cell: usize) {
        self.replies.remove(&cell);
        self.asked.clear();
    }
}
