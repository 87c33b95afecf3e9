//! Asking a program further pairs, within a limit.

use super::evidence::Asked;
use super::numbers::{PairNumbers, ScaleFactor};
use crate::methods::{JudgingRules, OwnAnswer};

/// A pair to ask, and its scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScaledPair {
    /// The pair.
    pub pair: PairNumbers,
    /// What its numbers are multiplied with.
    pub scale: ScaleFactor,
}

/// Asks a program pairs in one round. It returns fewer answers than pairs when the time is up or the
/// program fails, and then that experiment ends.
pub type Ask<'a> = dyn FnMut(&[ScaledPair]) -> Vec<OwnAnswer> + 'a;

/// The questions of the experiments.
pub(super) struct Questions<'a> {
    ask: &'a mut Ask<'a>,
    rules: JudgingRules,
    /// How many were asked.
    pub(super) asked: usize,
    /// How many may be asked.
    most: usize,
    /// Whether an experiment ended early.
    pub(super) is_cut_short: bool,
}

impl<'a> Questions<'a> {
    pub(super) const fn new(ask: &'a mut Ask<'a>, rules: JudgingRules, most: usize) -> Self {
        Self { ask, rules, asked: 0, most, is_cut_short: false }
    }

    /// The answers to all pairs; `None` if not all were answered.
    fn answers(&mut self, pairs: &[ScaledPair]) -> Option<Vec<OwnAnswer>> {
        if pairs.is_empty() {
            return Some(Vec::new());
        }
        if self.asked + pairs.len() > self.most {
            self.is_cut_short = true;
            return None;
        }
        let answers = (self.ask)(pairs);
        self.asked += answers.len();
        (answers.len() == pairs.len()).then_some(answers)
    }

    /// The pairs with their answers, judged.
    pub(super) fn judged(&mut self, pairs: Vec<PairNumbers>) -> Option<Vec<Asked>> {
        self.scaled(
            pairs.into_iter().map(|pair| ScaledPair { pair, scale: ScaleFactor::ONE }).collect(),
        )
    }

    /// The pairs at other scales, judged like the pairs themselves: the truth does not depend on
    /// the scale.
    pub(super) fn scaled(&mut self, pairs: Vec<ScaledPair>) -> Option<Vec<Asked>> {
        let answers = self.answers(&pairs)?;
        let judged = pairs.into_iter().zip(answers);
        Some(judged.filter_map(|(of, answer)| Asked::judged(of.pair, answer, self.rules)).collect())
    }
}
