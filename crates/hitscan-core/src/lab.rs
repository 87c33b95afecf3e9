//! The lab: lessons that grade themselves.
//!
//! | file | contents |
//! | --- | --- |
//! | `pack` `read` `builtin` `place` | packs: their contents, parsing them, the built-in one; positions in their files |
//! | `text` `template` | the texts of a lesson; text with numbers and keys in braces |
//! | `expression` `rational` | exact arithmetic over drawn numbers and objects |
//! | `draw` | the random numbers of a student |
//! | `condition` `claim` | conditions on a moment; what a program said about one |
//! | `belief` `belief_texts` | misconceptions behind wrong answers; which of them a text can explain |
//! | `question` `choices` `task` | what a step asks, the right answer, when it is done |
//! | `shortfall` | what is still missing in a task that is not done |
//! | `policy` `attempt` | how each command is treated; a step in progress |
//! | `step_name` | the name of a step that students see |
//! | `progress` `points` `session` | what is done; what it is worth; a student's actions, step by step |
//! | `course` `learning` | a pack with its texts; a student working through it |
//! | `order` `finding` | orders to the lab besides commands; feedback on an answer |
//! | `submission` | the file of a student: writing it, and replaying it |
//! | `key` | the right answers for one seed |
//! | `grade` | the results of a class's files |
//! | `solution` `check` | reference solutions; trying a pack with many seeds |
//!
//! The screen, the line interface and grading share a single judge. Not here: files, keys, and the
//! sandbox itself ([`crate::engine`]).

mod attempt;
mod belief;
mod belief_texts;
mod builtin;
mod check;
mod choices;
mod claim;
pub mod condition;
mod course;
mod draw;
mod expression;
mod finding;
pub mod grade;
mod hints;
mod key;
mod learning;
mod order;
mod pack;
mod place;
mod points;
mod policy;
mod progress;
mod question;
mod rational;
mod read;
mod session;
mod shortfall;
mod solution;
mod step_name;
mod submission;
mod task;
mod template;
mod text;

#[cfg(test)]
mod tests;

pub use attempt::{Attempt, MOST_FRAMES, MOST_OBJECTS, MOST_TESTS, NotOpened, STEP_MEMORY};
pub use belief::{Belief, NamedBelief};
pub use builtin::{BUILTIN_LESSONS, builtin_file, builtin_lessons};
pub use check::{CheckFault, Checked, SEEDS, check};
pub use claim::{ClaimQuestion, Claims, OwnClaim};
pub use course::Course;
pub use draw::{Draw, RandomSource};
pub use expression::{Expression, ExpressionFault, NoValue, Scope, Values};
pub use hints::{HintRefused, Hints};
pub use key::{KeyLine, answers, key};
pub use learning::{
    AnswerReport, Choice, CourseStanding, Feedback, KeyCommand, LearnError, Learning, LessonEnd,
    NotBegun, StepStanding, StepState, Told,
};
pub use order::{ORDERS, Order, OrderSpec};
pub use pack::{
    Drawn, Lesson, LessonStep, NoScene, Pack, Piece, SceneTemplate, Solution, StepKind, Where,
};
pub use place::FilePlace;
pub use progress::{FirstReply, LessonState, Progress, Reached};
pub use question::{AGREES, Ask, LessonAnswer, LessonQuestion, NoAnswer, TRUTH};
pub use rational::written;
pub use read::FileFault;
pub use session::{Answered, Session, SessionError};
pub use shortfall::Shortfall;
pub use solution::Solutions;
pub use step_name::StepName;
pub use submission::{
    Chain, DrawnPack, GoesOn, Header, HintsOf, MOST_BYTES, MOST_LINES, NotRead, Note, NoteKind,
    Replayed, StepId, header_of, is_student, opening_lines, replay, without_steps,
};
pub use task::{Arrival, Count, Task, TaskProgress};
pub use template::{KeyOf, Template};
pub use text::{HINTS, LessonText, Room};
