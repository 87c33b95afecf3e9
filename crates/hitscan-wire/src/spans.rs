//! Joins changed cells into spans: parts of a row written in one go.
//!
//! Not here: the order of the spans, and how the cursor gets there.

use std::io::Write;

use ratatui_core::layout::{Position, Size};

use super::grid::{Grid, Shown};
use super::pen::{PLAIN, Pen};

/// A cell to write.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) at: Position,
    /// What it showed before.
    pub(super) before: Shown,
    pub(super) shown: Shown,
    /// The symbol, if it is not one narrow character.
    pub(super) odd_symbol: Option<String>,
}

/// What a span writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SpanInk {
    /// This text, one column for each character.
    Text(String),
    /// This text, after which the cursor position is uncertain.
    Odd(String),
    /// Erases the rest of the row; the cursor stays.
    EraseRest,
    /// Moves the rest of the row.
    Edit(RowEdit),
}

/// Edits the row from the cursor on; the cursor stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowEdit {
    /// Deletes cells; those that follow move left.
    Delete(u16),
    /// Inserts blanks; what follows moves right.
    Insert(u16),
}

impl RowEdit {
    pub(super) const fn columns(self) -> u16 {
        let (Self::Delete(columns) | Self::Insert(columns)) = self;
        columns
    }

    fn write(self, out: &mut Vec<u8>) {
        let end = match self {
            Self::Delete(_) => 'P',
            Self::Insert(_) => '@',
        };
        let said = match self.columns() {
            1 => write!(out, "\x1b[{end}"),
            columns => write!(out, "\x1b[{columns}{end}"),
        };
        said.expect("a Vec takes all bytes");
    }
}

/// A part of a row written in one go, with one pen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) at: Position,
    pub(super) ink: SpanInk,
    pub(super) pen: Pen,
    /// Whether it has only blanks: any pen that draws them alike will do.
    pub(super) is_blank: bool,
}

impl SpanInk {
    /// The fewest bytes it can take.
    pub(super) const fn least_bytes(&self) -> usize {
        match self {
            Self::Text(text) | Self::Odd(text) => text.len(),
            Self::EraseRest | Self::Edit(_) => ERASE_BYTES,
        }
    }

    /// Writes it.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Text(text) | Self::Odd(text) => out.extend_from_slice(text.as_bytes()),
            Self::EraseRest => out.extend_from_slice(b"\x1b[K"),
            Self::Edit(edit) => edit.write(out),
        }
    }
}

impl Span {
    /// The cursor position afterwards. After the last column it is uncertain.
    pub(super) fn leads_to(&self, size: Size) -> Option<Position> {
        let columns = match &self.ink {
            SpanInk::EraseRest | SpanInk::Edit(_) => 0,
            SpanInk::Odd(_) => return None,
            SpanInk::Text(text) => text.chars().count(),
        };
        let x = self.at.x.checked_add(u16::try_from(columns).ok()?)?;
        (x < size.width).then_some(Position::new(x, self.at.y))
    }

    fn of(change: &Change) -> Self {
        let ink = match (&change.odd_symbol, change.shown.symbol) {
            (None, Some(symbol)) => SpanInk::Text(symbol.into()),
            (odd, _) => SpanInk::Odd(odd.clone().unwrap_or_default()),
        };
        let Shown { pen, .. } = change.shown;
        Self { at: change.at, ink, pen, is_blank: change.shown.is_blank() }
    }

    /// Appends these cells, and says whether it did: it does if one pen can draw all of them.
    fn append(&mut self, cells: impl Iterator<Item = Shown>) -> bool {
        let SpanInk::Text(text) = &mut self.ink else { return false };
        let (mut pen, mut is_blank, before) = (self.pen, self.is_blank, text.len());
        for cell in cells {
            let fits = if cell.is_blank() || is_blank {
                pen.draws_the_same_blank(cell.pen)
            } else {
                pen == cell.pen
            };
            match cell.symbol.filter(|_| fits) {
                None => {
                    text.truncate(before);
                    return false;
                }
                Some(symbol) => text.push(symbol),
            }
            if is_blank && !cell.is_blank() {
                (pen, is_blank) = (cell.pen, false);
            }
        }
        (self.pen, self.is_blank) = (pen, is_blank);
        true
    }
}

/// The length of `ESC [ K`, and of the shortest edit of a row.
const ERASE_BYTES: usize = 3;

/// The changes as spans in reading order. The grid already contains them.
pub(super) fn join(changes: &[Change], grid: &Grid) -> Vec<Span> {
    let mut spans = Vec::new();
    for row in changes.chunk_by(|one, next| one.at.y == next.at.y) {
        let y = row[0].at.y;
        let blank_from = grid.blank_from(y);
        let is_inked = |change: &Change| usize::from(change.at.x) < blank_from;
        let (inked, wiped) = row.split_at(row.partition_point(is_inked));
        let wiped_columns = match (wiped.first(), wiped.last()) {
            (Some(first), Some(last)) => usize::from(last.at.x.saturating_sub(first.at.x)) + 1,
            _ => 0,
        };
        if wiped_columns > ERASE_BYTES {
            join_row(inked, grid, &mut spans);
            let at = wiped[0].at;
            spans.push(Span { at, ink: SpanInk::EraseRest, pen: PLAIN, is_blank: true });
        } else {
            join_row(row, grid, &mut spans);
        }
    }
    spans
}

fn join_row(changes: &[Change], grid: &Grid, spans: &mut Vec<Span>) {
    let mut open: Option<(Span, u16)> = None;
    for change in changes {
        let x = change.at.x;
        let joined = open.as_mut().is_some_and(|(span, last)| {
            near(grid, change.at.y, *last, x)
                .is_some_and(|cells| change.odd_symbol.is_none() && span.append(cells))
        });
        match open.as_mut().filter(|_| joined) {
            Some((_, last)) => *last = x,
            None => spans.extend(open.replace((Span::of(change), x)).map(|(span, _)| span)),
        }
    }
    spans.extend(open.map(|(span, _)| span));
}

/// The cells after one column up to another, if writing them costs less than
/// skipping those that do not change.
fn near(
    grid: &Grid,
    y: u16,
    last: u16,
    next: u16,
) -> Option<impl DoubleEndedIterator<Item = Shown>> {
    let between = next.checked_sub(last + 1)?;
    let pass_bytes = match between {
        0 => return Some(grid.cells(y, next..next + 1)),
        1 => 3,
        _ => 4,
    };
    if usize::from(between) >= pass_bytes {
        return None;
    }
    let cells = grid.cells(y, last + 1..next);
    let write_bytes: usize = cells.map(|cell| cell.symbol.map_or(9, char::len_utf8)).sum();
    (write_bytes < pass_bytes).then(|| grid.cells(y, last + 1..next + 1))
}
