//! How characters look, and the shortest way to tell the terminal.
//!
//! Not here: the positions of characters.

use std::io::Write;

use ratatui_core::buffer::Cell;
use ratatui_core::style::{Color, Modifier};

use super::features::Colors;

/// The style of the next character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pen {
    foreground: Color,
    background: Color,
    attributes: Modifier,
}

/// The initial pen, which `ESC [ m` restores.
pub(super) const PLAIN: Pen =
    Pen { foreground: Color::Reset, background: Color::Reset, attributes: Modifier::empty() };

/// Attributes that are visible even on a blank.
const SEEN_ON_BLANKS: Modifier =
    Modifier::REVERSED.union(Modifier::UNDERLINED).union(Modifier::CROSSED_OUT);

/// The attributes with the codes that switch them on and off. Bold and dim are
/// switched off together.
const ATTRIBUTES: [(Modifier, u8, u8); 8] = [
    (Modifier::BOLD, 1, 22),
    (Modifier::DIM, 2, 22),
    (Modifier::ITALIC, 3, 23),
    (Modifier::UNDERLINED, 4, 24),
    (Modifier::SLOW_BLINK, 5, 25),
    (Modifier::RAPID_BLINK, 6, 25),
    (Modifier::REVERSED, 7, 27),
    (Modifier::CROSSED_OUT, 9, 29),
];

impl Pen {
    /// The style of a cell.
    pub(super) fn of(cell: &Cell, colors: Colors) -> Self {
        // Never hide a character.
        let attributes = cell.modifier - Modifier::HIDDEN;
        match colors {
            // Without colours, a coloured background is shown in reverse video.
            Colors::None if cell.bg != Color::Reset => {
                Self { attributes: attributes | Modifier::REVERSED, ..PLAIN }
            }
            Colors::None => Self { attributes, ..PLAIN },
            Colors::Sixteen | Colors::Indexed | Colors::Rgb => {
                Self { foreground: cell.fg, background: cell.bg, attributes }
            }
        }
    }

    /// The part that is visible on a blank.
    pub(super) fn on_blanks(self) -> Self {
        let attributes = self.attributes & SEEN_ON_BLANKS;
        let foreground = if attributes.is_empty() { Color::Reset } else { self.foreground };
        Self { foreground, background: self.background, attributes }
    }

    /// Whether a blank looks the same with both.
    pub(super) fn draws_the_same_blank(self, other: Self) -> bool {
        self.on_blanks() == other.on_blanks()
    }

    /// The bytes that change the pen to `to`: none if the pens are equal, otherwise the shorter of
    /// changing what differs and starting over from the plain pen.
    pub(super) fn change(self, to: Self, out: &mut Vec<u8>) {
        if self == to {
            return;
        }
        let differing = self.codes_for_differences(to);
        let afresh = PLAIN.codes_for_differences(to);
        out.extend_from_slice(b"\x1b[");
        if afresh.is_empty() {
            // `ESC [ m` alone is the plain pen.
        } else if afresh.len() + 2 < differing.len() {
            out.extend_from_slice(b"0;");
            out.extend_from_slice(&afresh);
        } else {
            out.extend_from_slice(&differing);
        }
        out.push(b'm');
    }

    fn codes_for_differences(self, to: Self) -> Vec<u8> {
        let mut codes = Vec::new();
        let mut on = self.attributes;
        for (one, _, off) in ATTRIBUTES {
            if on.contains(one) && !to.attributes.contains(one) {
                push(&mut codes, &[off]);
                for (also, _, same) in ATTRIBUTES {
                    if same == off {
                        on.remove(also);
                    }
                }
            }
        }
        for (one, code, _) in ATTRIBUTES {
            if to.attributes.contains(one) && !on.contains(one) {
                push(&mut codes, &[code]);
            }
        }
        if self.foreground != to.foreground {
            push_color(&mut codes, to.foreground, 0);
        }
        if self.background != to.background {
            push_color(&mut codes, to.background, BACKGROUND);
        }
        codes
    }
}

/// The costs of pen changes, cached: the same few are needed again and again.
#[derive(Debug, Default)]
pub(super) struct PenCosts {
    known: Vec<(Pen, Pen, usize)>,
}

impl PenCosts {
    /// The cost of this change, in bytes.
    pub(super) fn change(&mut self, from: Pen, to: Pen) -> usize {
        if from == to {
            return 0;
        }
        let known = self.known.iter().find(|(one, other, _)| (*one, *other) == (from, to));
        if let Some(&(.., cost)) = known {
            return cost;
        }
        let mut bytes = Vec::new();
        from.change(to, &mut bytes);
        self.known.push((from, to, bytes.len()));
        bytes.len()
    }
}

