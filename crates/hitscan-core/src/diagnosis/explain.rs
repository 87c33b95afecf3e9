//! The experiments in their order: from the answers of a trial to what is claimed.

use std::collections::{BTreeMap, BTreeSet};

use super::catalogue::UsualMistake;
use super::claim::{Blunder, Claim, Findings, ProgramFinding, Proof, WrongClass};
use super::edges::other_edge;
use super::evidence::Asked;
use super::numbers::{PairKind, PairNumbers, ScaleFactor};
use super::one_place::{CodeChange, one_place_changes};
use super::parts::{parts, rounded_times};
use super::places::{Answers, ChangedCode};
use super::questions::{Ask, Questions, ScaledPair};
use super::scaling::{
    AtOtherScales, complexity, decided_by_rounding, decimals_dropped, rounding, smallest,
};
use super::search::{Candidate, MistakeSet, Search, candidates_of, evenly};
use super::unnamed::{facts_of, seen_otherwise, unnamed};
use super::variant::Form;
use crate::methods::{JudgingRules, OwnAnswer};

/// The most questions beyond the pairs of a trial.
pub const MOST_QUESTIONS: usize = 20_000;

/// How many pairs are asked again in another order.
const AGAIN: usize = 400;

/// Fewer wrong answers than this, and further pairs are asked.
const FEW_WRONG: usize = 30;

/// Fewer wrong answers than this, and no mistake is named.
const TOO_FEW_WRONG: usize = 8;

/// The most further pairs, and those of a round.
const MOST_FURTHER: usize = 5000;
const FURTHER_AT_ONCE: usize = 1000;

/// The most pairs on which rivals differ that are asked in a round, and the rounds.
const TELLING: usize = 300;
const TELLING_ROUNDS: usize = 3;

/// On how many pairs kept for that a set of mistakes is confirmed.
const CONFIRMING: usize = 600;

/// How often the search begins anew with pairs that refuted its result.
const SEARCHES: usize = 3;

/// How many touching pairs are seen otherwise if the program treats touching both ways.
const TOUCHING: usize = 200;

/// A program under experiment.
pub struct Investigation<'a> {
    kind: PairKind,
    /// What it was asked: first the pairs of the trial, which alone are counted, then further ones.
    asked: Vec<Asked>,
    /// How many pairs the trial had.
    of_trial: usize,
    questions: Questions<'a>,
    /// Pairs like those of the trial that were not asked yet.
    fresh: Vec<PairNumbers>,
    /// The step between coordinates, in thousandths.
    step: i64,
    candidates: Vec<Candidate>,
    findings: Findings,
}

impl<'a> Investigation<'a> {
    /// A program that answered these pairs. `fresh` are pairs like them that it was not asked;
    /// `step` is the step between coordinates in thousandths.
    pub fn new(
        kind: PairKind,
        asked: Vec<Asked>,
        fresh: Vec<PairNumbers>,
        step: i64,
        rules: JudgingRules,
        ask: &'a mut Ask<'a>,
    ) -> Self {
        let questions = Questions::new(ask, rules, MOST_QUESTIONS);
        let candidates = candidates_of(kind);
        let findings = Findings::default();
        let of_trial = asked.len();
        Self { kind, asked, of_trial, questions, fresh, step, candidates, findings }
    }

    /// Carries out the experiments.
    pub fn explain(mut self) -> Findings {
        self.experiment();
        let wrong = self.asked[..self.of_trial].iter().filter(|each| each.is_wrong).count();
        self.findings.counts = [wrong, self.of_trial - wrong];
        self.findings.asked = self.questions.asked;
        self.findings.is_cut_short |= self.questions.is_cut_short;
        self.findings
    }

