//! One against many: shapes laid out by coordinate, and verdicts written into
//! the caller's buffer.
//!
//! Each kind keeps a column for each coordinate, in thousandths, and its loops
//! run over the columns side by side without a branch, so that the compiler
//! decides several at once.

mod boxes;
mod lasers;
mod moving;

pub use boxes::Boxes;
pub use lasers::Lasers;
pub use moving::MovingBoxes;
