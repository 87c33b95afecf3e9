//! What a method says about a pair, and how that compares with the truth.

use std::borrow::Cow;

use super::method::First;
use super::subject::{MapTiming, Posed};
use crate::methods::{Agreement, Cause, JudgingRules, OwnPair, OwnQuestion, OwnReply};

/// A method's answer, judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// HIT or MISS, or what it names.
    pub says: Cow<'static, str>,
    /// Whether the two meet, which is also what a method says if it is right.
    pub is_hit: bool,
    /// How that compares with the truth.
    pub agreement: Agreement,
    /// Why it differs.
    pub cause: Option<Cause>,
}

impl Posed<'_> {
    /// What a program is asked about the pair.
    pub(super) fn question(&self, first: First, timing: MapTiming) -> OwnQuestion {
        let (object, partner) = (self.object.clone(), self.partner.clone());
        let shapes = match first {
            First::Object => [object, partner],
            First::Partner => [partner, object],
        };
        OwnQuestion::new(shapes, self.frame.filter(|_| timing == MapTiming::OnTheWay))
    }
}

/// The judgement of a program's replies: of the frame if it answers frames, otherwise of the shapes
/// at rest. `None` if it answers neither.
pub(super) fn judge_replies(
    posed: &Posed<'_>,
    (first, rules): (First, JudgingRules),
    replies: &[OwnReply],
) -> Option<Judged> {
    let timing = if replies.len() > 1 { MapTiming::OnTheWay } else { MapTiming::AtTheEnd };
    let question = posed.question(first, timing);
    let answered = question.pairs().zip(replies).filter_map(|(pair, reply)| match reply {
        OwnReply::Answer(answer) => Some((pair, answer)),
        OwnReply::Unknown => None,
    });
    let (pair, answer) = answered.last()?;
    let judgement = pair.judge(answer, rules);
    let says = match pair {
        OwnPair::Still(..) => answer.says.word().to_uppercase(),
        OwnPair::Frame(..) => answer.to_string(),
    };
    Some(Judged {
        says: says.into(),
        is_hit: answer.says.is_contact(),
        agreement: judgement.agreement,
        cause: judgement.cause,
    })
}
