//! What a program has said of the cells of a map.

use std::collections::BTreeMap;

use crate::methods::Reply;

/// What a program has said of the cells.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnCells {
    /// By the number of the cell.
    pub(super) replies: BTreeMap<usize, Vec<Reply>>,
    /// The cells that it is asked about now.
    pub(super) asked: Vec<usize>,
}

impl OwnCells {
    pub(super) fn replies(&self, cell: usize) -> Option<&[Reply]> {
        self.replies.get(&cell).map(Vec::as_slice)
    }

    /// Forgets what it said of a cell: its place is another.
    pub(super) fn forget(&mut self, cell: usize) {
        self.replies.remove(&cell);
        self.asked.clear();
    }
}
