//! The legend: each sign of the arena beside its meaning, in the glyphs and
//! colours of now.

use ratatui::style::{Modifier, Style};

use super::glyphs::{Glyphs, Outline};
use super::text::Pen;
use super::theme::Theme;
use crate::app::LegendSign;

/// The most cells that a sign takes.
pub(super) const SIGN_COLS: u16 = 5;

/// Writes a sign.
pub(super) fn write(sign: LegendSign, theme: &Theme, glyphs: &Glyphs, pen: &mut Pen<'_>) {
    for (text, style) in parts(sign, theme, glyphs) {
        pen.styled(style, &text);
    }
}

/// What a sign looks like: texts with their styles.
pub(super) fn parts(sign: LegendSign, theme: &Theme, glyphs: &Glyphs) -> Vec<(String, Style)> {
    let [top_left, top_right, ..] = glyphs.corners;
    let [_, right, ..] = glyphs.heads;
    let in_dots = glyphs.outline == Outline::Dots;
    let (line, upright) = (glyphs.horizontal, glyphs.vertical);
    let [shape, laser, polygon] = [0, 2, 1].map(|number| theme.object(number));
    let one = |text: String, style: Style| vec![(text, style)];
    match sign {
        LegendSign::Selected => one("[B]".to_owned(), shape.add_modifier(Modifier::BOLD)),
        LegendSign::BoxTop if in_dots => one("\u{284f}\u{2809}\u{2809}\u{28b9}".to_owned(), shape),
        LegendSign::FlatBox if in_dots => one("\u{28cf}\u{28c9}\u{28c9}\u{28f9}".to_owned(), shape),
        LegendSign::Laser if in_dots => {
            one(format!("{}\u{2812}\u{2812}{right}", glyphs.start), laser)
        }
        LegendSign::BoxTop => one(format!("{top_left}{line}{line}{top_right}"), shape),
        LegendSign::FlatBox => one(format!("{upright}{line}{line}{upright}"), shape),
        LegendSign::Laser => one(format!("{}{line}{line}{right}", glyphs.start), laser),
        LegendSign::Polygon if in_dots => {
            one("\u{288e}\u{28c9}\u{28c9}\u{2871}".to_owned(), polygon)
        }
        LegendSign::Polygon => {
            let (vertex, falling) = (glyphs.vertex, glyphs.falling);
            one(format!("{vertex}{line}{line}{falling}"), polygon)
        }
        LegendSign::HitSide if in_dots => {
            one("\u{2847} \u{2809}\u{2809}".to_owned(), theme.contact)
        }
        LegendSign::HitSide => {
            let [upright, line] = [glyphs.hit_vertical, glyphs.hit_horizontal];
            one(format!("{upright} {line}{line}"), theme.contact)
        }
        LegendSign::GoesThrough => one(glyphs.hit.to_string(), theme.contact),
        LegendSign::Touches => one(glyphs.touch.to_string(), theme.contact),
        LegendSign::Shared => one(glyphs.shade.to_string().repeat(3), theme.overlap()),
        LegendSign::Velocity => one(format!("{line}{line}{right}"), shape),
        LegendSign::Edited => one(glyphs.grip.to_string(), theme.accent),
        LegendSign::BetweenCells => one("B~".to_owned(), shape),
        LegendSign::Rounded => one(format!("{}.92", glyphs.about), Style::new()),
        LegendSign::RulerMark => one(glyphs.tick.to_string(), theme.quiet),
        LegendSign::LogCursor => one(">".to_owned(), theme.accent),
        LegendSign::LogLater => one(".".to_owned(), theme.quiet),
        LegendSign::Wrong => one("!".to_owned(), theme.wrong),
        LegendSign::Convention => one("~".to_owned(), theme.convention),
    }
}
