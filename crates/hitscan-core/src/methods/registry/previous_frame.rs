//! `previous-frame`: the axis along which the box came from outside as the frame began.
//!
//! Formula: `none` unless the closed boxes meet at the end; else, if at the start the gap in x was
//! not below 0 and v.x is not 0: left or right by the sign of v.x; the same in y: top or bottom; in
//! both: the corner; in neither: `impossible`. Touching counts as apart, as in `old bottom <= top`:
//! otherwise nothing could stand on a floor.
//!
//! Source: none; platform games keep the previous position for this.
//!
//! Blind spots: boxes that come from outside along both axes and hit one side (`corner-guess`).

use crate::methods::placement::{Placement, length, side_against};
use crate::methods::row::{
    AnswerKeys, Construction, ListedWhen, MethodQuestion, MethodRow, ResponseTiming, SideTest,
    WhyLayout,
};
use crate::methods::{FrameStep, MethodStep, Reason, SideClaim};
use hitscan_geom::{Axis, Moving, Trace};

pub(super) static ROW: MethodRow = MethodRow {
    id: "previous-frame",
    source: None,
    shown: ListedWhen::OnRequest,
    question: MethodQuestion::FromWhichSide(SideTest {
        claim: previous_frame::<()>,
        explained: previous_frame::<Vec<MethodStep>>,
        normals: None,
        timing: Some(ResponseTiming::AfterMotion),
        keys: AnswerKeys::Named,
        sentences: &[
            (Reason::NoSide, "they came from outside along neither axis."),
            (Reason::CornerGuess, "they came from outside along both axes."),
        ],
        hypotheses: &[],
    }),
    reasons: &[
        Reason::Touching,
        Reason::Tunnelled,
        Reason::Flush,
        Reason::NoSide,
        Reason::CornerGuess,
    ],
    layout: WhyLayout::Frame,
    construction: Construction::Path,
    reading: None,
};

fn previous_frame<T: Trace<MethodStep>>(a: &Moving, b: &Moving, trace: &mut T) -> SideClaim {
    if Placement::if_they_meet(a, b, trace).is_none() {
        return SideClaim::NONE;
    }
    let velocity = a.motion_relative_to(b);
    let (start_a, start_b) = (Placement::at_start(a), Placement::at_start(b));
    let gaps = Axis::ALL.map(|axis| start_a.gap(&start_b, axis));
    let named =
        |index: usize| side_against(velocity, Axis::ALL[index]).filter(|_| gaps[index] >= 0);
    let claim = match (named(0), named(1)) {
        (None, None) => SideClaim::NO_SIDE,
        (x, y) => SideClaim::of_sides(x, y),
    };
    trace.step(|| {
        MethodStep::Frame(FrameStep::ApartAtStart { gaps: gaps.map(length), velocity, claim })
    });
    claim
}