    fn experiment(&mut self) {
        if self.is_unsteady() || self.says_one_thing() {
            return;
        }
        if !self.asked.iter().any(|each| each.is_wrong) {
            self.touching();
            return;
        }
        self.ask_more();
        let mut rest = self.without_numbers();
        if rest.is_empty() {
            return;
        }
        if rest.len() < TOO_FEW_WRONG {
            self.leave_unnamed(&rest, [0; 2]);
            return;
        }
        let scales = AtOtherScales::of(&mut self.questions, &of(&self.asked, &rest));
        let decides = scales.is_some_and(|scales| scales.decides());
        if self.find_usual_mistakes(&mut rest, decides) {
            return;
        }
        if let Some(scales) = scales.filter(AtOtherScales::decides) {
            let wrong = of(&self.asked, &rest);
            self.findings.found.push(scales.fixed_number(&mut self.questions, &wrong));
            return;
        }
        self.explain_otherwise(rest);
    }

    /// Asks pairs again in another order.
    fn is_unsteady(&mut self) -> bool {
        let all: Vec<&Asked> = self.asked.iter().collect();
        let mut those = evenly(&all, AGAIN);
        // Every seventh first, and from the end, so that each has another one before it.
        let order = (0..7).flat_map(|turn| those.iter().rev().skip(turn).step_by(7).copied());
        those = order.collect();
        let pairs = those.iter().map(|each| each.pair.clone()).collect();
        let Some(again) = self.questions.judged(pairs) else { return false };
        let differs = |at: &usize| those[*at].answer != again[*at].answer;
        let differing: Vec<usize> = (0..again.len()).filter(differs).collect();
        let Some(&at) = differing.iter().min_by_key(|&&at| complexity(&those[at].pair)) else {
            return false;
        };
        let claim = Claim::Unsteady {
            differ: [differing.len(), those.len()],
            again: again[at].answer,
            before: at.checked_sub(1).map(|before| Box::new(again[before].clone())),
        };
        let example = Some(those[at].clone());
        let explains = self.asked.iter().filter(|each| each.is_wrong).count();
        self.findings.found.push(ProgramFinding { claim, explains, example, proof: Proof::None });
        true
    }

    fn says_one_thing(&mut self) -> bool {
        let wrong: Vec<&Asked> = self.asked.iter().filter(|each| each.is_wrong).collect();
        let mut says = self.asked.iter().map(|each| each.answer.says.is_contact());
        let Some(first) = says.next() else { return true };
        if wrong.is_empty() || !says.all(|other| other == first) {
            return false;
        }
        let (explains, example) = (wrong.len(), smallest(&wrong));
        let claim = Claim::Always(first);
        self.findings.found.push(ProgramFinding { claim, explains, example, proof: Proof::Wrong });
        true
    }

    /// A right program that treats touching both ways: on what that depends.
    fn touching(&mut self) {
        let touching: Vec<&Asked> = self.asked.iter().filter(|it| !it.is_decided()).collect();
        let hits = touching.iter().filter(|each| each.answer.says.is_contact()).count();
        if hits == 0 || hits == touching.len() {
            return;
        }
        let those = [evenly(&touching, TOUCHING)];
        let changes = |one: &Asked, other: &Asked| {
            one.answer.says.is_contact() != other.answer.says.is_contact()
        };
        let seen = seen_otherwise(&mut self.questions, self.kind, &those, changes);
        self.findings.touching = seen.into_iter().flatten().filter(|it| it.count >= 5).collect();
        self.findings.touching.sort_by_key(|seen| std::cmp::Reverse(seen.count));
    }

    /// If few answers are wrong, asks more pairs, those nearest to the wrong ones first.
    fn ask_more(&mut self) {
        let mut known: BTreeSet<PairNumbers> =
            self.asked.iter().map(|each| each.pair.clone()).collect();
        let mut left = MOST_FURTHER;
        loop {
            let wrong: Vec<&Asked> = self.asked.iter().filter(|each| each.is_wrong).collect();
            if wrong.len() >= FEW_WRONG || left == 0 {
                return;
            }
            let near = wrong.iter().flat_map(|each| neighbours(&each.pair, self.step));
            let near: Vec<PairNumbers> = near.filter(|pair| known.insert(pair.clone())).collect();
            let mut pairs: Vec<PairNumbers> =
                near.into_iter().filter_map(PairNumbers::with_truth).collect();
            let room = FURTHER_AT_ONCE.min(left);
            pairs.truncate(room);
            let fresh = (room - pairs.len()).min(self.fresh.len());
            pairs.extend(self.fresh.drain(..fresh));
            if pairs.is_empty() {
                return;
            }
            left -= pairs.len();
            let Some(more) = self.questions.judged(pairs) else { return };
            self.asked.extend(more);
        }
    }

