//! `proper`: two lasers meet where they cross properly.
//!
//! Formula: a miss if `cross(a2−a1, b2−b1) = 0`; else a hit if both
//! `orient(b1,b2,a1)·orient(b1,b2,a2) < 0` and the same with a and b exchanged.
//!
//! Source: DirectX「線分と線分の交差判定」で外積を応用する.
//!
//! Blind spots: lasers that only touch (both comparisons are strict), and
//! lasers that overlap, since parallel ones are turned away first. Both are the
//! author's to choose.

use super::scalar::{Scalar, Segment, between, cross, orient};
use hitscan_geom::{Step, Trace};

pub(super) fn proper<S: Scalar>(a: &Segment<S>, b: &Segment<S>, trace: &mut impl Trace) -> bool {
    let turn = cross(between(a.start, a.end), between(b.start, b.end));
    let parallel = turn == S::NO_AREA;
    trace.step(|| {
        Step::new("cross(a2 - a1, b2 - b1) = 0", parallel)
            .with("cross(a2 - a1, b2 - b1)", S::show_area(turn))
            .deciding(parallel)
    });
    if parallel {
        return false;
    }
    let of_a = [orient(b.start, b.end, a.start), orient(b.start, b.end, a.end)];
    let of_b = [orient(a.start, a.end, b.start), orient(a.start, a.end, b.end)];
    let apart = |[start, end]: [S::Area; 2]| S::product(start, end) < S::NO_PRODUCT;
    let (holds_a, holds_b) = (apart(of_a), apart(of_b));
    let step = |formula, names: [&'static str; 2], areas: [S::Area; 2]| {
        Step::new(formula, apart(areas))
            .with(names[0], S::show_area(areas[0]))
            .with(names[1], S::show_area(areas[1]))
            .with("product", S::show_product(S::product(areas[0], areas[1])))
    };
    trace.step(|| {
        let formula = "orient(b1,b2,a1) * orient(b1,b2,a2) < 0";
        step(formula, ["orient(b1,b2,a1)", "orient(b1,b2,a2)"], of_a).deciding(holds_b || !holds_a)
    });
    trace.step(|| {
        let formula = "orient(a1,a2,b1) * orient(a1,a2,b2) < 0";
        step(formula, ["orient(a1,a2,b1)", "orient(a1,a2,b2)"], of_b).deciding(holds_a)
    });
    holds_a && holds_b
}
