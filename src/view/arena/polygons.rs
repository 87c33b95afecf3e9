//! Polygons: their edges as straight lines, with marked vertices.

use ratatui::style::Style;

use super::boxes::CellBox;
use super::canvas::Canvas;
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
pub(super) fn draw_outline(canvas: &mut Canvas<'_>, polygon: &Polygon, style: Style) {
    let (winding, within) = (winding(polygon), cells(&canvas.view, polygon));
    for index in 0..polygon.vertices().len() {
        draw_side(canvas, polygon, (winding, &within), index, style);
    }
    for index in 0..polygon.vertices().len() {
        let cell = vertex_cell(&canvas.view, polygon, index);
        canvas.put(cell, canvas.glyphs.vertex, style);
    }
}

/// Redraws one edge between its vertices.
pub(super) fn draw_hit_edge(
    canvas: &mut Canvas<'_>,
    polygon: &Polygon,
    index: usize,
    style: Style,
) {
    let within = cells(&canvas.view, polygon);
    draw_side(canvas, polygon, (winding(polygon), &within), index, style);
    let count = polygon.vertices().len();
    for vertex in [index % count, (index + 1) % count] {
        let cell = vertex_cell(&canvas.view, polygon, vertex);
        canvas.put(cell, canvas.glyphs.vertex, style);
    }
}

fn draw_side(
    canvas: &mut Canvas<'_>,
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
fn cells(view: &Viewport, polygon: &Polygon) -> CellBox {
    let first = vertex_cell(view, polygon, 0);
    let none = CellBox { left: first.col, top: first.row, right: first.col, bottom: first.row };
    let all = (0..polygon.vertices().len()).map(|index| vertex_cell(view, polygon, index));
    all.fold(none, |seen, Cell { col, row }| CellBox {
        left: seen.left.min(col),
        top: seen.top.min(row),
        right: seen.right.max(col),
        bottom: seen.bottom.max(row),
    })
}

/// The cell of a vertex; between two cells, the one on the side of its
/// neighbours.
pub(super) fn vertex_cell(view: &Viewport, polygon: &Polygon, index: usize) -> Cell {
    let vertices = polygon.vertices();
    let count = vertices.len();
    let here = vertices[index % count];
    let [before, after] = [index + count - 1, index + 1].map(|at| vertices[at % count]);
    let mut cell = view.cell_of(here);
    let is_last = |along: fn(Point) -> Milli| {
        let (before, after, here) = (along(before), along(after), along(here));
        before <= here && after <= here
    };
    if is_last(|p| p.x) && grains(here.x) % view.column_grains() == 0 {
        cell.col -= 1;
    }
    if is_last(|p| p.y) && grains(here.y) % (2 * view.column_grains()) == 0 {
        cell.row -= 1;
    }
    cell
}
