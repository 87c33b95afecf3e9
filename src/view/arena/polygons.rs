//! Polygons: their edges as straight lines, with marked vertices.

use std::cmp::Ordering;

use ratatui::style::Style;

use super::super::glyphs::KINEMATIC;
use super::boxes::CellBox;
use super::canvas::{ArenaCanvas, CellSet};
use super::stroke::{GrainPoint, Stroke, Tie};
use crate::app::{Cell, Viewport, grains};
use hitscan_core::world::Body;
use hitscan_geom::{Axis, Milli, Point, Polygon, Shape, Vector, orient};

/// The direction of the vertices around the polygon, as seen on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Winding {
    Clockwise,
    CounterClockwise,
}

/// Draws the outline. An edge exactly between two cells is drawn in the inner
/// one, as with boxes, so shapes that touch lie side by side.
pub(super) fn draw_outline(canvas: &mut ArenaCanvas<'_>, polygon: &Polygon, style: Style) {
    let winding = winding(polygon);
    let within = cells(&canvas.view, polygon, winding);
    for index in 0..polygon.vertices().len() {
        draw_side(canvas, polygon, winding, &within, index, style);
    }
    for index in 0..polygon.vertices().len() {
        let cell = corner_cell(&canvas.view, polygon, winding, index);
        canvas.put(cell, canvas.glyphs.vertex, style);
    }
}

/// Redraws one edge between its vertices.
pub(super) fn draw_hit_edge(
    canvas: &mut ArenaCanvas<'_>,
    polygon: &Polygon,
    index: usize,
    style: Style,
) {
    let winding = winding(polygon);
    let within = cells(&canvas.view, polygon, winding);
    draw_side(canvas, polygon, winding, &within, index, style);
    for vertex in [index, index + 1] {
        let cell = corner_cell(&canvas.view, polygon, winding, vertex);
        canvas.put(cell, canvas.glyphs.vertex, style);
    }
}

fn draw_side(
    canvas: &mut ArenaCanvas<'_>,
    polygon: &Polygon,
    winding: Winding,
    within: &CellBox,
    index: usize,
    style: Style,
) {
    let stroke = side(&canvas.view, ends(polygon, index), winding);
    // An edge that ends on a cell border stops at its vertex, which is drawn on
    // this side of it.
    for (cell, run) in stroke.cells().filter(|(cell, _)| within.contains(*cell)) {
        canvas.put(cell, stroke.glyph(canvas.glyphs, run), style);
    }
}

/// The line of an edge.
pub(super) fn edge_stroke(view: &Viewport, polygon: &Polygon, index: usize) -> Stroke {
    side(view, ends(polygon, index), winding(polygon))
}

/// A vector perpendicular to an edge, pointing outwards, as long as the edge.
pub(super) fn outward(polygon: &Polygon, index: usize) -> Vector {
    let vertices = polygon.vertices();
    let [from, to] = [index, index + 1].map(|at| vertices[at % vertices.len()]);
    let Some(edge) = from.to(to) else { return Vector::ZERO };
    match winding(polygon) {
        Winding::Clockwise => Vector::new(edge.y, -edge.x),
        Winding::CounterClockwise => Vector::new(-edge.y, edge.x),
    }
}

/// The start and end of an edge.
fn ends(polygon: &Polygon, index: usize) -> [GrainPoint; 2] {
    let vertices = polygon.vertices();
    [index, index + 1].map(|at| vertices[at % vertices.len()].into())
}

/// The line of an edge, drawn on the inside where it runs between two cells.
fn side(view: &Viewport, [from, to]: [GrainPoint; 2], winding: Winding) -> Stroke {
    let stroke = Stroke::new(view, from, to);
    let clockwise = winding == Winding::Clockwise;
    let [x, y] = stroke.senses();
    // The inside lies to the right of a clockwise edge.
    let inside_is_after = match stroke.axis() {
        Axis::X => (x > 0) == clockwise,
        Axis::Y => (y < 0) == clockwise,
    };
    Stroke::with_tie(view, from, to, if inside_is_after { Tie::After } else { Tie::Before })
}

fn winding(polygon: &Polygon) -> Winding {
    let vertices = polygon.vertices();
    let origin = vertices[0];
    // Twice the area, in square thousandths: at most twice the area of the
    // plane.
    let area: i64 = vertices.windows(2).map(|pair| orient(origin, pair[0], pair[1])).sum();
    if area > 0 { Winding::Clockwise } else { Winding::CounterClockwise }
}

