//! Boxes and polygons in motion: against vectors that an independent exact implementation wrote,
//! and against relations at rest, at every moment at which something can change.

use std::path::Path;

use hitscan_geom::{
    Aabb, Axis, Blocked, Fraction, Milli, Moving, MovingRegion, Normal, Point, Polygon, Relation,
    Shape, Side, Sides, Swept, SweptRegions, Vector, contacts, cross, relate, swept, swept_regions,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::drawn::{near_box, near_region, point, polygon_of};

fn milli(value: &Value) -> Milli {
    Milli::parse(&value.to_string()).expect("a number")
}

fn region(of: &Value) -> MovingRegion {
    let pair = |at: &Value| Point::new(milli(&at[0]), milli(&at[1]));
    let start = match &of["box"] {
        Value::Null => {
            let vertices = of["polygon"].as_array().expect("vertices");
            Polygon::new(&vertices.iter().map(pair).collect::<Vec<_>>()).expect("simple").into()
        }
        edges => {
            let corner = |at: usize| Point::new(milli(&edges[at]), milli(&edges[at + 1]));
            Shape::from(Aabb::from_corners(corner(0), corner(2)).expect("a box"))
        }
    };
    let motion = match &of["velocity"] {
        Value::Null => Vector::ZERO,
        velocity => Vector::new(milli(&velocity[0]), milli(&velocity[1])),
    };
    MovingRegion::new(start, motion).expect("in range")
}

/// The names in an answer: those of a box are words.
fn names(found: &[usize], words: [(usize, &str); 4], of: &Value) -> Value {
    if of["box"].is_null() {
        return json!(found);
    }
    let named = words.iter().filter(|(index, _)| found.contains(index));
    Value::Array(named.map(|&(_, word)| json!(word)).collect())
}

fn answer(query: &Value) -> Value {
    let (a, b) = (region(&query["a"]), region(&query["b"]));
    let found = swept_regions(&a, &b);
    let outcome = found.token();
    match found {
        SweptRegions::Miss | SweptRegions::Overlap | SweptRegions::Graze { t: None } => {
            json!({ "outcome": outcome })
        }
        SweptRegions::Graze { t: Some(t) } => json!({ "outcome": outcome, "t": t.to_string() }),
        SweptRegions::Hit { t, blocked } => {
            let sides = [(3, "left"), (0, "top"), (1, "right"), (2, "bottom")];
            let corners =
                [(0, "left-top"), (1, "right-top"), (2, "right-bottom"), (3, "left-bottom")];
            let normals: Vec<_> = blocked.normals.iter().map(|n| [n.x, n.y]).collect();
            json!({
                "outcome": outcome, "t": t.to_string(),
                "edges": names(&blocked.edges, sides, &query["b"]),
                "corners": names(&blocked.corners, corners, &query["b"]),
                "normals": normals,
            })
        }
    }
}

#[test]
fn every_vector_of_a_frame_is_answered() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/swept.ndjson");
    let text = std::fs::read_to_string(path).expect("the fixture");
    let mut wrong = Vec::new();
    for line in text.lines() {
        let vector: Value = serde_json::from_str(line).expect("a vector");
        let (found, expected) = (answer(&vector["in"]), &vector["out"]["frame"]["swept"]);
        if found != *expected {
            wrong.push(format!("{}\n  {found}\n  {expected}", vector["in"]));
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(text.lines().count(), 462);
}

/// The shape at time `over / under`, with every coordinate `under` times as large.
fn placed(shape: &Shape, motion: Vector, over: i64, under: i64) -> Shape {
    let scaled = |at: Milli, by: Milli| {
        let at = at.wide() * under + by.wide() * over;
        Milli::new(i32::try_from(at).expect("small")).expect("in range")
    };
    let moved = |at: Point| Point::new(scaled(at.x, motion.x), scaled(at.y, motion.y));
    if let Shape::Box(of) = shape {
        return Aabb::from_corners(moved(of.min()), moved(of.max())).expect("a box").into();
    }
    let vertices: Vec<Point> = shape.vertices().into_iter().map(moved).collect();
    Polygon::new(&vertices).expect("simple").into()
}

fn edges(shape: &Shape) -> Vec<[Point; 2]> {
    let vertices = shape.vertices();
    let next = vertices.iter().cycle().skip(1);
    vertices.iter().zip(next).map(|(&start, &end)| [start, end]).collect()
}

/// The times from 0 to 2 at which a vertex of one may lie on the line of an edge of the other.
fn moments(a: &Shape, b: &Shape, motion: Vector) -> Vec<Fraction> {
    let mut times = vec![Fraction::ZERO, Fraction::ONE, Fraction::from(2)];
    for (own, other, motion) in [(b, a, motion), (a, b, -motion)] {
        for [start, end] in edges(own) {
            let way = start.to(end).expect("in range");
            for at in other.vertices() {
                let gap = at.to(start).expect("in range");
                times.extend(Fraction::new(cross(way, gap).into(), cross(way, motion).into()));
            }
        }
    }
    times.retain(|t| (Fraction::ZERO..=Fraction::from(2)).contains(t));
    times.sort_unstable();
    times.dedup();
    times
}

fn relation_at(a: &Shape, b: &Shape, motion: Vector, t: Fraction) -> Relation {
    let [over, under] =
        [t.numerator(), t.denominator()].map(|part| i64::try_from(part).expect("small"));
    relate(&placed(a, motion, over, under), &placed(b, Vector::ZERO, 0, under)).relation
}

fn meet_inside(relation: Relation) -> bool {
    !matches!(relation, Relation::Disjoint | Relation::Touches)
}

/// The outcome and its time by relations at rest, at all moments and between them.
fn by_moments(a: &Shape, b: &Shape, motion: Vector) -> (&'static str, Option<Fraction>) {
    if meet_inside(relation_at(a, b, motion, Fraction::ZERO)) {
        return ("overlap", None);
    }
    if motion == Vector::ZERO {
        let hit = relation_at(a, b, motion, Fraction::ZERO).is_hit();
        return (if hit { "graze" } else { "miss" }, None);
    }
    let times = moments(a, b, motion);
    let mut first = None;
    for pair in times.windows(2).filter(|pair| pair[0] <= Fraction::ONE) {
        let (one, other) = (pair[0], pair[1]);
        let between = Fraction::new(
            one.numerator() * other.denominator() + other.numerator() * one.denominator(),
            2 * one.denominator() * other.denominator(),
        );
        if meet_inside(relation_at(a, b, motion, between.expect("a fraction"))) {
            return ("hit", Some(one));
        }
        if first.is_none() && relation_at(a, b, motion, one).is_hit() {
            first = Some(one);
        }
    }
    (if first.is_some() { "graze" } else { "miss" }, first)
}

fn time_of(found: &SweptRegions) -> Option<Fraction> {
    match found {
        SweptRegions::Miss | SweptRegions::Overlap => None,
        SweptRegions::Graze { t } => *t,
        SweptRegions::Hit { t, .. } => Some(*t),
    }
}

fn normals_of(found: &SweptRegions) -> Vec<Normal> {
    match found {
        SweptRegions::Hit { blocked, .. } => blocked.normals.clone(),
        _ => Vec::new(),
    }
}

/// What is found when both are changed alike.
fn changed(
    pair: [&Shape; 2],
    motion: Vector,
    change: impl Fn(Point) -> Point,
    reversed: bool,
) -> SweptRegions {
    let [a, b] = pair.map(|shape| {
        let mut vertices: Vec<Point> = shape.vertices().into_iter().map(&change).collect();
        if reversed {
            vertices.reverse();
        }
        Polygon::new(&vertices).expect("simple")
    });
    let motion = change(Point::new(motion.x, motion.y));
    let motion = Vector::new(motion.x, motion.y);
    swept_regions(&moving(a, motion), &moving(b, Vector::ZERO))
}

fn moving(shape: impl Into<Shape>, motion: Vector) -> MovingRegion {
    MovingRegion::new(shape, motion).expect("in range")
}

fn small_motion() -> impl Strategy<Value = Vector> {
    (-6..=6_i32, -6..=6_i32).prop_map(|(x, y)| {
        let at = point(x, y);
        Vector::new(at.x, at.y)
    })
}

/// A first shape, apart from the second more often than not.
fn beside() -> impl Strategy<Value = Shape> {
    (near_region(), -7..=7_i32, -7..=7_i32).prop_map(|(shape, x, y)| {
        let by = point(x, y);
        shape.translated(Vector::new(by.x, by.y)).expect("in range")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_frame_is_what_its_moments_are(a in beside(), b in near_region(), motion in small_motion()) {
        let found = swept_regions(&moving(a.clone(), motion), &moving(b.clone(), Vector::ZERO));
        prop_assert_eq!((found.token(), time_of(&found)), by_moments(&a, &b, motion));
        if let SweptRegions::Hit { blocked, .. } = &found {
            prop_assert!(!blocked.normals.is_empty());
            prop_assert!(!(blocked.edges.is_empty() && blocked.corners.is_empty()));
            for n in &blocked.normals {
                let into = i64::from(n.x) * motion.x.wide() + i64::from(n.y) * motion.y.wide();
                prop_assert!(into < 0, "{found:?}");
            }
        }
    }

    /// What is hit is what goes in of all that touches; before, and if nothing is hit, nothing does.
    #[test]
    fn a_hit_is_the_first_contact_that_the_motion_goes_into(
        a in beside(), b in near_region(), motion in small_motion(),
    ) {
        let (first, second) = (moving(a.clone(), motion), moving(b.clone(), Vector::ZERO));
        let found = swept_regions(&first, &second);
        if found == SweptRegions::Overlap {
            return Ok(());
        }
        let end = if let SweptRegions::Hit { t, .. } = &found { *t } else { Fraction::ONE };
        let entered = |t| {
            let all = contacts(&first, &second, t).expect("a time");
            all.into_iter().filter(|contact| contact.is_entered_by(motion)).collect::<Vec<_>>()
        };
        for t in moments(&a, &b, motion).into_iter().filter(|&t| t <= end) {
            let touch = relation_at(&a, &b, motion, t) == Relation::Touches;
            prop_assert_eq!(!contacts(&first, &second, t).expect("a time").is_empty(), touch);
            match &found {
                SweptRegions::Hit { t: hit, blocked } if *hit == t => {
                    prop_assert_eq!(&Blocked::of(&entered(t)), blocked);
                }
                _ => prop_assert!(entered(t).is_empty()),
            }
        }
    }

    #[test]
    fn only_the_relative_motion_counts_and_each_sees_the_other(
        a in beside(), b in near_region(), motion in small_motion(),
    ) {
        let found = swept_regions(&moving(a.clone(), motion), &moving(b.clone(), Vector::ZERO));
        let seen = swept_regions(&moving(a.clone(), Vector::ZERO), &moving(b.clone(), -motion));
        prop_assert_eq!(&seen, &found);
        let back = swept_regions(&moving(b, Vector::ZERO), &moving(a, motion));
        prop_assert_eq!((back.token(), time_of(&back)), (found.token(), time_of(&found)));
        let mut opposite: Vec<_> = normals_of(&back).into_iter().map(Normal::opposite).collect();
        opposite.sort_unstable();
        prop_assert_eq!(opposite, normals_of(&found));
    }

    #[test]
    fn mirrored_turned_and_rewound_frames_are_the_same(
        a in beside(), b in near_region(), motion in small_motion(),
    ) {
        let found = swept_regions(&moving(a.clone(), motion), &moving(b.clone(), Vector::ZERO));
        let facts = |found: &SweptRegions| (found.token(), time_of(found));
        let mut other = [
            (changed([&a, &b], motion, |at| at, true), normals_of(&found)),
            (changed([&a, &b], motion, |at| Point::new(-at.x, at.y), false),
                normals_of(&found).iter().map(|n| Normal { x: -n.x, y: n.y }).collect()),
            (changed([&a, &b], motion, |at| Point::new(at.y, -at.x), true),
                normals_of(&found).iter().map(|n| Normal { x: n.y, y: -n.x }).collect()),
        ];
        for (changed, normals) in &mut other {
            normals.sort_unstable();
            prop_assert_eq!(facts(changed), facts(&found));
            prop_assert_eq!(&normals_of(changed), &*normals);
        }
        // Rewound, vertex i is vertex n - 1 - i, and edge i is edge n - 2 - i.
        if let (SweptRegions::Hit { blocked, .. }, SweptRegions::Hit { blocked: rewound, .. }) =
            (&found, &other[0].0)
        {
            let n = b.vertices().len();
            let mut edges: Vec<_> = rewound.edges.iter().map(|i| (2 * n - 2 - i) % n).collect();
            let mut corners: Vec<_> = rewound.corners.iter().map(|i| n - 1 - i).collect();
            edges.sort_unstable();
            corners.sort_unstable();
            prop_assert_eq!((&edges, &corners), (&blocked.edges, &blocked.corners));
        }
    }

    #[test]
    fn two_boxes_are_told_the_same_by_both(a in near_box(), b in near_box(), motion in small_motion()) {
        let (a, b) = (Moving::new(a, motion).expect("in range"), Moving::at_rest(b));
        let found = swept_regions(&a.into(), &b.into());
        match swept(&a, &b) {
            Swept::Miss => prop_assert_eq!(found, SweptRegions::Miss),
            Swept::Graze { t, .. } => prop_assert_eq!(found, SweptRegions::Graze { t }),
            Swept::Overlap { .. } => prop_assert_eq!(found, SweptRegions::Overlap),
            Swept::Hit { t, sides } => {
                prop_assert_eq!(time_of(&found), Some(t));
                let normals: Vec<_> = sides.iter().map(Normal::from).collect();
                prop_assert_eq!(normals_of(&found), normals);
                let SweptRegions::Hit { blocked, .. } = found else { panic!() };
                let all = [Side::Top, Side::Right, Side::Bottom, Side::Left];
                let named = blocked.edges.iter().map(|&edge| all[edge]).collect::<Sides>();
                // A side of the first that is wider belongs to the corners that it meets.
                prop_assert!(sides == named || !blocked.corners.is_empty());
            }
        }
    }

    /// A floor of polygons whose flat tops join: a box that stands on it never catches a seam.
    #[test]
    fn flush_seams_never_catch(
        heights in (1..=9_i32, 1..=9_i32), slants in (-2..=2_i32, -2..=2_i32),
        slope in (1..=6_i32, -6..=6_i32), start in 0..=4_i32, steps in -9..=9_i32,
    ) {
        // Two pieces of ground along one line of slope (dx, dy), joined at 6 times (dx, dy).
        let (dx, dy) = slope;
        let at = |steps: i32| point(dx * steps, dy * steps);
        let below = |steps: i32, slant: i32, depth: i32| {
            point(dx * steps + slant, dy * steps + 100 + depth)
        };
        let ground = [
            Polygon::new(&[at(0), at(6), below(6, slants.0, heights.0), below(0, 0, heights.0)]),
            Polygon::new(&[at(6), at(12), below(12, slants.1, heights.1), below(6, slants.0, heights.1)]),
        ];
        let foot = at(start + 2);
        let above = point(foot.x.thousandths(), foot.y.thousandths() - 50);
        let mover = Polygon::new(&[at(start), foot, above]).expect("simple");
        let along = at(steps);
        let mover = moving(mover, Vector::new(along.x, along.y));
        for ground in ground {
            let ground = moving(ground.expect("simple"), Vector::ZERO);
            let found = swept_regions(&mover, &ground);
            prop_assert!(
                matches!(found, SweptRegions::Miss | SweptRegions::Graze { .. }),
                "{mover:?} {ground:?} {found:?}"
            );
        }
    }
}

/// Coordinates and speeds at the ends of their ranges, and beside them.
fn far() -> impl Strategy<Value = i32> {
    let near = (-3..=3_i32, prop_oneof![Just(-16_000_000), Just(0), Just(16_000_000)]);
    let beside = near.prop_map(|(by, at): (i32, i32)| (at + by).clamp(-16_000_000, 16_000_000));
    prop_oneof![3 => beside, 1 => -16_000_000..=16_000_000_i32]
}

fn far_point() -> impl Strategy<Value = Point> {
    (far(), far()).prop_map(|(x, y)| point(x, y))
}

fn far_region() -> impl Strategy<Value = Shape> {
    let corner = (far(), far(), far(), far());
    let aabb = corner.prop_filter_map("no size", |(left, top, right, bottom)| {
        Aabb::from_corners(point(left, top), point(right, bottom)).ok().map(Shape::from)
    });
    prop_oneof![1 => aabb, 3 => polygon_of(far_point()).prop_map(Shape::from)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// Tests are built with overflow checks.
    #[test]
    fn nothing_overflows_at_the_ends_of_the_range(
        a in far_region(), b in far_region(), by in far_point(), other in far_point(),
    ) {
        let (by, other) = (Vector::new(by.x, by.y), Vector::new(other.x, other.y));
        let (a, b) = (moving(a, by), moving(b, other));
        let found = swept_regions(&a, &b);
        let back = swept_regions(&b, &a);
        prop_assert_eq!((back.token(), time_of(&back)), (found.token(), time_of(&found)));
        if let Some(t) = time_of(&found) {
            prop_assert!(!contacts(&a, &b, t).expect("a time").is_empty());
        }
        let motion = a.motion_relative_to(&b);
        for n in normals_of(&found) {
            let along = |axis| i128::from(motion.along(axis).wide());
            let into = i128::from(n.x) * along(Axis::X) + i128::from(n.y) * along(Axis::Y);
            prop_assert!(into < 0, "{found:?}");
        }
    }
}
