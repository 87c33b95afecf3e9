//! Whether letters are readable on a ground.

use ratatui::style::Color;

use crate::app::luminance;

/// The minimum contrast of letters, by WCAG 2.
const LEAST: f64 = 4.5;

/// The darkest of the 256 colours on which none of our colours is legible in practice, whatever the
/// formula says: 22, 23, 58, 88 and 124.
const NO_COLOUR_IS_CLEAR: [u8; 5] = [22, 23, 58, 88, 124];

/// Whether letters of a colour are readable on a ground. Colours from a palette have an unknown
/// look, and are accepted.
pub(super) fn is_readable(color: Color, ground: Color) -> bool {
    if matches!(ground, Color::Indexed(index) if NO_COLOUR_IS_CLEAR.contains(&index)) {
        return false;
    }
    contrast(color, ground).is_none_or(|contrast| contrast >= LEAST)
}

/// The contrast of two colours, from 1 to 21; `None` if a palette decides.
pub(super) fn contrast(one: Color, other: Color) -> Option<f64> {
    let [one, other] = [one, other].map(|color| components(color).map(luminance));
    let (one, other) = (one?, other?);
    Some((one.max(other) + 0.05) / (one.min(other) + 0.05))
}

/// Red, green and blue of a colour; `None` if a palette decides.
pub(super) const fn components(color: Color) -> Option<[u8; 3]> {
    match color {
        Color::Rgb(r, g, b) => Some([r, g, b]),
        Color::Indexed(index @ 16..=231) => {
            let cube = index - 16;
            Some([level(cube / 36), level(cube / 6 % 6), level(cube % 6)])
        }
        Color::Indexed(index @ 232..) => Some([8 + 10 * (index - 232); 3]),
        _ => None,
    }
}

/// One of the six levels of xterm's colour cube.
const fn level(digit: u8) -> u8 {
    if digit == 0 { 0 } else { 55 + 40 * digit }
}
