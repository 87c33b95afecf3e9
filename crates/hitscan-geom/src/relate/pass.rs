//! Where a segment goes into a region and where it goes out again.

use super::super::{Aabb, Axis, Direction, Fraction, Polygon, Segment, ShapeRef};
use super::cut::{Cut, Ground, cut};
use super::segments::{edges_at, sides_at};
use crate::fraction::Ratio;

/// A point where a segment crosses the boundary of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Crossing {
    /// The share of the segment's length up to that point: 0 at its start, 1 at its end.
    pub t: Fraction,
    /// The [`Direction::Sides`] of a box or [`Direction::Edges`] of a polygon that contain the
    /// point, two at a corner or a vertex. [`Direction::Inside`] where the segment starts (t = 0)
    /// or ends (t = 1) in the open interior.
    pub through: Direction,
}

/// How a segment passes through a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pass {
    /// Where it goes in.
    pub entry: Crossing,
    /// Where it goes out.
    pub exit: Crossing,
}

/// Where `segment` first goes into `shape`, that is, where it starts to run in the interior.
///
/// - Shapes: boxes and polygons. A segment has no interior, so nothing ever enters it.
/// - `None` if the segment does not meet the interior: it is outside, or only touches.
///   Equivalently, the result is `Some` exactly where [`relate`](fn@crate::relate) of the segment
///   and the region says `Crosses` or `Within`.
/// - t is exact. The direction names the sides or edges that contain the point, both at a corner or
///   a vertex, or says that the segment starts inside, at t = 0. A start on the boundary is t = 0
///   with the sides it lies on.
/// - If a segment touches a polygon before it enters, the entry comes after the touch: its t is
///   greater than the first one of [`relate`](fn@crate::relate)'s span.
/// - A segment of zero length enters if it lies in the interior.
/// - Errors: none. Every shape is in range.
///
/// If touching matters too, use [`relate`](fn@crate::relate); to know where the segment goes out,
/// [`pass`]; for the first of many boxes, [`Index::first`](crate::broad_phase::Index::first); in a
/// hot loop over boxes, [`segment_enters_box`](crate::kernel::segment_enters_box), which counts
/// touching as entering.
///
/// Boxes use slabs (Kay and Kajiya 1986) with exact quotients.
///
/// ```
/// use hitscan_geom::{Aabb, Direction, Fraction, Point, Segment, Side, enter};
///
/// let point = Point::from_units;
/// let region = Aabb::from_corners(point(2, 0), point(6, 4))?;
/// let entry = enter(&Segment::new(point(0, 1), point(8, 1))?, &region).expect("it enters");
/// assert_eq!(entry.t.to_string(), "1/4");
/// assert_eq!(entry.through, Direction::Sides(Side::Left.into()));
///
/// let inside = enter(&Segment::new(point(3, 1), point(8, 1))?, &region).expect("it is inside");
/// assert_eq!((inside.t, inside.through), (Fraction::ZERO, Direction::Inside));
/// // Along the upper side: a touch is no entry.
/// assert_eq!(enter(&Segment::new(point(0, 0), point(8, 0))?, &region), None);
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
#[doc(alias("cast_ray", "raycast"))]
#[must_use]
pub fn enter<'a>(segment: &Segment, shape: impl Into<ShapeRef<'a>>) -> Option<Crossing> {
    match shape.into() {
        ShapeRef::Box(region) => {
            let [entry, _] = in_open_box(segment, region)?;
            Some(through_sides(segment, region, entry))
        }
        ShapeRef::Polygon(region) => {
            let cut = cut(segment, region.vertices());
            let [entry, _] = first_run(&cut)?;
            Some(through_edges(&cut, entry))
        }
        ShapeRef::Segment(_) => None,
    }
}

