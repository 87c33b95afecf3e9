//! The lab: lessons that grade themselves.
//!
//! | files | contents |
//! | --- | --- |
//! | `grade` `check` `key` | the results of a class; trying a pack with many seeds; the right answers for one seed |
//! | `learning` | a student working through a course |
//! | `submission` | the file of a student: writing it, and replaying it |
//! | `order` `policy` | orders to the lab besides commands; how each command is treated |
//! | `attempt` | the open step: what is allowed, what is judged, and what counts |
//! | `progress` `shortfall` | what is done, and what it is worth; what is still missing in a task |
//! | `course` | a pack with its texts |
//! | `read` | parsing a pack and its solutions |
//! | `pack` `lessons` | the contents of a pack and the random numbers of a student; the files of the built-in one |
//! | `finding` `question` `task` | what a step asks, and the words around it; when a task is done |
//! | `text` | the texts of a lesson, with numbers and keys in braces |
//! | `condition` `claim` | conditions on a moment; what a program said about one |
//! | `expression` | exact arithmetic over drawn numbers and objects |
//!
//! Calls go down this list, except that `pack`, `question`, `task` and `text`, the parts of a lesson,
//! also know the lesson that they are part of. `tests` plays the built-in pack.
//!
//! The screen, the line interface and grading share a single judge. Not here: files, keys, and the
//! sandbox itself ([`crate::engine`]).

mod attempt;
mod check;
mod claim;
pub mod condition;
mod course;
mod expression;
mod finding;
pub mod grade;
mod key;
mod learning;
mod order;
mod pack;
mod policy;
mod progress;
mod question;
mod read;
mod shortfall;
mod submission;
mod task;
mod text;

#[cfg(test)]
mod tests;

pub use attempt::{
    Attempt, LearnError, MOST_FRAMES, MOST_OBJECTS, MOST_TESTS, NotOpened, STEP_MEMORY,
};
pub use check::{CheckFault, Checked, SEEDS, check};
pub use claim::{ClaimQuestion, Claims, OwnClaim};
pub use course::{Course, StepName};
pub use expression::{Expression, ExpressionFault, NoValue, Scope, Values, written};
pub use key::{KeyLine, answers, key};
pub use learning::{
    AnswerReport, Choice, CourseStanding, Feedback, Learning, LessonEnd, NotBegun, StepStanding,
    StepState, Told,
};
pub use order::{ORDERS, Order, OrderSpec};
pub use pack::{
    BUILTIN_LESSONS, Draw, Drawn, FileFault, FilePlace, Lesson, LessonStep, NoScene, Pack,
    RandomSource, Solution, StepKind, Where, builtin_file, builtin_lessons,
};
pub use progress::{Answered, FirstReply, LessonState, Progress, Reached};
pub use question::{AGREES, Ask, Belief, LessonAnswer, LessonQuestion, NamedBelief, TRUTH};
pub use shortfall::Shortfall;
pub use submission::{
    Chain, DrawnPack, GoesOn, Header, MOST_BYTES, MOST_LINES, NotRead, Note, NoteKind, Replayed,
    StepId, header_of, is_student, opening_lines, replay, without_steps,
};
pub use task::{Arrival, Count, HintRefused, Hints, Solutions, Task, TaskProgress};
pub use text::{HINTS, KeyOf, LessonText, Room, Template};
