//! `edges`: a region meets another shape if one of its edges straddles it.
//!
//! Formula: `straddle` for every edge against the laser, or against every edge of the other region.
//! For a box and a laser it reports all edges that hit, in the order top, right, bottom, left.
//!
//! Source: 矩形と線分の当たり判定. The direction of an edge matters in single precision. The four edges of a
//! box run left-top → right-top → right-bottom → left-bottom → left-top. The source's polygon loops
//! run each edge from vertex i to vertex i − 1, starting with vertex 0 to the last one; against
//! another region a box is treated as its four vertices.
//!
//! Blind spots: a shape strictly inside meets no edge; a shape that is apart but collinear with an
//! edge counts as a hit, as in `straddle`.

use super::straddle::{halves, step_of, straddles};
use crate::methods::row::{
    ArticleSource, Construction, FunctionPair, ListedWhen, MethodQuestion, MethodRow,
    OverlapAnswer, OverlapTest, WhyLayout, overlap,
};
use crate::methods::scalar::{Exact, Scalar, Segment};
use crate::methods::{Agreement, Edge, MethodInput, MethodStep, Operator, Reason, Segments};
use hitscan_geom::{self, Aabb, Operand, Point, Relation, Shape, ShapeKind, Side, Sides, Trace};

pub(super) static ROW: MethodRow = MethodRow {
    id: "edges",
    source: Some(ArticleSource {
        title: "矩形と線分の当たり判定",
        functions: &[
            ("RectAndLine", FunctionPair::BoxAndLaser),
            ("AnyAndLine", FunctionPair::PolygonAndLaser),
            ("AnyAndAny", FunctionPair::Regions),
        ],
        remarks: &[],
        misprints: &[],
    }),
    shown: ListedWhen::Always,
    question: MethodQuestion::DoTheyMeet(OverlapTest {
        pairs: &[
            [ShapeKind::Box, ShapeKind::Segment],
            [ShapeKind::Polygon, ShapeKind::Segment],
            [ShapeKind::Box, ShapeKind::Box],
            [ShapeKind::Box, ShapeKind::Polygon],
            [ShapeKind::Polygon, ShapeKind::Polygon],
        ],
        exact: overlap!(shapes any_edge, Exact),
        f32: Some(overlap!(shapes any_edge, f32)),
        f64: overlap!(shapes any_edge, f64),
        misses: &[
            (Relation::Within, Agreement::Wrong, Reason::InsideUnseen),
            (Relation::Contains, Agreement::Wrong, Reason::InsideUnseen),
        ],
        false_hit: Some(Reason::CollinearApart),
    }),
    reasons: &[Reason::CollinearApart, Reason::ZeroLength, Reason::InsideUnseen, Reason::Rounding],
    layout: WhyLayout::Edges,
    construction: Construction::EdgeLines,
    reading: None,
};

fn any_edge<S: Scalar, T: Trace<MethodStep>>(
    a: &Shape,
    b: &Shape,
    given: MethodInput<'_>,
    trace: &mut T,
) -> Option<OverlapAnswer> {
    Some(match (a, b) {
        (Shape::Segment(_), Shape::Segment(_)) => return None,
        (Shape::Box(region), Shape::Segment(laser))
        | (Shape::Segment(laser), Shape::Box(region)) => {
            let edges = box_laser::<S>(region, laser, given, trace);
            OverlapAnswer { hit: !edges.is_empty(), edges: Some(edges) }
        }
        (Shape::Polygon(region), Shape::Segment(laser))
        | (Shape::Segment(laser), Shape::Polygon(region)) => {
            polygon_laser::<S>(region.vertices(), laser, given, trace).into()
        }
        (Shape::Box(a), Shape::Box(b)) => {
            regions(&box_edges::<S>(a, given), &box_edges(b, given), trace).into()
        }
        _ => {
            let edges =
                |shape: &Shape| loop_edges::<S>(&shape.vertices(), given).collect::<Vec<_>>();
            regions(&edges(a), &edges(b), trace).into()
        }
    })
}

