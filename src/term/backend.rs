//! The thin wire: a ratatui backend that sends as few bytes as it can.
//!
//! It tracks what the terminal shows, its cursor and its pen. For each frame it writes only what
//! differs, in the cheapest order, with one `write`; a frame that changes nothing writes nothing.
//! It never waits for the terminal. What does not live here: what is drawn, and the terminal's
//! modes (`guard.rs`).

use std::io::{self, Write};
use std::iter;

use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use ratatui::style::Color;
use unicode_width::UnicodeWidthStr;

use super::capabilities::{Capabilities, Charset, Shifts};
use super::cursor_moves::CursorMove;
use super::cursor_path::{Ground, Rest, State};
use super::frame_bytes::FrameBytes;
use super::grid::{Grid, Shown};
use super::pen::{PLAIN, Pen};
use super::row_shift;
use super::spans::{self, Change, RowEdit, Span, SpanInk};

/// Draws on a terminal that starts blank, with the plain pen and no cursor.
#[derive(Debug)]
pub(super) struct ThinBackend<W> {
    out: W,
    capabilities: Capabilities,
    size: Size,
    /// The bytes of the frame so far.
    frame: Vec<u8>,
    grid: Grid,
    state: State,
    visibility: Visibility,
    rest: Rest,
    /// The position saved with DECSC, with the plain pen.
    anchor: Option<Position>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Visibility {
    Shown,
    Hidden,
}

const AT_FIRST: State = State { cursor: None, pen: PLAIN };

impl<W: Write> ThinBackend<W> {
    pub(super) fn new(out: W, size: Size, capabilities: Capabilities) -> Self {
        Self {
            out,
            capabilities,
            size,
            frame: Vec::new(),
            grid: Grid::blank(size),
            state: AT_FIRST,
            visibility: Visibility::Hidden,
            rest: Rest::Anywhere,
            anchor: None,
        }
    }

    /// Sets the cursor position after the next frame. The cursor is hidden, but braille displays
    /// and screen readers follow it.
    pub(super) fn rest_at(&mut self, rest: Rest) {
        self.rest = rest;
    }

    /// The output.
    pub(super) const fn out(&self) -> &W {
        &self.out
    }

    /// The output, to write to.
    pub(super) const fn out_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Takes the new size. What the terminal shows is unknown, even at the same size: it may have
    /// been resized twice.
    pub(super) fn resize(&mut self, size: Size) {
        self.size = size;
        self.grid = Grid::blank(size);
        self.grid.doubt();
        self.state.cursor = None;
        // Rewrapping rows may move the saved position.
        self.anchor = None;
    }

    /// Forgets what the terminal shows: another program wrote on it.
    pub(super) fn forget(&mut self) {
        self.grid.doubt();
        // Its pen is unknown, too.
        self.frame.extend_from_slice(b"\x1b[m");
        self.state = AT_FIRST;
        self.anchor = None;
        self.visibility = Visibility::Hidden;
    }

    /// Asks the terminal for the cursor position. It answers once it has shown
    /// everything written before.
    pub(super) fn ask_for_position(&mut self) -> io::Result<()> {
        self.out.write_all(b"\x1b[6n")
    }

    fn change(&mut self, at: Position, cell: &Cell) -> Option<Change> {
        if is_untouched(cell) && self.grid.is_blank(at) {
            // The fast path: nearly all cells stay blank.
            return None;
        }
        let symbol = self.showable(cell.symbol());
        let narrow = narrow(symbol);
        let shown = Shown::new(narrow, Pen::of(cell, self.capabilities.colors));
        let odd_symbol = narrow.is_none().then_some(symbol);
        let before = self.grid.change(at, shown, odd_symbol)?;
        Some(Change { at, before, shown, odd_symbol: odd_symbol.map(str::to_owned) })
    }

