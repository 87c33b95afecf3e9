//! `bounds-swept`: what `swept` says of the boxes around two moving regions.
//!
//! Formula: `swept` of the two bounding boxes; the sides that are hit.
//!
//! Source: none; engines that move everything as boxes do this to slopes.
//!
//! Blind spots: bounding boxes that meet where the regions do not (`bounds-only`), and those that
//! already met at the start (`bounds-inside`); it knows no slopes (`axis-guess`).

use super::bounding_boxes::BOUNDS_ONLY;
use crate::methods::row::{
    Construction, ListedWhen, MethodQuestion, MethodRow, NormalsTest, WhyLayout,
};
use crate::methods::{MethodReason, NormalsClaim, Reason};
use hitscan_geom::{Aabb, Moving, MovingRegion, Normal, ShapeRef, Swept, swept};

const BOUNDS_INSIDE: Reason = Reason::OfMethod(MethodReason {
    code: "bounds-inside",
    sentence: "the boxes around them already met at the start.",
});

pub(super) static ROW: MethodRow = MethodRow {
    id: "bounds-swept",
    source: None,
    shown: ListedWhen::OnRequest,
    question: MethodQuestion::AcrossWhichNormals(NormalsTest {
        claim: bounds_swept,
        silent: BOUNDS_INSIDE,
        phantom: BOUNDS_ONLY,
    }),
    reasons: &[
        Reason::Touching,
        BOUNDS_ONLY,
        BOUNDS_INSIDE,
        Reason::CornerTie,
        Reason::AxisGuess,
        Reason::FarSide,
    ],
    layout: WhyLayout::Frame,
    construction: Construction::Bounds,
    reading: None,
};

fn bounds_swept(a: &MovingRegion, b: &MovingRegion) -> NormalsClaim {
    let around = |region: &MovingRegion| {
        let bounds = match region.start() {
            ShapeRef::Box(shape) => *shape,
            ShapeRef::Polygon(shape) => Aabb::from(shape),
            ShapeRef::Segment(_) => return None,
        };
        Moving::new(bounds, region.motion()).ok()
    };
    let found = around(a).zip(around(b)).map(|(a, b)| swept(&a, &b));
    NormalsClaim::of(match found {
        Some(Swept::Hit { sides, .. }) => sides.iter().map(Normal::from).collect(),
        _ => Vec::new(),
    })
}
