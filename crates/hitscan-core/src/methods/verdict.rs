//! Runs methods on a pair, and judges their answers.

use super::agreement::{
    Agreement, NormalsClaim, Reason, SideClaim, against_regions, against_swept,
};
use super::registry::Method;
use super::row::{BoundaryRule, Doubles, MethodInput, Overlap, OverlapAnswer, OverlapTest};
use super::scalar::Arithmetic;
use super::step::MethodStep;
use std::array::IntoIter;
use std::iter::Flatten;

use hitscan_geom::{
    Meeting, Moving, MovingRegion, Relation, Shape, Sides, Swept, SweptRegions, Vector,
};

/// The answer of one overlap test in one arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The method.
    pub method: Method,
    /// The arithmetic.
    pub arithmetic: Arithmetic,
    /// Its yes or no.
    pub hit: bool,
    /// For a box and a laser by `edges`: the edges that hit, in test order (top, right,
    /// bottom, left).
    pub edges: Option<Sides>,
    /// How the answer compares with the relation.
    pub agreement: Agreement,
    /// Why it differs.
    pub reason: Option<Reason>,
}

/// The answer of one side method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideVerdict {
    /// The method.
    pub method: Method,
    /// What it names.
    pub claim: SideClaim,
    /// How the claim compares with `swept`.
    pub agreement: Agreement,
    /// Why it differs.
    pub reason: Option<Reason>,
}

/// The answers of the listed side methods for two boxes in one frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameVerdicts {
    /// The exact answer.
    pub swept: Swept,
    /// The other methods, in registry order.
    pub sides: Vec<SideVerdict>,
}

/// The answer of one method about a frame with a polygon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormalsVerdict {
    /// The method.
    pub method: Method,
    /// What it names.
    pub claim: NormalsClaim,
    /// How the claim compares with the exact answer.
    pub agreement: Agreement,
    /// Why it differs.
    pub reason: Option<Reason>,
}

/// The answers about two regions in one frame, one of them a polygon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionVerdicts {
    /// The exact answer.
    pub swept: SweptRegions,
    /// The methods, in registry order.
    pub methods: Vec<NormalsVerdict>,
}

impl FrameVerdicts {
    /// The verdict of one method, if it is listed.
    pub fn of(&self, method: Method) -> Option<&SideVerdict> {
        self.sides.iter().find(|verdict| verdict.method == method)
    }
}

