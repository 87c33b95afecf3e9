//! The map: what the answer would be if the selected object, its end or its velocity were
//! elsewhere, for each cell of the arena.
//!
//! | files | contents |
//! | --- | --- |
//! | `cells` | the class of every cell, kept as long as it is valid, and groups of adjacent cells |
//! | `own_cells` | cells that a program answers, and its replies about them |
//! | `class` | the classes of answers, and their signs |
//! | `answer` | the answers of the exact test and a method at a place |
//! | `places` | one exact place for each cell |
//! | `subject` | the pair, and the pair with its object elsewhere |
//! | `critical` | the points and lines on which answers change |
//! | `grid` | which places belong to each cell |
//!
//! Calls go down this list, except that `own_cells` and `grid` also add to the map of `cells`, and
//! `answer` names its class. `tests` compares maps with what a world says.
//!
//! A place is the position that the handle would have, in whole thousandths: the top left of the
//! bounding box of a moved object, or the moved end. Each cell has one representative place, so
//! that going there confirms what the map shows.
//!
//! Not here: drawing a map, and the keys for it.

mod answer;
mod cells;
mod class;
mod critical;
mod grid;
mod own_cells;
mod places;
mod subject;
#[cfg(test)]
mod tests;

pub use answer::{First, MapAnswer, MapJudgement, MapMethod, MapQuery};
pub use cells::{Map, MapQuestion};
pub use class::CellClass;
pub use critical::{Critical, CriticalLine, MOST_LINES};
pub use grid::{Grid, MapPlace};
pub use places::Places;
pub use subject::{Handle, MapSubject, MapTiming, Posed};
