//! The arena as a grid of cells that clips to the view.

use ratatui::buffer::{Buffer, Cell as ScreenCell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

use crate::app::{Cell, Viewport};
use crate::view::glyphs::Glyphs;
use crate::view::theme::{GroundRole, Theme};

/// The part of the buffer that shows the arena. Drawing out of view has no
/// effect.
pub(super) struct ArenaCanvas<'a> {
    buf: &'a mut Buffer,
    /// The arena's cells, without the rulers.
    area: Rect,
    pub(super) view: Viewport,
    pub(super) theme: &'a Theme,
    pub(super) glyphs: &'a Glyphs,
    /// If set, drawing has an effect only on these cells; otherwise everywhere in view.
    clip: Option<CellSet>,
    /// If set, drawing lays this ground instead of glyphs.
    ground: Option<Color>,
}

impl<'a> ArenaCanvas<'a> {
    /// A canvas on `area` with the size of `view`, cut to what fits.
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
        Self { buf, area, view, theme, glyphs, clip: None, ground: None }
    }

    /// Draws only on these cells.
    pub(super) fn within(&mut self, cells: CellSet, draw: impl FnOnce(&mut Self)) {
        self.clip = Some(cells);
        draw(self);
        self.clip = None;
    }

    /// Lays the ground of a role under the cells that are drawn on, and blanks them; does
    /// nothing if the theme has none.
    pub(super) fn lay(&mut self, role: GroundRole, draw: impl FnOnce(&mut Self)) {
        self.ground = self.theme.ground(role);
        if self.ground.is_some() {
            draw(self);
        }
        self.ground = None;
    }

    /// The last column and row in view; -1 if there is none.
    pub(super) fn last(&self) -> Cell {
        Cell { col: i64::from(self.view.cols()) - 1, row: i64::from(self.view.rows()) - 1 }
    }

    /// Whether a cell is in view.
    pub(super) fn shows(&self, cell: Cell) -> bool {
        let last = self.last();
        (0..=last.col).contains(&cell.col) && (0..=last.row).contains(&cell.row)
    }

    /// Draws a glyph and keeps the background.
    pub(super) fn put(&mut self, cell: Cell, glyph: char, style: Style) {
        if self.clip.as_ref().is_some_and(|clip| !clip.contains(cell)) {
            return;
        }
        let ground = self.ground;
        let Some(on_screen) = self.cell_mut(cell) else { return };
        on_screen.fg = Color::Reset;
        on_screen.modifier = Modifier::empty();
        match ground {
            Some(ground) => on_screen.set_char(' ').set_bg(ground),
            None => on_screen.set_char(glyph).set_style(style),
        };
        let shared = self.theme.shared;
        if let (Some(letter), Some(cell)) = (shared.fg, self.cell_mut(cell))
            && shared.bg == Some(cell.bg)
        {
            // Red would not be visible on the ground of a hit.
            cell.fg = letter;
        }
    }

    /// Draws a letter, adjusting its style so that it is readable on the ground there.
    pub(super) fn put_letter(&mut self, cell: Cell, letter: char, style: Style) {
        let style = match self.style_at(cell).bg {
            None | Some(Color::Reset) => style,
            Some(ground) => self.theme.letter_on(style, ground),
        };
        self.put(cell, letter, style);
    }

    /// Whether a cell in view is empty, or has only a dot of the grid, a stipple or a construction.
    pub(super) fn is_free(&self, cell: Cell) -> bool {
        let dots = [' ', self.glyphs.tick, self.glyphs.construction];
        self.glyph_at(cell).is_some_and(|glyph| dots.contains(&glyph))
    }

    /// The character in a cell; `None` out of view.
    pub(super) fn glyph_at(&self, cell: Cell) -> Option<char> {
        let position = self.position(cell)?;
        self.buf.cell(position)?.symbol().chars().next()
    }

    /// The style of a cell; the default style out of view.
    pub(super) fn style_at(&self, cell: Cell) -> Style {
        let cell = self.position(cell).and_then(|position| self.buf.cell(position));
        cell.map_or_else(Style::new, ScreenCell::style)
    }

    /// Draws ASCII text, one character per cell.
    pub(super) fn put_text(&mut self, cell: Cell, text: &str, style: Style) {
        for (col, glyph) in (cell.col..).zip(text.chars()) {
            self.put_letter(Cell { col, ..cell }, glyph, style);
        }
    }

    /// Hatches a cell that two regions share.
    pub(super) fn hatch(&mut self, cell: Cell) {
        self.put(cell, self.glyphs.hatch, self.theme.shared);
    }

    /// Gives the content of a shared cell the style of one; what is bold stays so.
    pub(super) fn share(&mut self, cell: Cell) {
        let style = self.theme.shared;
        if let Some(on_screen) = self.cell_mut(cell) {
            let weight = on_screen.modifier.intersection(Modifier::BOLD);
            on_screen.fg = Color::Reset;
            on_screen.modifier = weight;
            on_screen.set_style(style);
        }
    }

    /// Lays a ground under the content of a cell, if the theme has one.
    pub(super) fn lay_under(&mut self, cell: Cell, role: GroundRole) {
        let ground = self.theme.ground(role);
        if let (Some(ground), Some(on_screen)) = (ground, self.cell_mut(cell)) {
            on_screen.bg = ground;
        }
    }

    /// The cells in view, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let last = self.last();
        (0..=last.row).flat_map(move |row| (0..=last.col).map(move |col| Cell { col, row }))
    }

    /// What all cells in view look like now, row by row.
    pub(super) fn picture(&self) -> Vec<ScreenCell> {
        let cells = self.cells().filter_map(|cell| self.position(cell));
        cells.filter_map(|position| self.buf.cell(position).cloned()).collect()
    }

    /// Whether a cell in view looks like that.
    pub(super) fn looks_like(&self, cell: Cell, look: &ScreenCell) -> bool {
        self.position(cell).and_then(|position| self.buf.cell(position)) == Some(look)
    }

    /// Reverses the colours of a cell.
    pub(super) fn reverse(&mut self, cell: Cell) {
        if let Some(on_screen) = self.cell_mut(cell) {
            on_screen.modifier.insert(Modifier::REVERSED);
        }
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

/// Cells of the view.
#[derive(Clone, Debug, Default)]
pub(super) struct CellSet {
    /// The row of the first spans.
    top: i64,
    /// The cells of each row as ranges of columns, both ends inclusive.
    rows: Vec<Vec<(i64, i64)>>,
}

impl CellSet {
    /// The cells of these rows, the first of which is `top`.
    pub(super) const fn of_rows(top: i64, rows: Vec<Vec<(i64, i64)>>) -> Self {
        Self { top, rows }
    }

    /// Whether a cell belongs to the set.
    pub(super) fn contains(&self, cell: Cell) -> bool {
        let row = usize::try_from(cell.row - self.top).ok();
        let spans = row.and_then(|row| self.rows.get(row));
        spans.is_some_and(|spans| spans.iter().any(|(from, to)| (*from..=*to).contains(&cell.col)))
    }

    /// Row by row, from left to right.
    pub(super) fn iter(&self) -> impl Iterator<Item = Cell> {
        (self.top..).zip(&self.rows).flat_map(|(row, spans)| {
            let cols = spans.iter().flat_map(|&(from, to)| from..=to);
            cols.map(move |col| Cell { col, row })
        })
    }
}