/// The edges of the box that the laser straddles.
fn box_laser<S: Scalar>(
    region: &Aabb,
    laser: &hitscan_geom::Segment,
    given: MethodInput<'_>,
    trace: &mut impl Trace<MethodStep>,
) -> Sides {
    let [left_top, right_top, right_bottom, left_bottom] = region.vertices();
    let edges = [
        (Side::Top, left_top, right_top),
        (Side::Right, right_top, right_bottom),
        (Side::Bottom, right_bottom, left_bottom),
        (Side::Left, left_bottom, left_top),
    ];
    let edges = edges.map(|(side, start, end)| (side, given.segment::<S>(start, end)));
    let laser = given.segment(laser.start(), laser.end());
    let hits: Sides =
        edges.iter().filter(|(_, edge)| straddles(edge, &laser)).map(|&(side, _)| side).collect();
    let named = edges.iter().map(|&(side, edge)| (Edge::Side(side), edge));
    explain(named, &laser, !hits.is_empty(), trace);
    hits
}

/// Whether an edge of the polygon straddles the laser.
fn polygon_laser<S: Scalar>(
    vertices: &[Point],
    laser: &hitscan_geom::Segment,
    given: MethodInput<'_>,
    trace: &mut impl Trace<MethodStep>,
) -> bool {
    let laser = given.segment(laser.start(), laser.end());
    let hit = loop_edges::<S>(vertices, given).any(|(_, edge)| straddles(&edge, &laser));
    let named = loop_edges(vertices, given).map(|(index, edge)| (Edge::Index(index), edge));
    explain(named, &laser, hit, trace);
    hit
}

/// The steps of every edge; the edges that produce the answer decide.
fn explain<S: Scalar>(
    edges: impl Iterator<Item = (Edge, Segment<S>)>,
    laser: &Segment<S>,
    hit: bool,
    trace: &mut impl Trace<MethodStep>,
) {
    for (name, edge) in edges {
        for ends_of in [Operand::A, Operand::B] {
            let segments = Segments::EdgeAndLaser(name);
            trace.step(|| {
                step_of(&halves(&edge, laser, Operator::LessOrEqual), ends_of, segments, hit)
            });
        }
    }
    trace.step(|| MethodStep::AnyEdge { straddles: hit });
}

/// Whether an edge of region `a` straddles an edge of region `b`; the search ends at the first
/// pair that does.
fn regions<S: Scalar>(
    a: &[(usize, Segment<S>)],
    b: &[(usize, Segment<S>)],
    trace: &mut impl Trace<MethodStep>,
) -> bool {
    let mut pairs = 0_usize;
    for (of_a, edge) in a {
        for (of_b, other) in b {
            pairs += 1;
            if straddles(edge, other) {
                for ends_of in [Operand::A, Operand::B] {
                    let segments = Segments::Edges([*of_a, *of_b]);
                    trace.step(|| {
                        step_of(
                            &halves(edge, other, Operator::LessOrEqual),
                            ends_of,
                            segments,
                            true,
                        )
                    });
                }
                trace.step(|| MethodStep::PairStraddles);
                return true;
            }
        }
    }
    trace.step(|| MethodStep::NoPairStraddles { pairs });
    false
}

/// The edges in the order and direction of the source's loops, from each vertex to the previous
/// one, each with its number: edge i lies between vertices i and i + 1.
fn loop_edges<'a, S: Scalar>(
    vertices: &'a [Point],
    given: MethodInput<'a>,
) -> impl Iterator<Item = (usize, Segment<S>)> + 'a {
    let last = vertices.len() - 1;
    let before = std::iter::once(last).chain(0..last);
    vertices
        .iter()
        .zip(before)
        .map(move |(&start, before)| (before, given.segment(start, vertices[before])))
}

/// [`loop_edges`] for a box.
fn box_edges<S: Scalar>(region: &Aabb, given: MethodInput<'_>) -> [(usize, Segment<S>); 4] {
    let vertices = region.vertices();
    std::array::from_fn(|index| {
        let before = (index + 3) % 4;
        (before, given.segment(vertices[index], vertices[before]))
    })
}
