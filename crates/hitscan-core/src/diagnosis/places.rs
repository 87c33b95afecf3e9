//! Right code with a place or two changed that answers like a program on every pair.

use super::evidence::Asked;
use super::numbers::PairNumbers;
use super::one_place::CodeChange;
use super::said::Said;
use super::search::{Candidate, evenly, has_one_rule};

/// How many wrong and how many right answers each change is compared with first: 64 at most.
const FIRST: [usize; 2] = [40, 40];

/// A change explains one at least of so many wrong answers, or it is no part of two.
const HELPS: usize = 16;

/// How many right answers a part of two may miss, and how many wrong ones two may leave: where one
/// mistake hides the other, neither alone is like the program.
const MISSED: usize = 1;

/// The most parts of two that are put together.
const MOST_PARTS: usize = 160;

/// Right code with a place changed, or two, or with one and a usual mistake behind it.
#[derive(Clone, Debug)]
pub(super) struct ChangedCode<'a> {
    /// Each place, before and after.
    pub(super) places: Vec<[String; 2]>,
    /// What its exact test does wrong.
    pub(super) usual: Option<&'a Candidate>,
    change: CodeChange,
}

impl<'a> ChangedCode<'a> {
    fn one(change: &CodeChange) -> Self {
        let places = vec![[change.before.clone(), change.after.clone()]];
        Self { places, usual: None, change: change.clone() }
    }

    /// What it says if touching does not count, and if it does.
    pub(super) fn says(&self, pair: &PairNumbers) -> Option<[Said; 2]> {
        match self.usual {
            Some(usual) => self.change.says_before(pair, usual.variant.says(pair)),
            None => self.change.says(pair),
        }
    }

    /// Whether it explains an answer.
    pub(super) fn explains(&self, each: &Asked) -> bool {
        self.says(&each.pair).is_some_and(|says| each.is_like(says))
    }
}

/// The answers of a program, those first that tell most.
pub(super) struct Answers<'a> {
    asked: Vec<&'a Asked>,
    /// Some wrong and some right ones.
    first: [Vec<&'a Asked>; 2],
    /// All, wrong and right ones in turns at first.
    in_turns: Vec<&'a Asked>,
}

impl<'a> Answers<'a> {
    pub(super) fn new(asked: Vec<&'a Asked>) -> Self {
        let (wrong, right): (Vec<_>, Vec<_>) = asked.iter().partition(|each| each.is_wrong);
        let first = [evenly(&wrong, FIRST[0]), evenly(&right, FIRST[1])];
        let mut in_turns = Vec::new();
        for turn in 0..FIRST[0].max(FIRST[1]) {
            in_turns.extend(first.iter().filter_map(|those| those.get(turn)).copied());
        }
        in_turns.extend(wrong);
        in_turns.extend(right);
        Self { asked, first, in_turns }
    }

    /// The changes that explain every answer.
    pub(super) fn like_one_change<'c>(&self, changes: &[CodeChange]) -> Vec<ChangedCode<'c>> {
        changes
            .iter()
            .filter(|change| {
                let says = |each: &Asked| change.says(&each.pair);
                self.all_like(says)
            })
            .map(ChangedCode::one)
            .collect()
    }

    fn all_like(&self, says: impl Fn(&Asked) -> Option<[Said; 2]>) -> bool {
        self.in_turns.iter().all(|each| says(each).is_some_and(|says| each.is_like(says)))
            && has_one_rule(&self.asked, |each| says(each).unwrap_or([Said::MISS; 2]))
    }

    /// Two changes of the same code, or one of an early test and a usual mistake behind it, that
    /// explain every answer together.
    pub(super) fn like_two<'c>(
        &self,
        changes: &[CodeChange],
        candidates: &'c [Candidate],
    ) -> Vec<ChangedCode<'c>> {
        let those = changes.iter().filter_map(|change| {
            let explained = self.explained(|each| change.says(&each.pair))?;
            Some((explained, change))
        });
        let mut those: Vec<(u64, &CodeChange)> = those.collect();
        those.sort_by_key(|(explained, _)| std::cmp::Reverse(explained.count_ones()));
        those.truncate(MOST_PARTS);
        let usual = candidates.iter().filter(|it| it.is_mistake()).filter_map(|candidate| {
            let explained = self.explained(|each| Some(candidate.variant.says(&each.pair)))?;
            Some((explained, candidate))
        });
        let usual: Vec<(u64, &Candidate)> = usual.collect();
        let needed = self.first[0].len().saturating_sub(MISSED);
        let suffices = |both: u64| usize::try_from(both.count_ones()).is_ok_and(|it| it >= needed);
        let mut found = Vec::new();
        let mut keep = |code: ChangedCode<'c>| {
            if self.all_like(|each| code.says(&each.pair)) {
                found.push(code);
            }
        };
        for (number, (explained, one)) in those.iter().enumerate() {
            for (by_other, other) in &those[number + 1..] {
                if !suffices(explained | by_other) {
                    continue;
                }
                if let Some(change) = one.and(other) {
                    let places =
                        [one, other].map(|it| [it.before.clone(), it.after.clone()]).into();
                    keep(ChangedCode { places, usual: None, change });
                }
            }
            if one.leaves_the_rest() {
                for (by_usual, candidate) in &usual {
                    if suffices(explained | by_usual) {
                        keep(ChangedCode { usual: Some(candidate), ..ChangedCode::one(one) });
                    }
                }
            }
        }
        found
    }

    /// Which of the first wrong answers a test explains; `None` if it is no part of two.
    fn explained(&self, says: impl Fn(&Asked) -> Option<[Said; 2]>) -> Option<u64> {
        let is_like = |each: &&Asked| says(each).is_some_and(|says| each.is_like(says));
        let [wrong, right] = &self.first;
        if !evenly(wrong, HELPS).iter().any(is_like) {
            return None;
        }
        let mut missed = 0;
        for each in right {
            missed += usize::from(!is_like(&each));
            if missed > MISSED {
                return None;
            }
        }
        let bits = wrong.iter().enumerate().filter(|(_, each)| is_like(each));
        Some(bits.fold(0, |all, (number, _)| all | 1 << number))
    }
}
