//! A student in a course: the open step, what it says, and the lines of their file.
//!
//! A face shows an engine of its own, and executes what the student does there. Each
//! line that its journal notes is done again here, by the judge, and goes to the file.
//! So what counts is what the file says.
//!
//! What does not live here: judging ([`super::session`]), and the file itself.

mod claiming;
mod fault;
mod following;
mod hinting;
mod lesson_end;
mod needed;
mod state;
mod written;

use std::sync::Arc;

use super::attempt::Attempt;
use super::course::Course;
use super::expression::Scope;
use super::pack::{Drawn, Lesson, Step, StepKind};
use super::progress::HintRefused;
use super::session::{Session, SessionError};
use super::submission::{DrawnPack, GoesOn, Header, Replayed, opening_lines, replay};
use super::template::{KeyOf, Template};
use crate::command::{Command, CommandError};
use crate::engine::{Engine, Sandbox, silent};
use crate::scene::Source;
use crate::words::nearest;
pub use fault::{LearnError, NotBegun, Told};
pub use lesson_end::LessonEnd;
pub use state::{Choice, StepState};
use written::Written;

/// A student in a course.
#[derive(Clone, Debug)]
pub struct Learning {
    course: Arc<Course>,
    drawn: DrawnPack,
    header: Header,
    session: Session,
    /// The world of the judge.
    engine: Engine,
    at: (Arc<Lesson>, Arc<Drawn>, Arc<Step>),
    /// The lesson as it was drawn, which its texts speak of.
    opening: Box<Sandbox>,
    /// What was told of the answer, until another step opens.
    told: Option<Told>,
    written: Written,
    /// Whether the world of the step before was kept when this one opened.
    keeps_world: bool,
    /// How many changes the history had when the step opened.
    opened_at: usize,
    /// What the judge has found that the face was not told yet.
    judged: Result<(), LearnError>,
}

impl Learning {
    /// Begins a file, which opens with these lines of its own, at the first step of a
    /// lesson, or of the course.
    ///
    /// # Errors
    /// When there is no such lesson, or it cannot be opened.
    pub fn begin(
        course: Arc<Course>,
        drawn: DrawnPack,
        (header, opening): (Header, &str),
        lesson: Option<&str>,
    ) -> Result<Self, NotBegun> {
        let mut learning = Self::new(course, drawn, header)?;
        learning.written.add(opening);
        let first = learning.at.0.id.clone();
        learning.open(lesson.unwrap_or(&first), None)?;
        Ok(learning)
    }

    /// Goes on where a file stops, or at another lesson; gives how many bytes of the file
    /// are whole lines, too.
    ///
    /// # Errors
    /// When it is no file of a student, or the step cannot be opened.
    pub fn resume(
        course: Arc<Course>,
        drawn: DrawnPack,
        file: &[u8],
        lesson: Option<&str>,
    ) -> Result<(Self, usize), NotBegun> {
        let hints = |lesson: &str, step: &str| course.hints(lesson, step);
        let Replayed { header, session, engine, chain, changed_at, bytes, goes_on, .. } =
            replay(file, std::slice::from_ref(&drawn), &hints)?;
        let place = session.place().map(|(lesson, step)| (Arc::clone(lesson), Arc::clone(step)));
        let mut learning = Self::new(course, drawn, header)?;
        learning.session = session;
        learning.engine = engine.unwrap_or(learning.engine);
        learning.written = Written::after(&file[..bytes], chain, changed_at);
        let there = place.filter(|(open, _)| lesson.is_none_or(|lesson| open.id == lesson));
        match (there, goes_on) {
            (Some((lesson, step)), GoesOn::Here) => learning.go_to(&lesson, &step)?,
            (Some((lesson, step)), GoesOn::InANewStep) => learning.enter(&lesson, &step)?,
            // The judge cannot take more; the student can look on.
            (Some((lesson, step)), GoesOn::Nowhere) => {
                learning.written.fill();
                learning.go_to(&lesson, &step)?;
            }
            (None, _) => {
                let first = learning.at.0.id.clone();
                learning.open(lesson.unwrap_or(&first), None)?;
            }
        }
        Ok((learning, bytes))
    }

    fn new(course: Arc<Course>, drawn: DrawnPack, header: Header) -> Result<Self, NotBegun> {
        let first = course.pack.lessons.first().ok_or(NotBegun::Empty)?;
        let step = Arc::clone(first.steps.first().ok_or(NotBegun::Empty)?);
        let (lesson, of_lesson) = drawn.lesson(&first.id).ok_or(NotBegun::Empty)?.clone();
        let engine = Engine::new(of_lesson.scene.clone(), Source::New);
        let engine = engine.map_err(CommandError::from).map_err(SessionError::from);
        let engine = engine.map_err(LearnError::from)?;
        let opening = Box::new(engine.sandbox().clone());
        let (at, written) = ((lesson, of_lesson, step), Written::default());
        Ok(Self {
            course,
            drawn,
            header,
            session: Session::default(),
            engine,
            at,
            opening,
            told: None,
            written,
            keeps_world: false,
            opened_at: 0,
            judged: Ok(()),
        })
    }

