//! Text on one row, measured in cells.
//!
//! Our own texts are written as they are, except for a few typographic characters that old fonts
//! lack. User-given names may be in any script. Control characters are never written.

use std::borrow::Cow;
use std::fmt;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::glyphs::Glyphs;
use super::theme::Theme;
use crate::app::Model;
pub(super) use hitscan_core::words::lines::{cells, cells_of, wrapped, wrapped_values};
use hitscan_core::words::lines::{cut_name, spelled};
use hitscan_core::world::{Name, Participant};

/// Text replaces the style beneath it, except for the background.
const OVER: Style = Style::new().fg(Color::Reset).remove_modifier(Modifier::all());

/// Writes along one row from left to right, never beyond its end.
pub(super) struct Pen<'a> {
    buf: &'a mut Buffer,
    x: u16,
    y: u16,
    /// The column after the last writable one.
    end: u16,
    /// The style of the next text.
    pub(super) style: Style,
}

impl<'a> Pen<'a> {
    /// Makes a pen at the start of row `y` of `area`, counted within it.
    pub(super) fn new(buf: &'a mut Buffer, area: Rect, y: u16) -> Self {
        let area = area.intersection(*buf.area());
        let end = if y < area.height { area.right() } else { area.x };
        Self { buf, x: area.x, y: area.y.saturating_add(y), end, style: Style::new() }
    }

    /// The next column to write.
    pub(super) const fn column(&self) -> u16 {
        self.x
    }

    /// Cells left in the row.
    pub(super) const fn room(&self) -> u16 {
        self.end.saturating_sub(self.x)
    }

    /// Moves to this column of the screen, if it is further right.
    pub(super) fn skip_to(&mut self, column: u16) {
        self.x = self.x.max(column).min(self.end.max(self.x));
    }

    /// Leaves `cells` cells blank.
    pub(super) fn skip(&mut self, cells: u16) {
        self.skip_to(self.x.saturating_add(cells));
    }

    /// Ends the row before this column of the screen.
    pub(super) fn end_at(&mut self, column: u16) {
        self.end = self.end.min(column);
    }

    /// Sets the style and writes our own text.
    pub(super) fn styled(&mut self, style: Style, text: &str) {
        let before = std::mem::replace(&mut self.style, style);
        self.text(text);
        self.style = before;
    }

    /// Writes our own text, as far as there is room.
    pub(super) fn text(&mut self, mut text: &str) {
        while let Some((at, sign)) = text.char_indices().find(|&(_, c)| spelled(c).is_some()) {
            self.any_script(&text[..at]);
            self.any_script(spelled(sign).unwrap_or_default());
            text = &text[at + sign.len_utf8()..];
        }
        self.any_script(text);
    }

    /// Writes our own text, replacing the signs that each glyph set draws in its own way.
    pub(super) fn in_glyphs(&mut self, mut text: &str, glyphs: &Glyphs) {
        while let Some(at) = text.find(['≈', '…', '►', '→', '●', '○', '×', '·']) {
            let (before, sign) = text.split_at(at);
            let (sign, after) = sign.split_at(sign.chars().next().map_or(0, char::len_utf8));
            self.text(before);
            match sign {
                "≈" => self.any_script(glyphs.about.encode_utf8(&mut [0; 4])),
                "…" => self.any_script(glyphs.cut),
                "→" => self.any_script(glyphs.into),
                "·" => self.any_script(glyphs.tick.encode_utf8(&mut [0; 4])),
                "×" => self.any_script(glyphs.times.encode_utf8(&mut [0; 4])),
                "○" => self.any_script(glyphs.touch.encode_utf8(&mut [0; 4])),
                "●" => self.any_script(glyphs.start.encode_utf8(&mut [0; 4])),
                _ => self.any_script(glyphs.heads[1].encode_utf8(&mut [0; 4])),
            }
            text = after;
        }
        self.text(text);
    }

    /// Writes text in any script, as far as there is room. A wide character
    /// that would be cut in half ends the row.
    pub(super) fn any_script(&mut self, text: &str) {
        if text.is_empty() || self.room() == 0 {
            return;
        }
        let room = usize::from(self.room());
        let style = OVER.patch(self.style);
        if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return self.ascii(text, style);
        }
        let wide = text.width() > room;
        self.x = self.buf.set_stringn(self.x, self.y, text, room, style).0;
        if wide {
            self.end = self.x;
        }
    }

    /// The fast path for nearly all text: one column for each character.
    fn ascii(&mut self, text: &str, style: Style) {
        let room = usize::from(self.room());
        let at = self.buf.index_of(self.x, self.y);
        for (cell, c) in self.buf.content[at..at + room].iter_mut().zip(text.chars()) {
            cell.set_char(c).set_style(style);
        }
        let written = u16::try_from(text.len().min(room)).unwrap_or(self.room());
        self.x += written;
    }

    /// Writes the whole text or nothing, depending on the room, and returns
    /// whether it was written.
    pub(super) fn whole(&mut self, text: fmt::Arguments<'_>) -> bool {
        let fits = cells_of(text) <= usize::from(self.room());
        if fits {
            self.format(text);
        }
        fits
    }

    /// Writes formatted text, as far as there is room.
    pub(super) fn format(&mut self, text: fmt::Arguments<'_>) {
        // Neither the pen nor any value written here can fail.
        let _ = fmt::Write::write_fmt(self, text);
    }

    /// Sets the style of the next cell.
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

