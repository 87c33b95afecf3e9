//! `even-odd`: a point lies in a region if an odd number of edges crosses its level to the right of
//! it.
//!
//! Formula: for each vertex i and the one before it, j: `(yi > y) != (yj > y) && x < (xj − xi)(y −
//! yi)/(yj − yi) + xi`. The comparisons of y are half-open, so a vertex belongs to the lower one of
//! two edges, and a level edge crosses nothing.
//!
//! Source: Shimrat 1962 (Algorithm 112), in the form that most programs have from Franklin's
//! `pnpoly`.
//!
//! Blind spot: none in exact arithmetic. Of the points on an edge, those on left and upper edges are
//! inside, and those on right and lower ones are not.

use crate::methods::row::{
    Construction, ListedWhen, MethodQuestion, MethodRow, OverlapAnswer, OverlapTest, WhyLayout,
    overlap,
};
use crate::methods::scalar::{Exact, Point, Scalar};
use crate::methods::{
    Agreement, Edge, EdgeAtLevel, MethodInput, MethodStep, PointEdge, PointSum, Reason,
};
use hitscan_geom::{Relation, Shape, ShapeKind, Side, Trace};

/// A region and a point.
pub(super) const PAIRS: &[[ShapeKind; 2]] =
    &[[ShapeKind::Box, ShapeKind::Segment], [ShapeKind::Polygon, ShapeKind::Segment]];

pub(super) static ROW: MethodRow = MethodRow {
    id: "even-odd",
    source: None,
    shown: ListedWhen::Always,
    question: MethodQuestion::IsPointIn(OverlapTest {
        pairs: PAIRS,
        exact: overlap!(shapes even_odd, Exact),
        f32: Some(overlap!(shapes even_odd, f32)),
        f64: overlap!(shapes even_odd, f64),
        misses: &[(Relation::Touches, Agreement::Convention, Reason::Touching)],
        false_hit: None,
    }),
    reasons: &[Reason::Touching, Reason::Rounding],
    layout: WhyLayout::Steps,
    construction: Construction::Nothing,
    reading: None,
};

fn even_odd<S: Scalar, T: Trace<MethodStep>>(
    a: &Shape,
    b: &Shape,
    given: MethodInput<'_>,
    trace: &mut T,
) -> Option<OverlapAnswer> {
    let (edges, point) = outline_and_point::<S>(a, b, given)?;
    let mut count = 0;
    for (edge, [before, vertex]) in edges {
        let crosses = (vertex.y > point.y) != (before.y > point.y);
        let at = crosses.then(|| S::crossing(vertex, before, point.y));
        let adds = i32::from(at.is_some_and(|at| point.x.into() < at));
        count += adds;
        trace.step(|| {
            let found = at.map_or(EdgeAtLevel::Elsewhere, EdgeAtLevel::Crossing);
            MethodStep::PointEdge(PointEdge { edge, point: point.show(), found, adds })
        });
    }
    let hit = count % 2 != 0;
    trace.step(|| MethodStep::PointSum(PointSum::Crossings { count, hit }));
    Some(hit.into())
}

/// Edges with their ends.
type NamedEdges<S> = Vec<(Edge, [Point<S>; 2])>;

/// The edges of a region, each from a vertex to the next, and a point, which is a laser of no
/// length, in either order; `None` for other shapes.
pub(super) fn outline_and_point<S: Scalar>(
    a: &Shape,
    b: &Shape,
    given: MethodInput<'_>,
) -> Option<(NamedEdges<S>, Point<S>)> {
    /// From the left top corner on.
    const SIDES: [Side; 4] = [Side::Top, Side::Right, Side::Bottom, Side::Left];
    let ((region, Shape::Segment(point)) | (Shape::Segment(point), region)) = (a, b) else {
        return None;
    };
    let name: fn(usize) -> Edge = match region {
        Shape::Box(_) => |index| SIDES.get(index).map_or(Edge::Index(index), |&it| Edge::Side(it)),
        Shape::Polygon(_) => Edge::Index,
        Shape::Segment(_) => return None,
    };
    let vertices = region.vertices();
    let next = vertices.iter().cycle().skip(1);
    let ends = vertices.iter().zip(next).map(|(&from, &to)| [from, to].map(|at| given.point(at)));
    let edges = ends.enumerate().map(|(index, ends)| (name(index), ends)).collect();
    Some((edges, given.point(point.start())))
}
