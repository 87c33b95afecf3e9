//! The map: what the answer would be if the selected object, its end or its
//! velocity were elsewhere, a cell of the arena at a time.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `grid` | which places belong to which cell |
//! | `critical` | the points and lines on which answers change |
//! | `places` | one exact place a cell |
//! | `subject` | the pair, and the pair with its object elsewhere |
//! | `class` | the classes of answers, and their signs |
//! | `method` | the method that a map is about |
//! | `judged` | what a method says of the pair, and how that compares with the truth |
//! | `answer` | what the exact test and a method say at a place |
//! | `cells` | the class of every cell, kept while it holds |
//! | `own` | cells that a program answers for |
//! | `replies` | what it has said of them |
//! | `groups` | groups of adjacent cells, to go from one to the next |
//!
//! A place is where the handle would be, in whole thousandths: the top left of
//! the bounding box of an object that is moved, or the end that is. Each cell
//! has one place that stands for it, so that going there proves what the map
//! shows.
//!
//! What does not live here: how a map is drawn, and the keys that lead through it.

mod answer;
mod cells;
mod class;
mod critical;
mod grid;
mod groups;
mod judged;
mod method;
mod own;
mod places;
mod replies;
mod subject;
#[cfg(test)]
mod tests;

pub use answer::{Answer, Asked};
pub use cells::{Map, Question};
pub use class::Class;
pub use critical::{Critical, Line, MOST_LINES};
pub use grid::{Grid, Place};
pub use judged::Judged;
pub use method::{First, MapMethod};
pub use places::Places;
pub use subject::{Handle, Posed, Subject, Timing};
