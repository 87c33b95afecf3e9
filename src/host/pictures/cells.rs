//! The characters of a screen, row by row, each with its position and style.

use std::borrow::Cow;

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
