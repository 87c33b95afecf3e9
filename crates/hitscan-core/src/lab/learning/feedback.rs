//! What a student is told after an answer, part by part: the screen and lines tell the same.

use super::{AnswerReport, Learning, StepState};
use crate::lab::progress::Given;
use crate::lab::question::{Ask, Question, TRUTH};
use crate::lab::template::KeyOf;
use crate::methods::Method;
use crate::words::all_of;

/// What is told after an answer, in the order of its fields; what is empty is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    /// Whether the answer is right.
    pub is_right: bool,
    /// `miss`, or `you said hit; edges says miss`.
    pub verdict: String,
    /// The points of the step, and its most.
    pub points: [u32; 2],
    /// `L and A are a HIT: L lies inside A.`, where a method was asked and says otherwise.
    pub truth: Option<String>,
    /// What has led to a wrong answer.
    pub beliefs: Vec<String>,
    /// Why the method differs, where that was asked.
    pub reason: Option<String>,
    /// What the lesson tells of the question.
    pub after: Option<String>,
}

impl Feedback {
    /// The badge of the answer.
    #[must_use]
    pub const fn badge(&self) -> &'static str {
        if self.is_right { "RIGHT" } else { "WRONG" }
    }

    /// `miss; 2 of 2 points`: what stands behind the badge.
    #[must_use]
    pub fn result(&self) -> String {
        let [points, of] = self.points;
        format!("{}; {points} of {of} points", self.verdict)
    }

    /// What stands below it, each a paragraph.
    pub fn texts(&self) -> impl Iterator<Item = &String> {
        self.truth.iter().chain(&self.beliefs).chain(&self.reason).chain(&self.after)
    }
}

impl Learning {
    /// What is told of the answer to the open question, if it was answered just now.
    #[must_use]
    pub fn feedback(&self, key_of: KeyOf<'_>) -> Option<Feedback> {
        let AnswerReport { answered, said, correction, truth, reason } = self.told.as_ref()?;
        Some(Feedback {
            is_right: answered.is_right,
            verdict: correction.as_ref().unwrap_or(said).clone(),
            points: [answered.points, self.most_points()],
            truth: truth.clone(),
            beliefs: self.told_beliefs(&answered.beliefs, key_of),
            reason: reason.clone(),
            after: self.text(&format!("after {}", self.at.2.id), key_of),
        })
    }

    /// The words of the lesson for what led to an answer; where it has none, words of the
    /// program for the truth and for methods.
    fn told_beliefs(&self, beliefs: &[String], key_of: KeyOf<'_>) -> Vec<String> {
        let (mut told, mut methods) = (Vec::new(), Vec::new());
        for belief in beliefs {
            match self.text(&format!("belief {belief}"), key_of) {
                Some(text) => told.push(text),
                None if belief == TRUTH => told.extend(self.took_for_truth()),
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

    fn took_for_truth(&self) -> Option<String> {
        let Ask::Says(_, method, _) = &self.at.2.question()?.ask else { return None };
        let asked = method.id();
        Some(format!("That is the truth of it. The question was what {asked} says."))
    }

    /// Of which moment the picture is, where the open question asks of a later one.
    #[must_use]
    pub fn moment_shown(&self) -> Option<&'static str> {
        self.at.2.question().filter(|question| !question.then.is_empty())?;
        if self.is_asking() {
            return Some(Question::PICTURE_BEFORE);
        }
        let reached = self.progress().step(&self.at.0.id, &self.at.2.id);
        let was_said = reached.is_some_and(|it| matches!(it.answer, Some(Given::Said { .. })));
        let is_answered = matches!(self.state(), StepState::Answered { .. });
        (is_answered && (was_said || self.told.is_some())).then_some(Question::PICTURE_AFTER)
    }
}

impl Question {
    const PICTURE_BEFORE: &str = "The picture shows the moment before.";
    const PICTURE_AFTER: &str = "Now the picture shows what came of it.";
}
