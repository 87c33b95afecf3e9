//! What the terminal shows, and the cells that differ, joined to runs: pieces
//! of a row that are written in one go.
//!
//! In which order runs are written, and how the cursor gets there, does not
//! live here.

use std::collections::BTreeMap;
use std::io::Write;
use std::mem;

use ratatui::layout::{Position, Size};

use super::pen::{PLAIN, Pen};

/// What one cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    /// One narrow character; `None` for anything that terminals may think
    /// differently about.
    pub(super) symbol: Option<char>,
    pub(super) pen: Pen,
}

/// An empty cell.
pub(super) const BLANK: Shown = Shown { symbol: Some(' '), pen: PLAIN };
/// Nothing that could be relied on.
const UNSURE: Shown = Shown { symbol: None, pen: PLAIN };

impl Shown {
    fn is_blank(self) -> bool {
        self.symbol == Some(' ')
    }

    /// Whether this pen draws it as it is.
    pub(super) fn is_drawn_by(self, pen: Pen) -> bool {
        match self.symbol {
            Some(' ') => self.pen.draws_the_same_blank(pen),
            Some(_) => self.pen == pen,
            None => false,
        }
    }

    /// Whether nobody could tell the two apart.
    pub(super) fn looks_like(self, other: Self) -> bool {
        match (self.symbol, other.symbol) {
            (Some(' '), Some(' ')) => self.pen.draws_the_same_blank(other.pen),
            (Some(one), Some(two)) => one == two && self.pen == other.pen,
            _ => false,
        }
    }
}

/// What all cells of the terminal show.
#[derive(Debug)]
pub(super) struct Grid {
    size: Size,
    cells: Vec<Shown>,
    /// What the cells show that do not show one narrow character, by their
    /// indices. There are few of them.
    odd_symbols: BTreeMap<usize, String>,
}

impl Grid {
    /// An empty sheet.
    pub(super) fn blank(size: Size) -> Self {
        let cells = usize::from(size.width) * usize::from(size.height);
        Self { size, cells: vec![BLANK; cells], odd_symbols: BTreeMap::new() }
    }

    /// The whole sheet was wiped.
    pub(super) fn wipe(&mut self) {
        self.cells.fill(BLANK);
        self.odd_symbols.clear();
    }

    /// Nobody knows any more what there is.
    pub(super) fn doubt(&mut self) {
        self.cells.fill(UNSURE);
        self.odd_symbols.clear();
    }

    /// What a row shows.
    pub(super) fn row(&self, y: u16) -> &[Shown] {
        let width = usize::from(self.size.width);
        let start = usize::from(y) * width;
        self.cells.get(start..start + width).unwrap_or_default()
    }

    fn index(&self, at: Position) -> Option<usize> {
        let index = usize::from(at.y) * usize::from(self.size.width) + usize::from(at.x);
        (at.x < self.size.width && index < self.cells.len()).then_some(index)
    }

    /// The column from which on this row is empty.
    fn blank_from(&self, y: u16) -> usize {
        let row = self.row(y);
        row.iter().rposition(|cell| !cell.looks_like(BLANK)).map_or(0, |last| last + 1)
    }

    /// Notes that a cell is to show this, and gives what it shows so far if that
    /// is something else. A symbol that is not one narrow character may reach
    /// into the next cell.
    pub(super) fn change(
        &mut self,
        at: Position,
        shown: Shown,
        odd_symbol: Option<&str>,
    ) -> Option<Shown> {
        let index = self.index(at)?;
        let known = self.cells[index];
        let is_the_same = match odd_symbol {
            None => known.looks_like(shown),
            Some(symbol) => {
                let shows = self.odd_symbols.get(&index).map(String::as_str);
                shows == Some(symbol) && known.pen == shown.pen
            }
        };
        if is_the_same {
            return None;
        }
        if known.symbol.is_none() {
            self.odd_symbols.remove(&index);
        }
        if let Some(symbol) = odd_symbol {
            self.odd_symbols.insert(index, symbol.to_owned());
            if at.x + 1 < self.size.width {
                self.cells[index + 1] = UNSURE;
                self.odd_symbols.remove(&(index + 1));
            }
        }
        Some(mem::replace(&mut self.cells[index], shown))
    }
}

/// A cell that is to be written.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) at: Position,
    /// What it shows so far.
    pub(super) before: Shown,
    pub(super) shown: Shown,
    /// What to write when it is not one narrow character.
    pub(super) odd_symbol: Option<String>,
}

