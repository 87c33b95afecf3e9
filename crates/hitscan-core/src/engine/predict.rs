//! Predict mode: which pair is asked about, what counts as an answer, what is
//! noted of it. The screen and `hitscan run` go by this alike.
//!
//! Faces leave out what is covered; [`super::recording`] reads answers out of
//! recordings.

use std::cmp::Ordering;
use std::fmt;

use super::{Pair, Sandbox};
use crate::command::{Command, CommandError, Guess};
use crate::words::written_order;
use crate::world::{Axes, Name, ObjectId, TestResult};
use hitscan_geom::Direction;

/// A prediction of a pair, or a skip, and the truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    /// The pair; sides are those of the second.
    pub pair: Pair,
    /// What was said; nothing where it was skipped.
    pub said: Option<Guess>,
    /// Whether it is so: the word, and the side where one was said. What was
    /// skipped is not.
    pub is_right: bool,
}

impl Prediction {
    /// What the pair is.
    #[must_use]
    pub fn truth(&self) -> Guess {
        let pair_result = &self.pair.pair_result;
        let named = Some(pair_result.named()).filter(|named| *named != Direction::None);
        (pair_result.outcome, named)
    }

    /// `predict B A hit # B A touch top, wrong`: the command with the truth, as a
    /// recording says it.
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
        // Sides are the same in both axes.
        let command = command.written(Axes::YDown);
        format!("{command} # {a} {b} {}, {worth}", said(outcome, side))
    }

    /// `right: B>A is HIT left`, `wrong: you said HIT, B>A is MISS`, `skipped: B>A is
    /// MISS`: what was said held against the truth. Where the side alone is wrong, it
    /// says so: `HIT is correct, the side is not: B>A is HIT left, not top`.
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

/// The questions that are settled. Each stands with the frame it was asked in,
/// so that the same pair is asked about again in the next one, or where it has
/// another answer.
#[derive(Clone, Debug, Default)]
pub struct Predictions {
    settled: Vec<(u64, Pair)>,
}

/// How many predictions were right, and of how many. What was skipped does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The right ones.
    pub right: usize,
    /// All of them.
    pub made: usize,
    /// How many right ones came last, without a wrong one between them.
    pub row: usize,
    /// The longest row of right ones.
    pub longest: usize,
}

impl Score {
    /// With this prediction.
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
    /// `Predict: 2 of 3 right`, for the end of the mode.
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
    /// Questions from here on: the pair that was seen in this frame is settled.
    pub(super) fn after(frame: u64, seen: Option<Pair>) -> Self {
        Self { settled: seen.into_iter().map(|pair| (frame, pair)).collect() }
    }

    /// The pair that is covered now: the one in view, until it is predicted or
    /// skipped.
    #[must_use]
    pub fn covered(&self, sandbox: &Sandbox, in_view: Option<Pair>) -> Option<Pair> {
        in_view.filter(|pair| !self.is_settled(sandbox.world().frame(), pair))
    }

    fn is_settled(&self, frame: u64, pair: &Pair) -> bool {
        self.settled.iter().any(|(at, known)| *at == frame && known == pair)
    }

    /// Whether a test would give away what is asked about the pair in view, or will
    /// be asked: after going back, what lies ahead is asked about again.
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

    /// Whether a frame ahead will be asked about, for this pair.
    pub(super) fn hides_ahead(&self, frame: u64, ids: [ObjectId; 2]) -> bool {
        !self.settled.iter().any(|(at, known)| *at == frame && known.is_of(ids))
    }

    /// How many questions are settled.
    pub(super) const fn settled(&self) -> usize {
        self.settled.len()
    }

    /// Takes a prediction of the covered pair, or a skip: the pair is then
    /// uncovered.
    ///
    /// # Errors
    /// When nothing is covered, or another pair than the one that is named. The
    /// same pair the other way round is another: its sides are those of the other
    /// object.
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
            // The other way round sides would be those of the other.
            let why = format!("{a}>{b} is not what is asked, {}>{} is", x.name, y.name);
            return Err(CommandError::new(why));
        }
        let prediction = sandbox.predicted(Some(&asked), said)?;
        self.settled.push((sandbox.world().frame(), pair));
        Ok(prediction)
    }
}

/// `hit left`.
pub(super) fn said(outcome: TestResult, side: Option<Direction>) -> String {
    match side {
        Some(side) => format!("{} {side}", outcome.token()),
        None => outcome.token().to_owned(),
    }
}
