//! Queries on shapes at rest. First the exact relation of two: which pair goes to which file.
//!
//! Each file decides one kind of pair, first the relation by signs, then the points; or it answers
//! one of the other queries. Motion is handled by [`swept`](super::swept).

mod boxes;
mod closest;
mod cut;
mod edge_tree;
mod locate;
mod pass;
mod regions;
mod segment_box;
mod segment_polygon;
mod segments;

pub use closest::{Closest, closest};
pub(crate) use cut::edges;
pub use locate::{Location, locate};
pub use pass::{Crossing, Pass, enter, pass};

use super::{
    Direction, Fraction, Meeting, Relation, Segment, ShapeRef, Span, Step, Trace, ratio::Ratio,
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
            segment_box::relate(segment, region, trace)
        }
        (ShapeRef::Polygon(region), ShapeRef::Segment(segment))
        | (ShapeRef::Segment(segment), ShapeRef::Polygon(region)) => {
            segment_polygon::relate(segment, region.vertices(), trace)
        }
        (ShapeRef::Box(a), ShapeRef::Box(b)) => boxes::relate(a, b, trace),
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
