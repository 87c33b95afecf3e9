//! Boxes at rest.

use super::super::super::{Aabb, Milli, Segment};
use super::super::slabs::{TURNED_X, TURNED_Y};
use super::super::{AT_ONCE, PackedEntry, PackedSweep, dispatch, slabs};
use super::{Lane, Order, flag};
use crate::Moving;

/// Many closed boxes, to test one segment against all of them.
///
/// ```
/// use hitscan_geom::{Aabb, Point, Segment, Side};
/// use hitscan_geom::kernel::Boxes;
///
/// let point = Point::from_units;
/// let near = Aabb::from_corners(point(2, 0), point(4, 4))?;
/// let far = Aabb::from_corners(point(20, 0), point(24, 4))?;
/// let boxes: Boxes = [near, far].into_iter().collect();
///
/// let mut entries = Vec::new();
/// boxes.entered_by(&Segment::new(point(0, 1), point(9, 1))?, &mut entries);
/// assert!(entries[0].sides().contains(Side::Left) && !entries[1].meets());
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Boxes {
    pub(super) left: Vec<i32>,
    pub(super) top: Vec<i32>,
    pub(super) right: Vec<i32>,
    pub(super) bottom: Vec<i32>,
}

impl Boxes {
    /// The number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// Whether there are no boxes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Removes all boxes and keeps the memory.
    pub fn clear(&mut self) {
        for column in [&mut self.left, &mut self.top, &mut self.right, &mut self.bottom] {
            column.clear();
        }
    }

    /// Adds a box.
    pub fn push(&mut self, one: &Aabb) {
        let (min, max) = (one.min(), one.max());
        self.left.push(min.x.thousandths());
        self.top.push(min.y.thousandths());
        self.right.push(max.x.thousandths());
        self.bottom.push(max.y.thousandths());
    }

    /// Replaces `entries` with how `segment` enters each box, as
    /// [`segment_enters_box`](super::super::segment_enters_box) computes it. Touching counts as
    /// entering, unlike in [`enter`](crate::enter).
    pub fn entered_by(&self, segment: &Segment, entries: &mut Vec<PackedEntry>) {
        entries.resize(self.len(), PackedEntry::MISS);
        dispatch(
            #[inline(always)]
            || self.enter_each(&Mover::new(segment), entries),
        );
    }

    #[inline(always)]
    pub(super) fn enter_each(&self, mover: &Mover, entries: &mut [PackedEntry]) {
        let columns = [&self.left, &self.top, &self.right, &self.bottom];
        let chunks = columns.map(|column| column.as_chunks::<AT_ONCE>());
        let [(left, _), (top, _), (right, _), (bottom, _)] = chunks;
        let (many, rest) = entries.as_chunks_mut::<AT_ONCE>();
        let steps = left.iter().zip(top).zip(right).zip(bottom);
        for ((((left, top), right), bottom), entries) in steps.zip(many) {
            let [mut index, mut gap, mut way] = [[0; AT_ONCE]; 3];
            for k in 0..AT_ONCE {
                [index[k], gap[k], way[k]] = mover.enters([left[k], top[k], right[k], bottom[k]]);
            }
            for k in 0..AT_ONCE {
                entries[k] = mover.entry([index[k], gap[k], way[k]]);
            }
        }
        let [(_, left), (_, top), (_, right), (_, bottom)] = chunks;
        for (k, entry) in rest.iter_mut().enumerate() {
            *entry = mover.entry(mover.enters([left[k], top[k], right[k], bottom[k]]));
        }
    }
}

/// The segment that enters boxes.
pub(super) struct Mover {
    start: [i32; 2],
    way: [i32; 2],
    turned: usize,
    /// Whether the segment moves along both axes. If not, the products cannot compare
    /// the axes' times.
    is_oblique: bool,
}

impl Mover {
    pub(super) fn new(segment: &Segment) -> Self {
        let way = segment.direction();
        let [x, y] = [way.x, way.y].map(Milli::thousandths);
        let start = [segment.start.x, segment.start.y].map(Milli::thousandths);
        let turned = slabs::flag(x < 0, TURNED_X) | slabs::flag(y < 0, TURNED_Y);
        Self { start, way: [x, y], turned, is_oblique: (x != 0) & (y != 0) }
    }

    /// The index of the sides, and the gap and way whose quotient is the entry time.
    #[inline(always)]
    fn enters(&self, [left, top, right, bottom]: [i32; 4]) -> [i32; 3] {
        let lane = |low: i32, high: i32, axis: usize| {
            Lane::turned(low - self.start[axis], high - self.start[axis], self.way[axis])
        };
        let (x, y) = (lane(left, right, 0), lane(top, bottom, 1));
        let order = Order::of(x, y);
        let misses = order.apart | ((x.out_of_frame() | y.out_of_frame()) < 0);
        // The start lies on a far side and moves away from it.
        let index = flag(order.x_last & (x.low >= 0), 1)
            | flag((order.x_left & self.is_oblique) | (x.high <= 0), 2)
            | flag(order.y_last & (y.low >= 0), 4)
            | flag((order.y_left & self.is_oblique) | (y.high <= 0), 8)
            | flag(misses, 64);
        let in_x = order.x_last & (x.low > 0);
        if in_x { [index, x.low, x.way] } else { [index, y.low, y.way] }
    }

