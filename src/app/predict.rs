//! Predict mode: what was found of the pair that is looked at stays covered
//! until somebody has said what it is, or did not want to.
//!
//! What is covered is decided here; the view leaves it out.

use super::{App, Effect, Message};
use crate::geom::Direction;
use crate::script::recording::skipped;
use crate::script::{Command, CommandFault, Pair, Prediction};
use crate::words::written_order;
use crate::world::{Judgement, ObjectId, Outcome, Party};

/// The answers that have been uncovered. Each stands with the frame it was
/// found in, so that the same pair is asked about again in the next one, or
/// where it has another answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Predictions {
    settled: Vec<(u64, Pair)>,
}

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
        let settled = &self.predictions.as_ref()?.settled;
        let pair = self.selected_pair()?;
        let frame = self.sandbox.world().frame();
        let is_settled = settled.iter().any(|(at, known)| *at == frame && *known == pair);
        (!is_settled).then_some(pair)
    }

    /// Whether a line of the log would give away what is covered.
    #[must_use]
    pub fn covers(&self, frame: u64, parties: [&Party; 2], covered: Option<&Pair>) -> bool {
        covered.is_some_and(|pair| frame == self.sandbox.world().frame() && is_of(parties, pair))
    }

    /// Commands that would tell what is covered wait for the answer.
    pub(super) fn check_covered(&self, command: &Command) -> Result<(), CommandFault> {
        let tells = matches!(command, Command::Check | Command::Expect(_) | Command::Assert(_));
        if tells && self.covered().is_some() {
            return Err(CommandFault::new("covered until you have said what it is: h, t or m"));
        }
        Ok(())
    }

    /// The pairs that meet as of now, but the covered one.
    pub fn shown_meetings(&self) -> impl Iterator<Item = (Party, Party, Judgement)> {
        let covered = self.covered();
        let meetings = self.sandbox.world().meeting_pairs();
        meetings.filter(move |(a, b, _)| !covered.as_ref().is_some_and(|pair| is_of([a, b], pair)))
    }

    /// A key of predict mode: the word, then the `:` line asks for the side.
    pub(super) fn predict_by_key(&mut self, outcome: Outcome) -> Vec<Effect> {
        match outcome {
            Outcome::Miss => self.run(&Command::Predict(outcome, None)),
            Outcome::Hit | Outcome::Touch => {
                self.open_line(&format!("predict {} ", outcome.token()));
                Vec::new()
            }
        }
    }

    /// Nobody wants to say: the answer is uncovered.
    pub(super) fn skip_prediction(&mut self) {
        if let Some(pair) = self.covered() {
            let (x, y) = written_order(&pair.a, &pair.b);
            self.message = Some(Message::Note(format!("{}>{}: skipped", x.name, y.name)));
            self.journal.note(&skipped(&[x.name, y.name]));
            self.settle(pair);
        }
    }

    /// Somebody has said what the covered pair is.
    pub(super) fn predict(
        &mut self,
        said: (Outcome, Option<Direction>),
    ) -> Result<Prediction, CommandFault> {
        if !self.is_predicting() {
            return Err(CommandFault::new("nothing is covered: predict is for hitscan --predict"));
        }
        let covered = self.covered();
        let pair =
            covered.ok_or_else(|| CommandFault::new("this is answered; make the next frame"))?;
        let names = [pair.a.name, pair.b.name];
        let prediction = self.sandbox.predicted(Some(&names), said)?;
        let line = Command::Predict(said.0, said.1);
        let axes = self.sandbox.world().settings().axes;
        self.journal.note(&format!("{} # {}", line.written(axes), prediction.truth()));
        self.settle(pair);
        self.message = Some(Message::Note(prediction.worth()));
        Ok(prediction)
    }

    fn settle(&mut self, pair: Pair) {
        let frame = self.sandbox.world().frame();
        if let Some(predictions) = &mut self.predictions {
            predictions.settled.push((frame, pair));
        }
    }
}

/// Whether these two are that pair.
fn is_of([a, b]: [&Party; 2], pair: &Pair) -> bool {
    let ids = |a: &Party, b: &Party| -> [ObjectId; 2] { [a.id.min(b.id), a.id.max(b.id)] };
    ids(a, b) == ids(&pair.a, &pair.b)
}
