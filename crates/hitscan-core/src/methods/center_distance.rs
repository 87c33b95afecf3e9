//! `center-distance`: two boxes meet if in both axes their centres are nearer
//! than half their summed sizes.
//!
//! Formula: `|Δcentre.x| < (w₁+w₂)/2` and the same in y; strict, which a switch
//! makes ≤. The centre is `x + width/2`.
//!
//! Source: 矩形と矩形の当たり.
//!
//! Blind spot: boxes that touch, where the comparison is strict.

use super::scalar::{Rectangle, Scalar};
use super::{CentreDistance, Operator, Step};
use hitscan_geom::{Axis, Trace};

pub(super) fn center_distance<S: Scalar>(
    a: &Rectangle<S>,
    b: &Rectangle<S>,
    operator: Operator,
    trace: &mut impl Trace<Step>,
) -> bool {
    let (distance, half) = (a.distance(b), a.half_sizes(b));
    let [x, y] = [operator.holds(distance.x, half.x), operator.holds(distance.y, half.y)];
    for (axis, decides) in [(Axis::X, y || !x), (Axis::Y, x)] {
        trace.step(|| {
            let [distance, half_sizes] = [distance, half].map(|pair| pair.along(axis));
            Step::CentreDistance(CentreDistance {
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
