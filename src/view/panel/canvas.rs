//! A part of the panel, addressed by its own rows and columns. Whatever does not fit is cut off.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::{status, theme};
use crate::app::{Hint, HitRegion, HitRegions, LegendSign};
use crate::view::glyphs::Glyphs;
use crate::view::legend;
use crate::view::text::{Pen, cells, cells_of, wrapped};
use crate::view::theme::{GroundRole, Theme};

/// Plain text.
pub(super) const TEXT: Style = Style::new();

/// The smallest width with room for whole words.
const WIDE_COLS: u16 = 46;

/// A part of the panel to draw on.
pub(in crate::view) struct PanelCanvas<'a> {
    pub(super) theme: &'a Theme,
    pub(super) glyphs: &'a Glyphs,
    /// Whether the row of the chosen page is marked.
    pub(super) marks_choice: bool,
    area: Rect,
    buf: &'a mut Buffer,
    hit_regions: &'a mut HitRegions,
}

impl<'a> PanelCanvas<'a> {
    pub(in crate::view) fn new(
        theme: &'a Theme,
        glyphs: &'a Glyphs,
        area: Rect,
        buf: &'a mut Buffer,
        hit_regions: &'a mut HitRegions,
    ) -> Self {
        Self { theme, glyphs, marks_choice: true, area, buf, hit_regions }
    }

    /// Makes columns `from..to` of a row clickable as `spot`.
    pub(super) fn spot(&mut self, row: u16, from: u16, to: u16, spot: HitRegion) {
        if row < self.area.height {
            let (x, y) = (self.area.x + from, self.area.y + row);
            let width = to.min(self.area.width).saturating_sub(from);
            self.hit_regions.put(Rect { x, y, width, height: 1 }, spot);
        }
    }

    /// On a slow line, all of this part may be shown once no key is pressed.
    pub(super) fn may_wait(&mut self) {
        self.hit_regions.let_wait(self.area);
    }

    pub(super) const fn rows(&self) -> u16 {
        self.area.height
    }

    pub(super) const fn cols(&self) -> u16 {
        self.area.width
    }

    /// Which of these are in a part of the screen that was drawn before.
    pub(super) fn shown_of(&self, part: Rect, glyphs: &[char]) -> Vec<char> {
        let mut shown = Vec::new();
        let part = part.intersection(*self.buf.area());
        for y in part.top()..part.bottom() {
            let from = self.buf.index_of(part.x, y);
            for cell in &self.buf.content[from..from + usize::from(part.width)] {
                let symbol = cell.symbol();
                // Nearly all cells are blank.
                if symbol == " " {
                    continue;
                }
                let sign = symbol.chars().next().filter(|sign| glyphs.contains(sign));
                shown.extend(sign.filter(|sign| !shown.contains(sign)));
            }
        }
        shown
    }

    /// Whether there is room for whole words.
    pub(super) const fn is_wide(&self) -> bool {
        self.area.width >= WIDE_COLS
    }

