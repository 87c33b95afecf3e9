//! `sampled`: whether two moving boxes meet at one of four moments of a frame.
//!
//! Formula: the four inclusive edge relations at t = 1/4, 1/2, 3/4 and 1; with a polygon, whether
//! two edges meet there, or one region lies in the other.
//!
//! Source: none; games run the test at smaller steps to miss fewer hits.
//!
//! Blind spot: boxes that meet only between two of those moments.

use crate::methods::placement::{Placement, RegionPlacement, length};
use crate::methods::row::{
    AnswerKeys, Construction, ListedWhen, MethodQuestion, MethodRow, NormalsTest, SideTest,
    WhyLayout,
};
use crate::methods::{FrameStep, MethodStep, Named, NamedNormals, NormalsClaim, Reason, SideClaim};
use hitscan_geom::{Axis, Moving, MovingRegion, Trace};

pub(super) static ROW: MethodRow = MethodRow {
    id: "sampled",
    source: None,
    shown: ListedWhen::OnRequest,
    question: MethodQuestion::FromWhichSide(SideTest {
        claim: sampled::<()>,
        explained: sampled::<Vec<MethodStep>>,
        normals: Some(&NORMALS),
        timing: None,
        keys: AnswerKeys::Hit,
        sentences: &[
            (Reason::Tunnelled, "{a} and {b} meet between two of the four moments it looks at."),
            (Reason::Touching, "they only touch in passing, and touching counts as meeting."),
        ],
        hypotheses: &[],
    }),
    reasons: &[Reason::Touching, Reason::Tunnelled],
    layout: WhyLayout::Frame,
    construction: Construction::Path,
    reading: None,
};

static NORMALS: NormalsTest =
    NormalsTest { claim: regions_sampled, silent: Reason::Tunnelled, phantom: Reason::Phantom };

fn regions_sampled(a: &MovingRegion, b: &MovingRegion) -> NormalsClaim {
    let meet = (1..=Placement::PARTS).any(|part| {
        let [a, b] = [a, b].map(|moving| RegionPlacement::after(moving, part));
        a.meets(&b)
    });
    NormalsClaim { named: NamedNormals::Meets(meet), only_touches: true }
}

fn sampled<T: Trace<MethodStep>>(a: &Moving, b: &Moving, trace: &mut T) -> SideClaim {
    for part in 1..=Placement::PARTS {
        let [a, b] = [a, b].map(|moving| Placement::after(moving, part));
        let meet = a.meets(&b);
        let decides = meet || part == Placement::PARTS;
        trace.step(|| {
            let gaps = Axis::ALL.map(|axis| length(a.gap(&b, axis)));
            MethodStep::Frame(FrameStep::PartEnd { part, gaps, meet, decides })
        });
        if meet {
            return SideClaim::of(Named::Meets, "hit");
        }
    }
    SideClaim::of(Named::Nothing, "miss")
}
