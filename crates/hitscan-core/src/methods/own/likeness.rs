//! What a program's answers resemble: for each known answer, on how many pairs the two agree.

use super::answer::OwnAnswer;
use super::known::KnownAnswer;
use super::rules::JudgingRules;
use super::truth::{Meets, OwnPair, OwnTruth};

/// For the pairs of one kind, how many each known answer agrees on.
#[derive(Clone, Debug, Default)]
pub struct Likenesses {
    pairs: u64,
    /// How many pairs had a yes or no that was right, or a matter of choice.
    fair: u64,
    /// In display order.
    known: Vec<(KnownAnswer, u64)>,
}

/// The known answer that a program resembles most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// The known answer that agrees on the most pairs; ties go to the first, and the
    /// truth is first.
    pub known: KnownAnswer,
    /// How many pairs it agrees on.
    pub alike: u64,
    /// How many pairs the program answers like the truth.
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

    /// The known answers that agree on all pairs so far.
    pub fn on_all(&self) -> impl Iterator<Item = KnownAnswer> + '_ {
        let on_all = self.known.iter().filter(|&&(_, alike)| alike == self.pairs);
        on_all.map(|&(known, _)| known)
    }

    /// What the answers resemble most; `None` before the first answer. A slip counts only if it
    /// agrees on all pairs, and on more than those whose yes or no is right or a matter of choice:
    /// it accepts either answer where shapes touch, so it agrees with correct programs too easily.
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
