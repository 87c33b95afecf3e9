//! A student in a course: the open step, its messages, and the lines of the student's file.
//!
//! A front end owns the engine of the step, and executes commands there through
//! [`Learning::execute`]. The same code that grades a file judges the events as they happen, and
//! each line that the journal notes goes to the file. So what counts is what the file says.
//!
//! | files | contents |
//! | --- | --- |
//! | `obeying` | orders to the lab, and their results |
//! | `feedback` | the feedback on an answer |
//! | `state` `standing` `needed` | what a front end shows: where a student is, how far, and what a step needs |
//!
//! This file executes commands, takes the answers of the student's own program, and keeps the lines on
//! their way to the file. `obeying` calls the others, of which `state` and `standing` use each other;
//! `tests` compares with grading.
//!
//! Not here: judging ([`super::session`]), and the file itself.

mod feedback;
mod needed;
mod obeying;
mod standing;
mod state;

use std::sync::Arc;

use super::attempt::Attempt;
use super::claim::{ClaimQuestion, OwnClaim};
use super::course::Course;
use super::expression::Scope;
use super::pack::{Drawn, Lesson, LessonStep};
use super::policy::{Policy, changes_what_is_judged, policy};
use super::session::{Session, SessionError};
use super::shortfall::Shortfall;
use super::submission::{DrawnPack, GoesOn, Header, Replayed, opening_lines, replay};
use super::text::{KeyOf, Template};
use crate::command::{Command, CommandError};
use crate::engine::{Engine, Event, Outcome, Sandbox, Tell};
use crate::words::nearest;
pub use feedback::{AnswerReport, Feedback, LearnError, NotBegun};
pub use needed::KeyCommand;
pub use obeying::Told;
pub use standing::{CourseStanding, LessonEnd, StepStanding};
use state::WrittenLines;
pub use state::{Choice, StepState};

/// A student in a course.
#[derive(Clone, Debug)]
pub struct Learning {
    course: Arc<Course>,
    drawn: DrawnPack,
    header: Header,
    session: Session,
    at: (Arc<Lesson>, Arc<Drawn>, Arc<LessonStep>),
    /// The report on the answer, until another step opens.
    told: Option<AnswerReport>,
    written: WrittenLines,
    /// The length of the history when the step opened.
    opened_at: usize,
    /// The result of the last command, until a front end takes it.
    found: Option<Told>,
    /// What is currently missing in the open task.
    shortfall: Option<Shortfall>,
}

impl Learning {
    /// Starts a file, which begins with the given lines, at the first step of a lesson, or of the
    /// course. Also returns the engine to work in.
    ///
    /// # Errors
    /// When there is no such lesson, or it cannot be opened.
    pub fn begin(
        course: Arc<Course>,
        drawn: DrawnPack,
        (header, opening): (Header, &str),
        lesson: Option<&str>,
    ) -> Result<(Self, Engine), NotBegun> {
        let mut learning = Self::new(course, drawn, header)?;
        learning.written.add(opening);
        let engine = learning.enter_lesson(lesson)?.ok_or(NotBegun::Empty)?;
        learning.look_at_task(&engine);
        Ok((learning, engine))
    }

    /// Continues where a file ends, or at another lesson, in this engine. Also returns how many
    /// bytes of the file are complete lines.
    ///
    /// # Errors
    /// When it is not a student's file, or the step cannot be opened.
    pub fn resume(
        course: Arc<Course>,
        drawn: DrawnPack,
        file: &[u8],
        lesson: Option<&str>,
    ) -> Result<((Self, Engine), usize), NotBegun> {
        let hints = |lesson: &str, step: &str| course.hints(lesson, step);
        let Replayed { header, session, engine, chain, changed_at, bytes, goes_on, .. } =
            replay(file, std::slice::from_ref(&drawn), &hints)?;
        let place = session.place().map(|(lesson, step)| (Arc::clone(lesson), Arc::clone(step)));
        let mut learning = Self::new(course, drawn, header)?;
        learning.session = session;
        learning.written = WrittenLines::after(&file[..bytes], chain, changed_at);
        let there = place.filter(|(open, _)| lesson.is_none_or(|lesson| open.id == lesson));
        let afresh = match (there, goes_on) {
            (Some((lesson, step)), GoesOn::Here) => {
                learning.go_to(&lesson, &step)?;
                None
            }
            (Some((lesson, step)), GoesOn::InANewStep) => learning.enter(&lesson, &step)?,
            // Nothing more is judged; the student can still look around.
            (Some((lesson, step)), GoesOn::Nowhere) => {
                learning.written.fill();
                learning.go_to(&lesson, &step)?;
                None
            }
            (None, _) => learning.enter_lesson(lesson)?,
        };
        let engine = afresh.or(engine).ok_or(NotBegun::Empty)?;
        learning.look_at_task(&engine);
        Ok(((learning, engine), bytes))
    }

