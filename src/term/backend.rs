//! A thin wire: what ratatui wants on the screen, in as few bytes as the
//! terminal can be told it in.
//!
//! It knows where the terminal's cursor and pen are, from frame to frame, goes
//! the shortest way from there, and hands a frame over in one write; a frame
//! that changes nothing is not written at all. It never asks the terminal.
//! What is drawn does not live here, nor the modes of the terminal
//! (`guard.rs`), which must be on: in raw mode a line feed goes straight down.

use std::io::{self, Write};

use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use unicode_width::UnicodeWidthStr;

use super::capabilities::{Capabilities, Charset};
use super::pen::{PLAIN, Pen};

/// Draws on a terminal that shows a blank sheet in the plain pen, without a
/// cursor, at first.
#[derive(Debug)]
pub(super) struct ThinBackend<W> {
    out: W,
    capabilities: Capabilities,
    size: Size,
    frame: Vec<u8>,
    /// Where the terminal's cursor is; `None` when that is not sure.
    cursor: Option<Position>,
    pen: Pen,
    visibility: Visibility,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Visibility {
    Shown,
    Hidden,
}

impl<W: Write> ThinBackend<W> {
    pub(super) fn new(out: W, size: Size, capabilities: Capabilities) -> Self {
        Self {
            out,
            capabilities,
            size,
            frame: Vec::new(),
            cursor: None,
            pen: PLAIN,
            visibility: Visibility::Hidden,
        }
    }

    /// The terminal has this size now; what it shows is anyone's guess.
    pub(super) fn resize(&mut self, size: Size) {
        self.size = size;
        self.cursor = None;
    }

    /// The terminal was given away and taken back: it is as at first.
    pub(super) fn forget(&mut self) {
        self.cursor = None;
        self.pen = PLAIN;
        self.visibility = Visibility::Hidden;
    }

    fn put(&mut self, at: Position, cell: &Cell) {
        self.go_to(at);
        let symbol = self.showable(cell.symbol());
        let pen = Pen::of(cell, self.capabilities.colors);
        if symbol != " " || !self.pen.draws_the_same_blank(pen) {
            self.pen.change(pen, &mut self.frame);
            self.pen = pen;
        }
        self.frame.extend_from_slice(symbol.as_bytes());
        // Terminals agree on the width of one narrow character. Of others they
        // may think differently, and after the last column the cursor hangs
        // between two rows: then the next move says where to go in full.
        let next = at.x.saturating_add(1);
        let is_narrow = symbol.chars().nth(1).is_none() && symbol.width() == 1;
        self.cursor = (is_narrow && next < self.size.width).then_some(Position::new(next, at.y));
    }

    /// The symbol as far as this terminal can show it. Nothing that it would
    /// obey instead of showing it gets through, whatever the view let pass.
    fn showable<'s>(&self, symbol: &'s str) -> &'s str {
        let is_unfit = |c: char| {
            c.is_control() || (self.capabilities.charset == Charset::Ascii && !c.is_ascii())
        };
        match (symbol, symbol.chars().any(is_unfit)) {
            ("", _) => " ",
            (fit, false) => fit,
            (wide, true) if wide.width() == 2 => "??",
            (_, true) => "?",
        }
    }

    fn go_to(&mut self, to: Position) {
        if let Some(from) = self.cursor {
            move_cursor(from, to, self.size, &mut self.frame);
        } else {
            absolute(to, &mut self.frame);
        }
        self.cursor = Some(to);
    }
}

/// The shortest way from one place to another.
fn move_cursor(from: Position, to: Position, size: Size, out: &mut Vec<u8>) {
    let start = out.len();
    absolute(to, out);
    let mut relative = Vec::new();
    for across in [Across::FromHere, Across::FromTheEdge] {
        relative.clear();
        vertical(from.y, to.y, size, &mut relative);
        let x = match across {
            Across::FromHere => from.x,
            Across::FromTheEdge => {
                relative.push(b'\r');
                0
            }
        };
        horizontal(x, to.x, &mut relative);
        if relative.len() < out.len() - start {
            out.truncate(start);
            out.extend_from_slice(&relative);
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Across {
    FromHere,
    FromTheEdge,
}

fn absolute(to: Position, out: &mut Vec<u8>) {
    let (row, column) = (u32::from(to.y) + 1, u32::from(to.x) + 1);
    match (row, column) {
        (1, 1) => out.extend_from_slice(b"\x1b[H"),
        (_, 1) => sequence(out, format_args!("{row}H")),
        (1, _) => sequence(out, format_args!(";{column}H")),
        _ => sequence(out, format_args!("{row};{column}H")),
    }
}

fn vertical(from: u16, to: u16, size: Size, out: &mut Vec<u8>) {
    if to >= from {
        let rows = to - from;
        // A line feed in the last row would scroll; above it, it goes down.
        if rows <= 3 && to < size.height {
            out.extend(std::iter::repeat_n(b'\n', rows.into()));
        } else {
            sequence(out, format_args!("{rows}B"));
        }
    } else if from - to == 1 {
        out.extend_from_slice(b"\x1b[A");
    } else {
        sequence(out, format_args!("{}A", from - to));
    }
}

fn horizontal(from: u16, to: u16, out: &mut Vec<u8>) {
    match (from, to) {
        _ if from == to => {}
        _ if from + 1 == to => out.extend_from_slice(b"\x1b[C"),
        _ if from < to => sequence(out, format_args!("{}C", to - from)),
        _ if from - to <= 3 => out.extend(std::iter::repeat_n(b'\x08', (from - to).into())),
        _ => sequence(out, format_args!("{}D", from - to)),
    }
}

fn sequence(out: &mut Vec<u8>, rest: std::fmt::Arguments<'_>) {
    write!(out, "\x1b[{rest}").expect("a Vec takes all bytes");
}

impl<W: Write> Backend for ThinBackend<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        for (x, y, cell) in content {
            self.put(Position::new(x, y), cell);
        }
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
        Ok(self.cursor.unwrap_or(Position::ORIGIN))
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        // Nobody sees where a hidden cursor is.
        if self.visibility == Visibility::Shown {
            self.go_to(position.into());
        }
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        // Erasing paints the pen's background.
        self.pen.change(PLAIN, &mut self.frame);
        self.pen = PLAIN;
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
