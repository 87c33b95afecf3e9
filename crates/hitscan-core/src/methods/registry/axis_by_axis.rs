//! `axis-by-axis`: moves the box along x, then along y, and stops where it meets something.
//!
//! Formula: from the start, a moves by (v.x, 0): if v.x is not 0 and the interiors
//! meet, left or right; else from there by (0, v.y): if v.y is not 0 and they meet,
//! top or bottom; else `none`.
//!
//! Source: none; tile-based games move this way, since a box then slides along walls
//! without extra code.
//!
//! Blind spots: a box that goes around a corner (`phantom`, `axis-guess`), and a box fast enough to
//! pass through (`tunnelled`).

use crate::methods::placement::{Placement, length, side_against};
use crate::methods::row::{
    AnswerKeys, Construction, ListedWhen, MethodQuestion, MethodRow, ResponseTiming, SideTest,
    WhyLayout,
};
use crate::methods::{FrameStep, MethodStep, Reason, SideClaim};
use hitscan_geom::{Axis, Moving, Trace};

pub(super) static ROW: MethodRow = MethodRow {
    id: "axis-by-axis",
    source: None,
    shown: ListedWhen::OnRequest,
    question: MethodQuestion::FromWhichSide(SideTest {
        claim: axis_by_axis::<()>,
        explained: axis_by_axis::<Vec<MethodStep>>,
        normals: None,
        timing: Some(ResponseTiming::AfterMotionOnTheWay),
        keys: AnswerKeys::Named,
        sentences: &[
            (Reason::Tunnelled, "neither the move along x nor the one along y ends inside {b}."),
            (Reason::AxisGuess, "it tries x before y, whichever comes first on the way."),
            (Reason::Phantom, "{a} passes {b}; only the way along x first runs into it."),
        ],
        hypotheses: &[],
    }),
    reasons: &[
        Reason::Touching,
        Reason::Tunnelled,
        Reason::CornerTie,
        Reason::AxisGuess,
        Reason::Phantom,
    ],
    layout: WhyLayout::Frame,
    construction: Construction::Path,
    reading: None,
};

fn axis_by_axis<T: Trace<MethodStep>>(a: &Moving, b: &Moving, trace: &mut T) -> SideClaim {
    let velocity = a.motion_relative_to(b);
    let still = Placement::at_start(b);
    let mut place = Placement::at_start(a);
    for axis in Axis::ALL {
        place = place.moved(axis, velocity.along(axis));
        let side = side_against(velocity, axis).filter(|_| place.overlaps(&still));
        trace.step(|| {
            MethodStep::Frame(FrameStep::AxisMove {
                axis,
                way: velocity.along(axis),
                gaps: Axis::ALL.map(|axis| length(place.gap(&still, axis))),
                side,
            })
        });
        match (side, axis) {
            (Some(side), Axis::X) => return SideClaim::of_sides(Some(side), None),
            (Some(side), Axis::Y) => return SideClaim::of_sides(None, Some(side)),
            (None, _) => {}
        }
    }
    SideClaim::NONE
}
