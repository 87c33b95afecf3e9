//! [`Slabs`](super::super::slabs::Slabs) without a division, for loops of which the
//! compiler computes several turns at once.
//!
//! Divisions take longest there. Times are only compared, so products of gaps and ways
//! decide: for p/q and r/s with q and s above 0, p/q < r/s is p·s < r·q. Gaps and ways
//! are below 2^26, so these products are below 2^52, and an `f64` holds each without
//! loss. An axis with a motion towards lower coordinates is turned round first.
//!
//! On an axis without a way, p·0 is 0 for every gap: then the times of both axes do not
//! compare, and gaps alone decide. Each condition says how it holds there.

/// One axis, turned so that the way is not below zero.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    /// How far it is to where they begin and cease to meet.
    pub(super) low: i32,
    pub(super) high: i32,
    pub(super) way: i32,
}

/// How the times of both axes compare.
#[expect(clippy::struct_excessive_bools, reason = "each becomes a vector of its own")]
pub(super) struct Order {
    /// Whether one axis ceases to meet before the other begins.
    pub(super) apart: bool,
    /// Whether x begins no earlier than y, and the reverse.
    pub(super) x_last: bool,
    pub(super) y_last: bool,
    /// Whether x ceases to meet when y begins or before, and the reverse.
    pub(super) x_left: bool,
    pub(super) y_left: bool,
}

impl Lane {
    /// `low`, `high` and `way` with their signs.
    #[inline(always)]
    pub(super) fn turned(low: i32, high: i32, way: i32) -> Self {
        if way < 0 { Self { low: -high, high: -low, way: -way } } else { Self { low, high, way } }
    }

    /// Below zero if they begin to meet after the end, or cease to before the start.
    #[inline(always)]
    pub(super) const fn out_of_frame(self) -> i32 {
        (self.way - self.low) | self.high
    }
}

impl Order {
    #[inline(always)]
    pub(super) fn of(x: Lane, y: Lane) -> Self {
        let product = |gap: i32, way: i32| f64::from(gap) * f64::from(way);
        let (x_begins, x_ends) = (product(x.low, y.way), product(x.high, y.way));
        let (y_begins, y_ends) = (product(y.low, x.way), product(y.high, x.way));
        Self {
            apart: (x_begins > y_ends) | (y_begins > x_ends),
            x_last: x_begins >= y_begins,
            y_last: y_begins >= x_begins,
            x_left: x_ends <= y_begins,
            y_left: y_ends <= x_begins,
        }
    }
}

/// `bit` if the condition holds, else 0.
#[inline(always)]
pub(super) fn flag(holds: bool, bit: i32) -> i32 {
    if holds { bit } else { 0 }
}
