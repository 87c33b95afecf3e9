//! The arena as a grid of cells that clips to the view.

use ratatui::buffer::{Buffer, Cell as ScreenCell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

use crate::app::{Cell, Viewport};
use crate::view::glyphs::Glyphs;
use crate::view::theme::Theme;

/// The part of the buffer that shows the arena. Drawing out of view has no
/// effect.
pub(super) struct Canvas<'a> {
    buf: &'a mut Buffer,
    /// The arena's cells, without the rulers.
    area: Rect,
    pub(super) view: Viewport,
    pub(super) theme: &'a Theme,
    pub(super) glyphs: &'a Glyphs,
}

impl<'a> Canvas<'a> {
    /// Makes a canvas on `area` with the size of `view`, cut to the room there
    /// is.
    pub(super) fn new(
        buf: &'a mut Buffer,
        area: Rect,
        view: &Viewport,
        theme: &'a Theme,
        glyphs: &'a Glyphs,
    ) -> Self {
        let area = area.intersection(*buf.area());
        let mut view = *view;
        view.resize(area.width.min(view.cols()), area.height.min(view.rows()));
        Self { buf, area, view, theme, glyphs }
    }

    /// The last column and row in view, -1 if there is none.
    pub(super) fn last(&self) -> Cell {
        Cell { col: i64::from(self.view.cols()) - 1, row: i64::from(self.view.rows()) - 1 }
    }

    /// Whether a cell is in view.
    pub(super) fn shows(&self, cell: Cell) -> bool {
        let last = self.last();
        (0..=last.col).contains(&cell.col) && (0..=last.row).contains(&cell.row)
    }

    /// Draws a glyph and keeps the background. On an overlap's background the
    /// style is changed so that the glyph stays visible.
    pub(super) fn put(&mut self, cell: Cell, glyph: char, style: Style) {
        let theme = self.theme;
        let Some(on_screen) = self.cell_mut(cell) else { return };
        let shaded = is_shaded(on_screen, theme);
        on_screen.fg = Color::Reset;
        on_screen.modifier = Modifier::empty();
        let style = if shaded { theme.on_overlap(style) } else { style };
        on_screen.set_char(glyph).set_style(style);
    }

    /// The character in a cell; `None` out of view.
    pub(super) fn glyph_at(&self, cell: Cell) -> Option<char> {
        let position = self.position(cell)?;
        self.buf.cell(position)?.symbol().chars().next()
    }

    /// Draws ASCII text, one character per cell.
    pub(super) fn put_text(&mut self, cell: Cell, text: &str, style: Style) {
        for (col, glyph) in (cell.col..).zip(text.chars()) {
            self.put(Cell { col, ..cell }, glyph, style);
        }
    }

    /// Gives a cell the overlap background and fills it if it is blank.
    pub(super) fn shade(&mut self, cell: Cell) {
        let (theme, glyph) = (self.theme, self.glyphs.shade);
        let Some(on_screen) = self.cell_mut(cell) else { return };
        if on_screen.symbol() == " " {
            on_screen.set_char(glyph);
        }
        on_screen.set_style(theme.overlap());
    }

    fn cell_mut(&mut self, cell: Cell) -> Option<&mut ScreenCell> {
        let position = self.position(cell)?;
        self.buf.cell_mut(position)
    }

    /// The screen position of a cell, if it is in view.
    fn position(&self, cell: Cell) -> Option<Position> {
        if !self.shows(cell) {
            return None;
        }
        let col = u16::try_from(cell.col).ok()?;
        let row = u16::try_from(cell.row).ok()?;
        Some(Position::new(self.area.x + col, self.area.y + row))
    }
}

fn is_shaded(cell: &ScreenCell, theme: &Theme) -> bool {
    let overlap = theme.overlap();
    match overlap.bg {
        Some(background) => cell.bg == background,
        None => cell.modifier.intersects(overlap.add_modifier),
    }
}
