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

use super::{Operator, SideCode, Step};
use hitscan_geom::{Aabb, Depth, Milli, Moving, Side, Trace, Vector, cross};

pub(super) fn relative_velocity(a: &Moving, b: &Moving, trace: &mut impl Trace<Step>) -> SideCode {
    let v = a.motion_relative_to(b);
    let (a, b) = (a.end(), b.end());
    let meet = a.left() <= b.right()
        && a.right() >= b.left()
        && a.top() <= b.bottom()
        && a.bottom() >= b.top();
    trace.step(|| Step::FrameEnd { a, b, meet });
    if !meet {
        return SideCode::None;
    }
    let code = match (
        side_against(v.x, [Side::Left, Side::Right]),
        side_against(v.y, [Side::Top, Side::Bottom]),
    ) {
        (None, None) => SideCode::Impossible,
        (Some(side), None) | (None, Some(side)) => SideCode::Side(side),
        (Some(x), Some(y)) => return SideCode::Side(entered_last(&a, &b, v, [x, y], trace)),
    };
    trace.step(|| Step::OneAxis { velocity: v, named: code });
    code
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