/// Where `segment` goes into `shape`, as [`enter`] defines it, and where it goes out again.
///
/// - Shapes, errors and `None`: as for [`enter`]. Ties: both sides or both edges are named.
/// - The exit is the last point before the segment runs outside. Where the segment passes a vertex,
///   or runs along an edge with the interior before and after, it stays in. If it leaves the
///   interior along an edge, the exit is where that edge begins.
/// - A segment that ends in the open interior exits at t = 1, `Inside`; one that ends on the
///   boundary exits at t = 1, through the sides it lies on.
/// - A segment may enter a concave polygon again later. To find every passage, pass the rest
///   of the segment.
/// - A segment of zero length has both its entry and its exit at t = 0.
///
/// If only the entry matters, [`enter`] does less work. For boxes in motion, use
/// [`swept`](crate::swept).
///
/// ```
/// use hitscan_geom::{Direction, Point, Polygon, Segment, pass};
///
/// let point = Point::from_units;
/// // A notch in the top, between x = 2 and x = 6.
/// let notched = Polygon::new(&[point(0, 0), point(4, 4), point(8, 0), point(8, 8), point(0, 8)])?;
/// let found = pass(&Segment::new(point(-2, 2), point(10, 2))?, &notched).expect("it enters");
/// let [entry, exit] = [found.entry, found.exit];
/// assert_eq!((entry.t.to_string().as_str(), entry.through), ("1/6", Direction::Edges(4, None)));
/// assert_eq!((exit.t.to_string().as_str(), exit.through), ("1/3", Direction::Edges(0, None)));
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
#[doc(alias("clip", "clip_segment"))]
#[must_use]
pub fn pass<'a>(segment: &Segment, shape: impl Into<ShapeRef<'a>>) -> Option<Pass> {
    match shape.into() {
        ShapeRef::Box(region) => {
            let ends = in_open_box(segment, region)?;
            let [entry, exit] = ends.map(|t| through_sides(segment, region, t));
            Some(Pass { entry, exit })
        }
        ShapeRef::Polygon(region) => in_polygon(segment, region),
        ShapeRef::Segment(_) => None,
    }
}

fn in_polygon(segment: &Segment, region: &Polygon) -> Option<Pass> {
    let cut = cut(segment, region.vertices());
    let [entry, exit] = first_run(&cut)?.map(|t| through_edges(&cut, t));
    Some(Pass { entry, exit })
}

fn through_sides(segment: &Segment, region: &Aabb, t: Ratio) -> Crossing {
    let sides = sides_at(segment, region, t);
    let through = if sides.is_empty() { Direction::Inside } else { Direction::Sides(sides) };
    Crossing { t: t.into(), through }
}

fn through_edges(cut: &Cut, t: Ratio) -> Crossing {
    Crossing { t: t.into(), through: edges_at(cut, t) }
}

/// The parameters between which the segment runs in the open box; equal for a point in it.
fn in_open_box(segment: &Segment, region: &Aabb) -> Option<[Ratio; 2]> {
    let (mut first, mut last) = (Ratio::ZERO, Ratio::ONE);
    for axis in Axis::ALL {
        let start = segment.start.along(axis);
        let way = segment.direction().along(axis).wide();
        let [low, high] = axis.sides().map(|side| region.edge(side));
        if way == 0 {
            if start <= low || high <= start {
                return None;
            }
            continue;
        }
        let (near, far) = if way > 0 { (low, high) } else { (high, low) };
        first = first.max(Ratio::new(near.minus(start).wide(), way));
        last = last.min(Ratio::new(far.minus(start).wide(), way));
    }
    if segment.is_point() {
        return Some([Ratio::ZERO; 2]);
    }
    (first < last).then_some([first, last])
}

