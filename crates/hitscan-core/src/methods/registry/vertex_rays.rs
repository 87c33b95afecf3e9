//! `vertex-rays`: rays from the vertices of the mover, along its motion.
//!
//! Formula: each vertex of a, as a ray along v, against the edges of b that face it; the first edge
//! that is met within the frame, and of those met at once the lowest, names its normal.
//!
//! Source: none; games that move characters by ray casts do this.
//!
//! Blind spot: corners of b. Where only one of them comes in, no ray meets it (`corner-unseen`), or
//! a ray meets an edge later (`axis-guess`).

use crate::methods::row::{
    Construction, ListedWhen, MethodQuestion, MethodRow, NormalsTest, WhyLayout,
};
use crate::methods::{MethodReason, NamedNormals, NormalsClaim, Reason};
use hitscan_geom::{MovingRegion, Point, Vector, cross};

const CORNER_UNSEEN: Reason = Reason::OfMethod(MethodReason {
    code: "corner-unseen",
    sentence: "a corner of one comes in between the rays from the corners of the other.",
});

pub(super) static ROW: MethodRow = MethodRow {
    id: "vertex-rays",
    source: None,
    shown: ListedWhen::OnRequest,
    question: MethodQuestion::AcrossWhichNormals(NormalsTest {
        claim: vertex_rays,
        silent: CORNER_UNSEEN,
        phantom: Reason::Phantom,
    }),
    reasons: &[
        Reason::Touching,
        CORNER_UNSEEN,
        Reason::CornerTie,
        Reason::AxisGuess,
        Reason::FarSide,
    ],
    layout: WhyLayout::Frame,
    construction: Construction::Path,
    reading: None,
};

fn vertex_rays(a: &MovingRegion, b: &MovingRegion) -> NormalsClaim {
    let motion = a.motion_relative_to(b);
    let mut first: Option<CastRay> = None;
    for edge in 0..b.vertices().len() {
        let meets = a.vertices().iter().filter_map(|&from| CastRay::of(from, motion, b, edge));
        for ray in meets {
            if first.as_ref().is_none_or(|first| ray.is_before(first)) {
                first = Some(ray);
            }
        }
    }
    let normal = first.and_then(|ray| b.normal(ray.edge));
    let named = NamedNormals::Normals(normal.into_iter().collect());
    NormalsClaim { named, only_touches: true }
}

/// A ray that meets an edge of b within the frame, at t = `over` / `under`.
struct CastRay {
    over: i64,
    under: i64,
    edge: usize,
}

impl CastRay {
    /// The ray from a vertex, if it meets this edge, which faces it.
    fn of(from: Point, motion: Vector, b: &MovingRegion, edge: usize) -> Option<Self> {
        let [start, end] = b.edge(edge)?;
        let way = start.to(end)?;
        let under = cross(way, motion);
        let (over, along) = (cross(way, from.to(start)?), cross(start.to(from)?, motion));
        let meets = under > 0 && (0..=under).contains(&over) && (0..=under).contains(&along);
        meets.then_some(Self { over, under, edge })
    }

    fn is_before(&self, other: &Self) -> bool {
        i128::from(self.over) * i128::from(other.under)
            < i128::from(other.over) * i128::from(self.under)
    }
}
