//! Boxes that move.

use super::super::super::{Aabb, Milli, Moving, Vector};
use super::super::slabs::Slabs;
use super::super::{PackedSweep, sweep};
use super::Boxes;

/// Boxes and their motions in a frame.
#[derive(Clone, Debug, Default)]
pub struct MovingBoxes {
    start: Boxes,
    way_x: Vec<i32>,
    way_y: Vec<i32>,
}

impl MovingBoxes {
    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.start.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.start.is_empty()
    }

    /// Takes all out, and keeps the room they had.
    pub fn clear(&mut self) {
        self.start.clear();
        self.way_x.clear();
        self.way_y.clear();
    }

    /// Adds one.
    pub fn push(&mut self, one: &Moving) {
        self.start.push(one.start.min(), one.start.max());
        self.way_x.push(one.motion.x.thousandths());
        self.way_y.push(one.motion.y.thousandths());
    }

    /// Writes for each what [`sweep`](fn@super::super::sweep) finds with `a` as
    /// the first and it as the second. `sweeps` is cleared first.
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
