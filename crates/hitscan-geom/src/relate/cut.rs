//! A segment cut by the boundary of a polygon: which edges it meets and where, and what each open
//! piece in between runs through. All decisions about polygons derive from this.

use super::super::{Point, Segment, orient};
use crate::fraction::Ratio;

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

// The edges of a polygon in a tree of bounds, to find those near a segment without testing
// all of them.

/// How many edges, or bounds of one level, each bound of the next level covers.
const RUN: usize = 8;

/// The least and the greatest coordinates.
type Bounds = (Point, Point);

/// The edges of a polygon. Neighbouring edges are close together, so runs of them have
/// small bounds.
pub(super) struct EdgeTree<'a> {
    pub(super) vertices: &'a [Point],
    /// The bounds of runs of edges, then of runs of those bounds, up to a single one.
    levels: Vec<Vec<Bounds>>,
}

impl<'a> EdgeTree<'a> {
    pub(super) fn new(vertices: &'a [Point]) -> Self {
        let each: Vec<Bounds> = edges(vertices).map(|edge| bounds_of(&edge)).collect();
        let mut levels = vec![around_runs(&each)];
        while let Some(below) = levels.last().filter(|level| level.len() > 1) {
            levels.push(around_runs(below));
        }
        Self { vertices, levels }
    }

    /// Calls `each` with the edges whose bounds meet those of the segment, and their indices,
    /// in ascending order.
    pub(super) fn near(&self, segment: &Segment, each: &mut impl FnMut(usize, Segment)) {
        self.descend(self.levels.len() - 1, 0, &bounds_of(segment), each);
    }

    /// [`near`](Self::near), for the edges below one bound of a level.
    fn descend(
        &self,
        level: usize,
        at: usize,
        around: &Bounds,
        each: &mut impl FnMut(usize, Segment),
    ) {
        if !meet(&self.levels[level][at], around) {
            return;
        }
        let below = at * RUN..(at + 1) * RUN;
        if let Some(next) = level.checked_sub(1) {
            for child in below.start..below.end.min(self.levels[next].len()) {
                self.descend(next, child, around, each);
            }
            return;
        }
        let count = self.vertices.len();
        for edge in below.start..below.end.min(count) {
            let side = Segment::raw(self.vertices[edge], self.vertices[(edge + 1) % count]);
            if meet(&bounds_of(&side), around) {
                each(edge, side);
            }
        }
    }
}

fn bounds_of(segment: &Segment) -> Bounds {
    Point::bounds(&[segment.start, segment.end])
}

fn around_runs(bounds: &[Bounds]) -> Vec<Bounds> {
    let around = |run: &[Bounds]| {
        run.iter().skip(1).fold(run[0], |all, one| {
            (Point::bounds(&[all.0, one.0]).0, Point::bounds(&[all.1, one.1]).1)
        })
    };
    bounds.chunks(RUN).map(around).collect()
}

fn meet(one: &Bounds, other: &Bounds) -> bool {
    one.0.x <= other.1.x && other.0.x <= one.1.x && one.0.y <= other.1.y && other.0.y <= one.1.y
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

#[cfg(test)]
mod edge_tree_tests {
    use super::*;
    use crate::Milli;

    fn point(x: i16, y: i16) -> Point {
        Point::new(Milli::from_units(x), Milli::from_units(y))
    }

    /// A zigzag along x, and one edge back.
    fn zigzag(vertices: i16) -> Vec<Point> {
        (0..vertices).map(|i| point(i, if i % 2 == 0 { 0 } else { 9 })).collect()
    }

    #[test]
    fn all_edges_near_a_segment_are_found_in_order_in_rings_of_any_length() {
        for count in [3, 7, 8, 9, 63, 64, 65, 511, 512, 513] {
            let vertices = zigzag(count);
            let tree = EdgeTree::new(&vertices);
            for at in 0..count {
                let segment = Segment::raw(point(at, 4), point(at + 1, 5));
                let bounds = bounds_of(&segment);
                let expected: Vec<_> = edges(&vertices)
                    .enumerate()
                    .filter(|(_, edge)| meet(&bounds_of(edge), &bounds))
                    .collect();
                let mut found = Vec::new();
                tree.near(&segment, &mut |number, edge| found.push((number, edge)));
                assert_eq!(found, expected, "{count} edges, beside edge {at}");
            }
        }
    }

    /// The second run of edges reaches farther than the others.
    #[test]
    fn each_edge_is_near_where_it_begins_and_where_it_ends() {
        let y = |at: i16| if (10..=14).contains(&at) { 40 + at } else { at * 7 % 11 };
        let vertices: Vec<Point> = (0..20).map(|at| point(at * at * 5 % 17, y(at))).collect();
        let tree = EdgeTree::new(&vertices);
        for (number, edge) in edges(&vertices).enumerate() {
            for end in [edge.start, edge.end] {
                let mut found = Vec::new();
                tree.near(&Segment::raw(end, end), &mut |number, _| found.push(number));
                assert!(found.contains(&number), "{number} at {end:?}: {found:?}");
            }
        }
    }
}
