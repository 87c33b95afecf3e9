//! The characters that pictures are drawn with, one table per glyph set.

use std::borrow::Cow;

use crate::app::GlyphSet;
use hitscan_core::words::lines::without_japanese;

/// The stipple of a kinematic body, in every set.
pub(super) const KINEMATIC: char = ':';

/// The characters of one glyph set, each one cell wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// A horizontal line.
    pub horizontal: char,
    /// A vertical line.
    pub vertical: char,
    /// How borders that share a cell are joined.
    pub joins: Joins,
    /// The top or bottom side of a solid body, if it was hit.
    pub hit_horizontal: char,
    /// The left or right end of a solid body, if it was hit.
    pub hit_vertical: char,
    /// A box too flat for a border: its left end, right end and middle.
    pub solid: [char; 3],
    /// A cell of a box too narrow for separate ends.
    pub block: char,
    /// A cell of every second tint, without colours.
    pub shade: char,
    /// Cells that two regions share.
    pub hatch: char,
    /// One, a few, or many bodies of a crowd in a cell, in sets that draw lines without dots.
    pub density: [char; 3],
    /// A previous position of an object.
    pub trail: char,
    /// The start of a laser.
    pub start: char,
    /// A contact point of a touch.
    pub touch: char,
    /// A contact point where a laser enters.
    pub hit: char,
    /// Arrow heads: left, right, up, down.
    pub heads: [char; 4],
    /// Left and right of what names the arrow keys.
    pub arrows: [char; 2],
    /// The part of an object that the arrow keys move.
    pub grip: char,
    /// A ruler mark.
    pub tick: char,
    /// What is done.
    pub done: char,
    /// The prefix of an inexact number.
    pub about: char,
    /// A dot of what a method computes, unlike those of the grid.
    pub construction: char,
    /// Precedes a count: `×3`.
    pub times: char,
    /// Between the names of a pair.
    pub into: &'static str,
    /// Ends a name that was cut.
    pub cut: &'static str,
    /// The corner and the branches of the panel's border: top left, to the right.
    pub border: [char; 2],
    /// Where a vertical line starts at a rule, and where it ends at one.
    pub tees: [char; 2],
    /// The frame of the chosen tab: before and after its name.
    pub tab: [char; 2],
    /// A polygon's vertex.
    pub vertex: char,
    /// A line that rises to the right.
    pub rising: char,
    /// A line that falls to the right.
    pub falling: char,
    /// The bars of a pair's ranges: the first object, the second, and both; along x, then along y.
    pub ranges: [[char; 3]; 2],
    /// The line from an edge to where a gap is measured: vertical, horizontal.
    pub dotted: [char; 2],
    /// A part of a bar, and the rest of it.
    pub bar: [char; 2],
    /// Half a part of a bar.
    pub half_bar: char,
    /// A part of a game's bar, and the rest of it.
    pub meter: [char; 2],
    /// The box about a game's end: its corners, a level and an upright side.
    pub end_box: [char; 6],
    /// How boxes are drawn.
    pub boxes: Outline,
    /// How lasers, polygons and velocities are drawn.
    pub lines: Outline,
    /// The timeline.
    pub time: TimeGlyphs,
}

/// The characters of the timeline. In each pair the first is used up to now, the second after now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeGlyphs {
    /// Without a mark.
    pub line: [char; 2],
    /// A HIT.
    pub hit: [char; 2],
    /// A TOUCH.
    pub touch: [char; 2],
    /// Now.
    pub now: char,
    /// The number of HITs: from the fewest to the most.
    pub bars: &'static [char],
}

