//! A student in a course, on the screen: what the Lab view is drawn from, and what its
//! keys do.
//!
//! What counts is decided in [`hitscan_core::lab`], and so is what there is to tell.

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
    /// The course, where the student is.
    pub learning: Learning,
    /// How far the step was when the last key came.
    before: StepState,
    /// How many changes the history had when the step opened or came to something: what
    /// was told of that stands until the next.
    told_at: usize,
    /// The lesson that is in view, by its number.
    in_view: Option<usize>,
}

impl Lab {
    /// Whether the last key changed how far the step is.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        self.before != self.learning.state()
    }

    /// Executes a command, and takes note when nothing is left to do in the step.
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

    /// A key was pressed: what it changes can be told from what was before.
    pub(super) fn note_state(&mut self) {
        self.before = self.learning.state();
    }

    /// Covers every pair while a question waits; what is told of the lesson now stands until
    /// the next change.
    pub(super) fn settle(&mut self, engine: &mut Engine) {
        if self.learning.is_asking() {
            engine.cover_all();
        } else {
            engine.uncover_all();
        }
        self.told_at = engine.history().position();
    }

    /// Takes note of the lesson that comes into view; whether it was there.
    pub(super) fn keeps_in_view(&mut self) -> bool {
        let lesson = self.learning.lesson_number();
        self.in_view.replace(lesson) == Some(lesson)
    }

    /// The line that a digit begins, which answers the open question; Enter is to say it.
    ///
    /// # Errors
    /// When it is none of the choices.
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

    /// Whether Enter goes on: there is nothing left to do in this step.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.learning.state().is_settled()
    }
}

impl Model<'_> {
    /// Whether a question of a course waits for its answer.
    #[must_use]
    pub fn is_lab_asking(self) -> bool {
        self.lab.is_some_and(|lab| lab.learning.is_asking())
    }

    /// Whether what is typed into the `:` line is said to the lab.
    pub(super) fn is_order(self) -> bool {
        let Some(Prompt::Command(line)) = &self.input.prompt else { return false };
        self.lab.is_some_and(|lab| lab.learning.order_in(line.text(), self.engine).is_some())
    }

    /// Whether the values of the selected object would answer the open question.
    #[must_use]
    pub fn hides_values(self) -> bool {
        let selected = self.engine.sandbox().selection().map(|(_, object)| object.name);
        let hides = |lab: &Lab| lab.learning.hides_values(selected.as_ref());
        selected.is_some() && self.lab.is_some_and(hides)
    }

    /// The key of an action, as texts of lessons show it.
    pub(super) fn key_in_text(self, action: &str) -> Option<String> {
        Action::of_id(action).and_then(|action| self.input.keymap.key_of(action))
    }

    /// Why a command is refused in a course, if it is.
    pub(super) fn refused_in_lab(self, command: &Command) -> Option<String> {
        self.lab?.learning.refuses(command, self.engine)
    }

    /// Why the lab does not do what is said to it.
    pub(super) fn lab_error(self, why: &LearnError) -> CommandError {
        CommandError::new(printable(&why.message(&|action: &str| self.key_in_text(action))))
    }

    /// What a lesson came to that was left for the next.
    pub(super) fn end_of(self, lesson: &Lesson) -> Option<String> {
        let learning = &self.lab?.learning;
        let (points, of) = (learning.progress().points(lesson), lesson.points());
        let title = learning.title_of(lesson, &|action: &str| self.key_in_text(action));
        let number = learning.lesson_number();
        Some(format!("{title}: {points} of {of} points; this is lesson {number}"))
    }

    /// What Enter does in a course: it goes on from the Lab view, and from any other once
    /// there is nothing left to do. The end of a lesson is shown before the next opens.
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
