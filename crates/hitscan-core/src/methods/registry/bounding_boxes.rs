//! `bounding-boxes`: two shapes meet if their bounding boxes meet.
//!
//! Formula: the four inclusive edge relations of the bounding boxes of both shapes.
//!
//! Source: none; engines use it to reject most pairs before an exact test.
//!
//! Blind spot: shapes that are apart although their bounding boxes meet.

use super::edge_relations::relations_hold;
use crate::methods::row::{
    Construction, ListedWhen, MethodQuestion, MethodRow, OverlapTest, WhyLayout, overlap,
};
use crate::methods::scalar::{Exact, Point, Scalar};
use crate::methods::{MethodReason, MethodStep, Operator, Reason};
use hitscan_geom::{Shape, ShapeKind, Trace};

pub(super) const BOUNDS_ONLY: Reason = Reason::OfMethod(MethodReason {
    code: "bounds-only",
    sentence: "they lie apart; only the boxes around them meet.",
});

pub(super) static ROW: MethodRow = MethodRow {
    id: "bounding-boxes",
    source: None,
    shown: ListedWhen::OnRequest,
    question: MethodQuestion::DoTheyMeet(OverlapTest {
        pairs: &[
            [ShapeKind::Segment; 2],
            [ShapeKind::Box, ShapeKind::Segment],
            [ShapeKind::Polygon, ShapeKind::Segment],
            [ShapeKind::Box, ShapeKind::Polygon],
            [ShapeKind::Polygon; 2],
        ],
        exact: overlap!(all shapes bounds_meet, Exact),
        f32: None,
        f64: overlap!(all shapes bounds_meet, f64),
        misses: &[],
        false_hit: Some(BOUNDS_ONLY),
    }),
    reasons: &[BOUNDS_ONLY],
    layout: WhyLayout::EdgeRelations,
    construction: Construction::Bounds,
    reading: None,
};

fn bounds_meet<S: Scalar, T: Trace<MethodStep>>(a: &Shape, b: &Shape, trace: &mut T) -> bool {
    let corners = [a, b].map(|shape| {
        let (min, max) = shape.bounds();
        [min, max].map(Point::<S>::from)
    });
    relations_hold(corners, Operator::LessOrEqual, trace)
}
