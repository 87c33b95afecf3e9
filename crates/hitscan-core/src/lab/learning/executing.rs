//! Which commands a student may execute, and which of their effects count.

use super::{LearnError, Learning, StepState, Told};
use crate::command::{Command, CommandError};
use crate::engine::{Engine, Event, Outcome, Tell};
use crate::lab::policy::{Policy, changes_what_is_judged, policy};
use crate::lab::session::SessionError;

impl Learning {
    /// Why a command is refused now, if it is.
    #[must_use]
    pub fn refuses(&self, command: &Command, engine: &Engine) -> Option<String> {
        let attempt = self.session.attempt()?;
        let (refused, policy) = (attempt.refusal(command, engine), policy(command));
        let Some(asked) = self.session.asked().filter(|_| refused.is_none()) else {
            let line = command.written(engine.world().settings().axes).to_string();
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
