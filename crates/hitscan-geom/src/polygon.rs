//! Closed simple polygons, convex or not.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use super::relate::edges;
use super::{
    Aabb, Fraction, Milli, Point, Relation, Segment, Shape, ShapeError, Vector, orient, relate,
};

/// A closed simple polygon of three or more vertices, in either winding. Edge `i` runs from vertex
/// `i` to vertex `i + 1`, the last edge back to vertex 0.
///
/// Cheap to clone: the vertices are shared and never change.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Polygon {
    outline: Arc<Outline>,
}

/// The vertices, and properties that are needed repeatedly.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Outline {
    vertices: Vec<Point>,
    /// The least and the greatest coordinates.
    bounds: (Point, Point),
    is_clockwise: bool,
}

/// Why vertices do not make a simple polygon. Vertices count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolygonError {
    /// Fewer than three.
    TooFew(usize),
    /// This vertex lies beyond ±[`Milli::REACH`].
    OutOfRange(usize),
    /// Two vertices coincide.
    Equal(usize, usize),
    /// All vertices are collinear: the area is 0.
    NoArea,
    /// At this vertex the boundary turns back on itself.
    Spike(usize),
    /// Two non-adjacent edges meet. Edge `i` starts at vertex `i`.
    Crossing(usize, usize),
}

/// Messages count vertices from 1.
impl fmt::Display for PolygonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew(1) => f.write_str("1 vertex; a polygon has at least 3"),
            Self::TooFew(count) => write!(f, "{count} vertices; a polygon has at least 3"),
            Self::OutOfRange(vertex) => {
                write!(f, "vertex {} lies beyond ±{}", vertex + 1, Milli::REACH)
            }
            Self::Equal(one, other) => {
                let (one, other) = (one + 1, other + 1);
                write!(f, "vertices {one} and {other} are the same point; each may occur once")
            }
            Self::NoArea => f.write_str("all vertices lie in one line; the area must not be 0"),
            Self::Spike(vertex) => {
                write!(f, "at vertex {} the boundary turns back upon itself", vertex + 1)
            }
            Self::Crossing(one, other) => {
                let (one, other) = (one + 1, other + 1);
                let edges =
                    format_args!("the edge from vertex {one} meets the edge from vertex {other}");
                write!(f, "{edges}; only neighbours may")
            }
        }
    }
}

impl Error for PolygonError {}

impl Polygon {
    /// The most vertices that deserialization accepts: checking for crossings takes quadratic time.
    /// [`Polygon::new`] itself sets no limit.
    pub const MOST_VERTICES: usize = 1000;

    /// The polygon with these vertices. A vertex in the middle of a straight
    /// side is allowed.
    ///
    /// # Errors
    /// [`PolygonError`] names the offending vertices when they make no simple polygon.
    ///
    /// ```
    /// use hitscan_geom::{Point, Polygon, PolygonError};
    /// let point = Point::from_units;
    /// assert!(Polygon::new(&[point(0, 0), point(4, 0), point(0, 3)]).is_ok());
    /// let bow_tie = [point(0, 0), point(4, 4), point(4, 0), point(0, 4)];
    /// assert_eq!(Polygon::new(&bow_tie), Err(PolygonError::Crossing(0, 2)));
    /// ```
    pub fn new(vertices: &[Point]) -> Result<Self, PolygonError> {
        if vertices.len() < 3 {
            return Err(PolygonError::TooFew(vertices.len()));
        }
        if let Some(vertex) = vertices.iter().position(|vertex| vertex.of_shape("").is_err()) {
            return Err(PolygonError::OutOfRange(vertex));
        }
        let faults = [equal_vertices, no_area, spike, crossing];
        match faults.iter().find_map(|fault| fault(vertices)) {
            Some(fault) => Err(fault),
            None => Ok(Self::raw(vertices.to_vec())),
        }
    }

    /// The polygon with these vertices, which the caller has already checked.
    fn raw(vertices: Vec<Point>) -> Self {
        let bounds = Point::bounds(&vertices);
        let is_clockwise = twice_area(&vertices) > 0;
        Self { outline: Arc::new(Outline { vertices, bounds, is_clockwise }) }
    }

    /// The least and the greatest coordinates: `(min, max)`.
    #[must_use]
    pub fn bounds(&self) -> (Point, Point) {
        self.outline.bounds
    }

    /// The vertices, three or more.
    #[must_use]
    pub fn vertices(&self) -> &[Point] {
        &self.outline.vertices
    }