/// The bounding cells of all vertices.
fn cells(view: &Viewport, polygon: &Polygon, winding: Winding) -> CellBox {
    let first = corner_cell(view, polygon, winding, 0);
    let none = CellBox { left: first.col, top: first.row, right: first.col, bottom: first.row };
    let all = (0..polygon.vertices().len()).map(|index| corner_cell(view, polygon, winding, index));
    all.fold(none, |seen, Cell { col, row }| CellBox {
        left: seen.left.min(col),
        top: seen.top.min(row),
        right: seen.right.max(col),
        bottom: seen.bottom.max(row),
    })
}

/// The cell of a vertex; between two cells, the one inside the polygon.
pub(super) fn vertex_cell(view: &Viewport, polygon: &Polygon, index: usize) -> Cell {
    corner_cell(view, polygon, winding(polygon), index)
}

fn corner_cell(view: &Viewport, polygon: &Polygon, winding: Winding, index: usize) -> Cell {
    let vertices = polygon.vertices();
    let count = vertices.len();
    let here = vertices[index % count];
    let neighbours = [index + count - 1, index + 1].map(|at| vertices[at % count]);
    let mut cell = view.cell_of(here);
    let is_between = |at: Milli, cells: i64| grains(at) % (cells * view.column_grains()) == 0;
    if is_between(here.x, 1) && inside_is_before(Axis::X, winding, here, neighbours) {
        cell.col -= 1;
    }
    if is_between(here.y, 2) && inside_is_before(Axis::Y, winding, here, neighbours) {
        cell.row -= 1;
    }
    cell
}

/// Whether the inside of a polygon at a vertex is to its left, or above it.
fn inside_is_before(
    axis: Axis,
    winding: Winding,
    here: Point,
    [before, after]: [Point; 2],
) -> bool {
    let along = |point: Point| if axis == Axis::X { point.x } else { point.y };
    let towards = [before, after].map(|neighbour| along(neighbour).cmp(&along(here)));
    let turn = orient(before, here, after);
    let clockwise = winding == Winding::Clockwise;
    match towards {
        // Along an edge across this axis: the inside is on the right of a clockwise one.
        [Ordering::Equal, Ordering::Equal] => match axis {
            Axis::X => (before.y < after.y) == clockwise,
            Axis::Y => (before.x > after.x) == clockwise,
        },
        // Both edges go the same way, and so does the inside, unless it surrounds them.
        [Ordering::Less | Ordering::Equal, Ordering::Less | Ordering::Equal] => {
            (turn > 0) == clockwise
        }
        [Ordering::Greater | Ordering::Equal, Ordering::Greater | Ordering::Equal] => {
            (turn > 0) != clockwise
        }
        _ => false,
    }
}

/// The cells of one row in view whose centres are in a region, as ranges of columns from left to
/// right, both ends inclusive. Empty for a laser.
pub(super) fn spans(view: &Viewport, shape: &Shape, row: i64) -> Vec<(i64, i64)> {
    match shape {
        Shape::Box(shape) => {
            let cells_inside = CellBox::of(view, shape);
            let is_there = (cells_inside.top..=cells_inside.bottom).contains(&row);
            if is_there { vec![(cells_inside.left, cells_inside.right)] } else { Vec::new() }
        }
        Shape::Polygon(polygon) => of_polygon(view, polygon, row),
        Shape::Segment(_) => Vec::new(),
    }
}

/// The cells between each pair of edges that cross the middle of the row.
fn of_polygon(view: &Viewport, polygon: &Polygon, row: i64) -> Vec<(i64, i64)> {
    let width = view.column_grains();
    let y = view.row_y(row) + width;
    let vertices = polygon.vertices();
    let next = vertices.iter().cycle().skip(1);
    let mut firsts: Vec<i64> = vertices
        .iter()
        .zip(next)
        .filter_map(|(from, to)| {
            let [from, to] = [from, to].map(|p| (grains(p.x), grains(p.y)));
            if (from.1 > y) == (to.1 > y) {
                return None;
            }
            // The first column whose centre is not left of the crossing.
            let (rise, run) = (i128::from(to.1 - from.1), i128::from(to.0 - from.0));
            let across = i128::from(y - from.1) * run * rise.signum();
            let middle = i128::from(from.0 - view.column_x(0) - width / 2);
            let over = middle * rise.abs() + across;
            let under = i128::from(width) * rise.abs();
            i64::try_from(-(-over).div_euclid(under)).ok()
        })
        .collect();
    firsts.sort_unstable();
    let pairs = firsts.chunks_exact(2).map(|pair| (pair[0], pair[1] - 1));
    pairs.filter(|(from, to)| from <= to).collect()
}

