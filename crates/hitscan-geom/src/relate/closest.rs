//! The nearest points of two shapes.

use super::super::{ExactPoint, Fraction, Point, Relation, Segment, ShapeRef, orient};
use super::cut::edges;
use super::relate;
use crate::broad_phase::SweptAabb;
use crate::fraction::Ratio;

/// The nearest points of two shapes, and their distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Closest {
    /// On the first shape, in units.
    pub on_a: ExactPoint,
    /// On the second shape, in units.
    pub on_b: ExactPoint,
    /// The squared distance, in square units: the distance itself is seldom a fraction. 0 where
    /// the shapes touch.
    pub squared: Fraction,
}

/// The nearest points of `a` and `b`.
///
/// - Shapes: all pairs are supported.
/// - `None` where the shapes overlap: for every [`Relation`] except `Disjoint` and `Touches`. Where
///   they touch, both points are the same common point, and the square is 0.
/// - The points and the square are exact, in units and square units. The distance is the root of
///   [`Fraction::to_f64`] of the square; to compare distances, compare squares.
/// - Ties: of several nearest pairs, the one that comes first along the outline of `a`, then the
///   one that comes first along the outline of `b`. The outline of a segment runs from its start;
///   that of a polygon from vertex 0, edge by edge; that of a box like that of the polygon with its
///   corners left-top, right-top, right-bottom, left-bottom.
/// - Errors: none. Every shape is in range.
///
/// For the distance of a point, pass a segment of zero length: `closest(&Segment::new(p, p)?,
/// &shape)`. The result is `None` where the point lies in the interior of a region;
/// [`locate`](crate::locate) tells where it lies.
///
/// For the depth of boxes that overlap, use [`Depth`](crate::Depth); for one point among
/// many boxes, [`Index::nearest`](crate::broad_phase::Index::nearest); for bounds alone,
/// [`Shape::gap_to`](crate::Shape::gap_to).
///
/// For two segments that do not cross, at least one nearest pair includes an endpoint. So this
/// compares the feet of the perpendiculars from each end (Ericson 2005, Real-Time Collision
/// Detection, 5.1), edge by edge; the time grows with the product of the numbers of edges.
///
/// ```
/// use hitscan_geom::{Aabb, Point, Segment, closest};
///
/// let point = Point::from_units;
/// let region = Aabb::from_corners(point(0, 0), point(2, 2))?;
/// let slope = Segment::new(point(2, 5), point(6, 1))?;
/// let found = closest(&region, &slope).expect("they are apart");
/// assert_eq!(found.squared.to_string(), "9/2");
/// assert_eq!((found.on_a.x.to_string(), found.on_b.x.to_string()), ("2".into(), "7/2".into()));
///
/// let across = Segment::new(point(-1, 1), point(3, 1))?;
/// assert_eq!(closest(&region, &across), None);
///
/// // From a point.
/// let p = point(5, 6);
/// let found = closest(&Segment::new(p, p)?, &region).expect("it lies outside");
/// assert_eq!((found.on_b, found.squared), (point(2, 2).into(), 25.into()));
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
#[doc(alias("distance", "closest_points", "project_point"))]
#[must_use]
pub fn closest<'a, 'b>(a: impl Into<ShapeRef<'a>>, b: impl Into<ShapeRef<'b>>) -> Option<Closest> {
    apart(a.into(), b.into())
}

