//! What is told after an answer: the truth in a few words, and for a reason its
//! sentence.

use super::choices::{labels_note, reasons};
use super::condition::examined_by;
use super::question::{AGREES, Answer, Ask, Question, found};
use crate::engine::Sandbox;
use crate::methods::{Method, Reason};
use crate::words::{in_general, overlap_reason, side_reason, standing};
use crate::world::TestResult;

impl Question {
    /// `you said hit, edges says miss`: a wrong answer held against the right one.
    #[must_use]
    pub fn correction(&self, said: &Answer, right: &Answer) -> String {
        let truth = match &self.ask {
            Ask::Result(_) | Ask::Relation(_) | Ask::Sign(_) | Ask::Number(_) => {
                format!("it is {right}")
            }
            Ask::Side([_, b]) => format!("the side of {b} is {right}"),
            Ask::Says(_, method, _) => format!("{} says {right}", method.id()),
            Ask::Reason(_, method, _) if right.to_string() == AGREES => {
                format!("{} {right}", method.id())
            }
            Ask::Reason(..) => format!("the reason is {right}"),
        };
        format!("you said {said}, {truth}")
    }

    /// What a word to choose means, where it needs saying.
    #[must_use]
    pub fn meaning(&self, choice: &str) -> Option<&'static str> {
        let Ask::Reason(_, method, arithmetic) = &self.ask else { return None };
        let known = reasons(*method, *arithmetic, None).any(|code| code == choice);
        known.then(|| reason_of(choice).map(in_general)).flatten()
    }

    /// Of which moment of a frame it asks.
    #[must_use]
    pub const fn moment(&self) -> Option<&'static str> {
        match &self.ask {
            Ask::Result(_) | Ask::Side(_) => Some("Asked: what happens during the frame."),
            Ask::Relation(_) => Some("Asked: how they stand at the end of the frame."),
            Ask::Says(..) | Ask::Reason(..) | Ask::Sign(_) | Ask::Number(_) => None,
        }
    }

    /// `During the frame: HIT. At its end: MISS, they are apart.`, where the two differ.
    #[must_use]
    pub fn moments(&self, after: &Sandbox) -> Option<String> {
        let pair = found(after, self.pair()?).ok()?;
        let relation = pair.pair_result.meeting.relation;
        let (during, end) = (pair.pair_result.outcome, TestResult::at_rest(relation));
        let (during_word, end_word, stand) = (during.word(), end.word(), standing(relation));
        let told =
            format!("During the frame: {during_word}. At its end: {end_word}, they are {stand}.");
        (during != end).then_some(told)
    }

    /// What those answers mean that could be taken for one another.
    #[must_use]
    pub fn answers_note(&self) -> Option<&'static str> {
        match &self.ask {
            Ask::Side(_) => Some("Two sides, such as left+top: a corner, both at once."),
            Ask::Says(_, method, _) => labels_note(*method),
            Ask::Number(_) => Some("A rounded number needs two decimals: 0.33 for 1/3."),
            Ask::Result(_) | Ask::Relation(_) | Ask::Reason(..) | Ask::Sign(_) => None,
        }
    }

    /// Why the method that was asked about differs here, in a sentence.
    #[must_use]
    pub fn explanation(&self, after: &Sandbox) -> Option<String> {
        let Ask::Reason(pair, method, arithmetic) = &self.ask else { return None };
        let examined = examined_by(after, *pair, *method)?;
        let (a, b) = (&examined.pair.a, &examined.pair.b);
        let overlap = examined
            .overlap
            .iter()
            .find(|verdict| (verdict.method, verdict.arithmetic) == (*method, *arithmetic));
        if let Some(verdict) = overlap {
            return overlap_reason(a, b, verdict);
        }
        let reason = examined.frame.as_ref()?.of(*method)?.reason?;
        let frame = examined.pair.pair_result.frame?;
        Some(side_reason(a, b, &frame, (*method, reason)))
    }
}

fn reason_of(code: &str) -> Option<Reason> {
    Method::reasons().into_iter().find(|reason| reason.code() == code)
}