    fn new(course: Arc<Course>, drawn: DrawnPack, header: Header) -> Result<Self, NotBegun> {
        let first = course.pack.lessons.first().ok_or(NotBegun::Empty)?;
        let step = Arc::clone(first.steps.first().ok_or(NotBegun::Empty)?);
        let (lesson, of_lesson) = drawn.lesson(&first.id).ok_or(NotBegun::Empty)?.clone();
        Ok(Self {
            course,
            drawn,
            header,
            session: Session::default(),
            at: (lesson, of_lesson, step),
            told: None,
            written: WrittenLines::default(),
            opened_at: 0,
            found: None,
            shortfall: None,
        })
    }

    /// Opens the first step of a lesson, or of the course.
    fn enter_lesson(&mut self, lesson: Option<&str>) -> Result<Option<Engine>, LearnError> {
        let first = self.at.0.id.clone();
        let (lesson, step) = self.step_of(lesson.unwrap_or(&first), None)?;
        self.enter(&lesson, &step)
    }

    /// Opens a step, at the end of the file, and returns the engine to work in, unless the step
    /// keeps the world.
    fn enter(
        &mut self,
        lesson: &Lesson,
        step: &Arc<LessonStep>,
    ) -> Result<Option<Engine>, LearnError> {
        if self.written.is_full() {
            return Err(LearnError::Full);
        }
        let (of_lesson, drawn) = self.drawn_lesson(lesson)?;
        let afresh = self.session.open(&of_lesson, &drawn, step)?;
        let scene = afresh.as_ref().map(|engine| engine.sandbox().scene());
        self.written.add(&opening_lines(lesson, step, scene.as_ref()));
        self.written.link();
        self.go_to(lesson, step)?;
        Ok(afresh)
    }

    /// Makes an opened step the current one.
    fn go_to(&mut self, lesson: &Lesson, step: &Arc<LessonStep>) -> Result<(), LearnError> {
        let (lesson, drawn) = self.drawn_lesson(lesson)?;
        self.at = (lesson, drawn, Arc::clone(step));
        self.told = None;
        self.opened_at = self.session.attempt().map_or(0, Attempt::position);
        Ok(())
    }

    /// Updates what is missing in the open task.
    fn look_at_task(&mut self, engine: &Engine) {
        let is_open = matches!(self.state(), StepState::Task { points: None, .. });
        let attempt = self.session.attempt().filter(|_| is_open);
        self.shortfall = attempt.and_then(|attempt| attempt.shortfall(engine));
    }

    fn drawn_lesson(&self, lesson: &Lesson) -> Result<(Arc<Lesson>, Arc<Drawn>), LearnError> {
        let found = self.drawn.lesson(&lesson.id).cloned();
        found.ok_or_else(|| LearnError::Unknown(lesson.id.clone(), "lesson", String::new()))
    }

    /// Writes an order of the student to the file.
    fn note(&mut self, line: &str) -> Result<(), LearnError> {
        if self.written.is_full() {
            return Err(LearnError::Full);
        }
        self.written.add(&format!("{line}\n"));
        self.written.link();
        Ok(())
    }

    /// The message about a file that was changed outside.
    pub fn about_changes(&self) -> Option<String> {
        let line = self.written.changed_at()?;
        Some(format!("this file was changed outside of hitscan at line {line}; grade will say so"))
    }

    /// The lines that are not in the file yet.
    pub fn unwritten(&self) -> &str {
        self.written.pending()
    }

    /// Marks those lines as written.
    pub fn wrote(&mut self) {
        self.written.clear();
    }

    /// Links the unlinked lines, at the end of the session.
    pub fn end(&mut self) {
        self.written.link();
    }

    /// A text with the numbers of the drawn lesson, and with keys or commands.
    fn shown(&self, text: &Template, key_of: KeyOf<'_>) -> String {
        let Drawn { values, scene, .. } = &*self.at.1;
        let sandbox = Sandbox::untested(scene.clone()).ok();
        let scope = Scope { values, sandbox: sandbox.as_ref() };
        text.shown(scope, key_of).unwrap_or_else(|why| why.to_string())
    }

    /// The text under a heading, if the lesson has one.
    pub fn text(&self, heading: &str, key_of: KeyOf<'_>) -> Option<String> {
        let text = self.course.text(&self.at.0)?.get(heading)?;
        Some(self.shown(text, key_of))
    }
}

impl Course {
    /// The lesson with this id, title, or number from 1; else the only one with this part
    /// in its title.
    ///
    /// # Errors
    /// When there is none; names the one that was probably meant.
    pub fn known_lesson(&self, name: &str) -> Result<&Arc<Lesson>, LearnError> {
        self.known_in_full(name).or_else(|why| self.only_lesson_with(name).ok_or(why))
    }

