//! Degenerate cases by name, each with its source.

use hitscan_core::command::WhySubject;
use hitscan_core::methods::{
    Agreement, Arithmetic, BoundaryRule, FrameVerdicts, Method, MethodStep, Reason, SideVerdict,
    frame_verdicts, verdicts,
};
use hitscan_geom::{
    Aabb, Approach, Direction, Meeting, Milli, Moving, Origin, Point, Polygon, Relation, Segment,
    Shape, Side, Sides, Swept, Vector, relate, swept,
};

fn point(x: i16, y: i16) -> Point {
    Point::new(Milli::from_units(x), Milli::from_units(y))
}

fn vector(x: i16, y: i16) -> Vector {
    Vector::new(Milli::from_units(x), Milli::from_units(y))
}

fn aabb(left: i16, top: i16, right: i16, bottom: i16) -> Aabb {
    Aabb::from_corners(point(left, top), point(right, bottom)).expect("a box")
}

fn region(left: i16, top: i16, right: i16, bottom: i16) -> Shape {
    Shape::Box(aabb(left, top, right, bottom))
}

fn laser(x1: i16, y1: i16, x2: i16, y2: i16) -> Shape {
    Shape::Segment(Segment::new(point(x1, y1), point(x2, y2)).expect("in range"))
}

fn polygon(vertices: &[(i16, i16)]) -> Shape {
    let vertices: Vec<Point> = vertices.iter().map(|&(x, y)| point(x, y)).collect();
    Shape::Polygon(Polygon::new(&vertices).expect("a simple polygon"))
}

fn t(meeting: &Meeting) -> [String; 2] {
    meeting.span.and_then(|span| span.t).expect("they meet").map(|t| t.to_string())
}

fn sides(sides: &[Side]) -> Sides {
    sides.iter().copied().collect()
}

fn moving(start: Aabb, x: i16, y: i16) -> Moving {
    Moving::new(start, vector(x, y)).expect("in range")
}

/// The exact answer of one method.
fn said(a: &Shape, b: &Shape, method: Method) -> (bool, Agreement, Option<Reason>) {
    let found = verdicts(a, b, &relate(a, b), BoundaryRule::Source);
    let row = found.iter().find(|row| row.method == method).expect("it applies");
    (row.hit, row.agreement, row.reason)
}

/// From 矩形と矩形の当たり: distances 140 and 100 against half sums 200 and 125.
#[test]
fn the_two_boxes_of_the_article_meet() {
    let a = Aabb::from_size(point(100, 30), vector(250, 100), Origin::TopLeft).expect("a box");
    let b = Aabb::from_size(point(365, 180), vector(150, 150), Origin::Center).expect("a box");
    let (a, b) = (Shape::Box(a), Shape::Box(b));
    assert_eq!(relate(&a, &b).relation, Relation::Overlaps);
    assert_eq!(said(&a, &b, Method::CENTER_DISTANCE), (true, Agreement::Agrees, None));
}

/// From the sources' own remark: four edges cannot see what is inside.
#[test]
fn a_laser_inside_a_box_is_within_and_no_edge_sees_it() {
    let (a, b) = (region(0, 0, 10, 10), laser(2, 3, 7, 5));
    let meeting = relate(&a, &b);
    assert_eq!((meeting.relation, meeting.direction), (Relation::Within, Direction::Inside));
    assert_eq!(t(&meeting), ["0", "1"]);
    assert_eq!(said(&a, &b, Method::EDGES), (false, Agreement::Wrong, Some(Reason::InsideUnseen)));
}

/// Collinear segments: the case that every textbook leaves to the reader.
#[test]
fn lasers_in_one_line_are_apart_touch_or_overlap() {
    let a = laser(0, 0, 4, 2);
    for (b, relation) in [
        (laser(6, 3, 8, 4), Relation::Disjoint),
        (laser(8, 4, 4, 2), Relation::Touches),
        (laser(2, 1, 8, 4), Relation::Overlaps),
        (laser(4, 2, 0, 0), Relation::Overlaps),
        (laser(2, 1, 2, 1), Relation::Touches),
    ] {
        assert_eq!(relate(&a, &b).relation, relation, "{b:?}");
    }
    let apart = laser(6, 3, 8, 4);
    let reason = Some(Reason::CollinearApart);
    assert_eq!(said(&a, &apart, Method::STRADDLE), (true, Agreement::Wrong, reason));
    let along = laser(2, 1, 8, 4);
    let reason = Some(Reason::Parallel);
    assert_eq!(said(&a, &along, Method::PROPER), (false, Agreement::Convention, reason));
}