impl TimeGlyphs {
    const LINES: Self = Self {
        line: ['━', '─'],
        hit: ['╋', '╂'],
        touch: ['┿', '┼'],
        now: '●',
        bars: &['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
    };

    const BASIC: Self = Self {
        line: ['═', '─'],
        hit: ['╬', '╫'],
        touch: ['╪', '┼'],
        now: '●',
        bars: &['░', '▒', '▓'],
    };

    const ASCII: Self = Self {
        line: ['=', '-'],
        hit: ['H', 'H'],
        touch: ['o', 'o'],
        now: '@',
        bars: &['.', ':', '|'],
    };

    /// The bar for this many HITs, if `most` is the highest number.
    pub fn bar(&self, hits: u32, most: u32) -> char {
        let last = self.bars.len() - 1;
        let levels = u64::try_from(self.bars.len()).unwrap_or(1);
        let level = (u64::from(hits) * levels).div_ceil(u64::from(most.max(1))).saturating_sub(1);
        self.bars[usize::try_from(level).unwrap_or(last).min(last)]
    }

    #[cfg(test)]
    fn all(&self) -> Vec<char> {
        let pairs = [self.line, self.hit, self.touch].concat();
        [&pairs, self.bars, &[self.now]].concat()
    }
}

/// How borders that share a cell are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joins {
    /// By light, heavy and double lines.
    Lines,
    /// By light and double lines; the selected box is only bold.
    Basic,
    /// By `+`.
    Ascii,
}

/// How outlines and lines are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// One glyph of the table per cell.
    Cells,
    /// Dots, eight per cell.
    Dots,
}

impl Glyphs {
    /// Lines that join; dots for lasers and polygons.
    pub const LINES: Self = Self {
        horizontal: '─',
        vertical: '│',
        joins: Joins::Lines,
        hit_horizontal: '═',
        hit_vertical: '║',
        solid: ['▐', '█', '▌'],
        block: '█',
        shade: '▓',
        hatch: '╱',
        density: ['░', '▒', '▓'],
        trail: '⠶',
        start: '●',
        touch: '○',
        hit: '×',
        heads: ['◄', '►', '▲', '▼'],
        arrows: ['←', '→'],
        grip: '◆',
        tick: '·',
        done: '✓',
        about: '≈',
        construction: '·',
        times: '×',
        into: "→",
        cut: "…",
        border: ['┌', '├'],
        tees: ['┬', '┴'],
        tab: ['┤', '├'],
        vertex: '+',
        rising: '/',
        falling: '\\',
        ranges: [['▀', '▄', '█'], ['▌', '▐', '█']],
        dotted: ['┊', '┈'],
        bar: ['━', '─'],
        half_bar: '╸',
        meter: ['█', '░'],
        end_box: ['╔', '╗', '╚', '╝', '═', '║'],
        boxes: Outline::Cells,
        lines: Outline::Dots,
        time: TimeGlyphs::LINES,
    };

    /// Only what the fonts of old terminals have.
    pub const BASIC: Self = Self {
        joins: Joins::Basic,
        hatch: '░',
        trail: '·',
        arrows: ['<', '>'],
        dotted: ['│', '─'],
        bar: ['═', '─'],
        half_bar: '═',
        lines: Outline::Cells,
        time: TimeGlyphs::BASIC,
        into: ">",
        done: '*',
        ..Self::LINES
    };

    /// All outlines in dots; everything else as in [`Self::LINES`].
    pub const BRAILLE: Self = Self { boxes: Outline::Dots, ..Self::LINES };

    /// ASCII only.
    pub const ASCII: Self = Self {
        horizontal: '-',
        vertical: '|',
        joins: Joins::Ascii,
        hit_horizontal: '=',
        hit_vertical: 'H',
        solid: ['|', '#', '|'],
        block: '#',
        shade: '%',
        hatch: '%',
        density: ['.', ':', '#'],
        trail: '.',
        start: '*',
        touch: 'o',
        hit: 'x',
        heads: ['<', '>', '^', 'v'],
        arrows: ['<', '>'],
        grip: '@',
        tick: '.',
        done: '*',
        about: '~',
        construction: ':',
        times: 'x',
        into: ">",
        cut: "..",
        border: ['+', '+'],
        tees: ['+', '+'],
        tab: ['[', ']'],
        vertex: '+',
        rising: '/',
        falling: '\\',
        ranges: [['=', '-', '#']; 2],
        dotted: [':', '.'],
        bar: ['=', '-'],
        half_bar: '=',
        meter: ['#', '.'],
        end_box: ['+', '+', '+', '+', '-', '|'],
        boxes: Outline::Cells,
        lines: Outline::Cells,
        time: TimeGlyphs::ASCII,
    };

