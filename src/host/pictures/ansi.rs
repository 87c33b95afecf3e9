//! The screen as coloured text, with the escape sequences (SGR) that every terminal supports. Each
//! line ends with a reset, so that any of them can be cut out.

use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use super::cells::{self, CellStyle};
use hitscan_wire::sixteen;

/// The attributes, each with the number that switches it on.
const ATTRIBUTES: [(Modifier, u8); 8] = [
    (Modifier::BOLD, 1),
    (Modifier::DIM, 2),
    (Modifier::ITALIC, 3),
    (Modifier::UNDERLINED, 4),
    (Modifier::SLOW_BLINK, 5),
    (Modifier::RAPID_BLINK, 6),
    (Modifier::REVERSED, 7),
    (Modifier::CROSSED_OUT, 9),
];

/// One line per row, without trailing blanks.
pub(super) fn write(screen: &Buffer) -> String {
    let mut text = String::new();
    for row in cells::rows(screen) {
        let count = row.iter().rposition(|glyph| !glyph.is_nothing()).map_or(0, |last| last + 1);
        let mut look = CellStyle::PLAIN;
        for glyph in &row[..count] {
            if glyph.symbol != " " || !look.draws_the_same_blank(glyph.look) {
                change(look, glyph.look, &mut text);
                look = glyph.look;
            }
            text.push_str(&glyph.symbol);
        }
        change(look, CellStyle::PLAIN, &mut text);
        text.push('\n');
    }
    text
}

fn change(from: CellStyle, to: CellStyle, text: &mut String) {
    if from == to {
        return;
    }
    // The full style each time, after a reset.
    let mut codes = Vec::new();
    if from != CellStyle::PLAIN && to != CellStyle::PLAIN {
        codes.push("0".to_owned());
    }
    let on = ATTRIBUTES.iter().filter(|(one, _)| to.attributes.contains(*one));
    codes.extend(on.map(|(_, code)| code.to_string()));
    codes.extend(color(to.ink, Layer::Ink));
    codes.extend(color(to.ground, Layer::Ground));
    // Writing to a String never fails.
    let _ = write!(text, "\u{1b}[{}m", codes.join(";"));
}

#[derive(Clone, Copy)]
enum Layer {
    Ink,
    Ground,
}

/// The codes for a colour; `None` for the terminal's default.
fn color(color: Color, layer: Layer) -> Option<String> {
    let by_number = |ink: u8| match layer {
        Layer::Ink => ink,
        Layer::Ground => ink + 10,
    };
    match (sixteen(color), color) {
        (Some(index @ 0..=7), _) => Some(by_number(30 + index).to_string()),
        (Some(index), _) => Some(by_number(90 + index - 8).to_string()),
        (None, Color::Rgb(r, g, b)) => Some(format!("{};2;{r};{g};{b}", by_number(38))),
        (None, Color::Indexed(index)) => Some(format!("{};5;{index}", by_number(38))),
        (None, _) => None,
    }
}
