//! The same answers for loops over many pairs.
//!
//! Each kernel gives the answer of [`relate`](fn@super::relate) or
//! [`swept`](super::swept), with the same rules for touching, corners and starts
//! inside; property tests hold them equal over the whole range. They do not
//! branch on data, and reduce no fraction before an answer is unpacked; they record no steps.
//!
//! Each call looks at everything: for boxes that are asked often,
//! [`Index`](crate::broad_phase::Index) looks at few. Touches count here as entries, unlike
//! in [`enter`](crate::enter).
//!
//! # Range
//! Coordinates of shapes and motions stay within [`Milli::REACH`](super::Milli::REACH),
//! below 2^25 thousandths, by construction. So a difference is below 2^26, a
//! product below 2^52 and a difference of two products below 2^53: no kernel can
//! overflow, and an `f64` holds each of these exactly.

// A lazy `&&` is a branch on the data.
#![allow(clippy::needless_bitwise_bool)]

mod batch;
mod dispatch;
mod entry;
mod slabs;
mod sweep;

pub(crate) use dispatch::dispatch;
#[cfg(test)]
pub(crate) use dispatch::on_each_set;

pub use batch::{Boxes, MovingBoxes, Segments};
pub use entry::{Entry, PackedEntry, segment_enters_box};
pub use sweep::{PackedSweep, sweep};
