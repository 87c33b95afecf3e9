//! A segment cut by the boundary of a polygon: which edges it meets and where, and what each open
//! piece in between runs through. All decisions about polygons derive from this.

use super::super::{Point, Segment, orient, ratio::Ratio};

/// What an open piece of a segment runs through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    Interior,
    Boundary,
    Exterior,
}

/// Where the closed segment meets one closed edge: from `first` to `last`, which are equal unless
/// the two are collinear.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    pub(super) edge: usize,
    pub(super) first: Ratio,
    pub(super) last: Ratio,
}

/// A segment, cut into pieces.
#[derive(Debug)]
pub(super) struct Cut {
    /// In ascending order of edges.
    pub(super) contacts: Vec<Contact>,
    /// Where the pieces begin and end; for a point, 0 twice.
    pub(super) cuts: Vec<Ratio>,
    /// The ground of the open pieces from start to end; for a point, just its own ground.
    pub(super) pieces: Vec<Ground>,
}

impl Cut {
    pub(super) fn meets(&self, ground: Ground) -> bool {
        self.pieces.contains(&ground)
    }
}

/// The edges of a polygon: edge i runs from vertex i to vertex i + 1.
pub(crate) fn edges(vertices: &[Point]) -> impl Iterator<Item = Segment> + '_ {
    let next = vertices.iter().cycle().skip(1);
    vertices.iter().zip(next).map(|(&start, &end)| Segment::raw(start, end))
}

/// Cuts the segment at the boundary of the polygon.
pub(super) fn cut(segment: &Segment, vertices: &[Point]) -> Cut {
    if segment.is_point() {
        return stand(segment.start, vertices);
    }
    let mut contacts = Vec::new();
    let mut crossings = Vec::new();
    for (edge, side) in edges(vertices).enumerate() {
        let Some(in_line) = meet_line(segment, &side) else { continue };
        // Half-open: a boundary that crosses the line at a vertex is counted once, and one that
        // only touches it there is counted twice or not at all.
        if let InLine::Crosses { meets, changes_hand: true } = in_line {
            crossings.push(meets);
        }
        contacts.extend(in_line.contact(edge));
    }
    crossings.sort_unstable();
    let mut cuts = vec![Ratio::ZERO, Ratio::ONE];
    cuts.extend(contacts.iter().flat_map(|contact| [contact.first, contact.last]));
    cuts.sort_unstable();
    cuts.dedup();
    let pieces = pieces(&cuts, &contacts, &crossings);
    Cut { contacts, cuts, pieces }
}

/// Where the closed segment, which must not be a point, meets an edge.
pub(super) fn contact(segment: &Segment, edge: usize, side: &Segment) -> Option<Contact> {
    meet_line(segment, side)?.contact(edge)
}

/// Where an edge meets the line of a segment.
#[derive(Clone, Copy)]
enum InLine {
    /// The edge lies in the line, between these parameters.
    Lies { first: Ratio, last: Ratio },
    /// The edge meets the line in one point.
    Crosses {
        meets: Ratio,
        /// Whether its ends lie on different sides of the line; a point on the line counts as on
        /// one fixed side.
        changes_hand: bool,
    },
}

impl InLine {
    fn contact(self, edge: usize) -> Option<Contact> {
        let (first, last) = match self {
            Self::Lies { first, last } => (first, last),
            Self::Crosses { meets, .. } => (meets, meets),
        };
        let (first, last) = (first.max(Ratio::ZERO), last.min(Ratio::ONE));
        (first <= last).then_some(Contact { edge, first, last })
    }
}

fn meet_line(segment: &Segment, side: &Segment) -> Option<InLine> {
    let ends = [side.start, side.end];
    let [from, to] = ends.map(|end| orient(segment.start, segment.end, end));
    if from.signum() * to.signum() > 0 {
        return None;
    }
    if from == 0 && to == 0 {
        let [one, other] = ends.map(|end| parameter_of(segment, end));
        return Some(InLine::Lies { first: one.min(other), last: one.max(other) });
    }
    let changes_hand = (from >= 0) != (to >= 0);
    Some(InLine::Crosses { meets: parameter_across(segment, side), changes_hand })
}

