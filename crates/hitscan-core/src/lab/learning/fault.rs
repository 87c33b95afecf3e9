//! What is told of an answer, and why something cannot be done in a course.

use crate::lab::attempt::NotOpened;
use crate::lab::pack::NoScene;
use crate::lab::session::{Answered, SessionError};
use crate::lab::shortfall::Shortfall;
use crate::lab::submission::NotRead;
use crate::lab::template::KeyOf;
use crate::words::comparison::ComparisonRow;

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
    /// What the method has compared that was asked about, where it compares.
    pub compared: Vec<ComparisonRow>,
}

/// Why something cannot be done in a course.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LearnError {
    /// The judge refuses it.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The open task is not done.
    #[error("{}", not_done(task, shortfall.as_ref(), &|_| None))]
    NotDone {
        /// What it is called: `task 2`.
        task: String,
        /// What is in the way, where a sentence tells it.
        shortfall: Option<Shortfall>,
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
    /// There is no step before in the lesson.
    #[error("this is the first step")]
    First,
    /// There is no next step.
    #[error("this was the last step; lessons lists what is left")]
    Last,
    /// The file has as much as it may.
    #[error("the file of your work is full; nothing more counts")]
    Full,
}

impl LearnError {
    /// The message, with keys in the place of commands where there are keys.
    #[must_use]
    pub fn message(&self, key_of: KeyOf<'_>) -> String {
        match self {
            Self::NotDone { task, shortfall } => not_done(task, shortfall.as_ref(), key_of),
            other => other.to_string(),
        }
    }

    /// Whether it says what may be meant.
    pub(super) const fn offers(&self) -> bool {
        matches!(self, Self::Unknown(_, _, meant) if !meant.is_empty())
    }
}

/// `task 2 is not done: L is …; skip passes`.
fn not_done(task: &str, shortfall: Option<&Shortfall>, key_of: KeyOf<'_>) -> String {
    let shortfall = shortfall.map(|it| format!(": {}", it.sentence(key_of)));
    format!("{task} is not done{}; skip passes", shortfall.unwrap_or_default())
}

impl From<NotOpened> for LearnError {
    fn from(why: NotOpened) -> Self {
        SessionError::from(why).into()
    }
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
