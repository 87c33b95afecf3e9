//! `previous-frame`: the axis along which the boxes were apart as the frame began.
//!
//! Formula: `none` unless the closed boxes meet at the end; else, if at the start they were apart
//! (not even touching) in x only: left or right by the sign of v.x; in y only: top or bottom; in
//! both: the corner; in neither: `impossible`.
//!
//! Source: none; platform games keep the previous position for this.
//!
//! Blind spots: boxes that start apart on both axes and hit one side (`corner-guess`), or that
//! start touching (`no-side`).

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
        timing: Some(ResponseTiming::AfterMotion),
        keys: AnswerKeys::Named,
        sentences: &[
            (Reason::NoSide, "they were apart in neither axis as the frame began."),
            (Reason::CornerGuess, "they were apart in both axes as the frame began."),
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
    let named = |index: usize| side_against(velocity, Axis::ALL[index]).filter(|_| gaps[index] > 0);
    let claim = match (named(0), named(1)) {
        (None, None) => SideClaim::NO_SIDE,
        (x, y) => SideClaim::of_sides(x, y),
    };
    trace.step(|| {
        MethodStep::Frame(FrameStep::ApartAtStart { gaps: gaps.map(length), velocity, claim })
    });
    claim
}
