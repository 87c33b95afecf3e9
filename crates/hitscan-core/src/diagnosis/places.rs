//! Right code with a place or two changed that answers like a program on every pair.

use std::cell::Cell;

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

/// How often code with two changes is carried out in all: what is left by then explains nothing.
const MOST_EVALUATIONS: usize = 640_000;

/// So many times as long as others take those with a loop over the edges of a polygon.
const LONGER: usize = 5;

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
    /// All, those first, then what is wrong, then yes and no in turns.
    in_turns: Vec<&'a Asked>,
    /// How many of them are decided, after each.
    decided: Vec<usize>,
    /// How often a test was carried out.
    evaluations: Cell<usize>,
    /// How often at most.
    most: usize,
}

impl<'a> Answers<'a> {
    pub(super) fn new(asked: &[&'a Asked]) -> Self {
        let (wrong, right): (Vec<_>, Vec<_>) = asked.iter().partition(|each| each.is_wrong);
        let first = [evenly(&wrong, FIRST[0]), evenly(&right, FIRST[1])];
        let is_first = |each: &&Asked| first.iter().flatten().any(|it| std::ptr::eq(*it, *each));
        let (yes, no): (Vec<_>, Vec<_>) =
            right.into_iter().partition(|each| each.answer.says.is_contact());
        let rest = wrong.into_iter().chain(alternating(&yes, &no));
        let rest = rest.filter(|each| !is_first(each));
        let in_turns: Vec<_> = alternating(&first[0], &first[1]).into_iter().chain(rest).collect();
        let mut left = 0;
        let mut decided: Vec<usize> = Vec::new();
        for each in in_turns.iter().rev() {
            decided.push(left);
            left += usize::from(each.is_decided());
        }
        decided.reverse();
        Self { first, in_turns, decided, evaluations: Cell::new(0), most: usize::MAX }
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
        let says = |each: &Asked| self.said(each, &says);
        if !counterexamples.iter().all(|each| says(each).is_some()) {
            return false;
        }
        let mut rule = OneRule::default();
        for (each, left) in self.in_turns.iter().zip(&self.decided) {
            let Some(said) = says(each) else {
                counterexamples.push(each);
                return false;
            };
            rule.add(each, said);
            if !rule.may_hold(*left) {
                return false;
            }
        }
        true
    }

    /// What a test says, if it explains the answer.
    fn said(&self, each: &Asked, says: impl Fn(&Asked) -> Option<[Said; 2]>) -> Option<[Said; 2]> {
        let count = self.evaluations.get();
        if count == self.most {
            return None;
        }
        self.evaluations.set(count + 1);
        says(each).filter(|said| each.is_like(*said))
    }

    /// Two changes of the same code, or one of an early test and a usual mistake behind it, that
    /// explain every answer together.
    pub(super) fn like_two<'c>(
        &mut self,
        changes: &[CodeChange],
        candidates: &'c [Candidate],
    ) -> Vec<ChangedCode<'c>> {
        let has_loops = self.in_turns.iter().any(|each| each.pair.is_polygon(0));
        let most = if has_loops { MOST_EVALUATIONS / LONGER } else { MOST_EVALUATIONS };
        self.most = self.evaluations.get() + most;
        let mut found = Vec::new();
        let usual: Vec<&Candidate> = candidates.iter().filter(|it| it.is_mistake()).collect();
        for one in self.strongest(changes, |change, each| change.says(&each.pair)) {
            // What it does not explain alone refutes most others with it, too. If that is nothing,
            // it is always on its own boundary, and would explain every program.
            let mut counterexamples = Vec::new();
            self.all_like(&mut counterexamples, |each| one.says(&each.pair));
            if counterexamples.is_empty() {
                continue;
            }
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
            if counterexamples.is_empty() {
                continue;
            }
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
        let is_like = |each: &&Asked| self.said(each, &says).is_some();
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

/// One of each in turns, as long as there are any.
fn alternating<'a>(one: &[&'a Asked], other: &[&'a Asked]) -> Vec<&'a Asked> {
    let turns = 0..one.len().max(other.len());
    turns.flat_map(|turn| [one.get(turn), other.get(turn)]).flatten().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnosis::numbers::PairKind;
    use crate::diagnosis::numbers::tests::random_pairs;
    use crate::diagnosis::one_place::one_place_changes;
    use crate::diagnosis::search::candidates_of;
    use crate::methods::{ContactRule, JudgingRules, Meets, OwnReply};

    /// Answers of a program that misses where no code has a place for it.
    fn unexplained(kind: PairKind) -> Vec<Asked> {
        let rules = JudgingRules { contact: ContactRule::Any, ..JudgingRules::default() };
        let asked = random_pairs(kind, 3000).into_iter().filter_map(|pair| {
            let is_lost = pair.all().sum::<i64>() / 1000 % 5 == 0;
            let is_hit = pair.meets == Meets::Truly && !is_lost;
            match OwnReply::from_text(if is_hit { "hit" } else { "miss" }) {
                Some(OwnReply::Answer(answer)) => Asked::judged(pair, answer, rules),
                _ => None,
            }
        });
        asked.collect()
    }

    #[test]
    fn what_nothing_explains_is_seen_after_few_evaluations() {
        for kind in [PairKind::BoxLaser, PairKind::Frame] {
            let asked = unexplained(kind);
            let mut answers = Answers::new(&asked.iter().collect::<Vec<_>>());
            let changes = one_place_changes(kind);
            let candidates = candidates_of(kind);
            assert!(answers.like_one_change(&changes).is_empty(), "{}", kind.token());
            assert!(answers.like_two(&changes, &candidates).is_empty(), "{}", kind.token());
            let evaluations = answers.evaluations.get();
            let most = 100 * changes.len();
            assert!(evaluations <= most, "{}: {evaluations} of {most}", kind.token());
        }
    }
}
