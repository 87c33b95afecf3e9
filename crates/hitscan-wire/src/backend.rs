//! The backend for a thin wire, a slow line to a terminal: it sends as few bytes as it can.
//!
//! It tracks what the terminal shows, its cursor and its pen. For each frame it writes only what
//! differs, in the cheapest order, with one `write`; a frame that changes nothing writes nothing.
//! It never waits for the terminal.

use std::io;
use std::io::Write;

use ratatui_core::backend::{Backend, ClearType, WindowSize};
use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::layout::{Position, Rect, Size};
use ratatui_core::style::Color;
use unicode_width::UnicodeWidthStr;

use super::features::{Charset, Features};
use super::frame_bytes::{CursorMove, FrameBytes, Ground, Rest, State};
use super::grid::{Grid, Shown, common, narrow, showable};
use super::pen::{PLAIN, Pen};
use super::spans::Change;

/// A ratatui backend that sends as few bytes as it can to a terminal that starts blank, with the
/// plain pen and a hidden cursor.
#[derive(Debug)]
pub struct ThinBackend<W> {
    out: W,
    features: Features,
    size: Size,
    /// The bytes of the frame so far.
    frame: Vec<u8>,
    grid: Grid,
    state: State,
    is_cursor_shown: bool,
    rest: Rest,
    /// The position saved with DECSC, with the plain pen.
    anchor: Option<Position>,
}

const AT_FIRST: State = State { cursor: None, pen: PLAIN };

impl<W: Write> ThinBackend<W> {
    /// Draws on a terminal of this size.
    #[must_use]
    pub fn new(out: W, size: Size, features: Features) -> Self {
        Self {
            out,
            features,
            size,
            frame: Vec::new(),
            grid: Grid::blank(size),
            state: AT_FIRST,
            is_cursor_shown: false,
            rest: Rest::Anywhere,
            anchor: None,
        }
    }

    /// Sets where the cursor rests after the next frames. It is hidden, but braille displays and
    /// screen readers follow it.
    pub fn rest_at(&mut self, rest: Rest) {
        self.rest = rest;
    }

    /// The output.
    pub const fn out(&self) -> &W {
        &self.out
    }

    /// The output, to write to.
    pub const fn out_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Takes the new size. What the terminal shows is unknown, even at the same size: it may have
    /// been resized twice.
    pub fn resize(&mut self, size: Size) {
        self.size = size;
        self.grid = Grid::blank(size);
        self.grid.doubt();
        self.state.cursor = None;
        // Rewrapping rows may move the saved position.
        self.anchor = None;
    }

    /// Forgets what the terminal shows: another program wrote on it.
    pub fn forget(&mut self) {
        self.grid.doubt();
        // Its pen is unknown, too.
        self.frame.extend_from_slice(b"\x1b[m");
        self.state = AT_FIRST;
        self.anchor = None;
        self.is_cursor_shown = false;
    }

    /// Asks the terminal for the cursor position. It answers once it has shown everything written
    /// before.
    ///
    /// # Errors
    /// Those of the output.
    pub fn ask_for_position(&mut self) -> io::Result<()> {
        self.out.write_all(b"\x1b[6n")
    }

