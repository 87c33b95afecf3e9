//! The characters of the drawing, one table per glyph set.

use crate::app::GlyphSet;

/// The characters of one glyph set, each one cell wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// A horizontal line.
    pub horizontal: char,
    /// A vertical line.
    pub vertical: char,
    /// The corners of a box: top left, top right, bottom right, bottom left.
    pub corners: [char; 4],
    /// What a line runs into, left and right of an open tab.
    pub tees: [char; 2],
    /// A top or bottom side that was hit.
    pub hit_horizontal: char,
    /// A left or right side that was hit.
    pub hit_vertical: char,
    /// An overlap of boxes.
    pub shade: char,
    /// The start of a laser.
    pub start: char,
    /// A contact point that only touches.
    pub touch: char,
    /// A contact point where a laser enters.
    pub hit: char,
    /// Arrow heads: left, right, up, down.
    pub heads: [char; 4],
    /// The part that the arrow keys move.
    pub grip: char,
    /// A ruler mark.
    pub tick: char,
    /// The prefix of an inexact number.
    pub about: char,
    /// A polygon's vertex.
    pub vertex: char,
    /// A line that rises to the right.
    pub rising: char,
    /// A line that falls to the right.
    pub falling: char,
    /// How outlines are drawn.
    pub outline: Outline,
}

/// How outlines of boxes and polygons and the lines of lasers are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// One glyph of the table per cell.
    Cells,
    /// Dots, eight per cell.
    Dots,
}

impl Glyphs {
    /// Box-drawing lines, limited to those that the fonts of old terminals
    /// have.
    pub const LINES: Self = Self {
        horizontal: '─',
        vertical: '│',
        corners: ['┌', '┐', '┘', '└'],
        tees: ['┤', '├'],
        hit_horizontal: '═',
        hit_vertical: '║',
        shade: '░',
        start: '●',
        touch: '○',
        hit: '×',
        heads: ['◄', '►', '▲', '▼'],
        grip: '◆',
        tick: '·',
        about: '≈',
        vertex: '+',
        rising: '/',
        falling: '\\',
        outline: Outline::Cells,
    };

    /// Outlines in dots; names, marks and the rest as in [`Self::LINES`].
    pub const BRAILLE: Self = Self { outline: Outline::Dots, ..Self::LINES };

    /// ASCII only.
    pub const ASCII: Self = Self {
        horizontal: '-',
        vertical: '|',
        corners: ['+'; 4],
        tees: ['[', ']'],
        hit_horizontal: '=',
        hit_vertical: 'H',
        shade: ':',
        start: '*',
        touch: 'o',
        hit: 'x',
        heads: ['<', '>', '^', 'v'],
        grip: '@',
        tick: '.',
        about: '~',
        vertex: '+',
        rising: '/',
        falling: '\\',
        outline: Outline::Cells,
    };

    /// The table of a glyph set.
    #[must_use]
    pub const fn of(set: GlyphSet) -> &'static Self {
        match set {
            GlyphSet::Lines => &Self::LINES,
            GlyphSet::Braille => &Self::BRAILLE,
            GlyphSet::Ascii => &Self::ASCII,
        }
    }

    /// Every character of the table.
    #[cfg(test)]
    pub(super) fn all(&self) -> Vec<char> {
        let lone = [
            self.horizontal,
            self.vertical,
            self.hit_horizontal,
            self.hit_vertical,
            self.shade,
            self.start,
            self.touch,
            self.hit,
            self.grip,
            self.tick,
            self.about,
            self.vertex,
            self.rising,
            self.falling,
        ];
        lone.into_iter().chain(self.corners).chain(self.tees).chain(self.heads).collect()
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthChar;

    use super::*;

    #[test]
    fn the_sets_hold_what_they_promise() {
        let allowed = "─│┌┐└┘┤├═║░●○×►◄▲▼◆·≈";
        let lines = Glyphs::LINES.all();
        assert!(lines.iter().all(|glyph| glyph.is_ascii() || allowed.contains(*glyph)));
        assert!(lines.iter().all(|glyph| glyph.width() == Some(1)));
        assert!(Glyphs::ASCII.all().iter().all(char::is_ascii));
    }
}
