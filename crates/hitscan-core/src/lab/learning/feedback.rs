//! The feedback on an answer, part by part, shared by the screen and the line interface.

use super::super::attempt::LearnError;
use super::super::pack::NoScene;
use super::super::submission::NotRead;
use super::Learning;
use crate::lab::progress::{Answered, FirstReply};
use crate::lab::question::{Ask, TRUTH};
use crate::lab::text::KeyOf;
use crate::methods::Method;
use crate::words::all_of;
use crate::words::formula::ComparisonRow;

/// The feedback on an answer, in the order of its fields; empty parts are omitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    /// Whether the answer is right.
    pub is_right: bool,
    /// `miss`, or `you said hit; edges says miss`.
    pub verdict: String,
    /// The points of the step, and the maximum.
    pub points: [u32; 2],
    /// `L and A are a HIT: L lies inside A.`, if a method was asked about and says otherwise.
    pub truth: Option<String>,
    /// The beliefs behind a wrong answer.
    pub beliefs: Vec<String>,
    /// Why the method differs, if that was asked.
    pub reason: Option<String>,
    /// The comparisons of the method in question, if it makes any.
    pub compared: Vec<ComparisonRow>,
    /// The lesson's explanation of the question.
    pub after: Option<String>,
}

impl Feedback {
    /// The badge of the answer.
    pub const fn badge(&self) -> &'static str {
        if self.is_right { "RIGHT" } else { "WRONG" }
    }

    /// `miss; 2 of 2 points`: the text after the badge.
    pub fn result(&self) -> String {
        let [points, of] = self.points;
        format!("{}; {points} of {of} points", self.verdict)
    }

    /// The paragraphs below it.
    pub fn texts(&self) -> impl Iterator<Item = &String> {
        self.truth.iter().chain(&self.beliefs).chain(&self.reason).chain(&self.after)
    }

    /// The feedback on the answer to the open question, if it was just answered.
    pub(super) fn of(learning: &Learning, key_of: KeyOf<'_>) -> Option<Self> {
        let report = learning.told.as_ref()?;
        let AnswerReport { answered, points, said, correction, truth, reason, compared } = report;
        Some(Self {
            is_right: answered.is_right,
            verdict: correction.as_ref().unwrap_or(said).clone(),
            points: [*points, learning.most_points()],
            truth: truth.clone(),
            beliefs: told_beliefs(learning, &answered.beliefs, key_of),
            reason: reason.clone(),
            compared: compared.clone(),
            after: learning.text(&format!("after {}", learning.step().id), key_of),
        })
    }
}

/// The lesson's texts about the beliefs behind an answer; for the truth and for methods, the
/// program's own texts if the lesson has none.
fn told_beliefs(learning: &Learning, beliefs: &[String], key_of: KeyOf<'_>) -> Vec<String> {
    let (mut told, mut methods) = (Vec::new(), Vec::new());
    for belief in beliefs {
        match learning.text(&format!("belief {belief}"), key_of) {
            Some(text) => told.push(text),
            None if belief == TRUTH => told.extend(took_for_truth(learning)),
            None => methods.extend(Method::all().map(Method::id).find(|id| id == belief)),
        }
    }
    match methods.as_slice() {
        [] => {}
        [method] => told.push(format!("That is what {method} says.")),
        several => told.push(format!("That is what {} say.", all_of(several))),
    }
    told
}

fn took_for_truth(learning: &Learning) -> Option<String> {
    let Ask::Says(_, method, _) = &learning.step().question()?.ask else { return None };
    let asked = method.id();
    Some(format!("That is the truth of it. The question was what {asked} says."))
}

/// Which moment the picture shows, if the open question asks about a later one.
pub(super) fn moment_shown(learning: &Learning) -> Option<&'static str> {
    let (lesson, step) = (learning.lesson(), learning.step());
    step.question().filter(|question| !question.then.is_empty())?;
    if learning.is_asking() {
        return Some("The picture shows the moment before.");
    }
    let reached = learning.progress.step(&lesson.id, &step.id);
    let was_said = reached.is_some_and(|it| matches!(it.answer, Some(FirstReply::Said(_))));
    let is_made = learning.told.is_some() || was_said;
    is_made.then_some("Now the picture shows what came of it.")
}

/// The report on an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerReport {
    /// Its result.
    pub answered: Answered,
    /// The points of the step: those of its first answer.
    pub points: u32,
    /// `miss`: the answer as displayed.
    pub said: String,
    /// `you said hit; edges says miss`, unless the answer was right.
    pub correction: Option<String>,
    /// `L and A are a HIT: L lies inside A.`, if a method was asked about and says otherwise.
    pub truth: Option<String>,
    /// Why the method differs, in a sentence, if that was asked.
    pub reason: Option<String>,
    /// The comparisons of the method in question, if it makes any.
    pub compared: Vec<ComparisonRow>,
}

