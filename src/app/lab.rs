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

use super::screen::{Framing, PanelWidth, Viewport};
use super::{Action, App, Effect, KeyPress, Model, Pane, Tab};
use hitscan_core::command::{Command, CommandError};
use hitscan_core::engine::{Engine, Outcome, Tell, silent};
use hitscan_core::lab::{LearnError, Learning, Lesson, Order, StepState, Told};
use hitscan_core::scene::printable;
pub use moment::{EndOfLesson, LessonMoment};
pub use rows::{GoalMark, GoalRow, LabRow};

/// A student in a course.
#[derive(Clone, Debug)]
pub struct Lab {
    pub(super) learning: Learning,
    /// How far the step was when the last key came.
    before: StepState,
    /// How many changes the history had when the step opened or came to something: what
    /// was told of that stands until the next.
    told_at: usize,
    /// The lesson that is in view, by its number.
    in_view: Option<usize>,
}

impl Lab {
    /// The course, where the student is.
    #[must_use]
    pub const fn learning(&self) -> &Learning {
        &self.learning
    }

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

    /// Whether Enter goes on: there is nothing left to do in this step.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.learning.state().is_settled()
    }
}

impl<'a> Model<'a> {
    /// The student's course, if this is one.
    #[must_use]
    pub fn lab(self) -> Option<&'a Lab> {
        self.lab
    }

    /// Whether a question of a course waits for its answer.
    #[must_use]
    pub fn is_lab_asking(self) -> bool {
        self.lab.is_some_and(|lab| lab.learning.is_asking())
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
}

impl App {
    /// The same app with a course: it shows the engine of the open step.
    #[must_use]
    pub fn in_course(mut self, course: (Learning, Engine)) -> Self {
        self.begin_course(course);
        self
    }

    /// Shows a course from now on; the scene before is left.
    pub fn begin_course(&mut self, (learning, engine): (Learning, Engine)) {
        // The file of the course keeps what is done in it.
        self.monitored.hear = None;
        self.screen.recoverable = None;
        self.screen.map = None;
        self.screen.has_goal = true;
        self.screen.note = None;
        self.input.in_course = true;
        let before = learning.state();
        self.lab = Some(Box::new(Lab { learning, before, told_at: 0, in_view: None }));
        self.engine = engine;
        self.show_step_afresh();
    }

    /// The course, for the host to keep.
    pub fn learning_mut(&mut self) -> Option<&mut Learning> {
        self.lab.as_deref_mut().map(|lab| &mut lab.learning)
    }

    /// Shows the engine of a step that begins, with the Lab view.
    fn show_step_afresh(&mut self) {
        let own = self.own_methods.iter().map(|method| method.name).collect();
        self.engine = self.engine.clone().on_screen().with_own_methods(own);
        let view = self.view_of_lesson();
        self.start_over();
        if let Some((width, viewport, framing)) = view {
            self.screen.set_panel_width(width);
            (self.screen.viewport, self.screen.framing) = (viewport, framing);
        }
        self.show_what_is_out_of_view();
        self.screen.show(Tab::Lab);
        self.cover_question();
        self.let_told_stand();
    }

    /// What stays in view from one step of a lesson to the next, unless the scene has a view
    /// of its own: the panel's width, and the part of the plane.
    fn view_of_lesson(&mut self) -> Option<(PanelWidth, Viewport, Framing)> {
        let lab = self.lab.as_deref_mut()?;
        let lesson = lab.learning.lesson_number();
        let is_same = lab.in_view.replace(lesson) == Some(lesson);
        let has_own = self.engine.sandbox().opening().view.is_some();
        let screen = &self.screen;
        (is_same && !has_own).then_some((screen.panel_width, screen.viewport, screen.framing))
    }

    /// Covers every pair while a question waits.
    fn cover_question(&mut self) {
        if self.model().is_lab_asking() {
            self.engine.cover_all();
        } else {
            self.engine.uncover_all();
        }
    }

    /// A key was pressed: what it changes can be told from what was before.
    pub(super) fn note_lab_state(&mut self) {
        if let Some(lab) = &mut self.lab {
            lab.before = lab.learning.state();
        }
    }

    /// Why a command is refused in a course, if it is.
    pub(super) fn lab_refusal(&self, command: &Command) -> Option<String> {
        self.lab.as_ref()?.learning.refuses(command, &self.engine)
    }

    /// What a `:` line says to the lab, if it says something to it.
    pub(super) fn order_in(&self, line: &str) -> Option<Result<Order, CommandError>> {
        self.lab.as_ref()?.learning.order_in(line, &self.engine)
    }

