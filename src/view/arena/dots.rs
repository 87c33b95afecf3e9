//! Outlines in braille dots. A cell has two columns and four rows of dots, so a
//! dot is half a unit wide and high at zoom 1.
//!
//! Dots follow the same rules as cells. Names and marks stay characters and are
//! drawn over the dots.

use ratatui::style::Style;

use super::boxes::CellBox;
use super::canvas::ArenaCanvas;
use super::polygons::outward;
use super::stroke::GrainPoint;
use crate::app::{Cell, Viewport, cells_between, grains};
use hitscan_geom::{Aabb, Polygon, Segment, Side};

/// The first character of the braille block; each dot adds one bit.
const BLANK: u32 = 0x2800;
/// The bit of each dot in a cell, row by row.
const BITS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// The bit of a dot in a cell, at this column and row of it.
pub(super) fn dot_bit([column, row]: [i64; 2]) -> u8 {
    let row = usize::try_from(row).unwrap_or_default().min(3);
    u8::try_from(BITS[row][usize::from(column == 1)]).unwrap_or_default()
}

/// The braille character with these dots.
pub(super) fn braille(dots: u8) -> char {
    char::from_u32(BLANK | u32::from(dots)).unwrap_or(' ')
}

/// Columns and rows of dots in a cell.
const COLS: i64 = 2;
const ROWS: i64 = 4;

/// A dot, counted from the top left of the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Dot {
    x: i64,
    y: i64,
}

impl Dot {
    fn cell(self) -> Cell {
        Cell { col: self.x.div_euclid(COLS), row: self.y.div_euclid(ROWS) }
    }

    fn bit(self) -> u32 {
        u32::from(dot_bit([self.x.rem_euclid(COLS), self.y.rem_euclid(ROWS)]))
    }
}

/// The dot grid of a view.
#[derive(Clone, Copy, Debug)]
struct DotGrid {
    /// The width and height of a dot in grains.
    size: i64,
    /// The indices of the leftmost and topmost dots.
    left: i64,
    top: i64,
}

impl DotGrid {
    const fn of(view: &Viewport) -> Self {
        let size = view.column_grains() / COLS;
        Self { size, left: view.column_x(0) / size, top: view.row_y(0) / size }
    }

    /// The dot at one end of a line, `place`. On a boundary it is the dot on the side of `from`,
    /// the line's other end.
    fn end(self, place: GrainPoint, from: GrainPoint) -> Dot {
        let dot = |at: i64, from: i64| {
            let holds = at.div_euclid(self.size);
            if from < at && at.rem_euclid(self.size) == 0 { holds - 1 } else { holds }
        };
        Dot { x: dot(place.x, from.x) - self.left, y: dot(place.y, from.y) - self.top }
    }
}

/// The dots of a box, all four bounds inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DotBox {
    left: i64,
    top: i64,
    right: i64,
    bottom: i64,
}

impl DotBox {
    fn of(view: &Viewport, shape: &Aabb) -> Self {
        let grid = DotGrid::of(view);
        let span = |from, to, origin| {
            let (first, last) = cells_between(grains(from), grains(to), grid.size);
            (first - origin, last - origin)
        };
        let (left, right) = span(shape.left(), shape.right(), grid.left);
        let (top, bottom) = span(shape.top(), shape.bottom(), grid.top);
        Self { left, top, right, bottom }
    }

    /// One side, moved `inset` dots inwards.
    fn side(&self, side: Side, inset: i64) -> [Dot; 2] {
        let Self { left, top, right, bottom } = *self;
        let (x, y) = match side {
            Side::Left => (left + inset, 0),
            Side::Right => (right - inset, 0),
            Side::Top => (0, top + inset),
            Side::Bottom => (0, bottom - inset),
        };
        match side {
            Side::Left | Side::Right => [Dot { x, y: top }, Dot { x, y: bottom }],
            Side::Top | Side::Bottom => [Dot { x: left, y }, Dot { x: right, y }],
        }
    }
}

/// Draws the border of a box.
pub(super) fn draw_border(canvas: &mut ArenaCanvas<'_>, shape: &Aabb, style: Style) {
    let dots = DotBox::of(&canvas.view, shape);
    for side in [Side::Left, Side::Right, Side::Top, Side::Bottom] {
        let [from, to] = dots.side(side, 0);
        draw_line(canvas, from, to, style);
    }
}

/// Draws a side that was hit, twice as thick inwards where there is room.
pub(super) fn draw_hit_side(canvas: &mut ArenaCanvas<'_>, shape: &Aabb, side: Side, style: Style) {
    let dots = DotBox::of(&canvas.view, shape);
    let depth = match side {
        Side::Left | Side::Right => dots.right - dots.left,
        Side::Top | Side::Bottom => dots.bottom - dots.top,
    };
    for inset in 0..=depth.min(1) {
        let [from, to] = dots.side(side, inset);
        draw_line(canvas, from, to, style);
    }
}

