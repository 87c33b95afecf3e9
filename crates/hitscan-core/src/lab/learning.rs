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
//! Not here: judging ([`super::attempt`]), and the file itself.

mod feedback;
mod needed;
mod obeying;
mod standing;
mod state;

use std::sync::Arc;

use super::attempt::{Attempt, LearnError};
use super::claim::{ClaimQuestion, OwnClaim};
use super::course::Course;
use super::expression::Scope;
use super::pack::{Drawn, Lesson, LessonStep};
use super::policy::{Policy, changes_what_is_judged, policy};
use super::progress::Progress;
use super::shortfall::Shortfall;
use super::submission::{DrawnPack, GoesOn, Header, Replayed, opening_lines, replay};
use super::text::{KeyOf, Template};
use crate::command::{Command, CommandError};
use crate::engine::{Engine, Event, Outcome, Sandbox, Tell};
use crate::words::nearest;
pub use feedback::{AnswerReport, Feedback, NotBegun};
pub use obeying::Told;
pub use standing::{CourseStanding, LessonEnd, StepStanding};
use state::WrittenLines;
pub use state::{Choice, StepState};

/// A student in a course.
#[derive(Clone, Debug)]
pub struct Learning {
    course: Arc<Course>,
    drawn: DrawnPack,
    /// The student that the file belongs to.
    pub header: Header,
    /// What the student has done in all steps.
    pub progress: Progress,
    /// The open step.
    attempt: Attempt,
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
        header: Header,
        opening: &str,
        lesson: Option<&str>,
    ) -> Result<(Self, Engine), NotBegun> {
        let mut written = WrittenLines::default();
        written.add(opening);
        let (mut learning, engine) = Self::at_lesson(course, drawn, header, written, lesson, 0)?;
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
        let Replayed {
            header,
            progress,
            attempt,
            tests,
            engine,
            chain,
            changed_at,
            bytes,
            goes_on,
            notes: _,
        } = replay(file, std::slice::from_ref(&drawn), &hints)?;
        let written = WrittenLines::after(&file[..bytes], chain, changed_at);
        let Some(attempt) = attempt else {
            let (mut learning, engine) =
                Self::at_lesson(course, drawn, header, written, lesson, tests)?;
            learning.progress = progress;
            learning.look_at_task(&engine);
            return Ok(((learning, engine), bytes));
        };
        let is_there = lesson.is_none_or(|lesson| attempt.lesson.id == lesson);
        let mut learning = Self::new(course, drawn, header, written, attempt);
        learning.progress = progress;
        let afresh = match goes_on {
            _ if !is_there => {
                let (lesson, step) = learning.course.first_step(lesson)?;
                learning.enter(&lesson, &step)?
            }
            GoesOn::Here => None,
            GoesOn::InANewStep => {
                let (lesson, step) = learning.place();
                learning.enter(&lesson, &step)?
            }
            // Nothing more is judged; the student can still look around.
            GoesOn::Nowhere => {
                learning.written.fill();
                None
            }
        };
        let engine = afresh.or(engine).ok_or(NotBegun::Empty)?;
        learning.look_at_task(&engine);
        Ok(((learning, engine), bytes))
    }

    /// At the first step of a lesson, or of the course, after steps that took `tests` pair tests.
    fn at_lesson(
        course: Arc<Course>,
        drawn: DrawnPack,
        header: Header,
        written: WrittenLines,
        lesson: Option<&str>,
        tests: u64,
    ) -> Result<(Self, Engine), NotBegun> {
        if written.is_full() {
            return Err(LearnError::Full.into());
        }
        let (lesson, step) = course.first_step(lesson)?;
        let (lesson, values) = drawn.lesson(&lesson.id).ok_or(NotBegun::Empty)?;
        let (attempt, engine) =
            Attempt::open_after(lesson, values, &step, tests).map_err(LearnError::from)?;
        let mut learning = Self::new(course, drawn, header, written, attempt);
        learning.note_opening(Some(&engine));
        Ok((learning, engine))
    }

    fn new(
        course: Arc<Course>,
        drawn: DrawnPack,
        header: Header,
        written: WrittenLines,
        attempt: Attempt,
    ) -> Self {
        let opened_at = attempt.position;
        Self {
            course,
            drawn,
            header,
            progress: Progress::default(),
            attempt,
            told: None,
            written,
            opened_at,
            found: None,
            shortfall: None,
        }
    }

    /// The open lesson and step.
    fn place(&self) -> (Arc<Lesson>, Arc<LessonStep>) {
        (Arc::clone(&self.attempt.lesson), Arc::clone(&self.attempt.step))
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
        let drawn = self.drawn.lesson(&lesson.id);
        let (lesson, drawn) =
            drawn.ok_or_else(|| LearnError::Unknown(lesson.id.clone(), "lesson", String::new()))?;
        let afresh = self.attempt.go_to(lesson, drawn, step)?;
        self.note_opening(afresh.as_ref());
        Ok(afresh)
    }

    /// Writes to the file that the step was opened, afresh in this engine.
    fn note_opening(&mut self, afresh: Option<&Engine>) {
        let scene = afresh.map(|engine| engine.sandbox().scene());
        let Attempt { lesson, step, position, .. } = &self.attempt;
        self.written.add(&opening_lines(lesson, step, scene.as_ref()));
        self.written.link();
        self.told = None;
        self.opened_at = *position;
    }

    /// Updates what is missing in the open task.
    fn look_at_task(&mut self, engine: &Engine) {
        let is_open = matches!(self.state(), StepState::Task { points: None, .. });
        self.shortfall = if is_open { self.attempt.shortfall(engine) } else { None };
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
        let line = self.written.changed_at?;
        Some(format!("this file was changed outside of hitscan at line {line}; grade will say so"))
    }

    /// The lines that are not in the file yet.
    pub fn unwritten(&self) -> &str {
        &self.written.pending
    }

    /// Marks those lines as written.
    pub fn wrote(&mut self) {
        self.written.pending.clear();
    }

    /// Links the unlinked lines, at the end of the session.
    pub fn end(&mut self) {
        self.written.link();
    }

    /// A text with the numbers of the drawn lesson, and with keys or commands.
    fn shown(&self, text: &Template, key_of: KeyOf<'_>) -> String {
        let Drawn { values, scene, .. } = &*self.attempt.drawn;
        let sandbox = Sandbox::untested(scene.clone()).ok();
        let scope = Scope { values, sandbox: sandbox.as_ref() };
        text.shown(scope, key_of).unwrap_or_else(|why| why.to_string())
    }

    /// The text under a heading, if the lesson has one.
    pub fn text(&self, heading: &str, key_of: KeyOf<'_>) -> Option<String> {
        let text = self.course.text(&self.attempt.lesson)?.get(heading)?;
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

impl Course {
    /// The first step of a lesson, or of the course.
    fn first_step(&self, lesson: Option<&str>) -> Result<(Arc<Lesson>, Arc<LessonStep>), NotBegun> {
        let first = self.pack.lessons.first().ok_or(NotBegun::Empty)?;
        Ok(self.step_of(lesson.unwrap_or(&first.id), None)?)
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
        let pairs = self.attempt.task().map(|(task, _)| task.claimed_pairs()).unwrap_or_default();
        if pairs.is_empty() {
            let name = self.step_name().to_string();
            return Err(LearnError::AsksNoProgram(self.lesson().id.clone(), name));
        }
        let about = |pair| Attempt::question_about(pair, engine);
        Ok(pairs.into_iter().map(about).collect::<Result<_, _>>()?)
    }

    /// Accepts what the student's program said about a pair, and writes it to the file.
    ///
    /// # Errors
    /// When an object is missing, or the file is full.
    pub fn claim(&mut self, claim: &OwnClaim, engine: &Engine) -> Result<(), LearnError> {
        Attempt::question_about(claim.pair, engine)?;
        self.note(&claim.to_string())?;
        self.attempt.claim(claim, engine, &mut self.progress)?;
        self.look_at_task(engine);
        Ok(())
    }
}

impl Learning {
    /// Why a command is refused now, if it is.
    pub fn refuses(&self, command: &Command, engine: &Engine) -> Option<String> {
        let is_full = || {
            let line = command.written(engine.world().settings());
            let may_wait = self.is_asking() || policy(command) == Policy::Always;
            (!may_wait && !self.written.has_room(&line)).then(|| LearnError::Full.to_string())
        };
        self.attempt.refuses(command, engine).or_else(is_full)
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
        let Self { attempt, progress, written, .. } = self;
        let mut tell = |event: Event<'_>| {
            if let Event::Noted(line, ..) = event {
                written.add(&format!("{line}\n"));
            }
            tell(event)
        };
        let done = if changes_what_is_judged(command) {
            attempt.execute(command, engine, &mut tell, progress)
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
