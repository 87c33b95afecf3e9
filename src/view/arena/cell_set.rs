//! A set of cells, row by row.

use crate::app::Cell;

/// Cells of the view.
#[derive(Clone, Debug, Default)]
pub(super) struct CellSet {
    /// The row of the first spans.
    top: i64,
    /// The cells of each row as ranges of columns, both ends inclusive.
    rows: Vec<Vec<(i64, i64)>>,
}

impl CellSet {
    /// The cells of these rows, the first of which is `top`.
    pub(super) const fn of_rows(top: i64, rows: Vec<Vec<(i64, i64)>>) -> Self {
        Self { top, rows }
    }

    /// Whether a cell belongs to the set.
    pub(super) fn contains(&self, cell: Cell) -> bool {
        let row = usize::try_from(cell.row - self.top).ok();
        let spans = row.and_then(|row| self.rows.get(row));
        spans.is_some_and(|spans| spans.iter().any(|(from, to)| (*from..=*to).contains(&cell.col)))
    }

    /// Row by row, from left to right.
    pub(super) fn iter(&self) -> impl Iterator<Item = Cell> {
        (self.top..).zip(&self.rows).flat_map(|(row, spans)| {
            let cols = spans.iter().flat_map(|&(from, to)| from..=to);
            cols.map(move |col| Cell { col, row })
        })
    }
}
