//! `edges`: a region meets something if one of its edges straddles it.
//!
//! Formula: [`straddle`] of every edge against the laser, or against every edge
//! of the other region. Box × laser reports all edges that hit, in the order
//! top, right, bottom, left.
//!
//! Source: 矩形と線分の当たり判定. The direction of an edge matters in single
//! precision: the four edges of a box run left-top → right-top → right-bottom →
//! left-bottom → left-top; the source's polygon loops run each edge from vertex
//! i to vertex i − 1, vertex 0 to the last one first, and a box counts as its
//! four vertices where it meets another region.
//!
//! Blind spots: what lies strictly inside meets no edge; what lies apart but in
//! line with an edge hits it, as in `straddle`.

use super::scalar::{Scalar, Segment};
use super::straddle::straddle;
use crate::geom::{Aabb, Laser, Point, Shape, Side, Sides, Step, Trace, Value, Within};

/// The edges of the box that the laser straddles.
pub(super) fn box_laser<S: Scalar>(region: &Aabb, laser: &Laser, trace: &mut impl Trace) -> Sides {
    let [left_top, right_top, right_bottom, left_bottom] = region.vertices();
    let edges = [
        (Side::Top, left_top, right_top),
        (Side::Right, right_top, right_bottom),
        (Side::Bottom, right_bottom, left_bottom),
        (Side::Left, left_bottom, left_top),
    ];
    let laser = Segment::<S>::from(laser);
    let hits = edges.into_iter().filter_map(|(side, start, end)| {
        let mut sink = Within { sink: &mut *trace, part: "edge", which: side.token().into() };
        straddle(&Segment::new(start, end), &laser, &mut sink).then_some(side)
    });
    let hits: Sides = hits.collect();
    trace.step(|| {
        Step::new("edges that straddle", !hits.is_empty())
            .with("how many", hits.iter().count())
            .deciding(true)
    });
    hits
}

/// Whether an edge of the polygon straddles the laser.
pub(super) fn polygon_laser<S: Scalar>(
    vertices: &[Point],
    laser: &Laser,
    trace: &mut impl Trace,
) -> bool {
    let laser = Segment::<S>::from(laser);
    let mut hits = 0_usize;
    for (vertex, edge) in loop_edges(vertices).enumerate() {
        let mut sink = Within { sink: &mut *trace, part: "from vertex", which: vertex.into() };
        hits += usize::from(straddle(&edge, &laser, &mut sink));
    }
    trace.step(|| Step::new("edges that straddle", hits > 0).with("how many", hits).deciding(true));
    hits > 0
}

/// Whether an edge of `a` straddles an edge of `b`; the first pair that does
/// ends the search.
pub(super) fn regions<S: Scalar>(a: &Shape, b: &Shape, trace: &mut impl Trace) -> bool {
    let others: Vec<Segment<S>> = loop_edges(&b.vertices()).collect();
    let mut tested = 0_usize;
    for (of_a, edge) in loop_edges(&a.vertices()).enumerate() {
        for (of_b, other) in others.iter().enumerate() {
            tested += 1;
            if straddle(&edge, other, &mut ()) {
                // The same once more, for the steps: of the many pairs that
                // were tested only this one says anything.
                explain_pair([of_a, of_b], &edge, other, trace);
                return true;
            }
        }
    }
    trace.step(|| {
        Step::new("pairs of edges that straddle", false).with("pairs tested", tested).deciding(true)
    });
    false
}

fn explain_pair<S: Scalar>(
    [of_a, of_b]: [usize; 2],
    edge: &Segment<S>,
    other: &Segment<S>,
    trace: &mut impl Trace,
) {
    let mut sink = Within { sink: trace, part: "a from vertex", which: Value::Count(of_a) };
    let mut sink = Within { sink: &mut sink, part: "b from vertex", which: Value::Count(of_b) };
    straddle(edge, other, &mut sink);
}

/// The edges as the source's loops run them, from each vertex to the one before.
fn loop_edges<S: Scalar>(vertices: &[Point]) -> impl Iterator<Item = Segment<S>> + '_ {
    let before = vertices.iter().cycle().skip(vertices.len() - 1);
    vertices.iter().zip(before).map(|(&start, &end)| Segment::new(start, end))
}