    #[inline(always)]
    fn entry(&self, [index, gap, way]: [i32; 3]) -> PackedEntry {
        PackedEntry::at(index.unsigned_abs() as usize | self.turned, gap, way)
    }
}

impl FromIterator<Aabb> for Boxes {
    fn from_iter<I: IntoIterator<Item = Aabb>>(boxes: I) -> Self {
        let mut all = Self::default();
        boxes.into_iter().for_each(|one| all.push(&one));
        all
    }
}

/// Many boxes in motion, to sweep one box against all of them.
///
/// ```
/// use hitscan_geom::{Aabb, Moving, Point, Swept, Vector};
/// use hitscan_geom::kernel::MovingBoxes;
///
/// let point = Point::from_units;
/// let at = |x| Aabb::from_corners(point(x, 0), point(x + 2, 2));
/// let many: MovingBoxes = [Moving::at_rest(at(4)?), Moving::at_rest(at(40)?)].into_iter().collect();
/// let fast = Vector::from_units(8, 0);
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

    /// Removes all boxes and keeps the memory.
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

    /// Replaces `sweeps` with what happens when `a` runs into each box, as
    /// [`sweep`](fn@super::super::sweep) computes it.
    pub fn swept_by(&self, a: &Moving, sweeps: &mut Vec<PackedSweep>) {
        sweeps.resize(self.len(), PackedSweep::MISS);
        dispatch(
            #[inline(always)]
            || self.sweep_each(&MovingBox::new(a), sweeps),
        );
    }

    #[inline(always)]
    pub(super) fn sweep_each(&self, mover: &MovingBox, sweeps: &mut [PackedSweep]) {
        let Boxes { left, top, right, bottom } = &self.start;
        let columns = [left, top, right, bottom, &self.way_x, &self.way_y];
        let chunks = columns.map(|column| column.as_chunks::<AT_ONCE>());
        let (many, rest) = sweeps.as_chunks_mut::<AT_ONCE>();
        for (step, sweeps) in many.iter_mut().enumerate() {
            let columns = chunks.map(|(steps, _)| &steps[step]);
            let [mut index, mut gap, mut way] = [[0; AT_ONCE]; 3];
            for k in 0..AT_ONCE {
                [index[k], gap[k], way[k]] = mover.sweeps(columns.map(|column| column[k]));
            }
            for k in 0..AT_ONCE {
                sweeps[k] = PackedSweep::at(index[k].unsigned_abs() as usize, gap[k], way[k]);
            }
        }
        for (k, sweep) in rest.iter_mut().enumerate() {
            let [index, gap, way] = mover.sweeps(chunks.map(|(_, rest)| rest[k]));
            *sweep = PackedSweep::at(index.unsigned_abs() as usize, gap, way);
        }
    }
}

/// The box that runs into the others.
pub(super) struct MovingBox {
    start: [i32; 4],
    way: [i32; 2],
}

impl MovingBox {
    pub(super) fn new(a: &Moving) -> Self {
        let start = [a.start.left(), a.start.top(), a.start.right(), a.start.bottom()];
        let start = start.map(Milli::thousandths);
        Self { start, way: [a.motion.x, a.motion.y].map(Milli::thousandths) }
    }

    /// The index of the outcome, and the gap and way whose quotient is the time of the last entry.
    #[inline(always)]
    fn sweeps(&self, [left, top, right, bottom, way_x, way_y]: [i32; 6]) -> [i32; 3] {
        let [own_left, own_top, own_right, own_bottom] = self.start;
        let (way_x, way_y) = (self.way[0] - way_x, self.way[1] - way_y);
        let x = Lane::turned(left - own_right, right - own_left, way_x);
        let y = Lane::turned(top - own_bottom, bottom - own_top, way_y);
        let order = Order::of(x, y);
        let misses = order.apart | ((x.out_of_frame() | y.out_of_frame()) < 0);
        // An axis without displacement starts before all times: it is last only if
        // neither axis moves.
        let in_x = order.x_last & ((x.way != 0) | (y.way == 0));
        let in_y = order.y_last & ((y.way != 0) | (x.way == 0));
        // They meet only for a moment: one axis stops meeting as the other starts, or as
        // the frame starts.
        let for_a_moment = (order.x_left | order.y_left) & ((x.way | y.way) != 0)
            | ((x.high == 0) | (y.high == 0));
        let is_flush = (x.way == 0) & ((x.low == 0) | (x.high == 0))
            | (y.way == 0) & ((y.low == 0) | (y.high == 0));
        let index = flag(in_x, 1)
            | flag(misses, 2)
            | flag(in_y, 4)
            | flag(for_a_moment, 8)
            | flag(way_x < 0, 16)
            | flag(way_y < 0, 32)
            | flag(is_flush, 64);
        if in_y { [index, y.low, y.way] } else { [index, x.low, x.way] }
    }
}

impl FromIterator<Moving> for MovingBoxes {
    fn from_iter<I: IntoIterator<Item = Moving>>(boxes: I) -> Self {
        let mut all = Self::default();
        boxes.into_iter().for_each(|one| all.push(&one));
        all
    }
}