    /// What the numbers themselves explain; returns the places of the other wrong answers.
    fn without_numbers(&mut self) -> Vec<usize> {
        let wrong = |asked: &[Asked]| -> Vec<usize> {
            (0..asked.len()).filter(|&at| asked[at].is_wrong).collect()
        };
        let rest = wrong(&self.asked);
        if self.asked.iter().all(|each| each.pair.is_whole()) {
            return rest;
        }
        let all: Vec<&Asked> = self.asked.iter().collect();
        if let Some(found) = decimals_dropped(&mut self.questions, &all) {
            self.findings.found.push(found);
            return rest.into_iter().filter(|&at| self.asked[at].pair.is_whole()).collect();
        }
        let Some((found, explained)) = rounding(&mut self.questions, &of(&self.asked, &rest))
        else {
            return rest;
        };
        self.findings.found.push(found);
        let explained: BTreeSet<PairNumbers> = explained.into_iter().collect();
        rest.into_iter().filter(|&at| !explained.contains(&self.asked[at].pair)).collect()
    }

    /// Searches for usual mistakes that explain every answer.
    fn find_usual_mistakes(&mut self, rest: &mut Vec<usize>, depends_on_scale: bool) -> bool {
        // Those that the numbers explain take no part.
        let left: BTreeSet<usize> = rest.iter().copied().collect();
        let mut taken: Vec<usize> = (0..self.asked.len())
            .filter(|at| !self.asked[*at].is_wrong || left.contains(at))
            .collect();
        for _ in 0..SEARCHES {
            let asked = of(&self.asked, &taken);
            let mut found = Search::new(&self.candidates, asked, depends_on_scale).smallest_sets();
            if found.is_empty() && self.findings.rounded == 0 {
                self.leave_out_rounded(&mut taken);
                let asked = of(&self.asked, &taken);
                if self.findings.rounded > 0 {
                    found = Search::new(&self.candidates, asked, depends_on_scale).smallest_sets();
                }
            }
            if found.is_empty() {
                self.findings.rounded = 0;
                return false;
            }
            let before = self.asked.len();
            let told = self.tell_apart(&mut found);
            let is_confirmed = told && self.confirm(&mut found);
            taken.extend(before..self.asked.len());
            rest.extend((before..self.asked.len()).filter(|&at| self.asked[at].is_wrong));
            if !found.is_empty() {
                self.findings.is_cut_short |= !is_confirmed;
                self.claim_usual(&found, &taken);
                return true;
            }
            if !is_confirmed {
                break;
            }
        }
        self.findings.rounded = 0;
        false
    }

    /// Leaves out the right answers that rounding decides.
    fn leave_out_rounded(&mut self, taken: &mut Vec<usize>) {
        let rounded = decided_by_rounding(&mut self.questions, &of(&self.asked, taken));
        let is_rounded = |at: &usize| rounded.contains(&self.asked[*at].pair);
        // Only the pairs of the trial are counted.
        let counted = taken.iter().filter(|&&at| at < self.of_trial && is_rounded(&at)).count();
        taken.retain(|at| !is_rounded(at));
        self.findings.rounded = counted;
    }

    /// Asks pairs on which rivals differ, and drops those that fail. Returns whether it could ask.
    fn tell_apart(&mut self, found: &mut Vec<MistakeSet>) -> bool {
        for _ in 0..TELLING_ROUNDS {
            if found.len() < 2 {
                return true;
            }
            let differ = |pair: &PairNumbers| {
                let mut says = found.iter().map(|set| set.variant.says(pair));
                let first = says.next();
                says.any(|other| Some(other) != first)
            };
            let telling: Vec<usize> =
                (0..self.fresh.len()).filter(|&at| differ(&self.fresh[at])).take(TELLING).collect();
            if telling.is_empty() {
                return true;
            }
            let count = found.len();
            if !self.ask_fresh(&telling, found) {
                return false;
            }
            if found.len() == count {
                return true;
            }
        }
        true
    }

