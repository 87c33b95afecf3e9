//! What is drawn with: one table for each glyph set.

use crate::app::GlyphSet;

/// The characters of one glyph set, each one cell wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// A line from left to right.
    pub horizontal: char,
    /// A line from top to bottom.
    pub vertical: char,
    /// The corners of a box, in the order left-top, right-top, right-bottom,
    /// left-bottom.
    pub corners: [char; 4],
    /// A top or bottom side that was hit.
    pub hit_horizontal: char,
    /// A left or right side that was hit.
    pub hit_vertical: char,
    /// Where boxes overlap.
    pub shade: char,
    /// Where a laser starts.
    pub start: char,
    /// Where lines meet in passing.
    pub touch: char,
    /// Where a line comes in.
    pub hit: char,
    /// Arrow heads: left, right, up, down.
    pub heads: [char; 4],
    /// What the arrow keys hold.
    pub grip: char,
    /// A mark of a ruler.
    pub tick: char,
    /// Before a number that is not exact.
    pub about: char,
    /// A corner of a polygon.
    pub vertex: char,
    /// A line that rises to the right.
    pub rising: char,
    /// A line that falls to the right.
    pub falling: char,
    /// What outlines are made of.
    pub outline: Outline,
}

/// What the outlines of boxes and polygons, and the lines of lasers, are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// A glyph of the table in each cell.
    Cells,
    /// Dots, eight in a cell.
    Dots,
}

impl Glyphs {
    /// Box-drawing lines. Nothing beyond these is used, since every one of them
    /// must be in the fonts of old terminals.
    pub const LINES: Self = Self {
        horizontal: '─',
        vertical: '│',
        corners: ['┌', '┐', '┘', '└'],
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

    /// Outlines in dots; names, marks and all else as with lines.
    pub const BRAILLE: Self = Self { outline: Outline::Dots, ..Self::LINES };

    /// Nothing outside ASCII.
    pub const ASCII: Self = Self {
        horizontal: '-',
        vertical: '|',
        corners: ['+'; 4],
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
        lone.into_iter().chain(self.corners).chain(self.heads).collect()
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthChar;

    use super::*;

    #[test]
    fn the_sets_hold_what_they_promise() {
        let allowed = "─│┌┐└┘═║░●○×►◄▲▼◆·≈";
        let lines = Glyphs::LINES.all();
        assert!(lines.iter().all(|glyph| glyph.is_ascii() || allowed.contains(*glyph)));
        assert!(lines.iter().all(|glyph| glyph.width() == Some(1)));
        assert!(Glyphs::ASCII.all().iter().all(char::is_ascii));
    }
}