fn apart(a: ShapeRef<'_>, b: ShapeRef<'_>) -> Option<Closest> {
    if !matches!(relate(a, b).relation, Relation::Disjoint | Relation::Touches) {
        return None;
    }
    let [of_a, of_b] = [outline(a), outline(b)];
    let mut best: Option<Near> = None;
    for (edge_a, a) in of_a.iter().enumerate() {
        let around = SweptAabb::around(a.start, a.end);
        for (edge_b, b) in of_b.iter().enumerate() {
            let least = around.distance_squared(&SweptAabb::around(b.start, b.end));
            if best.as_ref().is_some_and(|best| least > best.squared.whole) {
                continue;
            }
            for (squared, [t_a, t_b]) in feet(a, b) {
                let near = Near { squared, edge_a, t_a, edge_b, t_b };
                best = Some(best.map_or(near, |best| best.min(near)));
            }
        }
    }
    let Near { squared, edge_a, t_a, edge_b, t_b } = best?;
    let (on_a, on_b) = (of_a[edge_a].at_ratio(t_a), of_b[edge_b].at_ratio(t_b));
    Some(Closest { on_a, on_b, squared: squared.in_units() })
}

/// A candidate pair of points, ordered by distance, then by position on the outlines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Near {
    squared: Squared,
    edge_a: usize,
    t_a: Ratio,
    edge_b: usize,
    t_b: Ratio,
}

/// A squared distance, in square thousandths: a whole number below 2^55, and a remainder of less
/// than one whose numerator and denominator are below 2^54. Two such values as single quotients
/// could not be compared in an `i128`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Squared {
    whole: i64,
    rest: Ratio,
}

impl Squared {
    fn between(one: Point, other: Point) -> Self {
        let way = one.minus(other);
        Self {
            whole: dot(way.x.wide(), way.y.wide(), way.x.wide(), way.y.wide()),
            rest: Ratio::ZERO,
        }
    }

    /// From a point to the foot of its perpendicular on a line: the squared cross product over
    /// the squared length.
    fn to_line(point: Point, line: &Segment, length_squared: i64) -> Self {
        let cross = i128::from(orient(line.start, line.end, point));
        let (square, by) = (cross * cross, i128::from(length_squared));
        let part = |part: i128| i64::try_from(part).unwrap_or(i64::MAX);
        Self { whole: part(square / by), rest: Ratio::new(part(square % by), length_squared) }
    }

    fn in_units(self) -> Fraction {
        let [over, under] = self.rest.parts().map(i128::from);
        Fraction::reduced(i128::from(self.whole) * under + over, under * 1_000_000)
    }
}

const fn dot(x: i64, y: i64, other_x: i64, other_y: i64) -> i64 {
    x * other_x + y * other_y
}

/// Each end of one segment paired with the nearest point of the other, with their parameters.
fn feet(a: &Segment, b: &Segment) -> [(Squared, [Ratio; 2]); 4] {
    let of_a = |end, t| {
        let (squared, foot) = foot(end, b);
        (squared, [t, foot])
    };
    let of_b = |end, t| {
        let (squared, foot) = foot(end, a);
        (squared, [foot, t])
    };
    [
        of_a(a.start, Ratio::ZERO),
        of_a(a.end, Ratio::ONE),
        of_b(b.start, Ratio::ZERO),
        of_b(b.end, Ratio::ONE),
    ]
}

/// The point of a segment nearest to `point`, by its parameter.
fn foot(point: Point, segment: &Segment) -> (Squared, Ratio) {
    let (way, reach) = (segment.direction(), point.minus(segment.start));
    let along = dot(reach.x.wide(), reach.y.wide(), way.x.wide(), way.y.wide());
    let length_squared = dot(way.x.wide(), way.y.wide(), way.x.wide(), way.y.wide());
    if along <= 0 {
        (Squared::between(point, segment.start), Ratio::ZERO)
    } else if along >= length_squared {
        (Squared::between(point, segment.end), Ratio::ONE)
    } else {
        let squared = Squared::to_line(point, segment, length_squared);
        (squared, Ratio::new(along, length_squared))
    }
}

