//! `straddle`: two lasers meet unless both ends of one lie strictly on one side of the
//! other's line.
//!
//! Formula: `orient(b1,b2,a1)·orient(b1,b2,a2) ≤ 0` **and** the same with a and b exchanged. Each
//! half alone tests whether a segment straddles an infinite line.
//!
//! Source: 矩形と線分の当たり判定. Its prose joins the halves with a union sign; its code, and the
//! correct test, use *and*. It decides by the product of the two cross products, so an exact
//! product needs 2^112.
//!
//! Blind spots: for collinear lasers that are apart, all products are 0, which counts as a hit; so
//! does a laser of length 0 that is collinear with the other.

use crate::methods::row::{
    ArticleSource, Construction, FunctionPair, ListedWhen, MethodQuestion, MethodRow, OverlapTest,
    Reading, ReadingLabel, WhyLayout, overlap,
};
use crate::methods::scalar::{Exact, Scalar, Segment, orient};
use crate::methods::{Agreement, MethodStep, Operator, Reason, Segments, Straddle};
use hitscan_geom::{Operand, Relation, ShapeKind, Trace};

pub(super) static ROW: MethodRow = MethodRow {
    id: "straddle",
    source: Some(ArticleSource {
        title: "矩形と線分の当たり判定",
        functions: &[("LineAndLine", FunctionPair::Lasers)],
        remarks: &[],
        misprints: &[],
    }),
    shown: ListedWhen::Always,
    question: MethodQuestion::DoTheyMeet(OverlapTest {
        pairs: &[[ShapeKind::Segment; 2]],
        exact: overlap!(lasers both_halves, Exact),
        f32: Some(overlap!(lasers both_halves, f32)),
        f64: overlap!(lasers both_halves, f64),
        misses: &[],
        false_hit: Some(Reason::CollinearApart),
    }),
    reasons: &[Reason::CollinearApart, Reason::ZeroLength, Reason::Rounding],
    layout: WhyLayout::Halves,
    construction: Construction::SegmentLines,
    reading: None,
};

/// With the halves joined by a union sign, as in the prose.
pub(super) static UNION: MethodRow = MethodRow {
    id: "straddle-union",
    source: ROW.source,
    shown: ListedWhen::AsPrinted,
    question: MethodQuestion::DoTheyMeet(OverlapTest {
        pairs: &[[ShapeKind::Segment; 2]],
        exact: overlap!(lasers either_half, Exact),
        f32: None,
        f64: overlap!(lasers either_half, f64),
        misses: &[],
        false_hit: Some(Reason::AS_PRINTED),
    }),
    reasons: &[Reason::AS_PRINTED],
    layout: WhyLayout::Steps,
    construction: Construction::SegmentLines,
    reading: Some(Reading {
        of: "straddle",
        name: "union",
        label: ReadingLabel::Printed,
        about: &[
            "printed: ∪ between the halves, which is or: one yes is enough.",
            "its prose: この両方が成り立っていれば, if both of these hold.",
            "its code: both, too. Only the sign slips.",
        ],
        teaches: "each half asks about an endless line. It takes both.",
        covers: |_, _| true,
    }),
};

/// With the products compared as in the prose: below 0, where the code also accepts 0.
pub(super) static PROSE: MethodRow = MethodRow {
    id: "straddle-prose",
    source: ROW.source,
    shown: ListedWhen::AsPrinted,
    question: MethodQuestion::DoTheyMeet(OverlapTest {
        pairs: &[[ShapeKind::Segment; 2]],
        exact: overlap!(lasers both_halves_strictly, Exact),
        f32: None,
        f64: overlap!(lasers both_halves_strictly, f64),
        misses: &[
            (Relation::Touches, Agreement::Convention, Reason::Touching),
            (Relation::Overlaps, Agreement::Convention, Reason::Parallel),
        ],
        false_hit: None,
    }),
    reasons: &[Reason::Touching, Reason::Parallel],
    layout: WhyLayout::Halves,
    construction: Construction::SegmentLines,
    reading: Some(Reading {
        of: "straddle",
        name: "prose",
        label: ReadingLabel::Prose,
        about: &[
            "its prose: 負になっていれば, if negative: a product below 0.",
            "its code: <= 0, as its formula. A product of 0 counts as yes.",
        ],
        teaches: "with < an end that touches is a miss; it then answers as proper.",
        covers: |_, _| true,
    }),
};

