//! The result of a student in a step.

use crate::lab::pack::{LessonStep, StepKind};
use crate::lab::progress::{Answered, FirstReply, Reached};

/// The result of a student in a question or a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepGrade {
    /// The points.
    pub points: u32,
    /// What they were earned for.
    pub state: StepProgress,
}

/// The progress in a question or a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StepProgress {
    /// Nothing was done in it.
    #[default]
    New,
    /// The question was skipped.
    Skipped,
    /// The question was answered; this is the first answer.
    Answered(Answered),
    /// The task was started.
    Begun(Work),
    /// The task is done.
    Done(Work),
}

/// The work on a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// How often it was started until it was done.
    pub attempts: u32,
    /// How many commands changed the world, over all attempts.
    pub commands: u32,
    /// How many hints were opened.
    pub hints: usize,
    /// Whether the last hint, which gives the solution away, is open.
    pub has_last_hint: bool,
}

impl StepGrade {
    /// The result of a step.
    pub fn of(step: &LessonStep, reached: Option<&Reached>) -> Self {
        let Some(reached) = reached else { return Self::default() };
        let points = reached.points();
        let work = Work {
            attempts: reached.attempts,
            commands: reached.commands,
            hints: reached.hints.opened(),
            has_last_hint: reached.hints.tells_way(),
        };
        let state = match (&step.kind, &reached.answer) {
            (StepKind::Question(_), Some(FirstReply::Skipped)) => StepProgress::Skipped,
            (StepKind::Question(_), Some(FirstReply::Said(answered))) => {
                StepProgress::Answered(answered.clone())
            }
            (StepKind::Task(_), _) if reached.done.is_some() => StepProgress::Done(work),
            (StepKind::Task(_), _) if work != Work::default() => StepProgress::Begun(work),
            (StepKind::Card | StepKind::Question(_) | StepKind::Task(_), _) => StepProgress::New,
        };
        Self { points, state }
    }

    /// Whether there is nothing left to do in it.
    pub const fn is_settled(&self) -> bool {
        match self.state {
            StepProgress::Skipped | StepProgress::Answered(_) | StepProgress::Done(_) => true,
            StepProgress::New | StepProgress::Begun(_) => false,
        }
    }

    /// Whether it is answered right, or done.
    pub const fn is_passed(&self) -> bool {
        match &self.state {
            StepProgress::Answered(answered) => answered.is_right,
            StepProgress::Done(_) => true,
            StepProgress::New | StepProgress::Skipped | StepProgress::Begun(_) => false,
        }
    }

    /// The work on a task.
    pub const fn work(&self) -> Option<Work> {
        match self.state {
            StepProgress::Begun(work) | StepProgress::Done(work) => Some(work),
            StepProgress::New | StepProgress::Skipped | StepProgress::Answered(_) => None,
        }
    }

    /// The better of two: the one with more points, else the one with more work, else the first.
    pub fn better(self, other: Self) -> Self {
        let rank =
            |grade: &Self| (grade.points, grade.is_settled(), grade.state != StepProgress::New);
        if rank(&other) > rank(&self) { other } else { self }
    }

    /// `you said hit, edges says miss`, `done in 2 commands`.
    pub fn message(&self, step: &LessonStep) -> String {
        let count = |count: u32, what: &str| match count {
            1 => format!("1 {what}"),
            count => format!("{count} {what}s"),
        };
        match (&self.state, &step.kind) {
            (StepProgress::New, StepKind::Task(_)) => "not begun".to_owned(),
            (StepProgress::New, StepKind::Card | StepKind::Question(_)) => {
                "not answered".to_owned()
            }
            (StepProgress::Skipped, _) => "skipped".to_owned(),
            (
                StepProgress::Answered(Answered { said, right, is_right: false, .. }),
                StepKind::Question(of),
            ) => of.correction(said, right),
            (StepProgress::Answered(answered), _) => {
                format!("you said {}, which is right", answered.said)
            }
            (StepProgress::Begun(work), _) => {
                format!("not done after {}", count(work.commands, "command"))
            }
            (StepProgress::Done(work), _) if work.has_last_hint => {
                format!("done in {} and with the last hint", count(work.commands, "command"))
            }
            (StepProgress::Done(work), _) => format!("done in {}", count(work.commands, "command")),
        }
    }
}
