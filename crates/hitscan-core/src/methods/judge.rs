//! All methods asked about one pair, and each answer judged.

use super::agreement::{Claim, against_swept};
use super::catalogue::{Arithmetic, BoundaryRule, FrameVerdicts, Method, SideVerdict, Verdict};
use super::center_distance::center_distance;
use super::edge_relations::edge_relations;
use super::predict_corner::predict_corner;
use super::proper::proper;
use super::relative_velocity::relative_velocity;
use super::scalar::{Exact, Scalar};
use super::step::ExactSteps;
use super::straddle::straddle;
use super::{Agreement, Operator, Reason, Step, edges};
use hitscan_geom::{Meeting, Moving, Shape, Sides, Swept, Trace, swept_traced};

/// What every method that applies to this pair says, in the order of the
/// catalogue, each exact first and then in f32. `meeting` is the exact answer
/// for the same pair.
#[must_use]
pub fn verdicts(a: &Shape, b: &Shape, meeting: &Meeting, contact: BoundaryRule) -> Vec<Verdict> {
    judged::<()>(a, b, meeting, contact).map(|(verdict, ())| verdict).collect()
}

/// The same, each with the steps that led to it.
#[must_use]
pub fn explained_verdicts(
    a: &Shape,
    b: &Shape,
    meeting: &Meeting,
    contact: BoundaryRule,
) -> Vec<(Verdict, Vec<Step>)> {
    judged(a, b, meeting, contact).collect()
}

/// What the three side methods say when `a` runs into `b` in one frame.
#[must_use]
pub fn frame_verdicts(a: &Moving, b: &Moving) -> FrameVerdicts {
    frame_judged::<()>(a, b).0
}

/// The same, with the steps of each in the order of
/// [`SideMethod::ALL`](super::SideMethod::ALL).
#[must_use]
pub fn explained_frame_verdicts(a: &Moving, b: &Moving) -> (FrameVerdicts, [Vec<Step>; 3]) {
    frame_judged(a, b)
}

/// The methods that say whether such a pair meets, in the order of the catalogue.
#[must_use]
pub const fn methods_for(a: &Shape, b: &Shape) -> &'static [Method] {
    match (a, b) {
        (Shape::Segment(_), Shape::Segment(_)) => &[Method::Straddle, Method::Proper],
        (Shape::Box(_), Shape::Box(_)) => {
            &[Method::CenterDistance, Method::EdgeRelations, Method::Edges]
        }
        _ => &[Method::Edges],
    }
}

fn judged<T: Trace<Step> + Default>(
    a: &Shape,
    b: &Shape,
    meeting: &Meeting,
    contact: BoundaryRule,
) -> impl Iterator<Item = (Verdict, T)> {
    let relation = meeting.relation;
    let point = |shape: &Shape| matches!(shape, Shape::Segment(laser) if laser.is_point());
    let is_point = point(a) || point(b);
    methods_for(a, b).iter().flat_map(move |&method| {
        let judge = |said: Said, arithmetic, reason| Verdict {
            method,
            arithmetic,
            hit: said.hit,
            edges: said.edges,
            against: Agreement::of_hit(method, said.hit, relation),
            reason,
        };
        let (mut exact_trace, mut f32_trace) = (T::default(), T::default());
        let exact = ask::<Exact>(method, a, b, contact, &mut exact_trace);
        let single = ask::<f32>(method, a, b, contact, &mut f32_trace);
        let reason = Reason::of_hit(method, exact.hit, relation, is_point);
        let f32_reason = if single == exact { reason } else { Some(Reason::Rounding) };
        [
            (judge(exact, Arithmetic::Exact, reason), exact_trace),
            (judge(single, Arithmetic::F32, f32_reason), f32_trace),
        ]
    })
}

/// A method's bare answer.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Said {
    hit: bool,
    edges: Option<Sides>,
}

fn ask<S: Scalar>(
    method: Method,
    a: &Shape,
    b: &Shape,
    contact: BoundaryRule,
    trace: &mut impl Trace<Step>,
) -> Said {
    let hit = match (method, a, b) {
        (Method::Straddle, Shape::Segment(a), Shape::Segment(b)) => {
            straddle::<S>(&a.into(), &b.into(), trace)
        }
        (Method::Proper, Shape::Segment(a), Shape::Segment(b)) => {
            proper::<S>(&a.into(), &b.into(), trace)
        }
        (Method::CenterDistance, Shape::Box(a), Shape::Box(b)) => {
            let operator = contact.operator(Operator::Less);
            center_distance::<S>(&a.into(), &b.into(), operator, trace)
        }
        (Method::EdgeRelations, Shape::Box(a), Shape::Box(b)) => {
            let operator = contact.operator(Operator::LessOrEqual);
            edge_relations::<S>(&a.into(), &b.into(), operator, trace)
        }
        (Method::Edges, Shape::Box(region), Shape::Segment(laser))
        | (Method::Edges, Shape::Segment(laser), Shape::Box(region)) => {
            let edges = edges::box_laser::<S>(region, laser, trace);
            return Said { hit: !edges.is_empty(), edges: Some(edges) };
        }
        (Method::Edges, Shape::Polygon(region), Shape::Segment(laser))
        | (Method::Edges, Shape::Segment(laser), Shape::Polygon(region)) => {
            edges::polygon_laser::<S>(region.vertices(), laser, trace)
        }
        _ => edges::regions::<S>(a, b, trace),
    };
    Said { hit, edges: None }
}

fn frame_judged<T: Trace<Step> + Default>(a: &Moving, b: &Moving) -> (FrameVerdicts, [T; 3]) {
    let mut traces = [T::default(), T::default(), T::default()];
    let [of_swept, of_velocity, of_corner] = &mut traces;
    let swept = swept_traced(a, b, &mut ExactSteps(of_swept));
    let verdicts = FrameVerdicts {
        relative_velocity: side_verdict(relative_velocity(a, b, of_velocity), &swept),
        predict_corner: side_verdict(predict_corner::<Exact>(a, b, of_corner), &swept),
        swept,
    };
    (verdicts, traces)
}

fn side_verdict<N: Copy + Into<Claim>>(named: N, swept: &Swept) -> SideVerdict<N> {
    let (against, reason) = against_swept(named.into(), swept);
    SideVerdict { named, against, reason }
}
