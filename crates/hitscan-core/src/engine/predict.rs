//! Predict mode: which pair is asked about, what counts as an answer, and what is recorded of it.
//! The screen and `hitscan run` share these rules.
//!
//! Front ends omit what is covered; [`super::recording`] reads the answers in recordings.

use std::cmp::Ordering;
use std::fmt;

use super::pair::{guess_text, holds};
use super::timeline_marks::Covering;
use super::{Engine, Face, Outcome, Pair, Sandbox, Show};
use crate::command::{Command, CommandError, Guess, PredictMode};
use crate::words::written_order;
use crate::world::{Name, ObjectId, Settings};
use hitscan_geom::Direction;

/// A prediction about a pair, or a skip, with the truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    /// The pair; sides are those of the second.
    pub pair: Pair,
    /// The prediction; `None` if it was skipped.
    pub said: Option<Guess>,
    /// Whether the prediction is right: the result, and the side if one was given. A skip
    /// is not right.
    pub is_right: bool,
}

impl Prediction {
    /// Compares a prediction about a pair, or a skip, with the truth.
    ///
    /// # Errors
    /// When there is no pair.
    pub(super) fn of(
        sandbox: &Sandbox,
        names: Option<&[Name; 2]>,
        said: Option<Guess>,
    ) -> Result<Self, CommandError> {
        let pair = sandbox.found(names)?;
        let is_right = said.is_some_and(|said| holds(&pair.pair_result, said));
        Ok(Self { pair, said, is_right })
    }

    /// The truth about the pair.
    pub fn truth(&self) -> Guess {
        let pair_result = &self.pair.pair_result;
        let named = Some(pair_result.named()).filter(|named| *named != Direction::None);
        (pair_result.outcome, named)
    }

    /// `predict B A hit # B A touch top, wrong`: the command with the truth, as in a recording.
    pub fn recorded(&self) -> String {
        let names = [self.pair.a.name, self.pair.b.name];
        let command = Command::Predict(Some(names), self.said);
        let ([a, b], (outcome, side)) = (names, self.truth());
        let worth = match self.said {
            None => "skipped",
            Some(_) if self.is_right => "right",
            Some(_) => "wrong",
        };
        // Sides read the same whichever way y grows.
        let command = command.written(&Settings::default());
        format!("{command} # {a} {b} {}, {worth}", guess_text(outcome, side))
    }

    /// `right: B>A is HIT left`, `wrong: you said HIT, B>A is MISS`, `skipped: B>A is MISS`: the
    /// prediction compared with the truth. If only the side is wrong, it says so: `HIT is correct,
    /// the side is not: B>A is HIT left, not top`.
    pub fn worth(&self) -> String {
        let (x, y) = written_order(&self.pair.a, &self.pair.b);
        let words = |(outcome, side): Guess| {
            let side = side.map(|side| format!(" {side}")).unwrap_or_default();
            format!("{}{side}", outcome.word())
        };
        let truth = format!("{}>{} is {}", x.name, y.name, words(self.truth()));
        let (outcome, named) = self.truth();
        match self.said {
            None => format!("skipped: {truth}"),
            Some(_) if self.is_right => format!("right: {truth}"),
            Some((said, Some(side))) if said == outcome => {
                let truth = if named.is_some() { truth } else { format!("{truth} with no side") };
                format!("{} is correct, the side is not: {truth}, not {side}", said.word())
            }
            Some(said) => format!("wrong: you said {}, {truth}", words(said)),
        }
    }
}

/// The answered questions. Each is stored with its frame and its result, so the same pair is asked
/// about again in the next frame, or when its answer changes.
#[derive(Clone, Debug, Default)]
pub struct Predictions {
    settled: Vec<(u64, Pair)>,
}

/// How many predictions were right, out of how many. Skips do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The right predictions.
    pub right: usize,
    /// All predictions.
    pub made: usize,
    /// The current streak of right predictions.
    pub row: usize,
    /// The longest streak.
    pub longest: usize,
}

impl Score {
    /// Counts a prediction.
    pub(super) fn count(&mut self, prediction: &Prediction) {
        if prediction.said.is_none() {
            return;
        }
        self.made += 1;
        self.right += usize::from(prediction.is_right);
        self.row = if prediction.is_right { self.row + 1 } else { 0 };
        self.longest = self.longest.max(self.row);
    }
}

impl Score {
    /// `Predict: 2 of 3 right`, for the end of predict mode.
    pub fn line(&self) -> String {
        format!("Predict: {self}")
    }
}

/// `2 of 3 right`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} right", self.right, self.made)
    }
}

