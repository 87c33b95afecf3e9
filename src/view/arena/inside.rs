//! Which cells lie inside a region: for stipple and hatching.

use super::boxes::CellBox;
use super::canvas::Canvas;
use crate::app::{Cell, Viewport, grains};
use hitscan_geom::{Polygon, Shape};

/// The cells of one row in view whose middles lie in a region, as ranges of columns
/// from left to right, both ends inclusive. None for a laser.
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

/// Between each pair of edges that cross the middle of the row.
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
            // The first column whose middle is not left of the crossing.
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

/// Puts a dot into every second free cell of a static region.
pub(super) fn stipple(canvas: &mut Canvas<'_>, shape: &Shape) {
    let (tick, quiet) = (canvas.glyphs.tick, canvas.theme.quiet);
    let view = canvas.view;
    let Some(seen) = rows_in_view(canvas, shape) else { return };
    for row in seen.top..=seen.bottom {
        for (from, to) in spans(&view, shape, row) {
            for col in from.max(seen.left)..=to.min(seen.right) {
                // The dots of the grid do not show through.
                let glyph = if (col + row) % 2 == 0 { tick } else { ' ' };
                canvas.put(Cell { col, row }, glyph, quiet);
            }
        }
    }
}

/// Marks the cells that two regions share.
pub(super) fn share(canvas: &mut Canvas<'_>, one: &Shape, other: &Shape) {
    let view = canvas.view;
    let Some(seen) = rows_in_view(canvas, one) else { return };
    for row in seen.top..=seen.bottom {
        let others = spans(&view, other, row);
        for (from, to) in spans(&view, one, row) {
            for (other_from, other_to) in &others {
                let last = to.min(*other_to).min(seen.right);
                for col in from.max(*other_from).max(seen.left)..=last {
                    canvas.share(Cell { col, row });
                }
            }
        }
    }
}

fn rows_in_view(canvas: &Canvas<'_>, shape: &Shape) -> Option<CellBox> {
    let (min, max) = shape.bounds();
    CellBox::between(&canvas.view, min, max).in_view(canvas)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitscan_geom::{Aabb, Milli, Point};

    #[test]
    fn a_polygon_has_the_cells_of_the_box_that_it_is() {
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