    /// Does what a student says to the lab, and shows what there is to tell of it.
    ///
    /// # Errors
    /// Says why not.
    pub(super) fn say_to_lab(&mut self, order: Order) -> Result<Vec<Effect>, CommandError> {
        let Some(lab) = &mut self.lab else { return Err(no_course()) };
        let opened = lab.learning.lesson_opened_by(&order);
        let closed = || self.permitted.closes(opened.as_deref()?);
        if let Some(why) = self.permitted.refuses_order(&order).or_else(closed) {
            return Err(CommandError::new(why));
        }
        let told = lab.learning.obey(order, &mut self.engine, &mut silent);
        let mut left = None;
        let told = told.map_err(|why| self.refused_by_lab(&why))?;
        for told in told {
            match told {
                Told::Opened => {
                    self.show_step_afresh();
                    self.note_lab_state();
                }
                Told::Kept => {
                    self.show_what_is_out_of_view();
                    self.cover_question();
                    self.let_told_stand();
                    self.note_lab_state();
                }
                Told::Again => self.show_step_afresh(),
                Told::Undo(command) => return self.execute(&command),
                Told::Lessons => return Ok(self.open_picker()),
                Told::Refused(why) => return Err(self.refused_by_lab(&why)),
                Told::About(lesson) => return Ok(self.open_picker_at(&lesson.id)),
                Told::Answered(_) => self.show_answered(),
                Told::Step | Told::Goal => self.show_lab(),
                Told::Hint(_) => self.show_newest_hint(),
                Told::Left { lesson, .. } => left = Some(lesson),
                // The Lab view shows them.
                Told::Lesson | Told::Skipped { .. } | Told::Done(_) | Told::NotYet(..) => {}
            }
        }
        // It stands over the first step of the next one.
        if let Some(lesson) = left {
            self.tell_end_of(&lesson);
        }
        Ok(Vec::new())
    }

    fn refused_by_lab(&self, why: &LearnError) -> CommandError {
        let key_of = |action: &str| self.model().key_in_text(action);
        CommandError::new(printable(&why.message(&key_of)))
    }

    /// Tells what a lesson came to that was left for the next.
    fn tell_end_of(&mut self, lesson: &Lesson) {
        let Some(Lab { learning, .. }) = self.lab.as_deref() else { return };
        let (points, of) = (learning.progress().points(lesson), lesson.points());
        let key_of = |action: &str| self.model().key_in_text(action);
        let (title, number) = (learning.title_of(lesson, &key_of), learning.lesson_number());
        let told = format!("{title}: {points} of {of} points; this is lesson {number}");
        self.screen.say(told);
    }

    /// Shows what the question covered, after the commands that follow its answer.
    fn show_answered(&mut self) {
        self.engine.uncover_all();
        let last = self.lab.as_ref().and_then(|lab| lab.learning.follow_ups().pop());
        if let Some(command) = last {
            let line = command.written(self.engine.world().settings().axes).to_string();
            self.screen.last_command = Some(line);
        }
        self.let_told_stand();
        self.show_lab();
    }

    pub(super) fn show_lab(&mut self) {
        if self.lab.is_none() {
            return self.screen.fail(no_course().to_string());
        }
        self.screen.show(Tab::Lab);
    }

    /// Shows the Lab view with the newest hint in view: older ones stand above it.
    fn show_newest_hint(&mut self) {
        self.show_lab();
        let layout = self.screen.layout();
        let scrolled = layout.map(|it| self.model().scrolled_to_newest_hint(it));
        self.screen.panel.scrolled = scrolled.unwrap_or(0);
    }

    /// The step before. From another view of the panel the lesson is shown first.
    pub(super) fn previous_step(&mut self) -> Vec<Effect> {
        let reads_other = self.screen.pane == Pane::Panel && self.screen.panel.tab != Tab::Lab;
        if self.lab.is_some() && reads_other {
            self.show_lab();
            return Vec::new();
        }
        let done = self.say_to_lab(Order::Previous);
        self.or_fail(done)
    }

    /// The next hint.
    pub(super) fn hint(&mut self) -> Vec<Effect> {
        let done = self.say_to_lab(Order::Hint);
        self.or_fail(done)
    }

    /// What Enter does in a course: it goes on from the Lab view, and from any other once
    /// there is nothing left to do. The end of a lesson is shown before the next opens.
    pub(super) fn enter_lab(&mut self) -> Option<Vec<Effect>> {
        let lab = self.lab.as_ref()?;
        let is_lab = self.screen.panel.tab == Tab::Lab && self.screen.panel.answer.is_none();
        let is_there = match self.screen.pane {
            Pane::Arena => is_lab || lab.goes_on() || lab.learning.is_asking(),
            Pane::Panel => is_lab,
            Pane::Form => false,
        };
        let at_end = !is_lab && lab.learning.is_at_end();
        is_there.then(|| {
            if at_end {
                self.show_lab();
                return Vec::new();
            }
            let done = self.say_to_lab(Order::Next);
            self.or_fail(done)
        })
    }

    /// A digit fills in the answer to the open question, for Enter to say it.
    pub(super) fn answer_by_digit(&mut self, key: KeyPress) -> bool {
        let Some(lab) = self.lab.as_ref().filter(|lab| lab.learning.is_asking()) else {
            return false;
        };
        let (KeyCode::Char(_), Some(typed)) = (key.code, key.typed()) else { return false };
        let choices = lab.learning.choices();
        let is_number =
            choices.is_empty() && (typed.is_ascii_digit() || ['-', '.'].contains(&typed));
        let chosen = typed.to_digit(10).and_then(|digit| usize::try_from(digit).ok());
        let chosen = chosen.and_then(|digit| choices.get(digit.checked_sub(1)?));
        let said = match chosen {
            Some(choice) => choice.word.to_owned(),
            None if is_number => typed.to_string(),
            None if typed.is_ascii_digit() => {
                self.screen.fail(format!("{typed} is none of the choices"));
                return true;
            }
            None => return false,
        };
        self.input.open_line(&format!("answer {said}"));
        true
    }
}

fn no_course() -> CommandError {
    CommandError::new("no lesson is open; :learn begins the first")
}
