//! The lab: lessons that judge themselves.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `pack` `read` `builtin` `place` | packs: what they hold, reading them, the built-in one; places in their files |
//! | `text` `template` | the texts of a lesson; text with numbers and keys in braces |
//! | `expression` `rational` | exact arithmetic over drawn numbers and objects |
//! | `draw` | the numbers of a student |
//! | `condition` `claim` | what can be asked of a moment; what a program said of one |
//! | `belief` `belief_texts` | what leads to wrong answers; which of it a text can tell |
//! | `question` `choices` `task` | what a step asks, what is right, when it is done |
//! | `shortfall` | what is in the way of a task that is not done |
//! | `policy` `attempt` | what becomes of each command; a step at work |
//! | `step_name` | what a step is called where a student reads of it |
//! | `progress` `session` | answers that count, hints, points; what a student does, step by step |
//! | `course` `learning` | a pack with its texts; a student in it, step by step |
//! | `order` `finding` | what is said to the lab beside commands; what is told after an answer |
//! | `submission` | the file of a student: writing it, and going through it again |
//! | `key` | the right answers for one seed |
//! | `grade` | what the files of a class came to |
//! | `solution` `check` | reference solutions; a pack tried with many seeds |
//!
//! One judge for the screen, for lines and for grading. What does not live here:
//! files, keys, and the sandbox itself ([`crate::engine`]).

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
pub use claim::{Claim, ClaimQuestion, Claims};
pub use course::Course;
pub use draw::{Draw, Source};
pub use expression::{Expression, ExpressionFault, NoValue, Scope, Values};
pub use hints::{HintRefused, Hints};
pub use key::{KeyLine, answers, key};
pub use learning::{
    AnswerReport, Choice, CourseStanding, Feedback, KeyCommand, LearnError, Learning, LessonEnd,
    NotBegun, StepStanding, StepState, Told,
};
pub use order::{ORDERS, Order, OrderSpec};
pub use pack::{
    Drawn, Lesson, NoScene, Pack, Piece, SceneTemplate, Solution, Step, StepKind, Where,
};
pub use place::Place;
pub use progress::{Given, LessonState, Progress, Reached};
pub use question::{AGREES, Answer, Ask, NoAnswer, Question, TRUTH};
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
pub use task::{Arrival, Count, Task, Way};
pub use template::{KeyOf, Template};
pub use text::{HINTS, LessonText, Room};
