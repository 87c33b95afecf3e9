//! `proper`: two lasers meet if they cross properly.
//!
//! Formula: a miss if `cross(a2−a1, b2−b1) = 0`; else a hit if `orient(b1,b2,a1)·orient(b1,b2,a2) <
//! 0` and the same holds with a and b exchanged.
//!
//! Source: DirectX「線分と線分の交差判定」で外積を応用する.
//!
//! Blind spots: lasers that only touch (both comparisons are strict), and lasers that overlap,
//! since parallel lasers are rejected first. Both are the author's choice.

use super::straddle::{Half, halves};
use crate::methods::row::{
    ArticleSource, Construction, FunctionPair, ListedWhen, MethodQuestion, MethodRow, OverlapTest,
    Reading, ReadingLabel, WhyLayout, overlap,
};
use crate::methods::scalar::{Exact, Scalar, Segment, between, cross, orient};
use crate::methods::{Agreement, MethodStep, Operator, Reason, Segments};
use hitscan_geom::{Operand, Relation, ShapeKind, Trace};

pub(super) static ROW: MethodRow = MethodRow {
    id: "proper",
    source: Some(ArticleSource {
        title: "DirectX「線分と線分の交差判定」で外積を応用する",
        functions: &[("IntersectLines2D", FunctionPair::Lasers), ("Cross2D", FunctionPair::Lasers)],
        remarks: &[],
        misprints: &[],
    }),
    shown: ListedWhen::Always,
    question: MethodQuestion::DoTheyMeet(OverlapTest {
        pairs: &[[ShapeKind::Segment; 2]],
        exact: overlap!(lasers cross_properly, Exact),
        f32: Some(overlap!(lasers cross_properly, f32)),
        f64: overlap!(lasers cross_properly, f64),
        misses: &[
            (Relation::Touches, Agreement::Convention, Reason::Touching),
            (Relation::Overlaps, Agreement::Convention, Reason::Parallel),
        ],
        false_hit: None,
    }),
    reasons: &[Reason::Touching, Reason::Parallel, Reason::Rounding],
    layout: WhyLayout::ProperHalves,
    construction: Construction::SegmentLinesUnlessParallel,
    reading: None,
};

/// With the product about b's line as the prose prints it, with the operands of one
/// factor exchanged.
pub(super) static PRINTED: MethodRow = MethodRow {
    id: "proper-printed",
    source: ROW.source,
    shown: ListedWhen::AsPrinted,
    question: MethodQuestion::DoTheyMeet(OverlapTest {
        pairs: &[[ShapeKind::Segment; 2]],
        exact: overlap!(lasers cross_as_printed, Exact),
        f32: None,
        f64: overlap!(lasers cross_as_printed, f64),
        misses: &[
            (Relation::Crosses, Agreement::Wrong, Reason::AS_PRINTED),
            (Relation::Touches, Agreement::Convention, Reason::Touching),
            (Relation::Overlaps, Agreement::Convention, Reason::Parallel),
        ],
        false_hit: Some(Reason::AS_PRINTED),
    }),
    reasons: &[Reason::AS_PRINTED, Reason::Touching, Reason::Parallel],
    layout: WhyLayout::Steps,
    construction: Construction::SegmentLinesUnlessParallel,
    reading: Some(Reading {
        of: "proper",
        name: "printed",
        label: ReadingLabel::Printed,
        about: &[
            "printed: cross(a1\u{a0}-\u{a0}b1, b2\u{a0}-\u{a0}b1) * cross(b2\u{a0}-\u{a0}b1, a2\u{a0}-\u{a0}b1) < 0.",
            "its code, in the snippet and in the function: cross(b2\u{a0}-\u{a0}b1, a1\u{a0}-\u{a0}b1) in the first factor.",
        ],
        teaches: "exchanged operands turn the sign of a cross product, and with it the condition.",
        covers: |_, _| true,
    }),
};

fn cross_as_printed<S: Scalar, T: Trace<MethodStep>>(
    a: &Segment<S>,
    b: &Segment<S>,
    trace: &mut T,
) -> bool {
    if are_parallel(a, b, trace) {
        return false;
    }
    let of_b = Half::new(a, b, Operator::Less);
    let way = between(b.start, b.end);
    let factors = [cross(between(b.start, a.start), way), orient(b.start, b.end, a.end)];
    let product = S::product(factors[0], factors[1]);
    let holds = product < S::NO_PRODUCT;
    trace.step(|| of_b.step(Segments::Lasers, Operand::B, holds || !of_b.holds));
    trace.step(|| MethodStep::PrintedHalf {
        factors: factors.map(S::show_area),
        product: S::show_product(product),
        holds,
        decides: of_b.holds,
    });
    of_b.holds && holds
}

fn cross_properly<S: Scalar, T: Trace<MethodStep>>(
    a: &Segment<S>,
    b: &Segment<S>,
    trace: &mut T,
) -> bool {
    if are_parallel(a, b, trace) {
        return false;
    }
    let [of_a, of_b] = halves(a, b, Operator::Less);
    let segments = Segments::Lasers;
    trace.step(|| of_a.step(segments, Operand::A, of_b.holds || !of_a.holds));
    trace.step(|| of_b.step(segments, Operand::B, of_a.holds));
    of_a.holds && of_b.holds
}

fn are_parallel<S: Scalar>(
    a: &Segment<S>,
    b: &Segment<S>,
    trace: &mut impl Trace<MethodStep>,
) -> bool {
    let turn = cross(between(a.start, a.end), between(b.start, b.end));
    let parallel = turn == S::NO_AREA;
    trace.step(|| MethodStep::Directions { cross: S::show_area(turn), parallel });
    parallel
}
