//! How far a student is: what the board shows of them.

use hitscan_core::lab::Learning;
use jiff::Timestamp;

/// How far a student is.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The number of the open lesson, from 1.
    pub lesson_number: usize,
    /// Its id.
    pub lesson: String,
    /// The number of the open step, from 1, and how many the lesson has.
    pub step_number: [usize; 2],
    /// Its kind and its id: `task hide`.
    pub step: String,
    /// The points of all lessons, and the most points.
    pub points: [u32; 2],
    /// How many commands have changed the world in the open step.
    pub changes: u32,
    /// How many of its hints are open.
    pub hints: usize,
    /// When a step was finished last, or the session began.
    pub finished: Timestamp,
}

impl Standing {
    /// Of a student who is at work.
    #[must_use]
    pub fn of(learning: &Learning) -> Self {
        let (lesson, step) = (learning.lesson(), learning.step());
        let reached = learning.progress().step(&lesson.id, &step.id);
        Self {
            lesson_number: learning.lesson_number(),
            lesson: lesson.id.clone(),
            step_number: [learning.step_number(), lesson.steps.len()],
            step: format!("{} {}", step.kind.word(), step.id),
            points: learning.progress().standing(learning.pack()).points,
            changes: reached.map_or(0, |reached| reached.commands),
            hints: learning.hints_opened(),
            finished: Timestamp::now(),
        }
    }

    /// The same, later: since when no step was finished is known from the one before.
    #[must_use]
    pub fn after(self, before: Option<&Self>) -> Self {
        let stays = before.filter(|before| before.points == self.points);
        Self { finished: stays.map_or(self.finished, |before| before.finished), ..self }
    }
}

/// The time aside.
impl PartialEq for Standing {
    fn eq(&self, other: &Self) -> bool {
        let shown = |it: &Self| (it.lesson_number, it.step_number, it.points, it.changes, it.hints);
        shown(self) == shown(other) && self.lesson == other.lesson && self.step == other.step
    }
}

impl Eq for Standing {}
