//! What every method says of one case, and what that is worth.

use super::Case;
use hitscan_core::methods::{
    Agreement, AnyMethod, Arithmetic, BoundaryRule, FrameVerdicts, Reason, SideMethod,
    frame_verdicts, verdicts,
};
use hitscan_geom::{Moving, relate};

/// What one method's answer in one arithmetic is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The method.
    pub method: AnyMethod,
    /// The arithmetic.
    pub arithmetic: Arithmetic,
    /// What its answer is worth.
    pub against: Agreement,
    /// Why it differs.
    pub reason: Option<Reason>,
}

impl Case {
    /// What all methods that are compared on it say, in the order of the
    /// catalogue: of two boxes in a frame those that say from which side, else
    /// those that say whether.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        match self {
            Self::Still([a, b]) => {
                let meeting = relate(a, b);
                let rows = verdicts(a, b, &meeting, BoundaryRule::Source).into_iter();
                rows.map(|row| Finding {
                    method: AnyMethod::OverlapTest(row.method),
                    arithmetic: row.arithmetic,
                    against: row.against,
                    reason: row.reason,
                })
                .collect()
            }
            Self::Frame([a, b]) => of_frame(&frame_verdicts(a, b)).to_vec(),
        }
    }

    /// The two boxes, if it is a frame.
    pub(super) const fn as_frame(&self) -> Option<&[Moving; 2]> {
        match self {
            Self::Frame(both) => Some(both),
            Self::Still(_) => None,
        }
    }
}

pub(super) fn of_frame(said: &FrameVerdicts) -> [Finding; 2] {
    let finding = |method, against, reason| Finding {
        method: AnyMethod::SideTest(method),
        arithmetic: Arithmetic::Exact,
        against,
        reason,
    };
    let (velocity, corner) = (said.relative_velocity, said.predict_corner);
    [
        finding(SideMethod::RelativeVelocity, velocity.against, velocity.reason),
        finding(SideMethod::PredictCorner, corner.against, corner.reason),
    ]
}