/// Why a course cannot be started or continued.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotBegun {
    /// The file is not a student's.
    #[error(transparent)]
    NotRead(#[from] NotRead),
    /// The pack has no lesson with a step.
    #[error("the pack has no lesson")]
    Empty,
    /// A lesson does not make a valid scene.
    #[error(transparent)]
    NoScene(#[from] NoScene),
    /// The first step cannot be opened.
    #[error(transparent)]
    Learn(#[from] LearnError),
}

#[cfg(test)]
mod tests {
    use super::super::tests::anna_at;
    use super::told_beliefs;
    use crate::engine::silent;
    use crate::lab::order::Order;

    /// The feedback for Anna when she gives this answer to a question.
    fn feedback_on(lesson: &str, step: &str, said: &str) -> Vec<String> {
        let (mut learning, mut engine) = anna_at(lesson);
        for order in [
            Order::Lesson(Some(lesson.to_owned()), Some(step.to_owned())),
            Order::Answer(said.to_owned()),
        ] {
            learning.carry_out(order, &mut engine, &mut silent).expect("it is done");
        }
        let feedback = learning.feedback(&|_| None).expect("an answer");
        let head = format!("{} {}", feedback.badge(), feedback.result());
        [head].into_iter().chain(feedback.texts().cloned()).collect()
    }

    #[test]
    fn a_right_answer_is_followed_by_the_lesson_s_text() {
        let after = "edges asks one thing only: does L meet the top, the right, the bottom or the \
                     left of A?";
        assert_eq!(
            feedback_on("inside", "edges", "miss"),
            ["RIGHT miss; 2 of 2 points", "L and A are a HIT: L lies inside A.", after]
        );
    }

    #[test]
    fn mistaking_the_truth_for_the_answer_is_explained_by_the_program() {
        assert_eq!(
            feedback_on("inside", "edges", "hit")[..3],
            [
                "WRONG you said hit; edges says miss; 1 of 2 points",
                "L and A are a HIT: L lies inside A.",
                "That is the truth of it. The question was what edges says.",
            ]
        );
    }

    #[test]
    fn mistaking_a_method_for_the_answer_names_the_method() {
        assert_eq!(
            feedback_on("corner", "side", "top")[..2],
            [
                "WRONG you said top; A is hit at left+top; 1 of 2 points",
                "That is what relative-velocity says.",
            ]
        );
    }

    #[test]
    fn a_belief_is_explained_by_the_lesson() {
        assert_eq!(
            feedback_on("centres", "half", "23")[..2],
            [
                "WRONG you said 23; it is 11.5; 1 of 2 points",
                "That is both widths. Only half of each lies between the centres.",
            ]
        );
    }

    #[test]
    fn a_reason_has_its_sentence_between_the_truth_and_the_lesson_s_text() {
        let told = feedback_on("tunnel", "why", "agrees");
        assert_eq!(
            told[..3],
            [
                "WRONG you said agrees; the reason is tunnelled; 1 of 2 points",
                "W is hit on its left.",
                "B was past W at the end, and only the end is looked at.",
            ]
        );
        assert_eq!(told.len(), 4, "{told:?}");
    }

    #[test]
    fn several_methods_are_named_together() {
        let (learning, _) = anna_at("inside");
        let beliefs = ["predict-corner", "edge-relations"].map(str::to_owned);
        assert_eq!(
            told_beliefs(&learning, &beliefs, &|_| None),
            ["That is what predict-corner and edge-relations say."]
        );
    }

    #[test]
    fn a_question_about_a_later_moment_says_which_one_the_picture_shows() {
        let (mut learning, mut engine) = anna_at("inside");
        let mut say = |learning: &mut super::Learning, line: &str| {
            let order = learning.order_in(line, &engine).expect("an order").expect("it reads");
            learning.carry_out(order, &mut engine, &mut silent).expect("it is done");
            learning.moment_shown()
        };
        assert_eq!(learning.moment_shown(), None, "a card");
        let before = say(&mut learning, "next");
        assert_eq!(before, Some("The picture shows the moment before."));
        let after = say(&mut learning, "miss");
        assert_eq!(after, Some("Now the picture shows what came of it."));
        assert_eq!(say(&mut learning, "lesson inside why"), None, "nothing is made after it");
    }
}
