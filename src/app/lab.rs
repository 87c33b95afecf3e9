//! A student in a course, on the screen: what the Lab view is drawn from, and what its
//! keys do.
//!
//! What counts is decided in [`hitscan_core::lab`]; the world on the screen is a copy of
//! the judge's, and the judge follows it.

mod rows;

use std::sync::Arc;

use crossterm::event::KeyCode;

use super::{
    Action, App, Effect, Entry, GlyphSet, KeyPress, Listed, Model, Pane, Picker, PickerLayout, Tab,
};
use hitscan_core::command::{Command, CommandError};
use hitscan_core::engine::silent;
use hitscan_core::lab::{LearnError, Learning, Lesson, LessonState, Order, StepState};
use hitscan_core::methods::Article;
use hitscan_core::scene::{Scene, printable};
pub use rows::{GoalRow, LabRow};

/// A student in a course.
#[derive(Clone, Debug)]
pub struct Lab {
    pub(super) learning: Learning,
    /// How far the step was when the last key came.
    before: StepState,
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
    /// The same app with a course: it shows the world of the open step.
    #[must_use]
    pub fn in_course(mut self, learning: Learning) -> Self {
        self.screen.has_goal = true;
        self.input.in_course = true;
        let before = learning.state();
        self.lab = Some(Box::new(Lab { learning, before }));
        self.take_world_of_judge();
        self
    }

    /// The course, for the host to keep.
    pub fn learning_mut(&mut self) -> Option<&mut Learning> {
        self.lab.as_deref_mut().map(|lab| &mut lab.learning)
    }

    /// Shows the world of the judge from now on, with the Lab view.
    fn take_world_of_judge(&mut self) {
        let Some(engine) = self.lab.as_ref().map(|lab| lab.learning.engine()) else { return };
        let own = self.own_methods.iter().map(|method| method.name).collect();
        self.engine = engine.clone().on_screen().with_own_methods(own);
        self.start_over();
        self.screen.show(Tab::Lab);
        self.cover_question();
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
        self.lab.as_ref()?.learning.refusal(command)
    }

    /// Asks the judge about what was done on the screen.
    ///
    /// # Errors
    /// At a limit of the course; then the world is the judge's again.
    pub(super) fn heed_judge(&mut self) -> Result<(), CommandError> {
        let Some(lab) = &mut self.lab else { return Ok(()) };
        let Err(why) = lab.learning.judged() else { return Ok(()) };
        self.take_world_of_judge();
        Err(CommandError::new(why.to_string()))
    }

    /// Does what a `:` line says to the lab, if it says something to it.
    pub(super) fn order_in(&self, line: &str) -> Option<Result<Order, CommandError>> {
        let lab = self.lab.as_ref()?;
        let line = line.trim();
        let axes = self.engine.world().settings().axes;
        // While a question waits, what is nothing else is an answer, if a wrong word.
        let is_answer = || {
            lab.learning.is_answer(line)
                || (lab.learning.is_asking() && Command::parse(line, axes).is_err())
        };
        Order::parse(line).or_else(|| is_answer().then(|| Ok(Order::Answer(line.to_owned()))))
    }

    /// Does what a student says to the lab.
    ///
    /// # Errors
    /// Says why not.
    pub(super) fn obey_order(&mut self, order: Order) -> Result<Vec<Effect>, CommandError> {
        let Some(lab) = &mut self.lab else { return Err(no_course()) };
        let learning = &mut lab.learning;
        let before = (Arc::clone(learning.lesson()), learning.step().id.clone());
        let goes_on = matches!(order, Order::Next | Order::Skip);
        let done = match order {
            Order::Lesson(None, _) | Order::Goal => {
                self.show_lab();
                return Ok(Vec::new());
            }
            Order::Lessons => return Ok(self.open_picker()),
            Order::Lesson(Some(lesson), step) => learning.open(&lesson, step.as_deref()),
            Order::Next => learning.go_on(),
            Order::Skip => learning.skip(),
            Order::Reset => match learning.reset() {
                Ok(Some(undo)) => return self.execute(&undo),
                Ok(None) => {
                    self.take_world_of_judge();
                    return Ok(Vec::new());
                }
                Err(why) => Err(why),
            },
            Order::Hint => learning.hint().map(drop),
            Order::Answer(said) => {
                let answered = learning.answer(&said).map(drop);
                let follow_ups = learning.follow_ups();
                if answered.is_ok() {
                    self.make_follow_ups(&follow_ups);
                }
                answered
            }
        };
        done.map_err(|why| refused(&why))?;
        let (lesson, step) = before;
        let now = self.lab.as_ref().map(|lab| (lab.learning.lesson(), &lab.learning.step().id));
        let is_same = now.is_some_and(|now| (&now.0.id, now.1) == (&lesson.id, &step));
        if !is_same {
            self.show_opened();
        }
        self.show_lab();
        if goes_on {
            self.tell_end_of(&lesson);
        }
        Ok(Vec::new())
    }

