//! A point or a box on its way to a box: when, per axis, the closed intervals
//! begin and cease to meet.
//!
//! # Floats, and why they are exact here
//! The times are quotients of integers, and all that is ever asked of them is
//! their order. They are formed in `f64`, where both axes are divided in one
//! instruction; cross-multiplying in `i64` takes twice as long. The order is
//! the exact one: gaps are below 2^26 and ways below 2^25 in magnitude, so each
//! is an `f64` without loss, and two different quotients `p/q` and `r/s` differ
//! by at least `1/(q·s)`, which is more than 2^-51 of either. Division rounds
//! each by at most 2^-53 of itself, and equal quotients to equal numbers; so
//! what was less stays less and what was equal stays equal. The same holds for
//! the comparisons with 0 and 1. What is handed out is never one of these
//! numbers, but the gap and the way they were made of.
//!
//! # An axis without a way
//! A gap over a way of zero is an infinity of the gap's sign: such an axis
//! meets always (from −∞ to ∞) or never (from ∞ to ∞, or from −∞ to −∞).
//! Where it only touches, the one quotient is 0/0, which is no number. So that
//! it can be told, [`Slabs`] keeps it where an infinity would stand, and every
//! comparison says what it makes of it.

use super::super::{Aabb, Milli, Point, Side, Sides, Vector};

/// Both axes, x first.
#[derive(Clone, Copy)]
pub(super) struct Slabs {
    /// From the mover to the nearest and the farthest place, towards higher
    /// coordinates, at which they meet.
    low: [i32; 2],
    high: [i32; 2],
    /// How far the mover goes.
    way: [i32; 2],
    /// When they begin to meet; no number if they touch on without a way at
    /// the low end.
    pub(super) entry: [f64; 2],
    /// When they cease to; no number if they touch on at the high end.
    pub(super) exit: [f64; 2],
}

/// The lesser of two; the second if one of them is no number.
#[inline]
pub(super) fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The greater of two; the second if one of them is no number.
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

    /// A point on its way to a box.
    #[inline]
    pub(super) fn of_point(from: Point, way: Vector, to: &Aabb) -> Self {
        Self::new(
            thousandths(to.min().minus(from)),
            thousandths(to.max().minus(from)),
            thousandths(way),
        )
    }

    /// A box on its way to a box.
    #[inline]
    pub(super) fn of_box(from: &Aabb, way: Vector, to: &Aabb) -> Self {
        Self::new(
            thousandths(to.min().minus(from.max())),
            thousandths(to.max().minus(from.min())),
            thousandths(way),
        )
    }

    /// The bits of [`SIDES`] for the axes that run towards lower coordinates.
    #[inline]
    pub(super) fn turned(&self) -> usize {
        flag(self.way[0] < 0, TURNED_X) | flag(self.way[1] < 0, TURNED_Y)
    }

    /// The time of entry in x or in y as (gap, way), which it is the quotient of.
    #[inline]
    pub(super) fn quotient(&self, in_y: bool) -> (i32, i32) {
        let gap = |axis: usize| {
            if self.way[axis] < 0 { self.high[axis] } else { self.low[axis] }
        };
        if in_y { (gap(1), self.way[1]) } else { (gap(0), self.way[0]) }
    }
}

#[inline]
fn thousandths(vector: Vector) -> [i32; 2] {
    [vector.x, vector.y].map(Milli::thousandths)
}

/// `bit` if it holds.
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

/// The sides by whether the near and far ones of each axis are meant, and
/// whether the way runs towards lower coordinates.
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