impl Predictions {
    /// Starts asking: the pair already seen in this frame counts as answered.
    pub(super) fn after(frame: u64, seen: Option<Pair>) -> Self {
        Self { settled: seen.into_iter().map(|pair| (frame, pair)).collect() }
    }

    /// The pair that is covered now: the one in view, until it is predicted or skipped.
    pub fn covered(&self, sandbox: &Sandbox, in_view: Option<Pair>) -> Option<Pair> {
        in_view.filter(|pair| !self.is_settled(sandbox.world().frame(), pair))
    }

    fn is_settled(&self, frame: u64, pair: &Pair) -> bool {
        self.settled.iter().any(|(at, known)| *at == frame && known == pair)
    }

    /// Whether a test would give away the answer to a question about the pair in view, now or
    /// later: after going back, frames ahead are asked about again.
    pub fn hides(&self, sandbox: &Sandbox, in_view: &Pair, frame: u64, ids: [ObjectId; 2]) -> bool {
        let now = sandbox.world().frame();
        let is_settled = || match frame.cmp(&now) {
            Ordering::Less => true,
            Ordering::Equal => self.is_settled(now, in_view),
            Ordering::Greater => !self.hides_ahead(frame, ids),
        };
        in_view.is_of(ids) && !is_settled()
    }

    /// Whether a question about this pair is still to come in a frame ahead.
    pub(super) fn hides_ahead(&self, frame: u64, ids: [ObjectId; 2]) -> bool {
        !self.settled.iter().any(|(at, known)| *at == frame && known.is_of(ids))
    }

    /// How many questions have been answered.
    pub(super) const fn settled(&self) -> usize {
        self.settled.len()
    }

    /// Accepts a prediction of the covered pair, or a skip, which uncovers the pair.
    ///
    /// # Errors
    /// When nothing is covered, or the names are those of another pair. The same pair in reverse
    /// order counts as another one, since its sides would be those of the other object.
    pub fn answer(
        &mut self,
        sandbox: &Sandbox,
        covered: Option<Pair>,
        names: Option<&[Name; 2]>,
        said: Option<Guess>,
    ) -> Result<Prediction, CommandError> {
        let pair =
            covered.ok_or_else(|| CommandError::new("this is answered; make the next frame"))?;
        let (x, y) = written_order(&pair.a, &pair.b);
        let asked = [pair.a.name, pair.b.name];
        let is_asked = |named: &[Name; 2]| *named == asked || *named == [x.name, y.name];
        if let Some([a, b]) = names.filter(|named| !is_asked(named)) {
            // In reverse order, sides would be those of the other object.
            let why = format!("{a}>{b} is not what is asked, {}>{} is", x.name, y.name);
            return Err(CommandError::new(why));
        }
        let prediction = Prediction::of(sandbox, Some(&asked), said)?;
        self.settled.push((sandbox.world().frame(), pair));
        Ok(prediction)
    }
}

impl Engine {
    /// The same engine in predict mode: the answer about the pair in view is covered until
    /// it is predicted.
    pub fn predicting(self) -> Self {
        Self { predictions: Some(Predictions::default()), ..self }
    }

    /// Whether predict mode is on: answers are covered until they are predicted.
    pub const fn is_predicting(&self) -> bool {
        self.predictions.is_some()
    }

    /// Whether answers may be covered: by predict mode, or by a question.
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
    pub const fn covers_all(&self) -> bool {
        self.covers_all
    }

    /// The pair whose answer is covered now. In predict mode it is the selected object and its
    /// partner, until answered; while every pair is covered, it is the pair in view.
    pub fn covered(&self) -> Option<Pair> {
        if self.covers_all {
            return self.pair_now();
        }
        self.predictions.as_ref()?.covered(&self.sandbox, self.pair_now())
    }

    /// The covered pair while the current frame is in view: earlier frames have been answered.
    pub fn covered_in_focus(&self) -> Option<Pair> {
        self.covered().filter(|_| !self.focus().is_looking())
    }

    /// How many predictions of this session were right, out of how many; `None` outside
    /// predict mode.
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
    pub fn asked_about(&self) -> Option<Pair> {
        self.is_covering().then(|| self.pair_now()).flatten()
    }

    /// Whether a test would give away the answer to a question of predict mode about that pair,
    /// now or later.
    pub fn hides(&self, frame: u64, ids: [ObjectId; 2], asked_about: Option<&Pair>) -> bool {
        let asked = self.predictions.as_ref().zip(asked_about);
        self.covers_all
            || asked.is_some_and(|(predictions, pair)| {
                predictions.hides(&self.sandbox, pair, frame, ids)
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
                let prediction = predictions.answer(&self.sandbox, covered, names, said)?;
                self.score.count(&prediction);
                prediction
            }
            (None, Face::Lines) => Prediction::of(&self.sandbox, names, said)?,
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
