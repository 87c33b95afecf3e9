//! The answers of every method for one case, and whether they agree.

use super::Case;
use hitscan_core::methods::{
    Agreement, AnyMethod, Arithmetic, BoundaryRule, FrameVerdicts, Reason, SideMethod,
    frame_verdicts, verdicts,
};
use hitscan_geom::{Moving, relate};

/// How one method in one arithmetic compares with the exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The method.
    pub method: AnyMethod,
    /// The arithmetic.
    pub arithmetic: Arithmetic,
    /// Whether its answer agrees.
    pub against: Agreement,
    /// Why it differs.
    pub reason: Option<Reason>,
}

impl Case {
    /// The findings for all methods, in the order of the catalogue: the side
    /// methods for two boxes in a frame, else the overlap tests.
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
