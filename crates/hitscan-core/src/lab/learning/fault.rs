//! The report on an answer, and why something cannot be done in a course.

use crate::lab::attempt::NotOpened;
use crate::lab::pack::NoScene;
use crate::lab::session::{Answered, SessionError};
use crate::lab::shortfall::Shortfall;
use crate::lab::submission::NotRead;
use crate::lab::template::KeyOf;
use crate::words::comparison::ComparisonRow;

/// The report on an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerReport {
    /// Its result.
    pub answered: Answered,
    /// `miss`: the answer as displayed.
    pub said: String,
    /// `you said hit; edges says miss`, unless the answer was right.
    pub correction: Option<String>,
    /// `L and A are a HIT: L lies inside A.`, if a method was asked about and says otherwise.
    pub truth: Option<String>,
    /// Why the method differs, in a sentence, if that was asked.
    pub reason: Option<String>,
    /// The comparisons of the method in question, if it makes any.
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
        /// Its name: `task 2`.
        task: String,
        /// What is missing, if there is a sentence for it.
        shortfall: Option<Shortfall>,
    },
    /// There is no such lesson or step; possibly another one was meant.
    #[error("{0}: no such {1}{2}")]
    Unknown(String, &'static str, String),
    /// Another question is open.
    #[error("{0} is not open; lesson {1} {0} opens it")]
    NotOpen(String, String),
    /// The open step has no condition on a program's answer.
    #[error("{0}, {1}, asks nothing of a program; a task that does says so")]
    AsksNoProgram(String, String),
    /// There is no previous step in the lesson.
    #[error("this is the first step")]
    First,
    /// There is no next step.
    #[error("this was the last step; lessons lists what is left")]
    Last,
    /// The file has reached its limit.
    #[error("the file of your work is full; nothing more counts")]
    Full,
}

impl LearnError {
    /// The message, with keys in place of commands where there are keys.
    #[must_use]
    pub fn message(&self, key_of: KeyOf<'_>) -> String {
        match self {
            Self::NotDone { task, shortfall } => not_done(task, shortfall.as_ref(), key_of),
            other => other.to_string(),
        }
    }

    /// Whether it suggests what was probably meant.
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

/// Why a course cannot be started or continued.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotBegun {
    /// The file is not a student's.
    #[error(transparent)]
    NotRead(#[from] NotRead),
    /// The pack has no lesson with a step.
    #[error("the pack has no lesson")]
    Empty,
    /// A lesson does not make a valid scene.
    #[error(transparent)]
    NoScene(#[from] NoScene),
    /// The first step cannot be opened.
    #[error(transparent)]
    Learn(#[from] LearnError),
}
