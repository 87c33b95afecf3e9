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
use hitscan_geom::{self, Aabb, Point, Shape, Side, Sides, Step, Trace, Value, Within};

/// The edges of the box that the laser straddles.
pub(super) fn box_laser<S: Scalar>(
    region: &Aabb,
    laser: &hitscan_geom::Segment,
    trace: &mut impl Trace,
) -> Sides {
    let [left_top, right_top, right_bottom, left_bottom] = region.vertices();
    let edges = [
        (Side::Top, left_top, right_top),
        (Side::Right, right_top, right_bottom),
        (Side::Bottom, right_bottom, left_bottom),
        (Side::Left, left_bottom, left_top),
    ];
    let edges = edges.map(|(side, start, end)| (side, Segment::<S>::new(start, end)));
    let laser = laser.into();
    let hits: Sides = edges
        .iter()
        .filter(|(_, edge)| straddle(edge, &laser, &mut ()))
        .map(|&(side, _)| side)
        .collect();
    let named = edges.iter().map(|(side, edge)| (side.token().into(), *edge));
    explain(named, &laser, !hits.is_empty(), trace);
    hits
}

/// Whether an edge of the polygon straddles the laser.
pub(super) fn polygon_laser<S: Scalar>(
    vertices: &[Point],
    laser: &hitscan_geom::Segment,
    trace: &mut impl Trace,
) -> bool {
    let laser = laser.into();
    let hit = loop_edges::<S>(vertices).any(|(_, edge)| straddle(&edge, &laser, &mut ()));
    let named = loop_edges(vertices).map(|(index, edge)| (index.into(), edge));
    explain(named, &laser, hit, trace);
    hit
}

/// Says of every edge what it says; those that say what all say together decide.
/// In these steps a is the edge and b the laser.
fn explain<S: Scalar>(
    edges: impl Iterator<Item = (Value, Segment<S>)>,
    laser: &Segment<S>,
    hit: bool,
    trace: &mut impl Trace,
) {
    for (which, edge) in edges {
        let decides = straddle(&edge, laser, &mut ()) == hit;
        let mut sink = Within { sink: &mut *trace, part: "edge", which, decides };
        straddle(&edge, laser, &mut sink);
    }
    trace.step(|| Step::new("any edge straddles", hit));
}

/// Whether an edge of `a` straddles an edge of `b`; the first pair that does
/// ends the search.
pub(super) fn regions<S: Scalar>(a: &Shape, b: &Shape, trace: &mut impl Trace) -> bool {
    let others: Vec<(usize, Segment<S>)> = loop_edges(&b.vertices()).collect();
    let mut tested = 0_usize;
    for (of_a, edge) in loop_edges(&a.vertices()) {
        for (of_b, other) in &others {
            tested += 1;
            if straddle(&edge, other, &mut ()) {
                explain_pair([of_a, *of_b], &edge, other, trace);
                return true;
            }
        }
    }
    trace.step(|| {
        Step::new("any pair of edges straddles", false).with("pairs", tested).deciding(true)
    });
    false
}

/// Of the many pairs that were tested only the one that hits says anything.
fn explain_pair<S: Scalar>(
    [of_a, of_b]: [usize; 2],
    edge: &Segment<S>,
    other: &Segment<S>,
    trace: &mut impl Trace,
) {
    let (of_a, of_b) = (Value::Count(of_a), Value::Count(of_b));
    let mut sink = Within { sink: &mut *trace, part: "b.edge", which: of_b, decides: true };
    let mut sink = Within { sink: &mut sink, part: "a.edge", which: of_a, decides: true };
    straddle(edge, other, &mut sink);
    trace.step(|| Step::new("any pair of edges straddles", true));
}

/// The edges as the source's loops run them, from each vertex to the one before;
/// each with its number, by which edge i lies between vertices i and i + 1.
fn loop_edges<S: Scalar>(vertices: &[Point]) -> impl Iterator<Item = (usize, Segment<S>)> + '_ {
    let last = vertices.len() - 1;
    let before = (0..=last).cycle().skip(last);
    vertices
        .iter()
        .zip(before)
        .map(|(&start, before)| (before, Segment::new(start, vertices[before])))
}
