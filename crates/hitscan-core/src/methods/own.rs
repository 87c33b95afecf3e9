//! The user's own methods: a program answers pairs, and its answers are judged like those
//! of the catalogue.
//!
//! | file | contents |
//! | --- | --- |
//! | `answer` | parsing what a program answers for a pair |
//! | `truth` | the exact facts about a pair that an answer can claim |
//! | `rules` | whether touching counts, and the tolerance for times |
//! | `judgement` | whether an answer agrees |
//! | `cause`, `reasons` | the codes of causes, and which one applies |
//! | `touch` | the ways in which two shapes can only touch |
//! | `known` | known answers to compare a program with |
//! | `likeness` | which known answer a program resembles most |
//! | `question` | what a program is asked, and the state of its reply |
//! | `mistakes`, `slips` | the classical mistakes among the known answers |
//!
//! Nothing here starts a process.

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

pub use answer::{ClaimedSides, OwnAnswer, OwnReply, SaidTime, Says};
pub use cause::Cause;
pub use judgement::Judgement;
pub use known::{KnownAnswer, Precision};
pub use likeness::{Likeness, Likenesses};
pub use mistakes::Mistake;
pub use question::{OwnQuestion, OwnState, question_line};
pub use reasons::Precisions;
pub use rules::{ContactRule, JudgingRules, Tolerance};
pub use touch::Touch;
pub use truth::{Meets, OwnPair, OwnTruth};
