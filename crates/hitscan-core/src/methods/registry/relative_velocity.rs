//! `relative-velocity`: from which side one box ran into another, judged by
//! where they are at the **end** of the frame.
//!
//! Formula: `none` unless the four inclusive edge relations hold. If `v.x` or
//! `v.y` is 0 the side follows from the sign of the other. Otherwise `r` is how
//! far a's leading corner has got past the corner of b that it would have met
//! first, and the sign of `z = cross(r, v)` picks the axis entered last.
//!
//! Source: 動的当たり判定 (`DynamicJudge`). It is written y-up and takes its `else`
//! when z = 0; on the screen that means: moving right and up → left; right and
//! down → top; left and up → bottom; left and down → right.
//!
//! Blind spots: boxes that are past each other at the end (`tunnelled`), and a
//! box that slides along another (`flush`). It never names a wrong side.

use crate::methods::row::{
    Construction, Hypothesis, Layout, Question, Row, Shown, SideTest, Source, Timing, Truth,
};
use crate::methods::{Claim, Named, Operator, Reason, Step};
use hitscan_geom::{Aabb, Depth, Milli, Moving, Shape, Side, Trace, Vector, cross, relate};

pub(super) static ROW: Row = Row {
    id: "relative-velocity",
    source: Some(Source { title: "動的当たり判定", function: Some("DynamicJudge") }),
    shown: Shown::Always,
    question: Question::FromWhichSide(SideTest {
        claim: relative_velocity::<()>,
        explained: relative_velocity::<Vec<Step>>,
        timing: Timing::AfterMotion,
        label_key: "side",
        hypotheses: &[Hypothesis {
            about: "the boxes still meet at the end",
            truth: Truth::NeverWrong,
            covers: |[a, b], claim| {
                matches!(claim.named, Named::Side(_)) && meet(&a.end(), &b.end())
            },
        }],
    }),
    reasons: &[
        Reason::Touching,
        Reason::Tunnelled,
        Reason::Flush,
        Reason::CornerTie,
        Reason::NoMotion,
    ],
    layout: Layout::CornerPassed,
    construction: Construction::CornerPassed,
};

const NOTHING: Claim =
    Claim { named: Named::Nothing, label: "none", code: Some(0), if_wrong: Reason::AxisGuess };
const IMPOSSIBLE: Claim =
    Claim { named: Named::Impossible, label: "impossible", code: Some(5), ..NOTHING };

fn meet(a: &Aabb, b: &Aabb) -> bool {
    relate(&Shape::Box(*a), &Shape::Box(*b)).relation.is_hit()
}

fn claim(side: Side) -> Claim {
    let code = match side {
        Side::Left => 1,
        Side::Top => 2,
        Side::Right => 3,
        Side::Bottom => 4,
    };
    Claim { named: Named::Side(side), label: side.token(), code: Some(code), ..NOTHING }
}

fn relative_velocity<T: Trace<Step>>(a: &Moving, b: &Moving, trace: &mut T) -> Claim {
    let v = a.motion_relative_to(b);
    let (a, b) = (a.end(), b.end());
    let meet = a.left() <= b.right()
        && a.right() >= b.left()
        && a.top() <= b.bottom()
        && a.bottom() >= b.top();
    trace.step(|| Step::FrameEnd { a, b, meet });
    if !meet {
        return NOTHING;
    }
    let named = match (
        side_against(v.x, [Side::Left, Side::Right]),
        side_against(v.y, [Side::Top, Side::Bottom]),
    ) {
        (None, None) => IMPOSSIBLE,
        (Some(side), None) | (None, Some(side)) => claim(side),
        (Some(x), Some(y)) => return claim(entered_last(&a, &b, v, [x, y], trace)),
    };
    trace.step(|| Step::OneAxis { velocity: v, claim: named });
    named
}

/// The side that a motion along one axis meets.
fn side_against(v: Milli, [low, high]: [Side; 2]) -> Option<Side> {
    match v.cmp(&Milli::ZERO) {
        std::cmp::Ordering::Greater => Some(low),
        std::cmp::Ordering::Less => Some(high),
        std::cmp::Ordering::Equal => None,
    }
}

fn entered_last(
    a: &Aabb,
    b: &Aabb,
    v: Vector,
    [x, y]: [Side; 2],
    trace: &mut impl Trace<Step>,
) -> Side {
    let depth = Depth::of(a, b);
    let past = |side| match side {
        Side::Left | Side::Top => depth.through(side),
        Side::Right | Side::Bottom => -depth.through(side),
    };
    let r = Vector::new(past(x), past(y));
    let z = cross(r, v);
    // Entered for r.x/v.x and r.y/v.y of a frame: the lesser was entered last.
    // Multiplying out turns the comparison round where v.x·v.y is negative,
    // and the source's `else` takes x there at z = 0.
    let one_sign = (v.x > Milli::ZERO) == (v.y > Milli::ZERO);
    let operator = if one_sign { Operator::Less } else { Operator::GreaterOrEqual };
    let x_last = operator.holds(z, 0);
    let side = if x_last { x } else { y };
    trace.step(|| Step::Overshoot { overshoot: r, velocity: v, cross: z });
    trace.step(|| Step::LastEntered { operator, x_last, side });
    side
}
