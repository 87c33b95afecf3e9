//! The map: what the answer would be if the selected object, its end or its velocity were
//! elsewhere, for each cell of the arena.
//!
//! | file | contents |
//! | --- | --- |
//! | `grid` | which places belong to each cell |
//! | `critical` | the points and lines on which answers change |
//! | `places` | one exact place for each cell |
//! | `subject` | the pair, and the pair with its object elsewhere |
//! | `class` | the classes of answers, and their signs |
//! | `method` | the method that a map is about |
//! | `judged` | what a method says about the pair, and its agreement with the truth |
//! | `answer` | the answers of the exact test and a method at a place |
//! | `cells` | the class of every cell, kept as long as it is valid |
//! | `own_cells` | cells that a program answers |
//! | `replies` | the program's replies about them |
//! | `groups` | groups of adjacent cells, to move from one to the next |
//!
//! A place is the position that the handle would have, in whole thousandths: the top left of the
//! bounding box of a moved object, or the moved end. Each cell has one representative place, so
//! that going there confirms what the map shows.
//!
//! Not here: drawing a map, and the keys for it.

mod answer;
mod cells;
mod class;
mod classify;
mod critical;
mod grid;
mod groups;
mod judged;
mod method;
mod own_cells;
mod places;
mod replies;
mod subject;
#[cfg(test)]
mod tests;

pub use answer::{MapAnswer, MapQuery};
pub use cells::{Map, MapQuestion};
pub use class::CellClass;
pub use critical::{Critical, CriticalLine, MOST_LINES};
pub use grid::{Grid, MapPlace};
pub use judged::Judged;
pub use method::{First, MapMethod};
pub use places::Places;
pub use subject::{Handle, MapSubject, MapTiming, Posed};