    /// The edges as [`Direction::Edges`](super::Direction::Edges) counts them: edge `i` runs
    /// from vertex `i` to the next one, the last edge back to vertex 0.
    ///
    /// ```
    /// use hitscan_geom::{Direction, Point, Polygon, Segment, enter};
    /// let point = Point::from_units;
    /// let wedge = Polygon::new(&[point(0, 0), point(4, 0), point(0, 3)])?;
    /// let laser = Segment::new(point(-2, 1), point(2, 1))?;
    /// let entry = enter(&laser, &wedge).expect("it goes in");
    /// assert_eq!(entry.through, Direction::Edges(2, None));
    /// assert_eq!(wedge.edges().nth(2), Some(Segment::new(point(0, 3), point(0, 0))?));
    /// # Ok::<(), hitscan_geom::ShapeError>(())
    /// ```
    pub fn edges(&self) -> impl Iterator<Item = Segment> {
        edges(self.vertices())
    }

    /// Its area, in square units.
    ///
    /// ```
    /// use hitscan_geom::{Point, Polygon};
    /// let point = Point::from_units;
    /// let wedge = Polygon::new(&[point(0, 0), point(3, 0), point(0, 1)])?;
    /// assert_eq!((wedge.area().to_string().as_str(), wedge.is_convex()), ("3/2", true));
    /// # Ok::<(), hitscan_geom::PolygonError>(())
    /// ```
    #[must_use]
    pub fn area(&self) -> Fraction {
        Fraction::reduced(twice_area(self.vertices()).abs(), 2_000_000)
    }

    /// Whether the vertices run clockwise as drawn, with y downwards: the interior then lies to the
    /// right of each edge, otherwise to the left.
    ///
    /// ```
    /// use hitscan_geom::{Point, Polygon};
    /// let point = Point::from_units;
    /// let [top, right, left] = [point(0, 0), point(3, 4), point(-3, 4)];
    /// assert!(Polygon::new(&[top, right, left])?.is_clockwise());
    /// assert!(!Polygon::new(&[top, left, right])?.is_clockwise());
    /// # Ok::<(), hitscan_geom::PolygonError>(())
    /// ```
    #[must_use]
    pub fn is_clockwise(&self) -> bool {
        self.outline.is_clockwise
    }

    /// Whether no vertex is reflex. Consecutive edges may be collinear.
    #[must_use]
    pub fn is_convex(&self) -> bool {
        let vertices = self.vertices();
        let at = |index: usize| vertices[index % vertices.len()];
        let turns = (0..vertices.len()).map(|i| orient(at(i), at(i + 1), at(i + 2)));
        let (mut left, mut right) = (false, false);
        for turn in turns {
            left |= turn < 0;
            right |= turn > 0;
        }
        // A polygon does not cross itself, so it winds around only once.
        !(left && right)
    }

    /// This polygon, moved by `by`.
    ///
    /// # Errors
    /// [`ShapeError::OutOfRange`] where a vertex would leave ±[`Milli::REACH`].
    pub fn translated(&self, by: Vector) -> Result<Self, ShapeError> {
        let moved = self.vertices().iter().map(|vertex| vertex.moved(by, "a vertex"));
        Ok(Self::raw(moved.collect::<Result<_, _>>()?))
    }
}

/// The bounding box.
impl From<&Polygon> for Aabb {
    fn from(polygon: &Polygon) -> Self {
        let (min, max) = polygon.bounds();
        Self::around(min, max)
    }
}

/// Twice the area in square thousandths, positive where the vertices run clockwise.
fn twice_area(vertices: &[Point]) -> i128 {
    let first = vertices[0];
    vertices.windows(2).map(|edge| i128::from(orient(first, edge[0], edge[1]))).sum()
}

fn equal_vertices(vertices: &[Point]) -> Option<PolygonError> {
    let mut order: Vec<usize> = (0..vertices.len()).collect();
    order.sort_by_key(|&i| (vertices[i], i));
    let equal = |pair: &&[usize]| vertices[pair[0]] == vertices[pair[1]];
    order.windows(2).find(equal).map(|pair| PolygonError::Equal(pair[0], pair[1]))
}

/// Vertices 0 and 1 differ, so they define a line.
fn no_area(vertices: &[Point]) -> Option<PolygonError> {
    let in_line = |&vertex: &Point| orient(vertices[0], vertices[1], vertex) == 0;
    vertices.iter().all(in_line).then_some(PolygonError::NoArea)
}

fn spike(vertices: &[Point]) -> Option<PolygonError> {
    let count = vertices.len();
    let turns_back = |&at: &usize| {
        let [before, here, after] = [at + count - 1, at, at + 1].map(|i| vertices[i % count]);
        // Collinear, with both neighbours on the same side of the vertex.
        orient(before, here, after) == 0 && (before < here) == (after < here)
    };
    (0..count).find(turns_back).map(PolygonError::Spike)
}

