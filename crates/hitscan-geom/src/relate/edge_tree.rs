//! The edges of a polygon in a tree of bounds, to find those near a segment without testing
//! all of them.

use super::super::{Point, Segment};
use super::cut::edges;

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