/// What the codes of a background are above those of the same colour as a foreground.
const BACKGROUND: u8 = 10;

/// Adds numbers, separated by semicolons.
fn push(codes: &mut Vec<u8>, numbers: &[u8]) {
    for number in numbers {
        let between = if codes.is_empty() { "" } else { ";" };
        write!(codes, "{between}{number}").expect("a Vec takes all bytes");
    }
}

/// Adds the code of a colour, `above` that of the foreground.
fn push_color(codes: &mut Vec<u8>, color: Color, above: u8) {
    match (sixteen(color), color) {
        (Some(index @ 0..=7), _) => push(codes, &[above + 30 + index]),
        (Some(index), _) => push(codes, &[above + 90 + index - 8]),
        (None, Color::Rgb(r, g, b)) => push(codes, &[above + 38, 2, r, g, b]),
        (None, Color::Indexed(index)) => push(codes, &[above + 38, 5, index]),
        // The terminal's default.
        (None, _) => push(codes, &[above + 39]),
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn pen(foreground: Color, attributes: Modifier) -> Pen {
        Pen { foreground, background: Color::Reset, attributes }
    }

    fn change(from: Pen, to: Pen) -> String {
        let mut out = Vec::new();
        from.change(to, &mut out);
        String::from_utf8(out).expect("codes are ASCII")
    }

    #[test]
    fn without_colours_a_coloured_ground_is_reversed() {
        let mut cell = Cell::new("a");
        cell.set_fg(Color::Red).set_bg(Color::Gray);
        let reversed = Pen { attributes: Modifier::REVERSED, ..PLAIN };
        assert_eq!(Pen::of(&cell, Colors::None), reversed);
        assert_eq!(Pen::of(&Cell::new("a"), Colors::None), PLAIN);
    }

    #[test]
    fn no_change_costs_nothing() {
        let red = pen(Color::Red, Modifier::BOLD);
        assert_eq!(change(red, red), "");
    }

    #[test]
    fn going_back_to_plain_is_three_bytes() {
        assert_eq!(change(pen(Color::Red, Modifier::all()), PLAIN), "\x1b[m");
    }

    #[test]
    fn only_what_differs_is_sent() {
        let red = pen(Color::Red, Modifier::empty());
        assert_eq!(change(PLAIN, red), "\x1b[31m");
        assert_eq!(change(red, pen(Color::Red, Modifier::BOLD)), "\x1b[1m");
        assert_eq!(change(pen(Color::Red, Modifier::BOLD), red), "\x1b[22m");
        assert_eq!(change(red, pen(Color::LightBlue, Modifier::empty())), "\x1b[94m");
    }

    #[test]
    fn dim_survives_when_bold_goes() {
        let both = pen(Color::Reset, Modifier::BOLD | Modifier::DIM | Modifier::REVERSED);
        let dim = pen(Color::Reset, Modifier::DIM | Modifier::REVERSED);
        assert_eq!(change(both, dim), "\x1b[22;2m");
    }

    #[test]
    fn a_reset_is_used_when_it_is_shorter() {
        let busy = pen(Color::LightRed, Modifier::BOLD | Modifier::UNDERLINED | Modifier::REVERSED);
        assert_eq!(change(busy, pen(Color::Reset, Modifier::DIM)), "\x1b[0;2m");
    }

    #[test]
    fn a_blank_shows_only_its_background_and_its_lines() {
        assert!(PLAIN.draws_the_same_blank(pen(Color::Red, Modifier::BOLD)));
        assert!(!PLAIN.draws_the_same_blank(pen(Color::Reset, Modifier::REVERSED)));
        let reversed = |color| pen(color, Modifier::REVERSED);
        assert!(!reversed(Color::Red).draws_the_same_blank(reversed(Color::Blue)));
    }

    #[test]
    fn the_sixteen_colours_have_their_short_codes_by_number_too() {
        assert_eq!(change(PLAIN, pen(Color::Indexed(1), Modifier::empty())), "\x1b[31m");
        assert_eq!(change(PLAIN, pen(Color::Indexed(15), Modifier::empty())), "\x1b[97m");
        let behind = Pen { background: Color::Indexed(200), ..PLAIN };
        assert_eq!(change(PLAIN, behind), "\x1b[48;5;200m");
    }
}
