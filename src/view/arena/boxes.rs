//! Boxes: the cells they cover, their borders, shared cells and sides that were
//! hit.

use ratatui::style::Style;

use super::super::glyphs::Joins;
use super::super::theme::{GroundRole, Theme};
use super::canvas::ArenaCanvas;
use super::stroke::{GrainPoint, first_middle};
use super::{ShownObject, polygons};
use crate::app::{ArenaModel, Cell, Viewport, cells_between, grains};
use hitscan_core::world::{Body, Object};
use hitscan_geom::{Aabb, Fraction, Moving, Point, Shape, Side};

/// The cells of a box, all four bounds inclusive; always at least one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellBox {
    pub(super) left: i64,
    pub(super) top: i64,
    pub(super) right: i64,
    pub(super) bottom: i64,
}

impl CellBox {
    /// The cells whose centres lie in a box (left ≤ x < right, top ≤ y < bottom), so boxes that
    /// touch lie side by side and boxes that are apart never share a cell. If the box contains no
    /// cell centre along an axis, it is the cell where the box begins.
    pub(super) fn of(view: &Viewport, shape: &Aabb) -> Self {
        Self::between(view, shape.min(), shape.max())
    }

    /// Like [`Self::of`], for bounds that may have no width.
    pub(super) fn between(view: &Viewport, min: Point, max: Point) -> Self {
        let (width, origin) = (view.column_grains(), view.origin());
        let (left, right) = cells_between(grains(min.x), grains(max.x), width);
        let (top, bottom) = cells_between(grains(min.y), grains(max.y), 2 * width);
        Self {
            left: left + origin.col,
            top: top + origin.row,
            right: right + origin.col,
            bottom: bottom + origin.row,
        }
    }

    /// Like [`Self::of`], for a moving box at time `t` of the frame.
    pub(super) fn at(view: &Viewport, moving: &Moving, t: Fraction) -> Self {
        let end = moving.end();
        let [min, max] = moving.at(t).unwrap_or([end.min().into(), end.max().into()]);
        let (begin, first) = (view.cell_of_exact(&min), first_middle(view, &min));
        let end = first_middle(view, &max);
        let (left, right) = span(begin.col, first.col, || end.col);
        let (top, bottom) = span(begin.row, first.row, || end.row);
        Self { left, top, right, bottom }
    }

    /// The corners, in the order of [`Aabb::vertices`].
    pub(super) const fn corners(&self) -> [Cell; 4] {
        let Self { left, top, right, bottom } = *self;
        [
            Cell { col: left, row: top },
            Cell { col: right, row: top },
            Cell { col: right, row: bottom },
            Cell { col: left, row: bottom },
        ]
    }

    pub(super) const fn contains(&self, cell: Cell) -> bool {
        self.left <= cell.col
            && cell.col <= self.right
            && self.top <= cell.row
            && cell.row <= self.bottom
    }

    /// Whether a cell lies on its border.
    pub(super) fn has_on_border(&self, cell: Cell) -> bool {
        let is_edge = [self.left, self.right].contains(&cell.col)
            || [self.top, self.bottom].contains(&cell.row);
        is_edge && self.contains(cell)
    }

    /// The cell of this box nearest to `cell`.
    pub(super) fn nearest(&self, cell: Cell) -> Cell {
        Cell {
            col: cell.col.clamp(self.left, self.right),
            row: cell.row.clamp(self.top, self.bottom),
        }
    }

    /// The cell in the middle.
    pub(super) const fn middle_cell(&self) -> Cell {
        Cell {
            col: (self.left + self.right + 1).div_euclid(2),
            row: (self.top + self.bottom + 1).div_euclid(2),
        }
    }

    /// A point in the middle cell.
    pub(super) fn middle(&self, view: &Viewport) -> GrainPoint {
        GrainPoint::in_middle(view, self.middle_cell())
    }

    /// The cells in both boxes, if any.
    pub(super) fn shared(&self, other: &Self) -> Option<Self> {
        let shared = Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        (shared.left <= shared.right && shared.top <= shared.bottom).then_some(shared)
    }

    /// Whether all of it is in one row of cells.
    pub(super) const fn is_one_row(&self) -> bool {
        self.top == self.bottom
    }

    /// The part in view, if any.
    pub(super) fn in_view(&self, canvas: &ArenaCanvas<'_>) -> Option<Self> {
        let last = canvas.last();
        self.shared(&Self { left: 0, top: 0, right: last.col, bottom: last.row })
    }
}

fn span(begin: i64, first: i64, end: impl Fn() -> i64) -> (i64, i64) {
    let last = end() - 1;
    if first <= last { (first, last) } else { (begin, begin) }
}

