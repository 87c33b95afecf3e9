//! Methods of the user's own: a program answers pairs, and its answers are
//! judged like those of the catalogue.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `answer` | what a program answers for a pair |
//! | `truth` | what is exact about a pair, as far as an answer can claim it |
//! | `judgement` | whether an answer agrees, and the reason why not |
//! | `known` | well-known answers that a program may be like |
//! | `likeness` | which of them it is most like |
//! | `question` | what a program is asked, and how far it has come |
//! | `mistakes` | the classical mistakes among them |
//!
//! Nothing here starts a program.

mod answer;
mod judgement;
mod known;
mod likeness;
mod mistakes;
mod question;
mod truth;

pub use answer::{ClaimedSides, OwnAnswer, Reply, Says};
pub use judgement::{Cause, Contact, Judgement, Tolerance, judge};
pub use known::{KnownAnswer, Precision};
pub use likeness::{Likeness, Likenesses};
pub use mistakes::Mistake;
pub use question::{OwnQuestion, OwnState, question_line};
pub use truth::{Meets, OwnPair, OwnTruth};
