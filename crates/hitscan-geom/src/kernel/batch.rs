//! One against many: shapes stored by coordinate, results in the caller's buffer.
//!
//! Each kind keeps a column for each coordinate, in thousandths, and its loops
//! run over the columns without a branch, so that the compiler computes several
//! results at once, with the widest vectors that the machine has.

#![expect(clippy::inline_always, reason = "only inlined code gets wide vectors")]

mod boxes;
mod lanes;
mod moving;
mod segments;

pub use boxes::Boxes;
pub use moving::MovingBoxes;
pub use segments::Segments;

#[cfg(test)]
mod tests;
