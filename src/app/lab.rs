//! A student in a course, on the screen: what the Lab view is drawn from, and what its keys do.
//!
//! [`hitscan_core::lab`] decides what counts and what to say.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `rows` | what the Lab view says, and the goal under every view |
//! | `question` | the rows for a question, its answer, and the end of a lesson |
//! | `list` | the lessons to choose from |
//!
//! This file has the state and the keys; `rows` and `question` make the text that the view draws.

mod list;
mod question;
mod rows;

use crossterm::event::KeyCode;

use super::intent::Intent;
use super::{Action, EditMode, Hint, KeyPress, Model, Needs, Pane, Prompt, Tab};
use hitscan_core::command::{Command, CommandError, WhySubject};
use hitscan_core::engine::Engine;
use hitscan_core::lab::{LearnError, Learning, Lesson, Order, StepState};
use hitscan_core::scene::printable;
use hitscan_core::words::why;
use hitscan_core::world::{Name, ObjectId};
use hitscan_geom::ShapeKind;
pub use rows::{EndOfLesson, GoalMark, GoalRow, LabRow, LessonMoment};

/// A student in a course.
#[derive(Clone, Debug)]
pub struct Lab {
    /// The course, and where the student is in it.
    pub learning: Learning,
    /// The state of the step before the last key.
    before: StepState,
    /// The number of changes in the history when the step opened or was finished: its message stays
    /// until the next change.
    pub(super) told_at: usize,
    /// The number of the lesson in view.
    in_view: Option<usize>,
}

impl Lab {
    /// Whether the last key changed the state of the step.
    pub fn has_changed(&self) -> bool {
        self.before != self.learning.state()
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
    pub fn goes_on(&self) -> bool {
        self.learning.state().is_settled()
    }
}

impl Model<'_> {
    /// Whether a course question waits for its answer.
    pub fn is_lab_asking(self) -> bool {
        self.lab.is_some_and(|lab| lab.learning.is_asking())
    }

    /// Whether the text of the `:` line is an order to the lab.
    pub(super) fn is_order(self) -> bool {
        let Some(Prompt::Command(line)) = &self.input.prompt else { return false };
        self.lab.is_some_and(|lab| lab.learning.order_in(line.text(), self.engine).is_some())
    }

    /// Whether the selected object's values would answer the open question.
    pub fn hides_values(self) -> bool {
        let selected = self.engine.sandbox().selection().map(|(_, object)| object.name);
        let hides = |lab: &Lab| lab.learning.hides_values(selected.as_ref());
        selected.is_some() && self.lab.is_some_and(hides)
    }

    /// The key of an action, as lesson texts show it.
    pub(super) fn key_in_text(self, action: &str) -> Option<String> {
        Action::of_id(action).and_then(|action| self.input.keymap.key_of(action))
    }

    /// Why the lab refuses an order.
    pub(super) fn lab_error(self, why: &LearnError) -> CommandError {
        CommandError::new(printable(&why.message(&|action: &str| self.key_in_text(action))))
    }

    /// The result of a lesson that was left for the next one.
    pub(super) fn end_of(self, lesson: &Lesson) -> Option<String> {
        let learning = &self.lab?.learning;
        let (points, of) = (learning.progress.points(lesson), lesson.points());
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

/// The most actions of a step in the key row.
const MOST_KEYS: usize = 4;

/// The pair and the page that the open step asks about.
fn asked(learning: &Learning) -> Option<([Name; 2], Option<WhySubject>)> {
    let (names, method) = learning.pair_asked()?;
    Some((names, Some(method.into())))
}

impl Model<'_> {
    /// The pair and page that the Why or Methods key shows in a step: those that a lesson text
    /// named with this key, or those that the step asks about. `None` while a question waits, and
    /// while the user looks at a frame or line, which stays in view.
    pub(super) fn page_of_step(self, action: Action) -> Option<([ObjectId; 2], WhySubject)> {
        if self.is_lab_asking() || self.engine.focus().is_looking() {
            return None;
        }
        let learning = &self.lab?.learning;
        let settings = self.engine.world().settings();
        let named = learning.command_at(action.row().id);
        let named = named.and_then(|line| {
            let Ok(Some(Command::Why(names, page))) = Command::parse(line, settings) else {
                return None;
            };
            Some((names, page))
        });
        let (names, page) = named.or_else(|| asked(learning))?;
        let sandbox = self.engine.sandbox();
        let pair = sandbox.pair_for(&names, page.unwrap_or_default()).ok()?;
        let [Some(a), Some(b)] = names.map(|name| sandbox.world().find(&name)) else {
            return None;
        };
        let in_view = self.engine.focus().page;
        let pages = why::pages(&pair.a, &pair.b, &pair.pair_result, in_view.method());
        // Methods shows all of them, whichever is in view.
        let is_kept = action == Action::ShowMethods && pages.contains(&in_view.method());
        let in_view = Some(in_view).filter(|_| is_kept);
        Some(([a, b], page.or(in_view).unwrap_or_default()))
    }

    /// The keys that lesson texts have named, newest first, if they do something with the selected
    /// object.
    pub(super) fn hints_of_step(self) -> Vec<Hint> {
        let Some(lab) = self.lab else { return Vec::new() };
        let named = lab.learning.key_commands();
        let actions = named.into_iter().filter_map(|(id, _)| Action::of_id(id));
        let hint = |action: Action| {
            let keys = self.input.keymap.key_of(action)?;
            Some(Hint::new(keys, action.row().hint, 0))
        };
        actions.filter(|action| self.applies(*action)).filter_map(hint).take(MOST_KEYS).collect()
    }

    /// Whether an action does something with the selected object, where it needs one.
    fn applies(self, action: Action) -> bool {
        let selected = self.engine.sandbox().selection().map(|(_, object)| object);
        let mode = match action {
            Action::GripTurn => EditMode::Turn,
            Action::GripSpeed => EditMode::Speed,
            Action::GripSteer => EditMode::Steer,
            Action::InsertVertex | Action::RemoveVertex => {
                return selected.is_some_and(|it| it.shape.kind() == ShapeKind::Polygon);
            }
            Action::NextBody => {
                return selected.is_some_and(|it| it.shape.kind() != ShapeKind::Segment);
            }
            Action::NextOneWay | Action::DropThrough => {
                return selected.is_some_and(|it| it.shape.kind() != ShapeKind::Segment);
            }
            Action::ToggleBeam => {
                return selected.is_some_and(|it| it.shape.kind() == ShapeKind::Segment);
            }
            _ => return selected.is_some() || !action.needs(Needs::Object),
        };
        selected.is_some_and(|object| mode.checked(object, &self.input.keymap).is_ok())
    }
}
