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

use super::catalogue::SideCode;
use hitscan_geom::{Aabb, Milli, Moving, Side, Step, Trace, Value, Vector, cross};

pub(super) fn relative_velocity(a: &Moving, b: &Moving, trace: &mut impl Trace) -> SideCode {
    let v = a.motion - b.motion;
    let (a, b) = (a.end(), b.end());
    let meet = a.left() <= b.right()
        && a.right() >= b.left()
        && a.top() <= b.bottom()
        && a.bottom() >= b.top();
    trace.step(|| {
        Step::new("the four edge relations, at the end of the frame", meet)
            .with("a.left", a.left())
            .with("a.top", a.top())
            .with("a.right", a.right())
            .with("a.bottom", a.bottom())
            .with("b.left", b.left())
            .with("b.top", b.top())
            .with("b.right", b.right())
            .with("b.bottom", b.bottom())
            .deciding(!meet)
    });
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
    trace.step(|| {
        Step::new("v.x = 0 or v.y = 0", code.token())
            .with("v.x", v.x)
            .with("v.y", v.y)
            .deciding(true)
    });
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

fn entered_last(a: &Aabb, b: &Aabb, v: Vector, [x, y]: [Side; 2], trace: &mut impl Trace) -> Side {
    let r = Vector::new(a.edge(x.opposite()) - b.edge(x), a.edge(y.opposite()) - b.edge(y));
    let z = cross(r, v);
    // Entered for r.x/v.x and r.y/v.y of a frame: the lesser was entered last.
    // Multiplying out turns the comparison round where v.x·v.y is negative,
    // and the source's `else` takes x there at z = 0.
    let one_sign = (v.x > Milli::ZERO) == (v.y > Milli::ZERO);
    let x_last = if one_sign { z < 0 } else { z >= 0 };
    let side = if x_last { x } else { y };
    trace.step(|| {
        Step::new("z = cross(r, v)", Value::area(z))
            .with("r.x", r.x)
            .with("r.y", r.y)
            .with("v.x", v.x)
            .with("v.y", v.y)
    });
    trace.step(|| {
        let formula = if one_sign { "z < 0" } else { "z >= 0" };
        Step::new(formula, x_last).with("side", side.token()).deciding(true)
    });
    side
}
