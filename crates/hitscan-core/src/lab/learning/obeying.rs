//! A student's orders to the lab, and the resulting messages: a front end presents them in its own
//! way, and decides nothing.

use std::sync::Arc;

use super::standing::compared;
use super::{AnswerReport, Learning, numbered, unknown};
use crate::command::{Command, CommandError};
use crate::engine::{Engine, Tell};
use crate::lab::attempt::LearnError;
use crate::lab::course::{Course, StepName};
use crate::lab::order::Order;
use crate::lab::pack::{Lesson, LessonStep, StepKind};
use crate::lab::progress::Reached;
use crate::lab::shortfall::Shortfall;
use crate::lab::task::HintRefused;

/// A message for a student.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// A step was opened, with a new engine.
    Opened,
    /// A card was opened, which continues in the world of its lesson.
    Kept,
    /// The open step was restarted; a task or a question has a new engine.
    Again,
    /// The open card restarts with this command, which the front end must execute.
    Undo(Command),
    /// The lesson: its title, its goal, its objects.
    Lesson,
    /// The open step and its text.
    Step,
    /// The goal of the open step, and the progress towards it.
    Goal,
    /// All lessons, with their points.
    Lessons,
    /// One lesson: its points and its takeaway.
    About(Arc<Lesson>),
    /// The result of an answer. The commands that follow it have been executed.
    Answered(Box<AnswerReport>),
    /// A question was skipped.
    Skipped {
        /// The question.
        name: StepName,
        /// The points of an earlier answer, and the maximum.
        points: [u32; 2],
    },
    /// A lesson was left for the next one.
    Left {
        /// The lesson.
        lesson: Arc<Lesson>,
        /// Whether its last step was passed without points.
        is_passed: bool,
    },
    /// The hint with this number was opened.
    Hint(usize),
    /// The open task is now done, for these points.
    Done(u32),
    /// Something else is now missing in the open task; `None` if there is no sentence for it.
    NotYet(Option<Shortfall>),
    /// The next part was refused.
    Refused(LearnError),
}

impl Learning {
    /// The order on a line, if it is one. While a question is open, a line that is nothing else
    /// counts as an answer, even a wrong word.
    pub fn order_in(&self, line: &str, engine: &Engine) -> Option<Result<Order, CommandError>> {
        let (line, settings) = (line.trim(), engine.world().settings());
        let is_answer = || {
            self.attempt.read(line).is_some()
                || self.is_asking() && Command::parse(line, settings).is_err()
        };
        Order::parse(line).or_else(|| is_answer().then(|| Ok(Order::Answer(line.to_owned()))))
    }

    /// The lesson that an order opens, if it differs from the open one.
    pub fn lesson_opened_by(&self, order: &Order) -> Option<Arc<Lesson>> {
        let (open, step) = (self.lesson(), self.step());
        let opened = match order {
            Order::Lesson(Some(lesson), step) => {
                self.course.step_of(lesson, step.as_deref()).ok()?.0
            }
            Order::Next | Order::Skip if open.steps.last().is_some_and(|it| it.id == step.id) => {
                Arc::clone(self.lesson_after(open)?)
            }
            _ => return None,
        };
        (opened.id != open.id).then_some(opened)
    }

    fn lesson_after(&self, lesson: &Lesson) -> Option<&Arc<Lesson>> {
        let lessons = &self.course.pack.lessons;
        lessons.iter().skip_while(|known| known.id != lesson.id).nth(1)
    }

    /// Obeys an order to the lab, in the engine of the open step, and returns the messages about
    /// it. `tell` receives the events of commands that follow an answer.
    ///
    /// # Errors
    /// Why it was refused.
    pub fn carry_out(
        &mut self,
        order: Order,
        engine: &mut Engine,
        tell: &mut Tell<'_>,
    ) -> Result<Vec<Told>, LearnError> {
        let told = self.told_of(order, engine, tell);
        self.look_at_task(engine);
        told
    }

