//! The judge of the tests in the log: the chosen own method, by the answers of its program, or else
//! the compared method of the catalogue.

use std::collections::HashMap;

use super::{Compared, LogQuery, Pair};
use crate::command::LogFilter;
use crate::methods::{Agreement, BoundaryRule, JudgingRules, OwnQuestion, OwnReply};
use crate::world::Name;

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
    #[must_use]
    pub fn own_name(self) -> Option<Name> {
        self.own.map(|own| own.name)
    }

    /// How the answer compares with the truth; `None` if there is no answer.
    #[must_use]
    pub fn agreement(self, pair: &Pair) -> Option<Agreement> {
        match self.own {
            Some(own) => own.known.get(&OwnQuestion::from(pair)).copied().flatten(),
            None => pair.agreement(self.compared, self.rule),
        }
    }

    /// Whether the answer is wrong.
    #[must_use]
    pub fn is_wrong(self, pair: &Pair) -> bool {
        self.agreement(pair) == Some(Agreement::Wrong)
    }

    /// What the program has yet to answer about a pair.
    #[must_use]
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
