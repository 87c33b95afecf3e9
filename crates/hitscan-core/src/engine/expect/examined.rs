//! A pair with what every method says of it, each held against the truth.

use std::collections::BTreeSet;

use crate::engine::Pair;
use crate::methods::{
    Agreement, AnyMethod, Arithmetic, BoundaryRule, FrameVerdicts, Reason, SideMethod, Verdict,
    frame_verdicts, verdicts,
};
use crate::scene::{Expect, ExpectedTime, SweptOutcome};
use crate::world::TestResult;
use hitscan_geom::{Direction, Moving, Vector};

/// A pair, what was found of it, and what the methods say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// The two and the judgement; sides are those of the second.
    pub pair: Pair,
    /// What the methods say that say whether they meet, in the order of the
    /// catalogue, each exact first and then in f32.
    pub whether: Vec<Verdict>,
    /// What the methods say that say from which side: two boxes of which one
    /// moves, in a straight line.
    pub frame: Option<FrameVerdicts>,
}

/// A method that does not simply say what is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The method.
    pub method: AnyMethod,
    /// The arithmetic, where the method says something else in the other one.
    pub arithmetic: Option<Arithmetic>,
    /// What it says: a word, a side, a label.
    pub says: &'static str,
    /// What that is worth.
    pub against: Agreement,
    /// Why it differs.
    pub reason: Option<Reason>,
}

/// Whether either of them moves. (Side by side at one speed there is a frame to
/// judge, too: one of the methods has no side to name in it.)
fn is_run([a, b]: &[Moving; 2]) -> bool {
    a.motion() != Vector::ZERO || b.motion() != Vector::ZERO
}

impl Examined {
    /// Asks every method about a pair.
    #[must_use]
    pub fn of(pair: Pair, contact: BoundaryRule) -> Self {
        let whether = verdicts(&pair.a.shape, &pair.b.shape, &pair.pair_result.meeting, contact);
        let frame = pair.pair_result.frame;
        let frame = frame.filter(is_run).map(|[a, b]| frame_verdicts(&a, &b));
        Self { pair, whether, frame }
    }

    /// Whether there is nothing to say: they do not meet, and every method
    /// agrees.
    #[must_use]
    pub fn is_plain_miss(&self) -> bool {
        self.pair.pair_result.outcome == TestResult::Miss
            && self.judged().all(|(_, against, reason)| {
                matches!(against, Agreement::Agrees | Agreement::NotApplicable) && reason.is_none()
            })
    }

    /// The methods that do not simply agree, in the order of the catalogue.
    #[must_use]
    pub fn remarks(&self) -> Vec<Remark> {
        let mut remarks = Vec::new();
        for both in self.whether.chunks(2) {
            let alike = both.iter().all(|verdict| verdict.hit == both[0].hit)
                && both.iter().all(|verdict| verdict.reason == both[0].reason);
            for verdict in &both[..if alike { 1 } else { both.len() }] {
                remarks.push(Remark {
                    method: AnyMethod::OverlapTest(verdict.method),
                    arithmetic: (!alike).then_some(verdict.arithmetic),
                    says: crate::words::hit_word(verdict.hit),
                    against: verdict.against,
                    reason: verdict.reason,
                });
            }
        }
        if let Some(frame) = &self.frame {
            let (velocity, corner) = (&frame.relative_velocity, &frame.predict_corner);
            let of = |method, says, against, reason| Remark {
                method: AnyMethod::SideTest(method),
                arithmetic: None,
                says,
                against,
                reason,
            };
            let says = velocity.named.token();
            remarks.push(of(SideMethod::RelativeVelocity, says, velocity.against, velocity.reason));
            let says = corner.named.token();
            remarks.push(of(SideMethod::PredictCorner, says, corner.against, corner.reason));
        }
        remarks.retain(|remark| {
            matches!(remark.against, Agreement::Convention | Agreement::Wrong)
                || remark.reason.is_some()
        });
        remarks
    }

    /// Everything that is true of the pair, each key of an expectation that such
    /// a pair can have.
    #[must_use]
    pub fn truth(&self) -> Expect {
        let found = &self.pair.pair_result;
        let are_boxes = found.swept.is_some();
        let (mut wrong, mut reasons) = (BTreeSet::new(), BTreeSet::new());
        for (method, against, reason) in self.judged() {
            wrong.extend((against == Agreement::Wrong).then_some(method));
            reasons.extend(reason);
        }
        let span = found.meeting.span.and_then(|span| span.t);
        let in_frame = found.time().map(ExpectedTime::Frame);
        Expect {
            relation: Some(found.meeting.relation),
            result: Some(found.outcome),
            direction: Some(found.meeting.direction),
            outcome: found.swept.map(SweptOutcome::from),
            sides: are_boxes.then(|| found.sides()),
            t: if are_boxes { in_frame } else { span.map(ExpectedTime::Segment) },
            wrong: Some(wrong.into_iter().collect()),
            reasons: Some(reasons.into_iter().collect()),
            ..Expect::nothing_of([self.pair.a.name, self.pair.b.name])
        }
    }

    /// What is true and says something: of boxes at rest no outcome of a frame,
    /// no list that is empty, but always which methods are wrong.
    pub(super) fn worth_saying(&self) -> Expect {
        // Boxes without a frame that was judged came by a way with a bend.
        let is_frame = self.pair.pair_result.frame.is_none_or(|frame| is_run(&frame));
        let truth = self.truth();
        Expect {
            direction: truth.direction.filter(|&direction| direction != Direction::None),
            outcome: truth.outcome.filter(|_| is_frame),
            sides: truth.sides.filter(|sides| is_frame && !sides.is_empty()),
            t: truth.t.filter(|t| is_frame || matches!(t, ExpectedTime::Segment(_))),
            reasons: truth.reasons.filter(|reasons| !reasons.is_empty()),
            ..truth
        }
    }

    /// Each method with what its answers are worth, in either arithmetic.
    fn judged(&self) -> impl Iterator<Item = (AnyMethod, Agreement, Option<Reason>)> {
        let whether = self.whether.iter().map(|verdict| {
            (AnyMethod::OverlapTest(verdict.method), verdict.against, verdict.reason)
        });
        let sides = self.frame.iter().flat_map(|frame| {
            let (velocity, corner) = (&frame.relative_velocity, &frame.predict_corner);
            [
                (SideMethod::RelativeVelocity, velocity.against, velocity.reason),
                (SideMethod::PredictCorner, corner.against, corner.reason),
            ]
        });
        whether.chain(
            sides.map(|(method, against, reason)| (AnyMethod::SideTest(method), against, reason)),
        )
    }
}
