//! `least-overlap`: the side with the shortest way out at the end of the frame.
//!
//! Formula: `none` unless the closed boxes meet at the end; else the side with the least of the
//! four depths there. If two neighbouring sides have equal depths, it names both; if two opposite
//! sides do, it names the one facing the motion, or left or top without motion.
//!
//! Source: none; most tutorials and physics engines push boxes apart this way.
//!
//! Blind spots: a box that got more than half way through (`far-side`), a box that came in
//! diagonally (`axis-guess`, `corner-guess`), and those of all methods that only look at the end.

use crate::methods::placement::{Placement, length, side_against};
use crate::methods::row::{
    AnswerKeys, Construction, ListedWhen, MethodQuestion, MethodRow, ResponseTiming, SideTest,
    WhyLayout,
};
use crate::methods::{FrameStep, MethodStep, Reason, SideClaim};
use hitscan_geom::{Axis, Moving, Side, Trace};

pub(super) static ROW: MethodRow = MethodRow {
    id: "least-overlap",
    source: None,
    shown: ListedWhen::OnRequest,
    question: MethodQuestion::FromWhichSide(SideTest {
        claim: least_overlap::<()>,
        explained: least_overlap::<Vec<MethodStep>>,
        normals: None,
        timing: Some(ResponseTiming::AfterMotion),
        keys: AnswerKeys::Named,
        sentences: &[
            (Reason::AxisGuess, "the way out is shorter along the other axis."),
            (Reason::CornerGuess, "the ways out along both axes are equally short."),
            (Reason::FarSide, "{a} is more than half through: the way out is shorter beyond."),
        ],
        hypotheses: &[],
    }),
    reasons: &[
        Reason::Touching,
        Reason::Tunnelled,
        Reason::Flush,
        Reason::CornerTie,
        Reason::AxisGuess,
        Reason::FarSide,
        Reason::CornerGuess,
    ],
    layout: WhyLayout::Frame,
    construction: Construction::Path,
    reading: None,
};

fn least_overlap<T: Trace<MethodStep>>(a: &Moving, b: &Moving, trace: &mut T) -> SideClaim {
    let v = a.motion_relative_to(b);
    let Some([end_a, end_b]) = Placement::if_they_meet(a, b, trace) else { return SideClaim::NONE };
    let depth = |side| end_a.depth(&end_b, side);
    let [x, y] = Axis::ALL.map(|axis| {
        let [low, high] = axis.sides();
        match depth(low).cmp(&depth(high)) {
            std::cmp::Ordering::Less => low,
            std::cmp::Ordering::Greater => high,
            std::cmp::Ordering::Equal => side_against(v, axis).unwrap_or(low),
        }
    });
    let claim = SideClaim::of_sides(
        (depth(x) <= depth(y)).then_some(x),
        (depth(y) <= depth(x)).then_some(y),
    );
    trace.step(|| {
        MethodStep::Frame(FrameStep::WaysOut {
            depths: Side::ALL.map(|side| length(depth(side))),
            claim,
        })
    });
    claim
}
