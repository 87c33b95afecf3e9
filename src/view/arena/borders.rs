//! Borders of boxes, joined where boxes share a cell.
//!
//! A border cell has four arms, each light, heavy or double. Boxes that share the
//! cell add their arms, the stronger wins, and the glyph follows from them. Boxes
//! that only touch share no cell and lie side by side, unjoined.

use ratatui::style::Style;

use super::boxes::CellBox;
use super::canvas::{ArenaCanvas, CellSet};
use crate::app::Cell;
use crate::view::glyphs::Joins;
use hitscan_geom::Side;

/// How strong a line is; the stronger wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Weight {
    /// No line.
    #[default]
    None,
    /// A box.
    Light,
    /// The selected box.
    Heavy,
    /// A side that was hit.
    Double,
}

/// Whose colour a cell takes: the highest rank, or the later of equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum BorderRank {
    /// Nothing.
    #[default]
    Empty,
    /// A box.
    Plain,
    /// The selected box.
    Selected,
    /// An outline within an overlap.
    Overlap,
    /// A side that was hit.
    Contact,
}

#[derive(Clone, Copy, Debug, Default)]
struct Border {
    /// Up, down, left, right.
    arms: [Weight; 4],
    rank: BorderRank,
    style: Style,
}

/// The borders of all boxes in view.
#[derive(Debug)]
pub(super) struct Borders {
    cols: usize,
    cells: Vec<Border>,
}

impl Borders {
    /// No borders yet.
    pub(super) fn new(canvas: &ArenaCanvas<'_>) -> Self {
        let cols = usize::from(canvas.view.cols());
        Self { cols, cells: vec![Border::default(); cols * usize::from(canvas.view.rows())] }
    }

    /// Adds the border of a box.
    pub(super) fn add(
        &mut self,
        canvas: &ArenaCanvas<'_>,
        cells: &CellBox,
        weight: Weight,
        rank: BorderRank,
        style: Style,
    ) {
        let Some(seen) = cells.in_view(canvas) else { return };
        each_border_cell(cells, &seen, |cell| {
            self.put(cell, arms_of(cells, cell, weight), rank, style);
        });
    }

    /// Doubles a side that was hit, corners included.
    pub(super) fn hit(
        &mut self,
        canvas: &ArenaCanvas<'_>,
        cells: &CellBox,
        side: Side,
        style: Style,
    ) {
        let Some(seen) = cells.in_view(canvas) else { return };
        each_border_cell(cells, &seen, |cell| {
            let is_on_side = match side {
                Side::Left => cell.col == cells.left,
                Side::Right => cell.col == cells.right,
                Side::Top => cell.row == cells.top,
                Side::Bottom => cell.row == cells.bottom,
            };
            if is_on_side {
                let mut arms = arms_of(cells, cell, Weight::Double);
                let across = match side {
                    Side::Left | Side::Right => 2..4,
                    Side::Top | Side::Bottom => 0..2,
                };
                arms[across].fill(Weight::None);
                self.put(cell, arms, BorderRank::Contact, style);
            }
        });
    }

    /// Applies a style to the part of a border that is within another region.
    pub(super) fn restyle_within(
        &mut self,
        canvas: &ArenaCanvas<'_>,
        cells: &CellBox,
        within: &CellSet,
        style: Style,
    ) {
        let Some(seen) = cells.in_view(canvas) else { return };
        each_border_cell(cells, &seen, |cell| {
            if within.contains(cell) {
                self.put(cell, [Weight::None; 4], BorderRank::Overlap, style);
            }
        });
    }

    /// Whether a border runs through a cell.
    pub(super) fn holds(&self, cell: Cell) -> bool {
        self.border(cell).is_some_and(|border| border.rank != BorderRank::Empty)
    }

    fn border(&self, cell: Cell) -> Option<&Border> {
        self.cells.get(self.place(cell)?)
    }

    fn place(&self, cell: Cell) -> Option<usize> {
        let (row, col) = (usize::try_from(cell.row).ok()?, usize::try_from(cell.col).ok()?);
        (col < self.cols).then_some(row * self.cols + col)
    }

    /// Draws all borders.
    pub(super) fn draw(&self, canvas: &mut ArenaCanvas<'_>) {
        for (row, cells) in (0..).zip(self.cells.chunks(self.cols.max(1))) {
            for (col, border) in (0..).zip(cells) {
                if let Some(glyph) = glyph(canvas.glyphs.joins, border.arms) {
                    canvas.put(Cell { col, row }, glyph, border.style);
                }
            }
        }
    }

    fn put(&mut self, cell: Cell, arms: [Weight; 4], rank: BorderRank, style: Style) {
        let place = self.place(cell);
        let Some(border) = place.and_then(|place| self.cells.get_mut(place)) else { return };
        for (arm, added) in border.arms.iter_mut().zip(arms) {
            *arm = added.max(*arm);
        }
        if rank >= border.rank {
            (border.rank, border.style) = (rank, style);
        }
    }
}

/// Calls `each` for the cells of a box's border that lie within `seen`.
fn each_border_cell(cells: &CellBox, seen: &CellBox, mut each: impl FnMut(Cell)) {
    for row in seen.top..=seen.bottom {
        if row == cells.top || row == cells.bottom {
            (seen.left..=seen.right).for_each(|col| each(Cell { col, row }));
            continue;
        }
        let right = (cells.right > cells.left).then_some(cells.right);
        for col in [Some(cells.left), right].into_iter().flatten() {
            if (seen.left..=seen.right).contains(&col) {
                each(Cell { col, row });
            }
        }
    }
}

