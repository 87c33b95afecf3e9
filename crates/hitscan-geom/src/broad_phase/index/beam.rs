//! A segment that asks whole groups whether it runs through the interior of their bounds.
//!
//! # Why this decides exactly
//! A segment meets an open box unless a line separates them: an upright or a level one,
//! or one along the segment itself. (What separates two convex sets in the plane is
//! normal to a side of one of them, and the sides of a box are upright and level.) The first two compare coordinates. For the third, the corners lie
//! on both sides of the segment's line if `way.x·y − way.y·x` is above and below that of its start;
//! only two corners need be asked, the outermost. Ways are below 2^26 and coordinates
//! below 2^25, so products are below 2^51 and differences below 2^52: an `f64` holds each
//! without loss.
//!
//! The interior of a box lies in that of the bounds around it, so no group is left out
//! that holds a box which the segment enters.
//!
//! Times are quotients of coordinates, which [`f64` orders exactly](crate::kernel): different ones round
//! to different numbers, in the same order. The bounds around a box are reached no later
//! than the box, in rounded times as well, since rounding keeps the order.

#![expect(clippy::inline_always, reason = "only inlined code gets wide vectors")]
#![expect(clippy::needless_bitwise_bool, reason = "a lazy `&&` is a branch on the data")]

use super::tree::{Group, WIDTH};
use crate::{Milli, Segment};

pub(super) struct Beam {
    start: [i32; 2],
    /// The least and the greatest coordinates.
    min: [i32; 2],
    max: [i32; 2],
    way: [f64; 2],
    /// `way.x·y − way.y·x`, for all points of its line. For a segment of zero length that of a
    /// level line, which asks nothing that its bounds do not.
    line: f64,
    /// What `line` is computed with.
    along: [f64; 2],
}

impl Beam {
    pub(super) fn new(segment: &Segment) -> Self {
        let start = [segment.start.x, segment.start.y].map(Milli::thousandths);
        let end = [segment.end.x, segment.end.y].map(Milli::thousandths);
        let way = [0, 1].map(|axis| f64::from(end[axis] - start[axis]));
        let along = if segment.is_point() { [1.0, 0.0] } else { way };
        Self {
            start,
            min: [start[0].min(end[0]), start[1].min(end[1])],
            max: [start[0].max(end[0]), start[1].max(end[1])],
            way,
            line: along[0] * f64::from(start[1]) - along[1] * f64::from(start[0]),
            along,
        }
    }

    /// Whether the interior of the bounds in each lane is met.
    #[inline(always)]
    pub(super) fn enters(&self, group: &Group) -> [bool; WIDTH] {
        let [way_x, way_y] = self.along;
        let Group { left, top, right, bottom } = group;
        // The corners that lie farthest to the right of the line, and to the left.
        let (right_y, left_y) = if way_x >= 0.0 { (bottom, top) } else { (top, bottom) };
        let (right_x, left_x) = if way_y >= 0.0 { (left, right) } else { (right, left) };
        let mut enters = [false; WIDTH];
        for k in 0..WIDTH {
            let of_line = |x: i32, y: i32| way_x * f64::from(y) - way_y * f64::from(x);
            enters[k] = (left[k] < self.max[0])
                & (right[k] > self.min[0])
                & (top[k] < self.max[1])
                & (bottom[k] > self.min[1])
                & (of_line(right_x[k], right_y[k]) > self.line)
                & (of_line(left_x[k], left_y[k]) < self.line);
        }
        enters
    }

    /// When it enters bounds with these edges, of which it meets the interior.
    #[inline(always)]
    pub(super) fn entry(&self, [left, top, right, bottom]: [i32; 4]) -> f64 {
        let [way_x, way_y] = self.way;
        let near_x = if way_x >= 0.0 { left } else { right };
        let near_y = if way_y >= 0.0 { top } else { bottom };
        // Without a way, it starts beyond the edge: the quotient is an infinity below 0.
        let of_x = f64::from(near_x - self.start[0]) / way_x;
        let of_y = f64::from(near_y - self.start[1]) / way_y;
        of_x.max(of_y).max(0.0)
    }
}
