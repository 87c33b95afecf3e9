//! A point or a box on its way to a box: the gaps per axis, seen along the
//! way, and the products that order the times without dividing.

use super::super::{Aabb, Point, Side, Sides, Vector};

/// What lies ahead in one axis. Where the way leads to lower coordinates the
/// axis is turned round, so that `way` is never below zero.
#[derive(Clone, Copy)]
pub(super) struct Slab {
    /// How far to go until the closed intervals begin to meet.
    pub(super) near: i32,
    /// How far until they cease to; above `near`.
    pub(super) far: i32,
    /// How far the way leads.
    pub(super) way: i32,
    /// Whether the axis was turned round.
    pub(super) turned: bool,
}

impl Slab {
    /// `to_low` and `to_high`: how far to go, towards higher coordinates, to
    /// begin to meet the interval and to cease to.
    #[inline]
    pub(super) fn new(to_low: i32, to_high: i32, way: i32) -> Self {
        let turned = way < 0;
        Self {
            near: if turned { -to_high } else { to_low },
            far: if turned { -to_low } else { to_high },
            way: if turned { -way } else { way },
            turned,
        }
    }
}

/// Both axes.
#[derive(Clone, Copy)]
pub(super) struct Slabs {
    pub(super) x: Slab,
    pub(super) y: Slab,
    /// entry x against entry y, times both ways: above zero when x is entered
    /// last. (`near / way` is the time of entry, and a way of zero drops out.)
    pub(super) later: i64,
    /// exit y − entry x, times both ways.
    pub(super) x_stays: i64,
    /// exit x − entry y, times both ways.
    pub(super) y_stays: i64,
}

impl Slabs {
    #[inline]
    pub(super) fn new(x: Slab, y: Slab) -> Self {
        let product = |gap: i32, way: i32| i64::from(gap) * i64::from(way);
        let (x_entry, y_entry) = (product(x.near, y.way), product(y.near, x.way));
        Self {
            x,
            y,
            later: x_entry - y_entry,
            x_stays: product(y.far, x.way) - x_entry,
            y_stays: product(x.far, y.way) - y_entry,
        }
    }

    /// A point on its way to a box.
    #[inline]
    pub(super) fn of_point(from: Point, way: Vector, to: &Aabb) -> Self {
        let slab =
            |low: i32, high: i32, from: i32, way: i32| Slab::new(low - from, high - from, way);
        let [left, top, right, bottom] = edges(to);
        Self::new(
            slab(left, right, from.x.thousandths(), way.x.thousandths()),
            slab(top, bottom, from.y.thousandths(), way.y.thousandths()),
        )
    }

    /// A box on its way to a box.
    #[inline]
    pub(super) fn of_box(from: &Aabb, way: Vector, to: &Aabb) -> Self {
        let [left, top, right, bottom] = edges(to);
        let [from_left, from_top, from_right, from_bottom] = edges(from);
        Self::new(
            Slab::new(left - from_right, right - from_left, way.x.thousandths()),
            Slab::new(top - from_bottom, bottom - from_top, way.y.thousandths()),
        )
    }

    /// Whether there is no common point within the way: an axis that is not
    /// reached or already left, or one that is left before the other is entered.
    #[inline]
    pub(super) fn apart(&self) -> bool {
        let gaps =
            (self.x.way - self.x.near) | self.x.far | (self.y.way - self.y.near) | self.y.far;
        (i64::from(gaps) | self.x_stays | self.y_stays) < 0
    }

    /// The axis that is entered last, as (gap, way) of its quotient. Of two
    /// entered at once either; one without a way is never taken if the other
    /// has one.
    #[inline]
    pub(super) fn last_entry(&self) -> (i32, i32) {
        if (self.later > 0) | (self.y.way == 0) {
            (self.x.near, self.x.way)
        } else {
            (self.y.near, self.y.way)
        }
    }
}

#[inline]
fn edges(region: &Aabb) -> [i32; 4] {
    [region.left(), region.top(), region.right(), region.bottom()]
        .map(super::super::Milli::thousandths)
}

/// Index bits of [`SIDES`].
pub(super) const NEAR_X: usize = 1;
pub(super) const FAR_X: usize = 2;
pub(super) const NEAR_Y: usize = 4;
pub(super) const FAR_Y: usize = 8;
pub(super) const TURNED_X: usize = 16;
pub(super) const TURNED_Y: usize = 32;

/// The sides by whether the near and far ones of each axis are meant, and
/// whether the axis is turned round. The near one stands where both are meant:
/// of a way along a side the other axis is entered and, the product with a way
/// of zero being zero, seems to be left at once.
pub(super) static SIDES: [Sides; 64] = {
    let mut sides = [Sides::NONE; 64];
    let mut index = 0;
    while index < sides.len() {
        let axes = [
            ([NEAR_X, FAR_X, TURNED_X], [Side::Left, Side::Right]),
            ([NEAR_Y, FAR_Y, TURNED_Y], [Side::Top, Side::Bottom]),
        ];
        let mut axis = 0;
        while axis < axes.len() {
            let ([near, far, turned], [low, high]) = axes[axis];
            let is_turned = index & turned != 0;
            if index & near != 0 {
                sides[index] = sides[index].with(if is_turned { high } else { low });
            } else if index & far != 0 {
                sides[index] = sides[index].with(if is_turned { low } else { high });
            }
            axis += 1;
        }
        index += 1;
    }
    sides
};
