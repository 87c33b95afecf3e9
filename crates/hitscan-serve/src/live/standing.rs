//! How far a student is: what the board shows of them.

use std::sync::Arc;

use hitscan_core::lab::{Learning, Lesson, Pack, Step, StepKind};
use jiff::Timestamp;

use super::effort::{Effort, FirstAnswer, first_answers};
use crate::reached::KeptSteps;

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

    /// Of a student who has gone this far since, as another machine tells. What was answered, and
    /// how, stands in the work alone. Nothing where these lessons have no such step.
    pub(super) fn goes_to(&self, to: &Progress, pack: &Pack) -> Option<Self> {
        let place = StepPlace::of(pack, &to.lesson, to.step.split_once(' ')?.1)?;
        let mut next = Self {
            points: to.points,
            changes: to.changes,
            hints: to.hints,
            first_answers: Arc::clone(&self.first_answers),
            ..place.standing(pack)
        };
        (next.settled, next.is_done) = (self.settled, self.is_done);
        if to.points[0] > self.points[0] {
            // Whether that was all of it, the work tells.
            next.settled += 1;
        }
        next.goes_on_from(self);
        if next.settled > self.settled {
            next.effort.tries = 0;
        }
        Some(next)
    }

    /// Of a student who had reached this. What was answered, and how, stands in the work alone.
    /// Nothing where these lessons have no such steps.
    #[must_use]
    pub fn of_steps(kept: &KeptSteps, pack: &Pack) -> Option<Self> {
        let open = kept.steps.iter().find(|it| it.amounts.is_open)?;
        let place = StepPlace::of(pack, &open.lesson, &open.step)?;
        let is_settled = |lesson: &str, step: &Step| {
            let reached = kept.steps.iter().find(|it| it.lesson == lesson && it.step == step.id);
            reached.map_or(matches!(step.kind, StepKind::Card), |it| it.amounts.is_settled)
        };
        let lessons = pack.lessons.iter();
        let all = lessons.flat_map(|lesson| lesson.steps.iter().map(|step| (&*lesson.id, step)));
        let settled = all.clone().filter(|(lesson, step)| is_settled(lesson, step)).count();
        Some(Self {
            is_done: settled == all.count(),
            settled,
            points: [kept.steps.iter().map(|it| it.amounts.points).sum(), pack.points()],
            changes: open.amounts.changes,
            hints: open.amounts.hints,
            finished: kept.changed,
            ..place.standing(pack)
        })
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

/// A step among the lessons of a pack.
struct StepPlace<'p> {
    lesson_number: usize,
    lesson: &'p Lesson,
    step_number: usize,
    step: &'p Step,
}

impl<'p> StepPlace<'p> {
    fn of(pack: &'p Pack, lesson: &str, step: &str) -> Option<Self> {
        let lesson_at = pack.lessons.iter().position(|it| it.id == lesson)?;
        let lesson = &pack.lessons[lesson_at];
        let step_at = lesson.steps.iter().position(|it| it.id == step)?;
        let step = &lesson.steps[step_at];
        Some(Self { lesson_number: lesson_at + 1, lesson, step_number: step_at + 1, step })
    }

    /// Of a student who has come there, and of whom nothing else is known.
    fn standing(&self, pack: &Pack) -> Standing {
        Standing {
            lesson_number: self.lesson_number,
            lesson: self.lesson.id.clone(),
            step_number: [self.step_number, self.lesson.steps.len()],
            step: format!("{} {}", kind_word(&self.step.kind), self.step.id),
            is_done: false,
            settled: 0,
            points: [0, pack.points()],
            changes: 0,
            hints: 0,
            effort: Effort::default(),
            first_answers: Arc::new([]),
            finished: Timestamp::now(),
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
