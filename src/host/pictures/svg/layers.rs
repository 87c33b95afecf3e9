//! The layers of a drawing, from back to front: backgrounds, then lines and symbols, then text,
//! each grouped by style, in the order in which the styles first appear.

use std::fmt::{self, Write as _};

use ratatui::style::Modifier;

use super::super::cells::CellStyle;
use super::blocks::{PixelRect, block, merged};
use super::lines::{MIDDLE, lines};
use super::palette::{Palette, Rgb};
use super::signs::{Sign, Signs};
use super::{BASELINE, CELL, escaped, signs};

/// From the top of a row to the underline.
const UNDERLINE: u32 = BASELINE + 2;

/// How something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ink {
    color: Rgb,
    ground: Rgb,
    attributes: Modifier,
}

/// The attributes that tell letters apart, besides their colour.
const OF_LETTERS: Modifier = Modifier::BOLD.union(Modifier::ITALIC);

impl Ink {
    /// The background.
    #[cfg(test)]
    pub(super) const fn ground(self) -> Rgb {
        self.ground
    }

    /// Whether text in the other ink can be in the same run.
    pub(super) fn is_as_text(self, other: Self) -> bool {
        let of_letters = |ink: Self| (ink.color, ink.attributes & OF_LETTERS);
        of_letters(self) == of_letters(other)
    }
}

/// Lines and signs of one colour.
#[derive(Debug, Default)]
struct Shapes {
    /// Lines and blocks.
    rects: Vec<PixelRect>,
    signs: Signs,
}

/// Everything that is drawn.
#[derive(Debug)]
pub(super) struct Layers {
    palette: &'static Palette,
    grounds: Vec<(Rgb, Vec<PixelRect>)>,
    shapes: Vec<(Rgb, Shapes)>,
    texts: Vec<((Rgb, Modifier), String)>,
}

impl Layers {
    pub(super) const fn new(palette: &'static Palette) -> Self {
        Self { palette, grounds: Vec::new(), shapes: Vec::new(), texts: Vec::new() }
    }

    /// Whether nothing is drawn.
    pub(super) fn is_empty(&self) -> bool {
        self.grounds.is_empty() && self.shapes.is_empty() && self.texts.is_empty()
    }

    /// How this style is drawn.
    pub(super) fn ink(&self, look: CellStyle) -> Ink {
        let mut color = self.palette.rgb(look.ink, self.palette.ink);
        let mut ground = self.palette.rgb(look.ground, self.palette.ground);
        if look.attributes.contains(Modifier::REVERSED) {
            std::mem::swap(&mut color, &mut ground);
        }
        if look.attributes.contains(Modifier::DIM) {
            color = color.dimmed_to(ground);
        }
        Ink { color, ground, attributes: look.attributes }
    }

    /// Draws what is behind and below a character: its background, its strikethrough and its
    /// underline.
    pub(super) fn ground(&mut self, ink: Ink, column: u32, row: u32, columns: u32) {
        let cells = PixelRect::of_cells(column, row, columns);
        if ink.ground != self.palette.ground {
            of(&mut self.grounds, ink.ground).push(cells);
        }
        let heights = [(Modifier::UNDERLINED, UNDERLINE), (Modifier::CROSSED_OUT, MIDDLE.1)];
        for (_, y) in
            heights.into_iter().filter(|(attribute, _)| ink.attributes.contains(*attribute))
        {
            let line = PixelRect { y: cells.y + y, height: 1, ..cells };
            of(&mut self.shapes, ink.color).rects.push(line);
        }
    }

    /// Draws a character as lines, blocks or a symbol; returns false if it is none of these.
    pub(super) fn drew(&mut self, ink: Ink, column: u32, row: u32, symbol: char) -> bool {
        let placed =
            |rects: Vec<PixelRect>| rects.into_iter().map(move |it| it.in_cell(column, row));
        if let Some(rects) = lines(symbol, ink.attributes.contains(Modifier::BOLD)) {
            of(&mut self.shapes, ink.color).rects.extend(placed(rects));
        } else if let Some((rects, quarters)) = block(symbol) {
            let color = ink.color.mixed_with(ink.ground, quarters);
            of(&mut self.shapes, color).rects.extend(placed(rects));
        } else if let Some(sign) = Sign::of(symbol) {
            of(&mut self.shapes, ink.color).signs.add(sign, column, row, ink.attributes);
        } else {
            return false;
        }
        true
    }

    /// Adds text that starts in a column and is stretched to `columns`.
    pub(super) fn text(&mut self, ink: Ink, column: u32, row: u32, columns: u32, text: &str) {
        let (x, y) = (column * CELL.0, row * CELL.1 + BASELINE);
        let texts = of(&mut self.texts, (ink.color, ink.attributes & OF_LETTERS));
        // Writing to a String never fails.
        let _ = write!(texts, "<text x=\"{x}\" y=\"{y}\"");
        if columns > 1 {
            let _ = write!(texts, " textLength=\"{}\"", columns * CELL.0);
        }
        let _ = writeln!(texts, ">{}</text>", escaped(text));
    }
}

/// The value for this key, inserted if missing.
fn of<K: PartialEq, V: Default>(list: &mut Vec<(K, V)>, wanted: K) -> &mut V {
    let at = list.iter().position(|(key, _)| *key == wanted).unwrap_or_else(|| {
        list.push((wanted, V::default()));
        list.len() - 1
    });
    &mut list[at].1
}

impl fmt::Display for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (color, rects) in &self.grounds {
            writeln!(f, "<g fill=\"{color}\" shape-rendering=\"crispEdges\">")?;
            for PixelRect { x, y, width, height } in merged(rects.clone()) {
                writeln!(f, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>")?;
            }
            f.write_str("</g>\n")?;
        }
        for (color, shapes) in &self.shapes {
            shapes.write(*color, f)?;
        }
        for ((color, attributes), texts) in &self.texts {
            write!(f, "<g fill=\"{color}\"")?;
            if attributes.contains(Modifier::BOLD) {
                f.write_str(" font-weight=\"bold\"")?;
            }
            if attributes.contains(Modifier::ITALIC) {
                f.write_str(" font-style=\"italic\"")?;
            }
            write!(f, ">\n{texts}</g>\n")?;
        }
        Ok(())
    }
}

impl Shapes {
    fn write(&self, color: Rgb, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.rects.is_empty() {
            write!(f, "<path fill=\"{color}\" shape-rendering=\"crispEdges\" d=\"")?;
            merged(self.rects.clone()).into_iter().try_for_each(|rect| write!(f, "{rect}"))?;
            f.write_str("\"/>\n")?;
        }
        signs::write(&self.signs, color, f)
    }
}
