//! The user's own methods: a program answers pairs, and its answers are judged like those
//! of the catalogue.
//!
//! | files | contents |
//! | --- | --- |
//! | `question` | what a program is asked, and the state of its reply |
//! | `known` | known answers, and which of them a program resembles most |
//! | `slips` `mistakes` | slips and the classical mistakes, among the known answers |
//! | `judgement` `reasons` | whether an answer agrees, by which rules; the causes if it does not |
//! | `truth` | the exact facts about a pair that an answer can claim |
//! | `answer` | parsing what a program answers for a pair |
//!
//! Calls go down this list, except that `reasons` compares with `mistakes`.
//!
//! Nothing here starts a process.

mod answer;
mod judgement;
mod known;
mod mistakes;
mod question;
mod reasons;
mod slips;
mod truth;

pub use answer::{ClaimedSides, OwnAnswer, OwnReply, SaidTime, Says};
pub use judgement::{ContactRule, Judgement, JudgingRules, Tolerance};
pub use known::{KnownAnswer, Likeness, Likenesses, Precision};
pub use mistakes::Mistake;
pub use question::{OwnQuestion, OwnState, question_line};
pub use reasons::Cause;
pub use truth::{Meets, OwnPair, OwnTruth, Touch};