/// From the first piece in the interior to the last one before a piece outside.
fn first_run(cut: &Cut) -> Option<[Ratio; 2]> {
    let is_interior = |piece: &Ground| *piece == Ground::Interior;
    let first = cut.pieces.iter().position(is_interior)?;
    let within = cut.pieces[first..].split(|piece| *piece == Ground::Exterior).next()?;
    let last = first + within.iter().rposition(is_interior)?;
    Some([cut.cuts[first], cut.cuts[last + 1]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Milli, Point};

    fn point((x, y): (i16, i16)) -> Point {
        Point::new(Milli::from_units(x), Milli::from_units(y))
    }

    fn segment(from: (i16, i16), to: (i16, i16)) -> Segment {
        Segment::new(point(from), point(to)).expect("in range")
    }

    /// `t direction` of the entry and of the exit.
    fn text_of<'a>(segment: &Segment, shape: impl Into<ShapeRef<'a>>) -> String {
        let written = |Crossing { t, through }: Crossing| format!("{t} {through}");
        match pass(segment, shape) {
            Some(Pass { entry, exit }) => format!("{}, {}", written(entry), written(exit)),
            None => "none".to_owned(),
        }
    }

    #[test]
    fn a_box_is_entered_and_left_through_its_sides() {
        let region = Aabb::from_corners(point((0, 0)), point((4, 4))).expect("a box");
        for (from, to, expected) in [
            ((-4, 1), (8, 1), "1/3 left, 2/3 right"),
            ((8, 1), (-4, 1), "1/3 right, 2/3 left"),
            ((-1, -1), (5, 5), "1/6 left+top, 5/6 right+bottom"),
            ((2, 2), (2, 6), "0 inside, 1/2 bottom"),
            ((2, 2), (3, 3), "0 inside, 1 inside"),
            ((0, 1), (4, 1), "0 left, 1 right"),
            ((0, 0), (2, 2), "0 left+top, 1 inside"),
            ((2, 2), (2, 2), "0 inside, 0 inside"),
            // Touches: along a side, up to a side, at a corner, and points on the boundary.
            ((-1, 0), (5, 0), "none"),
            ((-2, 1), (0, 1), "none"),
            ((4, 1), (6, 1), "none"),
            ((-1, 1), (1, -1), "none"),
            ((4, 4), (4, 4), "none"),
            ((9, 9), (9, 9), "none"),
            ((-1, 3), (2, 6), "none"),
        ] {
            assert_eq!(text_of(&segment(from, to), &region), expected, "{from:?} to {to:?}");
        }
    }

    /// A U three squares wide, open at the top.
    #[test]
    fn a_concave_polygon_is_entered_after_it_is_touched_and_left_before_the_gap() {
        let vertices = [(0, 0), (1, 0), (1, 2), (2, 2), (2, 0), (3, 0), (3, 3), (0, 3)];
        let region = Polygon::new(&vertices.map(point)).expect("a polygon");
        for (from, to, expected) in [
            ((-1, 1), (4, 1), "1/5 edge-7, 2/5 edge-1"),
            ((4, 1), (-1, 1), "1/5 edge-5, 2/5 edge-3"),
            // Along the floor of the gap, with the interior before and after: it stays in.
            ((-1, 2), (4, 2), "1/5 edge-7, 4/5 edge-5"),
            // Through a reflex corner.
            ((0, 1), (3, 4), "0 edge-7, 2/3 edge-6"),
            // Along the wall of the gap, then in.
            ((1, -1), (1, 4), "3/5 edge-1+2, 4/5 edge-6"),
            // And reversed: it exits where the wall begins.
            ((1, 4), (1, -1), "1/5 edge-6, 2/5 edge-1+2"),
            // Touches the corner at (1, 0), then enters beyond the gap.
            ((0, -1), (3, 2), "2/3 edge-3, 1 edge-5"),
            ((1, 1), (1, 1), "none"),
            ((1, 0), (2, 0), "none"),
        ] {
            assert_eq!(text_of(&segment(from, to), &region), expected, "{from:?} to {to:?}");
        }
    }

    #[test]
    fn a_segment_is_never_entered() {
        let wall = segment((0, -1), (0, 1));
        assert_eq!(enter(&segment((-1, 0), (1, 0)), &wall), None);
        assert_eq!(pass(&wall, &wall), None);
    }
}
