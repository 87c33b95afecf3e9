//! What a drawing is made of, sorted by how it looks: one group for each look,
//! in the order in which they first come.

use std::fmt::{self, Write as _};

use ratatui::style::Modifier;

use super::super::cells::Look;
use super::palette::{Palette, Rgb};
use super::strokes::Strokes;
use super::{BASELINE, CELL, Escaped};

/// How something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ink {
    color: Rgb,
    ground: Rgb,
    attributes: Modifier,
}

/// What is left to be told of a character once its colours are known.
const TOLD: Modifier =
    Modifier::BOLD.union(Modifier::ITALIC).union(Modifier::UNDERLINED).union(Modifier::CROSSED_OUT);

impl Ink {
    /// Whether a blank drawn with it shows more than its ground.
    pub(super) fn is_seen_on_blanks(self) -> bool {
        self.attributes.intersects(Modifier::UNDERLINED | Modifier::CROSSED_OUT)
    }
}

/// All that is drawn in one look, but for its ground.
#[derive(Debug)]
struct Group {
    color: Rgb,
    attributes: Modifier,
    texts: String,
    strokes: Strokes,
}

/// Everything that is drawn.
#[derive(Debug)]
pub(super) struct Layers {
    palette: &'static Palette,
    /// Bars of one row each, by colour.
    grounds: Vec<(Rgb, Vec<Bar>)>,
    groups: Vec<Group>,
}

#[derive(Clone, Copy, Debug)]
struct Bar {
    row: u32,
    column: u32,
    columns: u32,
}

impl Layers {
    pub(super) const fn new(palette: &'static Palette) -> Self {
        Self { palette, grounds: Vec::new(), groups: Vec::new() }
    }

    /// How that look is drawn.
    pub(super) fn ink(&self, look: Look) -> Ink {
        let mut color = self.palette.rgb(look.ink, self.palette.ink);
        let mut ground = self.palette.rgb(look.ground, self.palette.ground);
        if look.attributes.contains(Modifier::REVERSED) {
            std::mem::swap(&mut color, &mut ground);
        }
        if look.attributes.contains(Modifier::DIM) {
            color = color.dimmed_to(ground);
        }
        Ink { color, ground, attributes: look.attributes & TOLD }
    }

    /// The ground of a character.
    pub(super) fn ground(&mut self, ink: Ink, row: u32, column: u32, columns: u16) {
        if ink.ground == self.palette.ground {
            return;
        }
        let columns = u32::from(columns);
        let at = self.grounds.iter().position(|(color, _)| *color == ink.ground);
        let at = at.unwrap_or_else(|| {
            self.grounds.push((ink.ground, Vec::new()));
            self.grounds.len() - 1
        });
        let bars = &mut self.grounds[at].1;
        match bars.last_mut() {
            Some(bar) if bar.row == row && bar.column + bar.columns == column => {
                bar.columns += columns;
            }
            _ => bars.push(Bar { row, column, columns }),
        }
    }

    /// Where lines and signs of that look go.
    pub(super) fn strokes(&mut self, ink: Ink) -> &mut Strokes {
        &mut self.group(ink).strokes
    }

    /// Text from a column on, that is to take so many.
    pub(super) fn text(&mut self, ink: Ink, (column, row): (u32, u32), columns: u32, text: &str) {
        let (x, y) = (column * CELL.0, row * CELL.1 + BASELINE);
        let texts = &mut self.group(ink).texts;
        // Writing to a String never fails.
        let _ = write!(texts, "<text x=\"{x}\" y=\"{y}\"");
        if columns > 1 {
            let _ = write!(texts, " textLength=\"{}\"", columns * CELL.0);
        }
        let _ = writeln!(texts, ">{}</text>", Escaped(text));
    }

    fn group(&mut self, ink: Ink) -> &mut Group {
        let is_it = |group: &Group| group.color == ink.color && group.attributes == ink.attributes;
        let at = self.groups.iter().position(is_it).unwrap_or_else(|| {
            let (texts, strokes) = (String::new(), Strokes::default());
            let Ink { color, attributes, .. } = ink;
            self.groups.push(Group { color, attributes, texts, strokes });
            self.groups.len() - 1
        });
        &mut self.groups[at]
    }
}

impl fmt::Display for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (color, bars) in &self.grounds {
            // One path, since between two there may be a gap to be seen.
            write!(f, "<path fill=\"{color}\" d=\"")?;
            for bar in bars {
                let (x, y, width) = (bar.column * CELL.0, bar.row * CELL.1, bar.columns * CELL.0);
                write!(f, "M{x} {y}h{width}v{}h-{width}z", CELL.1)?;
            }
            f.write_str("\"/>\n")?;
        }
        self.groups.iter().try_for_each(|group| group.fmt(f))
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.texts.is_empty() && self.strokes.is_empty() {
            return Ok(());
        }
        write!(f, "<g fill=\"{}\"", self.color)?;
        let is = |attribute| self.attributes.contains(attribute);
        if is(Modifier::BOLD) {
            f.write_str(" font-weight=\"bold\"")?;
        }
        if is(Modifier::ITALIC) {
            f.write_str(" font-style=\"italic\"")?;
        }
        match (is(Modifier::UNDERLINED), is(Modifier::CROSSED_OUT)) {
            (true, true) => f.write_str(" text-decoration=\"underline line-through\"")?,
            (true, false) => f.write_str(" text-decoration=\"underline\"")?,
            (false, true) => f.write_str(" text-decoration=\"line-through\"")?,
            (false, false) => {}
        }
        write!(f, ">\n{}", self.texts)?;
        self.strokes.write(f, self.color, if is(Modifier::BOLD) { 2 } else { 1 })?;
        f.write_str("</g>\n")
    }
}
