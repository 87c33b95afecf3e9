//! A table of two columns, one per axis. As the page becomes narrower, the table gets narrower
//! columns, then shorter wording, and finally turns into a list.

use super::page::{Medium, PageWriter, PairPart, Role};
use crate::words::lines::{padded, text_cells};

/// The least columns of the labels and of a cell in a table of numbers: in lines, in a roomy panel
/// and in a narrow one.
pub(super) const NUMBERS: [[usize; 2]; 3] = [[0, 10], [0, 12], [0, 8]];
/// The same in a table of ranges, `16..24`.
pub(super) const RANGES: [[usize; 2]; 3] = [[8, 11], [9, 12], [9, 10]];

/// The columns between a label and a left-aligned number.
const GAP: usize = 3;
/// The same where space is tight, and always between numbers.
const TIGHT_GAP: usize = 2;
/// The least width of a column where space is tight.
const TIGHT_COLUMN: usize = 6;

/// The cell of an axis without a value.
pub(super) const NOTHING: &str = "-";

/// A table with columns headed `x` and `y`.
pub(super) struct AxisTable {
    least: [[usize; 2]; 3],
    rows: Vec<Row>,
}

enum Row {
    Cells {
        role: Role,
        labels: [String; 2],
        cells: [String; 2],
        between: &'static str,
        part: Option<PairPart>,
    },
    /// A line across the table.
    Across(String),
}

/// The positions of the columns: where their numbers start, or where they end.
#[derive(Clone, Copy)]
struct Columns {
    /// Which of the two wordings of the labels is used.
    wording: usize,
    /// Numbers are right-aligned in a panel, and left-aligned in lines.
    medium: Medium,
    first: usize,
    second: usize,
}

impl Columns {
    /// The line with a text added in a column.
    fn put(&self, line: &str, column: usize, text: &str) -> String {
        let before = match self.medium {
            Medium::Lines(_) => column,
            Medium::Panel(_) => column.saturating_sub(text_cells(text)),
        };
        padded(line, before) + text
    }

    /// The position of an operator between the columns, after the line so far.
    fn operator(&self, line: &str, between: &str, second: &str) -> usize {
        match self.medium {
            Medium::Lines(_) => {
                let roomy = self.second.saturating_sub(4).max(text_cells(line) + 1);
                roomy.min(self.second - between.len() - 1)
            }
            Medium::Panel(_) => {
                let room = self.second - self.first - text_cells(second) - between.len();
                self.first + room / 2
            }
        }
    }
}

impl AxisTable {
    pub(super) const fn new(least: [[usize; 2]; 3]) -> Self {
        Self { least, rows: Vec::new() }
    }

    /// A row whose label has a long and a short wording.
    pub(super) fn row<L: Into<String>>(&mut self, labels: [L; 2], cells: [String; 2]) {
        self.comparison(Role::Text, labels, cells, "");
    }

    /// A row that decides or does not, with an operator between its cells.
    pub(super) fn comparison<L: Into<String>>(
        &mut self,
        role: Role,
        labels: [L; 2],
        cells: [String; 2],
        between: &'static str,
    ) {
        self.rows.push(Row::Cells {
            role,
            labels: labels.map(Into::into),
            cells,
            between,
            part: None,
        });
    }

    /// Sets the part that the last row is about.
    pub(super) fn about(&mut self, about: impl Into<Option<PairPart>>) {
        if let Some(Row::Cells { part, .. }) = self.rows.last_mut() {
            *part = about.into();
        }
    }

    pub(super) fn across(&mut self, text: &str) {
        self.rows.push(Row::Across(text.to_owned()));
    }

    /// Whether it can be written as a table.
    pub(super) fn fits(&self, page: &PageWriter) -> bool {
        self.columns(page).is_some()
    }

    /// Writes it as a table, or as a list if it does not fit.
    pub(super) fn write(&self, page: &mut PageWriter) {
        match self.columns(page) {
            Some(columns) => self.write_columns(columns, page),
            None => self.write_list(page),
        }
    }

