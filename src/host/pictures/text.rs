//! The screen as plain text.

use ratatui::buffer::Buffer;

use super::cells;

/// One line per row, without trailing blanks.
pub(super) fn write(screen: &Buffer) -> String {
    let mut text = String::new();
    for row in cells::rows(screen) {
        let before = text.len();
        text.extend(row.into_iter().map(|glyph| glyph.symbol));
        let kept = text[before..].trim_end_matches(' ').len();
        text.truncate(before + kept);
        text.push('\n');
    }
    text
}