/// Whether every edge lies on a cell border.
pub(super) fn is_on_grid(view: &Viewport, shape: &Aabb) -> bool {
    let width = view.column_grains();
    let fits = |point: Point| grains(point.x) % width == 0 && grains(point.y) % (2 * width) == 0;
    fits(shape.min()) && fits(shape.max())
}

/// Whether a box has no room for a border: one row, or one column.
pub(super) const fn is_flat(cells: &CellBox) -> bool {
    cells.top == cells.bottom || cells.left == cells.right
}

/// Whether an object is a box without an outline: it has no room for one, or is drawn filled.
pub(super) fn is_solid(model: &ArenaModel<'_>, object: &Object, view: &Viewport) -> bool {
    let shape = object.shape.as_box();
    shape.is_some_and(|shape| model.fills(object) || is_flat(&CellBox::of(view, shape)))
}

/// How the cells of a solid box are filled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filling {
    /// The glyph between two ends, and the glyph where there are none.
    pub(super) glyphs: [char; 2],
    /// Whether the box has ends if it is one row of three cells or more.
    pub(super) has_ends: bool,
}

/// Draws a box without an outline.
pub(super) fn draw_solid(
    canvas: &mut ArenaCanvas<'_>,
    cells: &CellBox,
    style: Style,
    filling: Filling,
) {
    let Some(seen) = cells.in_view(canvas) else { return };
    let glyphs = canvas.glyphs;
    let [middle, block] = filling.glyphs;
    let has_ends = filling.has_ends && cells.right - cells.left >= 2;
    for row in seen.top..=seen.bottom {
        for col in seen.left..=seen.right {
            let glyph = match (has_ends, col) {
                (false, _) => block,
                (true, col) if col == cells.left => glyphs.solid[0],
                (true, col) if col == cells.right => glyphs.solid[2],
                (true, _) => middle,
            };
            canvas.put(Cell { col, row }, glyph, style);
        }
    }
}

/// Draws a side that was hit, of a box without a border: one end, or the whole row.
pub(super) fn draw_solid_hit(
    canvas: &mut ArenaCanvas<'_>,
    cells: &CellBox,
    side: Side,
    style: Style,
) {
    let Some(seen) = cells.in_view(canvas) else { return };
    let (cols, rows, glyph) = match side {
        Side::Left => (cells.left..=cells.left, seen.top..=seen.bottom, canvas.glyphs.hit_vertical),
        Side::Right => {
            (cells.right..=cells.right, seen.top..=seen.bottom, canvas.glyphs.hit_vertical)
        }
        Side::Top => (seen.left..=seen.right, cells.top..=cells.top, canvas.glyphs.hit_horizontal),
        Side::Bottom => {
            (seen.left..=seen.right, cells.bottom..=cells.bottom, canvas.glyphs.hit_horizontal)
        }
    };
    for row in rows {
        for col in cols.clone() {
            canvas.put(Cell { col, row }, glyph, style);
        }
    }
}

/// Lays the ground of each body in drawing order, so that later ones and the selected one are on
/// top.
pub(super) fn lay_all(canvas: &mut ArenaCanvas<'_>, shown: &[ShownObject<'_>]) {
    // A solid box fills its cells itself.
    for body in shown.iter().filter(|body| !body.is_solid) {
        let is_dotted = canvas.theme.has_dotted_polygons() && body.object.body == Body::Dynamic;
        match (role_of(body), &body.object.shape) {
            (Some(_), shape @ Shape::Polygon(_)) if is_dotted => {
                polygons::dot(canvas, shape, Theme::unselected(body.style));
            }
            (Some(role), shape) => canvas.lay(role, |canvas| cover(canvas, shape)),
            (None, _) => {}
        }
    }
}

/// The ground of a body; `None` for a laser.
const fn role_of(shown: &ShownObject<'_>) -> Option<GroundRole> {
    Some(match (&shown.object.shape, shown.object.body, shown.is_selected) {
        (Shape::Segment(_), ..) => return None,
        (_, Body::Static, _) => GroundRole::Static,
        (_, Body::Kinematic, _) => GroundRole::Kinematic,
        (Shape::Box(_), Body::Dynamic, false) => GroundRole::Box,
        (Shape::Box(_), Body::Dynamic, true) => GroundRole::SelectedBox,
        (Shape::Polygon(_), Body::Dynamic, false) => GroundRole::Polygon,
        (Shape::Polygon(_), Body::Dynamic, true) => GroundRole::SelectedPolygon,
    })
}

/// Draws on all cells of a region, for a ground.
fn cover(canvas: &mut ArenaCanvas<'_>, shape: &Shape) {
    match shape {
        Shape::Box(shape) => {
            let cells = CellBox::of(&canvas.view, shape);
            let Some(seen) = cells.in_view(canvas) else { return };
            for row in seen.top..=seen.bottom {
                for col in seen.left..=seen.right {
                    canvas.put(Cell { col, row }, ' ', Style::new());
                }
            }
        }
        // Not below all of its outline, which would fill notches and stand out at slopes.
        Shape::Polygon(_) => {
            for cell in polygons::cells_inside(canvas, shape).iter() {
                canvas.put(cell, ' ', Style::new());
            }
        }
        Shape::Segment(_) => {}
    }
}

