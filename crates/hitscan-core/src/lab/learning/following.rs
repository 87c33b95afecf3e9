//! The world on a face, and the judge that follows it: which commands may be made, and
//! what of them counts.

use super::{LearnError, Learning};
use crate::command::Command;
use crate::engine::{Engine, Event, silent};
use crate::lab::policy::{Policy, changes_what_is_judged, policy};
use crate::lab::session::SessionError;

impl Learning {
    /// Why a command is refused now, if it is.
    #[must_use]
    pub fn refusal(&self, command: &Command) -> Option<String> {
        let attempt = self.session.attempt()?;
        let (refused, policy) = (attempt.refusal(command, &self.engine), policy(command));
        if refused.is_some() || !self.is_asking() {
            let line = command.written(self.engine.world().settings().axes).to_string();
            let is_full = || policy != Policy::Always && !self.written.has_room(&line);
            return refused.or_else(|| is_full().then(|| LearnError::Full.to_string()));
        }
        let shows_nothing = match (policy, command) {
            (Policy::FreeWhileAsked | Policy::Always, _) => true,
            (_, Command::Describe(name)) => !self.hides_values(name.as_ref()),
            (Policy::Judged | Policy::Skipped | Policy::Refused, _) => false,
        };
        (!shows_nothing).then(|| SessionError::AnswerFirst(self.asked()).to_string())
    }

    /// Hears what is done on the face: each line that its journal notes is done again by
    /// the judge.
    pub fn hear(&mut self, event: Event<'_>) {
        if let Event::Noted(line, _, engine) = event {
            self.written.add(&format!("{line}\n"));
            self.judged = self.judged_again(line, engine);
        }
    }

    /// What the judge has found since the last call.
    ///
    /// # Errors
    /// When a line came to another end there, at a limit: the face takes
    /// [`Learning::engine`] then.
    pub fn judged(&mut self) -> Result<(), LearnError> {
        std::mem::replace(&mut self.judged, Ok(()))
    }

    fn judged_again(&mut self, line: &str, engine: &Engine) -> Result<(), LearnError> {
        let axes = self.engine.world().settings().axes;
        let command = Command::parse(line, axes).map_err(SessionError::from)?;
        if let Some(command) = command.filter(changes_what_is_judged) {
            self.session.execute(&command, &mut self.engine, &mut silent)?;
        }
        if self.engine.history().position() == engine.history().position() {
            return Ok(());
        }
        let attempt = self.session.attempt();
        let why = attempt.and_then(|attempt| attempt.refusal(&Command::Step(1), &self.engine));
        Err(LearnError::Limit(why.unwrap_or_else(|| "a limit was reached".to_owned())))
    }
}