    fn told_of(
        &mut self,
        order: Order,
        engine: &mut Engine,
        tell: &mut Tell<'_>,
    ) -> Result<Vec<Told>, LearnError> {
        match order {
            Order::Lesson(None, _) => Ok(vec![Told::Lesson, Told::Step]),
            Order::Goal => Ok(vec![Told::Goal]),
            Order::Lessons(None) => Ok(vec![Told::Lessons]),
            Order::Lessons(Some(lesson)) => {
                Ok(vec![Told::About(Arc::clone(self.course.known_lesson(&lesson)?))])
            }
            Order::Lesson(Some(lesson), step) => {
                let (lesson, step) = self.course.step_of(&lesson, step.as_deref())?;
                self.open(&lesson, &step, engine)
            }
            Order::Next => self.go_on(engine),
            Order::Previous => self.go_back(engine),
            Order::Skip => self.skip(engine),
            Order::Reset => self.reset(engine),
            Order::Hint => self.hint().map(|number| vec![Told::Hint(number)]),
            Order::Answer(said) => {
                let report = self.answer(&said, engine, tell)?;
                Ok(vec![Told::Answered(Box::new(report))])
            }
        }
    }

    fn open(
        &mut self,
        lesson: &Lesson,
        step: &Arc<LessonStep>,
        engine: &mut Engine,
    ) -> Result<Vec<Told>, LearnError> {
        let is_other = self.lesson().id != lesson.id;
        let opened = match self.enter(lesson, step)? {
            None => Told::Kept,
            Some(afresh) => {
                *engine = afresh;
                Told::Opened
            }
        };
        let lesson = is_other.then_some(Told::Lesson);
        Ok([opened].into_iter().chain(lesson).chain([Told::Step]).collect())
    }

    /// Opens the next step, if the open one is done.
    fn go_on(&mut self, engine: &mut Engine) -> Result<Vec<Told>, LearnError> {
        if self.state().is_settled() {
            return self.pass(false, engine);
        }
        let asked = self.attempt.asked().map(LearnError::AnswerFirst);
        let not_done = || {
            let (task, shortfall) = (self.step_name().to_string(), self.shortfall.clone());
            LearnError::NotDone { task, shortfall }
        };
        Err(asked.unwrap_or_else(not_done))
    }

    /// Opens the previous step.
    fn go_back(&mut self, engine: &mut Engine) -> Result<Vec<Told>, LearnError> {
        let (lesson, step) = self.place();
        let before = lesson.steps.iter().take_while(|known| known.id != step.id).last();
        self.open(&lesson, before.ok_or(LearnError::First)?, engine)
    }

    /// Opens the next step; after the last one, that of the next lesson.
    fn pass(&mut self, is_passed: bool, engine: &mut Engine) -> Result<Vec<Told>, LearnError> {
        let (lesson, step) = self.place();
        let after = lesson.steps.iter().skip_while(|known| known.id != step.id).nth(1);
        if let Some(after) = after {
            return self.open(&lesson, after, engine);
        }
        let next = Arc::clone(self.lesson_after(&lesson).ok_or(LearnError::Last)?);
        let opened = self.open(&next, next.steps.first().ok_or(LearnError::Last)?, engine)?;
        Ok([Told::Left { lesson, is_passed }].into_iter().chain(opened).collect())
    }

    /// Passes the open step without points, and opens the next one.
    fn skip(&mut self, engine: &mut Engine) -> Result<Vec<Told>, LearnError> {
        if !self.is_asking() {
            return self.pass(true, engine);
        }
        let (lesson, step) = self.place();
        self.attempt.skip(&mut self.progress)?;
        self.note("skip")?;
        let points = self.progress.step(&lesson.id, &step.id).map_or(0, Reached::points);
        let skipped =
            Told::Skipped { name: lesson.name_of(&step), points: [points, step.points()] };
        // The question has been skipped even if nothing follows.
        let opened = self.pass(true, engine).unwrap_or_else(|why| vec![Told::Refused(why)]);
        Ok([skipped].into_iter().chain(opened).collect())
    }

