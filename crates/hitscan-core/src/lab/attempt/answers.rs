//! Answers, skips and hints in the open step, and what they and the commands count in the progress.

use std::sync::Arc;

use super::{Attempt, NotOpened};
use crate::command::CommandError;
use crate::engine::{Engine, Tell};
use crate::lab::pack::StepKind;
use crate::lab::progress::{Answered, FirstReply, Progress, Reached};
use crate::lab::question::{LessonAnswer, LessonQuestion};
use crate::lab::shortfall::Shortfall;
use crate::lab::task::HintRefused;
use crate::lab::text::KeyOf;
use crate::scene::printable;
use crate::words::any_of;
use crate::world::World;

/// Why something cannot be done in a course.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LearnError {
    /// The open question comes first.
    #[error("answer first: {0}; :skip leaves it out")]
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
    /// The open task is not done.
    #[error("{}", not_done(task, shortfall.as_ref(), &|_| None))]
    NotDone {
        /// Its name: `task 2`.
        task: String,
        /// What is missing, if there is a sentence for it.
        shortfall: Option<Shortfall>,
    },
    /// There is no such lesson or step; possibly another one was meant.
    #[error("{0}: no such {1}{2}")]
    Unknown(String, &'static str, String),
    /// Another question is open.
    #[error("{0} is not open; lesson {1} {0} opens it")]
    NotOpen(String, String),
    /// The open step has no condition on a program's answer.
    #[error("{0}, {1}, has no question for a program; a task that has one says so")]
    AsksNoProgram(String, String),
    /// There is no previous step in the lesson.
    #[error("this is the first step")]
    First,
    /// There is no next step.
    #[error("this was the last step; lessons lists what is left")]
    Last,
    /// The file has reached its limit.
    #[error("the file of your work is full; nothing more counts")]
    Full,
}

impl LearnError {
    /// The message, with keys in place of commands where there are keys.
    pub fn message(&self, key_of: KeyOf<'_>) -> String {
        match self {
            Self::NotDone { task, shortfall } => not_done(task, shortfall.as_ref(), key_of),
            other => other.to_string(),
        }
    }

    /// Whether it suggests what was probably meant.
    pub(in crate::lab) const fn offers(&self) -> bool {
        matches!(self, Self::Unknown(_, _, meant) if !meant.is_empty())
    }
}

/// `task 2 is not done: L is …; :skip leaves it out`.
fn not_done(task: &str, shortfall: Option<&Shortfall>, key_of: KeyOf<'_>) -> String {
    let shortfall = shortfall.map(|it| format!(": {}", it.sentence(key_of)));
    format!("{task} is not done{}; :skip leaves it out", shortfall.unwrap_or_default())
}

impl Attempt {
    /// The question of the step, while it waits for its answer.
    pub fn question(&self) -> Option<&LessonQuestion> {
        self.step.question().filter(|_| !self.is_answered)
    }

    /// `hit or miss`: the possible answers to the open question.
    pub fn asked(&self) -> Option<String> {
        Some(choices(self.question()?, &self.opening))
    }

    /// Parses an answer to the open question, while it waits for one.
    pub fn read(&self, said: &str) -> Option<LessonAnswer> {
        self.question()?.read(said, &self.opening)
    }

    /// Accepts an answer to the open question, and executes the commands that follow it, whose
    /// events go to `tell`. Also returns the points of the step: those of its first answer.
    ///
    /// # Errors
    /// When no question is open, or the answer is not valid.
    pub fn answer(
        &mut self,
        said: &str,
        engine: &mut Engine,
        tell: &mut Tell<'_>,
        progress: &mut Progress,
    ) -> Result<(Answered, u32), LearnError> {
        let step = Arc::clone(&self.step);
        let question = step.question().filter(|_| !self.is_answered);
        let question = question.ok_or_else(|| self.asks_nothing())?;
        let said = question.read(said, &self.opening).ok_or_else(|| LearnError::NoChoice {
            said: printable(said),
            choices: choices(question, &self.opening),
        })?;
        let right = self.right(question, engine)?;
        let is_right = said.matches(&right);
        let beliefs =
            if is_right { Vec::new() } else { self.beliefs_behind(question, &said, engine)? };
        self.is_answered = true;
        self.carry_out(&question.then, engine, tell)?;
        let answered = Answered { said, right, is_right, beliefs };
        let points = self.reached_in(progress).answer(FirstReply::Said(answered.clone()));
        Ok((answered, points))
    }

