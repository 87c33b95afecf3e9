//! What the terminal shows, cell by cell.

use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;

use ratatui_core::layout::{Position, Size};

use super::pen::{PLAIN, Pen};

/// What one cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    /// One narrow character; `None` for anything whose width terminals disagree
    /// about.
    pub(super) symbol: Option<char>,
    /// The pen; for a blank, only its visible part.
    pub(super) pen: Pen,
}

/// An empty cell.
pub(super) const BLANK: Shown = Shown { symbol: Some(' '), pen: PLAIN };

impl Shown {
    pub(super) fn new(symbol: Option<char>, pen: Pen) -> Self {
        let pen = if symbol == Some(' ') { pen.on_blanks() } else { pen };
        Self { symbol, pen }
    }

    pub(super) fn is_blank(self) -> bool {
        self.symbol == Some(' ')
    }

    /// Whether this pen draws it exactly.
    pub(super) fn is_drawn_by(self, pen: Pen) -> bool {
        match self.symbol {
            Some(' ') => self.pen.draws_the_same_blank(pen),
            Some(_) => self.pen == pen,
            None => false,
        }
    }

    /// Whether the two look the same.
    pub(super) fn looks_like(self, other: Self) -> bool {
        self.symbol.is_some() && self == other
    }
}

/// What all cells of the terminal show.
#[derive(Debug)]
pub(super) struct Grid {
    size: Size,
    cells: Vec<Kept>,
    /// The pens in use, the plain one first.
    pens: Vec<Pen>,
    /// The few symbols that are not one narrow character, by cell index.
    odd_symbols: BTreeMap<usize, String>,
}

/// A cell, compact and quick to compare. The pen is an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kept {
    symbol: Option<char>,
    pen: u16,
}

const KEPT_BLANK: Kept = Kept { symbol: Some(' '), pen: 0 };
/// Unknown content.
const UNSURE: Kept = Kept { symbol: None, pen: 0 };

impl Grid {
    /// A blank screen.
    pub(super) fn blank(size: Size) -> Self {
        let cells = usize::from(size.width) * usize::from(size.height);
        let cells = vec![KEPT_BLANK; cells];
        Self { size, cells, pens: vec![PLAIN], odd_symbols: BTreeMap::new() }
    }

    /// The screen was erased.
    pub(super) fn wipe(&mut self) {
        self.fill(KEPT_BLANK);
    }

    /// Marks all content as unknown.
    pub(super) fn doubt(&mut self) {
        self.fill(UNSURE);
    }

    fn fill(&mut self, cell: Kept) {
        self.cells.fill(cell);
        self.pens.truncate(1);
        self.odd_symbols.clear();
    }

    /// What these columns of a row show; columns outside the screen are left out.
    pub(super) fn cells(
        &self,
        y: u16,
        columns: Range<u16>,
    ) -> impl DoubleEndedIterator<Item = Shown> + Clone {
        let width = usize::from(self.size.width);
        let start = usize::from(y) * width;
        let row = self.cells.get(start..start + width).unwrap_or_default();
        let cells = row.get(usize::from(columns.start)..usize::from(columns.end));
        cells.unwrap_or_default().iter().map(|kept| self.shown(*kept))
    }

    /// What a row shows.
    pub(super) fn row(&self, y: u16) -> impl DoubleEndedIterator<Item = Shown> + Clone {
        self.cells(y, 0..self.size.width)
    }

    /// The column from which on a row is blank.
    pub(super) fn blank_from(&self, y: u16) -> usize {
        usize::from(self.size.width) - self.row(y).rev().take_while(|cell| *cell == BLANK).count()
    }

    /// Whether a cell shows nothing, for certain.
    #[inline]
    pub(super) fn is_blank(&self, at: Position) -> bool {
        self.index(at).is_some_and(|index| self.cells[index] == KEPT_BLANK)
    }

    /// Stores what a cell will show, and returns what it showed before, if that differs. A symbol
    /// that is not one narrow character may reach into the next cell.
    pub(super) fn change(
        &mut self,
        at: Position,
        shown: Shown,
        odd_symbol: Option<&str>,
    ) -> Option<Shown> {
        let index = self.index(at)?;
        let pen = self.pen_index_at(index, shown.pen);
        let kept = Kept { symbol: shown.symbol, pen };
        let known = self.cells[index];
        let is_sure = || kept.symbol.is_some() || self.odd_symbol(index) == odd_symbol;
        if known == kept && is_sure() {
            return None;
        }
        if known.symbol.is_none() {
            self.odd_symbols.remove(&index);
        }
        if let Some(symbol) = odd_symbol {
            self.odd_symbols.insert(index, symbol.to_owned());
            // In the last column it may spill into the next row: better to write one cell too many.
            if let Some(next) = self.cells.get_mut(index + 1) {
                *next = UNSURE;
                self.odd_symbols.remove(&(index + 1));
            }
        }
        let before = mem::replace(&mut self.cells[index], kept);
        Some(self.shown(before))
    }

    fn odd_symbol(&self, index: usize) -> Option<&str> {
        self.odd_symbols.get(&index).map(String::as_str)
    }

    fn index(&self, at: Position) -> Option<usize> {
        let index = usize::from(at.y) * usize::from(self.size.width) + usize::from(at.x);
        (at.x < self.size.width && index < self.cells.len()).then_some(index)
    }

    fn shown(&self, kept: Kept) -> Shown {
        Shown { symbol: kept.symbol, pen: self.pens[usize::from(kept.pen)] }
    }

    /// The index of the pen for a cell: nearly all cells keep theirs, or get that of the cell before.
    fn pen_index_at(&mut self, index: usize, pen: Pen) -> u16 {
        let near = [Some(index), index.checked_sub(1)].into_iter().flatten();
        let mut near = near.map(|index| self.cells[index].pen);
        let known = near.find(|&known| self.pens[usize::from(known)] == pen);
        known.unwrap_or_else(|| self.pen_index(pen))
    }

    /// The index of a pen; themes have a few dozen of them.
    fn pen_index(&mut self, pen: Pen) -> u16 {
        let place = self.pens.iter().position(|known| *known == pen);
        if let Some(index) = place.and_then(|place| u16::try_from(place).ok()) {
            return index;
        }
        if self.pens.len() > usize::from(u16::MAX) {
            // The table is full: forget it, and write everything again.
            self.doubt();
        }
        self.pens.push(pen);
        u16::try_from(self.pens.len() - 1).expect("there is room for it now")
    }
}