/// Draws a beam without its end marks: the lit part in full, the rest as every second dot in
/// another style.
pub(super) fn draw_beam(
    canvas: &mut ArenaCanvas<'_>,
    laser: &Segment,
    until: GrainPoint,
    lit: Style,
    unlit: Style,
) {
    let grid = DotGrid::of(&canvas.view);
    let [start, end] = [laser.start(), laser.end()].map(GrainPoint::from);
    let (from, to) = (grid.end(start, end), grid.end(end, start));
    let until = grid.end(until, start);
    let is_level = (to.x - from.x).abs() >= (to.y - from.y).abs();
    let way = |dot: Dot| if is_level { (dot.x - from.x).abs() } else { (dot.y - from.y).abs() };
    // The lit part last, since a cell has one style.
    each_dot(canvas, from, to, |canvas, dot| {
        if way(dot) > way(until) && way(dot) % 2 == 0 {
            draw_dot(canvas, dot, unlit);
        }
    });
    each_dot(canvas, from, to, |canvas, dot| {
        if way(dot) <= way(until) {
            draw_dot(canvas, dot, lit);
        }
    });
}

/// Draws a laser without its end marks.
pub(super) fn draw_laser(canvas: &mut ArenaCanvas<'_>, laser: &Segment, style: Style) {
    draw_between(canvas, [laser.start().into(), laser.end().into()], style);
}

/// Draws the outline of a polygon.
pub(super) fn draw_outline(canvas: &mut ArenaCanvas<'_>, polygon: &Polygon, style: Style) {
    for index in 0..polygon.vertices().len() {
        draw_edge(canvas, polygon, index, style);
    }
}

fn draw_edge(canvas: &mut ArenaCanvas<'_>, polygon: &Polygon, index: usize, style: Style) {
    draw_between(canvas, edge_ends(polygon, index), style);
}

fn edge_ends(polygon: &Polygon, index: usize) -> [GrainPoint; 2] {
    let vertices = polygon.vertices();
    [index, index + 1].map(|at| GrainPoint::from(vertices[at % vertices.len()]))
}

/// Draws an edge of a polygon that was hit, twice as thick inwards.
pub(super) fn draw_hit_edge(
    canvas: &mut ArenaCanvas<'_>,
    polygon: &Polygon,
    index: usize,
    style: Style,
) {
    let [from, to] = edge_ends(polygon, index);
    let grid = DotGrid::of(&canvas.view);
    let (from, to) = (grid.end(from, to), grid.end(to, from));
    let out = outward(polygon, index);
    let (x, y) = (out.x.wide(), out.y.wide());
    let inwards = if x.abs() > y.abs() { (-x.signum(), 0) } else { (0, -y.signum()) };
    let inset = |dot: Dot| Dot { x: dot.x + inwards.0, y: dot.y + inwards.1 };
    draw_line(canvas, from, to, style);
    draw_line(canvas, inset(from), inset(to), style);
}

/// Draws every second dot of a line between two places.
pub(super) fn draw_sparse(canvas: &mut ArenaCanvas<'_>, [from, to]: [GrainPoint; 2], style: Style) {
    let grid = DotGrid::of(&canvas.view);
    draw_sparse_line(canvas, grid.end(from, to), grid.end(to, from), style);
}

/// Draws every second dot of the outline of a box of cells.
pub(super) fn draw_sparse_box(canvas: &mut ArenaCanvas<'_>, cells: &CellBox, style: Style) {
    let (left, right) = (COLS * cells.left, COLS * cells.right);
    let (top, bottom) = (ROWS * cells.top + 1, ROWS * cells.bottom + 2);
    let [left_top, right_top, left_bottom, right_bottom] =
        [(left, top), (right, top), (left, bottom), (right, bottom)].map(|(x, y)| Dot { x, y });
    for (from, to) in [
        (left_top, right_top),
        (left_top, left_bottom),
        (right_top, right_bottom),
        (left_bottom, right_bottom),
    ] {
        draw_sparse_line(canvas, from, to, style);
    }
}

/// Draws every second dot of a line, starting with its first.
fn draw_sparse_line(canvas: &mut ArenaCanvas<'_>, from: Dot, to: Dot, style: Style) {
    let is_level = (to.x - from.x).abs() >= (to.y - from.y).abs();
    each_dot(canvas, from, to, |canvas, dot| {
        let way = if is_level { dot.x - from.x } else { dot.y - from.y };
        if way % 2 == 0 {
            draw_dot(canvas, dot, style);
        }
    });
}

/// Draws the part of a laser that lies in these cells, over their content.
pub(super) fn draw_laser_over(
    canvas: &mut ArenaCanvas<'_>,
    laser: &Segment,
    cells: &[Cell],
    style: Style,
) {
    let grid = DotGrid::of(&canvas.view);
    let [from, to] = [laser.start(), laser.end()].map(GrainPoint::from);
    each_dot(canvas, grid.end(from, to), grid.end(to, from), |canvas, dot| {
        if cells.contains(&dot.cell()) {
            draw_dot(canvas, dot, style);
        }
    });
}

fn draw_between(canvas: &mut ArenaCanvas<'_>, [from, to]: [GrainPoint; 2], style: Style) {
    let grid = DotGrid::of(&canvas.view);
    draw_line(canvas, grid.end(from, to), grid.end(to, from), style);
}

