//! The verdicts again, flat: for loops over many pairs.
//!
//! Each kernel decides what [`relate`](fn@super::relate) or
//! [`swept`](super::swept) decides, with the same rules for touching, corners
//! and starts inside, and property tests hold them equal over the whole plane.
//! What differs is how: no branch depends on the data, signs are combined and
//! looked up, differences are taken in `i32` and multiplied in `i64`, and no
//! quotient is formed or reduced. Nothing explains itself here; steps come from
//! the traced forms.
//!
//! # Range
//! Coordinates up to ±32 000 units, which is where a position less its velocity
//! can lie, and ways up to ±32 000 units a frame, which is what two velocities
//! can differ by. Then a difference is below 2^26, a gap with two sizes added
//! below 2^27, a product below 2^53 and a difference of two below 2^54: all
//! exact. Beyond that range sums overflow, which a debug build reports.

// A lazy `&&` is a branch on the data, which is what these must not have.
#![allow(clippy::needless_bitwise_bool)]

mod batch;
mod entry;
mod slabs;
mod sweep;

pub use batch::{Boxes, Lasers, MovingBoxes};
pub use entry::{Entry, PackedEntry, laser_enters_box};
pub use sweep::{PackedSweep, sweep};
