//! Compares relations, points, parameters and directions with the oracle.

use hitscan_geom::{Approach, Direction, Meeting, Relation, Segment, Shape, Side, relate};
use proptest::prelude::*;

use crate::properties::generators::{
    far_lasers, far_region, far_region_and_laser, grid, near_pair,
};
use crate::properties::oracle::{self, Ground, P, rational, units, whole};

fn points(meeting: &Meeting) -> Vec<P> {
    let mut points: Vec<P> = meeting
        .span
        .iter()
        .flat_map(|span| span.points)
        .map(|point| P { x: rational(point.x), y: rational(point.y) })
        .collect();
    points.dedup();
    points
}

fn check_lasers(a: Segment, b: Segment) {
    let meeting = relate(&Shape::Segment(a), &Shape::Segment(b));
    let (relation, common) = oracle::lasers(&oracle::ends(&a), &oracle::ends(&b));
    assert_eq!(meeting.relation, relation);
    assert_eq!(points(&meeting), common);
    assert!(meeting.depth.is_none() && meeting.span.is_none_or(|span| span.t.is_none()));
    let [b1, b2] = oracle::ends(&b);
    let a1 = oracle::point(a.start());
    let turn = (&b2.x - &b1.x) * (&a1.y - &b1.y) - (&b2.y - &b1.y) * (&a1.x - &b1.x);
    let side = match turn.cmp(&whole(0)) {
        // y grows downwards: a positive turn is to the right on the screen.
        std::cmp::Ordering::Greater => Approach::FromRight,
        std::cmp::Ordering::Less => Approach::FromLeft,
        std::cmp::Ordering::Equal => Approach::OnLine,
    };
    let direction = if relation.is_hit() { Direction::Approach(side) } else { Direction::None };
    assert_eq!(meeting.direction, direction);
}

fn check_laser_in_region(region: &Shape, laser: Segment) {
    let meeting = relate(region, &Shape::Segment(laser));
    assert_eq!(meeting, relate(&Shape::Segment(laser), region), "the order says nothing here");
    let (segment, ring) = (oracle::ends(&laser), oracle::ring(region));
    let expected = oracle::laser_in_region(&segment, &ring);
    assert_eq!(meeting.relation, expected.relation);
    let t = meeting.span.and_then(|span| span.t).map(|t| t.map(rational));
    assert_eq!(t, expected.t);
    let Some([first, last]) = expected.t else {
        assert_eq!((meeting.direction, meeting.span), (Direction::None, None));
        return;
    };
    let mut common = vec![oracle::at(&segment, &first), oracle::at(&segment, &last)];
    common.dedup();
    assert_eq!(points(&meeting), common);
    assert_eq!(meeting.direction, direction(region, &segment, &common[0]));
}

fn direction(region: &Shape, segment: &[P; 2], first: &P) -> Direction {
    let ring = oracle::ring(region);
    if oracle::ground(&segment[0], &ring) == Ground::In {
        return Direction::Inside;
    }
    if let Shape::Box(region) = region {
        let across = |side: Side| match side {
            Side::Left | Side::Right => &first.x,
            Side::Top | Side::Bottom => &first.y,
        };
        let on = |side: &Side| *across(*side) == units(region.edge(*side));
        return Direction::Sides(Side::ALL.into_iter().filter(on).collect());
    }
    let edges = oracle::edges(&ring);
    let mut on = (0..edges.len()).filter(|&edge| oracle::is_on(first, &edges[edge]));
    let direction = Direction::Edges(on.next().expect("on the boundary"), on.next());
    assert_eq!(on.next(), None, "no point lies on three edges");
    direction
}

fn check_regions(a: &Shape, b: &Shape) {
    let meeting = relate(a, b);
    assert_eq!(meeting.relation, oracle::regions(&oracle::ring(a), &oracle::ring(b)));
    assert_eq!((meeting.span, meeting.direction), (None, Direction::None));
    let interiors_meet = !matches!(meeting.relation, Relation::Disjoint | Relation::Touches);
    let both_boxes = a.as_box().is_some() && b.as_box().is_some();
    assert_eq!(meeting.depth.is_some(), interiors_meet && both_boxes);
}

