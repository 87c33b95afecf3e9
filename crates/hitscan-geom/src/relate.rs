//! Queries on shapes at rest. First the exact relation of two: which pair goes to which file.
//!
//! Each file decides one kind of pair, first the relation by signs, then the points; or it answers
//! one of the other queries. Motion is handled by [`swept`](super::swept).
//!
//! | files | contents |
//! | --- | --- |
//! | `pass` `closest` | in and out of a region; the nearest points |
//! | `regions` `segments` | two regions; two segments |
//! | `cut` | a segment cut by the boundary of a polygon |
//!
//! Calls go down this list, and this file chooses among them.

mod closest;
mod cut;
mod pass;
mod regions;
mod segments;

pub use closest::{Closest, closest};
pub(crate) use cut::edges;
pub use pass::{Crossing, Pass, enter, pass};

use self::cut::{Ground, ground_of};
use super::fraction::Ratio;
use super::{
    Aabb, Direction, Fraction, Meeting, Point, Relation, Segment, ShapeRef, Span, Step, Trace,
    orient,
};

/// The exact relation of `a` and `b`, and where they meet.
///
/// - Shapes are closed: touching counts as meeting, and [`Relation`] distinguishes the two.
/// - Every pair of shapes is supported, and every shape is in range: the query
///   cannot fail.
/// - Points are in units. Points and parameters are those of the segment (of the first, if both are
///   segments); sides and edges are those of the region.
/// - A segment through a corner or a vertex gets both sides or both edges.
/// - `Within` and `Contains` read from `a` to `b`; a segment in a region is always `Within`.
/// - [`Meeting::depth`] says how deep two boxes overlap.
/// - Each argument is a reference to a box, a segment, a polygon, or a [`Shape`](crate::Shape).
///
/// To learn where a segment goes *into* a region and out again, use [`enter`](crate::enter) and
/// [`pass`](crate::pass); how far two shapes are apart, [`closest`](crate::closest). For one
/// segment among many boxes, use [`Index`](crate::broad_phase::Index).
///
/// The names are those of OGC Simple Features (OGC 06-103r4, 6.1.15), except that `Contains`
/// applies only to two regions.
///
/// ```
/// use hitscan_geom::{Aabb, Direction, Point, Relation, Segment, Side, relate};
///
/// let point = Point::from_units;
/// let region = Aabb::from_corners(point(0, 0), point(10, 5))?;
/// let segment = Segment::new(point(-5, 0), point(15, 10))?;
/// let meeting = relate(&region, &segment);
/// assert_eq!(meeting.relation, Relation::Crosses);
/// assert_eq!(meeting.direction, Direction::Sides(Side::Left.into()));
/// let [first, last] = meeting.span.expect("they meet").points;
/// assert_eq!([first.y.to_string(), last.x.to_string()], ["5/2", "5"]);
///
/// let apart = Segment::new(point(20, 0), point(30, 0))?;
/// assert_eq!(relate(&region, &apart).relation, Relation::Disjoint);
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
#[doc(alias("intersects", "contains", "line_intersection"))]
#[must_use]
pub fn relate<'a, 'b>(a: impl Into<ShapeRef<'a>>, b: impl Into<ShapeRef<'b>>) -> Meeting {
    relate_traced(a, b, &mut ())
}

/// [`relate`] that reports each step of the decision to `trace`.
///
/// ```
/// use hitscan_geom::{Aabb, Point, Shape, Step, relate, relate_traced};
///
/// let point = Point::from_units;
/// let shape = Shape::Box(Aabb::from_corners(point(0, 0), point(10, 5))?);
/// let mut steps: Vec<Step> = Vec::new();
/// assert_eq!(relate_traced(&shape, &shape, &mut steps), relate(&shape, &shape));
/// assert!(!steps.is_empty());
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
pub fn relate_traced<'a, 'b>(
    a: impl Into<ShapeRef<'a>>,
    b: impl Into<ShapeRef<'b>>,
    trace: &mut impl Trace,
) -> Meeting {
    pair(a.into(), b.into(), trace)
}

