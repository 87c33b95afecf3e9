//! A student's progress: in the steps of a lesson, and in all lessons.

use std::sync::Arc;

use super::super::expression::Scope;
use super::needed::heading;
use super::{Learning, StepState};
use crate::engine::Sandbox;
use crate::lab::course::StepName;
use crate::lab::pack::{Lesson, LessonStep, Pack, StepKind};
use crate::lab::progress::{FirstReply, LessonState, Progress, Reached};
use crate::lab::question::{Ask, LessonQuestion, found};
use crate::lab::text::KeyOf;
use crate::words::formula::{ComparisonRow, comparisons};

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
    pub fn standing(&self, pack: &Pack) -> CourseStanding {
        let is_done = |lesson: &&Arc<Lesson>| self.state(lesson) == LessonState::Done;
        let done = pack.lessons.iter().filter(is_done).count();
        CourseStanding {
            lessons: [done, pack.lessons.len()],
            points: [self.total(pack), pack.points()],
        }
    }

    /// The progress in the questions and tasks of a lesson, in their order.
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
    pub fn first_left(&self, lesson: &Lesson) -> Option<usize> {
        let left = self.not_done(lesson).next()?;
        lesson.steps.iter().position(|step| step.id == left).map(|place| place + 1)
    }
}

impl Learning {
    /// The title of a lesson.
    pub fn title_of(&self, lesson: &Lesson, key_of: KeyOf<'_>) -> String {
        self.text_of(lesson, "title", key_of).unwrap_or_default()
    }

    /// The lesson after the open one.
    pub fn next_lesson(&self) -> Option<&Arc<Lesson>> {
        self.pack().lessons.get(self.lesson_number())
    }

    /// The takeaway of the open lesson, at its end: the text of the last card, or the text after
    /// the last task.
    pub fn kept(&self, key_of: KeyOf<'_>) -> Option<String> {
        match &self.step().kind {
            StepKind::Card => Some(self.body(key_of)),
            StepKind::Question(_) | StepKind::Task(_) => self.after_task(key_of),
        }
    }

    /// Whether the lesson is at its end, and no feedback is being shown.
    pub fn tells_end(&self) -> bool {
        let is_answered = matches!(self.state(), StepState::Answered { .. });
        self.is_at_end() && !is_answered
    }
}

/// The comparisons of the method that a question asks about, if it makes any.
pub(super) fn compared(question: &LessonQuestion, after: &Sandbox) -> Vec<ComparisonRow> {
    let Ask::Says(pair, method, arithmetic) = question.ask else { return Vec::new() };
    let Ok(pair) = found(after, pair) else { return Vec::new() };
    comparisons([&pair.a, &pair.b], method, arithmetic, after.world().settings())
}

/// The result of a lesson, and the lesson that follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonEnd {
    /// The points.
    pub points: u32,
    /// The maximum points.
    pub of: u32,
    /// The steps that are not done: `task 2`.
    pub not_done: Vec<String>,
    /// The next lesson: `lesson 10, polygons: Eighteen questions`.
    pub next: Option<String>,
}

impl StepState {
    /// Whether there is nothing left to do in the step.
    pub const fn is_settled(self) -> bool {
        match self {
            Self::Card | Self::Answered { .. } => true,
            Self::Asked { points } | Self::Task { points, .. } => points.is_some(),
        }
    }
}

impl LessonEnd {
    /// `14 of 14 points`, and the steps that are not done.
    pub fn result(&self) -> String {
        let Self { points, of, not_done, .. } = self;
        let left = if not_done.is_empty() {
            String::new()
        } else {
            format!("; not done: {}", not_done.join(", "))
        };
        format!("{points} of {of} points{left}")
    }
}

impl Learning {
    /// Whether the lesson is at its end: there is nothing left to do in its last step.
    pub fn is_at_end(&self) -> bool {
        let is_last =
            self.attempt.lesson.steps.last().is_some_and(|last| last.id == self.attempt.step.id);
        is_last && self.state().is_settled()
    }

    /// Whether the open step is the takeaway of the lesson.
    pub fn is_takeaway(&self) -> bool {
        self.attempt.lesson.takeaway().is_some_and(|last| last.id == self.attempt.step.id)
    }

    /// The takeaway of a lesson, if it has one.
    pub fn takeaway(&self, lesson: &Lesson, key_of: KeyOf<'_>) -> Option<String> {
        let (_, drawn) = self.drawn.lesson(&lesson.id)?;
        let text = self.course.text(lesson)?.get(&heading(lesson.takeaway()?))?;
        let sandbox = Sandbox::untested(drawn.scene.clone()).ok();
        text.shown(Scope { values: &drawn.values, sandbox: sandbox.as_ref() }, key_of).ok()
    }

    /// The step after the open one: `step 3 of 8, question 2`, `step 4 of 8, to read`.
    pub fn next_step(&self) -> Option<String> {
        let steps = &self.attempt.lesson.steps;
        let (number, step) = (1..).zip(steps).nth(self.step_number())?;
        let name = match step.kind {
            StepKind::Card => "to read".to_owned(),
            StepKind::Question(_) | StepKind::Task(_) => {
                self.attempt.lesson.name_of(step).to_string()
            }
        };
        Some(format!("step {number} of {}, {name}", steps.len()))
    }

    /// The result of a lesson so far, and the one that follows.
    pub fn end_of(&self, lesson: &Lesson, key_of: KeyOf<'_>) -> LessonEnd {
        let numbered = (1..).zip(&self.pack().lessons);
        let next = numbered.skip_while(|(_, known)| known.id != lesson.id).nth(1);
        let next = next.map(|(number, next)| {
            let title = self.text_of(next, "title", key_of).unwrap_or_default();
            format!("lesson {number}, {}: {title}", next.id)
        });
        let not_done = self.progress.not_done(lesson).filter_map(|id| lesson.step(id));
        LessonEnd {
            points: self.progress.points(lesson),
            of: lesson.points(),
            not_done: not_done.map(|step| lesson.name_of(step).to_string()).collect(),
            next,
        }
    }
}