    /// Asks pairs kept for that, those first that the best set makes hits although they are none, or
    /// the other way round. Sets that fail are dropped.
    fn confirm(&mut self, found: &mut Vec<MistakeSet>) -> bool {
        let Some(best) = found.first() else { return true };
        let is_wrong = |at: &usize| {
            let pair = &self.fresh[*at];
            let [exact, says] = [pair.kind.exact(pair), best.variant.says(pair)];
            exact != says
        };
        let (wrong, right): (Vec<usize>, Vec<usize>) = (0..self.fresh.len()).partition(is_wrong);
        let confirming: Vec<usize> = wrong.into_iter().chain(right).take(CONFIRMING).collect();
        self.ask_fresh(&confirming, found)
    }

    /// Asks some of the fresh pairs, and drops the sets that do not explain the answers.
    fn ask_fresh(&mut self, places: &[usize], found: &mut Vec<MistakeSet>) -> bool {
        let pairs: Vec<PairNumbers> = places.iter().map(|&at| self.fresh[at].clone()).collect();
        let Some(more) = self.questions.judged(pairs) else { return false };
        let taken: BTreeSet<usize> = places.iter().copied().collect();
        let mut at = 0;
        self.fresh.retain(|_| {
            at += 1;
            !taken.contains(&(at - 1))
        });
        found.retain(|set| more.iter().all(|each| each.is_like(set.variant.says(&each.pair))));
        self.asked.extend(more);
        true
    }

    /// Claims each mistake of the best set, with the wrong answers that only it explains.
    fn claim_usual(&mut self, found: &[MistakeSet], taken: &[usize]) {
        let Some(set) = found.first() else { return };
        let candidates = &self.candidates;
        let is_mistake = |number: &&usize| candidates[**number].is_mistake();
        let mistakes: Vec<usize> = set.of.iter().filter(is_mistake).copied().collect();
        let built = set.of.iter().filter(|it| !is_mistake(it));
        let built: Vec<UsualMistake> = built.filter_map(|&it| candidates[it].mistake()).collect();
        let wrong = taken.iter().filter(|&&at| self.asked[at].is_wrong);
        let (of_trial, wrong): (Vec<bool>, Vec<&Asked>) =
            wrong.map(|&at| (at < self.of_trial, &self.asked[at])).unzip();
        let needs = |each: &Asked, number: usize| {
            !each.is_like(set.without(candidates, number).variant.says(&each.pair))
        };
        let mut counted: Vec<(usize, usize)> = mistakes
            .iter()
            .map(|&number| (wrong.iter().filter(|each| needs(each, number)).count(), number))
            .collect();
        counted.sort_by_key(|&(count, number)| (std::cmp::Reverse(count), number));
        let owner = |each: &Asked| {
            let mut of_set = counted.iter().map(|&(_, number)| number);
            let alone = |&number: &usize| each.is_like(candidates[number].variant.says(&each.pair));
            let mut again = of_set.clone();
            of_set.find(|&number| needs(each, number)).or_else(|| again.find(alone))
        };
        let owners: Vec<Option<usize>> = wrong.iter().map(|each| owner(each)).collect();
        for (place, &(_, number)) in counted.iter().enumerate() {
            let of_it = |it: &Option<usize>| *it == Some(number) || place == 0 && it.is_none();
            let owned = wrong.iter().zip(&of_trial).zip(&owners);
            let owned = owned.filter(|(_, owner)| of_it(owner)).map(|(each, _)| each);
            let explains = owned.clone().filter(|(_, is_of_trial)| **is_of_trial).count();
            let owned: Vec<&Asked> = owned.map(|(each, _)| *each).collect();
            let same_as = found[1..].iter().filter_map(|rival| self.told_from(set, rival, number));
            let claim = Claim::Usual {
                mistake: candidates[number].blunder.clone(),
                built: built.clone(),
                same_as: same_as.take(2).collect(),
                confirmed: CONFIRMING,
                facts: facts_of(&owned),
            };
            let without = set.without(candidates, number);
            let (all, without) = (set.variant.clone(), without.variant);
            let decides = |each: &Asked| {
                let says = all.says(&each.pair);
                each.is_decided() && says[0].hit == says[1].hit
            };
            let sure: Vec<&Asked> = owned.iter().filter(|each| decides(each)).copied().collect();
            let example = smallest(if sure.is_empty() { &owned } else { &sure });
            let proof = Proof::Decides { all: all.clone(), without, is_sure: !sure.is_empty() };
            self.findings.found.push(ProgramFinding { claim, explains, example, proof });
        }
    }

