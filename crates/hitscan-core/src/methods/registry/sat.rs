//! `sat`: two regions meet unless they are apart along the normal of an edge of one of them (the
//! separating axis theorem).
//!
//! Formula: along the normal of an edge `e`, a point `p` lies at `cross(e, p)`;
//! they are apart if all of one lies strictly below all of the other.
//!
//! Source: none; engines use it for convex shapes.
//!
//! Blind spot: a region that is not convex is treated as its convex hull.

use crate::methods::row::{
    Construction, ListedWhen, MethodQuestion, MethodRow, OverlapTest, WhyLayout, overlap,
};
use crate::methods::scalar::{Exact, Point, Scalar, between, cross};
use crate::methods::{Edge, MethodReason, MethodStep, Projection, Reason};
use hitscan_geom::{Operand, Shape, ShapeKind, Side, Trace};

pub(super) const CONCAVE: Reason = Reason::OfMethod(MethodReason {
    code: "concave",
    sentence: "they lie apart, yet no straight line passes between: one is not convex.",
});

pub(super) static ROW: MethodRow = MethodRow {
    id: "sat",
    source: None,
    shown: ListedWhen::OnRequest,
    question: MethodQuestion::DoTheyMeet(OverlapTest {
        pairs: &[
            [ShapeKind::Box; 2],
            [ShapeKind::Box, ShapeKind::Polygon],
            [ShapeKind::Polygon; 2],
        ],
        exact: overlap!(all shapes no_axis_separates, Exact),
        f32: None,
        f64: overlap!(all shapes no_axis_separates, f64),
        misses: &[],
        false_hit: Some(CONCAVE),
    }),
    reasons: &[CONCAVE],
    layout: WhyLayout::Steps,
    construction: Construction::Nothing,
    reading: None,
};

fn no_axis_separates<S: Scalar, T: Trace<MethodStep>>(a: &Shape, b: &Shape, trace: &mut T) -> bool {
    let [of_a, of_b] = [a, b].map(corners::<S>);
    let edges = edges(a, &of_a).map(|edge| (Operand::A, edge));
    let edges = edges.chain(self::edges(b, &of_b).map(|edge| (Operand::B, edge)));
    let projected = edges.map(|(of, (edge, direction))| {
        let [a, b] = [&of_a, &of_b].map(|corners| range(direction, corners));
        (of, edge, [a, b], a[1] < b[0] || b[1] < a[0])
    });
    let all_overlap = projected.clone().all(|(.., apart)| !apart);
    for (of, edge, [a, b], apart) in projected {
        trace.step(|| {
            let [a, b] = [a, b].map(|range| range.map(S::show_area));
            MethodStep::Projection(Projection {
                of,
                edge,
                a,
                b,
                apart,
                decides: apart || all_overlap,
            })
        });
        if apart {
            break;
        }
    }
    all_overlap
}

fn corners<S: Scalar>(shape: &Shape) -> Vec<Point<S>> {
    shape.vertices().into_iter().map(Point::from).collect()
}

/// The edges with distinct normals, each with its direction; a box has two.
fn edges<'a, S: Scalar>(
    shape: &'a Shape,
    corners: &'a [Point<S>],
) -> impl Iterator<Item = (Edge, Point<S>)> + Clone + 'a {
    let directions = corners.iter().zip(corners.iter().cycle().skip(1));
    let directions = directions.map(|(&from, &to)| between(from, to)).enumerate();
    let of_box = matches!(shape, Shape::Box(_));
    let count = if of_box { 2 } else { corners.len() };
    directions.take(count).map(move |(index, direction)| {
        let edge = match (of_box, index) {
            (true, 0) => Edge::Side(Side::Top),
            (true, _) => Edge::Side(Side::Right),
            (false, _) => Edge::Index(index),
        };
        (edge, direction)
    })
}

/// The range of the corners along the normal of an edge.
fn range<S: Scalar>(edge: Point<S>, corners: &[Point<S>]) -> [S::Area; 2] {
    let first = cross(edge, corners[0]);
    corners.iter().fold([first; 2], |[low, high], &corner| {
        let at = cross(edge, corner);
        [if at < low { at } else { low }, if at > high { at } else { high }]
    })
}