/// A text in at most `room` cells; one that is too long ends with `sign`.
pub(super) fn shortened<'t>(text: &'t str, room: usize, sign: &str) -> Cow<'t, str> {
    if text.width() <= room {
        return Cow::Borrowed(text);
    }
    let room = room.saturating_sub(sign.width());
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let next = at + c.len_utf8();
        if text[..next].width() > room {
            break;
        }
        end = next;
    }
    Cow::Owned(format!("{}{sign}", &text[..end]))
}

/// The parts of a bar this many cells wide, each with its style: the part reached, and the rest.
/// Any progress is visible, and only full progress fills the bar.
pub(super) fn bar_parts(
    [reached, all]: [u32; 2],
    cells: u16,
    glyphs: &Glyphs,
    [full, rest]: [Style; 2],
) -> [(String, Style); 2] {
    let halves = u64::from(reached) * 2 * u64::from(cells) / u64::from(all.max(1));
    let halves = halves.max(u64::from(reached > 0)).min(2 * u64::from(cells));
    let [line, other] = glyphs.bar;
    let whole = usize::try_from(halves / 2).unwrap_or(0);
    let mut beginning: String = std::iter::repeat_n(line, whole).collect();
    if halves % 2 == 1 {
        beginning.push(glyphs.half_bar);
    }
    let left = usize::from(cells) - beginning.chars().count();
    [(beginning, full), (std::iter::repeat_n(other, left).collect(), rest)]
}

// The names of objects in the panel and the status: their style, and how they are cut if there is
// no room.

/// The style of a name: bold, in the colour of its object.
pub(super) fn style_of(model: Model<'_>, theme: &Theme, of: &Participant) -> Style {
    let object = model.engine.sandbox().world().object(of.id);
    let style = object.map_or(theme.kind(of.shape.kind()), |object| theme.object(object));
    Theme::selected(style)
}

/// `X→Y` in at most `room` columns; `sign` marks where a name is cut.
pub(super) fn pair_name([x, y]: [&Name; 2], room: usize, sign: &str) -> String {
    let (x_len, y_len) = (x.as_str().len(), y.as_str().len());
    let rest = room.saturating_sub(1);
    // The longer name gets the room that the shorter one leaves.
    let x_room = (rest / 2).max(rest - y_len.min(rest - rest / 2)).min(x_len);
    format!("{}→{}", cut_name(x, x_room, sign), cut_name(y, rest - x_room, sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_is_cut_with_a_sign() {
        for (text, room, shown) in [
            ("a wall that holds", 17, "a wall that holds"),
            ("a wall that holds", 16, "a wall that hol…"),
            ("a wall that holds", 8, "a wall …"),
            ("矩形同士", 7, "矩形同…"),
            ("矩形同士", 6, "矩形…"),
            ("", 0, ""),
        ] {
            let cut = shortened(text, room, "…");
            assert_eq!(cut, shown);
            assert!(cut.width() <= room);
        }
    }

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

#[cfg(test)]
mod bar_tests {
    use super::*;

    #[test]
    fn a_bar_shows_halves_and_is_full_only_at_the_end() {
        let bar = |reached, all, cells| {
            bar_parts([reached, all], cells, &Glyphs::LINES, [Style::new(); 2])
                .map(|it| it.0)
                .concat()
        };
        assert_eq!(bar(0, 12, 8), "────────");
        assert_eq!(bar(1, 212, 8), "╸───────");
        assert_eq!(bar(9, 14, 8), "━━━━━───");
        assert_eq!(bar(11, 12, 14), "━━━━━━━━━━━━╸─");
        assert_eq!(bar(12, 12, 8), "━━━━━━━━");
        assert_eq!([bar(99, 100, 4), bar(0, 0, 2)], ["━━━╸", "──"]);
    }
}

#[cfg(test)]
mod names_tests {
    use super::*;

    #[test]
    fn names_that_are_too_long_are_cut_with_a_sign_and_keep_their_numbers() {
        let name = |text| Name::new(text).expect("a name");
        for (x, y, room, shown) in [
            ("B", "A", 7, "B>A"),
            ("player", "tile", 13, "player>tile"),
            ("player", "tile", 7, "pl…>ti…"),
            ("ball", "brick12", 11, "ball>bri…12"),
            ("ball-12", "A", 7, "ba…12>A"),
            ("A", "ball-12", 7, "A>ba…12"),
            ("A", "very-long-name", 7, "A>very…"),
        ] {
            let cut = pair_name([&name(x), &name(y)], room, "…");
            assert_eq!(cut, shown);
            assert!(cut.chars().count() <= room);
        }
    }
}
