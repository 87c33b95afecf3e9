//! What is told of an answer, and why something cannot be done in a course.

use crate::lab::attempt::NotOpened;
use crate::lab::pack::NoScene;
use crate::lab::session::{Answered, SessionError};
use crate::lab::submission::NotRead;

/// What there is to tell of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerReport {
    /// What came of it.
    pub answered: Answered,
    /// `miss`: what was said, as it is read.
    pub said: String,
    /// `you said hit; edges says miss`, unless it was right.
    pub correction: Option<String>,
    /// `L and A are a HIT: L lies inside A.`, where a method was asked and says otherwise.
    pub truth: Option<String>,
    /// Why the method differs, in a sentence, where that was asked.
    pub reason: Option<String>,
}

/// Why something cannot be done in a course.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LearnError {
    /// The judge refuses it.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The open task is not done.
    #[error("{task} is not done{}; skip passes", in_its_way(.shortfall.as_deref()))]
    NotDone {
        /// What it is called: `task 2`.
        task: String,
        /// What is in its way, in a sentence.
        shortfall: Option<String>,
    },
    /// There is no such lesson or step; perhaps another was meant.
    #[error("{0}: no such {1}{2}")]
    Unknown(String, &'static str, String),
    /// Another question is open.
    #[error("{0} is not open; lesson {1} {0} opens it")]
    NotOpen(String, String),
    /// The open step has no condition on what a program says.
    #[error("{0}, {1}, asks nothing of a program; a task that does says so")]
    AsksNoProgram(String, String),
    /// There is no next step.
    #[error("this was the last step; lessons lists what is left")]
    Last,
    /// The file has as much as it may.
    #[error("the file of your work is full; nothing more counts")]
    Full,
}

impl From<NotOpened> for LearnError {
    fn from(why: NotOpened) -> Self {
        SessionError::from(why).into()
    }
}

/// `: A is hit at left; wanted left+bottom`.
fn in_its_way(shortfall: Option<&str>) -> String {
    shortfall.map(|shortfall| format!(": {shortfall}")).unwrap_or_default()
}

/// Why a course cannot be begun or gone on with.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotBegun {
    /// The file is none of a student.
    #[error(transparent)]
    NotRead(#[from] NotRead),
    /// The pack has no lesson with a step.
    #[error("the pack has no lesson")]
    Empty,
    /// A lesson makes no scene.
    #[error(transparent)]
    NoScene(#[from] NoScene),
    /// The first step cannot be opened.
    #[error(transparent)]
    Learn(#[from] LearnError),
}
