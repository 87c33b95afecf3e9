//! A student's progress, as the board shows it.

use std::sync::Arc;

use hitscan_core::lab::{Learning, Lesson, LessonStep, Pack, StepKind};
use jiff::Timestamp;

use super::effort::{Effort, FirstAnswer, first_answers};
use crate::reached::KeptSteps;

/// A student's progress.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The number of the current lesson, from 1.
    pub lesson_number: usize,
    /// Its ID.
    pub lesson: String,
    /// The number of the current step, from 1, and the number of steps in the lesson.
    pub step_number: [usize; 2],
    /// Its kind and its ID: `task hide`.
    pub step: String,
    /// Whether nothing is left to do in any lesson.
    pub is_done: bool,
    /// How many steps are settled, with nothing left to do.
    pub settled: usize,
    /// The points in all lessons, and the most possible.
    pub points: [u32; 2],
    /// How many commands changed the world in the current step.
    pub changes: u32,
    /// How many of its hints are open.
    pub hints: usize,
    /// Their tries in the current step.
    pub effort: Effort,
    /// Their first answer to each question.
    pub first_answers: Arc<[FirstAnswer]>,
    /// When the last step was settled, or the session began.
    pub finished: Timestamp,
}

/// The part of a standing that machines report to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The ID of the current lesson.
    pub lesson: String,
    /// The kind and the ID of the current step: `task hide`.
    pub step: String,
    /// The points in all lessons, and the most possible.
    pub points: [u32; 2],
    /// How many commands changed the world in the current step.
    pub changes: u32,
    /// How many of its hints are open.
    pub hints: usize,
}

impl Standing {
    /// The part that is reported to other machines.
    pub fn progress(&self) -> Progress {
        Progress {
            lesson: self.lesson.clone(),
            step: self.step.clone(),
            points: self.points,
            changes: self.changes,
            hints: self.hints,
        }
    }

    /// The standing of a student who has just come to a step, with no points. None if the lessons
    /// have no such step.
    fn begun(pack: &Pack, lesson: &str, step: &str) -> Option<Self> {
        let lesson_at = pack.lessons.iter().position(|it| it.id == lesson)?;
        let lesson = &pack.lessons[lesson_at];
        let step_at = lesson.steps.iter().position(|it| it.id == step)?;
        let step = &lesson.steps[step_at];
        Some(Self {
            lesson_number: lesson_at + 1,
            lesson: lesson.id.clone(),
            step_number: [step_at + 1, lesson.steps.len()],
            step: format!("{} {}", kind_word(&step.kind), step.id),
            is_done: false,
            settled: 0,
            points: [0, pack.points()],
            changes: 0,
            hints: 0,
            effort: Effort::default(),
            first_answers: Arc::new([]),
            finished: Timestamp::now(),
        })
    }

    /// The standing after progress that another machine reported. Answers are not reported: they
    /// are only in the work. None if the lessons have no such step.
    pub(super) fn goes_to(&self, to: &Progress, pack: &Pack) -> Option<Self> {
        let begun = Self::begun(pack, &to.lesson, to.step.split_once(' ')?.1)?;
        let mut next = Self {
            points: to.points,
            changes: to.changes,
            hints: to.hints,
            first_answers: Arc::clone(&self.first_answers),
            ..begun
        };
        (next.settled, next.is_done) = (self.settled, self.is_done);
        if to.points[0] > self.points[0] {
            // Assume one settled step; whether it was the last one is only in the work.
            next.settled += 1;
        }
        next.goes_on_from(self);
        if next.settled > self.settled {
            next.effort.tries = 0;
        }
        Some(next)
    }

    /// The standing of a student with these stored steps. Answers are not among them: they are only
    /// in the work. None if the lessons have no such steps.
    pub fn of_steps(kept: &KeptSteps, pack: &Pack) -> Option<Self> {
        let open = kept.steps.iter().find(|it| it.amounts.is_open)?;
        let begun = Self::begun(pack, &open.lesson, &open.step)?;
        let is_settled = |lesson: &str, step: &LessonStep| {
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
            ..begun
        })
    }

    /// The standing of a student at work, given their previous one.
    pub fn of(learning: &Learning, before: Option<&Self>) -> Self {
        let (lesson, step) = (learning.lesson(), learning.step());
        let (progress, pack) = (&learning.progress, learning.pack());
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
            first_answers: first_answers(pack, progress, before.map(|it| &it.first_answers)),
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

    /// Carries over what the previous standing knows.
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

/// The word for a kind of step on the board.
const fn kind_word(kind: &StepKind) -> &'static str {
    match kind {
        StepKind::Card => "card",
        StepKind::Question(_) => "ask",
        StepKind::Task(_) => "task",
    }
}

/// Compares everything that is reported or shown, but not the time.
impl PartialEq for Standing {
    fn eq(&self, other: &Self) -> bool {
        let numbers = |it: &Self| (it.step_number, it.settled, it.points, it.changes, it.hints);
        numbers(self) == numbers(other)
            && (&self.lesson, &self.step) == (&other.lesson, &other.step)
            && self.effort == other.effort
    }
}

impl Eq for Standing {}

#[cfg(test)]
mod tests {
    use hitscan::seat::{DeskFault, LineSink, Urgency, course, open_course};

    use super::*;
    use crate::reached::{Amounts, KnownSteps, ReachedStep};

    /// A sink that discards everything.
    #[derive(Debug)]
    struct Nowhere;

    impl LineSink for Nowhere {
        fn held(&mut self) -> Result<Vec<u8>, DeskFault> {
            Ok(Vec::new())
        }

        fn append(&mut self, _: &str, _: Urgency) -> Result<(), DeskFault> {
            Ok(())
        }

        fn truncate(&mut self, _: u64) -> Result<(), DeskFault> {
            Ok(())
        }
    }

    #[test]
    fn a_standing_is_made_from_stored_steps_and_follows_reported_progress() {
        let course = Arc::new(course(None, None).expect("the built-in pack"));
        let opened =
            open_course(Arc::clone(&course), "anna", "anna", Box::new(Nowhere), Some("inside"));
        let learning = opened.expect("it opens").course.0;
        let standing = Standing::of(&learning, None);
        let mut steps = KnownSteps::default().note(&learning, None).steps;
        let kept = |steps: &[_]| KeptSteps { steps: steps.to_vec(), changed: standing.finished };
        let made = Standing::of_steps(&kept(&steps), &course.pack).expect("there is such a step");
        assert_eq!((made.lesson_number, &made), (9, &standing));
        let inside = course.pack.lesson("inside").expect("a lesson");
        let question = inside.steps.iter().find(|it| matches!(it.kind, StepKind::Question(_)));
        let question = question.expect("there is one");
        steps.push(ReachedStep {
            lesson: inside.id.clone(),
            step: question.id.clone(),
            amounts: Amounts { points: 2, is_open: false, ..steps[0].amounts },
        });
        let made = Standing::of_steps(&kept(&steps), &course.pack).expect("as before");
        assert_eq!((made.points[0], made.settled), (2, standing.settled + 1));
        let to = Progress {
            step: format!("ask {}", question.id),
            points: made.points,
            ..standing.progress()
        };
        let gone = standing.goes_to(&to, &course.pack).expect("there is such a step");
        assert_eq!((&gone.step, gone.points, gone.settled), (&to.step, to.points, made.settled));
        let unknown = Progress { step: "ask else".to_owned(), ..to };
        assert_eq!(standing.goes_to(&unknown, &course.pack), None);
    }
}