fn check(a: &Shape, b: &Shape) {
    match (a, b) {
        (Shape::Segment(a), Shape::Segment(b)) => check_lasers(*a, *b),
        (Shape::Segment(laser), region) | (region, Shape::Segment(laser)) => {
            check_laser_in_region(region, *laser);
        }
        (a, b) => check_regions(a, b),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_laser_that_nearly_touches_a_region_relates_as_defined(
        (region, laser) in far_region_and_laser()
    ) {
        check_laser_in_region(&region, laser);
    }

    #[test]
    fn any_two_shapes_on_a_small_grid_relate_as_defined((a, b) in near_pair()) {
        check(&a, &b);
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn lasers_that_are_nearly_parallel_or_nearly_touch_relate_as_defined((a, b) in far_lasers()) {
        check_lasers(a, b);
    }

    #[test]
    fn a_box_and_the_polygon_with_its_corners_are_the_same_region(
        (laser, aabb) in grid().prop_flat_map(|grid| (grid.laser(), grid.aabb()))
    ) {
        let polygon = hitscan_geom::Polygon::new(&aabb.vertices()).expect("a box is simple");
        let (aabb, polygon) = (Shape::Box(aabb), Shape::Polygon(polygon));
        let (of_box, of_polygon) =
            (relate(&aabb, &Shape::Segment(laser)), relate(&polygon, &Shape::Segment(laser)));
        prop_assert_eq!(of_box.relation, of_polygon.relation);
        prop_assert_eq!(of_box.span, of_polygon.span);
        prop_assert_eq!(relate(&aabb, &polygon).relation, Relation::Equals);
    }

    #[test]
    fn the_way_out_of_a_box_leaves_it_touching_and_no_shorter_one_does(
        (a, b) in grid().prop_flat_map(|grid| (grid.aabb(), grid.aabb()))
    ) {
        use hitscan_geom::{Milli, Vector, milli};
        let Some(depth) = relate(&Shape::Box(a), &Shape::Box(b)).depth else { return Ok(()) };
        let moved = |side, by: Milli| {
            let by = match side {
                Side::Left => Vector::new(-by, Milli::ZERO),
                Side::Top => Vector::new(Milli::ZERO, -by),
                Side::Right => Vector::new(by, Milli::ZERO),
                Side::Bottom => Vector::new(Milli::ZERO, by),
            };
            relate(&Shape::Box(a.translated(by).expect("in range")), &Shape::Box(b)).relation
        };
        for side in Side::ALL {
            let way = depth.through(side);
            prop_assert_eq!(moved(side, way), Relation::Touches);
            let shorter = way.checked_sub(milli!(1)).expect("in range");
            prop_assert!(!matches!(moved(side, shorter), Relation::Touches | Relation::Disjoint));
            prop_assert!(depth.least().1 <= way);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn regions_over_the_whole_plane_relate_as_defined(a in far_region(), b in far_region()) {
        check_regions(&a, &b);
        check_regions(&a, &a);
    }
}

/// Fractions stay exact: the parameter is a reduced fraction of full width.
#[test]
fn the_widest_crossing_is_exact() {
    let laser = |x1, y1, x2, y2| {
        Segment::new(
            crate::properties::generators::point(x1, y1),
            crate::properties::generators::point(x2, y2),
        )
        .expect("in range")
    };
    let a = laser(-16_000_000, -15_999_999, 16_000_000, 15_999_997);
    let b = laser(-16_000_000, -15_999_998, 15_999_999, 16_000_000);
    check_lasers(a, b);
    let c = laser(-15_999_998, 16_000_000, 15_999_993, -15_999_999);
    check_lasers(a, c);
    let meeting = relate(&Shape::Segment(a), &Shape::Segment(c));
    let x = meeting.span.expect("they cross").points[0].x;
    assert!(x.denominator() > 1 << 48, "{x}");
}