/// The cells in view whose centres are in a box or polygon; empty for a laser.
pub(super) fn cells_inside(canvas: &ArenaCanvas<'_>, shape: &Shape) -> CellSet {
    let (min, max) = shape.bounds();
    let Some(seen) = CellBox::between(&canvas.view, min, max).in_view(canvas) else {
        return CellSet::default();
    };
    let in_view = |(from, to): (i64, i64)| (from.max(seen.left), to.min(seen.right));
    let spans_of = |row| spans(&canvas.view, shape, row).into_iter().map(in_view).collect();
    CellSet::of_rows(seen.top, (seen.top..=seen.bottom).map(spans_of).collect())
}

/// Fills every second cell of a region with the stipple for its kind of body.
pub(super) fn stipple(canvas: &mut ArenaCanvas<'_>, shape: &Shape, body: Body) {
    let quiet = canvas.theme.quiet;
    let mark = match body {
        Body::Static => canvas.glyphs.tick,
        Body::Kinematic => KINEMATIC,
        Body::Dynamic => return,
    };
    for cell in cells_inside(canvas, shape).iter() {
        // Dots of the grid do not show through.
        let glyph = if (cell.col + cell.row) % 2 == 0 { mark } else { ' ' };
        canvas.put(cell, glyph, quiet);
    }
}

/// Dots in every third cell of a polygon, for a theme without a ground for it.
pub(super) fn dot(canvas: &mut ArenaCanvas<'_>, shape: &Shape, style: Style) {
    for cell in cells_inside(canvas, shape).iter() {
        let glyph = if (cell.col + cell.row).rem_euclid(3) == 0 { canvas.glyphs.tick } else { ' ' };
        canvas.put(cell, glyph, style);
    }
}

/// The cells in view that two regions share.
pub(super) fn shared_cells(canvas: &ArenaCanvas<'_>, one: &Shape, other: &Shape) -> Vec<Cell> {
    let [one, other] = [one, other].map(|shape| cells_inside(canvas, shape));
    one.iter().filter(|&cell| other.contains(cell)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cell of each vertex at ×1, where a cell is 1 by 2 units.
    fn cells_of(points: &[[i32; 2]]) -> Vec<[i64; 2]> {
        let view = Viewport::new(80, 40);
        let unit = |n: i32| Milli::new(1000 * n).expect("in range");
        let points: Vec<_> = points.iter().map(|&[x, y]| Point::new(unit(x), unit(y))).collect();
        let polygon = Polygon::new(&points).expect("it is simple");
        let origin = view.cell_of(Point::default());
        let cell_of = |index| {
            let cell = vertex_cell(&view, &polygon, index);
            [cell.col - origin.col, cell.row - origin.row]
        };
        (0..points.len()).map(cell_of).collect()
    }

    #[test]
    fn vertices_between_cells_are_drawn_inside_even_concave_ones() {
        // A `C` shape, with a vertex within its upper edge and one within its right edge.
        let (points, cells): (Vec<_>, Vec<_>) = [
            ([2, 2], [2, 1]),
            ([8, 2], [8, 1]),
            ([22, 2], [21, 1]),
            ([22, 6], [21, 3]),
            ([22, 12], [21, 5]),
            ([12, 12], [11, 5]),
            ([12, 22], [11, 11]),
            ([22, 22], [21, 11]),
            ([22, 32], [21, 15]),
            ([2, 32], [2, 15]),
        ]
        .into_iter()
        .unzip();
        assert_eq!(cells_of(&points), cells);
        let backwards = points.iter().rev().copied().collect::<Vec<_>>();
        let cells_backwards = cells.iter().rev().copied().collect::<Vec<_>>();
        assert_eq!(cells_of(&backwards), cells_backwards);
        // A notch from above: its vertex is below the edge that leads to it.
        assert_eq!(cells_of(&[[18, 22], [6, 22], [18, 34], [30, 4]])[0], [18, 11]);
    }
}

#[cfg(test)]
mod inside_tests {
    use super::*;
    use hitscan_geom::Aabb;
    use hitscan_geom::Milli;
    use hitscan_geom::Point;

    #[test]
    fn a_rectangular_polygon_has_the_cells_of_the_box() {
        let units = |x, y| Point::new(Milli::from_units(x), Milli::from_units(y));
        let corners = [units(3, 4), units(12, 4), units(12, 16), units(3, 16)];
        let shape = Aabb::from_corners(corners[0], corners[2]).expect("a box");
        let polygon = Polygon::new(&corners).expect("a polygon");
        for zoom in -2..=3 {
            let mut view = Viewport::new(80, 40);
            view.zoom_by(zoom);
            for row in 0..40 {
                let boxes = spans(&view, &Shape::Box(shape), row);
                assert_eq!(of_polygon(&view, &polygon, row), boxes, "zoom {zoom}, row {row}");
            }
        }
    }
}
