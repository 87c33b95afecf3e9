//! Counts a program's answers, and keeps pairs that could become examples.

use std::collections::BTreeMap;

use super::pairs_from::{GivenExact, GivenPair};

use hitscan_core::methods::{
    Agreement, Case, Cause, Complexity, Judgement, JudgingRules, Likenesses, Meets, OwnAnswer,
    Reason, Says, Starts, Touch,
};

/// How many pairs are kept for experiments.
const MOST_KEPT: usize = 100_000;

/// The class of an answer: its agreement, and the reason if it differs by convention.
pub(super) type AnswerClass = (Agreement, Option<Cause>);

/// Where a pair comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The list of named pairs.
    Named,
    /// The generator.
    Random,
}

/// The pairs of each class.
pub(super) type Classes = BTreeMap<AnswerClass, ClassCounts>;

/// The counts of a trial.
#[derive(Debug)]
pub struct TrialTally {
    pub(super) rules: JudgingRules,
    classes: Classes,
    /// The first pairs that were asked, for experiments, and whether their answers are wrong.
    pub(super) kept: Vec<(AnsweredCase, bool)>,
    /// For each way of touching, how often such pairs were called a hit, a miss or a touch.
    pub(super) touching: BTreeMap<Touch, BTreeMap<Says, u64>>,
    /// What the program resembles.
    pub(super) likenesses: Likenesses,
}

/// A pair, and the program's answer when it was asked together with others.
#[derive(Clone, Debug)]
pub(super) struct AnsweredCase {
    pub(super) case: Case,
    pub(super) answer: OwnAnswer,
}

/// The pairs of a class.
#[derive(Debug, Default)]
pub(super) struct ClassCounts {
    pub(super) named: u64,
    pub(super) random: u64,
    /// The pairs from which to simplify.
    pub(super) starts: Starts<(), AnsweredCase>,
    /// The smallest ones, in order.
    smallest: Vec<(Complexity, AnsweredCase)>,
}

/// The class of an answer.
pub(super) fn class_of(case: &Case, answer: &OwnAnswer, rules: JudgingRules) -> AnswerClass {
    let Judgement { agreement, cause } = case.pair().judge(answer, rules);
    (agreement, cause)
}

/// The class of an answer of which no more than its yes or no is judged.
fn class_of_word(
    meets: Meets,
    [is_hit, is_parallel]: [bool; 2],
    says: Says,
    rules: JudgingRules,
) -> AnswerClass {
    let convention = |reason| (Agreement::Convention, Some(Cause::Method(reason)));
    let right = match meets {
        Meets::Apart => !says.is_contact(),
        Meets::Truly if is_parallel && says == Says::Miss && rules.contact.must_say().is_none() => {
            return convention(Reason::Parallel);
        }
        Meets::Truly | Meets::Before => says == Says::Hit,
        Meets::Touching if says == Says::Touch => true,
        Meets::Touching => match rules.contact.must_say() {
            Some(must) if says == must => true,
            Some(must) => return (Agreement::Wrong, Some(Cause::Contact(must))),
            None if says.is_contact() == is_hit => true,
            None => return convention(Reason::Touching),
        },
    };
    (if right { Agreement::Agrees } else { Agreement::Wrong }, None)
}

impl TrialTally {
    /// An empty tally.
    pub fn new(rules: JudgingRules) -> Self {
        Self {
            rules,
            classes: Classes::new(),
            kept: Vec::new(),
            touching: BTreeMap::new(),
            likenesses: Likenesses::default(),
        }
    }

    /// Counts an answer.
    pub fn add(&mut self, case: &Case, answer: &OwnAnswer, origin: Origin) {
        let pair = case.pair();
        let truth = pair.truth();
        if let Some(touch) = Touch::of(pair, &truth) {
            *self.touching.entry(touch).or_default().entry(answer.says).or_default() += 1;
        }
        self.likenesses.add(pair, &truth, answer, self.rules);
        let judged = pair.judge_by(&truth, answer, self.rules);
        count(&mut self.classes, judged, case, answer, origin);
        if self.kept.len() < MOST_KEPT {
            // What breaks the rule about touching needs no experiment.
            let is_wrong = judged.agreement == Agreement::Wrong && judged.cause.is_none();
            let shown = AnsweredCase { case: case.clone(), answer: *answer };
            self.kept.push((shown, is_wrong));
        }
    }