    /// The columns with as much spacing as there is room for, and the long labels if they fit.
    fn columns(&self, page: &PageWriter) -> Option<Columns> {
        let [in_lines, roomy, narrow] = self.least;
        let least = match page.medium {
            Medium::Lines(_) => in_lines,
            Medium::Panel(_) if page.is_roomy() => roomy,
            Medium::Panel(_) => narrow,
        };
        let spaced = |wording, gap, least| {
            let [first, second] = match page.medium {
                Medium::Lines(_) => self.beginning(wording, gap, least),
                Medium::Panel(_) => self.ending(wording, least),
            };
            Columns { wording, medium: page.medium, first, second }
        };
        let roomy = |wording| spaced(wording, GAP, least);
        let tight = |wording| spaced(wording, TIGHT_GAP, [0, TIGHT_COLUMN]);
        let end = |columns: &Columns| match page.medium {
            Medium::Lines(_) => columns.second + self.widest(1),
            Medium::Panel(_) => columns.second,
        };
        let plans = [roomy(0), tight(0), roomy(1), tight(1)];
        plans.into_iter().find(|columns| end(columns) <= page.width)
    }

    /// Columns with left-aligned numbers.
    fn beginning(&self, wording: usize, gap: usize, [label, column]: [usize; 2]) -> [usize; 2] {
        let first = (self.longest_label(wording) + gap).max(label);
        let second = first + self.widest_with_operator(0).max(column);
        [first, second]
    }

    /// Columns with right-aligned numbers.
    fn ending(&self, wording: usize, [label, column]: [usize; 2]) -> [usize; 2] {
        let column = (self.widest(0) + TIGHT_GAP).max(self.widest_with_operator(1)).max(column);
        let first = self.longest_label(wording).max(label) + column;
        [first, first + column]
    }

    fn cells(&self) -> impl Iterator<Item = (&[String; 2], &[String; 2], &'static str)> {
        self.rows.iter().filter_map(|row| match row {
            Row::Cells { labels, cells, between, .. } => Some((labels, cells, *between)),
            Row::Across(_) => None,
        })
    }

    fn longest_label(&self, wording: usize) -> usize {
        self.cells().map(|(labels, ..)| text_cells(&labels[wording])).max().unwrap_or(0)
    }

    fn widest(&self, column: usize) -> usize {
        self.cells().map(|(_, texts, _)| text_cells(&texts[column])).max().unwrap_or(0).max(1)
    }

    /// The width that a column needs, including the gap or the operator between the columns.
    fn widest_with_operator(&self, column: usize) -> usize {
        let widths = self.cells().map(|(_, texts, between)| {
            let operator = if between.is_empty() { 0 } else { between.len() + 2 };
            text_cells(&texts[column]) + operator.max(TIGHT_GAP)
        });
        widths.max().unwrap_or(0)
    }

    fn write_columns(&self, at: Columns, page: &mut PageWriter) {
        let heading = at.put("", at.first, "x");
        page.row(Role::Dim, &at.put(&heading, at.second, "y"));
        for row in &self.rows {
            match row {
                Row::Across(text) => page.say(Role::Dim, text),
                Row::Cells { role, labels, cells: [x, y], between, part } => {
                    let mut line = at.put(&labels[at.wording], at.first, x);
                    if !between.is_empty() {
                        let operator = at.operator(&line, between, y);
                        line = padded(&line, operator) + between;
                    }
                    page.about(*part).row(*role, &at.put(&line, at.second, y));
                }
            }
        }
    }

    /// Axis by axis, with the comparison of the two axes at the end.
    fn write_list(&self, page: &mut PageWriter) {
        let labels = self.rows.iter().map(|row| match row {
            Row::Cells { labels, between: "", .. } => text_cells(&labels[1]),
            _ => 0,
        });
        let label_width = labels.max().unwrap_or(0) + 2;
        for (axis, name) in ["x", "y"].into_iter().enumerate() {
            let mut name = name;
            for row in &self.rows {
                let Row::Cells { role, labels, cells: texts, between: "", part } = row else {
                    continue;
                };
                if texts[axis].is_empty() || texts[axis] == NOTHING {
                    continue;
                }
                let label = padded(&labels[1], label_width);
                let line = format!("{}{label}{}", padded(name, 3), texts[axis]);
                page.about(*part).row(*role, &line);
                name = "";
            }
        }
        for row in &self.rows {
            match row {
                Row::Across(text) => page.say(Role::Dim, text),
                Row::Cells { between: "", .. } => {}
                Row::Cells { role, labels, cells: [x, y], between, part } => {
                    page.about(*part).say(*role, &format!("{}: {x} {between} {y}", labels[1]));
                }
            }
        }
    }
}
