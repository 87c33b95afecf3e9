//! Which objects are in view, and on which side of it the others lie.
//!
//! Scenes may have a hundred thousand objects: those that are well out of view cost a
//! few comparisons of coordinates. Cells, which take divisions, decide near the edge.

use super::boxes::CellBox;
use super::canvas::Canvas;
use crate::app::{Cell, Viewport, grains};
use hitscan_core::world::Object;
use hitscan_geom::{Point, Vector};

/// How far beyond the view, in cells, coordinates alone decide.
const MARGIN: i64 = 3;

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
pub(super) struct View<'a> {
    viewport: &'a Viewport,
    x: Extent,
    y: Extent,
    last: Cell,
}

/// The view along one axis, in grains.
#[derive(Clone, Copy, Debug)]
struct Extent {
    from: i64,
    to: i64,
    cell: i64,
}

/// Where a stretch lies along one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Along {
    Before,
    Within,
    After,
    /// Near an edge of the view, where cells decide.
    Near,
}

impl Extent {
    const fn of(&self, from: i64, to: i64) -> Along {
        let margin = MARGIN * self.cell;
        if to < self.from - margin {
            Along::Before
        } else if from > self.to + margin {
            Along::After
        } else if to > self.from + margin && from < self.to - margin {
            Along::Within
        } else {
            Along::Near
        }
    }
}

impl<'a> View<'a> {
    pub(super) fn of(canvas: &'a Canvas<'_>) -> Self {
        let (viewport, last) = (&canvas.view, canvas.last());
        let cell = viewport.column_grains();
        let extent = |from, to, cell| Extent { from, to, cell };
        Self {
            viewport,
            x: extent(viewport.column_x(0), viewport.column_x(last.col + 1), cell),
            y: extent(viewport.row_y(0), viewport.row_y(last.row + 1), 2 * cell),
            last,
        }
    }

    /// Whether any cell of an object may be in view, including its arrow and a name
    /// that stands beside it.
    pub(super) fn has(&self, object: &Object) -> bool {
        let (min, max) = object.shape.bounds();
        let v = object.velocity;
        let is_outside = |along: &Along| matches!(along, Along::Before | Along::After);
        if self.along((min, max), v).iter().any(is_outside) {
            return false;
        }
        self.along((min, max), Vector::ZERO) == [Along::Within; 2] || self.has_cells((min, max), v)
    }

    /// The same, by the cells.
    fn has_cells(&self, (min, max): (Point, Point), v: Vector) -> bool {
        let (min, max) = (reach(self.viewport, min, v), reach(self.viewport, max, v));
        min.0.col - 1 <= self.last.col
            && min.0.row - 1 <= self.last.row
            && max.1.col + 1 >= 0
            && max.1.row + 1 >= 0
    }

    /// The side of the view beyond which an object lies with all its cells.
    pub(super) fn side_of(&self, object: &Object) -> Option<Beyond> {
        let (min, max) = object.shape.bounds();
        match self.along((min, max), Vector::ZERO) {
            [Along::Before, _] => Some(Beyond::Left),
            [Along::After, _] => Some(Beyond::Right),
            [Along::Within, Along::Before] => Some(Beyond::Above),
            [Along::Within, Along::After] => Some(Beyond::Below),
            [Along::Within, Along::Within] => None,
            [Along::Near, _] | [_, Along::Near] => self.side_of_cells(min, max),
        }
    }

    /// The same, by the cells.
    fn side_of_cells(&self, min: Point, max: Point) -> Option<Beyond> {
        let cells = CellBox::between(self.viewport, min, max);
        match cells {
            _ if cells.right < 0 => Some(Beyond::Left),
            _ if cells.left > self.last.col => Some(Beyond::Right),
            _ if cells.bottom < 0 => Some(Beyond::Above),
            _ if cells.top > self.last.row => Some(Beyond::Below),
            _ => None,
        }
    }

    /// Where bounds lie that move by `v`.
    fn along(&self, (min, max): (Point, Point), v: Vector) -> [Along; 2] {
        let (vx, vy) = (grains(v.x), grains(v.y));
        [
            self.x.of(grains(min.x) + vx.min(0), grains(max.x) + vx.max(0)),
            self.y.of(grains(min.y) + vy.min(0), grains(max.y) + vy.max(0)),
        ]
    }
}

/// The smallest and largest cell a moving point covers.
fn reach(view: &Viewport, point: Point, v: Vector) -> (Cell, Cell) {
    let (from, to) = (view.cell_of(point), view.cell_of(point.checked_add(v).unwrap_or(point)));
    let least = Cell { col: from.col.min(to.col), row: from.row.min(to.row) };
    let greatest = Cell { col: from.col.max(to.col), row: from.row.max(to.row) };
    (least, greatest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;

    use super::*;
    use crate::view::{Glyphs, Theme};
    use hitscan_core::world::Name;
    use hitscan_geom::{Aabb, Milli, Shape};

    fn milli(thousandths: i32) -> Milli {
        Milli::new(thousandths).expect("in range")
    }

    proptest! {
        /// Coordinates decide as cells do, at every zoom and about every edge.
        #[test]
        fn what_is_in_view_does_not_depend_on_how_it_is_found(
            corner in [-120_000_i32..120_000, -120_000..120_000],
            size in [1_i32..30_000, 1..30_000],
            v in [-20_000_i32..20_000, -20_000..20_000],
            zoom in -3_i8..=4,
            pan in [-20_i64..20, -20..20],
        ) {
            let area = Rect::new(0, 0, 43, 20);
            let mut buf = Buffer::empty(area);
            let mut viewport = Viewport::new(43, 20);
            viewport.zoom_by(zoom);
            viewport.pan(pan[0], pan[1]);
            let canvas = Canvas::new(&mut buf, area, &viewport, &Theme::SIXTEEN, &Glyphs::LINES);
            let view = View::of(&canvas);
            let [from, to] =
                [[0, 0], size].map(|by| Point::new(milli(corner[0] + by[0]), milli(corner[1] + by[1])));
            let shape = Shape::Box(Aabb::from_corners(from, to).expect("a box"));
            let mut object = Object::new(Name::new("a").expect("a name"), shape);
            object.velocity = Vector::new(milli(v[0]), milli(v[1]));
            prop_assert_eq!(view.has(&object), view.has_cells((from, to), object.velocity));
            prop_assert_eq!(view.side_of(&object), view.side_of_cells(from, to));
        }
    }
}
