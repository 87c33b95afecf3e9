//! A student's progress: in the steps of a lesson, and in all lessons.

use std::sync::Arc;

use super::{Learning, StepState};
use crate::engine::Sandbox;
use crate::lab::pack::{Lesson, LessonStep, Pack, StepKind};
use crate::lab::progress::{FirstReply, LessonState, Progress, Reached};
use crate::lab::question::{Ask, LessonQuestion, found};
use crate::lab::step_name::StepName;
use crate::lab::template::KeyOf;
use crate::words::comparison::{ComparisonRow, comparisons};

/// A student's progress in a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CourseStanding {
    /// How many lessons are done, and how many there are.
    pub lessons: [usize; 2],
    /// The points, and the maximum.
    pub points: [u32; 2],
}

/// A student's progress in a question or a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepStanding {
    /// Its name.
    pub name: StepName,
    /// The points, and the maximum.
    pub points: [u32; 2],
    /// Whether there is nothing left to do.
    pub is_settled: bool,
    /// Whether it was skipped.
    pub is_skipped: bool,
    /// Whether the hint that gives the solution away was opened.
    pub is_told: bool,
}

impl Progress {
    /// The progress in all lessons.
    #[must_use]
    pub fn standing(&self, pack: &Pack) -> CourseStanding {
        let is_done = |lesson: &&Arc<Lesson>| self.state(lesson) == LessonState::Done;
        let done = pack.lessons.iter().filter(is_done).count();
        CourseStanding {
            lessons: [done, pack.lessons.len()],
            points: [self.total(pack), pack.points()],
        }
    }

    /// The progress in the questions and tasks of a lesson, in their order.
    #[must_use]
    pub fn steps(&self, lesson: &Lesson) -> Vec<StepStanding> {
        let is_asked = |step: &&Arc<LessonStep>| !matches!(step.kind, StepKind::Card);
        let not_done: Vec<_> = self.not_done(lesson).collect();
        let standing = |step: &Arc<LessonStep>| {
            let reached = self.step(&lesson.id, &step.id);
            let given = reached.and_then(|reached| reached.answer.as_ref());
            StepStanding {
                name: lesson.name_of(step),
                points: [reached.map_or(0, Reached::points), step.points()],
                is_settled: !not_done.contains(&step.id.as_str()),
                is_skipped: given == Some(&FirstReply::Skipped),
                is_told: reached.is_some_and(|reached| reached.hints.tells_way()),
            }
        };
        lesson.steps.iter().filter(is_asked).map(standing).collect()
    }

    /// The number of the first step of a lesson that is not settled, from 1.
    #[must_use]
    pub fn first_left(&self, lesson: &Lesson) -> Option<usize> {
        let left = self.not_done(lesson).next()?;
        lesson.steps.iter().position(|step| step.id == left).map(|place| place + 1)
    }
}

impl Learning {
    /// The title of a lesson.
    #[must_use]
    pub fn title_of(&self, lesson: &Lesson, key_of: KeyOf<'_>) -> String {
        self.text_of(lesson, "title", key_of).unwrap_or_default()
    }

    /// The lesson after the open one.
    #[must_use]
    pub fn next_lesson(&self) -> Option<&Arc<Lesson>> {
        self.pack().lessons.get(self.lesson_number())
    }

    /// The takeaway of the open lesson, at its end: the text of the last card, or the text after
    /// the last task.
    #[must_use]
    pub fn kept(&self, key_of: KeyOf<'_>) -> Option<String> {
        match &self.step().kind {
            StepKind::Card => Some(self.body(key_of)),
            StepKind::Question(_) | StepKind::Task(_) => self.after_task(key_of),
        }
    }

    /// Whether the lesson is at its end, and no feedback is being shown.
    #[must_use]
    pub fn tells_end(&self) -> bool {
        let is_answered = matches!(self.state(), StepState::Answered { .. });
        self.is_at_end() && !is_answered
    }
}

/// The comparisons of the method that a question asks about, if it makes any.
pub(super) fn compared(question: &LessonQuestion, after: &Sandbox) -> Vec<ComparisonRow> {
    let Ask::Says(pair, method, arithmetic) = question.ask else { return Vec::new() };
    let settings = after.world().settings();
    let Ok(pair) = found(after, pair) else { return Vec::new() };
    comparisons([&pair.a, &pair.b], (method, arithmetic), settings.boundary_rule, settings.axes)
}
