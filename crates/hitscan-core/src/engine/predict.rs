//! Predict mode: which pair is asked about, what counts as an answer, and what is recorded of it.
//! The screen and `hitscan run` share these rules.
//!
//! Front ends omit what is covered; [`super::recording`] reads the answers in recordings.

use std::cmp::Ordering;
use std::fmt;

use super::{Pair, Sandbox};
use crate::command::{Command, CommandError, Guess};
use crate::words::written_order;
use crate::world::{Axes, Name, ObjectId, TestResult};
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
    /// The truth about the pair.
    #[must_use]
    pub fn truth(&self) -> Guess {
        let pair_result = &self.pair.pair_result;
        let named = Some(pair_result.named()).filter(|named| *named != Direction::None);
        (pair_result.outcome, named)
    }

    /// `predict B A hit # B A touch top, wrong`: the command with the truth, as in a recording.
    #[must_use]
    pub fn recorded(&self) -> String {
        let names = [self.pair.a.name, self.pair.b.name];
        let command = Command::Predict(Some(names), self.said);
        let ([a, b], (outcome, side)) = (names, self.truth());
        let worth = match self.said {
            None => "skipped",
            Some(_) if self.is_right => "right",
            Some(_) => "wrong",
        };
        // Sides read the same with either axes.
        let command = command.written(Axes::YDown);
        format!("{command} # {a} {b} {}, {worth}", guess_text(outcome, side))
    }

    /// `right: B>A is HIT left`, `wrong: you said HIT, B>A is MISS`, `skipped: B>A is MISS`: the
    /// prediction compared with the truth. If only the side is wrong, it says so: `HIT is correct,
    /// the side is not: B>A is HIT left, not top`.
    #[must_use]
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
    #[must_use]
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
    #[must_use]
    pub fn covered(&self, sandbox: &Sandbox, in_view: Option<Pair>) -> Option<Pair> {
        in_view.filter(|pair| !self.is_settled(sandbox.world().frame(), pair))
    }

    fn is_settled(&self, frame: u64, pair: &Pair) -> bool {
        self.settled.iter().any(|(at, known)| *at == frame && known == pair)
    }

    /// Whether a test would give away the answer to a question about the pair in view, now or
    /// later: after going back, frames ahead are asked about again.
    #[must_use]
    pub fn hides(&self, sandbox: &Sandbox, in_view: &Pair, test: (u64, [ObjectId; 2])) -> bool {
        let ((frame, ids), now) = (test, sandbox.world().frame());
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
        (names, said): (Option<&[Name; 2]>, Option<Guess>),
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
        let prediction = sandbox.predicted(Some(&asked), said)?;
        self.settled.push((sandbox.world().frame(), pair));
        Ok(prediction)
    }
}

/// `hit left`.
pub(super) fn guess_text(outcome: TestResult, side: Option<Direction>) -> String {
    match side {
        Some(side) => format!("{} {side}", outcome.token()),
        None => outcome.token().to_owned(),
    }
}
