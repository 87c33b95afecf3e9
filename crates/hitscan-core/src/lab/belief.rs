//! The author's explanations of wrong answers: beliefs that lead to them.

use super::expression::{Expression, Scope};
use super::place::FilePlace;

/// A belief that leads to an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedBelief {
    /// Its id.
    pub id: String,
    /// Its position in the file.
    pub place: FilePlace,
    /// The answer that it leads to.
    pub belief: Belief,
    /// It applies only if this is not 0; `None` if it always applies.
    pub when: Option<Expression>,
}

/// The answer that a belief leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Belief {
    /// A word.
    Word(String),
    /// A number.
    Value(Expression),
}

impl NamedBelief {
    /// Whether it applies here.
    pub(super) fn holds(&self, scope: Scope<'_>) -> bool {
        let is_not_0 = |when: &Expression| when.value(scope).is_ok_and(|it| it != 0.into());
        self.when.as_ref().is_none_or(is_not_0)
    }

    /// Whether it is a word for every seed; where that word is right, the belief is ignored.
    pub(super) const fn is_bare_word(&self) -> bool {
        matches!(self.belief, Belief::Word(_)) && self.when.is_none()
    }

    /// Whether it is this bare word.
    pub(super) fn is_bare_word_of(&self, right: &str) -> bool {
        self.is_bare_word() && matches!(&self.belief, Belief::Word(word) if word == right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::expression::Values;

    #[test]
    fn a_belief_applies_if_its_condition_is_not_0() {
        let belief = |when: Option<&str>| NamedBelief {
            id: "either".to_owned(),
            place: FilePlace { line: 1, column: 1 },
            belief: Belief::Word("hit".to_owned()),
            when: when.map(|when| Expression::parse(when).expect("an expression")),
        };
        let values = Values::from([("v".to_owned(), 2.into())]);
        let scope = Scope { values: &values, sandbox: None };
        for (when, holds) in
            [(None, true), (Some("v < 3"), true), (Some("v < 2"), false), (Some("1 / 0"), false)]
        {
            assert_eq!(belief(when).holds(scope), holds, "{when:?}");
        }
    }
}
