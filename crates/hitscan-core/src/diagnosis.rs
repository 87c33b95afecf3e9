//! What is wrong with a program that tests pairs for collision, shown by experiments on it.
//!
//! | files | contents |
//! | --- | --- |
//! | `numbers` | the numbers of a pair, exact and at any scale; mirrored, swapped, moved |
//! | `time` | quotients of whole numbers, compared exactly |
//! | `catalogue` | the usual mistakes of each kind of pair, with their sentences (data: `catalogue.tsv`) |
//! | `variant` | a test with some of these mistakes: what it answers, and whether an answer is like it |
//! | `reference` | one readable exact test for each kind of pair, with a switch for each mistake |
//!
//! Calls go up this list. Nothing here starts a process: whoever experiments passes a function that
//! asks.

mod catalogue;
mod numbers;
mod reference;
mod time;
mod variant;

pub use catalogue::{Mistake, mistakes_of};
pub use numbers::{Numbers, PairKind, Scale};
pub use time::Time;
pub use variant::{Form, Moment, NumberPlace, Said, Slip, Switches, Variant};