impl Method {
    /// The method's answers about two shapes, exact first and then in f32 and f64, if it is an
    /// overlap test for such a pair, or a test of a point for such a region.
    pub fn verdicts<'g>(
        self,
        a: &Shape,
        b: &Shape,
        meeting: &Meeting,
        given: impl Into<MethodInput<'g>>,
    ) -> Flatten<IntoIter<Option<Verdict>, 3>> {
        let (given, relation) = (given.into(), meeting.relation);
        let judged = self.yes_or_no().and_then(|test| {
            let answer = |overlap: Overlap| (overlap.answer)(a, b, given, &mut ());
            let exact = answer(test.exact)?;
            let is_point = self.row().reasons.contains(&Reason::ZeroLength) && has_point(a, b);
            let reason = test.why(exact.hit, relation, is_point);
            let of_exact = self.verdict(test, Arithmetic::Exact, exact, relation, reason);
            let in_floats = |overlap: Overlap, arithmetic| {
                let rounded = answer(overlap)?;
                let reason = if rounded == exact { reason } else { Some(Reason::Rounding) };
                Some(self.verdict(test, arithmetic, rounded, relation, reason))
            };
            let of_f32 = test.f32.and_then(|single| in_floats(single, Arithmetic::F32));
            let of_f64 = match given.doubles {
                Doubles::None => None,
                _ if test.f32.is_none() => None,
                Doubles::All => in_floats(test.f64, Arithmetic::F64),
                Doubles::Different => in_floats(test.f64, Arithmetic::F64)
                    .filter(|double| double.reason == Some(Reason::Rounding)),
            };
            Some([Some(of_exact), of_f32, of_f64])
        });
        judged.unwrap_or_default().into_iter().flatten()
    }

    fn verdict(
        self,
        test: &OverlapTest,
        arithmetic: Arithmetic,
        answer: OverlapAnswer,
        relation: Relation,
        reason: Option<Reason>,
    ) -> Verdict {
        let OverlapAnswer { hit, edges } = answer;
        let agreement = test.agreement(hit, relation);
        Verdict { method: self, arithmetic, hit, edges, agreement, reason }
    }

    /// The steps to its answer about two shapes; none if it is not an overlap test for such a pair,
    /// or does not compute in this arithmetic.
    pub fn overlap_steps(
        self,
        a: &Shape,
        b: &Shape,
        boundary_rule: BoundaryRule,
        arithmetic: Arithmetic,
    ) -> Vec<MethodStep> {
        let mut steps = Vec::new();
        let overlap = self.yes_or_no().and_then(|test| match arithmetic {
            Arithmetic::Exact => Some(test.exact),
            Arithmetic::F32 => test.f32,
            Arithmetic::F64 => test.f32.map(|_| test.f64),
        });
        if let Some(overlap) = overlap {
            let given = MethodInput::from(boundary_rule);
            let explained = (overlap.explained)(a, b, given, &mut steps);
            debug_assert!(
                explained == (overlap.answer)(a, b, given, &mut ()),
                "explaining changes nothing"
            );
        }
        steps
    }

    /// What it names when `a` runs into `b` in one frame, if it is a side method that applies
    /// to such boxes.
    pub fn claim(self, a: &Moving, b: &Moving) -> Option<SideClaim> {
        let covers = self.row().reading.is_none_or(|reading| (reading.covers)(a, b));
        self.side_test().filter(|_| covers).map(|test| (test.claim)(a, b, &mut ()))
    }

    /// The claim, judged against the exact answer.
    pub fn side_verdict(self, a: &Moving, b: &Moving, swept: &Swept) -> Option<SideVerdict> {
        let claim = self.claim(a, b)?;
        let (agreement, reason) = against_swept(claim, swept);
        Some(SideVerdict { method: self, claim, agreement, reason })
    }

    /// Its claim about a frame with a polygon, judged against the exact answer; `None` if it has
    /// none for such a frame.
    pub fn normals_verdict(
        self,
        a: &MovingRegion,
        b: &MovingRegion,
        swept: &SweptRegions,
    ) -> Option<NormalsVerdict> {
        let test = self.normals_test()?;
        let claim = (test.claim)(a, b);
        let is_still = a.motion_relative_to(b) == Vector::ZERO;
        let (agreement, reason) = against_regions(test, &claim, swept, is_still);
        Some(NormalsVerdict { method: self, claim, agreement, reason })
    }

    /// The steps to its claim; none if it is not a side method.
    pub fn side_steps(self, a: &Moving, b: &Moving) -> Vec<MethodStep> {
        let mut steps = Vec::new();
        if let Some(test) = self.side_test() {
            let explained = (test.explained)(a, b, &mut steps);
            debug_assert!(explained == (test.claim)(a, b, &mut ()), "explaining changes nothing");
        }
        steps
    }

    /// Whether it computes in this arithmetic. In f64 the methods compute that do in f32.
    pub fn computes_in(self, arithmetic: Arithmetic) -> bool {
        arithmetic == Arithmetic::Exact || self.yes_or_no().is_some_and(|test| test.f32.is_some())
    }
}

impl OverlapTest {
    fn miss(&self, relation: Relation) -> Option<(Agreement, Reason)> {
        let misses = self.misses.iter().find(|(of, ..)| *of == relation);
        misses.map(|&(_, agreement, reason)| (agreement, reason))
    }

    fn agreement(&self, hit: bool, relation: Relation) -> Agreement {
        let missed = self.miss(relation).filter(|_| !hit && relation.is_hit());
        missed.map_or_else(|| Agreement::of_hit(hit, relation), |(agreement, _)| agreement)
    }

    /// Why its exact form differs from the relation, if it does.
    fn why(&self, hit: bool, relation: Relation, has_point: bool) -> Option<Reason> {
        match (hit, relation.is_hit()) {
            (true, true) | (false, false) => None,
            (true, false) if has_point => Some(Reason::ZeroLength),
            (true, false) => self.false_hit,
            (false, true) => self.miss(relation).map(|(_, reason)| reason),
        }
    }
}

/// Whether either is a laser of length 0.
fn has_point(a: &Shape, b: &Shape) -> bool {
    let is_point = |shape: &Shape| matches!(shape, Shape::Segment(laser) if laser.is_point());
    is_point(a) || is_point(b)
}
