//! Branchless versions of the queries, for loops over many pairs.
//!
//! Each kernel gives the answer of [`relate`](fn@super::relate) or [`swept`](super::swept), with
//! the same rules for touching, corners and starts inside; property tests check this over the whole
//! range. Kernels do not branch on data, reduce fractions only when an answer is unpacked, and
//! record no steps.
//!
//! Each call tests every shape; for boxes that are queried often,
//! [`Index`](crate::broad_phase::Index) tests only a few. Here touching counts as entering,
//! unlike in [`enter`](crate::enter).
//!
//! | files | contents |
//! | --- | --- |
//! | `batch` | one against many |
//! | `sweep` `entry` | two boxes in motion; a segment and a box |
//! | `slabs` | when the ranges on each axis meet |
//!
//! Calls go down this list.
//!
//! # Range
//! Coordinates of shapes and motions stay within [`Milli::REACH`](super::Milli::REACH), below 2^25
//! thousandths, by construction. So differences are below 2^26, products below 2^52 and differences
//! of two products below 2^53: no kernel can overflow, and an `f64` holds each of these exactly.

// A lazy `&&` is a branch on the data.
#![allow(clippy::needless_bitwise_bool)]

mod batch;
mod entry;
mod slabs;
mod sweep;

use pulp::Arch;

pub use batch::{Boxes, MovingBoxes, Segments};
pub use entry::{Entry, PackedEntry, segment_enters_box};
pub use sweep::{PackedSweep, sweep};

/// How many results a loop computes in one step: enough for the widest vectors.
const AT_ONCE: usize = 16;

/// Runs `op` with the widest vectors that this machine has. Every machine has at least its
/// baseline, such as SSE2 or NEON.
///
/// Only code inlined into `op` is compiled for them: closures and functions marked
/// `#[inline(always)]`.
pub(crate) fn dispatch<R>(op: impl FnOnce() -> R) -> R {
    Arch::new().dispatch(op)
}

/// Runs `op` on every instruction set of this machine, the baseline first.
#[cfg(test)]
pub(crate) fn on_each_set(mut op: impl FnMut()) {
    op();
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(avx2) = pulp::x86::V3::try_new() {
            avx2.vectorize(&mut op);
        }
        if let Some(avx512) = pulp::x86::V4::try_new() {
            avx512.vectorize(&mut op);
        }
    }
}
