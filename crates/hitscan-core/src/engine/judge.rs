//! The judge of the tests in the log: the chosen own method, by the answers of its program, or else
//! the compared method of the catalogue.

use std::collections::HashMap;
use std::sync::Arc;

use hitscan_geom::{ShapeKind, Vector};

use super::{Compared, Engine, LogQuery, Pair};
use crate::command::{Command, LogFilter};
use crate::methods::{Agreement, BoundaryRule, JudgingRules, OwnPair, OwnQuestion, OwnReply};
use crate::world::{Name, ObjectId, Participant};

/// An own method, and the agreement of its answers.
#[derive(Clone, Debug)]
pub(super) struct OwnAnswers {
    pub(super) name: Name,
    /// `None` if an answer contains nothing that can be judged.
    known: HashMap<OwnQuestion, Option<Agreement>>,
    /// Increases with each answer, and when answers are forgotten.
    version: u64,
}

impl OwnAnswers {
    /// The most answers that are kept. Beyond that, all are dropped and asked for again.
    const MOST: usize = 1 << 20;

    pub(super) fn new(name: Name) -> Self {
        Self { name, known: HashMap::new(), version: 0 }
    }

    /// Stores the agreement of the replies to a question.
    pub(super) fn add(&mut self, question: OwnQuestion, replies: &[OwnReply], rules: JudgingRules) {
        if self.known.len() >= Self::MOST {
            self.known.clear();
        }
        let agreement = question.agreement(replies, rules);
        if self.known.insert(question, agreement) != Some(agreement) {
            self.version += 1;
        }
    }

    pub(super) fn forget(&mut self) {
        self.known.clear();
        self.version += 1;
    }
}

/// Everything that a judgement depends on besides the test.
pub(super) type JudgeKey = (Compared, BoundaryRule, Option<(Name, u64)>);

/// The judge of the tests in the log.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    pub(super) compared: Compared,
    pub(super) rule: BoundaryRule,
    pub(super) own: Option<&'a OwnAnswers>,
}

impl Judge<'_> {
    /// The own method that judges, if one is chosen.
    pub fn own_name(self) -> Option<Name> {
        self.own.map(|own| own.name)
    }

    /// How the answer compares with the truth; `None` if there is no answer.
    pub fn agreement(self, pair: &Pair) -> Option<Agreement> {
        match self.own {
            Some(own) => own.known.get(&OwnQuestion::from(pair)).copied().flatten(),
            None => pair.agreement(self.compared, self.rule),
        }
    }

    /// Whether the answer is wrong.
    pub fn is_wrong(self, pair: &Pair) -> bool {
        self.agreement(pair) == Some(Agreement::Wrong)
    }

    /// What the program has yet to answer about a pair.
    pub fn unanswered(self, pair: &Pair) -> Option<OwnQuestion> {
        let own = self.own?;
        Some(OwnQuestion::from(pair)).filter(|question| !own.known.contains_key(question))
    }

    /// What its judgements depend on.
    pub(super) fn key(self) -> JudgeKey {
        (self.compared, self.rule, self.own.map(|own| (own.name, own.version)))
    }

    /// The key, if the query needs judgements.
    pub(super) fn key_for(self, query: &LogQuery) -> Option<JudgeKey> {
        (query.filter == LogFilter::Wrong).then(|| self.key())
    }
}

// The user's own methods: which ones there are, and the questions to them about a pair. Nothing
// here starts a program, and no program decides anything.

impl From<&Pair> for OwnQuestion {
    fn from(pair: &Pair) -> Self {
        let frame = pair.pair_result.frame;
        let frame = frame.filter(|[a, b]| a.motion() != Vector::ZERO || b.motion() != Vector::ZERO);
        Self::new(pair.asked_order().map(|each| each.shape.clone()), frame)
    }
}

impl Pair {
    /// The two in the order in which programs are asked about them at rest: a laser comes after a
    /// region, otherwise the older object first. In a frame the order is that of the pair.
    pub fn asked_order(&self) -> [&Participant; 2] {
        let mut both = [&self.a, &self.b];
        both.sort_by_key(|each| asked_rank(each.id, each.shape.kind()));
        both
    }

    /// The names of the two, in the order in which a program is asked this.
    pub fn asked_names(&self, asked: OwnPair<'_>) -> [&str; 2] {
        let both = match asked {
            OwnPair::Still(..) | OwnPair::Point(..) => self.asked_order(),
            OwnPair::Frame(..) => [&self.a, &self.b],
        };
        both.map(|each| each.name.as_str())
    }
}

/// Determines which of two objects comes first in a line: the one with the lower rank.
pub fn asked_rank(id: ObjectId, kind: ShapeKind) -> (bool, ObjectId) {
    (kind == ShapeKind::Segment, id)
}

impl Engine {
    /// The same engine with own methods of these names.
    pub fn with_own_methods(self, names: Vec<Name>) -> Self {
        Self { own_methods: names.into_iter().map(OwnAnswers::new).collect(), ..self }
    }

    /// Reports a program's replies to a question; the log marks their agreement.
    pub fn own_answered(
        &mut self,
        name: Name,
        (question, replies): (OwnQuestion, &[OwnReply]),
        rules: JudgingRules,
    ) {
        if let Some(own) = self.own_methods.iter_mut().find(|own| own.name == name) {
            own.add(question, replies, rules);
        }
    }

    /// What the own method in view has yet to answer about lines of the log: the newest lines, as
    /// many as fit one round. Nothing while answers are covered.
    pub fn unanswered(&self) -> Arc<[OwnQuestion]> {
        if self.is_covering() {
            Arc::default()
        } else {
            self.sandbox.unanswered(self.focus.pair(), self.judge())
        }
    }

    /// Reports that a program has changed: its earlier answers no longer count.
    pub fn forget_own_answers(&mut self, name: Name) {
        if let Some(own) = self.own_methods.iter_mut().find(|own| own.name == name) {
            own.forget();
        }
    }

    /// The own method that a command refers to, if there is none of that name: a recording may come
    /// from a session that had one. Replays skip the command.
    pub fn missing_own_method(&self, command: &Command) -> Option<Name> {
        let Command::Method(page) = command else { return None };
        page.own().filter(|name| !self.own_methods.iter().any(|own| own.name == *name))
    }
}