    /// What a rival has in place of a mistake, if it differs from the set in that alone.
    fn told_from(
        &self,
        set: &MistakeSet,
        rival: &MistakeSet,
        number: usize,
    ) -> Option<Vec<Blunder>> {
        let lacks = set.of.iter().filter(|it| !rival.of.contains(it));
        let lacks: Vec<usize> = lacks.copied().collect();
        let has = rival.of.iter().filter(|it| !set.of.contains(it));
        let has: Vec<Blunder> = has
            .filter(|&&it| self.candidates[it].is_mistake())
            .map(|&it| self.candidates[it].blunder.clone())
            .collect();
        let own = self.candidates[number].blunder.clone();
        (lacks.contains(&number) && !has.is_empty() && !has.contains(&own)).then_some(has)
    }

    /// What no set of usual mistakes explains: a place changed, parts, an edge; else groups.
    fn explain_otherwise(&mut self, rest: Vec<usize>) {
        let left: BTreeSet<usize> = rest.iter().copied().collect();
        let taken =
            (0..self.asked.len()).filter(|at| !self.asked[*at].is_wrong || left.contains(at));
        let taken: Vec<usize> = taken.collect();
        let mut rest = rest;
        if let Some(found) = rounded_times(&of(&self.asked, &taken)) {
            self.findings.found.push(found);
            rest.retain(|&at| {
                self.asked[at].answer.t.is_none() || self.asked[at].true_time().is_none()
            });
            if rest.is_empty() {
                return;
            }
        }
        let changes = one_place_changes(self.kind);
        if self.find_changed_place(&changes, &rest, &taken) {
            return;
        }
        let mut unexplained = rest;
        {
            let asked = of(&self.asked, &taken);
            let (found, explained) = parts(&self.candidates, &asked);
            self.findings.found.extend(found);
            unexplained.retain(|&at| !explained.contains(&self.asked[at].pair));
        }
        if unexplained.is_empty() {
            return;
        }
        let wrong = of(&self.asked, &unexplained);
        if let Some(found) = other_edge(&mut self.questions, &wrong) {
            self.findings.found.push(found);
            return;
        }
        // A mistake that has two forms counts once.
        let is_counted = |it: &&Candidate| it.is_mistake() && it.variant.form != Form::Open;
        let tried = self.candidates.iter().filter(is_counted).count();
        self.leave_unnamed(&unexplained, [tried, changes.len()]);
    }

    /// Looks for right code with one place changed, or two, that answers like the program on every
    /// pair, and on those kept to confirm it.
    fn find_changed_place(
        &mut self,
        changes: &[CodeChange],
        rest: &[usize],
        taken: &[usize],
    ) -> bool {
        let candidates = std::mem::take(&mut self.candidates);
        let mut answers = Answers::new(&of(&self.asked, taken));
        let mut fitting = answers.like_one_change(changes);
        if fitting.is_empty() {
            fitting = answers.like_two(changes, &candidates);
        }
        self.confirm_places(&mut fitting);
        let claim = fitting.first().map(|best| {
            let facts = facts_of(&of(&self.asked, rest));
            let tried = changes.len();
            match (&best.places[..], best.usual) {
                ([_], None) => {
                    let places = fitting.iter().filter_map(|it| it.places.first().cloned());
                    Claim::OnePlace { changes: places.take(3).collect(), tried, facts }
                }
                (places, usual) => {
                    let usual = usual.map(|it| it.blunder.clone());
                    Claim::TwoPlaces { changes: places.to_vec(), usual, tried, facts }
                }
            }
        });
        drop(fitting);
        self.candidates = candidates;
        let Some(claim) = claim else { return false };
        let explains = rest.iter().filter(|&&at| at < self.of_trial).count();
        let example = smallest(&of(&self.asked, rest));
        self.findings.found.push(ProgramFinding { claim, explains, example, proof: Proof::Wrong });
        true
    }