/// Zero length, from any editor in which one point is dragged onto another.
#[test]
fn a_laser_of_length_zero_is_a_point() {
    let dot = laser(2, 2, 2, 2);
    assert_eq!(relate(&dot, &dot).relation, Relation::Touches);
    assert_eq!(relate(&dot, &laser(0, 0, 1, 1)).relation, Relation::Disjoint);
    let reason = Some(Reason::ZeroLength);
    let beyond = laser(0, 0, 1, 1);
    assert_eq!(said(&dot, &beyond, Method::STRADDLE), (true, Agreement::Wrong, reason));
    let inside = relate(&region(0, 0, 4, 4), &dot);
    assert_eq!((inside.relation, t(&inside)), (Relation::Within, ["0", "0"].map(str::to_owned)));
    let corner = relate(&region(2, 2, 4, 4), &dot);
    assert_eq!(corner.relation, Relation::Touches);
    assert_eq!(corner.direction, Direction::Sides(sides(&[Side::Left, Side::Top])));
}

/// The slab test's division by zero, from ray tracers: a ray along a side.
#[test]
fn a_laser_along_a_side_touches_it() {
    let a = region(0, 0, 10, 10);
    let along = relate(&a, &laser(-5, 0, 5, 0));
    assert_eq!(along.relation, Relation::Touches);
    assert_eq!(t(&along), ["1/2", "1"]);
    assert_eq!(along.direction, Direction::Sides(sides(&[Side::Left, Side::Top])));
    assert_eq!(relate(&a, &laser(-5, -1, 5, -1)).relation, Relation::Disjoint);
    assert_eq!(relate(&a, &laser(-5, 1, 5, 1)).relation, Relation::Crosses);
}

/// Corner to corner, from tile maps: a diagonal enters through two sides at once.
#[test]
fn a_laser_through_a_corner_enters_by_both_sides() {
    let meeting = relate(&region(0, 0, 10, 10), &laser(-5, -5, 5, 5));
    assert_eq!(meeting.relation, Relation::Crosses);
    assert_eq!(meeting.direction, Direction::Sides(sides(&[Side::Left, Side::Top])));
    let past = relate(&region(0, 0, 10, 10), &laser(-5, 5, 5, -5));
    assert_eq!((past.relation, t(&past)), (Relation::Touches, ["1/2", "1/2"].map(str::to_owned)));
}

/// A ray through a vertex is counted twice by the naive even-odd rule.
#[test]
fn a_laser_through_the_vertices_of_a_polygon_counts_each_once() {
    // An arrowhead with its notch on the right.
    let arrow = polygon(&[(0, 0), (8, 4), (0, 8), (3, 4)]);
    let through = relate(&arrow, &laser(-2, 4, 10, 4));
    assert_eq!(through.relation, Relation::Crosses);
    assert_eq!(
        (t(&through), through.direction),
        (["5/12", "5/6"].map(str::to_owned), Direction::Edges(2, Some(3)))
    );
    let notch = relate(&arrow, &laser(0, 4, 2, 4));
    assert_eq!(notch.relation, Relation::Disjoint);
    let into_notch = relate(&arrow, &laser(0, 4, 3, 4));
    assert_eq!(into_notch.relation, Relation::Touches);
}

/// A polygon that is not convex meets a laser in several pieces; the first and last point count.
#[test]
fn a_laser_over_a_notch_leaves_and_reenters() {
    let teeth = polygon(&[(0, 0), (2, 0), (2, 4), (4, 4), (4, 0), (6, 0), (6, 6), (0, 6)]);
    let across = relate(&teeth, &laser(1, 2, 5, 2));
    assert_eq!((across.relation, across.direction), (Relation::Crosses, Direction::Inside));
    assert_eq!(t(&across), ["0", "1"]);
    let floor = relate(&teeth, &laser(2, 4, 4, 4));
    assert_eq!(
        (floor.relation, floor.direction),
        (Relation::Touches, Direction::Edges(1, Some(2)))
    );
}