    /// Opens a step, at the end of the file.
    fn enter(&mut self, lesson: &Arc<Lesson>, step: &Arc<Step>) -> Result<(), LearnError> {
        if self.written.is_full() {
            return Err(LearnError::Full);
        }
        let (_, drawn) = self
            .drawn
            .lesson(&lesson.id)
            .ok_or_else(|| LearnError::Unknown(lesson.id.clone(), "lesson", String::new()))?;
        let afresh = self.session.open(lesson, drawn, step)?;
        let scene = afresh.as_ref().map(|engine| engine.sandbox().scene());
        self.written.add(&opening_lines(lesson, step, scene.as_ref()));
        self.written.link();
        self.keeps_world = afresh.is_none();
        if let Some(engine) = afresh {
            self.engine = engine;
        }
        self.go_to(lesson, step)
    }

    /// Turns to a step that is open.
    fn go_to(&mut self, lesson: &Arc<Lesson>, step: &Arc<Step>) -> Result<(), LearnError> {
        let unknown = || LearnError::Unknown(lesson.id.clone(), "lesson", String::new());
        let (lesson, drawn) = self.drawn.lesson(&lesson.id).ok_or_else(unknown)?.clone();
        if self.at.0.id != lesson.id {
            self.opening = opening_of(&drawn).map_err(|_| unknown())?;
        }
        self.at = (lesson, drawn, Arc::clone(step));
        self.told = None;
        self.opened_at = self.engine.history().position();
        Ok(())
    }

    /// Opens a lesson at its first step, or at another; both by id, or by number from 1.
    ///
    /// # Errors
    /// When there is none, or the file is full.
    pub fn open(&mut self, lesson: &str, step: Option<&str>) -> Result<(), LearnError> {
        let found = Arc::clone(self.course.known_lesson(lesson)?);
        let step = match step {
            None => found.steps.first().ok_or(LearnError::Last)?,
            Some(id) => found
                .step(id)
                .or_else(|| numbered(&found.steps, id))
                .ok_or_else(|| unknown(id, "step", found.steps.iter().map(|it| it.id.as_str())))?,
        };
        let step = Arc::clone(step);
        self.enter(&found, &step)
    }

    /// Opens the next step, that of the next lesson after the last.
    ///
    /// # Errors
    /// When the open one is not done, or nothing follows.
    pub fn go_on(&mut self) -> Result<(), LearnError> {
        let (lesson, _, step) = self.at.clone();
        match self.state() {
            StepState::Asked { points: None } => {
                return Err(SessionError::AnswerFirst(self.asked()).into());
            }
            StepState::Task { points: None, .. } => {
                return Err(LearnError::NotDone(step.id.clone()));
            }
            StepState::Card
            | StepState::Asked { .. }
            | StepState::Answered { .. }
            | StepState::Task { .. } => {}
        }
        self.pass(&lesson, &step)
    }

    fn pass(&mut self, lesson: &Arc<Lesson>, step: &Arc<Step>) -> Result<(), LearnError> {
        let after = lesson.steps.iter().skip_while(|known| known.id != step.id).nth(1);
        if let Some(after) = after {
            let after = Arc::clone(after);
            return self.enter(lesson, &after);
        }
        let lessons = &self.course.pack.lessons;
        let after = lessons.iter().skip_while(|known| known.id != lesson.id).nth(1);
        let after = after.and_then(|lesson| Some((lesson, lesson.steps.first()?)));
        let (lesson, step) = after.ok_or(LearnError::Last)?;
        let (lesson, step) = (Arc::clone(lesson), Arc::clone(step));
        self.enter(&lesson, &step)
    }

    /// Passes the open step without points, and opens the next.
    ///
    /// # Errors
    /// When nothing follows.
    pub fn skip(&mut self) -> Result<(), LearnError> {
        let (lesson, _, step) = self.at.clone();
        if self.session.question().is_some() {
            self.session.skip()?;
            self.note("skip")?;
        }
        self.pass(&lesson, &step)
    }

    /// Answers the open question; its id may come first. The face makes
    /// [`Learning::follow_ups`] then.
    ///
    /// # Errors
    /// When nothing is asked, or that is no answer.
    pub fn answer(&mut self, said: &str) -> Result<Told, LearnError> {
        let (lesson, _, step) = self.at.clone();
        let said = match said.split_once(' ') {
            Some((id, said)) if id == step.id => said,
            Some((id, _)) => {
                return Err(LearnError::NotOpen(id.to_owned(), lesson.id.clone()));
            }
            None => said,
        };
        let question = self.session.question().cloned();
        let answered = self.session.answer(said, &mut self.engine, &mut silent)?;
        self.note(&format!("answer {} {}", step.id, answered.said))?;
        let wrong = question.as_ref().filter(|_| !answered.is_right);
        let correction = wrong.map(|it| it.correction(&answered.said, &answered.right));
        let after = self.engine.sandbox();
        let explanation = question.as_ref().and_then(|it| it.explanation(after));
        let moments = question.as_ref().and_then(|it| it.moments(after));
        let told = Told { answered, correction, explanation, moments };
        self.told = Some(told.clone());
        Ok(told)
    }

