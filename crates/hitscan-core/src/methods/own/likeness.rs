//! What a program answers like: known answers, counted over pairs.

use super::answer::OwnAnswer;
use super::known::KnownAnswer;
use super::rules::JudgingRules;
use super::truth::{Meets, OwnPair, OwnTruth};

/// On how many pairs of one kind each known answer is equal.
#[derive(Clone, Debug, Default)]
pub struct Likenesses {
    pairs: u64,
    /// On how many pairs the yes or no is right, or a choice.
    fair: u64,
    /// In the order in which they are named.
    known: Vec<(KnownAnswer, u64)>,
}

/// What a program answers like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// The first known answer that is equal on most pairs, which is the truth unless
    /// another beats it.
    pub known: KnownAnswer,
    /// On how many pairs.
    pub alike: u64,
    /// On how many it answers like the truth.
    pub like_the_truth: u64,
    /// How many pairs there were.
    pub pairs: u64,
}

impl Likenesses {
    /// Counts an answer.
    pub fn add(
        &mut self,
        pair: OwnPair<'_>,
        truth: &OwnTruth,
        answer: &OwnAnswer,
        rules: JudgingRules,
    ) {
        self.pairs += 1;
        if self.known.is_empty() {
            self.known = KnownAnswer::all(pair).into_iter().map(|known| (known, 0)).collect();
        }
        let is_fair = match truth.meets {
            Meets::Touching => true,
            Meets::Apart => !answer.says.is_contact(),
            Meets::Truly | Meets::Before => answer.says.is_contact(),
        };
        self.fair += u64::from(is_fair);
        for (known, alike) in &mut self.known {
            *alike += u64::from(known.answers_like(pair, truth, answer, rules));
        }
    }

    /// How many pairs there were.
    #[must_use]
    pub const fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The known answers that are equal on all pairs so far.
    pub fn on_all(&self) -> impl Iterator<Item = KnownAnswer> + '_ {
        let on_all = self.known.iter().filter(|&&(_, alike)| alike == self.pairs);
        on_all.map(|&(known, _)| known)
    }

    /// What the answers are most like; none before the first. A slip is named where it is
    /// equal on all pairs, since a test that is right but for it leaves touching open.
    #[must_use]
    pub fn most(&self) -> Option<Likeness> {
        let &(_, like_the_truth) = self.known.first()?;
        let is_slip_alone = |alike| alike == self.pairs && alike > self.fair;
        let named = || {
            let all = self.known.iter();
            all.filter(|(known, alike)| !known.is_slip() || is_slip_alone(*alike))
        };
        let most = named().map(|&(_, alike)| alike).max()?;
        let &(known, alike) = named().find(|&&(_, alike)| alike == most)?;
        Some(Likeness { known, alike, like_the_truth, pairs: self.pairs })
    }
}
