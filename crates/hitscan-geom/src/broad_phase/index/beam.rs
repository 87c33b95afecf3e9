//! A segment tested against whole groups of bounds at a time.
//!
//! # Groups
//! For a group, the beam computes a conservative time before which the segment enters nothing in
//! it. Times are products of a gap with the reciprocal of the segment's displacement along that
//! axis (its *way*). For the near side the reciprocal is made smaller by a relative 2^-50, for the
//! far side greater; the reciprocal, that adjustment and the product are each rounded by a relative
//! 2^-53 at most. So the segment never reaches the near side before the computed time and never
//! leaves the far side after it: if the computed exit comes before the computed entry, the segment
//! misses the group.
//!
//! # Boxes
//! A segment meets an open box unless a separating axis exists, and two convex sets in the plane
//! are separated along a normal of one of their sides. So the candidates are x, y, and the normal
//! of the segment. The first two compare coordinates. For the third, the outermost corners must lie
//! on both sides of the segment's line. Gaps and ways are below 2^26, their products below 2^52 and
//! differences of these below 2^53: an `f64` holds each without loss, so this test is exact.
//!
//! The entry time is a quotient of such numbers, and [`f64` preserves their order](crate::kernel):
//! different quotients round to different numbers, in the same order.

#![expect(clippy::inline_always, reason = "only inlined code gets wide vectors")]
#![expect(clippy::needless_bitwise_bool, reason = "a lazy `&&` is a branch on the data")]

use super::tree::{Group, WIDTH};
use crate::{Milli, Segment};

/// 2^-50: the relative amount by which the reciprocal of a way is made smaller or greater.
const MARGIN: f64 = f64::EPSILON * 4.0;

pub(super) struct Beam {
    start: [i32; 2],
    /// The displacement from start to end.
    way: [f64; 2],
    /// Slightly less than the reciprocal of the way (`near`), and slightly more (`far`).
    near: [f64; 2],
    far: [f64; 2],
    /// The direction of the segment's line. For a segment of zero length it is horizontal, which
    /// adds no condition to those on the coordinates.
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

    /// For each lane, a time before which the segment enters nothing in it, and a bit for each lane
    /// that it may enter until `latest`.
    #[inline(always)]
    pub(super) fn reaches(&self, group: &Group, latest: f64) -> ([f64; WIDTH], u64) {
        let Group { left, top, right, bottom } = group;
        let [start_x, start_y] = self.start;
        let (near_x, far_x) = if self.way[0] >= 0.0 { (left, right) } else { (right, left) };
        let (near_y, far_y) = if self.way[1] >= 0.0 { (top, bottom) } else { (bottom, top) };
        let (mut reaches, mut bits) = ([0.0; WIDTH], 0);
        for k in 0..WIDTH {
            let time = |edge: i32, start: i32, by: f64| f64::from(edge - start) * by;
            // On an axis without displacement, times are infinite, or NaN along an edge, which sets
            // no bound.
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

    /// The time at which the segment enters the box with these edges, rounded but in exact order;
    /// `None` if it does not enter.
    #[inline(always)]
    pub(super) fn enters(&self, [left, top, right, bottom]: [i32; 4]) -> Option<f64> {
        let [way_x, way_y] = self.way;
        let gap = |edge: i32, start: i32| f64::from(edge - start);
        let (left, right) = (gap(left, self.start[0]), gap(right, self.start[0]));
        let (top, bottom) = (gap(top, self.start[1]), gap(bottom, self.start[1]));
        let [along_x, along_y] = self.along;
        // The corners farthest to the right and to the left of the line.
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
        // On an axis without displacement, the segment starts beyond the near edge: the quotient is
        // −∞.
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