    /// Counts an answer about a given pair, and returns how it compares. Only a pair in its own
    /// numbers takes part in experiments, and may become an example.
    pub(super) fn add_given(&mut self, pair: &GivenPair, answer: &OwnAnswer) -> Agreement {
        if let Some(case) = pair.as_given() {
            self.add(case, answer, Origin::Random);
            return class_of(case, answer, self.rules).0;
        }
        let class = match &pair.exact {
            GivenExact::Case(case) => {
                let (asked, truth) = (case.pair(), case.pair().truth());
                self.likenesses.add(asked, &truth, answer, self.rules);
                let judged = asked.judge_by(&truth, answer, self.rules);
                (judged.agreement, judged.cause)
            }
            GivenExact::Meets { meets, is_hit, is_parallel } => {
                class_of_word(*meets, [*is_hit, *is_parallel], answer.says, self.rules)
            }
        };
        self.classes.entry(class).or_default().count(Origin::Random);
        class.0
    }

    /// Counts a pair that crashed the program.
    pub(super) fn add_crash(&mut self, origin: Origin) {
        let counts = self.classes.entry((Agreement::Wrong, Some(Cause::Crash))).or_default();
        counts.count(origin);
    }

    /// The classes of the answers.
    pub(super) const fn classes(&self) -> &Classes {
        &self.classes
    }

    /// The classes with their counts of named and random pairs; plain agreement comes first, even
    /// without pairs.
    pub fn rows(&self) -> impl Iterator<Item = (AnswerClass, [u64; 2])> {
        let agrees = (Agreement::Agrees, None);
        let none = (!self.classes().contains_key(&agrees)).then_some((agrees, [0, 0]));
        let counted =
            self.classes().iter().map(|(&class, counts)| (class, [counts.named, counts.random]));
        none.into_iter().chain(counted)
    }

    /// How many pairs were asked.
    pub(super) fn pairs(&self) -> u64 {
        self.classes().values().map(|counts| counts.named + counts.random).sum()
    }
}

impl ClassCounts {
    const fn count(&mut self, origin: Origin) {
        match origin {
            Origin::Named => self.named += 1,
            Origin::Random => self.random += 1,
        }
    }

    /// How many of the smallest pairs are kept.
    pub(super) const MOST_SMALLEST: usize = 3;

    /// The smallest pairs that were asked, in order.
    pub(super) fn smallest(&self) -> impl Iterator<Item = &AnsweredCase> {
        self.smallest.iter().map(|(_, shown)| shown)
    }

    /// Keeps a pair if it is one of the smallest. Pairs with equal measures are equal.
    fn keep_smallest(&mut self, measure: &Complexity, shown: impl Fn() -> AnsweredCase) {
        let place = self.smallest.binary_search_by(|(than, _)| than.cmp(measure));
        if let Err(place) = place
            && place < Self::MOST_SMALLEST
        {
            self.smallest.truncate(Self::MOST_SMALLEST - 1);
            self.smallest.insert(place, (measure.clone(), shown()));
        }
    }
}

fn count(
    classes: &mut Classes,
    Judgement { agreement, cause }: Judgement,
    case: &Case,
    answer: &OwnAnswer,
    origin: Origin,
) {
    let counts = classes.entry((agreement, cause)).or_default();
    counts.count(origin);
    if agreement != Agreement::Agrees || cause.is_some() {
        let shown = || AnsweredCase { case: case.clone(), answer: *answer };
        let measure = Complexity::of(case);
        counts.starts.offer((), &measure, shown);
        counts.keep_smallest(&measure, shown);
    }
}
