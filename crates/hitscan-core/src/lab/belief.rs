//! What a student can believe who answers wrong: what the author named, that the method
//! tells the truth, or what another method says.

use super::choices::{labels, same_sides};
use super::expression::{Expression, Scope};
use super::pack::Lesson;
use super::place::Place;
use super::question::{Answer, Ask, Question, TRUTH};
use crate::methods::{Arithmetic, Method, Shown};
use crate::world::{Name, TestResult};
use hitscan_geom::ShapeKind;

/// Something believed that leads to an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedBelief {
    /// What it is called.
    pub id: String,
    /// Where it stands.
    pub place: Place,
    /// The answer that it leads to.
    pub belief: Belief,
    /// It holds only where this is not 0; nothing where it always does.
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
    /// Whether it leads to this answer here.
    pub(super) fn leads_to(&self, said: &Answer, scope: Scope<'_>) -> bool {
        let is_not_0 = |when: &Expression| when.value(scope).is_ok_and(|it| it != 0.into());
        self.when.as_ref().is_none_or(is_not_0)
            && match &self.belief {
                Belief::Word(word) => Answer::Word(word.clone()).matches(said),
                Belief::Value(of) => {
                    of.value(scope).is_ok_and(|value| said.matches(&Answer::Number(value, 0)))
                }
            }
    }

    /// Whether it is a word for every seed: where that is right it is passed over.
    pub(super) const fn is_bare_word(&self) -> bool {
        matches!(self.belief, Belief::Word(_)) && self.when.is_none()
    }

    /// Whether it is this one.
    pub(super) fn is_bare_word_of(&self, right: &str) -> bool {
        self.is_bare_word() && matches!(&self.belief, Belief::Word(word) if word == right)
    }
}

impl Lesson {
    /// Whether a wrong answer to one of its questions can come of this belief.
    pub(super) fn can_come_of(&self, belief: &str) -> bool {
        let mut questions = self.steps.iter().filter_map(|step| step.question());
        let is_named = |question: &Question| question.beliefs.iter().any(|own| own.id == belief);
        let leads_to = |question: &Question| match belief {
            TRUTH => matches!(question.ask, Ask::Says(..)),
            _ => Method::find(belief).is_some_and(|method| self.can_mean(question, method)),
        };
        questions.any(|question| is_named(question) || leads_to(question))
    }

    /// Whether what a method says of the pair of a question can be a wrong answer to it.
    fn can_mean(&self, question: &Question, method: Method) -> bool {
        let words: &[&str] = match &question.ask {
            Ask::Result(_) => &[TestResult::Hit.token(), TestResult::Miss.token()],
            Ask::Side(_) => labels(Method::SWEPT),
            // What it says is right, but in another arithmetic.
            Ask::Says(_, asked, Arithmetic::Exact) if *asked == method => return false,
            Ask::Says(_, asked, _) => labels(*asked),
            Ask::Relation(_) | Ask::Reason(..) | Ask::Sign(_) | Ask::Number(_) => return false,
        };
        let is_asked = |label: &&str| words.iter().any(|word| same_sides(word, label));
        let kinds = question.pair().and_then(|pair| self.kinds_of(pair));
        method.row().shown == Shown::Always
            && kinds.is_none_or(|[a, b]| method.applies_to(a, b))
            && labels(method).iter().any(is_asked)
    }

    /// The kinds of two objects of its scene, where they are of it.
    fn kinds_of(&self, pair: [Name; 2]) -> Option<[ShapeKind; 2]> {
        let scene = &self.with(self.example.clone()).ok()?.scene;
        let kind = |name: Name| {
            let object = scene.objects.iter().find(|object| object.name == name);
            object.map(|object| object.shape.kind())
        };
        let [a, b] = pair.map(kind);
        Some([a?, b?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::expression::Values;
    use crate::lab::{LessonText, Pack};

    #[test]
    fn a_belief_leads_to_its_word_only_where_it_holds() {
        let belief = |when: Option<&str>| NamedBelief {
            id: "either".to_owned(),
            place: Place { line: 1, column: 1 },
            belief: Belief::Word("hit".to_owned()),
            when: when.map(|when| Expression::parse(when).expect("an expression")),
        };
        let values = Values::from([("v".to_owned(), 2.into())]);
        let scope = Scope { values: &values, sandbox: None };
        let [hit, miss] = ["hit", "miss"].map(|word| Answer::Word(word.to_owned()));
        for (when, leads) in
            [(None, true), (Some("v < 3"), true), (Some("v < 2"), false), (Some("1 / 0"), false)]
        {
            assert_eq!(belief(when).leads_to(&hit, scope), leads, "{when:?}");
            assert!(!belief(when).leads_to(&miss, scope), "{when:?}");
        }
    }

    #[test]
    fn a_lesson_has_texts_for_what_can_lead_to_its_answers_and_for_no_other() {
        let pack = Pack::builtin().expect("it reads");
        let lesson = |id: &str| pack.lesson(id).expect("a lesson");
        for (id, belief, is_known) in [
            ("inside", "truth", true),
            ("inside", "one-line", true),
            ("inside", "straddle", false),
            ("inside", "edges", false),
            ("strict", "center-distance", true),
            ("strict", "edge-relations", true),
            ("strict", "least-overlap", false),
            ("came-from", "relative-velocity", true),
            ("came-from", "truth", false),
            ("origins", "truth", false),
            ("corner", "relative-velocity", true),
            ("corner", "edges", false),
        ] {
            let heading = format!("## belief {belief}\nIt is so.\n");
            let (read, faults, _) = LessonText::read(&heading, lesson(id));
            assert_eq!(faults.is_empty(), is_known, "{id} {belief}: {faults:?}");
            assert!(read.get(&format!("belief {belief}")).is_some());
        }
    }
}
