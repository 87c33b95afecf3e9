//! Right code with a place or two changed that answers like a program on every pair.

use super::evidence::Asked;
use super::numbers::PairNumbers;
use super::one_place::CodeChange;
use super::said::Said;
use super::search::{Candidate, evenly, has_one_rule};

/// How many wrong and how many right answers each change is compared with first: 64 at most.
const FIRST: [usize; 2] = [40, 40];

/// The stronger part of two explains one at least of so many wrong answers.
const HELPS: usize = 8;

/// How many right answers it may miss: there one mistake hides the other.
const MISSED: usize = 1;

/// So many of the strongest parts are put together with all others.
const STRONGEST: usize = 24;

/// So many of them that explain the same answers.
const ALIKE: usize = 2;

/// Right code with a place changed, or two, or with one and a usual mistake behind it.
#[derive(Clone, Debug)]
pub(super) struct ChangedCode<'a> {
    /// Each place, before and after.
    pub(super) places: Vec<[String; 2]>,
    /// What its exact test does wrong.
    pub(super) usual: Option<&'a Candidate>,
    change: CodeChange,
}

impl ChangedCode<'_> {
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
        let says = |change: &CodeChange, each: &Asked| change.says(&each.pair);
        let mut found: Vec<&CodeChange> =
            changes.iter().filter(|change| self.all_like(|each| says(change, each))).collect();
        // The plainest first.
        let length = |it: &CodeChange| it.before.len() + it.after.len();
        found.sort_by_key(|change| (change.compares_with_itself(), length(change)));
        found.dedup_by(|one, other| [&one.before, &one.after] == [&other.before, &other.after]);
        found.into_iter().map(ChangedCode::one).collect()
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
        let strongest = self.strongest(changes, |change, each| change.says(&each.pair));
        let mut found = Vec::new();
        let mut keep = |code: ChangedCode<'c>, explained: u64| {
            // Those first that the stronger part leaves.
            let first = self.first[0].iter().enumerate();
            let mut left = first.filter(|(number, _)| explained >> number & 1 == 0);
            if left.all(|(_, each)| code.explains(each))
                && self.all_like(|each| code.says(&each.pair))
            {
                found.push(code);
            }
        };
        for &(explained, one) in &strongest {
            for other in changes {
                if let Some(change) = one.and(other) {
                    let places = [one, other].map(|it| [it.before.clone(), it.after.clone()]);
                    keep(ChangedCode { places: places.into(), usual: None, change }, explained);
                }
            }
        }
        let usual: Vec<&Candidate> = candidates.iter().filter(|it| it.is_mistake()).collect();
        let before =
            |code: &CodeChange, usual| ChangedCode { usual: Some(usual), ..ChangedCode::one(code) };
        for &(explained, one) in strongest.iter().filter(|(_, it)| it.leaves_the_rest()) {
            for &usual in &usual {
                keep(before(one, usual), explained);
            }
        }
        let early: Vec<_> = changes.iter().filter(|it| it.leaves_the_rest()).collect();
        let says = |it: &&Candidate, each: &Asked| Some(it.variant.says(&each.pair));
        for (explained, usual) in self.strongest(&usual, says) {
            for change in &early {
                keep(before(change, usual), explained);
            }
        }
        let length = |it: &ChangedCode<'_>| {
            let all = it.places.iter().flatten().map(String::len).sum::<usize>();
            (it.usual.is_none(), it.change.compares_with_itself(), all)
        };
        found.sort_by_key(length);
        found
    }

    /// Those that explain most of the first wrong answers, and with which.
    fn strongest<'t, T>(
        &self,
        all: &'t [T],
        says: impl Fn(&T, &Asked) -> Option<[Said; 2]>,
    ) -> Vec<(u64, &'t T)> {
        let parts = all.iter().filter_map(|it| Some((self.explained(|each| says(it, each))?, it)));
        let mut parts: Vec<_> = parts.collect();
        parts.sort_by_key(|(explained, _)| std::cmp::Reverse((explained.count_ones(), *explained)));
        let mut same = (0, 0);
        parts.retain(|(explained, _)| {
            same = if same.0 == *explained { (same.0, same.1 + 1) } else { (*explained, 1) };
            same.1 <= ALIKE
        });
        parts.truncate(STRONGEST);
        parts
    }

    /// Which of the first wrong answers a test explains; `None` if it is no stronger part of two.
    fn explained(&self, says: impl Fn(&Asked) -> Option<[Said; 2]>) -> Option<u64> {
        let is_like = |each: &&Asked| says(each).is_some_and(|says| each.is_like(says));
        let [wrong, right] = &self.first;
        if !evenly(wrong, HELPS).iter().any(is_like) {
            return None;
        }
        let mut missed = 0;
        for each in right {
            missed += usize::from(!is_like(each));
            if missed > MISSED {
                return None;
            }
        }
        let bits = wrong.iter().enumerate().filter(|(_, each)| is_like(each));
        Some(bits.fold(0, |all, (number, _)| all | 1 << number))
    }
}
