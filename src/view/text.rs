//! Text on one row, measured in cells.
//!
//! Our own words are written as they are, but for the few typographic signs
//! that old fonts lack; what people have named may be in any script. Control
//! characters are never written.

use std::fmt;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use hitscan_core::words::lines::spelled;
pub(super) use hitscan_core::words::lines::{cells, cells_of, wrapped, wrapped_values};

/// Writes along one row from left to right, and never beyond its end.
pub(super) struct Pen<'a> {
    buf: &'a mut Buffer,
    x: u16,
    y: u16,
    /// The first column that is not written.
    end: u16,
    /// What is written next looks like this.
    pub(super) style: Style,
}

impl<'a> Pen<'a> {
    /// A pen at the start of row `y` of `area`, counted within it.
    pub(super) fn new(buf: &'a mut Buffer, area: Rect, y: u16) -> Self {
        let area = area.intersection(*buf.area());
        let end = if y < area.height { area.right() } else { area.x };
        Self { buf, x: area.x, y: area.y.saturating_add(y), end, style: Style::new() }
    }

    /// What is written on, for another pen in between.
    pub(super) const fn buffer(&mut self) -> &mut Buffer {
        self.buf
    }

    /// The column that is written next.
    pub(super) const fn column(&self) -> u16 {
        self.x
    }

    /// Cells left in the row.
    pub(super) const fn room(&self) -> u16 {
        self.end.saturating_sub(self.x)
    }

    /// Goes on at this column of the screen, if that is further right.
    pub(super) fn skip_to(&mut self, column: u16) {
        self.x = self.x.max(column).min(self.end.max(self.x));
    }

    /// Leaves so many cells blank.
    pub(super) fn skip(&mut self, cells: u16) {
        self.skip_to(self.x.saturating_add(cells));
    }

    /// The row ends before this column of the screen.
    pub(super) fn end_at(&mut self, column: u16) {
        self.end = self.end.min(column);
    }

    /// Writes in a style of its own.
    pub(super) fn styled(&mut self, style: Style, text: &str) {
        let before = std::mem::replace(&mut self.style, style);
        self.text(text);
        self.style = before;
    }

    /// Writes our own words, as far as there is room.
    pub(super) fn text(&mut self, mut text: &str) {
        while let Some((at, sign)) = text.char_indices().find(|&(_, c)| spelled(c).is_some()) {
            self.any_script(&text[..at]);
            self.any_script(spelled(sign).unwrap_or_default());
            text = &text[at + sign.len_utf8()..];
        }
        self.any_script(text);
    }

    /// Writes what may be in any script, as far as there is room; a wide
    /// character that would be cut in half ends the row.
    pub(super) fn any_script(&mut self, text: &str) {
        if text.is_empty() || self.room() == 0 {
            return;
        }
        let room = usize::from(self.room());
        let wide = text.width() > room;
        self.x = self.buf.set_stringn(self.x, self.y, text, room, self.style).0;
        if wide {
            self.end = self.x;
        }
    }

    /// Writes all of this or, where there is no room for all, nothing; gives
    /// whether it was written.
    pub(super) fn whole(&mut self, text: fmt::Arguments<'_>) -> bool {
        let fits = cells_of(text) <= usize::from(self.room());
        if fits {
            self.format(text);
        }
        fits
    }

    /// Writes formatted words, as far as there is room.
    pub(super) fn format(&mut self, text: fmt::Arguments<'_>) {
        // The pen itself never fails; a value that refuses to be written is none.
        let _ = fmt::Write::write_fmt(self, text);
    }

    /// Gives the cell that is written next another look.
    pub(super) fn mark(&mut self, style: Style) {
        if self.room() > 0
            && let Some(cell) = self.buf.cell_mut(Position::new(self.x, self.y))
        {
            cell.set_style(style);
        }
    }
}

impl fmt::Write for Pen<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(width: u16, write: impl FnOnce(&mut Pen<'_>)) -> String {
        let area = Rect::new(0, 0, width, 1);
        let mut buf = Buffer::empty(area);
        write(&mut Pen::new(&mut buf, area, 0));
        buf.content().iter().map(ratatui::buffer::Cell::symbol).collect()
    }

    #[test]
    fn wide_characters_are_never_cut_in_half() {
        assert_eq!(row(5, |pen| pen.any_script("矩形と")), "矩 形  ");
        let then = row(5, |pen| {
            pen.any_script("矩形と");
            pen.text("x");
        });
        assert_eq!(then, "矩 形  ", "nothing follows what was cut off");
    }

    #[test]
    fn control_characters_and_signs_old_fonts_lack_are_not_written() {
        assert_eq!(row(9, |pen| pen.text("a\u{1b}[m\n\u{202e}b…")), "a[mb...  ");
    }

    #[test]
    fn a_field_is_written_whole_or_not_at_all() {
        assert_eq!(row(4, |pen| assert!(!pen.whole(format_args!("x {}", 123)))), "    ");
        assert_eq!(row(5, |pen| assert!(pen.whole(format_args!("x {}", 123)))), "x 123");
    }
}
