//! Methods of the user's own: a program answers pairs, and its answers are
//! judged like those of the catalogue.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `answer` | what a program answers for a pair |
//! | `truth` | what is exact about a pair, as far as an answer can claim it |
//! | `rules` | whether touching counts, how far a time may be off |
//! | `judgement` | whether an answer agrees |
//! | `cause`, `reasons` | the codes of why not, and which of them fits |
//! | `touch` | in which ways two shapes only touch |
//! | `known` | well-known answers that a program may be like |
//! | `likeness` | which of them it is most like |
//! | `question` | what a program is asked, and how far it has come |
//! | `mistakes`, `slips` | the classical mistakes among them |
//!
//! Nothing here starts a program.

mod answer;
mod cause;
mod judgement;
mod known;
mod likeness;
mod mistakes;
mod question;
mod reasons;
mod rules;
mod slips;
mod touch;
mod truth;

pub use answer::{ClaimedSides, OwnAnswer, Reply, SaidTime, Says};
pub use cause::Cause;
pub use judgement::Judgement;
pub use known::{KnownAnswer, Precision};
pub use likeness::{Likeness, Likenesses};
pub use mistakes::Mistake;
pub use question::{OwnQuestion, OwnState, question_line};
pub use reasons::Precisions;
pub use rules::{Contact, JudgingRules, Tolerance};
pub use touch::Touch;
pub use truth::{Meets, OwnPair, OwnTruth};