    /// Restarts the open step. A card has no start of its own: what was done since it
    /// opened is undone.
    fn reset(&mut self, engine: &mut Engine) -> Result<Vec<Told>, LearnError> {
        let (lesson, step) = self.place();
        if !matches!(step.kind, StepKind::Card) {
            if let Some(afresh) = self.enter(&lesson, &step)? {
                *engine = afresh;
            }
            return Ok(vec![Told::Again, Told::Step]);
        }
        let since = engine.history().position().saturating_sub(self.opened_at);
        let undo = u32::try_from(since).ok().filter(|&since| since > 0).map(Command::Undo);
        Ok(vec![undo.map_or(Told::Again, Told::Undo), Told::Step])
    }

    /// Opens the next hint of the open task, and returns its number.
    fn hint(&mut self) -> Result<usize, LearnError> {
        let opened = self.attempt.hint(self.hints(), &mut self.progress);
        if matches!(opened, Ok(_) | Err(LearnError::Hint(_, HintRefused::TellsTheWay))) {
            self.note("hint")?;
        }
        opened
    }

    /// Answers the open question; its id may come first.
    fn answer(
        &mut self,
        said: &str,
        engine: &mut Engine,
        tell: &mut Tell<'_>,
    ) -> Result<AnswerReport, LearnError> {
        let (lesson, step) = self.place();
        let said = match said.split_once(' ') {
            Some((id, said)) if id == step.id => said,
            Some((id, _)) if self.attempt.read(said).is_none() => {
                return Err(LearnError::NotOpen(id.to_owned(), lesson.id.clone()));
            }
            _ => said,
        };
        let question = self.attempt.question().cloned();
        let (answered, points) = self.attempt.answer(said, engine, tell, &mut self.progress)?;
        self.note(&format!("answer {} {}", step.id, answered.said))?;
        let (question, after) = (question.as_ref(), engine.sandbox());
        let said = question.map(|it| it.read_aloud(&answered.said)).unwrap_or_default();
        let wrong = question.filter(|_| !answered.is_right);
        let correction = wrong.map(|it| it.correction(&answered.said, &answered.right));
        let truth = question.and_then(|it| it.truth(after));
        let reason = question.and_then(|it| it.explanation(after));
        let compared = question.map(|it| compared(it, after)).unwrap_or_default();
        let report = AnswerReport { answered, points, said, correction, truth, reason, compared };
        self.told = Some(report.clone());
        Ok(report)
    }

    /// The commands that follow an answer to the open question.
    pub fn follow_ups(&self) -> Vec<Command> {
        let question = self.step().question();
        question.map_or_else(Vec::new, |question| self.attempt.commands(&question.then))
    }
}

impl Course {
    /// A step of a lesson, or its first step; both by id or by number from 1, the lesson also by
    /// its title. The last word may be a step or the end of a title.
    pub(super) fn step_of(
        &self,
        lesson: &str,
        step: Option<&str>,
    ) -> Result<(Arc<Lesson>, Arc<LessonStep>), LearnError> {
        let title = step.map(|step| self.known_lesson(&format!("{lesson} {step}")));
        // If a step follows, part of a title might just be a misspelling.
        let words = match step {
            Some(_) => self.known_in_full(lesson),
            None => self.known_lesson(lesson),
        };
        let (found, step) = match (title, words) {
            (Some(Ok(found)), _) => (found, None),
            (_, Ok(found)) => (found, step),
            (Some(Err(title)), Err(words)) if title.offers() || !words.offers() => {
                return Err(title);
            }
            (_, Err(words)) => return Err(words),
        };
        let step = match step {
            None => found.steps.first().ok_or(LearnError::Last)?,
            Some(id) => found
                .step(id)
                .or_else(|| numbered(&found.steps, id))
                .ok_or_else(|| unknown(id, "step", found.steps.iter().map(|it| it.id.as_str())))?,
        };
        Ok((Arc::clone(found), Arc::clone(step)))
    }
}
