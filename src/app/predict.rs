//! Predict mode at the screen: keys that answer, and what shows while a pair is
//! covered. What is asked and how it is answered is decided in
//! [`hitscan_core::engine::predict`]; the view leaves out what is covered.

use super::{App, Effect};
use hitscan_core::command::{Command, CommandError, Guess};
use hitscan_core::engine::predict::tells;
use hitscan_core::world::{Name, TestResult};

impl App {
    /// Commands that would tell what is covered wait for the answer.
    pub(super) fn check_covered(&self, command: &Command) -> Result<(), CommandError> {
        if self.session.covered().is_some_and(|pair| tells(command, &pair)) {
            let [hit, touch, miss] = self.model().answers().map(|(key, _)| key);
            let why = format!("covered until you have said what it is: {hit}, {touch} or {miss}");
            return Err(CommandError::new(why));
        }
        Ok(())
    }

    /// A key of predict mode: the word, then the `:` line asks for the side.
    pub(super) fn predict_by_key(&mut self, outcome: TestResult) -> Vec<Effect> {
        match outcome {
            TestResult::Miss => self.run(&Command::Predict(None, Some((outcome, None)))),
            TestResult::Hit | TestResult::Touch => {
                self.input.open_line(&format!("predict {} ", outcome.token()));
                Vec::new()
            }
        }
    }

    /// Somebody has said what the covered pair is, or skips it.
    pub(super) fn predict(
        &mut self,
        names: Option<&[Name; 2]>,
        said: Option<Guess>,
    ) -> Result<(), CommandError> {
        let covered = self.session.covered();
        let Some(predictions) = &mut self.session.predictions else {
            return Err(CommandError::new("nothing is covered: this is for hitscan --predict"));
        };
        let place = (&self.session.sandbox, &mut self.session.journal);
        let prediction = predictions.answer(place, covered, (names, said))?;
        self.screen.say(prediction.worth());
        Ok(())
    }
}
