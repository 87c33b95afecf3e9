//! The methods from games, each with the one way in which it may be wrong.

use hitscan_core::methods::{BoundaryRule, Method};
use hitscan_geom::{Aabb, Milli, Moving, Shape, Swept, Vector, relate, swept};
use proptest::prelude::*;

use crate::properties::generators::{far_region_and_laser, near_frame, near_pair, point};

fn method(id: &str) -> Method {
    Method::find(id).expect("a row of the registry")
}

/// The answers of the exact form of a method and of the truth; `None` if the method does not apply
/// to such a pair.
fn hits(id: &str, a: &Shape, b: &Shape) -> Option<[bool; 2]> {
    let method = Some(method(id)).filter(|method| method.applies_to(a.kind(), b.kind()))?;
    let meeting = relate(a, b);
    let verdict = method.verdicts(a, b, &meeting, BoundaryRule::Source).next()?;
    Some([verdict.hit, meeting.relation.is_hit()])
}

/// Boxes and triangles have no notch.
fn is_surely_convex(shape: &Shape) -> bool {
    matches!(shape, Shape::Box(_)) || shape.vertices().len() == 3
}

fn label(id: &str, [a, b]: [&Moving; 2]) -> &'static str {
    method(id).claim(a, b).expect("it is a side method").label
}

/// Where a box is after some of four equal parts of a frame, and its motion in the next part.
fn part(start: Aabb, way: Vector, parts: i32) -> Moving {
    let by = |length: Milli| Milli::new(length.thousandths() * parts).expect("a small number");
    let at = start.translated(Vector::new(by(way.x), by(way.y))).expect("in range");
    Moving::new(at, way).expect("in range")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn corners_inside_only_misses((a, b) in near_pair()) {
        let Some([says, truth]) = hits("corners-inside", &a, &b) else { return Ok(()) };
        prop_assert!(truth || !says);
    }

    #[test]
    fn bounding_boxes_only_hits_too_much((a, b) in near_pair()) {
        let Some([says, truth]) = hits("bounding-boxes", &a, &b) else { return Ok(()) };
        prop_assert!(says || !truth);
    }

    #[test]
    fn sat_only_hits_too_much_and_never_where_both_are_convex((a, b) in near_pair()) {
        let Some([says, truth]) = hits("sat", &a, &b) else { return Ok(()) };
        prop_assert!(says || !truth);
        let both_convex = is_surely_convex(&a) && is_surely_convex(&b);
        prop_assert!(says == truth || !both_convex);
    }

    #[test]
    fn slab_is_exact(near in near_pair(), (region, laser) in far_region_and_laser()) {
        for (a, b) in [near, (region, Shape::Segment(laser))] {
            let Some([says, truth]) = hits("slab", &a, &b) else { continue };
            prop_assert_eq!(says, truth);
        }
    }

    #[test]
    fn sampled_only_misses((a, b) in near_frame()) {
        let says = label("sampled", [&a, &b]) == "hit";
        prop_assert!(!says || swept(&a, &b) != Swept::Miss);
    }

    /// Four frames with a quarter of the motion each, each decided by `relative-velocity`.
    #[test]
    fn substeps_are_a_frame_cut_in_four((a, b) in near_frame()) {
        let whole = |moving: &Moving| {
            let end = part(moving.start(), moving.motion(), 3).end();
            let (from, to) = (moving.start().min(), end.min());
            let way = Vector::new(point_to(from.x, to.x), point_to(from.y, to.y));
            Moving::new(moving.start(), way).expect("in range")
        };
        let cut = (0..4)
            .map(|parts| [&a, &b].map(|moving| part(moving.start(), moving.motion(), parts)))
            .map(|[a, b]| label("relative-velocity", [&a, &b]))
            .find(|&named| named != "none");
        prop_assert_eq!(label("substeps", [&whole(&a), &whole(&b)]), cut.unwrap_or("none"));
    }
}

fn point_to(from: Milli, to: Milli) -> Milli {
    Milli::new(to.thousandths() - from.thousandths()).expect("in range")
}

fn moving([left, top, right, bottom]: [i32; 4], [x, y]: [i32; 2]) -> Moving {
    let at = |x: i32, y: i32| point(x * 1000, y * 1000);
    let start = Aabb::from_corners(at(left, top), at(right, bottom)).expect("a box");
    let way = at(x, y);
    Moving::new(start, Vector::new(way.x, way.y)).expect("in range")
}

/// Each side method on a pair that shows its rule.
#[test]
fn side_methods_follow_their_rules() {
    for (id, a, v, b, named) in [
        // Deeper in y than in x: out to the left. Equally deep: the corner.
        ("least-overlap", [0, 0, 4, 4], [3, 0], [5, 0, 9, 9], "left"),
        ("least-overlap", [0, 0, 4, 4], [3, 3], [5, 5, 9, 9], "left+top"),
        // More than halfway through a thin wall: out on the far side.
        ("least-overlap", [0, 0, 4, 4], [7, 0], [5, 0, 7, 9], "right"),
        ("least-overlap", [0, 0, 4, 4], [0, 0], [5, 0, 9, 9], "none"),
        ("center-angle", [0, 0, 4, 4], [3, 0], [5, 0, 9, 4], "left"),
        ("center-angle", [0, 0, 4, 4], [5, 0], [5, 0, 9, 4], "impossible"),
        ("center-angle", [0, 0, 4, 4], [3, 3], [5, 5, 9, 9], "left+top"),
        ("previous-frame", [0, 0, 4, 4], [3, 0], [5, 0, 9, 4], "left"),
        ("previous-frame", [0, 0, 4, 4], [3, 2], [5, 5, 9, 9], "left+top"),
        ("previous-frame", [0, 0, 4, 4], [2, 0], [4, 0, 9, 4], "left"),
        ("previous-frame", [0, 0, 4, 4], [2, 0], [4, 4, 9, 9], "left"),
        ("previous-frame", [0, 0, 4, 4], [2, 0], [3, 0, 9, 4], "impossible"),
        ("axis-by-axis", [0, 0, 4, 4], [3, 3], [5, 5, 9, 9], "top"),
        ("axis-by-axis", [0, 4, 4, 8], [3, 4], [5, 6, 9, 9], "left"),
        ("axis-by-axis", [0, 0, 4, 4], [8, 0], [5, 0, 6, 4], "none"),
        ("substeps", [0, 0, 4, 4], [8, 0], [5, 0, 6, 4], "left"),
        ("substeps", [0, 0, 4, 4], [40, 0], [25, 0, 26, 4], "none"),
        ("sampled", [0, 0, 4, 4], [8, 0], [5, 0, 6, 4], "hit"),
        ("sampled", [0, 0, 4, 4], [40, 0], [25, 0, 26, 4], "miss"),
    ] {
        let pair = [&moving(a, v), &moving(b, [0, 0])];
        assert_eq!(label(id, pair), named, "{id}: {a:?} by {v:?} onto {b:?}");
    }
}
