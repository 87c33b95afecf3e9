//! Right code with a place or two changed that answers like a program on every pair.

use super::evidence::Asked;
use super::numbers::PairNumbers;
use super::one_place::CodeChange;
use super::said::Said;
use super::search::{Candidate, OneRule, evenly};

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
    /// Some wrong and some right ones.
    first: [Vec<&'a Asked>; 2],
    /// All, wrong and right ones in turns at first.
    in_turns: Vec<&'a Asked>,
}

impl<'a> Answers<'a> {
    pub(super) fn new(asked: &[&'a Asked]) -> Self {
        let (wrong, right): (Vec<_>, Vec<_>) = asked.iter().partition(|each| each.is_wrong);
        let first = [evenly(&wrong, FIRST[0]), evenly(&right, FIRST[1])];
        let mut in_turns = Vec::new();
        for turn in 0..FIRST[0].max(FIRST[1]) {
            in_turns.extend(first.iter().filter_map(|those| those.get(turn)).copied());
        }
        let is_first = |each: &&Asked| first.iter().flatten().any(|it| std::ptr::eq(*it, *each));
        in_turns.extend(wrong.into_iter().chain(right).filter(|each| !is_first(each)));
        Self { first, in_turns }
    }

    /// The changes that explain every answer.
    pub(super) fn like_one_change<'c>(&self, changes: &[CodeChange]) -> Vec<ChangedCode<'c>> {
        let mut found = Vec::new();
        for change in changes {
            if self.all_like(&mut Vec::new(), |each| change.says(&each.pair)) {
                found.push(change);
            }
        }
        // The plainest first.
        let length = |it: &CodeChange| it.before.len() + it.after.len();
        found.sort_by_key(|change| (change.compares_with_itself(), length(change)));
        found.dedup_by(|one, other| [&one.before, &one.after] == [&other.before, &other.after]);
        found.into_iter().map(ChangedCode::one).collect()
    }

    /// Whether a test explains every answer. It is compared with the counterexamples first, which
    /// refuted tests like it; the one that refutes this is added to them.
    fn all_like(
        &self,
        counterexamples: &mut Vec<&'a Asked>,
        says: impl Fn(&Asked) -> Option<[Said; 2]>,
    ) -> bool {
        let is_like = |each: &&Asked| says(each).is_some_and(|says| each.is_like(says));
        if !counterexamples.iter().all(is_like) {
            return false;
        }
        let mut rule = OneRule::default();
        for each in &self.in_turns {
            let Some(said) = says(each).filter(|said| each.is_like(*said)) else {
                counterexamples.push(each);
                return false;
            };
            rule.add(each, said);
        }
        rule.holds()
    }

    /// Two changes of the same code, or one of an early test and a usual mistake behind it, that
    /// explain every answer together.
    pub(super) fn like_two<'c>(
        &self,
        changes: &[CodeChange],
        candidates: &'c [Candidate],
    ) -> Vec<ChangedCode<'c>> {
        let mut found = Vec::new();
        let usual: Vec<&Candidate> = candidates.iter().filter(|it| it.is_mistake()).collect();
        for one in self.strongest(changes, |change, each| change.says(&each.pair)) {
            // What it does not explain alone refutes most others with it, too.
            let mut counterexamples = Vec::new();
            self.all_like(&mut counterexamples, |each| one.says(&each.pair));
            for other in changes {
                let Some(change) = one.and(other) else { continue };
                if self.all_like(&mut counterexamples, |each| change.says(&each.pair)) {
                    let places = [one, other].map(|it| [it.before.clone(), it.after.clone()]);
                    found.push(ChangedCode { places: places.into(), usual: None, change });
                }
            }
            if one.leaves_the_rest() {
                for &usual in &usual {
                    let code = ChangedCode { usual: Some(usual), ..ChangedCode::one(one) };
                    if self.all_like(&mut counterexamples, |each| code.says(&each.pair)) {
                        found.push(code);
                    }
                }
            }
        }
        let early: Vec<_> = changes.iter().filter(|it| it.leaves_the_rest()).collect();
        let says = |it: &&Candidate, each: &Asked| Some(it.variant.says(&each.pair));
        for usual in self.strongest(&usual, says) {
            let mut counterexamples = Vec::new();
            self.all_like(&mut counterexamples, |each| says(usual, each));
            for change in &early {
                let code = ChangedCode { usual: Some(usual), ..ChangedCode::one(change) };
                if self.all_like(&mut counterexamples, |each| code.says(&each.pair)) {
                    found.push(code);
                }
            }
        }
        let length = |it: &ChangedCode<'_>| {
            let all = it.places.iter().flatten().map(String::len).sum::<usize>();
            (it.usual.is_none(), it.change.compares_with_itself(), all)
        };
        found.sort_by_key(length);
        found
    }

    /// Those that explain most of the first wrong answers.
    fn strongest<'t, T>(
        &self,
        all: &'t [T],
        says: impl Fn(&T, &Asked) -> Option<[Said; 2]>,
    ) -> Vec<&'t T> {
        let parts = all.iter().filter_map(|it| Some((self.explained(|each| says(it, each))?, it)));
        let mut parts: Vec<_> = parts.collect();
        parts.sort_by_key(|(explained, _)| std::cmp::Reverse((explained.count_ones(), *explained)));
        let mut same = (0, 0);
        parts.retain(|(explained, _)| {
            same = if same.0 == *explained { (same.0, same.1 + 1) } else { (*explained, 1) };
            same.1 <= ALIKE
        });
        parts.into_iter().take(STRONGEST).map(|(_, it)| it).collect()
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
