//! The student's own program in the open step: which pairs it is asked about, and its answers on
//! their way to the file.

use super::{LearnError, Learning};
use crate::engine::Engine;
use crate::lab::attempt::Attempt;
use crate::lab::claim::{ClaimQuestion, OwnClaim};
use crate::lab::session::SessionError;

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
