//! The map: what the answer would be if the selected object, its end or its
//! velocity were elsewhere, a cell of the arena at a time.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `grid` | which places belong to which cell |
//! | `critical` | the points and lines on which answers change |
//! | `places` | one exact place a cell |
//!
//! A place is where the handle would be, in whole thousandths: the top left of
//! the bounding box of an object that is moved, or the end that is. Each cell
//! has one place that stands for it, so that going there proves what the map
//! shows.

mod critical;
mod grid;
mod places;

pub use critical::{Critical, Line};
pub use grid::{Grid, Place};
pub use places::{MOST_LINES, Places};
