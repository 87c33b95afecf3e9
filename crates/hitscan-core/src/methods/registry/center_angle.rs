//! `center-angle`: the side that the direction from centre to centre points to at the end
//! of the frame.
//!
//! Formula: `none` unless the closed boxes meet at the end; else with
//! `d = centre(a) − centre(b)` and W, H the summed half sizes: left or right by the
//! sign of d.x if `|d.x|·H > |d.y|·W`, top or bottom if `<`, the corner if `=`, and
//! `impossible` if d is (0, 0).
//!
//! Source: none; games compare the angle between the centres with that of the corner.
//!
//! Blind spots: those of `least-overlap`, and boxes whose centres coincide at the end.

use crate::methods::placement::{Placement, half_length, quarter_area};
use crate::methods::row::{
    AnswerKeys, Construction, ListedWhen, MethodQuestion, MethodRow, ResponseTiming, SideTest,
    WhyLayout,
};
use crate::methods::{FrameStep, MethodStep, Reason, SideClaim};
use hitscan_geom::{Axis, Moving, Trace};

pub(super) static ROW: MethodRow = MethodRow {
    id: "center-angle",
    source: None,
    shown: ListedWhen::OnRequest,
    question: MethodQuestion::FromWhichSide(SideTest {
        claim: center_angle::<()>,
        explained: center_angle::<Vec<MethodStep>>,
        normals: None,
        timing: Some(ResponseTiming::AfterMotion),
        keys: AnswerKeys::Named,
        sentences: &[
            (Reason::AxisGuess, "the line from center to center points along the other axis."),
            (Reason::CornerGuess, "the line from center to center points at a corner."),
            (Reason::FarSide, "the center of {a} is past that of {b}: the far side is named."),
            (Reason::NoSide, "the centers lie on each other, so there is no direction."),
        ],
        hypotheses: &[],
    }),
    reasons: &[
        Reason::Touching,
        Reason::Tunnelled,
        Reason::Flush,
        Reason::CornerTie,
        Reason::AxisGuess,
        Reason::NoSide,
        Reason::FarSide,
        Reason::CornerGuess,
    ],
    layout: WhyLayout::Frame,
    construction: Construction::Path,
    reading: None,
};

fn center_angle<T: Trace<MethodStep>>(a: &Moving, b: &Moving, trace: &mut T) -> SideClaim {
    let Some([end_a, end_b]) = Placement::if_they_meet(a, b, trace) else { return SideClaim::NONE };
    // All four are doubled, so that no half is lost.
    let d = Axis::ALL.map(|axis| end_a.twice_centre(axis) - end_b.twice_centre(axis));
    let half = Axis::ALL.map(|axis| end_a.size(axis) + end_b.size(axis));
    let products = [d[0].abs() * half[1], d[1].abs() * half[0]];
    let side = |axis: Axis, d: i64| {
        let [low, high] = axis.sides();
        if d < 0 { low } else { high }
    };
    let claim = if d == [0, 0] {
        SideClaim::NO_SIDE
    } else {
        SideClaim::of_sides(
            (products[0] >= products[1]).then(|| side(Axis::X, d[0])),
            (products[1] >= products[0]).then(|| side(Axis::Y, d[1])),
        )
    };
    trace.step(|| {
        MethodStep::Frame(FrameStep::CentreAngle {
            offset: d.map(half_length),
            half_sizes: half.map(half_length),
            products: products.map(quarter_area),
            claim,
        })
    });
    claim
}
