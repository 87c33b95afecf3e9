//! The world on a face, and the judge that follows it: which commands may be made, and
//! what of them counts.

use super::{LearnError, Learning};
use crate::command::Command;
use crate::engine::Engine;
use crate::lab::policy::{Policy, changes_what_is_judged, policy};
use crate::lab::session::SessionError;

impl Learning {
    /// Why a command is refused now, if it is.
    #[must_use]
    pub fn refusal(&self, command: &Command) -> Option<String> {
        let attempt = self.session.attempt()?;
        let (refused, policy) = (attempt.refusal(command), policy(command));
        if refused.is_some() || !self.is_asking() {
            let line = command.written(attempt.engine().world().settings().axes).to_string();
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

    /// Does what the journal of the face's engine has noted since.
    ///
    /// # Errors
    /// When that comes to another end here, at a limit: the face takes
    /// [`Learning::engine`] then.
    pub fn follow(&mut self, engine: &Engine) -> Result<(), LearnError> {
        let noted = engine.journal().text().get(self.followed..).unwrap_or_default();
        for line in noted.lines() {
            self.written.add(&format!("{line}\n"));
            let Some(attempt) = self.session.attempt() else { break };
            let axes = attempt.engine().world().settings().axes;
            let command = Command::parse(line, axes).map_err(SessionError::from)?;
            if let Some(command) = command.filter(changes_what_is_judged) {
                self.session.execute(&command)?;
            }
        }
        self.caught_up_with(engine);
        let position = |engine: &Engine| engine.history().position();
        match self.engine().map(position) {
            Some(here) if here != position(engine) => {
                let why =
                    self.engine().and_then(|_| self.session.attempt()?.refusal(&Command::Step(1)));
                Err(LearnError::Limit(why.unwrap_or_else(|| "a limit was reached".to_owned())))
            }
            _ => Ok(()),
        }
    }

    /// Leaves out what the journal of the face's engine has noted so far.
    pub fn caught_up_with(&mut self, engine: &Engine) {
        self.followed = engine.journal().text().len();
    }
}
