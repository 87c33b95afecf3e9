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
//! # Range
//! Coordinates of shapes and motions stay within [`Milli::REACH`](super::Milli::REACH), below 2^25
//! thousandths, by construction. So differences are below 2^26, products below 2^52 and differences
//! of two products below 2^53: no kernel can overflow, and an `f64` holds each of these exactly.

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
