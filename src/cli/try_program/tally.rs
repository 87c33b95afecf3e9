//! Counts a program's answers, and keeps pairs that could become examples.

use std::collections::BTreeMap;

use hitscan_core::methods::{
    Agreement, Case, Cause, Complexity, Judgement, JudgingRules, KnownAnswer, Likenesses,
    OwnAnswer, Says, Starts, Touch,
};

/// The class of an answer: its agreement, and the reason if it differs.
pub(super) type AnswerClass = (Agreement, Option<Cause>);

/// Where a pair comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The list of named pairs.
    Named,
    /// The generator.
    Random,
}

/// How answers are judged, and why they differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judge {
    pub(super) rules: JudgingRules,
    /// The method, or known mistake, whose answers are the same on all pairs: then its reasons are
    /// those of the program.
    pub(super) like: Option<KnownAnswer>,
}

/// The pairs of each class.
pub(super) type Classes = BTreeMap<AnswerClass, ClassCounts>;

/// The counts of a trial.
#[derive(Debug)]
pub struct TrialTally {
    rules: JudgingRules,
    /// By the reasons for the pairs themselves.
    classes: Classes,
    /// By the reasons of each method and known mistake with the same answers on all pairs so far.
    suspects: Vec<(KnownAnswer, Classes)>,
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

impl Judge {
    /// The class of an answer.
    pub(super) fn class(&self, case: &Case, answer: &OwnAnswer) -> AnswerClass {
        let pair = case.pair();
        let truth = pair.truth();
        let judged = pair.judge_by(&truth, answer, self.rules);
        let like = self.like.filter(|it| it.answers_like(pair, &truth, answer, self.rules));
        let Judgement { agreement, cause } =
            like.map_or(judged, |method| method.explains(pair, judged));
        (agreement, cause)
    }
}

impl TrialTally {
    /// An empty tally.
    pub fn new(rules: JudgingRules) -> Self {
        Self {
            rules,
            classes: Classes::new(),
            suspects: Vec::new(),
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
        let is_first = self.likenesses.pairs() == 0;
        self.likenesses.add(pair, &truth, answer, self.rules);
        if is_first {
            let methods = self.likenesses.on_all().filter(KnownAnswer::has_reasons);
            self.suspects = methods.map(|method| (method, Classes::new())).collect();
        } else {
            let likenesses = &self.likenesses;
            self.suspects.retain(|(method, _)| likenesses.on_all().any(|it| it == *method));
        }
        let judged = pair.judge_by(&truth, answer, self.rules);
        count(&mut self.classes, judged, case, answer, origin);
        for (method, classes) in &mut self.suspects {
            count(classes, method.explains(pair, judged), case, answer, origin);
        }
    }

    /// Counts a pair that crashed the program.
    pub(super) fn add_crash(&mut self, origin: Origin) {
        let all = self.suspects.iter_mut().map(|(_, classes)| classes);
        for classes in all.chain([&mut self.classes]) {
            let counts = classes.entry((Agreement::Wrong, Some(Cause::Crash))).or_default();
            counts.count(origin);
        }
    }

    /// How to judge the answers, now that all are counted.
    pub(super) fn judge(&self) -> Judge {
        Judge { rules: self.rules, like: self.like().map(|(known, _)| *known) }
    }

    /// The classes of the answers.
    pub(super) fn classes(&self) -> &Classes {
        self.like().map_or(&self.classes, |(_, classes)| classes)
    }

    /// The suspect whose reasons are those of the program: the first method, or a known mistake
    /// unless it equals something better known.
    fn like(&self) -> Option<&(KnownAnswer, Classes)> {
        let most = self.likenesses.most().map(|likeness| likeness.known);
        self.suspects.iter().find(|(known, _)| !known.is_slip() || most == Some(*known))
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
    if cause.is_some() {
        let shown = || AnsweredCase { case: case.clone(), answer: *answer };
        let measure = Complexity::of(case);
        counts.starts.offer((), &measure, shown);
        counts.keep_smallest(&measure, shown);
    }
}