fn crossing(vertices: &[Point]) -> Option<PolygonError> {
    let count = vertices.len();
    let edge = |i: usize| Segment::raw(vertices[i], vertices[(i + 1) % count]);
    for one in 0..count {
        // The edges one − 1 and one + 1 share a vertex with this one.
        let last = if one == 0 { count - 1 } else { count };
        for other in one + 2..last {
            if meet(edge(one), edge(other)) {
                return Some(PolygonError::Crossing(one, other));
            }
        }
    }
    None
}

fn meet(one: Segment, other: Segment) -> bool {
    let apart_in_x = one.start.x.max(one.end.x) < other.start.x.min(other.end.x)
        || other.start.x.max(other.end.x) < one.start.x.min(one.end.x);
    !apart_in_x
        && relate(&Shape::Segment(one), &Shape::Segment(other)).relation != Relation::Disjoint
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(vertices: &[(i16, i16)]) -> Result<Polygon, PolygonError> {
        let point = |&(x, y): &(i16, i16)| Point::new(Milli::from_units(x), Milli::from_units(y));
        Polygon::new(&vertices.iter().map(point).collect::<Vec<_>>())
    }

    #[test]
    fn simple_polygons_are_accepted_in_either_winding_convex_or_not() {
        for vertices in [
            &[(0, 0), (4, 0), (0, 3)][..],
            &[(0, 0), (0, 3), (4, 0)],
            &[(0, 0), (4, 0), (4, 4), (2, 1)],
            &[(0, 0), (2, 0), (4, 0), (4, 4)],
        ] {
            assert!(polygon(vertices).is_ok(), "{vertices:?}");
        }
    }

    #[test]
    fn an_error_names_the_vertices_at_fault() {
        for (vertices, fault) in [
            (&[][..], PolygonError::TooFew(0)),
            (&[(0, 0), (1, 1)], PolygonError::TooFew(2)),
            (&[(0, 0), (1, 1), (2, 2)], PolygonError::NoArea),
            (&[(0, 0), (4, 0), (0, 3), (4, 0)], PolygonError::Equal(1, 3)),
            (&[(0, 0), (4, 0), (2, 0), (2, 3)], PolygonError::Spike(1)),
            // The bow tie, whose signed areas cancel.
            (&[(0, 0), (4, 4), (4, 0), (0, 4)], PolygonError::Crossing(0, 2)),
            // A vertex that touches an edge from inside.
            (&[(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)], PolygonError::Crossing(0, 2)),
            // Two edges that overlap.
            (&[(0, 0), (6, 0), (6, 2), (4, 0), (2, 0), (0, 2)], PolygonError::Crossing(0, 2)),
            // The last edge crosses another; a vertex lies on a vertical edge.
            (&[(0, 0), (2, 0), (2, 4), (4, 2)], PolygonError::Crossing(1, 3)),
            (&[(0, 0), (0, 4), (4, 4), (0, 2), (4, 0)], PolygonError::Crossing(0, 2)),
        ] {
            assert_eq!(polygon(vertices), Err(fault), "{vertices:?}");
        }
    }

    #[test]
    fn the_interior_lies_on_the_same_side_of_every_edge() {
        let notched = [(0, 0), (4, 4), (8, 0), (8, 8), (0, 8)];
        for is_clockwise in [true, false] {
            let mut vertices = notched.to_vec();
            if !is_clockwise {
                vertices.reverse();
            }
            let found = polygon(&vertices).expect("a polygon");
            assert_eq!(found.is_clockwise(), is_clockwise);
            assert_eq!(found.edges().count(), 5);
            for edge in found.edges() {
                // One unit to the right of its midpoint: no edge is shorter than four units.
                let way = edge.direction();
                let step = Vector::new(-way.y, way.x);
                let half = |at: Milli, end: Milli, step: Milli| {
                    let part = i128::from(step.wide()) / 100;
                    Milli::try_from(i128::from(at.midpoint(end).wide()) + part).expect("in range")
                };
                let beside = Point::new(
                    half(edge.start.x, edge.end.x, step.x),
                    half(edge.start.y, edge.end.y, step.y),
                );
                assert!(orient(edge.start, edge.end, beside) > 0);
                let inside = crate::locate(beside, &found) == crate::Location::Inside;
                assert_eq!(inside, is_clockwise, "{edge:?}");
            }
        }
    }

    #[test]
    fn areas_and_convexity_do_not_depend_on_the_winding() {
        let notched = [(0, 0), (4, 4), (8, 0), (8, 8), (0, 8)];
        let square = [(0, 0), (2, 0), (4, 0), (4, 4), (0, 4)];
        for (vertices, area, is_convex) in [(notched, "48", false), (square, "16", true)] {
            let mut vertices = vertices.to_vec();
            for _ in 0..2 {
                let found = polygon(&vertices).expect("a polygon");
                assert_eq!(
                    (found.area().to_string().as_str(), found.is_convex()),
                    (area, is_convex)
                );
                vertices.reverse();
            }
        }
    }
}