    fn change(&mut self, at: Position, cell: &Cell) -> Option<Change> {
        if is_untouched(cell) && self.grid.is_blank(at) {
            // The fast path: nearly all cells stay blank.
            return None;
        }
        let pen = Pen::of(cell, self.features.colors);
        let charset = self.features.charset;
        let fits = |c: &char| charset == Charset::Utf8 || c.is_ascii();
        if let Some(symbol) = common(cell.symbol()).filter(fits) {
            let shown = Shown::new(Some(symbol), pen);
            let before = self.grid.change(at, shown, None)?;
            return Some(Change { at, before, shown, odd_symbol: None });
        }
        let symbol = showable(cell.symbol(), charset);
        let narrow = narrow(symbol);
        let shown = Shown::new(narrow, pen);
        let odd_symbol = narrow.is_none().then_some(symbol);
        let before = self.grid.change(at, shown, odd_symbol)?;
        Some(Change { at, before, shown, odd_symbol: odd_symbol.map(str::to_owned) })
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

impl<W: Write> Backend for ThinBackend<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let changes: Vec<Change> =
            content.filter_map(|(x, y, cell)| self.change(Position::new(x, y), cell)).collect();
        let (shifts, ground) = (self.features.shifts, self.ground());
        let path =
            FrameBytes::cheapest(&changes, &self.grid, shifts, self.state, self.rest, ground);
        self.frame.extend_from_slice(&path.bytes);
        self.state = path.end;
        Ok(())
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        if self.is_cursor_shown {
            self.frame.extend_from_slice(b"\x1b[?25l");
            self.is_cursor_shown = false;
        }
        Ok(())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        if !self.is_cursor_shown {
            self.frame.extend_from_slice(b"\x1b[?25h");
            self.is_cursor_shown = true;
        }
        Ok(())
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(self.state.cursor.unwrap_or(Position::ORIGIN))
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        // A hidden cursor can stay where it is.
        if self.is_cursor_shown {
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
        if !self.is_cursor_shown {
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

// The buffer that every frame is painted on, and the backend that sends it.
//
// ratatui's own `Terminal` keeps a second buffer to compare with. The backend
// knows what is shown, so one is enough: at 200×60 the other takes half a
// megabyte.

/// The picture, and the backend that sends it.
#[derive(Debug)]
pub struct FrameBuffer<W: Write> {
    picture: Buffer,
    backend: ThinBackend<W>,
}

impl<W: Write> FrameBuffer<W> {
    /// A blank picture, for a backend of the same size.
    ///
    /// # Errors
    /// None: the backend knows its size.
    pub fn new(backend: ThinBackend<W>) -> io::Result<Self> {
        let picture = Buffer::empty(area_of(backend.size()?));
        Ok(Self { picture, backend })
    }

    /// The backend.
    pub const fn backend(&self) -> &ThinBackend<W> {
        &self.backend
    }

    /// The backend, to change what it does.
    pub const fn backend_mut(&mut self) -> &mut ThinBackend<W> {
        &mut self.backend
    }

    /// Columns and rows.
    pub const fn size(&self) -> (u16, u16) {
        (self.picture.area.width, self.picture.area.height)
    }

    /// Takes a new size, with a blank picture.
    pub fn resize(&mut self, size: Size) {
        self.picture.reset();
        self.picture.resize(area_of(size));
        self.backend.resize(size);
    }

    /// Draws the next picture in full: what the terminal shows is unknown.
    ///
    /// # Errors
    /// Those of the output.
    pub fn draw_anew(&mut self) -> io::Result<()> {
        self.backend.forget();
        self.backend.clear()
    }

    /// Paints the next picture on a blank one.
    pub fn paint(&mut self, paint: impl FnOnce(&mut Buffer)) {
        self.picture.reset();
        paint(&mut self.picture);
    }

    /// Paints over the picture.
    pub fn paint_over(&mut self, paint: impl FnOnce(&mut Buffer)) {
        paint(&mut self.picture);
    }

    /// Sends the picture, in one write, or in none if nothing changed.
    ///
    /// # Errors
    /// Those of the output.
    pub fn send(&mut self) -> io::Result<()> {
        self.backend.draw(uncovered(&self.picture))?;
        self.backend.flush()
    }

    /// The last picture.
    pub const fn picture(&self) -> &Buffer {
        &self.picture
    }
}

fn area_of(size: Size) -> Rect {
    Rect::from((Position::ORIGIN, size))
}

/// The cells in reading order, without those covered by a character two columns
/// wide.
fn uncovered(picture: &Buffer) -> impl Iterator<Item = (u16, u16, &Cell)> {
    let columns = usize::from(picture.area.width).max(1);
    (0..).zip(picture.content.chunks(columns)).flat_map(|(y, row)| {
        let mut covered = 0;
        (0..).zip(row).filter_map(move |(x, cell)| {
            if covered > 0 {
                covered -= 1;
                return None;
            }
            covered = columns_of(cell.symbol()).saturating_sub(1);
            Some((x, y, cell))
        })
    })
}

fn columns_of(symbol: &str) -> usize {
    if common(symbol).is_some() { 1 } else { symbol.width() }
}