    /// Asks pairs kept for that, those first that the best code makes wrong, and drops the code that
    /// fails; all of it if nothing can be asked.
    fn confirm_places(&mut self, fitting: &mut Vec<ChangedCode<'_>>) {
        let Some(best) = fitting.first() else { return };
        let is_wrong = |at: &usize| {
            let pair = &self.fresh[*at];
            best.says(pair) != Some(pair.kind.exact(pair))
        };
        let (telling, other): (Vec<usize>, Vec<usize>) = (0..self.fresh.len()).partition(is_wrong);
        let confirming = telling.into_iter().chain(other).take(CONFIRMING);
        let pairs = confirming.map(|at| self.fresh[at].clone()).collect();
        match self.questions.judged(pairs) {
            Some(more) => fitting.retain(|code| more.iter().all(|each| code.explains(each))),
            None => fitting.clear(),
        }
    }

    fn leave_unnamed(&mut self, rest: &[usize], tried: [usize; 2]) {
        let wrong = of(&self.asked, rest);
        let found = unnamed(&mut self.questions, self.kind, &wrong, tried);
        self.findings.found.extend(found);
    }
}

/// How many answers a search takes part in; the others tell rivals apart and confirm.
const SEARCHED: usize = 2000;

/// What the answers of a program show that can be asked nothing more: the first `SEARCHED` are
/// searched for usual mistakes, which the rest must confirm.
pub fn explain_answers(
    kind: PairKind,
    mut answered: Vec<(PairNumbers, OwnAnswer)>,
    rules: JudgingRules,
) -> Findings {
    let kept = answered.split_off(SEARCHED.min(answered.len()));
    let judged =
        answered.iter().filter_map(|(pair, said)| Asked::judged(pair.clone(), *said, rules));
    let judged: Vec<Asked> = judged.collect();
    let fresh = kept.iter().map(|(pair, _)| pair.clone()).collect();
    let known: BTreeMap<PairNumbers, OwnAnswer> = kept.into_iter().collect();
    // Other experiments than those of the search end at once.
    let mut ask = |pairs: &[ScaledPair]| {
        let known = |it: &ScaledPair| known.get(&it.pair).filter(|_| it.scale == ScaleFactor::ONE);
        pairs.iter().map_while(known).copied().collect()
    };
    Investigation::new(kind, judged, fresh, WHOLE, rules, &mut ask).explain()
}

/// The step of whole numbers, in thousandths.
const WHOLE: i64 = 1000;

impl WrongClass {
    /// What is wrong with an answer.
    pub fn of(asked: &Asked) -> Self {
        match (asked.is_decided(), asked.answer.says.is_contact()) {
            (false, _) => Self::Slides,
            (true, false) => Self::Misses,
            (true, true) if asked.has_wrong_side() => Self::Sides,
            (true, true) if asked.has_wrong_time() => Self::Times,
            (true, true) => Self::Hits,
        }
    }
}

/// Those of the asked pairs, by their places.
fn of<'a>(asked: &'a [Asked], places: &[usize]) -> Vec<&'a Asked> {
    places.iter().map(|&at| &asked[at]).collect()
}

/// The pairs with one number changed by one step.
fn neighbours(pair: &PairNumbers, step: i64) -> impl Iterator<Item = PairNumbers> {
    let moved = if pair.kind == PairKind::Frame { 2 } else { 0 };
    let places = [0, 1]
        .into_iter()
        .flat_map(|side| (0..pair.places[side].len()).map(move |index| (side, index, false)));
    let motions = (0..moved).flat_map(|side| [0, 1].map(|index| (side, index, true)));
    places
        .chain(motions)
        .flat_map(move |(side, index, is_motion)| {
            [step, -step].map(|by| {
                let mut near = pair.clone();
                let number = if is_motion {
                    &mut near.motions[side][index]
                } else {
                    &mut near.places[side][index]
                };
                *number += by;
                near
            })
        })
        .filter(PairNumbers::has_sizes)
}