    /// Passes the open question without an answer.
    ///
    /// # Errors
    /// When no question is open.
    pub fn skip(&mut self, progress: &mut Progress) -> Result<(), LearnError> {
        self.question().ok_or_else(|| self.asks_nothing())?;
        self.is_answered = true;
        self.reached_in(progress).answer(FirstReply::Skipped);
        Ok(())
    }

    /// Opens the next of the `of` hints of the open task and returns its number, from 1.
    ///
    /// # Errors
    /// When it does not open yet, or no task is open.
    pub fn hint(&self, of: usize, progress: &mut Progress) -> Result<usize, LearnError> {
        match self.step.kind {
            StepKind::Task(_) => {}
            StepKind::Card => return Err(LearnError::NoTask("this step is to read")),
            StepKind::Question(_) => return Err(LearnError::NoTask("this is a question")),
        }
        let opened = self.reached_in(progress).hints.open(of);
        opened.map_err(|why| LearnError::Hint(self.name(), why))
    }

    /// Counts a command or a claim in the progress of the open task.
    pub(super) fn count_in(&mut self, progress: &mut Progress, has_changed: bool) {
        if !matches!(self.step.kind, StepKind::Task(_)) {
            return;
        }
        let reached = self.reached_in(progress);
        if has_changed {
            reached.hints.world_changed();
            reached.count_command(!std::mem::replace(&mut self.has_changed, true));
        }
        if self.is_done() {
            reached.finish();
        }
    }

