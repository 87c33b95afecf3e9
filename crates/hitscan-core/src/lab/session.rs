//! A student's session: opening steps, answering questions, executing commands, and counting
//! points. The screen, the line interface and grading all go through here.
//!
//! Not here: texts, and the file that stores what was done ([`super::submission`]).

use std::sync::Arc;

use super::attempt::{Attempt, NotOpened};
use super::claim::OwnClaim;
use super::pack::{Drawn, Lesson, LessonStep, StepKind};
use super::progress::{FirstReply, Progress};
use super::question::{LessonAnswer, LessonQuestion};
use super::task::HintRefused;
use crate::command::{Command, CommandError};
use crate::engine::{Engine, Event, Outcome, Tell};
use crate::scene::printable;
use crate::words::any_of;
use crate::world::World;

/// A student's session.
#[derive(Clone, Debug, Default)]
pub struct Session {
    progress: Progress,
    open: Option<Open>,
    /// The pairs tested in the steps before the open one.
    tests: u64,
}

/// The open step.
#[derive(Clone, Debug)]
struct Open {
    lesson: Arc<Lesson>,
    step: Arc<LessonStep>,
    attempt: Attempt,
    /// Whether its question has been answered since it opened.
    is_answered: bool,
    /// Whether a command has changed its world since it opened.
    has_changed: bool,
}

/// The result of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The student's answer.
    pub said: LessonAnswer,
    /// The right answer.
    pub right: LessonAnswer,
    /// Whether the student's answer is right.
    pub is_right: bool,
    /// The points of the step: those of its first answer.
    pub points: u32,
    /// The beliefs behind a wrong answer.
    pub beliefs: Vec<String>,
}