    /// The part from this row to the end.
    pub(super) fn below(&mut self, row: u16) -> PanelCanvas<'_> {
        self.part(row, self.area.height.saturating_sub(row))
    }

    /// The part of `rows` rows that begins at `row`.
    pub(super) fn part(&mut self, row: u16, rows: u16) -> PanelCanvas<'_> {
        let row = row.min(self.area.height);
        let height = rows.min(self.area.height - row);
        let area = Rect { y: self.area.y + row, height, ..self.area };
        PanelCanvas {
            theme: self.theme,
            glyphs: self.glyphs,
            marks_choice: self.marks_choice,
            area,
            buf: self.buf,
            hit_regions: self.hit_regions,
        }
    }

    /// Writes at this column and returns the column after the text.
    pub(super) fn put(&mut self, row: u16, col: u16, text: &str, style: Style) -> u16 {
        let mut pen = Pen::new(self.buf, self.area, row);
        pen.skip(col);
        pen.style = style;
        pen.in_glyphs(text, self.glyphs);
        pen.column() - self.area.x
    }

    /// Writes a user's text, which may be in any script.
    pub(super) fn put_any_script(&mut self, row: u16, col: u16, text: &str, style: Style) {
        let mut pen = Pen::new(self.buf, self.area, row);
        pen.skip(col);
        pen.style = style;
        pen.any_script(text);
    }

    /// Lays a ground under columns `from..to` of a row, over any content.
    pub(super) fn lay(&mut self, row: u16, from: u16, to: u16, role: GroundRole) {
        if row < self.area.height {
            let width = to.min(self.area.width).saturating_sub(from);
            let area = Rect { x: self.area.x + from, y: self.area.y + row, width, height: 1 };
            theme::lay(area, role, self.theme, self.buf);
        }
    }

    /// Lays the bar of the chosen row under a row.
    pub(super) fn lay_bar(&mut self, row: u16) {
        self.lay(row, 1, self.area.width.saturating_sub(1), GroundRole::Chosen);
    }

    /// Writes a sign of the legend.
    pub(super) fn sign(&mut self, row: u16, col: u16, sign: LegendSign) {
        let mut pen = Pen::new(self.buf, self.area, row);
        pen.skip(col);
        legend::write(sign, self.theme, self.glyphs, &mut pen);
    }

    /// Writes the name of a key in brackets. Returns the column after it.
    pub(super) fn chip(&mut self, row: u16, col: u16, key: &str) -> u16 {
        let quiet = self.theme.quiet;
        let col = self.put(row, col, "[", quiet);
        let col = self.put(row, col, key, self.theme.chip());
        self.put(row, col, "]", quiet)
    }

    /// Writes keys and what they do, as far as they fit.
    pub(super) fn keys(&mut self, row: u16, hints: &[Hint]) {
        let room = self.area.width - 1;
        let mut pen = Pen::new(self.buf, Rect { width: room, ..self.area }, row);
        pen.skip(1);
        for hint in hints {
            status::write_key(&mut pen, self.theme, format_args!("{}", hint.keys), &hint.label);
        }
    }

    /// Writes so that the text ends before column `end`.
    pub(super) fn put_right(&mut self, row: u16, end: u16, text: &str, style: Style) {
        let width = u16::try_from(cells_of(format_args!("{text}"))).unwrap_or(u16::MAX);
        self.put(row, end.saturating_sub(width), text, style);
    }

    /// Writes text being edited, scrolled so that the cursor is visible.
    /// `cursor` counts the characters before it.
    pub(super) fn typed(&mut self, row: u16, col: u16, text: &str, cursor: usize, style: Style) {
        let marked = self.theme.marked;
        let room = usize::from(self.area.width.saturating_sub(col));
        let mut pen = Pen::new(self.buf, self.area, row);
        pen.skip(col);
        let chars: Vec<char> = text.chars().collect();
        let mut from = cursor;
        let mut used = 1;
        while from > 0 && used + cells(chars[from - 1]) <= room {
            from -= 1;
            used += cells(chars[from]);
        }
        for (at, c) in chars.iter().enumerate().skip(from) {
            let style = if at == cursor { marked } else { style };
            pen.styled(style, c.encode_utf8(&mut [0; 4]));
        }
        if cursor >= chars.len() {
            pen.mark(marked);
        }
    }

    /// Draws a dim line across that branches off the separator at the left with
    /// `branch`, and writes captions into it: one near its beginning, one near its
    /// end.
    pub(super) fn rule(&mut self, row: u16, branch: char, [left, right]: [&str; 2]) {
        if row >= self.area.height {
            return;
        }
        let (glyph, style) = (self.glyphs.horizontal, self.theme.quiet);
        let y = self.area.y + row;
        for x in self.area.left()..self.area.right() {
            if let Some(cell) = self.buf.cell_mut((x, y)) {
                cell.set_char(glyph).set_style(style);
            }
        }
        let separator = self.area.x.checked_sub(1);
        if let Some(cell) = separator.and_then(|x| self.buf.cell_mut((x, y))) {
            cell.set_char(branch).set_style(style);
        }
        if !left.is_empty() {
            // The rule underneath is dim.
            let accent = self.theme.accent;
            self.put(row, 1, " ", style);
            let end = self.put(row, 2, left, accent);
            self.put(row, end, " ", style);
        }
        if !right.is_empty() {
            self.put_right(row, self.cols() - 1, &format!(" {right} "), style);
        }
    }

    /// Writes wrapped text from this row and column, with the last column blank, and
    /// returns the row after it.
    pub(super) fn paragraph(&mut self, row: u16, col: u16, text: &str, style: Style) -> u16 {
        let room = usize::from(self.area.width.saturating_sub(col + 1));
        let mut row = row;
        for line in wrapped(text, room) {
            self.put(row, col, line, style);
            row += 1;
        }
        row
    }
}
