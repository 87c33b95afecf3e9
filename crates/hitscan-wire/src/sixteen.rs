//! The numbers of the terminal's sixteen colours, which every output format with colours uses.

use ratatui_core::style::Color;

/// A colour's number among the sixteen, if it is one of them.
#[must_use]
pub const fn sixteen(color: Color) -> Option<u8> {
    Some(match color {
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
        Color::Indexed(index @ 0..=15) => index,
        Color::Reset | Color::Indexed(_) | Color::Rgb(..) => return None,
    })
}
