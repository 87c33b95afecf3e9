//! `bounding-boxes`: two shapes meet if their bounding boxes meet.
//!
//! Formula: the four inclusive edge relations of the bounding boxes of both shapes.
//!
//! Source: none; engines use it to reject most pairs before an exact test.
//!
//! Blind spot: shapes that are apart although their bounding boxes meet.

use crate::methods::row::{
    Answer, Construction, Layout, Overlap, OverlapFormula, OverlapTest, Question, Row, Shown,
};
use crate::methods::scalar::{Exact, Point, Scalar};
use crate::methods::{BoundaryRule, BoxEdge, CompareEdges, MethodReason, Operator, Reason, Step};
use hitscan_geom::{Shape, ShapeKind, Side, Trace};

const BOUNDS_ONLY: Reason = Reason::OfMethod(MethodReason {
    code: "bounds-only",
    sentence: "they lie apart; only the boxes around them meet.",
});

pub(super) static ROW: Row = Row {
    id: "bounding-boxes",
    source: None,
    shown: Shown::OnRequest,
    question: Question::DoTheyMeet(OverlapTest {
        pairs: &[
            [ShapeKind::Segment; 2],
            [ShapeKind::Box, ShapeKind::Segment],
            [ShapeKind::Polygon, ShapeKind::Segment],
            [ShapeKind::Box, ShapeKind::Polygon],
            [ShapeKind::Polygon; 2],
        ],
        exact: Overlap::of::<BoundingBoxes, Exact>(),
        f32: None,
        f64: Overlap::of::<BoundingBoxes, f64>().answer,
        misses: &[],
        false_hit: Some(BOUNDS_ONLY),
    }),
    reasons: &[BOUNDS_ONLY],
    layout: Layout::EdgeRelations,
    construction: Construction::Bounds,
    reading: None,
};

struct BoundingBoxes;

impl OverlapFormula for BoundingBoxes {
    fn evaluate<S: Scalar, T: Trace<Step>>(
        a: &Shape,
        b: &Shape,
        _: BoundaryRule,
        trace: &mut T,
    ) -> Option<Answer> {
        let [[a_min, a_max], [b_min, b_max]] = [a, b].map(|shape| {
            let (min, max) = shape.bounds();
            [min, max].map(Point::<S>::from)
        });
        let relations = [
            (Side::Left, a_min.x, Operator::LessOrEqual, b_max.x),
            (Side::Right, a_max.x, Operator::GreaterOrEqual, b_min.x),
            (Side::Top, a_min.y, Operator::LessOrEqual, b_max.y),
            (Side::Bottom, a_max.y, Operator::GreaterOrEqual, b_min.y),
        ];
        let holds = relations.map(|(_, a, operator, b)| operator.holds(a, b));
        let first_failing = holds.iter().position(|&holds| !holds);
        for ((side, a, operator, b), (index, holds)) in
            relations.into_iter().zip(holds.into_iter().enumerate())
        {
            trace.step(|| {
                let decides = first_failing.is_none_or(|failing| failing == index);
                let a = BoxEdge { side, at: a.into() };
                let b = BoxEdge { side: side.opposite(), at: b.into() };
                Step::CompareEdges(CompareEdges { a, operator, b, holds, decides })
            });
        }
        Some(first_failing.is_none().into())
    }
}