/// What a run does with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// Writes this, which takes one column for each character.
    Text(String),
    /// Writes this, after which nobody knows where the cursor is.
    Odd(String),
    /// Wipes the rest of the row; the cursor stays.
    EraseRest,
    /// Edits the row between two texts, which take one column for each character.
    Edit { before: String, edit: Edit, after: String },
}

/// What can be done to all of a row beyond the cursor, which stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edit {
    /// Takes so many cells out; those that follow move up.
    Delete(u16),
    /// Puts so many blanks in; those that follow give way.
    Insert(u16),
}

impl Edit {
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

/// A piece of a row that is written in one go, with one pen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) at: Position,
    pub(super) ink: Ink,
    pub(super) pen: Pen,
    /// It shows blanks alone: any pen will do that draws the same ones.
    pub(super) is_blank: bool,
}

impl Ink {
    /// Says it.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Text(text) | Self::Odd(text) => out.extend_from_slice(text.as_bytes()),
            Self::EraseRest => out.extend_from_slice(b"\x1b[K"),
            Self::Edit { before, edit, after } => {
                out.extend_from_slice(before.as_bytes());
                edit.write(out);
                out.extend_from_slice(after.as_bytes());
            }
        }
    }
}

impl Run {
    /// Where the cursor is afterwards. Past the last column it hangs between
    /// two rows, and that is not sure.
    pub(super) fn leads_to(&self, size: Size) -> Option<Position> {
        let texts = match &self.ink {
            Ink::EraseRest => ["", ""],
            Ink::Odd(_) => return None,
            Ink::Text(text) => [text, ""],
            Ink::Edit { before, after, .. } => [before.as_str(), after],
        };
        let columns: usize = texts.into_iter().map(|text| text.chars().count()).sum();
        let x = self.at.x.checked_add(u16::try_from(columns).ok()?)?;
        (x < size.width).then_some(Position::new(x, self.at.y))
    }

    fn of(change: &Change) -> Self {
        let ink = match (&change.odd_symbol, change.shown.symbol) {
            (None, Some(symbol)) => Ink::Text(symbol.into()),
            (odd, _) => Ink::Odd(odd.clone().unwrap_or_default()),
        };
        let Shown { pen, .. } = change.shown;
        Self { at: change.at, ink, pen, is_blank: change.shown.is_blank() }
    }

    /// Takes these cells in at its end, if one pen can draw all of them.
    fn append(&mut self, cells: &[Shown]) -> Result<(), ApartStays> {
        let Ink::Text(text) = &mut self.ink else { return Err(ApartStays) };
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
                    return Err(ApartStays);
                }
                Some(symbol) => text.push(symbol),
            }
            if is_blank && !cell.is_blank() {
                (pen, is_blank) = (cell.pen, false);
            }
        }
        (self.pen, self.is_blank) = (pen, is_blank);
        Ok(())
    }
}

/// Cells cannot be taken into a run.
struct ApartStays;

/// Wiping the rest of a row is `ESC [ K`.
const ERASE_BYTES: usize = 3;

/// The changes, joined to runs in reading order. The grid shows them already.
pub(super) fn join(changes: &[Change], grid: &Grid) -> Vec<Run> {
    let mut runs = Vec::new();
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
            join_row(inked, grid, &mut runs);
            let at = wiped[0].at;
            runs.push(Run { at, ink: Ink::EraseRest, pen: PLAIN, is_blank: true });
        } else {
            join_row(row, grid, &mut runs);
        }
    }
    runs
}

fn join_row(changes: &[Change], grid: &Grid, runs: &mut Vec<Run>) {
    let mut open: Option<(Run, u16)> = None;
    for change in changes {
        let x = change.at.x;
        let joined = open.as_mut().is_some_and(|(run, last)| {
            is_near(grid.row(change.at.y), *last, x)
                .is_some_and(|cells| change.odd_symbol.is_none() && run.append(cells).is_ok())
        });
        match open.as_mut().filter(|_| joined) {
            Some((_, last)) => *last = x,
            None => runs.extend(open.replace((Run::of(change), x)).map(|(run, _)| run)),
        }
    }
    runs.extend(open.map(|(run, _)| run));
}

/// The cells after one column up to another, when to write them costs less than
/// to pass over those that do not change.
fn is_near(row: &[Shown], last: u16, next: u16) -> Option<&[Shown]> {
    let cells = row.get(usize::from(last) + 1..=usize::from(next))?;
    let between = &cells[..cells.len().checked_sub(1)?];
    let write_bytes: usize = between.iter().map(|cell| cell.symbol.map_or(9, char::len_utf8)).sum();
    let pass_bytes = match between.len() {
        0 => return Some(cells),
        1 => 3,
        _ => 4,
    };
    (write_bytes < pass_bytes).then_some(cells)
}
