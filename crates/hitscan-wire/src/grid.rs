//! What the terminal shows, cell by cell.

use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;

use ratatui_core::layout::{Position, Size};
use unicode_width::UnicodeWidthStr;

use super::features::Charset;
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

/// A character that is in most pictures, and one column wide on every terminal that can show it:
/// printable ASCII, lines, blocks, braille and the dots of a grid. The fast path for nearly all
/// cells.
#[inline]
pub(super) fn common(symbol: &str) -> Option<char> {
    let c = match symbol.as_bytes() {
        [ascii @ b' '..=b'~'] => return Some(char::from(*ascii)),
        [0xc2, 0xb7] => return Some('·'),
        [0xe2, 0x94..=0x96 | 0xa0..=0xa3, _] => symbol.chars().next()?,
        _ => return None,
    };
    matches!(c, '\u{2500}'..='\u{259f}' | '\u{2800}'..='\u{28ff}').then_some(c)
}

/// The symbol as far as the terminal can show it. Control characters never get through, even if the
/// picture has some.
pub(super) fn showable(symbol: &str, charset: Charset) -> &str {
    let is_unfit = |c: char| c.is_control() || (charset == Charset::Ascii && !c.is_ascii());
    match (symbol, symbol.chars().any(is_unfit)) {
        ("", _) => " ",
        (fit, false) => unjoined(fit),
        (wide, true) if wide.width() == 2 => "??",
        (sign, true) => in_ascii(sign),
    }
}

/// The first of several joined characters, such as flags and families: terminals rarely agree on
/// the width of the whole.
fn unjoined(symbol: &str) -> &str {
    let joins = |c: char| matches!(c, '\u{200d}' | '\u{fe0f}' | '\u{1f1e6}'..='\u{1f1ff}');
    if !symbol.chars().any(joins) {
        return symbol;
    }
    let first = symbol.chars().next().map_or(0, char::len_utf8);
    match (&symbol[..first], symbol.width()) {
        (first, width) if first.width() == width && !first.chars().any(joins) => first,
        (_, 2) => "??",
        _ => "?",
    }
}

/// The ASCII replacement for a glyph, for a terminal with ASCII only that shows a picture made for
/// another.
fn in_ascii(sign: &str) -> &'static str {
    match sign.chars().next().unwrap_or_default() {
        '─' | '━' | '═' => "-",
        '│' | '┃' | '║' => "|",
        '\u{2504}'..='\u{257f}' => "+",
        '\u{2580}'..='\u{259f}' => "#",
        '\u{2801}'..='\u{28ff}' | '·' => ".",
        '×' => "x",
        '●' | '○' => "o",
        '►' => ">",
        '◄' => "<",
        '▲' => "^",
        '▼' => "v",
        '◆' => "*",
        '≈' => "~",
        _ => "?",
    }
}

/// A single character of one column. Terminals agree on the width of these only.
pub(super) fn narrow(symbol: &str) -> Option<char> {
    let mut characters = symbol.chars();
    let single = characters.next().filter(|_| characters.next().is_none())?;
    (symbol.width() == 1).then_some(single)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_characters_are_narrow_and_shown_as_they_are() {
        let of_all = (0..=char::MAX as u32).filter_map(char::from_u32).map(String::from);
        for symbol in of_all.filter(|symbol| common(symbol).is_some()) {
            assert_eq!(common(&symbol), narrow(&symbol), "{symbol:?}");
            assert_eq!(showable(&symbol, Charset::Utf8), symbol);
        }
        assert_eq!(["a", "·", "─", "⣿"].map(common), ['a', '·', '─', '⣿'].map(Some));
        assert_eq!(["é", "→", "箱", "\x1b", "ab", ""].map(common), [None; 6]);
    }

    #[test]
    fn control_and_unsupported_characters_become_question_marks() {
        let all = |symbol| showable(symbol, Charset::Utf8);
        let few = |symbol| showable(symbol, Charset::Ascii);
        assert_eq!([all("\x1b"), all("\u{9b}"), all("─")], ["?", "?", "─"]);
        assert_eq!(
            [all("👨‍👩‍👧"), all("🇯🇵"), all("❤️"), all("e\u{301}")],
            ["👨", "??", "??", "e\u{301}"]
        );
        assert_eq!([few("─"), few("é"), few("箱"), few("a")], ["-", "?", "??", "a"]);
    }
}
