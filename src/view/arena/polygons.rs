//! Polygons: their edges as straight lines, with marked vertices.

use std::cmp::Ordering;

use ratatui::style::Style;

use super::boxes::CellBox;
use super::canvas::ArenaCanvas;
use super::stroke::{GrainPoint, Stroke, Tie};
use crate::app::{Cell, Viewport, grains};
use hitscan_geom::{Axis, Milli, Point, Polygon, Vector, orient};

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
        draw_side(canvas, polygon, (winding, &within), index, style);
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
    draw_side(canvas, polygon, (winding, &within), index, style);
    for vertex in [index, index + 1] {
        let cell = corner_cell(&canvas.view, polygon, winding, vertex);
        canvas.put(cell, canvas.glyphs.vertex, style);
    }
}

fn draw_side(
    canvas: &mut ArenaCanvas<'_>,
    polygon: &Polygon,
    (winding, within): (Winding, &CellBox),
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
    let (x, y) = stroke.senses();
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
        let points = [
            [2, 2],
            [8, 2],
            [22, 2],
            [22, 6],
            [22, 12],
            [12, 12],
            [12, 22],
            [22, 22],
            [22, 32],
            [2, 32],
        ];
        let cells = [
            [2, 1],
            [8, 1],
            [21, 1],
            [21, 3],
            [21, 5],
            [11, 5],
            [11, 11],
            [21, 11],
            [21, 15],
            [2, 15],
        ];
        assert_eq!(cells_of(&points), cells);
        let backwards = points.iter().rev().copied().collect::<Vec<_>>();
        let cells_backwards = cells.iter().rev().copied().collect::<Vec<_>>();
        assert_eq!(cells_of(&backwards), cells_backwards);
        // A notch from above: its vertex is below the edge that leads to it.
        assert_eq!(cells_of(&[[18, 22], [6, 22], [18, 34], [30, 4]])[0], [18, 11]);
    }
}
