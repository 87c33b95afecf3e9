//! A segment that asks whole groups of bounds when it reaches them.
//!
//! # Groups
//! Of groups it is asked for a time before which nothing in them is entered. Times are
//! products of a gap with the reciprocal of the way. The reciprocal is made smaller by a
//! part of 2^-50 for the near side, and greater for the far side; it, that and the product
//! are rounded, each by a part of 2^-53 at most. So the near side is never reached before the
//! time computed, and the far side never left after it: a group that is left before it is
//! reached is not met.
//!
//! # Boxes
//! A segment meets an open box unless a line separates them: an upright or a level one,
//! or one along the segment itself, for what separates two convex sets in the plane is
//! normal to a side of one of them. The first two compare coordinates. For the third, the
//! outermost corners must lie on both sides of the segment's line. Gaps and ways are below
//! 2^26, their products below 2^52 and differences of these below 2^53: an `f64` holds each
//! without loss, and this is exact.
//!
//! The time of an entry is a quotient of such numbers, and [`f64` orders them as they
//! are](crate::kernel): different ones round to different numbers, in the same order.

#![expect(clippy::inline_always, reason = "only inlined code gets wide vectors")]
#![expect(clippy::needless_bitwise_bool, reason = "a lazy `&&` is a branch on the data")]

use super::tree::{Group, WIDTH};
use crate::{Milli, Segment};

/// 2^-50: what the reciprocal of a way is made smaller or greater by.
const MARGIN: f64 = f64::EPSILON * 4.0;

pub(super) struct Beam {
    start: [i32; 2],
    /// The end as seen from the start.
    way: [f64; 2],
    /// A little less than the reciprocal of the way, and a little more.
    near: [f64; 2],
    far: [f64; 2],
    /// The way, or for a segment of zero length a level one: its line then asks nothing
    /// that coordinates do not.
    along: [f64; 2],
}

impl Beam {
    pub(super) fn new(segment: &Segment) -> Self {
        let start = [segment.start.x, segment.start.y].map(Milli::thousandths);
        let end = [segment.end.x, segment.end.y].map(Milli::thousandths);
        let way = [0, 1].map(|axis| f64::from(end[axis] - start[axis]));
        let once = way.map(|way| 1.0 / way);
        Self {
            start,
            way,
            near: once.map(|once| once * (1.0 - MARGIN)),
            far: once.map(|once| once * (1.0 + MARGIN)),
            along: if segment.is_point() { [1.0, 0.0] } else { way },
        }
    }

    /// For each lane a time before which nothing in it is entered, and a bit for each
    /// in which something may be, until `latest`.
    #[inline(always)]
    pub(super) fn reaches(&self, group: &Group, latest: f64) -> ([f64; WIDTH], u64) {
        let Group { left, top, right, bottom } = group;
        let [start_x, start_y] = self.start;
        let (near_x, far_x) = if self.way[0] >= 0.0 { (left, right) } else { (right, left) };
        let (near_y, far_y) = if self.way[1] >= 0.0 { (top, bottom) } else { (bottom, top) };
        let (mut reaches, mut bits) = ([0.0; WIDTH], 0);
        for k in 0..WIDTH {
            let time = |edge: i32, start: i32, by: f64| f64::from(edge - start) * by;
            // Without a way, times are infinite, or NaN along an edge, which is no bound.
            let entry_x = time(near_x[k], start_x, self.near[0]);
            let entry_y = time(near_y[k], start_y, self.near[1]);
            let exit_x = time(far_x[k], start_x, self.far[0]);
            let exit_y = time(far_y[k], start_y, self.far[1]);
            let entry = greater(entry_x, greater(entry_y, 0.0));
            let exit = lesser(exit_x, lesser(exit_y, lesser(latest, 1.0)));
            reaches[k] = entry;
            bits |= u64::from(entry <= exit) << k;
        }
        (reaches, bits)
    }

    /// When it enters the box with these edges, exactly in order; `None` if it does not.
    #[inline(always)]
    pub(super) fn enters(&self, [left, top, right, bottom]: [i32; 4]) -> Option<f64> {
        let [way_x, way_y] = self.way;
        let gap = |edge: i32, start: i32| f64::from(edge - start);
        let (left, right) = (gap(left, self.start[0]), gap(right, self.start[0]));
        let (top, bottom) = (gap(top, self.start[1]), gap(bottom, self.start[1]));
        let [along_x, along_y] = self.along;
        // The corners that lie farthest to the right of the line, and to the left.
        let (right_y, left_y) = if along_x >= 0.0 { (bottom, top) } else { (top, bottom) };
        let (right_x, left_x) = if along_y >= 0.0 { (left, right) } else { (right, left) };
        let meets = (left < greater(way_x, 0.0))
            & (right > lesser(way_x, 0.0))
            & (top < greater(way_y, 0.0))
            & (bottom > lesser(way_y, 0.0))
            & (along_x * right_y - along_y * right_x > 0.0)
            & (along_x * left_y - along_y * left_x < 0.0);
        let near_x = if way_x >= 0.0 { left } else { right };
        let near_y = if way_y >= 0.0 { top } else { bottom };
        // Without a way, it starts beyond the edge: the quotient is an infinity below 0.
        meets.then(|| greater(near_x / way_x, greater(near_y / way_y, 0.0)))
    }
}

/// The greater of two; the second if the first is NaN.
#[inline(always)]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The lesser of two; the second if the first is NaN.
#[inline(always)]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