    /// Tells what a lesson came to that was left for another.
    fn tell_end_of(&mut self, lesson: &Lesson) {
        let Some(lab) = &self.lab else { return };
        let opened = lab.learning.lesson();
        if opened.id != lesson.id {
            let (points, of) = (lab.learning.progress().points(lesson), lesson.points());
            let (number, id) = (lab.learning.lesson_number(), &opened.id);
            let told =
                format!("{}: {points} of {of} points; this is lesson {number}, {id}", lesson.id);
            self.screen.say(told);
        }
    }

    /// Shows the step that was opened. A card keeps the world of its lesson.
    fn show_opened(&mut self) {
        if self.lab.as_ref().is_some_and(|lab| lab.learning.keeps_world()) {
            self.cover_question();
        } else {
            self.take_world_of_judge();
        }
        self.note_lab_state();
    }

    /// Makes the commands that follow an answer, and shows what it covered.
    fn make_follow_ups(&mut self, follow_ups: &[Command]) {
        self.engine.uncover_all();
        for command in follow_ups {
            let line = command.written(self.engine.world().settings().axes).to_string();
            match self.engine.execute(command, &mut silent) {
                Ok(_) => self.screen.last_command = Some(line),
                Err(why) => self.screen.fail(why.to_string()),
            }
        }
    }

    /// The lessons to choose from, in a course.
    pub(super) fn lessons(&self) -> Option<Picker> {
        let learning = &self.lab.as_ref()?.learning;
        let key_of = |action: &str| self.model().key_in_text(action);
        let entries = (1..).zip(&learning.pack().lessons).filter_map(|(number, lesson)| {
            let (scene, goal) = learning.preview(lesson, &key_of)?;
            let note = [goal, self.sources_of(lesson)].join(" ");
            let state = match learning.progress().state(lesson) {
                LessonState::New => "new",
                LessonState::Begun => "begun",
                LessonState::Done => "done",
            };
            let (points, of) = (learning.progress().points(lesson), lesson.points());
            let title = if self.screen.size.0 < PickerLayout::WHOLE_TITLES {
                format!("{points}/{of}")
            } else {
                format!("{state:<5} {points:>3} of {of}")
            };
            let scene = Scene { title, note, ..scene };
            Some(Entry::lesson(number, &lesson.id, scene, &self.input.keymap))
        });
        let mut picker = Picker::of(Listed::Lessons(learning.summary()), entries.collect());
        picker.choose_lesson(&learning.lesson().id);
        Some(picker)
    }

    /// The articles that a lesson comes from, by titles that the glyphs can show.
    fn sources_of(&self, lesson: &Lesson) -> String {
        let title = |source: &String| match Article::with_title(source) {
            Some(article) if self.screen.appearance.glyphs == GlyphSet::Ascii => {
                article.headings[1].to_owned()
            }
            _ => source.clone(),
        };
        let titles: Vec<_> = lesson.source.iter().map(title).collect();
        if titles.is_empty() { String::new() } else { format!("From {}.", titles.join(", ")) }
    }

    pub(super) fn show_lab(&mut self) {
        if self.lab.is_none() {
            return self.screen.fail(no_course().to_string());
        }
        self.screen.show(Tab::Lab);
    }

    /// The next hint.
    pub(super) fn hint(&mut self) -> Vec<Effect> {
        let done = self.obey_order(Order::Hint);
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
            let done = self.obey_order(Order::Next);
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
        let is_number = choices.is_empty() && (typed.is_ascii_digit() || typed == '-');
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
    CommandError::new("no lesson is open; hitscan learn begins the first")
}

fn refused(why: &LearnError) -> CommandError {
    CommandError::new(printable(&why.to_string()))
}
