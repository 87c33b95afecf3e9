//! The end of a lesson: its result, and the lesson that follows.

use super::needed::heading;
use super::{Learning, StepState};
use crate::engine::Sandbox;
use crate::lab::expression::Scope;
use crate::lab::pack::{Lesson, StepKind};
use crate::lab::template::KeyOf;

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
    #[must_use]
    pub const fn is_settled(self) -> bool {
        match self {
            Self::Card | Self::Answered { .. } => true,
            Self::Asked { points } | Self::Task { points, .. } => points.is_some(),
        }
    }
}

impl LessonEnd {
    /// `14 of 14 points`, and the steps that are not done.
    #[must_use]
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
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        let is_last = self.at.0.steps.last().is_some_and(|last| last.id == self.at.2.id);
        is_last && self.state().is_settled()
    }

    /// Whether the open step is the takeaway of the lesson.
    #[must_use]
    pub fn is_takeaway(&self) -> bool {
        self.at.0.takeaway().is_some_and(|last| last.id == self.at.2.id)
    }

    /// The takeaway of a lesson, if it has one.
    #[must_use]
    pub fn takeaway(&self, lesson: &Lesson, key_of: KeyOf<'_>) -> Option<String> {
        let (_, drawn) = self.drawn.lesson(&lesson.id)?;
        let text = self.course.text(lesson)?.get(&heading(lesson.takeaway()?))?;
        let sandbox = Sandbox::untested(drawn.scene.clone()).ok();
        text.shown(Scope { values: &drawn.values, sandbox: sandbox.as_ref() }, key_of).ok()
    }

    /// The step after the open one: `step 3 of 8, question 2`, `step 4 of 8, to read`.
    #[must_use]
    pub fn next_step(&self) -> Option<String> {
        let steps = &self.at.0.steps;
        let (number, step) = (1..).zip(steps).nth(self.step_number())?;
        let name = match step.kind {
            StepKind::Card => "to read".to_owned(),
            StepKind::Question(_) | StepKind::Task(_) => self.at.0.name_of(step).to_string(),
        };
        Some(format!("step {number} of {}, {name}", steps.len()))
    }

    /// The result of a lesson so far, and the one that follows.
    #[must_use]
    pub fn end_of(&self, lesson: &Lesson, key_of: KeyOf<'_>) -> LessonEnd {
        let numbered = (1..).zip(&self.pack().lessons);
        let next = numbered.skip_while(|(_, known)| known.id != lesson.id).nth(1);
        let next = next.map(|(number, next)| {
            let title = self.text_of(next, "title", key_of).unwrap_or_default();
            format!("lesson {number}, {}: {title}", next.id)
        });
        let not_done = self.progress().not_done(lesson).filter_map(|id| lesson.step(id));
        LessonEnd {
            points: self.progress().points(lesson),
            of: lesson.points(),
            not_done: not_done.map(|step| lesson.name_of(step).to_string()).collect(),
            next,
        }
    }
}
