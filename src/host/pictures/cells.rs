//! The characters of a screen, row by row, each with its position and style.

use std::borrow::Cow;
use std::fmt::Write as _;

use hitscan_wire::sixteen;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

/// The content of one cell, or of two for a wide character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Glyph<'a> {
    /// Its first column, from 0.
    pub(super) column: u16,
    /// Its width in columns.
    pub(super) columns: u16,
    /// The symbol, safe to write anywhere: it contains no control characters.
    pub(super) symbol: Cow<'a, str>,
    pub(super) look: CellStyle,
}

/// The style of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellStyle {
    pub(super) ink: Color,
    pub(super) ground: Color,
    pub(super) attributes: Modifier,
}

/// The attributes that are visible on a blank.
const SEEN_ON_BLANKS: Modifier =
    Modifier::REVERSED.union(Modifier::UNDERLINED).union(Modifier::CROSSED_OUT);

impl CellStyle {
    /// The style of a cell without a style of its own.
    pub(super) const PLAIN: Self =
        Self { ink: Color::Reset, ground: Color::Reset, attributes: Modifier::empty() };

    fn of(cell: &Cell) -> Self {
        let look = Self { ink: cell.fg, ground: cell.bg, attributes: cell.modifier };
        if cell.symbol() != " " {
            return look;
        }
        let attributes = look.attributes & SEEN_ON_BLANKS;
        let ink = if attributes.is_empty() { Color::Reset } else { look.ink };
        Self { ink, attributes, ..look }
    }

    /// Whether a blank looks the same with both.
    pub(super) fn draws_the_same_blank(self, other: Self) -> bool {
        let seen = |look: Self| look.attributes & SEEN_ON_BLANKS;
        self.ground == other.ground && seen(self).is_empty() && seen(other).is_empty()
    }
}

impl Glyph<'_> {
    /// Whether it is invisible.
    pub(super) fn is_nothing(&self) -> bool {
        self.symbol == " " && self.look == CellStyle::PLAIN
    }
}

/// The rows of a screen from the top down, with all their characters.
pub(super) fn rows(screen: &Buffer) -> impl Iterator<Item = Vec<Glyph<'_>>> {
    let area = *screen.area();
    (area.top()..area.bottom()).map(move |y| {
        let mut glyphs = Vec::new();
        let mut x = area.left();
        while let Some(cell) = (x < area.right()).then(|| screen.cell((x, y))).flatten() {
            let symbol = fit(cell.symbol());
            let columns = u16::try_from(symbol.width()).unwrap_or(u16::MAX).clamp(1, 2);
            glyphs.push(Glyph {
                column: x - area.left(),
                columns,
                symbol,
                look: CellStyle::of(cell),
            });
            x += columns;
        }
        glyphs
    })
}

/// The symbol without anything that a terminal would interpret or an XML parser would reject.
fn fit(symbol: &str) -> Cow<'_, str> {
    let is_unfit = |c: char| {
        c.is_control()
            || matches!(c, '\u{fffe}' | '\u{ffff}' | '\u{200e}' | '\u{200f}' | '\u{061c}')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
    };
    match symbol {
        "" => Cow::Borrowed(" "),
        fit if !fit.contains(is_unfit) => Cow::Borrowed(fit),
        unfit => Cow::Owned("?".repeat(unfit.width().clamp(1, 2))),
    }
}

/// One line per row, without trailing blanks.
pub(super) fn as_text(screen: &Buffer) -> String {
    let mut text = String::new();
    for row in rows(screen) {
        let before = text.len();
        text.extend(row.into_iter().map(|glyph| glyph.symbol));
        let kept = text[before..].trim_end_matches(' ').len();
        text.truncate(before + kept);
        text.push('\n');
    }
    text
}

// The screen as coloured text, with the escape sequences (SGR) that every terminal supports. Each
// line ends with a reset, so that any of them can be cut out.

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
pub(super) fn as_ansi(screen: &Buffer) -> String {
    let mut text = String::new();
    for row in rows(screen) {
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