    /// The symbol as far as this terminal can show it. Control characters never
    /// get through, even if the view lets them pass.
    fn showable<'s>(&self, symbol: &'s str) -> &'s str {
        if let [b' '..=b'~'] = symbol.as_bytes() {
            // The fast path for nearly all cells.
            return symbol;
        }
        let is_unfit = |c: char| {
            c.is_control() || (self.capabilities.charset == Charset::Ascii && !c.is_ascii())
        };
        match (symbol, symbol.chars().any(is_unfit)) {
            ("", _) => " ",
            (fit, false) => unjoined(fit),
            (wide, true) if wide.width() == 2 => "??",
            (sign, true) => in_ascii(sign),
        }
    }

    /// The cheapest way to write the changes.
    fn cheapest_path(&self, changes: &[Change]) -> FrameBytes {
        let start = FrameBytes::from(self.state);
        let still = self.ground();
        let written = start.clone().then(&spans::join(changes, &self.grid), still, self.rest);
        let shifts = match self.capabilities.shifts {
            Shifts::Known => row_shift::find(changes, &self.grid),
            Shifts::Unknown => Vec::new(),
        };
        let moving = Ground { grid: None, ..still };
        let shifted = shifts.iter().map(|plan| {
            start
                .clone()
                .then_edits(&edits(&plan.deletions), moving)
                .then_edits(&edits(&plan.insertions), moving)
                .then(&spans::join(&plan.changes, &self.grid), still, self.rest)
        });
        iter::once(written).chain(shifted).min_by_key(|path| path.bytes.len()).unwrap_or(start)
    }

    fn ground(&self) -> Ground<'_> {
        Ground { size: self.size, grid: Some(&self.grid), anchor: self.anchor }
    }

    /// Moves the cursor to its rest position, and saves that position in the terminal: every frame
    /// returns to it.
    fn come_to_rest(&mut self) {
        let path = FrameBytes::from(self.state).then_rest(self.rest, self.ground());
        if self.frame.is_empty() && path.bytes.is_empty() {
            return;
        }
        match self.rest {
            Rest::InRow(to) if self.anchor != Some(to) && self.is_on_screen(to) => {
                self.go_to(to);
                self.take_pen(PLAIN);
                self.frame.extend_from_slice(b"\x1b7");
                self.anchor = Some(to);
            }
            Rest::Anywhere | Rest::InRow(_) | Rest::At(_) => {
                self.frame.extend_from_slice(&path.bytes);
                self.state = path.end;
            }
        }
    }

    const fn is_on_screen(&self, place: Position) -> bool {
        place.x < self.size.width && place.y < self.size.height
    }

    fn take_pen(&mut self, pen: Pen) {
        self.state.pen.change(pen, &mut self.frame);
        self.state.pen = pen;
    }

    fn go_to(&mut self, to: Position) {
        CursorMove::shortest(self.state.cursor, to, self.size).write(&mut self.frame);
        self.state.cursor = Some(to);
    }
}

/// Whether the view has not touched this cell; quicker than comparing it with an empty one.
#[inline]
fn is_untouched(cell: &Cell) -> bool {
    cell.modifier.is_empty()
        && cell.fg == Color::Reset
        && cell.bg == Color::Reset
        && cell.symbol() == " "
}

/// Edits of rows as spans.
fn edits(edits: &[(Position, RowEdit)]) -> Vec<Span> {
    let span = |&(at, edit): &_| Span { at, ink: SpanInk::Edit(edit), pen: PLAIN, is_blank: true };
    edits.iter().map(span).collect()
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

/// A single character of one column. Terminals agree on the width of these
/// only.
fn narrow(symbol: &str) -> Option<char> {
    if let [ascii] = symbol.as_bytes() {
        return Some(char::from(*ascii));
    }
    let mut characters = symbol.chars();
    let single = characters.next().filter(|_| characters.next().is_none())?;
    (symbol.width() == 1).then_some(single)
}

impl<W: Write> Backend for ThinBackend<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let changes: Vec<Change> =
            content.filter_map(|(x, y, cell)| self.change(Position::new(x, y), cell)).collect();
        let path = self.cheapest_path(&changes);
        self.frame.extend_from_slice(&path.bytes);
        self.state = path.end;
        Ok(())
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        if self.visibility != Visibility::Hidden {
            self.frame.extend_from_slice(b"\x1b[?25l");
            self.visibility = Visibility::Hidden;
        }
        Ok(())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        if self.visibility != Visibility::Shown {
            self.frame.extend_from_slice(b"\x1b[?25h");
            self.visibility = Visibility::Shown;
        }
        Ok(())
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(self.state.cursor.unwrap_or(Position::ORIGIN))
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        // A hidden cursor can stay where it is.
        if self.visibility == Visibility::Shown {
            self.go_to(position.into());
        }
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        // Erasing fills with the pen's background.
        self.take_pen(PLAIN);
        match region {
            ClearType::All => self.grid.wipe(),
            _ => self.grid.doubt(),
        }
        self.frame.extend_from_slice(match region {
            ClearType::All => b"\x1b[2J",
            ClearType::AfterCursor => b"\x1b[J",
            ClearType::BeforeCursor => b"\x1b[1J",
            ClearType::CurrentLine => b"\x1b[2K",
            ClearType::UntilNewLine => b"\x1b[K",
        });
        Ok(())
    }

    fn size(&self) -> io::Result<Size> {
        Ok(self.size)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize { columns_rows: self.size, pixels: Size::ZERO })
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.visibility == Visibility::Hidden {
            self.come_to_rest();
        }
        if self.frame.is_empty() {
            return Ok(());
        }
        let written = self.out.write_all(&self.frame).and_then(|()| self.out.flush());
        self.frame.clear();
        written
    }
}

#[cfg(test)]
mod tests;
