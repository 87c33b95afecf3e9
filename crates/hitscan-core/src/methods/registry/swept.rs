//! `swept`: the side from which one box runs into another, exactly.
//!
//! Formula: in `hitscan_geom`, which decides it ([`swept_traced`]); this row only lists it
//! among the methods.
//!
//! Source: none; it is this project's own.
//!
//! Blind spots: none. The other side methods are judged against it.

use crate::methods::row::{
    AnswerKeys, Construction, ListedWhen, MethodQuestion, MethodRow, ResponseTiming, SideTest,
    WhyLayout,
};
use crate::methods::step::ExactSteps;
use crate::methods::{MethodStep, Named, Reason, SideClaim};
use hitscan_geom::{Moving, Swept, Trace, swept_traced};

pub(super) static ROW: MethodRow = MethodRow {
    id: "swept",
    source: None,
    shown: ListedWhen::Always,
    question: MethodQuestion::FromWhichSide(SideTest {
        claim: claim::<()>,
        explained: claim::<Vec<MethodStep>>,
        normals: None,
        timing: Some(ResponseTiming::AtContact),
        keys: AnswerKeys::Label("outcome"),
        sentences: &[],
        hypotheses: &[],
    }),
    reasons: &[],
    layout: WhyLayout::Times,
    construction: Construction::Path,
    reading: None,
};

fn claim<T: Trace<MethodStep>>(a: &Moving, b: &Moving, trace: &mut T) -> SideClaim {
    let swept = swept_traced(a, b, &mut ExactSteps(trace));
    let named = match swept {
        Swept::Hit { sides, .. } if sides.len() == 2 => Named::Corner,
        Swept::Hit { sides, .. } => sides.iter().next().map_or(Named::Corner, Named::Side),
        Swept::Miss | Swept::Graze { .. } | Swept::Overlap { .. } => Named::Nothing,
    };
    SideClaim { named, label: swept.token(), code: None, if_wrong: Reason::AxisGuess }
}