/// The arms of a box's border in one of its cells.
fn arms_of(cells: &CellBox, cell: Cell, weight: Weight) -> [Weight; 4] {
    let is_upright = cell.col == cells.left || cell.col == cells.right;
    let is_level = cell.row == cells.top || cell.row == cells.bottom;
    let arm = |is_there: bool| if is_there { weight } else { Weight::None };
    [
        arm(is_upright && cell.row > cells.top),
        arm(is_upright && cell.row < cells.bottom),
        arm(is_level && cell.col > cells.left),
        arm(is_level && cell.col < cells.right),
    ]
}

/// The glyph with these arms, or the nearest one. `None` without arms.
fn glyph(joins: Joins, arms: [Weight; 4]) -> Option<char> {
    if arms == [Weight::None; 4] {
        return None;
    }
    let has_double = arms.contains(&Weight::Double);
    // No glyph has both a heavy and a double arm.
    let heavy = if joins == Joins::Lines && !has_double { Weight::Heavy } else { Weight::Light };
    let arms = arms.map(|arm| if arm == Weight::Heavy { heavy } else { arm });
    if joins == Joins::Ascii {
        return Some(ascii(arms));
    }
    let light = arms.map(|arm| arm.min(Weight::Light));
    lookup(arms).or_else(|| lookup(light))
}

/// `H` and `=` for sides that were hit, `+` where lines meet.
fn ascii([up, down, left, right]: [Weight; 4]) -> char {
    let (upright, level) = (up.max(down), left.max(right));
    match (upright, level) {
        (Weight::Double, _) => 'H',
        (_, Weight::Double) => '=',
        (Weight::None, _) => '-',
        (_, Weight::None) => '|',
        _ => '+',
    }
}

/// The box-drawing characters by their arms: a row for each pair of up and down, with a character
/// for each pair of left and right. A blank means that there is none.
const GLYPHS: [&str; 16] = [
    " ╶╺ ╴─╼ ╸╾━    ═",
    "╷┌┍╒┐┬┮ ┑┭┯ ╕  ╤",
    "╻┎┏ ┒┰┲ ┓┱┳     ",
    " ╓ ╔╖╥      ╗  ╦",
    "╵└┕╘┘┴┶ ┙┵┷ ╛  ╧",
    "│├┝╞┤┼┾ ┥┽┿ ╡  ╪",
    "╽┟┢ ┧╁╆ ┪╅╈     ",
    "                ",
    "╹┖┗ ┚┸┺ ┛┹┻     ",
    "╿┞┡ ┦╀╄ ┩╃╇     ",
    "┃┠┣ ┨╂╊ ┫╉╋     ",
    "                ",
    " ╙ ╚╜╨      ╝  ╩",
    "                ",
    "                ",
    "║╟ ╠╢╫      ╣  ╬",
];

fn lookup(arms: [Weight; 4]) -> Option<char> {
    let place = |weight: Weight| match weight {
        Weight::None => 0,
        Weight::Light => 1,
        Weight::Heavy => 2,
        Weight::Double => 3,
    };
    let [up, down, left, right] = arms.map(place);
    GLYPHS[4 * up + down].chars().nth(4 * left + right).filter(|&glyph| glyph != ' ')
}

#[cfg(test)]
mod tests {
    use super::Weight::{Double, Heavy, Light, None};
    use super::*;

    #[test]
    fn arms_yield_the_matching_glyph_or_the_nearest() {
        for (arms, lines, ascii) in [
            ([None, Light, None, Light], '┌', '+'),
            ([None, Heavy, None, Heavy], '┏', '+'),
            ([None, Double, None, Light], '╓', 'H'),
            ([None, Light, None, Double], '╒', '='),
            ([Light, Light, Heavy, Heavy], '┿', '+'),
            ([Double, Double, Heavy, Heavy], '╫', 'H'),
            ([Double, Double, Double, None], '╣', 'H'),
            // No glyph is double on one arm only.
            ([Double, Light, None, None], '│', 'H'),
            ([None, None, Light, Light], '─', '-'),
        ] {
            assert_eq!(glyph(Joins::Lines, arms), Some(lines), "{arms:?}");
            assert_eq!(glyph(Joins::Ascii, arms), Some(ascii), "{arms:?}");
        }
        assert_eq!(glyph(Joins::Lines, [Weight::None; 4]), Option::None);
        assert_eq!(glyph(Joins::Basic, [None, Heavy, None, Heavy]), Some('┌'));
    }

    #[test]
    fn every_combination_has_a_glyph_one_cell_wide() {
        use unicode_width::UnicodeWidthChar;
        let all = [None, Light, Heavy, Double];
        for place in 1..256 {
            let arms = [place / 64, place / 16 % 4, place / 4 % 4, place % 4].map(|at| all[at]);
            for joins in [Joins::Lines, Joins::Basic, Joins::Ascii] {
                let glyph = glyph(joins, arms).expect("a glyph");
                assert_eq!(glyph.width(), Some(1), "{arms:?}");
            }
        }
    }
}