    /// Whether a line answers the open question.
    #[must_use]
    pub fn is_answer(&self, line: &str) -> bool {
        let question = self.session.question();
        question.is_some_and(|question| question.read(line, self.engine.sandbox()).is_some())
    }

    /// The commands that follow an answer.
    #[must_use]
    pub fn follow_ups(&self) -> Vec<Command> {
        let StepKind::Question(question) = &self.at.2.kind else { return Vec::new() };
        let commands = |attempt: &Attempt| attempt.commands(&question.then, &self.engine);
        self.session.attempt().map_or_else(Vec::new, commands)
    }

    /// Opens the next hint of the open task, and gives its number.
    ///
    /// # Errors
    /// When it does not open yet, or no task is open.
    pub fn hint(&mut self) -> Result<usize, LearnError> {
        let opened = self.session.hint(self.hints());
        let was_warned = matches!(opened, Err(SessionError::Hint(_, HintRefused::TellsTheWay)));
        if opened.is_ok() || was_warned {
            self.note("hint")?;
        }
        Ok(opened?)
    }

    /// Begins the open step again. A card has no beginning of its own: the face makes
    /// this command, which undoes what was done since it opened.
    ///
    /// # Errors
    /// When the file is full.
    pub fn reset(&mut self) -> Result<Option<Command>, LearnError> {
        let (lesson, _, step) = self.at.clone();
        if !matches!(step.kind, StepKind::Card) {
            return self.enter(&lesson, &step).map(|()| None);
        }
        let since = self.engine.history().position().saturating_sub(self.opened_at);
        Ok(u32::try_from(since).ok().filter(|&since| since > 0).map(Command::Undo))
    }

    /// Whether the open step goes on with the world of the one before.
    #[must_use]
    pub const fn keeps_world(&self) -> bool {
        self.keeps_world
    }

    /// The engine of the judge, for a face to show a copy of.
    #[must_use]
    pub const fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Notes what a student said to the lab.
    fn note(&mut self, line: &str) -> Result<(), LearnError> {
        if self.written.is_full() {
            return Err(LearnError::Full);
        }
        self.written.add(&format!("{line}\n"));
        self.written.link();
        Ok(())
    }

    /// What there is to say of a file that was changed outside.
    #[must_use]
    pub fn about_changes(&self) -> Option<String> {
        let line = self.written.changed_at()?;
        Some(format!("this file was changed outside of hitscan at line {line}; grade will say so"))
    }

    /// The lines that are not in the file yet.
    #[must_use]
    pub fn unwritten(&self) -> &str {
        self.written.pending()
    }

    /// They are in the file now.
    pub fn wrote(&mut self) {
        self.written.clear();
    }

    /// Links what is loose, at the end of the session.
    pub fn end(&mut self) {
        self.written.link();
    }

    /// A text with its numbers, and with keys or commands.
    fn shown(&self, text: &Template, key_of: KeyOf<'_>) -> String {
        let values = &self.at.1.values;
        let scope = Scope { values, sandbox: Some(&self.opening) };
        text.shown(scope, key_of).unwrap_or_else(|why| why.to_string())
    }

    /// The text under a heading, if the lesson has one.
    #[must_use]
    pub fn text(&self, heading: &str, key_of: KeyOf<'_>) -> Option<String> {
        let text = self.course.text(&self.at.0)?.get(heading)?;
        Some(self.shown(text, key_of))
    }
}

impl Course {
    /// The lesson with this id, or number from 1.
    ///
    /// # Errors
    /// When there is none; tells which may be meant.
    pub fn known_lesson(&self, id: &str) -> Result<&Arc<Lesson>, LearnError> {
        let ids = || self.pack.lessons.iter().map(|lesson| lesson.id.as_str());
        let found = self.pack.lesson(id).or_else(|| numbered(&self.pack.lessons, id));
        found.ok_or_else(|| unknown(id, "lesson", ids()))
    }
}

/// The one that is counted so, from 1, as a student sees it.
fn numbered<'t, T>(all: &'t [T], number: &str) -> Option<&'t T> {
    all.get(number.parse::<usize>().ok()?.checked_sub(1)?)
}

fn opening_of(drawn: &Drawn) -> Result<Box<Sandbox>, NotBegun> {
    let made = Sandbox::new(drawn.scene.clone()).map_err(CommandError::from);
    Ok(Box::new(made.map_err(SessionError::from).map_err(LearnError::from)?))
}

fn unknown<'n>(name: &str, what: &'static str, known: impl Iterator<Item = &'n str>) -> LearnError {
    let meant = nearest(name, known);
    let meant = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
    LearnError::Unknown(crate::scene::printable(name), what, meant)
}