/// Regions in regions, and a hole that is not one.
#[test]
fn regions_contain_touch_or_equal_each_other() {
    let frame = polygon(&[(0, 0), (9, 0), (9, 9), (0, 9), (0, 6), (6, 6), (6, 3), (0, 3)]);
    for (a, b, relation) in [
        (region(0, 0, 4, 4), region(4, 4, 8, 8), Relation::Touches),
        (region(0, 0, 4, 4), region(0, 0, 4, 4), Relation::Equals),
        (region(1, 1, 2, 2), region(0, 0, 4, 4), Relation::Within),
        (region(0, 0, 4, 4), region(0, 1, 4, 2), Relation::Contains),
        (frame.clone(), region(0, 3, 6, 6), Relation::Touches),
        (frame.clone(), region(1, 4, 5, 5), Relation::Disjoint),
        (frame.clone(), region(7, 4, 8, 5), Relation::Contains),
        (frame.clone(), region(5, 4, 8, 5), Relation::Overlaps),
        (polygon(&[(4, 0), (4, 4), (0, 4), (0, 0)]), region(0, 0, 4, 4), Relation::Equals),
    ] {
        assert_eq!(relate(&a, &b).relation, relation, "{a:?} {b:?}");
    }
}

/// y grows downwards: what a y-up source calls left is right on the screen.
#[test]
fn left_and_right_are_those_of_the_screen() {
    let meeting = relate(&laser(0, 5, 0, -5), &laser(-5, 0, 5, 0));
    assert_eq!(meeting.direction, Direction::Approach(Approach::FromRight));
    let meeting = relate(&laser(0, -5, 0, 5), &laser(-5, 0, 5, 0));
    assert_eq!(meeting.direction, Direction::Approach(Approach::FromLeft));
}

fn velocity(found: &FrameVerdicts) -> &SideVerdict {
    found.of(Method::RELATIVE_VELOCITY).expect("it is listed")
}

fn corner(found: &FrameVerdicts) -> &SideVerdict {
    found.of(Method::PREDICT_CORNER).expect("it is listed")
}

/// The bullet and the paper, from every article on continuous collision detection.
#[test]
fn a_fast_box_tunnels_for_every_method_except_swept() {
    let bullet = moving(aabb(0, 0, 1, 1), 100, 0);
    let paper = moving(aabb(50, -5, 51, 5), 0, 0);
    let found = frame_verdicts(&bullet, &paper);
    let Swept::Hit { t, sides } = found.swept else { panic!("{:?}", found.swept) };
    assert_eq!((t.to_string().as_str(), sides), ("49/100", Sides::from(Side::Left)));
    assert_eq!(velocity(&found).reason, Some(Reason::Tunnelled));
    assert_eq!(corner(&found).reason, Some(Reason::Tunnelled));
}

/// The seam, from platform games: a box that slides along a floor hits no wall.
#[test]
fn sliding_along_a_floor_is_a_graze() {
    let walker = moving(aabb(0, 0, 2, 2), 3, 0);
    let floor = moving(aabb(1, 2, 9, 4), 0, 0);
    let found = frame_verdicts(&walker, &floor);
    assert!(matches!(found.swept, Swept::Graze { flush: Some(hitscan_geom::Axis::Y), .. }));
    assert_eq!(velocity(&found).claim.label, "left");
    assert_eq!(velocity(&found).reason, Some(Reason::Flush));
}

/// Corner against corner at 45°: both sides at once, and the source's tie.
#[test]
fn corner_on_corner_is_both_sides() {
    let a = moving(aabb(0, 0, 2, 2), 4, 4);
    let b = moving(aabb(4, 4, 6, 6), 0, 0);
    let found = frame_verdicts(&a, &b);
    assert!(matches!(found.swept, Swept::Hit { sides: named, .. }
        if named == sides(&[Side::Left, Side::Top])));
    assert_eq!(velocity(&found).claim.label, "top");
    assert_eq!(velocity(&found).reason, Some(Reason::CornerTie));
    assert_eq!(corner(&found).claim.label, "corner");
    assert_eq!(corner(&found).agreement, Agreement::Agrees);
}

