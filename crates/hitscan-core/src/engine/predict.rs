//! Predict mode: which pair is asked about, what counts as an answer, what is
//! noted of it. The screen and `hitscan run` go by this alike.
//!
//! Leaving out what is covered is up to whoever shows things; reading answers
//! out of recordings is in [`super::recording`].

use std::cmp::Ordering;

use super::recording::Journal;
use super::{Pair, Prediction, Sandbox};
use crate::command::{Command, CommandError, Guess};
use crate::words::written_order;
use crate::world::{Name, ObjectId};

/// The questions that are settled. Each stands with the frame it was asked in,
/// so that the same pair is asked about again in the next one, or where it has
/// another answer.
#[derive(Clone, Debug, Default)]
pub struct Predictions {
    settled: Vec<(u64, Pair)>,
}

impl Predictions {
    /// The pair that is covered as of now: the one in view, until somebody has
    /// said what it is or did not want to.
    #[must_use]
    pub fn covered(&self, sandbox: &Sandbox, in_view: Option<Pair>) -> Option<Pair> {
        in_view.filter(|pair| !self.is_settled(sandbox.world().frame(), pair))
    }

    fn is_settled(&self, frame: u64, pair: &Pair) -> bool {
        self.settled.iter().any(|(at, known)| *at == frame && known == pair)
    }

    /// Whether a test would give away what is asked of the pair in view, or will be:
    /// who has gone back is to be asked about what lies ahead.
    #[must_use]
    pub fn hides(&self, sandbox: &Sandbox, in_view: &Pair, test: (u64, [ObjectId; 2])) -> bool {
        let ((frame, ids), now) = (test, sandbox.world().frame());
        let is_settled = || match frame.cmp(&now) {
            Ordering::Less => true,
            Ordering::Equal => self.is_settled(now, in_view),
            Ordering::Greater => {
                self.settled.iter().any(|(at, known)| *at == frame && is_of(ids, known))
            }
        };
        is_of(ids, in_view) && !is_settled()
    }

    /// Somebody has said what the covered pair is, or nothing, to see it. That
    /// is noted with the truth, and uncovers it.
    ///
    /// # Errors
    /// When nothing is covered, or another pair than the one that is named; the same
    /// the other way round is another.
    pub fn answer(
        &mut self,
        (sandbox, journal): (&Sandbox, &mut Journal),
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
        journal.note(&prediction.recorded());
        self.settled.push((sandbox.world().frame(), pair));
        Ok(prediction)
    }
}

/// Whether these two, in any order, are that pair.
#[must_use]
pub fn is_of([a, b]: [ObjectId; 2], pair: &Pair) -> bool {
    let sorted = |a: ObjectId, b: ObjectId| [a.min(b), a.max(b)];
    sorted(a, b) == sorted(pair.a.id, pair.b.id)
}

/// Whether a command would tell what is covered, and so has to wait for the
/// answer.
#[must_use]
pub fn tells(command: &Command, covered: &Pair) -> bool {
    match command {
        Command::Check | Command::Expect(_) | Command::Assert(_) => true,
        Command::Why([a, b], _) => {
            let pair = [covered.a.name, covered.b.name];
            pair == [*a, *b] || pair == [*b, *a]
        }
        _ => false,
    }
}
