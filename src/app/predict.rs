//! Predict mode at the screen: keys that answer, and what shows while a pair is
//! covered. What is asked and how it is answered is decided in
//! [`hitscan_core::engine::predict`]; the view leaves out what is covered.

use super::{Action, App, Effect, Message};
use hitscan_core::command::{Command, CommandError, Guess};
use hitscan_core::engine::Pair;
use hitscan_core::engine::predict::{Predictions, is_of, tells};
use hitscan_core::world::{Name, PairResult, Participant, TestResult};

impl App {
    /// The same, in predict mode.
    #[must_use]
    pub fn predicting(self) -> Self {
        Self { predictions: Some(Predictions::default()), ..self }
    }

    /// Predict mode for another scene: on as it is here, nothing answered yet.
    pub(super) fn predictions_anew(&self) -> Option<Predictions> {
        self.predictions.as_ref().map(|_| Predictions::default())
    }

    /// Whether answers are covered until they are predicted.
    #[must_use]
    pub const fn is_predicting(&self) -> bool {
        self.predictions.is_some()
    }

    /// The pair whose answer is covered now: the selection and its partner, in
    /// predict mode, until it has been answered.
    #[must_use]
    pub fn covered(&self) -> Option<Pair> {
        self.predictions.as_ref()?.covered(&self.sandbox, self.selected_pair())
    }

    /// The pair that is asked about frame by frame: in predict mode the one in
    /// view.
    #[must_use]
    pub fn asked_about(&self) -> Option<Pair> {
        self.predictions.as_ref()?;
        self.selected_pair()
    }

    /// Whether a line of the log would give away what is asked about that pair, or
    /// will be.
    #[must_use]
    pub fn hides(
        &self,
        frame: u64,
        parties: [&Participant; 2],
        asked_about: Option<&Pair>,
    ) -> bool {
        let questions = self.predictions.as_ref().zip(asked_about);
        questions.is_some_and(|(predictions, pair)| {
            predictions.hides(&self.sandbox, pair, (frame, parties.map(|party| party.id)))
        })
    }

    /// What can be said of a covered pair: the key, and the word for it.
    #[must_use]
    pub fn answers(&self) -> [(String, &'static str); 3] {
        [TestResult::Hit, TestResult::Touch, TestResult::Miss].map(|outcome| {
            let action = Action::Predict(outcome);
            (self.key(action), action.spec().hint)
        })
    }

    /// Commands that would tell what is covered wait for the answer.
    pub(super) fn check_covered(&self, command: &Command) -> Result<(), CommandError> {
        if self.covered().is_some_and(|pair| tells(command, &pair)) {
            let [hit, touch, miss] = self.answers().map(|(key, _)| key);
            let why = format!("covered until you have said what it is: {hit}, {touch} or {miss}");
            return Err(CommandError::new(why));
        }
        Ok(())
    }

    /// The pairs that meet as of now, but the covered one.
    pub fn shown_meetings(&self) -> impl Iterator<Item = (Participant, Participant, PairResult)> {
        let covered = self.covered();
        let meetings = self.sandbox.world().meeting_pairs();
        meetings.filter(move |(a, b, _)| {
            !covered.as_ref().is_some_and(|pair| is_of([a.id, b.id], pair))
        })
    }

    /// A key of predict mode: the word, then the `:` line asks for the side.
    pub(super) fn predict_by_key(&mut self, outcome: TestResult) -> Vec<Effect> {
        match outcome {
            TestResult::Miss => self.run(&Command::Predict(None, Some((outcome, None)))),
            TestResult::Hit | TestResult::Touch => {
                self.open_line(&format!("predict {} ", outcome.token()));
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
        let covered = self.covered();
        let Some(predictions) = &mut self.predictions else {
            return Err(CommandError::new("nothing is covered: this is for hitscan --predict"));
        };
        let place = (&self.sandbox, &mut self.journal);
        let prediction = predictions.answer(place, covered, (names, said))?;
        self.message = Some(Message::Note(prediction.worth()));
        Ok(())
    }
}
