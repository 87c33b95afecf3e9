//! Finds the parts of a page's subject.

use super::page::PageSubject;
use super::part::{PairPart, Ranges};
use crate::methods::{Edge, Segments, Straddle};
use hitscan_geom::{Operand, Point, Shape, Side};

/// The ends in a product with their signs, as drawn.
pub(super) fn signs(subject: &PageSubject<'_>, half: &Straddle) -> Option<PairPart> {
    let ends = ends_of(subject, half)?;
    let signs =
        half.orientations.map(|it| crate::words::format::read_area(subject.axes, it).sign());
    Some(PairPart::Signs([(ends[0], signs[0]), (ends[1], signs[1])]))
}

/// The ranges of both in x and y.
pub(super) fn ranges(subject: &PageSubject<'_>) -> [Ranges; 2] {
    let bounds = [subject.a, subject.b].map(|participant| participant.shape.bounds());
    [bounds.map(|(min, max)| [min.x, max.x]), bounds.map(|(min, max)| [min.y, max.y])]
}

/// The two ends in a product.
fn ends_of(subject: &PageSubject<'_>, half: &Straddle) -> Option<[Point; 2]> {
    let participants = [subject.a, subject.b];
    let is_laser = |shape: &Shape| matches!(shape, Shape::Segment(_));
    let edge_of = |shape: &Shape, index: usize| {
        let vertices = shape.vertices();
        let at = |index: usize| vertices.get(index % vertices.len().max(1)).copied();
        Some([at(index)?, at(index + 1)?])
    };
    let ends = |shape: &Shape| edge_of(shape, 0);
    let place = |of| match of {
        Operand::A => 0,
        Operand::B => 1,
    };
    match (half.segments, half.ends_of) {
        (Segments::Lasers, of) => ends(&participants[place(of)].shape),
        (Segments::EdgeAndLaser(_), Operand::B) => {
            ends(&participants.into_iter().find(|it| is_laser(&it.shape))?.shape)
        }
        (Segments::EdgeAndLaser(edge), Operand::A) => {
            let region = participants.into_iter().find(|it| !is_laser(&it.shape))?;
            edge_of(&region.shape, index_of(edge))
        }
        (Segments::Edges(edges), of) => edge_of(&participants[place(of)].shape, edges[place(of)]),
    }
}

/// The index of the vertex where an edge starts; a box counts clockwise from its top.
const fn index_of(edge: Edge) -> usize {
    match edge {
        Edge::Index(index) => index,
        Edge::Side(Side::Top) => 0,
        Edge::Side(Side::Right) => 1,
        Edge::Side(Side::Bottom) => 2,
        Edge::Side(Side::Left) => 3,
    }
}