fn both_halves_strictly<S: Scalar, T: Trace<MethodStep>>(
    a: &Segment<S>,
    b: &Segment<S>,
    trace: &mut T,
) -> bool {
    both_hold(&halves(a, b, Operator::Less), trace)
}

fn either_half<S: Scalar, T: Trace<MethodStep>>(
    a: &Segment<S>,
    b: &Segment<S>,
    trace: &mut T,
) -> bool {
    let [of_a, of_b] = halves(a, b, Operator::LessOrEqual);
    let hit = of_a.holds || of_b.holds;
    for (half, ends_of) in [(of_a, Operand::A), (of_b, Operand::B)] {
        trace.step(|| half.step(Segments::Lasers, ends_of, half.holds == hit));
    }
    hit
}

fn both_halves<S: Scalar, T: Trace<MethodStep>>(
    a: &Segment<S>,
    b: &Segment<S>,
    trace: &mut T,
) -> bool {
    both_hold(&halves(a, b, Operator::LessOrEqual), trace)
}

/// Whether both halves hold; the second is computed only where the first does.
pub(in crate::methods) fn straddles<S: Scalar>(a: &Segment<S>, b: &Segment<S>) -> bool {
    let holds = |line, ends| Half::new(line, ends, Operator::LessOrEqual).holds;
    holds(b, a) && holds(a, b)
}

/// Both halves of the test: about the ends of `a`, then of `b`. `operator` compares each half's
/// product with 0.
pub(super) fn halves<S: Scalar>(
    a: &Segment<S>,
    b: &Segment<S>,
    operator: Operator,
) -> [Half<S>; 2] {
    [Half::new(b, a, operator), Half::new(a, b, operator)]
}

/// Whether both hold; reports the step of each.
fn both_hold<S: Scalar>(halves: &[Half<S>; 2], trace: &mut impl Trace<MethodStep>) -> bool {
    let hit = halves.iter().all(|half| half.holds);
    for ends_of in [Operand::A, Operand::B] {
        trace.step(|| step_of(halves, ends_of, Segments::Lasers, hit));
    }
    hit
}

/// The step of one half. It decides if it leads to `answer`, the answer of the whole method; if
/// both halves fail, the first decides.
pub(super) fn step_of<S: Scalar>(
    [of_a, of_b]: &[Half<S>; 2],
    ends_of: Operand,
    segments: Segments,
    answer: bool,
) -> MethodStep {
    let (half, first) = match ends_of {
        Operand::A => (of_a, true),
        Operand::B => (of_b, of_a.holds),
    };
    let hit = of_a.holds && of_b.holds;
    half.step(segments, ends_of, hit == answer && (hit || (first && !half.holds)))
}

/// One half: do the ends of a segment lie on different sides of a line?
pub(in crate::methods) struct Half<S: Scalar> {
    ends: [S::Area; 2],
    operator: Operator,
    pub(in crate::methods) holds: bool,
}

impl<S: Scalar> Half<S> {
    /// `operator` compares the product of the orientations with 0.
    pub(in crate::methods) fn new(
        line: &Segment<S>,
        ends: &Segment<S>,
        operator: Operator,
    ) -> Self {
        let ends = [ends.start, ends.end].map(|end| orient(line.start, line.end, end));
        let holds = operator.holds(S::product(ends[0], ends[1]), S::NO_PRODUCT);
        Self { ends, operator, holds }
    }

    pub(super) fn step(&self, segments: Segments, ends_of: Operand, decides: bool) -> MethodStep {
        MethodStep::Straddle(Straddle {
            segments,
            ends_of,
            orientations: self.ends.map(S::show_area),
            product: S::show_product(S::product(self.ends[0], self.ends[1])),
            operator: self.operator,
            holds: self.holds,
            decides,
        })
    }
}