    fn reached_in<'p>(&self, progress: &'p mut Progress) -> &'p mut Reached {
        progress.step_mut(&self.lesson.id, &self.step.id)
    }

    /// The name of the step that students see.
    fn name(&self) -> String {
        self.lesson.name_of(&self.step).to_string()
    }

    /// Why there is nothing to answer.
    fn asks_nothing(&self) -> LearnError {
        LearnError::AsksNothing(match self.step.kind {
            StepKind::Card => "there is nothing to answer here; next goes on".to_owned(),
            StepKind::Question(_) => format!("{} is answered; next goes on", self.name()),
            StepKind::Task(_) => {
                format!("{} asks for no answer: do what its goal says", self.name())
            }
        })
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
    use crate::command::Command;
    use crate::engine::silent;
    use crate::lab::Pack;
    use crate::world::Settings;

    /// The replies to Anna's lines in the lesson `inside`; empty if all is well, as before the last
    /// line of a row. The first line opens a step.
    fn says(lines: &[(&str, &str)]) {
        let pack = Pack::builtin().expect("it reads");
        let lesson = pack.lesson("inside").expect("a lesson");
        let drawn = lesson.drawn(&pack.id, "anna").expect("a scene");
        let (mut attempt, mut engine) =
            Attempt::open(lesson, &drawn, &lesson.steps[0]).expect("it opens");
        let mut progress = Progress::default();
        let lines = lines.iter().flat_map(|(lines, reply)| {
            let last = lines.split("; ").count() - 1;
            let replied = move |at| if at == last { *reply } else { "" };
            lines.split("; ").enumerate().map(move |(at, line)| (line, replied(at)))
        });
        for (number, (line, expected)) in lines.enumerate() {
            let said = match line.split_once(' ').unwrap_or((line, "")) {
                ("open", step) => {
                    let step = lesson.step(step).expect("a step");
                    let opened = attempt.go_to(lesson, &drawn, step).expect("it opens");
                    engine = opened.expect("it is no card");
                    Ok(String::new())
                }
                ("answer", said) => attempt
                    .answer(said, &mut engine, &mut silent, &mut progress)
                    .map(|(it, points)| format!("{} {points} {:?}", it.is_right, it.beliefs)),
                ("skip", _) => attempt.skip(&mut progress).map(|()| String::new()),
                ("hint", of) => {
                    let of = of.parse().expect("a number");
                    attempt.hint(of, &mut progress).map(|number| format!("hint {number}"))
                }
                ("points", _) => Ok(progress.points(lesson).to_string()),
                _ => {
                    let command = Command::parse(line, &Settings::default()).expect("a command");
                    let command = command.expect("not blank");
                    let done = attempt.execute(&command, &mut engine, &mut silent, &mut progress);
                    done.map(|_| String::new()).map_err(LearnError::from)
                }
            };
            let said = said.unwrap_or_else(|why| why.to_string());
            assert_eq!(said, expected, "{number}: {line}");
        }
    }

    #[test]
    fn a_question_is_answered_before_anything_moves_and_its_first_answer_counts() {
        says(&[
            ("open edges; move L 1 0", "answer first: hit or miss; :skip leaves it out"),
            ("answer maybe", "maybe: not an answer; hit or miss"),
            ("answer Hit", "false 1 [\"truth\"]"),
            ("answer miss", "question 1 is answered; next goes on"),
            ("move L 1 0; open edges; answer 2", "true 1 []"),
            ("open again; skip; skip", "question 2 is answered; next goes on"),
            ("open again; answer hit", "true 0 []"),
            ("points", "1"),
        ]);
    }

    #[test]
    fn a_task_counts_once_and_half_after_the_last_hint() {
        says(&[
            ("open hide; hint 2", "hint 1"),
            ("hint 2", "change something first; then the next hint opens"),
            ("move L 1 0; hint 2", "the next hint tells the way, and task 1 counts 2; hint again"),
            ("hint 2", "hint 2"),
            ("move L 14 0; points", "2"),
            ("undo 2; open hide; move L 15 0; points", "2"),
            ("open seen; move L 13 0; points", "6"),
        ]);
    }

    #[test]
    fn a_card_keeps_the_world_and_has_no_hints() {
        let pack = Pack::builtin().expect("it reads");
        let lesson = pack.lesson("inside").expect("a lesson");
        let drawn = lesson.drawn(&pack.id, "anna").expect("a scene");
        let (mut attempt, mut engine) =
            Attempt::open(lesson, &drawn, lesson.step("hide").expect("a task")).expect("it opens");
        let mut progress = Progress::default();
        let move_l =
            Command::parse("move L 15 0", &Settings::default()).expect("read").expect("not blank");
        let moved = attempt.execute(&move_l, &mut engine, &mut silent, &mut progress);
        assert!(moved.is_ok(), "it moves");
        let card = lesson.step("box").expect("a card");
        let is_afresh = |opened: Result<Option<Engine>, _>| opened.map(|engine| engine.is_some());
        assert_eq!(is_afresh(attempt.go_to(lesson, &drawn, card)), Ok(false));
        let why = attempt.hint(2, &mut progress).expect_err("a card");
        assert_eq!(why.to_string(), "this step is to read; only tasks have hints");
        let why =
            attempt.answer("hit", &mut engine, &mut silent, &mut progress).expect_err("a card");
        assert_eq!(why.to_string(), "there is nothing to answer here; next goes on");
        let other = pack.lesson("apart").expect("a lesson");
        let others = other.drawn(&pack.id, "anna").expect("a scene");
        assert_eq!(is_afresh(attempt.go_to(other, &others, &other.steps[0])), Ok(true));
    }
}