/// Why something cannot be done.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SessionError {
    /// No step is open.
    #[error("no step is open; next opens one")]
    NothingOpen,
    /// The open question comes first.
    #[error("answer first: {0}; skip passes")]
    AnswerFirst(String),
    /// The open step is not a question, or it was answered.
    #[error("{0}")]
    AsksNothing(String),
    /// The open step is not a task.
    #[error("{0}; only tasks have hints")]
    NoTask(&'static str),
    /// The answer is not one of the choices.
    #[error("{said}: not an answer; {choices}")]
    NoChoice {
        /// The given answer.
        said: String,
        /// The possible answers.
        choices: String,
    },
    /// A hint does not open yet.
    #[error("{}", .1.message(.0))]
    Hint(String, HintRefused),
    /// A step of the lesson cannot be opened.
    #[error(transparent)]
    NotOpened(#[from] NotOpened),
    /// A command was refused.
    #[error(transparent)]
    Command(#[from] CommandError),
}

impl Session {
    /// The progress so far.
    pub const fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The open lesson and step.
    pub fn place(&self) -> Option<(&Arc<Lesson>, &Arc<LessonStep>)> {
        self.open.as_ref().map(|open| (&open.lesson, &open.step))
    }

    /// The open step in progress.
    pub fn attempt(&self) -> Option<&Attempt> {
        self.open.as_ref().map(|open| &open.attempt)
    }

    /// The pairs tested so far.
    pub fn tests(&self) -> u64 {
        self.attempt().map_or(self.tests, Attempt::tests)
    }

    /// Opens a step: questions and tasks start fresh, and return the engine to work in. A card
    /// keeps the current world of its lesson.
    ///
    /// # Errors
    /// When the step cannot be opened; then the previous one stays open.
    pub fn open(
        &mut self,
        lesson: &Arc<Lesson>,
        drawn: &Arc<Drawn>,
        step: &Arc<LessonStep>,
    ) -> Result<Option<Engine>, NotOpened> {
        let tests = self.tests();
        let is_card = matches!(step.kind, StepKind::Card);
        let keeps = |open: &Open| is_card && Arc::ptr_eq(&open.lesson, lesson);
        let kept = self.open.take_if(|open| keeps(open));
        let (attempt, engine) = if let Some(open) = kept {
            (open.attempt.on_card(step), None)
        } else {
            let (attempt, engine) = Attempt::open_after(drawn, step, tests)?;
            (attempt, Some(engine))
        };
        self.tests = tests;
        let (lesson, step) = (Arc::clone(lesson), Arc::clone(step));
        self.open = Some(Open { lesson, step, attempt, is_answered: false, has_changed: false });
        Ok(engine)
    }

    /// Closes the open step; the progress stays.
    pub fn close(&mut self) {
        self.tests = self.tests();
        self.open = None;
    }

    /// The open question, while it waits for its answer.
    pub fn question(&self) -> Option<&LessonQuestion> {
        self.open.as_ref().filter(|open| !open.is_answered)?.question()
    }

    /// `hit or miss`: the possible answers to the open question.
    pub fn asked(&self) -> Option<String> {
        let (question, open) = self.question().zip(self.open.as_ref())?;
        Some(choices(question, open.attempt.opening()))
    }

    /// Parses an answer to the open question, while it waits for one.
    pub fn read(&self, said: &str) -> Option<LessonAnswer> {
        let world = self.attempt()?.opening();
        self.question()?.read(said, world)
    }

    /// Accepts an answer to the open question, and executes the commands that follow it, whose
    /// events go to `tell`.
    ///
    /// # Errors
    /// When no question is open, or the answer is not valid.
    pub fn answer(
        &mut self,
        said: &str,
        engine: &mut Engine,
        tell: &mut Tell<'_>,
    ) -> Result<Answered, SessionError> {
        let open = self.open.as_mut().ok_or(SessionError::NothingOpen)?;
        let asks_nothing = || SessionError::AsksNothing(open.asks_nothing());
        let step = Arc::clone(&open.step);
        let question = step.question().filter(|_| !open.is_answered).ok_or_else(asks_nothing)?;
        let world = open.attempt.opening();
        let answer = question.read(said, world).ok_or_else(|| SessionError::NoChoice {
            said: printable(said),
            choices: choices(question, world),
        })?;
        let right = open.attempt.right(question, engine)?;
        let is_right = answer.matches(&right);
        let beliefs = if is_right {
            Vec::new()
        } else {
            open.attempt.beliefs_behind(question, &answer, engine)?
        };
        open.is_answered = true;
        open.attempt.carry_out(&question.then, engine, tell)?;
        let reached = self.progress.step_mut(&open.lesson.id, &open.step.id);
        let points = reached.answer(FirstReply::Said {
            answer: answer.clone(),
            right: right.clone(),
            is_right,
            beliefs: beliefs.clone(),
        });
        Ok(Answered { said: answer, right, is_right, points, beliefs })
    }

    /// Passes the open question without an answer.
    ///
    /// # Errors
    /// When no question is open.
    pub fn skip(&mut self) -> Result<(), SessionError> {
        let open = self.open.as_mut().ok_or(SessionError::NothingOpen)?;
        if open.question().is_none() || open.is_answered {
            return Err(SessionError::AsksNothing(open.asks_nothing()));
        }
        open.is_answered = true;
        self.progress.step_mut(&open.lesson.id, &open.step.id).answer(FirstReply::Skipped);
        Ok(())
    }

    /// Opens the next of the `of` hints of the open task and returns its number, from 1.
    ///
    /// # Errors
    /// When it does not open yet, or no task is open.
    pub fn hint(&mut self, of: usize) -> Result<usize, SessionError> {
        let open = self.open.as_ref().ok_or(SessionError::NothingOpen)?;
        match open.step.kind {
            StepKind::Task(_) => {}
            StepKind::Card => return Err(SessionError::NoTask("this step is to read")),
            StepKind::Question(_) => return Err(SessionError::NoTask("this is a question")),
        }
        let name = open.name();
        let reached = self.progress.step_mut(&open.lesson.id, &open.step.id);
        reached.hints.open(of).map_err(|why| SessionError::Hint(name, why))
    }

    /// Executes a command in the open step; `tell` receives its events.
    ///
    /// # Errors
    /// When a question is open, and as [`Attempt::execute`].
    pub fn execute(
        &mut self,
        command: &Command,
        engine: &mut Engine,
        tell: &mut Tell<'_>,
    ) -> Result<Outcome, SessionError> {
        if let Some(asked) = self.asked() {
            return Err(SessionError::AnswerFirst(asked));
        }
        let open = self.open.as_mut().ok_or(SessionError::NothingOpen)?;
        let before = engine.history().position();
        let mut is_noted = false;
        let outcome = open.attempt.execute(command, engine, &mut |event| {
            is_noted |= matches!(event, Event::Noted(..));
            tell(event)
        })?;
        if is_noted {
            self.judged(engine.history().position() != before);
        }
        Ok(outcome)
    }

    /// Counts tests of a command that failed.
    pub(super) fn count(&mut self, tests: u64) {
        if let Some(open) = &mut self.open {
            open.attempt.count(tests);
        }
    }

    /// Accepts what the student's program said about a pair.
    ///
    /// # Errors
    /// As [`Attempt::claim`].
    pub fn claim(&mut self, claim: &OwnClaim, engine: &Engine) -> Result<(), SessionError> {
        let open = self.open.as_mut().ok_or(SessionError::NothingOpen)?;
        open.attempt.claim(claim, engine)?;
        self.judged(false);
        Ok(())
    }

    /// Updates the points of the open task.
    fn judged(&mut self, has_changed: bool) {
        let Some(open) = &mut self.open else { return };
        if !matches!(open.step.kind, StepKind::Task(_)) {
            return;
        }
        let reached = self.progress.step_mut(&open.lesson.id, &open.step.id);
        if has_changed {
            reached.hints.world_changed();
            reached.count_command(!std::mem::replace(&mut open.has_changed, true));
        }
        if open.attempt.is_done() {
            reached.finish();
        }
    }
}

impl Open {
    /// The name of the step that students see.
    fn name(&self) -> String {
        self.lesson.name_of(&self.step).to_string()
    }

    /// Why there is nothing to answer.
    fn asks_nothing(&self) -> String {
        match self.step.kind {
            StepKind::Card => "there is nothing to answer here; next goes on".to_owned(),
            StepKind::Question(_) => format!("{} is answered; next goes on", self.name()),
            StepKind::Task(_) => {
                format!("{} asks for no answer: do what its goal says", self.name())
            }
        }
    }

    fn question(&self) -> Option<&LessonQuestion> {
        self.step.question()
    }
}

/// The possible answers to a question.
fn choices(question: &LessonQuestion, world: &World) -> String {
    let choices = question.choices(world);
    let labels = choices.iter().map(|choice| question.label(choice));
    if choices.is_empty() { "a number".to_owned() } else { any_of(labels) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::silent;
    use crate::lab::Pack;
    use crate::scene::{Scene, SceneSource};
    use crate::world::Settings;

    fn at(session: &mut Session, lesson: &Arc<Lesson>, drawn: &Arc<Drawn>, step: &str) -> Engine {
        let step = lesson.step(step).expect("a step");
        session.open(lesson, drawn, step).expect("it opens").expect("it is no card")
    }

    fn execute(session: &mut Session, line: &str, engine: &mut Engine) -> Result<(), SessionError> {
        let command =
            Command::parse(line, &Settings::default()).expect("a command").expect("not blank");
        session.execute(&command, engine, &mut silent).map(drop)
    }

    /// The replies to Anna's lines in the lesson `inside`; empty if all is well.
    fn says(lines: &[(&str, &str)]) {
        let pack = Pack::builtin().expect("it reads");
        let lesson = pack.lesson("inside").expect("a lesson");
        let drawn = lesson.drawn(&pack.id, "anna").expect("a scene");
        let mut session = Session::default();
        let mut engine = Engine::new(Scene::default(), SceneSource::New).expect("a world");
        for (number, (line, expected)) in lines.iter().enumerate() {
            let said = match line.split_once(' ').unwrap_or((line, "")) {
                ("open", step) => {
                    engine = at(&mut session, lesson, &drawn, step);
                    Ok(String::new())
                }
                ("answer", said) => session
                    .answer(said, &mut engine, &mut silent)
                    .map(|it| format!("{} {} {:?}", it.is_right, it.points, it.beliefs)),
                ("skip", _) => session.skip().map(|()| String::new()),
                ("hint", of) => {
                    let of = of.parse().expect("a number");
                    session.hint(of).map(|number| format!("hint {number}"))
                }
                ("points", _) => Ok(session.progress().points(lesson).to_string()),
                _ => execute(&mut session, line, &mut engine).map(|()| String::new()),
            };
            let said = said.unwrap_or_else(|why| why.to_string());
            assert_eq!(said, *expected, "{number}: {line}");
        }
    }

    #[test]
    fn a_question_is_answered_before_anything_moves_and_its_first_answer_counts() {
        says(&[
            ("open edges", ""),
            ("move L 1 0", "answer first: hit or miss; skip passes"),
            ("answer maybe", "maybe: not an answer; hit or miss"),
            ("answer Hit", "false 1 [\"truth\"]"),
            ("answer miss", "question 1 is answered; next goes on"),
            ("move L 1 0", ""),
            ("open edges", ""),
            ("answer 2", "true 1 []"),
            ("open again", ""),
            ("skip", ""),
            ("skip", "question 2 is answered; next goes on"),
            ("open again", ""),
            ("answer hit", "true 0 []"),
            ("points", "1"),
        ]);
    }

    #[test]
    fn a_task_counts_once_and_half_after_the_last_hint() {
        says(&[
            ("open hide", ""),
            ("hint 2", "hint 1"),
            ("hint 2", "change something first; then the next hint opens"),
            ("move L 1 0", ""),
            ("hint 2", "the next hint tells the way, and task 1 counts 2; hint again"),
            ("hint 2", "hint 2"),
            ("move L 14 0", ""),
            ("points", "2"),
            ("undo 2", ""),
            ("open hide", ""),
            ("move L 15 0", ""),
            ("points", "2"),
            ("open seen", ""),
            ("move L 13 0", ""),
            ("points", "6"),
        ]);
    }

    #[test]
    fn a_card_keeps_the_world_and_has_no_hints() {
        let pack = Pack::builtin().expect("it reads");
        let lesson = pack.lesson("inside").expect("a lesson");
        let drawn = lesson.drawn(&pack.id, "anna").expect("a scene");
        let mut session = Session::default();
        let mut engine = at(&mut session, lesson, &drawn, "hide");
        execute(&mut session, "move L 15 0", &mut engine).expect("it moves");
        let card = lesson.step("box").expect("a card");
        let is_afresh = |opened: Result<Option<Engine>, _>| opened.map(|engine| engine.is_some());
        assert_eq!(is_afresh(session.open(lesson, &drawn, card)), Ok(false));
        let why = session.hint(2).expect_err("a card");
        assert_eq!(why.to_string(), "this step is to read; only tasks have hints");
        let why = session.answer("hit", &mut engine, &mut silent).expect_err("a card");
        assert_eq!(why.to_string(), "there is nothing to answer here; next goes on");
        session.close();
        assert_eq!(is_afresh(session.open(lesson, &drawn, card)), Ok(true));
        let other = pack.lesson("apart").expect("a lesson");
        let others = other.drawn(&pack.id, "anna").expect("a scene");
        assert_eq!(is_afresh(session.open(other, &others, &other.steps[0])), Ok(true));
    }
}
