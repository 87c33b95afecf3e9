//! `substeps`: `relative-velocity` in smaller steps.
//!
//! Formula: `relative-velocity` at the end of each of four equal parts of the frame; the first part
//! that names something gives the answer.
//!
//! Source: none; games divide a fast frame into parts to avoid misses.
//!
//! Blind spots: those of `relative-velocity`, at four times the speed.

use super::relative_velocity::judged;
use crate::methods::placement::{Placement, length};
use crate::methods::row::{
    AnswerKeys, Construction, ListedWhen, MethodQuestion, MethodRow, ResponseTiming, SideTest,
    WhyLayout,
};
use crate::methods::{FrameStep, MethodStep, Named, Reason, SideClaim};
use hitscan_geom::{Axis, Moving, Trace};

pub(super) static ROW: MethodRow = MethodRow {
    id: "substeps",
    source: None,
    shown: ListedWhen::OnRequest,
    question: MethodQuestion::FromWhichSide(SideTest {
        claim: substeps::<()>,
        explained: substeps::<Vec<MethodStep>>,
        normals: None,
        timing: Some(ResponseTiming::AfterMotionOnTheWay),
        keys: AnswerKeys::Named,
        sentences: &[(
            Reason::Tunnelled,
            "{a} and {b} meet between two of the four moments it looks at.",
        )],
        hypotheses: &[],
    }),
    reasons: &[Reason::Touching, Reason::Tunnelled, Reason::Flush, Reason::CornerTie],
    layout: WhyLayout::Frame,
    construction: Construction::Path,
    reading: None,
};

fn substeps<T: Trace<MethodStep>>(a: &Moving, b: &Moving, trace: &mut T) -> SideClaim {
    let v = a.motion_relative_to(b);
    for part in 1..=Placement::PARTS {
        let [a, b] = [a, b].map(|moving| Placement::after(moving, part));
        let meet = a.meets(&b);
        let decides = !meet && part == Placement::PARTS;
        trace.step(|| {
            let gaps = Axis::ALL.map(|axis| length(a.gap(&b, axis)));
            MethodStep::Frame(FrameStep::PartEnd { part, gaps, meet, decides })
        });
        if meet {
            return match judged(&a, &b, v, trace).named {
                Named::Side(side) => SideClaim::of(Named::Side(side), side.token()),
                _ => SideClaim::NO_SIDE,
            };
        }
    }
    SideClaim::NONE
}
