//! Which objects are in view, and on which side of it the others are.
//!
//! Scenes may have a hundred thousand objects. Each costs a few comparisons of its bounds with the
//! coordinates of cell borders and centres; no cells are computed.

use super::canvas::ArenaCanvas;
use crate::app::grains;
use hitscan_geom::Vector;
use hitscan_geom::broad_phase::SweptAabb;

/// The sides of the view that objects can be beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beyond {
    Left,
    Right,
    Above,
    Below,
}

impl Beyond {
    /// All of them, in the order in which they claim an object.
    pub(super) const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Above, Self::Below];
}

/// The coordinates of the view.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    x: Extent,
    y: Extent,
}

/// The view along one axis, in grains.
#[derive(Clone, Copy, Debug)]
struct Extent {
    /// Where its first cell begins.
    from: i64,
    /// Where the cell after its last one begins.
    to: i64,
    cell: i64,
}

impl Extent {
    /// Whether a range reaches a cell of the view or one next to it.
    const fn has(&self, from: i64, to: i64) -> bool {
        from < self.to + self.cell && to >= self.from - self.cell
    }

    /// Whether all cells of a range are before the view. The cells of a range are those whose
    /// centres it contains, or the one where it begins if it contains none.
    const fn is_before(&self, from: i64, to: i64) -> bool {
        from < self.from && to <= self.from + self.cell / 2
    }

    /// Whether all cells of a range are after the view.
    const fn is_after(&self, from: i64, to: i64) -> bool {
        let half = self.cell / 2;
        from >= self.to || from > self.to - half && to > self.to + half
    }
}

impl View {
    pub(super) fn of(canvas: &ArenaCanvas<'_>) -> Self {
        let (viewport, last) = (&canvas.view, canvas.last());
        let cell = viewport.column_grains();
        let extent = |from, to, cell| Extent { from, to, cell };
        Self {
            x: extent(viewport.column_x(0), viewport.column_x(last.col + 1), cell),
            y: extent(viewport.row_y(0), viewport.row_y(last.row + 1), 2 * cell),
        }
    }

    /// Whether any cell of an object with these bounds and velocity `v` may be in view, including
    /// its arrow and a name beside it.
    pub(super) fn has(&self, bounds: &SweptAabb, v: Vector) -> bool {
        let (min, max, vx, vy) = (bounds.min(), bounds.max(), grains(v.x), grains(v.y));
        self.x.has(grains(min.x) + vx.min(0), grains(max.x) + vx.max(0))
            && self.y.has(grains(min.y) + vy.min(0), grains(max.y) + vy.max(0))
    }

    /// The side of the view beyond which all cells of an object with these bounds are.
    pub(super) fn side_of(&self, bounds: &SweptAabb) -> Option<Beyond> {
        let (min, max) = (bounds.min(), bounds.max());
        let [left, right] = [min.x, max.x].map(grains);
        let [top, bottom] = [min.y, max.y].map(grains);
        Beyond::ALL.into_iter().find(|side| match side {
            Beyond::Left => self.x.is_before(left, right),
            Beyond::Right => self.x.is_after(left, right),
            Beyond::Above => self.y.is_before(top, bottom),
            Beyond::Below => self.y.is_after(top, bottom),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;

    use super::super::boxes::CellBox;
    use super::*;
    use crate::app::{Cell, Viewport};
    use crate::view::{Glyphs, Theme};
    use hitscan_geom::{Milli, Point};

    fn milli(thousandths: i32) -> Milli {
        Milli::new(thousandths).expect("in range")
    }

    /// Whether an object has a cell in view or next to it, at any time during its motion.
    fn has_cells(view: &Viewport, last: Cell, (min, max): (Point, Point), v: Vector) -> bool {
        let reach = |point: Point| {
            let to = point.checked_add(v).expect("in range");
            let (from, to) = (view.cell_of(point), view.cell_of(to));
            let least = Cell { col: from.col.min(to.col), row: from.row.min(to.row) };
            let greatest = Cell { col: from.col.max(to.col), row: from.row.max(to.row) };
            (least, greatest)
        };
        let (min, max) = (reach(min).0, reach(max).1);
        min.col - 1 <= last.col && min.row - 1 <= last.row && max.col >= -1 && max.row >= -1
    }

    /// The side of the view beyond which all cells of an object are.
    fn side_of_cells(view: &Viewport, last: Cell, (min, max): (Point, Point)) -> Option<Beyond> {
        match CellBox::between(view, min, max) {
            cells if cells.right < 0 => Some(Beyond::Left),
            cells if cells.left > last.col => Some(Beyond::Right),
            cells if cells.bottom < 0 => Some(Beyond::Above),
            cells if cells.top > last.row => Some(Beyond::Below),
            _ => None,
        }
    }

    proptest! {
        /// Comparing coordinates gives the same result as computing cells, at every zoom and around
        /// every edge.
        #[test]
        fn comparing_coordinates_agrees_with_computing_cells(
            corner in [-120_000_i32..120_000, -120_000..120_000],
            size in [0_i32..30_000, 0..30_000],
            v in [-20_000_i32..20_000, -20_000..20_000],
            zoom in Viewport::ZOOMS,
            pan in [-20_i64..20, -20..20],
        ) {
            let area = Rect::new(0, 0, 43, 20);
            let mut buf = Buffer::empty(area);
            let mut viewport = Viewport::new(43, 20);
            viewport.zoom_by(zoom);
            viewport.pan(pan[0], pan[1]);
            let canvas = ArenaCanvas::new(&mut buf, area, &viewport, &Theme::SIXTEEN, &Glyphs::LINES);
            let view = View::of(&canvas);
            let [from, to] =
                [[0, 0], size].map(|by| Point::new(milli(corner[0] + by[0]), milli(corner[1] + by[1])));
            let bounds = SweptAabb::around(from, to);
            let v = Vector::new(milli(v[0]), milli(v[1]));
            let last = canvas.last();
            prop_assert_eq!(view.has(&bounds, v), has_cells(&viewport, last, (from, to), v));
            prop_assert_eq!(view.side_of(&bounds), side_of_cells(&viewport, last, (from, to)));
        }
    }
}
