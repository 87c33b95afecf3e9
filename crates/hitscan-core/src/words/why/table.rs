//! A table of two columns, one an axis, which becomes narrower, then shorter in
//! its words, then a list, as the page does.

use super::page::Role;
use super::page_writer::PageWriter;
use crate::words::lines::{padded, text_cells};

/// What stands between the label and the first column, and the least width of
/// that column; the label has a least width too.
#[derive(Clone, Copy)]
pub(super) struct Spacing {
    pub(super) least_label: usize,
    pub(super) least_column: usize,
}

impl Spacing {
    /// For numbers.
    pub(super) const NUMBERS: Self = Self { least_label: 0, least_column: 10 };
    /// For ranges, `16..24`.
    pub(super) const RANGES: Self = Self { least_label: 8, least_column: 11 };
}

/// Columns between a label and a number where there is room.
const GAP: usize = 3;
/// The least width of the first column where there is little room.
const TIGHT_COLUMN: usize = 6;

/// What stands where an axis has nothing to say.
pub(super) const NOTHING: &str = "-";

/// A table with columns headed `x` and `y`.
pub(super) struct Table {
    spacing: Spacing,
    rows: Vec<Row>,
}

enum Row {
    Cells {
        role: Role,
        labels: [String; 2],
        cells: [String; 2],
        between: &'static str,
    },
    /// A line across the table.
    Across(String),
}

/// Where the columns stand.
#[derive(Clone, Copy)]
struct Columns {
    /// Which of the two wordings of the labels.
    wording: usize,
    first: usize,
    second: usize,
}

impl Table {
    pub(super) const fn new(spacing: Spacing) -> Self {
        Self { spacing, rows: Vec::new() }
    }

    /// A row whose label has a long and a short wording.
    pub(super) fn row<L: Into<String>>(&mut self, labels: [L; 2], cells: [String; 2]) {
        self.comparison(Role::Text, labels, cells, "");
    }

    /// A row that decides, or not, with an operator between its cells.
    pub(super) fn comparison<L: Into<String>>(
        &mut self,
        role: Role,
        labels: [L; 2],
        cells: [String; 2],
        between: &'static str,
    ) {
        self.rows.push(Row::Cells { role, labels: labels.map(Into::into), cells, between });
    }

    pub(super) fn across(&mut self, text: &str) {
        self.rows.push(Row::Across(text.to_owned()));
    }

    /// Whether it can be written as a table.
    pub(super) fn fits(&self, width: usize) -> bool {
        self.columns(width).is_some()
    }

    /// Writes it, as a list if need be.
    pub(super) fn write(&self, page: &mut PageWriter) {
        match self.columns(page.width) {
            Some(columns) => self.write_columns(columns, page),
            None => self.write_list(page),
        }
    }

    fn columns(&self, width: usize) -> Option<Columns> {
        let roomy = |wording| self.columns_spaced(wording, GAP, self.spacing.least_column);
        let tight = |wording| self.columns_spaced(wording, 2, TIGHT_COLUMN);
        [roomy(0), tight(0), roomy(1), tight(1)]
            .into_iter()
            .find(|columns| columns.second + self.widest(1) <= width)
    }

    fn columns_spaced(&self, wording: usize, gap: usize, least_column: usize) -> Columns {
        let mut label = 0;
        let mut column = least_column;
        for row in &self.rows {
            let Row::Cells { labels, cells: texts, between, .. } = row else { continue };
            label = label.max(text_cells(&labels[wording]));
            let operator = if between.is_empty() { 0 } else { between.len() + 2 };
            column = column.max(text_cells(&texts[0]) + operator.max(2));
        }
        let least_label = if gap == GAP { self.spacing.least_label } else { 0 };
        let first = (label + gap).max(least_label);
        Columns { wording, first, second: first + column }
    }

    fn widest(&self, column: usize) -> usize {
        let widths = self.rows.iter().map(|row| match row {
            Row::Cells { cells: texts, .. } => text_cells(&texts[column]),
            Row::Across(_) => 0,
        });
        widths.max().unwrap_or(0).max(1)
    }

    fn write_columns(&self, at: Columns, page: &mut PageWriter) {
        let blank = " ".repeat(at.first);
        page.row(Role::Dim, &format!("{blank}{}y", padded("x", at.second - at.first)));
        for row in &self.rows {
            match row {
                Row::Across(text) => page.text(text),
                Row::Cells { role, labels, cells: texts, between } => {
                    let mut line = padded(&labels[at.wording], at.first) + &texts[0];
                    if !between.is_empty() {
                        let roomy = at.second.saturating_sub(4).max(text_cells(&line) + 1);
                        let operator = roomy.min(at.second - between.len() - 1);
                        line = padded(&line, operator) + between;
                    }
                    page.row(*role, &(padded(&line, at.second) + &texts[1]));
                }
            }
        }
    }

    /// Axis by axis, and what compares the two axes at the end.
    fn write_list(&self, page: &mut PageWriter) {
        let labels = self.rows.iter().map(|row| match row {
            Row::Cells { labels, between: "", .. } => text_cells(&labels[1]),
            _ => 0,
        });
        let label_width = labels.max().unwrap_or(0) + 2;
        for (axis, name) in ["x", "y"].into_iter().enumerate() {
            let mut name = name;
            for row in &self.rows {
                let Row::Cells { role, labels, cells: texts, between: "" } = row else { continue };
                if texts[axis].is_empty() || texts[axis] == NOTHING {
                    continue;
                }
                let label = padded(&labels[1], label_width);
                page.row(*role, &format!("{}{label}{}", padded(name, 3), texts[axis]));
                name = "";
            }
        }
        for row in &self.rows {
            match row {
                Row::Across(text) => page.text(text),
                Row::Cells { between: "", .. } => {}
                Row::Cells { role, labels, cells: [x, y], between } => {
                    page.say_as(*role, &format!("{}: {x} {between} {y}", labels[1]));
                }
            }
        }
    }
}
