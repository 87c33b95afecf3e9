//! What a program answered: counts, and pairs that could become examples.

use std::collections::BTreeMap;

use crate::cli::compare::{Case, Measure, Starts};
use hitscan_core::methods::{
    Agreement, Cause, Contact, Judgement, Likenesses, Meets, OwnAnswer, OwnPair, Says, Tolerance,
    judge,
};

/// What an answer comes to: its agreement, and the reason where it differs.
pub(super) type Class = (Agreement, Option<Cause>);

/// Where a pair comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The list of named pairs.
    Named,
    /// The generator.
    Random,
}

/// How answers are judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) contact: Contact,
    pub(super) tolerance: Tolerance,
}

/// The counts of a trial.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) classes: BTreeMap<Class, Counts>,
    /// How often pairs that touch were called a hit, a miss, a touch.
    pub(super) touching: BTreeMap<Says, u64>,
    /// What it answers like.
    pub(super) likenesses: Likenesses,
}

/// A pair, and what the program answered when it was asked with others.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) case: Case,
    pub(super) answer: OwnAnswer,
}

/// The pairs of a class.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) named: u64,
    pub(super) random: u64,
    /// Those to simplify from.
    pub(super) starts: Starts<(), Shown>,
}

impl Rules {
    /// What an answer is worth.
    pub(super) fn judge(&self, case: &Case, answer: &OwnAnswer) -> Judgement {
        judge(own_pair(case), answer, self.contact, self.tolerance)
    }
}

/// The pair as it is judged.
pub(super) const fn own_pair(case: &Case) -> OwnPair<'_> {
    match case {
        Case::Still([a, b]) => OwnPair::Still(a, b),
        Case::Frame([a, b]) => OwnPair::Frame(a, b),
    }
}

impl Tally {
    /// Counts an answer, and says what it comes to.
    pub(super) fn add(
        &mut self,
        case: &Case,
        answer: &OwnAnswer,
        rules: &Rules,
        origin: Origin,
    ) -> Class {
        let pair = own_pair(case);
        if pair.truth().meets == Meets::Touching {
            *self.touching.entry(answer.says).or_default() += 1;
        }
        self.likenesses.add(pair, answer, rules.tolerance);
        let Judgement { agreement, cause } = rules.judge(case, answer);
        let counts = self.classes.entry((agreement, cause)).or_default();
        counts.count(origin);
        if cause.is_some() {
            let shown = || Shown { case: case.clone(), answer: *answer };
            counts.starts.offer((), &Measure::of(case), shown);
        }
        (agreement, cause)
    }

    /// Counts a pair that the program crashed on.
    pub(super) fn add_crash(&mut self, origin: Origin) {
        let counts = self.classes.entry((Agreement::Wrong, Some(Cause::Crash))).or_default();
        counts.count(origin);
    }

    /// The classes with their named and random pairs; plain agreement comes first,
    /// even with none.
    pub(super) fn rows(&self) -> impl Iterator<Item = (Class, [u64; 2])> {
        let agrees = (Agreement::Agrees, None);
        let none = (!self.classes.contains_key(&agrees)).then_some((agrees, [0, 0]));
        let counted =
            self.classes.iter().map(|(&class, counts)| (class, [counts.named, counts.random]));
        none.into_iter().chain(counted)
    }

    /// How many pairs were asked.
    pub(super) fn pairs(&self) -> u64 {
        self.classes.values().map(|counts| counts.named + counts.random).sum()
    }
}

impl Counts {
    const fn count(&mut self, origin: Origin) {
        match origin {
            Origin::Named => self.named += 1,
            Origin::Random => self.random += 1,
        }
    }
}
