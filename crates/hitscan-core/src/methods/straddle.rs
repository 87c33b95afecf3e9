//! `straddle`: two lasers meet unless, for one of the two, both ends of the
//! other lie strictly on one side of its line.
//!
//! Formula: `orient(b1,b2,a1)·orient(b1,b2,a2) ≤ 0` **and** the same with a and
//! b exchanged. Each half alone asks whether a segment straddles an infinite
//! line.
//!
//! Source: 矩形と線分の当たり判定. Its prose joins the halves with a union sign;
//! its code, and the truth, is *and*. It decides by the product of the two
//! cross products, which is why an exact product needs 2^112.
//!
//! Blind spots: lasers that lie in one line apart make all products 0 and count
//! as a hit; so does a laser of length 0 in line with the other.

use super::scalar::{Scalar, Segment, orient};
use hitscan_geom::{Step, Trace};

pub(super) fn straddle<S: Scalar>(a: &Segment<S>, b: &Segment<S>, trace: &mut impl Trace) -> bool {
    let of_a = Half::new(b, a);
    let of_b = Half::new(a, b);
    let hit = of_a.holds && of_b.holds;
    trace.step(|| {
        let [formula, start, end] =
            ["orient(b1,b2,a1) * orient(b1,b2,a2) <= 0", "orient(b1,b2,a1)", "orient(b1,b2,a2)"];
        of_a.step(formula, [start, end]).deciding(hit || !of_a.holds)
    });
    trace.step(|| {
        let [formula, start, end] =
            ["orient(a1,a2,b1) * orient(a1,a2,b2) <= 0", "orient(a1,a2,b1)", "orient(a1,a2,b2)"];
        of_b.step(formula, [start, end]).deciding(hit || (of_a.holds && !of_b.holds))
    });
    hit
}

/// One half: does `ends` straddle the infinite line through `line`?
struct Half<S: Scalar> {
    start: S::Area,
    end: S::Area,
    holds: bool,
}

impl<S: Scalar> Half<S> {
    fn new(line: &Segment<S>, ends: &Segment<S>) -> Self {
        let start = orient(line.start, line.end, ends.start);
        let end = orient(line.start, line.end, ends.end);
        Self { start, end, holds: S::product(start, end) <= S::NO_PRODUCT }
    }

    fn step(&self, formula: &'static str, [start, end]: [&'static str; 2]) -> Step {
        Step::new(formula, self.holds)
            .with(start, S::show_area(self.start))
            .with(end, S::show_area(self.end))
            .with("product", S::show_product(S::product(self.start, self.end)))
    }
}
