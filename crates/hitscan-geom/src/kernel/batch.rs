//! One against many: shapes stored as columns of coordinates, results in the caller's buffer.
//!
//! Each type keeps one column per coordinate, in thousandths. Its loops run over the columns
//! without branches, so the compiler computes several results at once with the widest vectors
//! the machine has.

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
