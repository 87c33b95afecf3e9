//! Which cells are inside a region: for stipple, hatching and overlaps.

use super::boxes::CellBox;
use super::canvas::ArenaCanvas;
use super::cell_set::CellSet;
use crate::app::{Viewport, grains};
use crate::view::glyphs::KINEMATIC;
use hitscan_core::world::Body;
use hitscan_geom::{Polygon, Shape};

/// The cells of one row in view whose centres are in a region, as ranges of columns from left to
/// right, both ends inclusive. Empty for a laser.
pub(super) fn spans(view: &Viewport, shape: &Shape, row: i64) -> Vec<(i64, i64)> {
    match shape {
        Shape::Box(shape) => {
            let cells = CellBox::of(view, shape);
            let is_there = (cells.top..=cells.bottom).contains(&row);
            if is_there { vec![(cells.left, cells.right)] } else { Vec::new() }
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
pub(super) fn cells(canvas: &ArenaCanvas<'_>, shape: &Shape) -> CellSet {
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
    for cell in cells(canvas, shape).iter() {
        // Dots of the grid do not show through.
        let glyph = if (cell.col + cell.row) % 2 == 0 { mark } else { ' ' };
        canvas.put(cell, glyph, quiet);
    }
}

/// Marks the cells that two regions share.
pub(super) fn share(canvas: &mut ArenaCanvas<'_>, one: &Shape, other: &Shape) {
    let [one, other] = [one, other].map(|shape| cells(canvas, shape));
    for cell in one.iter().filter(|&cell| other.contains(cell)) {
        canvas.share(cell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitscan_geom::{Aabb, Milli, Point};

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
