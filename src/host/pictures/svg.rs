//! The screen as an SVG: backgrounds, lines and symbols as paths, everything else as text.
//!
//! A cell is 9 by 18 pixels. Text is set in whatever monospaced font is available, in short runs
//! with a fixed start and width, so that columns align in every font; each character outside ASCII
//! is its own run. Lines, blocks and symbols need no font. Backgrounds, lines and blocks are whole
//! pixels, and each run of them is one piece, so that no seams show between cells. There is no
//! style sheet, no script and no id, so that the SVG can be embedded anywhere. For screen readers,
//! `desc` has the text of the screen.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `layers` | everything that is drawn, by style |
//! | `lines` `blocks` | box drawing and block elements in pixels; rectangles, and runs of them as one |
//! | `signs` | arrow heads, discs, braille dots and the like |
//! | `palette` | the colours |
//! | `animation` | screens one after the other |
//! | `tests` | the structure of a drawing |
//!
//! `animation` calls this file for each row; it fills `layers`, which call the others.

mod animation;
mod blocks;
mod layers;
mod lines;
mod palette;
mod signs;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use ratatui::buffer::Buffer;

use super::cells;
use super::cells::Glyph;
use layers::{Ink, Layers};

pub(super) use animation::write as write_animation;
pub(super) use palette::Palette;
#[cfg(test)]
pub(super) use palette::Rgb;

/// The size of a cell in pixels.
const CELL: (u32, u32) = (9, 18);
/// From the top of a row to the baseline of the text.
const BASELINE: u32 = 14;
/// The empty border around the screen, in pixels.
const MARGIN: u32 = 9;

/// An SVG of the screen, with the title of its scene.
pub(super) fn write(screen: &Buffer, title: &str, palette: &'static Palette) -> String {
    let mut layers = Layers::new(palette);
    for (row, glyphs) in (0..).zip(cells::rows(screen)) {
        draw_row(row, &glyphs, &mut layers);
    }
    whole(screen, title, palette, &layers.to_string())
}

/// The whole SVG around `drawn`, with the size of this screen and its text for screen readers.
fn whole(screen: &Buffer, title: &str, palette: &'static Palette, drawn: &str) -> String {
    let area = screen.area();
    let width = u32::from(area.width) * CELL.0 + 2 * MARGIN;
    let height = u32::from(area.height) * CELL.1 + 2 * MARGIN;
    let mut svg = String::new();
    let colon = if title.is_empty() { "" } else { ": " };
    // Writing to a String never fails.
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"-{MARGIN} -{MARGIN} {width} {height}\" \
         font-family=\"ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace\" \
         font-size=\"15\">\n\
         <title>hitscan{colon}{}</title>\n\
         <desc>\n{}</desc>\n\
         <rect x=\"-{MARGIN}\" y=\"-{MARGIN}\" width=\"{width}\" height=\"{height}\" rx=\"6\" \
         fill=\"{}\"/>\n{drawn}</svg>",
        escaped(title),
        escaped(&cells::as_text(screen)),
        palette.ground,
    );
    svg
}

/// Draws backgrounds and symbols cell by cell, and text in runs.
fn draw_row(row: u32, glyphs: &[Glyph<'_>], layers: &mut Layers) {
    let mut run = TextRun::default();
    for glyph in glyphs {
        let ink = layers.ink(glyph.look);
        let column = u32::from(glyph.column);
        layers.ground(ink, column, row, u32::from(glyph.columns));
        let mut characters = glyph.symbol.chars();
        let drawn = match (characters.next(), characters.next()) {
            (Some(character), None) => layers.drew(ink, column, row, character),
            _ => false,
        };
        if drawn {
            run.end(row, layers);
        } else {
            run.take(glyph, ink, row, layers);
        }
    }
    run.end(row, layers);
}

/// A run of text being collected.
#[derive(Default)]
struct TextRun {
    text: String,
    column: u32,
    /// Blanks since the last character.
    blanks: u32,
    ink: Option<Ink>,
}

impl TextRun {
    /// More blanks than this split a run, since XML readers collapse several into one.
    const MOST_BLANKS: u32 = 1;

    fn take(&mut self, glyph: &Glyph<'_>, ink: Ink, row: u32, layers: &mut Layers) {
        if glyph.symbol == " " {
            self.blanks += 1;
            return;
        }
        // The font may lack it, or a substitute may have another width.
        let stands_alone = !glyph.symbol.is_ascii();
        let is_alike = self.ink.is_some_and(|of_run| of_run.is_as_text(ink));
        let goes_on = is_alike && self.blanks <= Self::MOST_BLANKS && !stands_alone;
        if !goes_on {
            self.end(row, layers);
            self.column = u32::from(glyph.column);
            self.ink = Some(ink);
        } else if self.blanks == 1 {
            self.text.push(' ');
        }
        self.blanks = 0;
        self.text.push_str(&glyph.symbol);
        if stands_alone {
            layers.text(ink, self.column, row, u32::from(glyph.columns), &self.text);
            *self = Self::default();
        }
    }

    fn end(&mut self, row: u32, layers: &mut Layers) {
        if let Some(ink) = self.ink {
            let columns = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
            layers.text(ink, self.column, row, columns, &self.text);
        }
        *self = Self::default();
    }
}

/// Text escaped for XML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            // Only required after `]]`, but conventionally always escaped.
            '>' => escaped.push_str("&gt;"),
            // The two characters that a scene may contain but XML may not.
            '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            c => escaped.push(c),
        }
    }
    escaped
}
