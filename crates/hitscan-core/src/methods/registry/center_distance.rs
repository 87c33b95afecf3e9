//! `center-distance`: two boxes meet if on both axes their centres are closer than half the sum
//! of their sizes.
//!
//! Formula: `|Δcentre.x| < (w₁+w₂)/2` and the same in y; strict, with a switch that makes it ≤. The
//! centre is `x + width/2`.
//!
//! Source: 矩形と矩形の当たり.
//!
//! Blind spot: boxes that touch, if the comparison is strict.

use crate::methods::row::{
    ArticleSource, Construction, FunctionPair, ListedWhen, MethodQuestion, MethodRow, OverlapTest,
    Reading, ReadingLabel, WhyLayout, overlap,
};
use crate::methods::scalar::{Exact, Rectangle, Scalar};
use crate::methods::{
    Agreement, CentreDistance as CentreStep, MethodInput, MethodStep, Operator, Reason,
};
use hitscan_geom::{Aabb, Axis, Relation, ShapeKind, Trace};

pub(super) static ROW: MethodRow = MethodRow {
    id: "center-distance",
    source: Some(ArticleSource {
        title: "矩形と矩形の当たり",
        functions: &[("size_sum", FunctionPair::Boxes)],
        remarks: &[
            "Its overview has it the other way round: a hit if the sum is smaller (和の方が小さい値なら). Its condition and code: if the distance is smaller.",
            "The article's axes are the screen's: y grows down.",
        ],
        misprints: &[
            "It prints 225\u{a0}-\u{a0}265\u{a0}=>\u{a0}140, meant is 225\u{a0}-\u{a0}365.",
            "It prints 125\u{a0}-\u{a0}75\u{a0}=>\u{a0}200, meant is 125\u{a0}+\u{a0}75.",
            "It prints 50\u{a0}-\u{a0}75\u{a0}=>\u{a0}125, meant is 50\u{a0}+\u{a0}75.",
        ],
    }),
    shown: ListedWhen::Always,
    question: MethodQuestion::DoTheyMeet(OverlapTest {
        pairs: &[[ShapeKind::Box; 2]],
        exact: overlap!(boxes nearer, Exact),
        f32: Some(overlap!(boxes nearer, f32)),
        f64: overlap!(boxes nearer, f64),
        misses: &[(Relation::Touches, Agreement::Convention, Reason::Touching)],
        false_hit: None,
    }),
    reasons: &[Reason::Touching, Reason::Rounding],
    layout: WhyLayout::Centres,
    construction: Construction::Centres,
    reading: None,
};

/// As in its overview, with the comparison written the other way round: a hit if the
/// sum is smaller.
pub(super) static OVERVIEW: MethodRow = MethodRow {
    id: "center-distance-overview",
    source: ROW.source,
    shown: ListedWhen::AsPrinted,
    question: MethodQuestion::DoTheyMeet(OverlapTest {
        pairs: &[[ShapeKind::Box; 2]],
        exact: overlap!(boxes farther, Exact),
        f32: None,
        f64: overlap!(boxes farther, f64),
        misses: &[
            (Relation::Touches, Agreement::Convention, Reason::Touching),
            (Relation::Overlaps, Agreement::Wrong, Reason::AS_PRINTED),
            (Relation::Within, Agreement::Wrong, Reason::AS_PRINTED),
            (Relation::Contains, Agreement::Wrong, Reason::AS_PRINTED),
            (Relation::Equals, Agreement::Wrong, Reason::AS_PRINTED),
        ],
        false_hit: Some(Reason::AS_PRINTED),
    }),
    reasons: &[Reason::AS_PRINTED, Reason::Touching],
    layout: WhyLayout::Centres,
    construction: Construction::Centres,
    reading: Some(Reading {
        of: "center-distance",
        name: "overview",
        label: ReadingLabel::Printed,
        about: &[
            "its overview: 和の方が小さい値なら, a hit if the sum is smaller.",
            "its condition and code: a hit if the distance is smaller.",
        ],
        teaches: "turned round, it hits only boxes that are apart in x and in y.",
        covers: |_, _| true,
    }),
};

/// With "at most", which the article's text leaves open.
pub(super) static AT_MOST: MethodRow = MethodRow {
    id: "center-distance-at-most",
    source: ROW.source,
    shown: ListedWhen::AsPrinted,
    question: MethodQuestion::DoTheyMeet(OverlapTest {
        pairs: &[[ShapeKind::Box; 2]],
        exact: overlap!(boxes at_most, Exact),
        f32: None,
        f64: overlap!(boxes at_most, f64),
        misses: &[],
        false_hit: None,
    }),
    reasons: &[],
    layout: WhyLayout::Centres,
    construction: Construction::Centres,
    reading: Some(Reading {
        of: "center-distance",
        name: "at-most",
        label: ReadingLabel::Choice,
        about: &[
            "its text leaves it open: smaller, or at most (小さい or 以下).",
            "its code: <, in both axes.",
        ],
        teaches: "with <= both methods of the article agree.",
        covers: |_, _| true,
    }),
};

fn farther<S: Scalar, T: Trace<MethodStep>>(
    a: &Aabb,
    b: &Aabb,
    given: MethodInput<'_>,
    trace: &mut T,
) -> bool {
    nearer_on_both::<S, T>([a, b].map(|it| given.rectangle(it)), Operator::Greater, trace)
}

fn at_most<S: Scalar, T: Trace<MethodStep>>(
    a: &Aabb,
    b: &Aabb,
    given: MethodInput<'_>,
    trace: &mut T,
) -> bool {
    nearer_on_both::<S, T>([a, b].map(|it| given.rectangle(it)), Operator::LessOrEqual, trace)
}

fn nearer<S: Scalar, T: Trace<MethodStep>>(
    a: &Aabb,
    b: &Aabb,
    given: MethodInput<'_>,
    trace: &mut T,
) -> bool {
    let operator = given.boundary_rule.operator(Operator::Less);
    nearer_on_both::<S, T>([a, b].map(|it| given.rectangle(it)), operator, trace)
}

/// Compares the distance of the centres with the half sizes, on each axis.
fn nearer_on_both<S: Scalar, T: Trace<MethodStep>>(
    [a, b]: [Rectangle<S>; 2],
    operator: Operator,
    trace: &mut T,
) -> bool {
    let (distance, half) = (a.distance(&b), a.half_sizes(&b));
    let [x, y] = [operator.holds(distance.x, half.x), operator.holds(distance.y, half.y)];
    for (axis, decides) in [(Axis::X, y || !x), (Axis::Y, x)] {
        trace.step(|| {
            let [distance, half_sizes] = [distance, half].map(|pair| pair.along(axis));
            MethodStep::CentreDistance(CentreStep {
                axis,
                centres: [a, b].map(|shape| shape.centre().along(axis).into()),
                distance: distance.into(),
                sizes: [a, b].map(|shape| shape.size().along(axis).into()),
                half_sizes: half_sizes.into(),
                operator,
                holds: operator.holds(distance, half_sizes),
                decides,
            })
        });
    }
    x && y
}