/// Draws a straight line between two dots.
fn draw_line(canvas: &mut ArenaCanvas<'_>, from: Dot, to: Dot, style: Style) {
    each_dot(canvas, from, to, |canvas, dot| draw_dot(canvas, dot, style));
}

/// Calls `each` for the dots of a straight line: one dot per column, or per row if it
/// is steeper. Only the part in view is visited.
fn each_dot(
    canvas: &mut ArenaCanvas<'_>,
    from: Dot,
    to: Dot,
    mut each: impl FnMut(&mut ArenaCanvas<'_>, Dot),
) {
    let last = canvas.last();
    let (width, height) = ((last.col + 1) * COLS, (last.row + 1) * ROWS);
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    if dx.abs() >= dy.abs() {
        let (first, last) = (from.x.min(to.x).max(0), from.x.max(to.x).min(width - 1));
        for x in first..=last {
            each(canvas, Dot { x, y: from.y + share(dy, x - from.x, dx) });
        }
    } else {
        let (first, last) = (from.y.min(to.y).max(0), from.y.max(to.y).min(height - 1));
        for y in first..=last {
            each(canvas, Dot { x: from.x + share(dx, y - from.y, dy), y });
        }
    }
}

/// `rise·run/whole`, rounded to the nearest integer.
const fn share(rise: i64, run: i64, whole: i64) -> i64 {
    match whole {
        0 => 0,
        _ => (2 * rise * run * whole.signum() + whole.abs()).div_euclid(2 * whole.abs()),
    }
}

/// Adds a dot to its cell.
fn draw_dot(canvas: &mut ArenaCanvas<'_>, dot: Dot, style: Style) {
    let cell = dot.cell();
    let there =
        canvas.glyph_at(cell).map(u32::from).filter(|glyph| (BLANK..BLANK + 256).contains(glyph));
    let bits = there.unwrap_or(BLANK) | dot.bit();
    canvas.put(cell, char::from_u32(bits).unwrap_or(' '), style);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use hitscan_geom::{Milli, Point, Relation, Shape, Vector, relate};

    fn aabb((left, top): (i32, i32), (width, height): (i32, i32)) -> Aabb {
        let [left, top, width, height] = [left, top, width, height]
            .map(|thousandths| Milli::new(thousandths).expect("in range"));
        let at = Point::new(left, top);
        Aabb::from_corners(at, at.checked_add(Vector::new(width, height)).expect("in range"))
            .expect("a box")
    }

    #[test]
    fn a_unit_is_two_dots_wide_and_high() {
        let view = Viewport::new(80, 40);
        let dots = DotBox::of(&view, &aabb((3000, 4000), (5000, 6000)));
        assert_eq!(dots, DotBox { left: 6, top: 8, right: 15, bottom: 19 });
        assert_eq!(Dot { x: 7, y: 9 }.cell(), Cell { col: 3, row: 2 });
    }

    #[test]
    fn every_dot_of_a_cell_has_its_own_bit() {
        let dots = (0..2).flat_map(|x| (0..4).map(move |y| Dot { x, y }));
        assert_eq!(dots.fold(0, |bits, dot| bits ^ dot.bit()), 0xff);
    }

    #[test]
    fn a_line_that_ends_on_a_boundary_ends_where_it_comes_from() {
        let grid = DotGrid::of(&Viewport::new(80, 40));
        let spot = |x: i32, y: i32| {
            GrainPoint::from(Point::new(
                Milli::new(x).expect("in range"),
                Milli::new(y).expect("in range"),
            ))
        };
        let (from, to) = (spot(250, 250), spot(3000, 250));
        assert_eq!(grid.end(to, from), Dot { x: 5, y: 0 });
        assert_eq!(grid.end(from, to), Dot { x: 0, y: 0 });
    }

    proptest! {
        #[test]
        fn boxes_whose_insides_do_not_meet_share_no_dot(
            one in ((-40..40_i32, -40..40_i32), (1..20_i32, 1..20_i32)),
            other in ((-40..40_i32, -40..40_i32), (1..20_i32, 1..20_i32)),
            unit in proptest::sample::select(vec![500, 550, 1000]),
            zoom in 0..=4_i8,
        ) {
            let mut view = Viewport::new(80, 40);
            view.zoom_by(zoom);
            let scaled = |(x, y): (i32, i32)| (x * unit, y * unit);
            let [one, other] = [one, other].map(|(at, size)| aabb(scaled(at), scaled(size)));
            let relation = relate(&Shape::Box(one), &Shape::Box(other)).relation;
            if matches!(relation, Relation::Disjoint | Relation::Touches) {
                let [a, b] = [one, other].map(|shape| DotBox::of(&view, &shape));
                let apart = a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top;
                prop_assert!(apart, "{a:?} {b:?}");
            }
        }

        #[test]
        fn a_line_goes_from_its_first_dot_to_its_last(
            rise in -200..200_i64, whole in prop_oneof![-200..0_i64, 1..200_i64],
        ) {
            prop_assert_eq!(share(rise, 0, whole), 0);
            prop_assert_eq!(share(rise, whole, whole), rise);
        }
    }
}
