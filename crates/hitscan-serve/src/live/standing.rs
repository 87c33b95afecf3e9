//! How far a student is: what the board shows of them.

use std::sync::Arc;

use hitscan_core::lab::{Learning, Lesson, StepKind};
use jiff::Timestamp;

use super::effort::{Effort, FirstAnswer, first_answers};

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
    /// Whether nothing is left to do in any lesson.
    pub is_done: bool,
    /// How many steps have nothing left to do.
    pub settled: usize,
    /// The points of all lessons, and the most points.
    pub points: [u32; 2],
    /// How many commands have changed the world in the open step.
    pub changes: u32,
    /// How many of its hints are open.
    pub hints: usize,
    /// What was tried there.
    pub effort: Effort,
    /// What was said first to each question.
    pub first_answers: Arc<[FirstAnswer]>,
    /// When something was settled last, or the session began.
    pub finished: Timestamp,
}

/// What of a standing goes from machine to machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The id of the open lesson.
    pub lesson: String,
    /// The kind and the id of the open step: `task hide`.
    pub step: String,
    /// The points of all lessons, and the most points.
    pub points: [u32; 2],
    /// How many commands have changed the world in the open step.
    pub changes: u32,
    /// How many of its hints are open.
    pub hints: usize,
}

impl Standing {
    /// What of it goes to other machines.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            lesson: self.lesson.clone(),
            step: self.step.clone(),
            points: self.points,
            changes: self.changes,
            hints: self.hints,
        }
    }

    /// The student has got on in the same step, by commands and hints alone. Nothing where it is
    /// something else: then the work tells it.
    pub(super) fn gets_on(&self, to: &Progress) -> Option<Self> {
        let before = self.progress();
        let is_more = to.changes > before.changes || to.hints > before.hints;
        let is_there = Progress { changes: before.changes, hints: before.hints, ..to.clone() };
        if is_there != before || !is_more {
            return None;
        }
        let mut next = Self { changes: to.changes, hints: to.hints, ..self.clone() };
        let changes = to.changes.saturating_sub(before.changes);
        next.effort.tries = next.effort.tries.saturating_add(changes);
        Some(next)
    }

    /// Of a student who is at work, and was so far before.
    #[must_use]
    pub fn of(learning: &Learning, before: Option<&Self>) -> Self {
        let (lesson, step) = (learning.lesson(), learning.step());
        let (progress, pack) = (learning.progress(), learning.pack());
        let reached = progress.step(&lesson.id, &step.id);
        let left = |lesson: &Arc<Lesson>| progress.not_done(lesson).count();
        let left: usize = pack.lessons.iter().map(left).sum();
        let steps: usize = pack.lessons.iter().map(|lesson| lesson.steps.len()).sum();
        let mut standing = Self {
            lesson_number: learning.lesson_number(),
            lesson: lesson.id.clone(),
            step_number: [learning.step_number(), lesson.steps.len()],
            step: format!("{} {}", kind_word(&step.kind), step.id),
            is_done: left == 0,
            settled: steps - left,
            points: progress.standing(pack).points,
            changes: reached.map_or(0, |reached| reached.commands),
            hints: learning.hints_opened(),
            effort: Effort::default(),
            first_answers: first_answers((pack, progress), before.map(|it| &it.first_answers)),
            finished: Timestamp::now(),
        };
        if let Some(before) = before {
            standing.goes_on_from(before);
        }
        standing.effort.look(learning);
        if before.is_some_and(|before| standing.settled > before.settled) {
            standing.effort.tries = 0;
        }
        standing
    }

    /// Takes over what is known from before.
    fn goes_on_from(&mut self, before: &Self) {
        if self.lesson == before.lesson && self.step == before.step {
            self.effort = before.effort.clone();
            let changes = self.changes.saturating_sub(before.changes);
            self.effort.tries = self.effort.tries.saturating_add(changes);
        } else {
            self.effort.tries = before.effort.tries;
        }
        if self.settled <= before.settled {
            self.finished = before.finished;
        }
    }
}

/// What a step is called on the board.
const fn kind_word(kind: &StepKind) -> &'static str {
    match kind {
        StepKind::Card => "card",
        StepKind::Question(_) => "ask",
        StepKind::Task(_) => "task",
    }
}

/// The time aside.
impl PartialEq for Standing {
    fn eq(&self, other: &Self) -> bool {
        let numbers = |it: &Self| (it.step_number, it.settled, it.points, it.changes, it.hints);
        numbers(self) == numbers(other)
            && (&self.lesson, &self.step) == (&other.lesson, &other.step)
            && self.effort == other.effort
    }
}

impl Eq for Standing {}
