//! `center-distance`: two boxes meet if in both axes their centres are nearer
//! than half their summed sizes.
//!
//! Formula: `|Δcentre.x| < (w₁+w₂)/2` and the same in y; strict, which a switch
//! makes ≤. The centre is `x + width/2`.
//!
//! Source: 矩形と矩形の当たり.
//!
//! Blind spot: boxes that touch, where the comparison is strict.

use crate::methods::row::{
    BoxFormula, Construction, Layout, Misprint, Overlap, OverlapTest, Question, Row, Shown, Source,
};
use crate::methods::scalar::{Exact, Rectangle, Scalar};
use crate::methods::{
    Agreement, BoundaryRule, CentreDistance as CentreStep, Operator, Reason, Step,
};
use hitscan_geom::{Aabb, Axis, Relation, ShapeKind, Trace};

pub(super) static ROW: Row = Row {
    id: "center-distance",
    source: Some(Source {
        title: "矩形と矩形の当たり",
        function: None,
        misprints: &[
            Misprint { prints: "225\u{a0}-\u{a0}265", meant: "225\u{a0}-\u{a0}365" },
            Misprint { prints: "125\u{a0}-\u{a0}75", meant: "125\u{a0}+\u{a0}75" },
        ],
    }),
    shown: Shown::Always,
    question: Question::DoTheyMeet(OverlapTest {
        pairs: &[[ShapeKind::Box; 2]],
        exact: Overlap::of_boxes::<CenterDistance, Exact>(),
        f32: Some(Overlap::of_boxes::<CenterDistance, f32>()),
        f64: Overlap::of_boxes::<CenterDistance, f64>().answer,
        misses: &[(Relation::Touches, Agreement::Convention, Reason::Touching)],
        false_hit: None,
    }),
    reasons: &[Reason::Touching, Reason::Rounding],
    layout: Layout::Centres,
    construction: Construction::Centres,
    reading: None,
};

struct CenterDistance;

impl BoxFormula for CenterDistance {
    fn meet<S: Scalar, T: Trace<Step>>(
        a: &Aabb,
        b: &Aabb,
        boundary_rule: BoundaryRule,
        trace: &mut T,
    ) -> bool {
        let operator = boundary_rule.operator(Operator::Less);
        let [a, b] = [a, b].map(Rectangle::<S>::from);
        let (distance, half) = (a.distance(&b), a.half_sizes(&b));
        let [x, y] = [operator.holds(distance.x, half.x), operator.holds(distance.y, half.y)];
        for (axis, decides) in [(Axis::X, y || !x), (Axis::Y, x)] {
            trace.step(|| {
                let [distance, half_sizes] = [distance, half].map(|pair| pair.along(axis));
                Step::CentreDistance(CentreStep {
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
}
