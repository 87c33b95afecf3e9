//! `edge-relations`: two boxes meet if four relations of their edges hold.
//!
//! Formula: `a.left ≤ b.right`, `a.right ≥ b.left`, `a.top ≤ b.bottom`,
//! `a.bottom ≥ b.top`; inclusive, which a switch makes strict. `right` is
//! `x + width`.
//!
//! Source: 矩形と矩形の当たり, whose own table is strict where its code is not; the
//! static test of 動的当たり判定 is these four relations too, derived from one
//! dimension by De Morgan.
//!
//! Blind spot: none as the source has it.

use super::catalogue::Bound;
use super::scalar::{Rectangle, Scalar};
use hitscan_geom::{Step, Trace};

pub(super) fn edge_relations<S: Scalar>(
    a: &Rectangle<S>,
    b: &Rectangle<S>,
    bound: Bound,
    trace: &mut impl Trace,
) -> bool {
    let (a_right, a_bottom) = (a.x + a.width, a.y + a.height);
    let (b_right, b_bottom) = (b.x + b.width, b.y + b.height);
    // Each as "lesser below greater", with their names.
    let relations = [
        (["a.left < b.right", "a.left <= b.right"], ("a.left", a.x), ("b.right", b_right)),
        (["a.right > b.left", "a.right >= b.left"], ("b.left", b.x), ("a.right", a_right)),
        (["a.top < b.bottom", "a.top <= b.bottom"], ("a.top", a.y), ("b.bottom", b_bottom)),
        (["a.bottom > b.top", "a.bottom >= b.top"], ("b.top", b.y), ("a.bottom", a_bottom)),
    ];
    let holds = relations.map(|(_, lesser, greater)| bound.below(lesser.1, greater.1));
    let first_failing = holds.iter().position(|&holds| !holds);
    for (index, (formulas, lesser, greater)) in relations.into_iter().enumerate() {
        trace.step(|| {
            Step::new(bound.choose(formulas), holds[index])
                .with(lesser.0, lesser.1)
                .with(greater.0, greater.1)
                .deciding(first_failing.is_none_or(|failing| failing == index))
        });
    }
    first_failing.is_none()
}
