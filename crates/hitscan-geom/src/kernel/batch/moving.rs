//! Boxes in motion.

use super::super::super::{Aabb, Milli, Moving, Vector};
use super::super::slabs::Slabs;
use super::super::{PackedSweep, sweep};
use super::Boxes;

/// Many boxes in motion, to sweep one box against all of them.
///
/// ```
/// use hitscan_geom::{Aabb, Milli, Moving, Point, Swept, Vector};
/// use hitscan_geom::kernel::MovingBoxes;
///
/// let point = |x, y| Point::new(Milli::from_units(x), Milli::from_units(y));
/// let at = |x| Aabb::from_corners(point(x, 0), point(x + 2, 2));
/// let many: MovingBoxes = [Moving::at_rest(at(4)?), Moving::at_rest(at(40)?)].into_iter().collect();
/// let fast = Vector::new(Milli::from_units(8), Milli::ZERO);
///
/// let mut sweeps = Vec::new();
/// many.swept_by(&Moving::new(at(0)?, fast)?, &mut sweeps);
/// assert!(matches!(sweeps[0].unpack(), Swept::Hit { .. }) && sweeps[1].is_miss());
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MovingBoxes {
    start: Boxes,
    way_x: Vec<i32>,
    way_y: Vec<i32>,
}

impl MovingBoxes {
    /// The number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.start.len()
    }

    /// Whether there are no boxes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.start.is_empty()
    }

    /// Removes all boxes and keeps their memory.
    pub fn clear(&mut self) {
        self.start.clear();
        self.way_x.clear();
        self.way_y.clear();
    }

    /// Adds a box.
    pub fn push(&mut self, one: &Moving) {
        self.start.push(&one.start);
        self.way_x.push(one.motion.x.thousandths());
        self.way_y.push(one.motion.y.thousandths());
    }

    /// Replaces `sweeps` by what happens when `a` runs into each box, as
    /// [`sweep`](fn@super::super::sweep) has it.
    pub fn swept_by(&self, a: &Moving, sweeps: &mut Vec<PackedSweep>) {
        let edges = |start: &Aabb| [start.left(), start.top(), start.right(), start.bottom()];
        let [a_left, a_top, a_right, a_bottom] = edges(&a.start).map(Milli::thousandths);
        let Vector { x, y } = a.motion;
        let [x, y] = [x, y].map(Milli::thousandths);
        let ways = self.way_x.iter().zip(&self.way_y);
        sweeps.clear();
        sweeps.extend(self.start.iter().zip(ways).map(
            |([left, top, right, bottom], (&way_x, &way_y))| {
                sweep::pack(&Slabs::new(
                    [left - a_right, top - a_bottom],
                    [right - a_left, bottom - a_top],
                    [x - way_x, y - way_y],
                ))
            },
        ));
    }
}

impl FromIterator<Moving> for MovingBoxes {
    fn from_iter<I: IntoIterator<Item = Moving>>(boxes: I) -> Self {
        let mut all = Self::default();
        boxes.into_iter().for_each(|one| all.push(&one));
        all
    }
}
