//! What is told after an answer: the truth in a few words, and for a reason its
//! sentence.

use super::choices::reasons;
use super::condition::examined_by;
use super::question::{AGREES, Answer, Ask, Question};
use crate::engine::Sandbox;
use crate::methods::{Method, Reason};
use crate::words::{in_general, overlap_reason, side_reason};

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