fn outline(shape: ShapeRef<'_>) -> Vec<Segment> {
    match shape {
        ShapeRef::Box(region) => edges(&region.vertices()).collect(),
        ShapeRef::Segment(segment) => vec![*segment],
        ShapeRef::Polygon(region) => edges(region.vertices()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Aabb, Milli, Polygon, Shape};

    fn point((x, y): (i16, i16)) -> Point {
        Point::new(Milli::from_units(x), Milli::from_units(y))
    }

    fn boxed(from: (i16, i16), to: (i16, i16)) -> Shape {
        Aabb::from_corners(point(from), point(to)).expect("a box").into()
    }

    fn segment(from: (i16, i16), to: (i16, i16)) -> Shape {
        Segment::new(point(from), point(to)).expect("in range").into()
    }

    fn text_of(a: &Shape, b: &Shape) -> String {
        let written = |point: ExactPoint| format!("({}, {})", point.x, point.y);
        match closest(a, b) {
            Some(Closest { on_a, on_b, squared }) => {
                format!("{squared}: {} {}", written(on_a), written(on_b))
            }
            None => "none".to_owned(),
        }
    }

    #[test]
    fn the_nearest_points_are_exact_and_ties_go_to_the_first() {
        let region = boxed((0, 0), (2, 2));
        for (other, expected) in [
            (boxed((5, 6), (7, 7)), "25: (2, 2) (5, 6)"),
            // Sides that face each other: the first nearest pair along the outline,
            // clockwise from left-top.
            (boxed((3, -1), (4, 9)), "1: (2, 0) (3, 0)"),
            (boxed((0, 3), (2, 4)), "1: (2, 2) (2, 3)"),
            (boxed((0, -2), (2, -1)), "1: (0, 0) (0, -1)"),
            // Slanted, with a foot between two thousandths.
            (segment((3, 5), (6, 3)), "121/13: (2, 2) (48/13, 59/13)"),
            (segment((4, 1), (4, 1)), "4: (2, 1) (4, 1)"),
            // Touching at a corner and along a side.
            (boxed((2, 2), (3, 3)), "0: (2, 2) (2, 2)"),
            (boxed((2, 1), (3, 3)), "0: (2, 1) (2, 1)"),
            (segment((1, 2), (0, 2)), "0: (1, 2) (1, 2)"),
            // Overlapping.
            (boxed((1, 1), (3, 3)), "none"),
            (region.clone(), "none"),
            (segment((1, 1), (1, 1)), "none"),
            (segment((-1, 1), (1, 3)), "0: (0, 2) (0, 2)"),
            (segment((-1, 1), (1, 1)), "none"),
        ] {
            assert_eq!(text_of(&region, &other), expected, "{other:?}");
        }
        assert_eq!(text_of(&segment((0, 0), (4, 0)), &segment((3, 1), (1, 1))), "1: (1, 0) (1, 1)");
        assert_eq!(text_of(&segment((0, 0), (4, 4)), &segment((0, 4), (4, 0))), "none");
        assert_eq!(text_of(&segment((0, 0), (4, 0)), &segment((2, 0), (2, 3))), "0: (2, 0) (2, 0)");
    }

    #[test]
    fn nothing_overflows_at_the_ends_of_the_range() {
        let far = Milli::REACH;
        let at = |x, y| Point::new(x, y);
        let one = Milli::new(1).expect("in range");
        let inner = far.checked_sub(one).expect("in range");
        // From corner to corner, with a triangle beside it.
        let long = Segment::new(at(-far, -far), at(far, inner)).expect("in range");
        let beside = Polygon::new(&[at(-far, far), at(-inner, far), at(-far, inner)]);
        let found = closest(&long, &beside.expect("a polygon")).expect("apart");
        assert!(found.squared > Fraction::from(33_554 * 33_554));
        let dot = Segment::new(at(far, -far), at(far, -far)).expect("in range");
        let left = Segment::new(at(-far, far), at(-far, far)).expect("in range");
        let whole = Fraction::from(far);
        let square = 8 * whole.numerator().pow(2);
        let expected = Fraction::new(square, whole.denominator().pow(2));
        assert_eq!(closest(&dot, &left).map(|found| found.squared), expected);
    }
}
