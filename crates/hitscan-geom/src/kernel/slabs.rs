//! A point or a box moving towards a box: when the closed ranges on each axis start and
//! stop meeting.
//!
//! # Why `f64` decides exactly here
//! The times are quotients of whole numbers, and only their order is used. Gaps and ways
//! (displacements along an axis) are below 2^26, so each is an `f64` without loss. Let p/q and r/s
//! be two different quotients, p/q the greater in magnitude. They differ by at least 1/(q·s), which
//! is more than 2^-52 of p/q because p·s is below 2^52; that is more than the distance between
//! neighbouring `f64` numbers there. Division rounds to the nearest `f64`, so the two round to
//! different numbers, in the same order; equal quotients round to equal numbers. Comparisons with 0
//! and 1 follow by the same argument. Results hold the gap and the way, never a float.
//!
//! # An axis without displacement
//! A gap over a way of zero is an infinity with the sign of the gap: such an axis meets always
//! (from −∞ to ∞) or never (from ∞ to ∞, or from −∞ to −∞). Where the two only touch, one quotient
//! is 0/0, NaN. [`Slabs`] keeps it where an infinity would stand, and every comparison states how
//! it treats NaN.

use std::hint::select_unpredictable;

use super::super::{Aabb, Milli, Point, Side, Sides, Vector};

/// Both axes, x first.
#[derive(Clone, Copy)]
pub(super) struct Slabs {
    /// How far the mover goes, towards higher coordinates, to reach the nearest (`low`) and the
    /// farthest (`high`) place where the two meet.
    low: [i32; 2],
    high: [i32; 2],
    /// The displacement of the mover.
    way: [i32; 2],
    /// When they start to meet; NaN if they touch at the low end without displacement.
    pub(super) entry: [f64; 2],
    /// When they stop meeting; NaN if they touch at the high end without displacement.
    pub(super) exit: [f64; 2],
}

/// The lesser of two; the second if one of them is NaN.
#[inline]
pub(super) fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The greater of two; the second if one of them is NaN.
#[inline]
pub(super) fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

impl Slabs {
    #[inline]
    pub(super) fn new(low: [i32; 2], high: [i32; 2], way: [i32; 2]) -> Self {
        let [wide_low, wide_high, wide_way] =
            [low, high, way].map(|[x, y]| [f64::from(x), f64::from(y)]);
        let to_low = [wide_low[0] / wide_way[0], wide_low[1] / wide_way[1]];
        let to_high = [wide_high[0] / wide_way[0], wide_high[1] / wide_way[1]];
        Self {
            low,
            high,
            way,
            entry: [lesser(to_high[0], to_low[0]), lesser(to_high[1], to_low[1])],
            exit: [greater(to_low[0], to_high[0]), greater(to_low[1], to_high[1])],
        }
    }

    /// A point moving towards a box.
    #[inline]
    pub(super) fn of_point(from: Point, way: Vector, to: &Aabb) -> Self {
        Self::new(
            thousandths(to.min().minus(from)),
            thousandths(to.max().minus(from)),
            thousandths(way),
        )
    }

    /// A box moving towards a box.
    #[inline]
    pub(super) fn of_box(from: &Aabb, way: Vector, to: &Aabb) -> Self {
        Self::new(
            thousandths(to.min().minus(from.max())),
            thousandths(to.max().minus(from.min())),
            thousandths(way),
        )
    }

    /// The bits of [`SIDES`] for the axes with motion towards lower coordinates.
    #[inline]
    pub(super) fn turned(&self) -> usize {
        flag(self.way[0] < 0, TURNED_X) | flag(self.way[1] < 0, TURNED_Y)
    }

    /// The gap and the way whose quotient is the entry time in x or in y.
    #[inline]
    pub(super) fn quotient(&self, in_y: bool) -> (i32, i32) {
        // The choice is unpredictable, and the compiler would otherwise branch on it.
        let gap =
            |axis: usize| select_unpredictable(self.way[axis] < 0, self.high[axis], self.low[axis]);
        (
            select_unpredictable(in_y, gap(1), gap(0)),
            select_unpredictable(in_y, self.way[1], self.way[0]),
        )
    }
}

#[inline]
fn thousandths(vector: Vector) -> [i32; 2] {
    [vector.x, vector.y].map(Milli::thousandths)
}

/// `bit` if the condition holds, else 0.
#[inline]
pub(super) fn flag(holds: bool, bit: usize) -> usize {
    if holds { bit } else { 0 }
}

/// Index bits of [`SIDES`].
pub(super) const NEAR_X: usize = 1;
pub(super) const FAR_X: usize = 2;
pub(super) const NEAR_Y: usize = 4;
pub(super) const FAR_Y: usize = 8;
pub(super) const TURNED_X: usize = 16;
pub(super) const TURNED_Y: usize = 32;

/// The sides for each combination of near and far bits, and of axes with motion towards
/// lower coordinates.
pub(super) const SIDES: [Sides; 64] = {
    let mut sides = [Sides::NONE; 64];
    let mut index = 0;
    while index < sides.len() {
        let turned_x = index & TURNED_X != 0;
        let turned_y = index & TURNED_Y != 0;
        let meant = [
            (NEAR_X, if turned_x { Side::Right } else { Side::Left }),
            (FAR_X, if turned_x { Side::Left } else { Side::Right }),
            (NEAR_Y, if turned_y { Side::Bottom } else { Side::Top }),
            (FAR_Y, if turned_y { Side::Top } else { Side::Bottom }),
        ];
        let mut at = 0;
        while at < meant.len() {
            if index & meant[at].0 != 0 {
                sides[index] = sides[index].with(meant[at].1);
            }
            at += 1;
        }
        index += 1;
    }
    sides
};
