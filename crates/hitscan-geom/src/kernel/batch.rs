//! One against many: shapes stored by coordinate, results in the caller's buffer.
//!
//! Each kind keeps a column for each coordinate, in thousandths, and its loops
//! run over the columns without a branch, so that the compiler computes several
//! results at once.

mod boxes;
mod moving;
mod segments;

pub use boxes::Boxes;
pub use moving::MovingBoxes;
pub use segments::Segments;