fn pair(a: ShapeRef<'_>, b: ShapeRef<'_>, trace: &mut impl Trace) -> Meeting {
    let meeting = match (a, b) {
        (ShapeRef::Segment(a), ShapeRef::Segment(b)) => segments::relate(a, b, trace),
        (ShapeRef::Box(region), ShapeRef::Segment(segment))
        | (ShapeRef::Segment(segment), ShapeRef::Box(region)) => {
            segments::relate_box(segment, region, trace)
        }
        (ShapeRef::Polygon(region), ShapeRef::Segment(segment))
        | (ShapeRef::Segment(segment), ShapeRef::Polygon(region)) => {
            segments::relate_polygon(segment, region.vertices(), trace)
        }
        (ShapeRef::Box(a), ShapeRef::Box(b)) => regions::relate_boxes(a, b, trace),
        (ShapeRef::Box(a), ShapeRef::Polygon(b)) => {
            regions::relate(&a.vertices(), b.vertices(), trace)
        }
        (ShapeRef::Polygon(a), ShapeRef::Box(b)) => {
            regions::relate(a.vertices(), &b.vertices(), trace)
        }
        (ShapeRef::Polygon(a), ShapeRef::Polygon(b)) => {
            regions::relate(a.vertices(), b.vertices(), trace)
        }
    };
    trace.step(|| Step::Relation(meeting.relation));
    meeting
}

/// The meeting of a segment with a region, from `first` to `last`.
fn segment_meets(
    segment: &Segment,
    relation: Relation,
    [first, last]: [Ratio; 2],
    direction: Direction,
) -> Meeting {
    let first_t = Fraction::from(first);
    let first_point = segment.at_ratio(first);
    let (last_t, last_point) = if first == last {
        (first_t, first_point)
    } else {
        let t = Fraction::from(last);
        (t, segment.at_ratio(last))
    };
    let span = Span { points: [first_point, last_point], t: Some([first_t, last_t]) };
    Meeting { relation, span: Some(span), direction, depth: None }
}

/// Where a point lies relative to a closed shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Location {
    /// In the interior: of a segment, strictly between its ends.
    Inside,
    /// On a side, an edge or a corner; of a segment, at an end.
    Boundary,
    /// Anywhere else.
    Outside,
}

impl Location {
    /// All locations, from the inside out.
    pub const ALL: [Self; 3] = [Self::Inside, Self::Boundary, Self::Outside];

    /// Its token, as `Display` writes it: `inside`, `boundary`, `outside`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Inside => "inside",
            Self::Boundary => "boundary",
            Self::Outside => "outside",
        }
    }
}

/// Where `point` lies relative to `shape`.
///
/// - Shapes: all. The boundary of a segment is its ends and its interior is what lies between them,
///   as in [`Relation`](crate::Relation); a segment of zero length is all boundary.
/// - Errors and ties: none. Every point and every shape is in range.
///
/// To find all the boxes among many that contain a point, call
/// [`Index::meets`](crate::broad_phase::Index::meets) with the point. For the distance of a
/// point, call [`closest`](crate::closest) with a segment of zero length:
/// `closest(&Segment::new(p, p)?, &shape)`.
///
/// For polygons this counts the crossings of a ray to the right, half-open at vertices (Shimrat
/// 1962, Algorithm 112), using only [`orient`].
///
/// ```
/// use hitscan_geom::{Aabb, Location, Point, Polygon, locate};
///
/// let point = Point::from_units;
/// let region = Aabb::from_corners(point(0, 0), point(10, 5))?;
/// assert_eq!(locate(point(10, 5), &region), Location::Boundary);
/// let notched = Polygon::new(&[point(0, 0), point(4, 0), point(4, 4), point(2, 1)])?;
/// assert_eq!(locate(point(3, 1), &notched), Location::Inside);
/// assert_eq!(locate(point(2, 2), &notched), Location::Outside);
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
#[doc(alias("contains_point", "coordinate_position"))]
#[must_use]
pub fn locate<'a>(point: Point, shape: impl Into<ShapeRef<'a>>) -> Location {
    match shape.into() {
        ShapeRef::Box(region) => in_box(point, region),
        ShapeRef::Segment(segment) => on_segment(point, segment),
        ShapeRef::Polygon(region) => match ground_of(point, region.vertices()) {
            Ground::Interior => Location::Inside,
            Ground::Boundary => Location::Boundary,
            Ground::Exterior => Location::Outside,
        },
    }
}

