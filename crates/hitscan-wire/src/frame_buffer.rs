//! The buffer that every frame is painted on, and the backend that sends it.
//!
//! ratatui's own `Terminal` keeps a second buffer to compare with. The backend
//! knows what is shown, so one is enough: at 200×60 the other takes half a
//! megabyte.

use std::io::{self, Write};

use ratatui_core::backend::Backend;
use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::layout::{Position, Rect, Size};
use unicode_width::UnicodeWidthStr;

use super::backend::ThinBackend;
use super::grid::common;

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
