//! Drawing text into a buffer: cut to fit, and without control characters.

use hitscan::seat::ratatui::buffer::Buffer;
use hitscan::seat::ratatui::style::Style;
use hitscan::seat::ratatui::text::Span;
use hitscan_core::scene::printable;

/// Writes a text into at most `width` cells of a row; a text that is too long is cut off with `…`.
pub(crate) fn put(buffer: &mut Buffer, [x, y]: [u16; 2], text: &str, width: u16, style: Style) {
    if y < buffer.area.height && x < buffer.area.width {
        let width = width.min(buffer.area.width - x);
        buffer.set_stringn(x, y, fitted(text, width), width.into(), style);
    }
}

/// Writes a text aligned right, ending before this cell.
pub(crate) fn put_right(buffer: &mut Buffer, [end, y]: [u16; 2], text: &str, style: Style) {
    let text = printable(text);
    let x = end.saturating_sub(cells_of(&text));
    put(buffer, [x, y], &text, end - x, style);
}

/// Cuts a text to at most `width` cells.
pub(crate) fn fitted(text: &str, width: u16) -> String {
    let text = printable(text);
    if cells_of(&text) <= width {
        return text;
    }
    let mut fitted = String::new();
    for c in text.chars() {
        fitted.push(c);
        if cells_of(&fitted) >= width {
            fitted.pop();
            break;
        }
    }
    if width > 0 {
        fitted.push('\u{2026}');
    }
    fitted
}

/// The width of a text in cells.
pub(crate) fn cells_of(text: &str) -> u16 {
    u16::try_from(Span::raw(text).width()).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("anna", 4, "anna")]
    #[case("annabel", 4, "ann…")]
    #[case("a\u{1b}[2Jb", 40, "a\\u{1b}[2Jb")]
    #[case("矩形と線分", 6, "矩形…")]
    #[case("矩形と線分", 10, "矩形と線分")]
    #[case("anna", 1, "…")]
    #[case("anna", 0, "")]
    fn a_text_is_cut_to_its_cells(#[case] text: &str, #[case] width: u16, #[case] expected: &str) {
        assert_eq!(fitted(text, width), expected);
        assert!(cells_of(&fitted(text, width)) <= width);
    }
}
