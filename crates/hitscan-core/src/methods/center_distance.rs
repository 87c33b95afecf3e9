//! `center-distance`: two boxes meet if in both axes their centres are nearer
//! than half their summed sizes.
//!
//! Formula: `|Δcentre.x| < (w₁+w₂)/2` and the same in y; strict, which a switch
//! makes ≤. The centre is `x + width/2`.
//!
//! Source: 矩形と矩形の当たり.
//!
//! Blind spot: boxes that touch, where the comparison is strict.

use super::catalogue::Bound;
use super::scalar::{Rectangle, Scalar};
use hitscan_geom::{Step, Trace};

pub(super) fn center_distance<S: Scalar>(
    a: &Rectangle<S>,
    b: &Rectangle<S>,
    bound: Bound,
    trace: &mut impl Trace,
) -> bool {
    let (distance, half) = (a.distance(b), a.half_sizes(b));
    let [x, y] = [bound.below(distance.x, half.x), bound.below(distance.y, half.y)];
    let step = |formulas: [&'static str; 2], centres: [S; 2], distance: S, half: S| {
        Step::new(bound.choose(formulas), bound.below(distance, half))
            .with("a.centre", centres[0])
            .with("b.centre", centres[1])
            .with("distance", distance)
            .with("half sizes", half)
    };
    let sizes = |step: Step, names: [&'static str; 2], sizes: [S; 2]| {
        step.with(names[0], sizes[0]).with(names[1], sizes[1])
    };
    trace.step(|| {
        let formulas = [
            "abs(b.centre.x - a.centre.x) < (a.width + b.width) / 2",
            "abs(b.centre.x - a.centre.x) <= (a.width + b.width) / 2",
        ];
        let centres = [a.centre().x, b.centre().x];
        let step = step(formulas, centres, distance.x, half.x);
        sizes(step, ["a.width", "b.width"], [a.width, b.width]).deciding(y || !x)
    });
    trace.step(|| {
        let formulas = [
            "abs(b.centre.y - a.centre.y) < (a.height + b.height) / 2",
            "abs(b.centre.y - a.centre.y) <= (a.height + b.height) / 2",
        ];
        let centres = [a.centre().y, b.centre().y];
        let step = step(formulas, centres, distance.y, half.y);
        sizes(step, ["a.height", "b.height"], [a.height, b.height]).deciding(x)
    });
    x && y
}
