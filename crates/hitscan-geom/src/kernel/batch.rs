//! One against many: shapes stored as columns of coordinates, results in the caller's buffer.
//!
//! Each type keeps one column per coordinate, in thousandths. Its loops run over the columns
//! without branches, so the compiler computes several results at once with the widest vectors
//! the machine has.
//!
//! `boxes` and `segments` hold the columns, and do not know each other; `tests` compares both with the
//! kernels for one pair.

#![expect(clippy::inline_always, reason = "only inlined code gets wide vectors")]

mod boxes;
mod segments;

pub use boxes::{Boxes, MovingBoxes};
pub use segments::Segments;

// [`Slabs`](super::super::slabs::Slabs) without divisions, for loops that the compiler vectorizes.
//
// Division is the slowest operation there. Times are only compared, so products of gaps and ways
// (displacements along an axis) decide: for p/q and r/s with q and s above 0, p/q < r/s is p·s <
// r·q. Gaps and ways are below 2^26, so these products are below 2^52, and an `f64` holds each
// without loss. An axis with motion towards lower coordinates is mirrored first.
//
// On an axis without displacement, p·0 is 0 for every gap: there the products cannot compare the
// axes' times, and the gaps alone decide. Each condition below says how it handles this case.

/// One axis, mirrored if needed so that `way` is not negative.
#[derive(Clone, Copy)]
struct Lane {
    /// The gaps to where the two start (`low`) and stop (`high`) meeting.
    low: i32,
    high: i32,
    way: i32,
}

/// How the times of the two axes compare.
#[expect(clippy::struct_excessive_bools, reason = "each becomes a vector of its own")]
struct Order {
    /// Whether one axis stops meeting before the other starts.
    apart: bool,
    /// Whether x starts no earlier than y, and the reverse.
    x_last: bool,
    y_last: bool,
    /// Whether x stops meeting no later than y starts, and the reverse.
    x_left: bool,
    y_left: bool,
}

impl Lane {
    /// Mirrors the axis if `way` is negative.
    #[inline(always)]
    fn turned(low: i32, high: i32, way: i32) -> Self {
        if way < 0 { Self { low: -high, high: -low, way: -way } } else { Self { low, high, way } }
    }

    /// Negative if they start to meet after the frame's end, or stop before its start.
    #[inline(always)]
    const fn out_of_frame(self) -> i32 {
        (self.way - self.low) | self.high
    }
}

impl Order {
    #[inline(always)]
    fn of(x: Lane, y: Lane) -> Self {
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
fn flag(holds: bool, bit: i32) -> i32 {
    if holds { bit } else { 0 }
}

#[cfg(test)]
mod tests;
