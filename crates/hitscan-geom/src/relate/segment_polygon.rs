//! A segment and a polygon, convex or not.

use super::super::{
    Direction, Fraction, Meeting, Point, Relation, Segment, Step, Trace, ratio::Ratio,
};
use super::cut::{Cut, Ground, cut};

/// Decides by the pieces that the boundary cuts the segment into. Some pieces between the first and
/// the last common point may lie outside.
pub(super) fn relate(segment: &Segment, vertices: &[Point], trace: &mut impl Trace) -> Meeting {
    let cut = cut(segment, vertices);
    let relation = if cut.meets(Ground::Interior) {
        if cut.meets(Ground::Exterior) { Relation::Crosses } else { Relation::Within }
    } else if cut.contacts.is_empty() {
        Relation::Disjoint
    } else {
        Relation::Touches
    };
    explain(&cut, relation, trace);
    if !relation.is_hit() {
        return Meeting::DISJOINT;
    }
    let first = cut.contacts.iter().map(|contact| contact.first).min();
    let last = cut.contacts.iter().map(|contact| contact.last).max();
    // An end lies in the region if the piece next to it does not lie outside.
    let first = match (cut.pieces.first(), first) {
        (Some(Ground::Exterior), Some(first)) => first,
        _ => Ratio::ZERO,
    };
    let last = match (cut.pieces.last(), last) {
        (Some(Ground::Exterior), Some(last)) => last,
        _ if segment.is_point() => Ratio::ZERO,
        _ => Ratio::ONE,
    };
    super::segment_meets(segment, relation, [first, last], edges_at(&cut, first))
}

/// The edges through the point at `t`, or `Inside` if there are none.
pub(super) fn edges_at(cut: &Cut, t: Ratio) -> Direction {
    let mut through = cut
        .contacts
        .iter()
        .filter(|contact| contact.first <= t && t <= contact.last)
        .map(|contact| contact.edge);
    match through.next() {
        Some(edge) => Direction::Edges(edge, through.next()),
        None => Direction::Inside,
    }
}

fn explain(cut: &Cut, relation: Relation, trace: &mut impl Trace) {
    for contact in &cut.contacts {
        trace.step(|| {
            let [first, last] = [contact.first, contact.last].map(Fraction::from);
            Step::EdgeContact { edge: contact.edge, first, last }
        });
    }
    trace.step(|| Step::Interior {
        met: cut.meets(Ground::Interior),
        within: relation == Relation::Within,
        edges_met: Some(cut.contacts.len()),
    });
}
