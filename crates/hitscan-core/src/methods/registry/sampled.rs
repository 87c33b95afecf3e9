//! `sampled`: whether two moving boxes meet at one of four moments of a frame.
//!
//! Formula: the four inclusive edge relations at t = 1/4, 1/2, 3/4 and 1.
//!
//! Source: none; games run the test at smaller steps to miss fewer hits.
//!
//! Blind spot: boxes that meet only between two of those moments.

use crate::methods::placement::{Placement, length};
use crate::methods::row::{AnswerKeys, Construction, Layout, Question, Row, Shown, SideTest};
use crate::methods::{Claim, FrameStep, Named, Reason, Step};
use hitscan_geom::{Axis, Moving, Trace};

pub(super) static ROW: Row = Row {
    id: "sampled",
    source: None,
    shown: Shown::OnRequest,
    question: Question::FromWhichSide(SideTest {
        claim: sampled::<()>,
        explained: sampled::<Vec<Step>>,
        timing: None,
        keys: AnswerKeys::Hit,
        sentences: &[
            (Reason::Tunnelled, "{a} and {b} meet between two of the four moments it looks at."),
            (Reason::Touching, "they only touch in passing, and touching counts as meeting."),
        ],
        hypotheses: &[],
    }),
    reasons: &[Reason::Touching, Reason::Tunnelled],
    layout: Layout::Frame,
    construction: Construction::Path,
    reading: None,
};

fn sampled<T: Trace<Step>>(a: &Moving, b: &Moving, trace: &mut T) -> Claim {
    for part in 1..=Placement::PARTS {
        let [a, b] = [a, b].map(|moving| Placement::after(moving, part));
        let meet = a.meets(&b);
        let decides = meet || part == Placement::PARTS;
        trace.step(|| {
            let gaps = Axis::ALL.map(|axis| length(a.gap(&b, axis)));
            Step::Frame(FrameStep::PartEnd { part, gaps, meet, decides })
        });
        if meet {
            return Claim::of(Named::Meets, "hit");
        }
    }
    Claim::of(Named::Nothing, "miss")
}
