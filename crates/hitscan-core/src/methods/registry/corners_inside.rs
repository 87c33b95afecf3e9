//! `corners-inside`: two boxes meet if a corner of one lies in the other.
//!
//! Formula: any of the four corners of a lies in the closed box b, or any of the four corners of b
//! in the closed box a.
//!
//! Source: none; games use it.
//!
//! Blind spot: boxes that cross like a plus sign overlap although neither has a corner
//! in the other.

use crate::methods::row::{
    Construction, ListedWhen, MethodQuestion, MethodRow, OverlapTest, WhyLayout, overlap,
};
use crate::methods::scalar::{Exact, Point, Scalar};
use crate::methods::{Agreement, MethodInput, MethodReason, MethodStep, PointTest, Reason};
use hitscan_geom::{Aabb, Relation, ShapeKind, Trace};

const NO_CORNER_INSIDE: Reason = Reason::OfMethod(MethodReason {
    code: "no-corner-inside",
    sentence: "they overlap, yet no corner of one lies in the other.",
});

pub(super) static ROW: MethodRow = MethodRow {
    id: "corners-inside",
    source: None,
    shown: ListedWhen::OnRequest,
    question: MethodQuestion::DoTheyMeet(OverlapTest {
        pairs: &[[ShapeKind::Box; 2]],
        exact: overlap!(boxes any_corner, Exact),
        f32: None,
        f64: overlap!(boxes any_corner, f64),
        misses: &[(Relation::Overlaps, Agreement::Wrong, NO_CORNER_INSIDE)],
        false_hit: None,
    }),
    reasons: &[NO_CORNER_INSIDE],
    layout: WhyLayout::Steps,
    construction: Construction::Ranges,
    reading: None,
};

/// The tests, in the order of the vertices of a box.
const TESTS: [&str; 8] = [
    "{a}\'s left top {point} in {b}",
    "{a}\'s right top {point} in {b}",
    "{a}\'s right bottom {point} in {b}",
    "{a}\'s left bottom {point} in {b}",
    "{b}\'s left top {point} in {a}",
    "{b}\'s right top {point} in {a}",
    "{b}\'s right bottom {point} in {a}",
    "{b}\'s left bottom {point} in {a}",
];

fn any_corner<S: Scalar, T: Trace<MethodStep>>(
    a: &Aabb,
    b: &Aabb,
    _: MethodInput<'_>,
    trace: &mut T,
) -> bool {
    let of_a = a.vertices().map(|corner| (Point::<S>::from(corner), b));
    let of_b = b.vertices().map(|corner| (Point::<S>::from(corner), a));
    let corners = of_a.into_iter().chain(of_b);
    let first = corners.clone().position(|(corner, region)| is_inside(corner, region));
    for (index, ((corner, _), formula)) in corners.zip(TESTS).enumerate() {
        let holds = first == Some(index);
        trace.step(|| {
            let point = [corner.x.into(), corner.y.into()];
            let decides = holds || first.is_none();
            MethodStep::PointTest(PointTest { formula, point, holds, decides })
        });
        if holds {
            break;
        }
    }
    first.is_some()
}

fn is_inside<S: Scalar>(corner: Point<S>, region: &Aabb) -> bool {
    let [left, right] = [region.left(), region.right()].map(S::length);
    let [top, bottom] = [region.top(), region.bottom()].map(S::length);
    left <= corner.x && corner.x <= right && top <= corner.y && corner.y <= bottom
}