// Borders of boxes, joined where boxes share a cell.
//
// A border cell has four arms, each light, heavy or double. Boxes that share the
// cell add their arms, the stronger wins, and the glyph follows from them. Boxes
// that only touch share no cell and lie side by side, unjoined.

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
    use proptest::prelude::*;

    use super::*;
    use hitscan_geom::{Milli, Relation, Shape, Vector, relate};

    fn aabb(left: i32, top: i32, width: i32, height: i32) -> Aabb {
        let [left, top, width, height] = [left, top, width, height]
            .map(|thousandths| Milli::new(thousandths).expect("in range"));
        let at = Point::new(left, top);
        Aabb::from_corners(at, at.checked_add(Vector::new(width, height)).expect("in range"))
            .expect("a box")
    }

    prop_compose! {
        /// Boxes at least one cell wide and high, on the grid and off it.
        fn any_box()(
            unit in prop_oneof![Just(1), Just(250), Just(1000)],
            (left, top) in (-20..20_i32, -20..20_i32),
            (width, height) in (0..12_i32, 0..12_i32),
        ) -> Aabb {
            let size = |extra: i32, least: i32| least + extra * unit;
            aabb(left * unit, top * unit, size(width, 1000), size(height, 2000))
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// Holds at zoom 1 and closer, for boxes of at least one cell.
        #[test]
        fn boxes_whose_insides_do_not_meet_share_no_cell(
            one in any_box(), other in any_box(), zoom in 0..=4_i8,
        ) {
            let mut view = Viewport::new(80, 40);
            view.zoom_by(zoom);
            let relation = relate(&Shape::Box(one), &Shape::Box(other)).relation;
            let [a, b] = [one, other].map(|shape| CellBox::of(&view, &shape));
            if matches!(relation, Relation::Disjoint | Relation::Touches) {
                prop_assert_eq!(a.shared(&b), None);
            }
        }

        /// A moving box is drawn like a stationary box at the same position.
        #[test]
        fn a_moving_box_has_the_cells_of_a_stationary_one_at_its_position(
            start in any_box(), (x, y) in (-40..40_i32, -40..40_i32), n in 0..=4_i32, zoom in Viewport::ZOOMS,
        ) {
            let mut view = Viewport::new(80, 40);
            view.zoom_by(zoom);
            let way = |n: i32| Vector::new(Milli::new(x * 250 * n).expect("in range"), Milli::new(y * 250 * n).expect("in range"));
            let moving = Moving::new(start, way(4)).expect("in range");
            let t = Fraction::new(n.into(), 4).expect("in range");
            prop_assert_eq!(CellBox::at(&view, &moving, t), CellBox::of(&view, &start.translated(way(n)).expect("in range")));
        }

        #[test]
        fn boxes_that_touch_side_by_side_have_no_gap(one in any_box(), zoom in 0..=4_i8) {
            let mut view = Viewport::new(80, 40);
            view.zoom_by(zoom);
            let beside = Aabb::from_corners(
                Point::new(one.right(), one.top()),
                Point::new(one.right().checked_add(one.width()).expect("in range"), one.bottom()),
            );
            let [a, b] = [one, beside.expect("a box")].map(|shape| CellBox::of(&view, &shape));
            prop_assert_eq!((a.right + 1, a.top, a.bottom), (b.left, b.top, b.bottom));
        }
    }

    #[test]
    fn a_box_without_a_cell_centre_has_the_cell_where_it_begins() {
        let view = Viewport::new(80, 40);
        let cells = CellBox::of(&view, &aabb(10_600, 5100, 300, 100));
        assert_eq!(cells, CellBox { left: 10, top: 2, right: 10, bottom: 2 });
    }

    #[test]
    fn edges_between_cells_are_off_the_grid() {
        let view = Viewport::new(80, 40);
        assert!(is_on_grid(&view, &aabb(3000, -4000, 1000, 2000)));
        assert!(!is_on_grid(&view, &aabb(3000, -3000, 1000, 2000)));
        assert!(!is_on_grid(&view, &aabb(3000, -4000, 1001, 2000)));
        let mut closer = view;
        closer.zoom_by(1);
        assert!(is_on_grid(&closer, &aabb(500, -3000, 1000, 2000)));
    }
}

#[cfg(test)]
mod borders_tests {
    use super::Weight::Double;
    use super::Weight::Heavy;
    use super::Weight::Light;
    use super::Weight::None;
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