/// The ground of each piece between two neighbouring cuts: an odd number of crossings ahead along
/// the segment's line means interior.
fn pieces(cuts: &[Ratio], contacts: &[Contact], crossings: &[Ratio]) -> Vec<Ground> {
    let along: Vec<&Contact> = contacts.iter().filter(|c| c.first < c.last).collect();
    cuts.windows(2)
        .map(|piece| {
            let (from, to) = (piece[0], piece[1]);
            let ahead = crossings.len() - crossings.partition_point(|&t| t <= from);
            if along.iter().any(|contact| contact.first <= from && to <= contact.last) {
                Ground::Boundary
            } else if ahead % 2 == 1 {
                Ground::Interior
            } else {
                Ground::Exterior
            }
        })
        .collect()
}

/// The parameter of a point on the segment's line, computed along the axis where the
/// segment is longer.
fn parameter_of(segment: &Segment, point: Point) -> Ratio {
    let (way, reach) = (segment.direction(), point.minus(segment.start));
    if way.x.abs() >= way.y.abs() {
        Ratio::new(reach.x.wide(), way.x.wide())
    } else {
        Ratio::new(reach.y.wide(), way.y.wide())
    }
}

/// The parameter at which the segment's line meets an edge that is not
/// parallel to it.
fn parameter_across(segment: &Segment, edge: &Segment) -> Ratio {
    let start = orient(edge.start, edge.end, segment.start);
    let end = orient(edge.start, edge.end, segment.end);
    Ratio::new(start, start - end)
}

/// What a point lies on.
pub(super) fn ground_of(point: Point, vertices: &[Point]) -> Ground {
    stand(point, vertices).pieces[0]
}

/// A point "cut": counts the crossings of a ray to the right.
fn stand(point: Point, vertices: &[Point]) -> Cut {
    let mut contacts = Vec::new();
    let mut inside = false;
    for (edge, side) in edges(vertices).enumerate() {
        let turn = orient(side.start, side.end, point);
        let (low, high) = (side.start.min(side.end), side.start.max(side.end));
        if turn == 0 && low <= point && point <= high {
            contacts.push(Contact { edge, first: Ratio::ZERO, last: Ratio::ZERO });
        }
        let starts_above = side.start.y <= point.y;
        if starts_above != (side.end.y <= point.y) && (turn < 0) != starts_above {
            inside = !inside;
        }
    }
    let ground = match (contacts.is_empty(), inside) {
        (false, _) => Ground::Boundary,
        (true, true) => Ground::Interior,
        (true, false) => Ground::Exterior,
    };
    Cut { contacts, cuts: vec![Ratio::ZERO; 2], pieces: vec![ground] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Milli;
    use Ground::{Boundary, Exterior, Interior};

    fn points<const N: usize>(coordinates: [(i16, i16); N]) -> [Point; N] {
        let milli = Milli::from_units;
        coordinates.map(|(x, y)| Point::new(milli(x), milli(y)))
    }

    /// A U three squares wide, open at the top.
    fn channel() -> [Point; 8] {
        points([(0, 0), (1, 0), (1, 2), (2, 2), (2, 0), (3, 0), (3, 3), (0, 3)])
    }

    #[test]
    fn each_piece_of_a_segment_has_the_ground_it_runs_through() {
        for (from, to, expected) in [
            ((-1, 1), (4, 1), vec![Exterior, Interior, Exterior, Interior, Exterior]),
            ((4, 1), (-1, 1), vec![Exterior, Interior, Exterior, Interior, Exterior]),
            // Along the floor of the channel, with the interior before and after.
            ((0, 2), (3, 2), vec![Interior, Boundary, Interior]),
            // Along both tops, across the gap.
            ((-1, 0), (4, 0), vec![Exterior, Boundary, Exterior, Boundary, Exterior]),
            // Through a reflex corner.
            ((0, 1), (2, 3), vec![Interior, Interior]),
            // Ends in the gap, having begun outside.
            ((-1, -1), (1, 1), vec![Exterior, Interior]),
            ((1, -2), (2, -1), vec![Exterior]),
        ] {
            let [start, end] = points([from, to]);
            let found = cut(&Segment::raw(start, end), &channel()).pieces;
            assert_eq!(found, expected, "from {from:?} to {to:?}");
        }
    }

    #[test]
    fn a_point_at_a_vertex_is_on_both_edges() {
        let region = channel();
        for (vertex, at) in region.into_iter().enumerate() {
            let found = cut(&Segment::raw(at, at), &region);
            let edges: Vec<_> = found.contacts.iter().map(|contact| contact.edge).collect();
            let before = (vertex + 7) % 8;
            assert_eq!(edges, [vertex.min(before), vertex.max(before)], "vertex {vertex}");
            assert_eq!(found.pieces, [Boundary]);
        }
    }
}