fn in_box(point: Point, region: &Aabb) -> Location {
    let (min, max) = (region.min(), region.max());
    let out = point.x < min.x || point.x > max.x || point.y < min.y || point.y > max.y;
    let in_open = min.x < point.x && point.x < max.x && min.y < point.y && point.y < max.y;
    match (out, in_open) {
        (true, _) => Location::Outside,
        (_, true) => Location::Inside,
        _ => Location::Boundary,
    }
}

/// Points on one line are ordered as the pairs (x, y) are.
fn on_segment(point: Point, segment: &Segment) -> Location {
    let (start, end) = (segment.start, segment.end);
    if point == start || point == end {
        Location::Boundary
    } else if orient(start, end, point) == 0 && start.min(end) < point && point < start.max(end) {
        Location::Inside
    } else {
        Location::Outside
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Milli;
    use crate::Polygon;

    fn point(x: i16, y: i16) -> Point {
        Point::new(Milli::from_units(x), Milli::from_units(y))
    }

    #[test]
    fn the_boundary_of_a_box_is_its_sides_and_corners() {
        let region = Aabb::from_corners(point(0, 0), point(4, 3)).expect("a box");
        for (x, y, expected) in [
            (1, 1, Location::Inside),
            (0, 1, Location::Boundary),
            (4, 1, Location::Boundary),
            (1, 0, Location::Boundary),
            (4, 3, Location::Boundary),
            (5, 3, Location::Outside),
            (4, -1, Location::Outside),
            (-1, 0, Location::Outside),
        ] {
            assert_eq!(locate(point(x, y), &region), expected, "({x}, {y})");
        }
    }

    #[test]
    fn the_boundary_of_a_segment_is_its_ends() {
        let segment = Segment::new(point(4, 2), point(0, 0)).expect("in range");
        for (x, y, expected) in [
            (0, 0, Location::Boundary),
            (4, 2, Location::Boundary),
            (2, 1, Location::Inside),
            (6, 3, Location::Outside),
            (-2, -1, Location::Outside),
            (2, 2, Location::Outside),
        ] {
            assert_eq!(locate(point(x, y), &segment), expected, "({x}, {y})");
        }
        let dot = Segment::new(point(1, 1), point(1, 1)).expect("in range");
        assert_eq!(locate(point(1, 1), &dot), Location::Boundary);
        assert_eq!(locate(point(1, 2), &dot), Location::Outside);
    }

    #[test]
    fn a_point_at_the_limit_of_all_numbers_is_outside() {
        let far = Point::new(-Milli::MAX, Milli::MAX);
        let low = -Milli::REACH;
        let corners = [(low, low), (Milli::REACH, low), (low, Milli::REACH)];
        let corners = corners.map(|(x, y)| Point::new(x, y));
        let region = Polygon::new(&corners).expect("a polygon");
        assert_eq!(locate(far, &region), Location::Outside);
        assert_eq!(locate(corners[2], &region), Location::Boundary);
        let long = Segment::new(corners[1], corners[2]).expect("in range");
        assert_eq!(locate(Point::new(Milli::MAX, -Milli::MAX), &long), Location::Outside);
    }
}