    /// The lesson with this id or title, or number from 1.
    fn known_in_full(&self, name: &str) -> Result<&Arc<Lesson>, LearnError> {
        self.lesson_named(name).ok_or_else(|| {
            let titles: Vec<_> = self.pack.lessons.iter().map(|it| self.title(it)).collect();
            let ids = self.pack.lessons.iter().map(|lesson| lesson.id.as_str());
            unknown(name, "lesson", ids.chain(titles.iter().flatten().map(String::as_str)))
        })
    }
}

/// The item with this number, counted from 1 as students count.
fn numbered<'t, T>(all: &'t [T], number: &str) -> Option<&'t T> {
    all.get(number.parse::<usize>().ok()?.checked_sub(1)?)
}

fn unknown<'n>(name: &str, what: &'static str, known: impl Iterator<Item = &'n str>) -> LearnError {
    let meant = nearest(name, known);
    let meant = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
    LearnError::Unknown(crate::scene::printable(name), what, meant)
}

// The student's own program in the open step: which pairs it is asked about, and its answers on
// their way to the file.

impl Learning {
    /// What the open task asks the student's program.
    ///
    /// # Errors
    /// When the step has no question for a program, or an object is missing.
    pub fn asked_of_program(&self, engine: &Engine) -> Result<Vec<ClaimQuestion>, LearnError> {
        let attempt = self.session.attempt().ok_or(SessionError::NothingOpen)?;
        let pairs = attempt.task().map(|(task, _)| task.claimed_pairs()).unwrap_or_default();
        if pairs.is_empty() {
            let (lesson, _, step) = &self.at;
            let name = lesson.name_of(step).to_string();
            return Err(LearnError::AsksNoProgram(lesson.id.clone(), name));
        }
        let about = |pair| Attempt::question_about(pair, engine).map_err(SessionError::from);
        Ok(pairs.into_iter().map(about).collect::<Result<_, _>>()?)
    }

    /// Accepts what the student's program said about a pair, and writes it to the file.
    ///
    /// # Errors
    /// When an object is missing, or the file is full.
    pub fn claim(&mut self, claim: &OwnClaim, engine: &Engine) -> Result<(), LearnError> {
        Attempt::question_about(claim.pair, engine).map_err(SessionError::from)?;
        self.note(&claim.to_string())?;
        self.session.claim(claim, engine)?;
        self.look_at_task(engine);
        Ok(())
    }
}

impl Learning {
    /// Why a command is refused now, if it is.
    pub fn refuses(&self, command: &Command, engine: &Engine) -> Option<String> {
        let attempt = self.session.attempt()?;
        let (refused, policy) = (attempt.refusal(command, engine), policy(command));
        let Some(asked) = self.session.asked().filter(|_| refused.is_none()) else {
            let line = command.written(engine.world().settings());
            let is_full = || policy != Policy::Always && !self.written.has_room(&line);
            return refused.or_else(|| is_full().then(|| LearnError::Full.to_string()));
        };
        let shows_nothing = match (policy, command) {
            (Policy::FreeWhileAsked | Policy::Always, _) => true,
            (_, Command::Describe(name)) => !self.hides_values(name.as_ref()),
            (Policy::Judged | Policy::Skipped | Policy::Refused, _) => false,
        };
        (!shows_nothing).then(|| SessionError::AnswerFirst(asked).to_string())
    }

    /// Executes a command that [`Learning::refuses`] allows, in the engine of the open step. Its
    /// events are judged as they are passed to `tell`, and its line goes to the file.
    ///
    /// # Errors
    /// As [`Engine::execute`], and at the limits of a course.
    pub fn execute(
        &mut self,
        command: &Command,
        engine: &mut Engine,
        tell: &mut Tell<'_>,
    ) -> Result<Outcome, CommandError> {
        let before = (self.task_points(), self.shortfall.clone());
        let Self { session, written, .. } = self;
        let mut tell = |event: Event<'_>| {
            if let Event::Noted(line, ..) = event {
                written.add(&format!("{line}\n"));
            }
            tell(event)
        };
        let done = if changes_what_is_judged(command) {
            session.execute(command, engine, &mut tell).map_err(|why| match why {
                SessionError::Command(why) => why,
                other => CommandError::new(other.to_string()),
            })
        } else {
            engine.execute(command, &mut tell)
        };
        self.look_at_task(engine);
        self.found = match (before, self.task_points()) {
            ((None, _), Some(points)) => Some(Told::Done(points)),
            ((None, before), None) if before != self.shortfall => {
                Some(Told::NotYet(self.shortfall.clone()))
            }
            _ => None,
        };
        done
    }

    /// The result of the last command, if it changed the state of the open task.
    pub const fn found(&mut self) -> Option<Told> {
        self.found.take()
    }

    /// The points of the open step, if it is a task and done.
    fn task_points(&self) -> Option<u32> {
        match self.state() {
            StepState::Task { points, .. } => points,
            StepState::Card | StepState::Asked { .. } | StepState::Answered { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests;