    /// The table of a glyph set.
    pub const fn of(set: GlyphSet) -> &'static Self {
        match set {
            GlyphSet::Lines => &Self::LINES,
            GlyphSet::Basic => &Self::BASIC,
            GlyphSet::Braille => &Self::BRAILLE,
            GlyphSet::Ascii => &Self::ASCII,
        }
    }

    /// Whether a text is legible in this set: in plain ASCII, if at least half of its letters are
    /// ASCII.
    pub fn can_show(&self, text: &str) -> bool {
        let letters = || text.chars().filter(|c| c.is_alphanumeric());
        let shown = letters().filter(char::is_ascii).count();
        self.joins != Joins::Ascii || 2 * shown >= letters().count()
    }

    /// The text as this set can show it: in plain ASCII without Japanese.
    pub fn shown<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.joins == Joins::Ascii { without_japanese(text) } else { Cow::Borrowed(text) }
    }

    /// Whether a glyph belongs to a side that was hit.
    pub fn is_hit_side(&self, glyph: char) -> bool {
        let sides = [self.hit_horizontal, self.hit_vertical];
        sides.contains(&glyph) || self.joins != Joins::Ascii && ('═'..='╬').contains(&glyph)
    }

    /// Every character of the table.
    #[cfg(test)]
    pub(crate) fn all(&self) -> Vec<char> {
        let lone = [
            self.horizontal,
            self.vertical,
            self.hit_horizontal,
            self.hit_vertical,
            self.block,
            self.shade,
            self.hatch,
            self.trail,
            self.start,
            self.touch,
            self.hit,
            self.grip,
            self.tick,
            self.done,
            self.construction,
            self.about,
            self.times,
            self.vertex,
            self.rising,
            self.falling,
        ];
        let more = self
            .solid
            .into_iter()
            .chain(self.density)
            .chain(self.heads)
            .chain(self.border)
            .chain(self.tees)
            .chain(self.tab)
            .chain(self.ranges.into_iter().flatten())
            .chain(self.dotted)
            .chain(self.bar)
            .chain([self.half_bar])
            .chain(self.meter)
            .chain(self.arrows)
            .chain(self.end_box);
        lone.into_iter()
            .chain(more)
            .chain(self.time.all())
            .chain(self.into.chars())
            .chain(self.cut.chars())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthChar;

    use super::*;

    #[test]
    fn plain_ascii_can_show_texts_of_ascii_letters() {
        for (text, is_shown) in [
            ("", true),
            ("Bo\u{ee}te 1 \u{2264} 2", true),
            ("\u{77e9}\u{5f62}", false),
            ("\u{77e9}\u{5f62}\u{3068} A", false),
        ] {
            assert_eq!(Glyphs::ASCII.can_show(text), is_shown, "{text}");
            assert!(Glyphs::LINES.can_show(text), "{text}");
        }
    }

    #[test]
    fn the_most_hits_are_the_highest_bar_and_one_is_the_lowest() {
        for set in [Glyphs::LINES, Glyphs::BASIC, Glyphs::ASCII] {
            let bar = |hits| set.time.bar(hits, 70);
            assert_eq!(Some(&bar(1)), set.time.bars.first());
            assert_eq!(Some(&bar(70)), set.time.bars.last());
        }
        assert_eq!([3, 4, 7].map(|hits| Glyphs::LINES.time.bar(hits, 7)), ['▄', '▅', '█']);
        assert_eq!(Glyphs::LINES.time.bar(1, 1), '█');
    }

    #[test]
    fn the_sets_contain_only_their_characters() {
        let allowed = "─│┌┐└┘├┤┬┴┼═║╔╗╚╝╬╫╪░▒▓▐█▌▀▄●○×►◄▲▼◆·≈…";
        let basic = Glyphs::BASIC.all();
        assert!(basic.iter().all(|glyph| glyph.is_ascii() || allowed.contains(*glyph)));
        assert!(Glyphs::LINES.all().iter().all(|glyph| glyph.width() == Some(1)));
        assert!(Glyphs::ASCII.all().iter().all(char::is_ascii));
    }
}
