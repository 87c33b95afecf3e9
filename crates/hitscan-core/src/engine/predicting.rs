//! Predict mode in an engine: what is covered, and the command that answers.

use super::timeline_marks::Covering;
use super::{Engine, Face, Outcome, Pair, Predictions, Score, Show};
use crate::command::{CommandError, Guess, PredictMode};
use crate::world::{Name, ObjectId};

impl Engine {
    /// The same engine in predict mode: the answer about the pair in view is covered until
    /// it is predicted.
    #[must_use]
    pub fn predicting(self) -> Self {
        Self { predictions: Some(Predictions::default()), ..self }
    }

    /// Whether predict mode is on: answers are covered until they are predicted.
    #[must_use]
    pub const fn is_predicting(&self) -> bool {
        self.predictions.is_some()
    }

    /// Whether answers may be covered: by predict mode, or by a question.
    #[must_use]
    pub const fn is_covering(&self) -> bool {
        self.covers_all || self.is_predicting()
    }

    /// Covers every pair, while a question is open.
    pub const fn cover_all(&mut self) {
        self.covers_all = true;
    }

    /// Uncovers what a question covered.
    pub const fn uncover_all(&mut self) {
        self.covers_all = false;
    }

    /// Whether a question covers every pair.
    #[must_use]
    pub const fn covers_all(&self) -> bool {
        self.covers_all
    }

    /// The pair whose answer is covered now. In predict mode it is the selected object and its
    /// partner, until answered; while every pair is covered, it is the pair in view.
    #[must_use]
    pub fn covered(&self) -> Option<Pair> {
        if self.covers_all {
            return self.pair_now();
        }
        self.predictions.as_ref()?.covered(&self.sandbox, self.pair_now())
    }

    /// The covered pair while the current frame is in view: earlier frames have been answered.
    #[must_use]
    pub fn covered_in_focus(&self) -> Option<Pair> {
        self.covered().filter(|_| !self.focus().is_looking())
    }

    /// How many predictions of this session were right, out of how many; `None` outside
    /// predict mode.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.is_predicting().then_some(self.score)
    }

    /// The covered frames, oldest first: the current one, and those ahead that are still to be
    /// asked about. Each has one line in the log, so the number of lines reveals nothing.
    pub fn covered_frames(&self) -> impl Iterator<Item = u64> + '_ {
        let (now, last) = (self.world().frame(), self.history().last_frame());
        let asked = self.predictions.as_ref().filter(|_| !self.covers_all);
        let asked = asked.zip(self.asked_about());
        let of_now = self.covered().map(|_| now);
        let ahead = asked.into_iter().flat_map(move |(predictions, pair)| {
            let ids = [pair.a.id, pair.b.id];
            (now + 1..=last).filter(move |&frame| predictions.hides_ahead(frame, ids))
        });
        of_now.into_iter().chain(ahead)
    }

    /// The state that determines which frames are covered.
    pub(super) fn covering(&self) -> Covering {
        match &self.predictions {
            _ if self.covers_all => Covering::Everything,
            None => Covering::Nothing,
            Some(predictions) => Covering::Unanswered {
                now: self.world().frame(),
                of_now: self.covered().is_some(),
                settled: predictions.settled(),
                pair: self.asked_about().map(|pair| [pair.a.id, pair.b.id]),
            },
        }
    }

    /// Whether a frame is covered: it is one of [`Engine::covered_frames`], or a
    /// question covers all.
    pub(super) fn covers_frame(&self, frame: u64, covering: Covering) -> bool {
        match covering {
            Covering::Nothing => false,
            Covering::Everything => true,
            Covering::Unanswered { now, of_now, .. } if frame <= now => of_now && frame == now,
            Covering::Unanswered { pair, .. } => {
                let asked = self.predictions.as_ref().zip(pair);
                asked.is_some_and(|(predictions, pair)| predictions.hides_ahead(frame, pair))
            }
        }
    }

    /// The pair that predict mode asks about in each frame.
    #[must_use]
    pub fn asked_about(&self) -> Option<Pair> {
        self.is_covering().then(|| self.pair_now()).flatten()
    }

    /// Whether a test would give away the answer to a question of predict mode about that pair,
    /// now or later.
    #[must_use]
    pub fn hides(&self, frame: u64, ids: [ObjectId; 2], asked_about: Option<&Pair>) -> bool {
        let asked = self.predictions.as_ref().zip(asked_about);
        self.covers_all
            || asked.is_some_and(|(predictions, pair)| {
                predictions.hides(&self.sandbox, pair, (frame, ids))
            })
    }

    /// Covers answers from the next frame on, or uncovers all.
    pub(super) fn set_predict_mode(&mut self, mode: PredictMode) -> Outcome {
        match (mode, self.is_predicting()) {
            (PredictMode::On, true) => return Outcome::Nothing("answers are covered already"),
            (PredictMode::Off, false) => return Outcome::Nothing("no answers are covered"),
            (PredictMode::On, false) => {
                self.end_look();
                // Which pair is asked about depends on the mode. Whatever was visible is no
                // longer a question.
                self.predictions = Some(Predictions::default());
                let seen = self.pair_now();
                self.predictions = Some(Predictions::after(self.world().frame(), seen));
            }
            (PredictMode::Off, true) => self.predictions = None,
        }
        Outcome::Show(Show::PredictMode(mode, self.score))
    }

    /// Whether a command would give away the covered answer: one about this pair, or
    /// about all pairs.
    pub(super) fn covers(&self, names: Option<&[Name; 2]>) -> bool {
        self.covers_all
            || self.covered().is_some_and(|Pair { a, b, .. }| {
                names.is_none_or(|&names| names == [a.name, b.name] || names == [b.name, a.name])
            })
    }

    /// Accepts a prediction, or a skip, and uncovers the answer. Outside predict mode, as in a
    /// replay, lines may predict any pair.
    pub(super) fn predict(
        &mut self,
        names: Option<&[Name; 2]>,
        said: Option<Guess>,
    ) -> Result<Outcome, CommandError> {
        let covered = self.covered();
        let prediction = match (&mut self.predictions, self.face) {
            (Some(predictions), _) => {
                let prediction = predictions.answer(&self.sandbox, covered, (names, said))?;
                self.score.count(&prediction);
                prediction
            }
            (None, Face::Lines) => self.sandbox.predicted(names, said)?,
            (None, Face::Screen) => {
                let why = "nothing is covered; predict on covers each answer";
                return Err(CommandError::new(why));
            }
        };
        Ok(Outcome::Show(Show::Prediction(prediction)))
    }

    /// Covers everything again, for a new scene.
    pub(super) fn cover_anew(&mut self) {
        self.predictions = self.predictions.as_ref().map(|_| Predictions::default());
    }
}
