//! The world on a face, and the judge that follows it: which commands may be made, and
//! what of them counts.

use super::{LearnError, Learning};
use crate::command::Command;
use crate::engine::Engine;
use crate::lab::session::SessionError;
use crate::lab::submission::only_shows;

impl Learning {
    /// Why a command is refused now, if it is.
    #[must_use]
    pub fn refusal(&self, command: &Command) -> Option<String> {
        let attempt = self.session.attempt()?;
        let refused = attempt.refusal(command);
        if refused.is_some() || !self.is_asking() {
            let line = command.written(attempt.engine().world().settings().axes).to_string();
            let is_full = || !ends(command) && !self.written.has_room(&line);
            return refused.or_else(|| is_full().then(|| LearnError::Full.to_string()));
        }
        let is_described = if let Command::Describe(name) = command {
            !self.hides_values(name.as_ref())
        } else {
            false
        };
        let shows_nothing = is_described || ends(command) || only_arranges(command);
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
            if let Some(command) = command.filter(|command| !only_shows(command)) {
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

/// Whether a command leaves the course, or helps to.
pub(in crate::lab) const fn ends(command: &Command) -> bool {
    matches!(command, Command::Quit | Command::QuitUnsaved | Command::Help(_))
}

/// Whether a command changes what is listed, and shows no answer.
pub(in crate::lab) const fn only_arranges(command: &Command) -> bool {
    matches!(
        command,
        Command::Log(_)
            | Command::Filter(_)
            | Command::Method(_)
            | Command::Pause
            | Command::Screenshot(_)
    )
}
