//! Strategies that draw random shapes.

use hitscan_geom::{Aabb, Milli, Point, Polygon, Segment, Shape};
use proptest::prelude::*;

/// The largest coordinate of a shape, in thousandths.
const REACH: i32 = Milli::REACH.thousandths();

pub(crate) fn point(x: i32, y: i32) -> Point {
    Point::new(Milli::new(x).expect("in range"), Milli::new(y).expect("in range"))
}

fn coordinate() -> impl Strategy<Value = i32> {
    prop_oneof![
        12 => -4..=4_i32,
        2 => prop_oneof![Just(-16_000_000), Just(16_000_000), Just(-REACH), Just(REACH)],
        1 => -REACH..=REACH,
    ]
}

/// All close together, or anywhere.
pub(crate) fn any_point() -> impl Strategy<Value = Point> {
    (coordinate(), coordinate()).prop_map(|(x, y)| point(x, y))
}

fn near_point() -> impl Strategy<Value = Point> {
    (-4..=4_i32, -4..=4_i32).prop_map(|(x, y)| point(x, y))
}

pub(crate) fn segment_of(
    points: impl Strategy<Value = Point> + Clone,
) -> impl Strategy<Value = Segment> {
    let ends = (points.clone(), points, 0..8_u8);
    ends.prop_map(|(start, end, kind)| {
        // Some segments are points.
        let end = if kind == 0 { start } else { end };
        Segment::new(start, end).expect("in range")
    })
}

pub(crate) fn near_segment() -> impl Strategy<Value = Segment> {
    segment_of((-4..=4_i32, -4..=4_i32).prop_map(|(x, y)| point(x, y)).boxed())
}

pub(crate) fn any_segment() -> impl Strategy<Value = Segment> {
    segment_of(any_point().boxed())
}

fn aabb_of(points: impl Strategy<Value = Point> + Clone) -> impl Strategy<Value = Aabb> {
    // Where two corners would give no size, use the smallest size there is.
    let beside = |at: Milli, other: Milli| match other.thousandths() {
        _ if at != other => other,
        REACH => Milli::new(REACH - 1).expect("in range"),
        same => Milli::new(same + 1).expect("in range"),
    };
    (points.clone(), points).prop_map(move |(one, other)| {
        let other = Point::new(beside(one.x, other.x), beside(one.y, other.y));
        Aabb::from_corners(one, other).expect("a box")
    })
}

pub(crate) fn near_box() -> impl Strategy<Value = Aabb> {
    aabb_of(near_point().boxed())
}

pub(crate) fn any_box() -> impl Strategy<Value = Aabb> {
    aabb_of(any_point().boxed())
}

/// Simple polygons of three to six vertices, convex or not.
pub(crate) fn polygon_of(points: impl Strategy<Value = Point>) -> impl Strategy<Value = Polygon> {
    let vertices = prop::collection::vec(points, 3..=6);
    // Use as many of the points as make a simple polygon.
    let longest = |vertices: Vec<Point>| {
        (3..=vertices.len()).rev().find_map(|count| Polygon::new(&vertices[..count]).ok())
    };
    vertices.prop_filter_map("not simple", longest)
}

pub(crate) fn near_polygon() -> impl Strategy<Value = Polygon> {
    polygon_of(near_point())
}

pub(crate) fn near_region() -> impl Strategy<Value = Shape> {
    prop_oneof![near_box().prop_map(Shape::from), near_polygon().prop_map(Shape::from)]
}

pub(crate) fn near_shape() -> impl Strategy<Value = Shape> {
    prop_oneof![3 => near_region(), 1 => near_segment().prop_map(Shape::from)]
}

pub(crate) fn any_shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        any_box().prop_map(Shape::from),
        any_segment().prop_map(Shape::from),
        polygon_of(any_point()).prop_map(Shape::from),
    ]
}
