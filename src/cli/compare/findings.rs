//! The answers of every method for one case, and whether they agree.

use crate::cli::shrink::Case;
use hitscan_core::methods::{
    Agreement, Arithmetic, BoundaryRule, FrameVerdicts, Method, Reason, Requested, SideVerdict,
};
use hitscan_geom::{Moving, relate};

/// How one method in one arithmetic compares with the exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The method.
    pub method: Method,
    /// The arithmetic.
    pub arithmetic: Arithmetic,
    /// Whether its answer agrees.
    pub agreement: Agreement,
    /// Why it differs.
    pub reason: Option<Reason>,
}

impl Case {
    /// The findings for the listed methods and the requested ones, in the order of the registry:
    /// the side methods for two boxes in a frame, otherwise the overlap tests.
    #[must_use]
    pub fn findings(&self, requested: &Requested) -> Vec<Finding> {
        match self {
            Self::Still([a, b]) => {
                let meeting = relate(a, b);
                let rows = requested.verdicts(a, b, &meeting, BoundaryRule::Source).into_iter();
                rows.map(|row| Finding {
                    method: row.method,
                    arithmetic: row.arithmetic,
                    agreement: row.agreement,
                    reason: row.reason,
                })
                .collect()
            }
            Self::Frame([a, b]) => of_frame(&requested.frame_verdicts(a, b)),
        }
    }

    /// The two boxes, if the case is a frame.
    pub(super) const fn as_frame(&self) -> Option<&[Moving; 2]> {
        match self {
            Self::Frame(both) => Some(both),
            Self::Still(_) => None,
        }
    }
}

pub(super) fn of_frame(verdicts: &FrameVerdicts) -> Vec<Finding> {
    let finding = |verdict: &SideVerdict| Finding {
        method: verdict.method,
        arithmetic: Arithmetic::Exact,
        agreement: verdict.agreement,
        reason: verdict.reason,
    };
    verdicts.sides.iter().map(finding).collect()
}