/// Leaving is not a hit: touching at the start and moving apart.
#[test]
fn separating_boxes_only_graze() {
    let a = moving(aabb(0, 0, 2, 2), -1, 0);
    let b = moving(aabb(2, 0, 4, 2), 0, 0);
    assert!(matches!(swept(&a, &b), Swept::Graze { flush: None, .. }));
    let resting = moving(aabb(0, 0, 2, 2), 0, 0);
    assert_eq!(swept(&resting, &b), Swept::Graze { t: None, flush: None });
    let inside = moving(aabb(3, 1, 5, 3), 0, 0);
    assert_eq!(swept(&inside, &b), Swept::Overlap { sides: Sides::NONE });
    let arriving = moving(aabb(-2, 0, 0, 2), 2, 0);
    assert!(matches!(swept(&arriving, &b), Swept::Hit { t, .. } if t.to_string() == "1"));
}

/// A plus sign: the boxes overlap, and neither has a corner inside the other. Boxes that touch, or
/// one of which contains the other, have a corner inside.
#[test]
fn boxes_that_cross_have_no_corner_inside() {
    let method = Method::find("corners-inside").expect("a row of the registry");
    let answer = |a: &Shape, b: &Shape| {
        let verdicts: Vec<_> = method.verdicts(a, b, &relate(a, b), BoundaryRule::Source).collect();
        let [verdict] = verdicts[..] else { panic!("one arithmetic: {verdicts:?}") };
        (verdict.hit, verdict.agreement, verdict.reason.map(Reason::code))
    };
    let (wide, tall) = (region(0, 4, 12, 6), region(5, 0, 7, 10));
    assert_eq!(answer(&wide, &tall), (false, Agreement::Wrong, Some("no-corner-inside")));
    for hit in [region(12, 5, 14, 9), region(1, 5, 2, 6), region(-1, 0, 20, 10)] {
        assert_eq!(answer(&wide, &hit), (true, Agreement::Agrees, None));
        assert_eq!(answer(&hit, &wide), (true, Agreement::Agrees, None));
    }
    assert_eq!(answer(&wide, &region(13, 5, 14, 9)), (false, Agreement::Agrees, None));
}

/// A method that is shown on request is in no list unless it is named.
#[test]
fn a_method_on_request_is_answered_only_when_it_is_named() {
    let method = Method::find("corners-inside").expect("a row of the registry");
    let (wide, tall) = (region(0, 4, 12, 6), region(5, 0, 7, 10));
    assert!(!Method::listed(wide.kind(), tall.kind()).any(|listed| listed == method));
    let found = verdicts(&wide, &tall, &relate(&wide, &tall), BoundaryRule::Source);
    assert!(found.iter().all(|verdict| verdict.method != method));
    assert!(WhySubject::catalogue().any(|(_, page)| page.method() == Some(method)));
}

/// Two nearly parallel lasers: in single precision their directions count as parallel, although the
/// rounded products are still below 0. So the check for parallel lasers decides.
#[test]
fn in_single_precision_the_check_for_parallel_lasers_can_decide() {
    let at = |x: i32, y: i32| Point::new(Milli::new(x).expect("x"), Milli::new(y).expect("y"));
    let laser = |from, to| Shape::Segment(Segment::new(from, to).expect("in range"));
    let l = laser(at(20_609, -72_038), at(9_565_283, 7_160_650));
    let k = laser(at(20_606, -72_040), at(9_565_286, 7_160_652));
    let proper: Vec<_> = Method::PROPER
        .verdicts(&l, &k, &relate(&l, &k), BoundaryRule::Source)
        .map(|verdict| (verdict.arithmetic, verdict.hit))
        .collect();
    assert_eq!(proper, [(Arithmetic::Exact, true), (Arithmetic::F32, false)]);
    let steps = Method::STRADDLE.overlap_steps(&l, &k, BoundaryRule::Source, Arithmetic::F32);
    let products: Vec<_> = steps
        .iter()
        .filter_map(|step| match step {
            MethodStep::Straddle(half) => Some(half.product.sign().is_lt()),
            _ => None,
        })
        .collect();
    assert_eq!(products, [true, true], "without the check it is a hit");
}
