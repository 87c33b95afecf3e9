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

use super::straddle::Half;
use crate::methods::row::{
    Construction, LaserFormula, Layout, Overlap, OverlapTest, Question, Row, Shown, Source,
};
use crate::methods::scalar::{Exact, Scalar, Segment, between, cross};
use crate::methods::{Agreement, Operator, Reason, Segments, Step};
use hitscan_geom::{Operand, Relation, ShapeKind, Trace};

pub(super) static ROW: Row = Row {
    id: "proper",
    source: Some(Source {
        title: "DirectX「線分と線分の交差判定」で外積を応用する",
        function: None,
    }),
    shown: Shown::Always,
    question: Question::DoTheyMeet(OverlapTest {
        pairs: &[[ShapeKind::Segment; 2]],
        exact: Overlap::of_lasers::<Proper, Exact>(),
        f32: Some(Overlap::of_lasers::<Proper, f32>()),
        misses: &[
            (Relation::Touches, Agreement::Convention, Reason::Touching),
            (Relation::Overlaps, Agreement::Convention, Reason::Parallel),
        ],
        false_hit: None,
    }),
    reasons: &[Reason::Touching, Reason::Parallel, Reason::Rounding],
    layout: Layout::ProperHalves,
    construction: Construction::SegmentLinesUnlessParallel,
};

struct Proper;

impl LaserFormula for Proper {
    fn meet<S: Scalar, T: Trace<Step>>(a: &Segment<S>, b: &Segment<S>, trace: &mut T) -> bool {
        let turn = cross(between(a.start, a.end), between(b.start, b.end));
        let parallel = turn == S::NO_AREA;
        trace.step(|| Step::Directions { cross: S::show_area(turn), parallel });
        if parallel {
            return false;
        }
        let [of_a, of_b] =
            [(b, a), (a, b)].map(|(line, ends)| Half::new(line, ends, Operator::Less));
        let segments = Segments::Lasers;
        trace.step(|| of_a.step(segments, Operand::A, of_b.holds || !of_a.holds));
        trace.step(|| of_b.step(segments, Operand::B, of_a.holds));
        of_a.holds && of_b.holds
    }
}
