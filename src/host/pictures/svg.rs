//! The screen as a drawing: grounds, lines and signs as paths, everything else
//! as text.
//!
//! A cell is 9 by 18 pixels. Text is set in whatever monospaced font there is,
//! in short runs that each begin at their own column and are held to their
//! width, so that columns align in every font; a character outside ASCII is a
//! run of its own. Lines, blocks and signs need no font at all. Grounds, lines
//! and blocks are whole pixels, each run of them in one piece, so that nothing
//! shows where cells meet. There is no style sheet, no script and no id, so that
//! a drawing can be put anywhere. For screen readers the text of the screen
//! stands in `desc`.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `layers` | everything that is drawn, by its look |
//! | `lines`, `blocks` | box drawing and block elements in pixels |
//! | `pixels` | rectangles, and runs of them as one |
//! | `signs` | arrow heads, discs, dots of braille and the like |
//! | `palette` | the colours |
//! | `animation` | screens one after the other |

mod animation;
mod blocks;
mod layers;
mod lines;
mod palette;
mod pixels;
mod signs;
#[cfg(test)]
mod tests;

use std::fmt::{self, Write as _};

use ratatui::buffer::Buffer;

use super::cells::{self, Glyph};
use super::text;
use layers::{Ink, Layers};

pub(super) use animation::write as write_animation;
pub(super) use palette::Palette;
#[cfg(test)]
pub(super) use palette::Rgb;

/// The size of a cell in pixels.
const CELL: (u32, u32) = (9, 18);
/// From the top of a row to the line that letters stand on.
const BASELINE: u32 = 14;
/// The empty border around the screen, in pixels.
const MARGIN: u32 = 9;

/// A drawing of the screen, of this scene.
pub(super) fn write(screen: &Buffer, title: &str, palette: &'static Palette) -> String {
    let mut layers = Layers::new(palette);
    for (row, glyphs) in (0..).zip(cells::rows(screen)) {
        draw_row(row, &glyphs, &mut layers);
    }
    whole(screen, title, palette, &layers.to_string())
}

/// A drawing of the size of this screen, which is told to readers, with this in it.
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
        Escaped(title),
        Escaped(&text::write(screen)),
        palette.ground,
    );
    svg
}

/// Grounds and signs cell by cell; text in runs.
fn draw_row(row: u32, glyphs: &[Glyph<'_>], layers: &mut Layers) {
    let mut run = TextRun::default();
    for glyph in glyphs {
        let ink = layers.ink(glyph.look);
        let place = (u32::from(glyph.column), row);
        layers.ground(ink, place, u32::from(glyph.columns));
        let mut characters = glyph.symbol.chars();
        let drawn = match (characters.next(), characters.next()) {
            (Some(character), None) => layers.drew(ink, place, character),
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

/// Text that is being collected.
#[derive(Default)]
struct TextRun {
    text: String,
    column: u32,
    /// Blanks since the last character.
    blanks: u32,
    ink: Option<Ink>,
}

impl TextRun {
    /// More blanks than this part two runs, since readers of XML take several
    /// for one.
    const MOST_BLANKS: u32 = 1;

    fn take(&mut self, glyph: &Glyph<'_>, ink: Ink, row: u32, layers: &mut Layers) {
        if glyph.symbol == " " {
            self.blanks += 1;
            return;
        }
        // A font may lack it, and another may give it another width.
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
            layers.text(ink, (self.column, row), u32::from(glyph.columns), &self.text);
            *self = Self::default();
        }
    }

    fn end(&mut self, row: u32, layers: &mut Layers) {
        if let Some(ink) = self.ink {
            let columns = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
            layers.text(ink, (self.column, row), columns, &self.text);
        }
        *self = Self::default();
    }
}

/// Text as it may stand between tags.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                // Needed behind `]]` alone; written so everywhere, as readers expect.
                '>' => f.write_str("&gt;")?,
                // The two characters of a scene that no XML may hold.
                '\u{fffe}' | '\u{ffff}' => f.write_char(char::REPLACEMENT_CHARACTER)?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
