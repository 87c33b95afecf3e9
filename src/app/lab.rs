//! A student in a course, on the screen: what the Lab view is drawn from, and what its keys do.
//!
//! [`hitscan_core::lab`] decides what counts and what to say.

mod list;
mod moment;
mod pages;
mod question;
mod rows;

use crossterm::event::KeyCode;

use super::intent::Intent;
use super::{Action, KeyPress, Model, Pane, Prompt, Tab};
use hitscan_core::command::{Command, CommandError};
use hitscan_core::engine::{Engine, Outcome, Tell};
use hitscan_core::lab::{LearnError, Learning, Lesson, Order, StepState};
use hitscan_core::scene::printable;
pub use moment::{EndOfLesson, LessonMoment};
pub use rows::{GoalMark, GoalRow, LabRow};

/// A student in a course.
#[derive(Clone, Debug)]
pub struct Lab {
    /// The course, and where the student is in it.
    pub learning: Learning,
    /// The state of the step before the last key.
    before: StepState,
    /// The number of changes in the history when the step opened or was finished: its message stays
    /// until the next change.
    told_at: usize,
    /// The number of the lesson in view.
    in_view: Option<usize>,
}

impl Lab {
    /// Whether the last key changed the state of the step.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        self.before != self.learning.state()
    }

    /// Executes a command, and notes when nothing is left to do in the step.
    pub(super) fn execute(
        &mut self,
        command: &Command,
        engine: &mut Engine,
        tell: &mut Tell<'_>,
    ) -> Result<Outcome, CommandError> {
        let was_settled = self.goes_on();
        let done = self.learning.execute(command, engine, tell);
        if !was_settled && self.goes_on() {
            self.told_at = engine.history().position();
        }
        done
    }

    /// A course as it begins.
    pub(super) fn new(learning: Learning) -> Self {
        let before = learning.state();
        Self { learning, before, told_at: 0, in_view: None }
    }

    /// Remembers the state before a key, to tell what the key changes.
    pub(super) fn note_state(&mut self) {
        self.before = self.learning.state();
    }

    /// Covers every pair while a question waits, and uncovers them otherwise. What the lesson says
    /// now stays until the next change.
    pub(super) fn settle(&mut self, engine: &mut Engine) {
        if self.learning.is_asking() {
            engine.cover_all();
        } else {
            engine.uncover_all();
        }
        self.told_at = engine.history().position();
    }

    /// Notes which lesson comes into view; returns whether it already was.
    pub(super) fn keeps_in_view(&mut self) -> bool {
        let lesson = self.learning.lesson_number();
        self.in_view.replace(lesson) == Some(lesson)
    }

    /// The line that a digit starts as an answer to the open question; Enter sends it.
    ///
    /// # Errors
    /// When the digit is none of the choices.
    pub(super) fn answer_by_digit(&self, key: KeyPress) -> Option<Result<String, String>> {
        let (KeyCode::Char(_), true) = (key.code, self.learning.is_asking()) else { return None };
        let (typed, choices) = (key.typed()?, self.learning.choices());
        let is_number =
            choices.is_empty() && (typed.is_ascii_digit() || ['-', '.'].contains(&typed));
        let chosen = typed.to_digit(10).and_then(|digit| usize::try_from(digit).ok());
        match chosen.and_then(|digit| choices.get(digit.checked_sub(1)?)) {
            Some(choice) => Some(Ok(format!("answer {}", choice.word))),
            None if is_number => Some(Ok(format!("answer {typed}"))),
            None if typed.is_ascii_digit() => {
                Some(Err(format!("{typed} is not one of the choices")))
            }
            None => None,
        }
    }

    /// Whether Enter goes on: nothing is left to do in this step.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.learning.state().is_settled()
    }
}

impl Model<'_> {
    /// Whether a course question waits for its answer.
    #[must_use]
    pub fn is_lab_asking(self) -> bool {
        self.lab.is_some_and(|lab| lab.learning.is_asking())
    }

    /// Whether the text of the `:` line is an order to the lab.
    pub(super) fn is_order(self) -> bool {
        let Some(Prompt::Command(line)) = &self.input.prompt else { return false };
        self.lab.is_some_and(|lab| lab.learning.order_in(line.text(), self.engine).is_some())
    }

    /// Whether the selected object's values would answer the open question.
    #[must_use]
    pub fn hides_values(self) -> bool {
        let selected = self.engine.sandbox().selection().map(|(_, object)| object.name);
        let hides = |lab: &Lab| lab.learning.hides_values(selected.as_ref());
        selected.is_some() && self.lab.is_some_and(hides)
    }

    /// The key of an action, as lesson texts show it.
    pub(super) fn key_in_text(self, action: &str) -> Option<String> {
        Action::of_id(action).and_then(|action| self.input.keymap.key_of(action))
    }

    /// Why a command is refused in a course, if it is.
    pub(super) fn refused_in_lab(self, command: &Command) -> Option<String> {
        self.lab?.learning.refuses(command, self.engine)
    }

    /// Why the lab refuses an order.
    pub(super) fn lab_error(self, why: &LearnError) -> CommandError {
        CommandError::new(printable(&why.message(&|action: &str| self.key_in_text(action))))
    }

    /// The result of a lesson that was left for the next one.
    pub(super) fn end_of(self, lesson: &Lesson) -> Option<String> {
        let learning = &self.lab?.learning;
        let (points, of) = (learning.progress().points(lesson), lesson.points());
        let title = learning.title_of(lesson, &|action: &str| self.key_in_text(action));
        let number = learning.lesson_number();
        Some(format!("{title}: {points} of {of} points; this is lesson {number}"))
    }

    /// What Enter does in a course: in the Lab view it goes on; elsewhere only once nothing is left
    /// to do. The end of a lesson is shown before the next one opens.
    pub(super) fn enter_in_lab(self) -> Option<Intent> {
        let lab = self.lab?;
        let is_lab = self.screen.panel.tab == Tab::Lab && self.screen.panel.answer.is_none();
        let is_there = match self.screen.pane {
            Pane::Arena => is_lab || lab.goes_on() || lab.learning.is_asking(),
            Pane::Panel => is_lab,
            Pane::Form => false,
        };
        let at_end = !is_lab && lab.learning.is_at_end();
        let goes_on = Intent::Order(Order::Next);
        is_there.then_some(if at_end { Intent::Act(Action::ShowLab) } else { goes_on })
    }
}
