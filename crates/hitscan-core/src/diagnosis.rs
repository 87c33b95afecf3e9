//! What is wrong with a program that tests pairs for collision, shown by experiments on it.
//!
//! | files | contents |
//! | --- | --- |
//! | `numbers` `symmetry` | the numbers of a pair, exact and at any scale; mirrored, swapped, begun elsewhere |
//! | `time` | quotients of whole numbers, compared exactly |
//! | `catalogue` | the usual mistakes of each kind of pair, with their sentences (data: `catalogue.tsv`) |
//! | `said` | what a test says to a pair, and which mistakes it makes |
//! | `reference` `variant` | one readable exact test for each kind, with a switch for each mistake; a test with some of them |
//! | `slips` | one number of a pair in the place of another: all of a kind, with their sentences |
//! | `evidence` | a pair that was asked, and whether its answer is like that of a test |
//! | `claim` | what is claimed, and the counts on which it rests |
//! | `questions` | asking further pairs, within a limit |
//! | `search` | the fewest mistakes with which a test answers like a program on every pair |
//! | `scaling` `edges` | experiments with the numbers themselves, and with a box moved over another |
//! | `parts` `unnamed` | a class of wrong answers on its own; what nothing explains |
//! | `explain` | the experiments in their order |
//! | `reference` | one readable exact test for each kind of pair, with a switch for each mistake |
//! | `recipe` | right tests as small trees with named parts (data: `recipes.txt`) |
//! | `one_place` `places` | these with one place changed: mistakes by rule; one or two of them that answer like a program |
//!
//! Calls go up this list. Nothing here starts a process: whoever experiments passes a function that
//! asks.

mod catalogue;
mod claim;
mod edges;
mod evidence;
mod explain;
mod numbers;
mod one_place;
mod parts;
mod places;
mod questions;
mod recipe;
mod reference;
mod said;
mod scaling;
mod search;
mod slips;
mod symmetry;
mod time;
mod unnamed;
mod variant;

pub use catalogue::{UsualMistake, ZERO_BY_ZERO, mistakes_of};
pub use claim::{
    Blunder, Claim, ClaimFact, EdgeTurn, Findings, ProgramFinding, Proof, SeenOtherwise, Turn,
    WrongClass,
};
pub use evidence::Asked;
pub use explain::{Investigation, MOST_QUESTIONS, explain_answers};
pub use numbers::{PairKind, PairNumbers, ScaleFactor};
pub use one_place::{CodeChange, one_place_changes};
pub use questions::{Ask, ScaledPair};
pub use said::{Said, SaidMoment, Switches};
pub use slips::{NumberPlace, Slip, slips_of};
pub use symmetry::Symmetry;
pub use time::Time;
pub use variant::{Form, Variant};
