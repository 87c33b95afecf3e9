//! Checks each query of an index against a loop over all boxes.

use hitscan_geom::broad_phase::{Hit, Index, Nearest, SweptAabb};
use hitscan_geom::{
    Aabb, ExactPoint, Fraction, Location, Milli, Moving, Point, Polygon, Relation, Segment,
    closest, enter, locate, relate,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::drawn::*;

/// All boxes that a segment enters, by t and index.
fn along(boxes: &[Aabb], segment: &Segment) -> Vec<Hit> {
    let each = boxes.iter().enumerate();
    let mut hits: Vec<Hit> = each
        .filter_map(|(index, aabb)| Some(Hit { index, entry: enter(segment, aabb)? }))
        .collect();
    hits.sort_by_key(|hit| (hit.entry.t, hit.index));
    hits
}

fn meet(one: &Aabb, other: &Aabb) -> bool {
    relate(one, other).relation != Relation::Disjoint
}

fn meeting(boxes: &[Aabb], region: &Aabb) -> Vec<usize> {
    (0..boxes.len()).filter(|&index| meet(&boxes[index], region)).collect()
}

fn pairs(boxes: &[Aabb]) -> Vec<[usize; 2]> {
    let all = (0..boxes.len()).flat_map(|i| (i + 1..boxes.len()).map(move |j| [i, j]));
    all.filter(|&[i, j]| meet(&boxes[i], &boxes[j])).collect()
}

/// The nearest box, by `locate` and `closest`.
fn nearest(boxes: &[Aabb], at: Point) -> Option<(Fraction, usize, ExactPoint)> {
    let dot = Segment::new(at, at).expect("in range");
    let each = boxes.iter().enumerate().map(|(index, aabb)| {
        if locate(at, aabb) == Location::Inside {
            return (Fraction::ZERO, index, at.into());
        }
        let found = closest(&dot, aabb).expect("they do not overlap");
        (found.squared, index, found.on_b)
    });
    each.min_by_key(|&(squared, index, _)| (squared, index))
}

fn holds(index: &Index, boxes: &[Aabb], segment: &Segment, region: &Aabb, at: Point) {
    assert_eq!(index.as_slice(), boxes);
    let hits = along(boxes, segment);
    assert_eq!(index.along(segment).collect::<Vec<_>>(), hits, "along {segment:?}");
    assert_eq!(index.first(segment), hits.first().copied(), "first {segment:?}");
    let entry = |at: usize| enter(segment, &boxes[at]);
    assert_eq!(index.first_by(segment, entry), hits.first().copied(), "first by {segment:?}");
    assert_eq!(index.along_by(segment, entry).collect::<Vec<_>>(), hits, "along by {segment:?}");
    assert_eq!(index.meets(region).collect::<Vec<_>>(), meeting(boxes, region), "{region:?}");
    let on = |&place: &usize| locate(at, &boxes[place]) != Location::Outside;
    assert!(index.meets(at).eq((0..boxes.len()).filter(on)), "at {at:?}");
    if let Ok(moving) = Moving::new(*region, segment.direction()) {
        let swept = moving.start().merged(&moving.end());
        assert!(index.meets(&moving).eq(meeting(boxes, &swept)), "{moving:?}");
    }
    let found = index.nearest(at);
    let expected = nearest(boxes, at);
    let found = found.map(|Nearest { index, point, squared }| (squared, index, point.into()));
    assert_eq!(found, expected, "nearest to {at:?}");
}

/// A wide field of small boxes, so that the tree is deep and a query meets little of it.
fn field_box() -> impl Strategy<Value = Aabb> {
    (-2000..2000_i32, -2000..2000_i32, 1..60_i32, 1..60_i32).prop_map(|(x, y, width, height)| {
        Aabb::from_corners(point(x, y), point(x + width, y + height)).expect("a box")
    })
}

fn field_point() -> impl Strategy<Value = Point> {
    (-2500..2500_i32, -2500..2500_i32).prop_map(|(x, y)| point(x, y))
}

fn field_segment() -> impl Strategy<Value = Segment> {
    let level = (field_point(), -2500..2500_i32, 0..4_u8).prop_map(|(start, to, kind)| {
        let end = match kind {
            0 => Point::new(Milli::new(to).expect("in range"), start.y),
            1 => Point::new(start.x, Milli::new(to).expect("in range")),
            _ => point(to, -to),
        };
        Segment::new(start, end).expect("in range")
    });
    prop_oneof![level, segment_of(field_point().boxed())]
}

/// From few boxes to several levels.
fn boxes() -> impl Strategy<Value = Vec<Aabb>> {
    prop_oneof![
        vec(near_box(), 0..20),
        vec(any_box(), 0..80),
        vec(field_box(), 0..80),
        vec(field_box(), 500..700),
    ]
}

fn asked() -> impl Strategy<Value = (Segment, Aabb, Point)> {
    (
        prop_oneof![near_segment(), any_segment(), field_segment()],
        prop_oneof![near_box(), any_box(), field_box()],
        prop_oneof![any_point(), field_point()],
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn each_query_equals_a_loop_over_all_boxes(boxes in boxes(), asked in vec(asked(), 1..8)) {
        let index = Index::new(&boxes);
        prop_assert_eq!((index.len(), index.is_empty()), (boxes.len(), boxes.is_empty()));
        for (segment, region, at) in asked {
            holds(&index, &boxes, &segment, &region, at);
        }
    }

    #[test]
    fn updated_boxes_are_found_where_they_are(
        boxes in boxes(),
        updates in vec((any::<prop::sample::Index>(), prop_oneof![any_box(), field_box()]), 0..400),
        asked in vec(asked(), 1..6),
    ) {
        let (mut index, mut boxes) = (Index::new(&boxes), boxes);
        for (place, aabb) in updates.into_iter().filter(|_| !boxes.is_empty()).collect::<Vec<_>>() {
            let place = place.index(boxes.len());
            let known = std::mem::replace(&mut boxes[place], aabb);
            prop_assert_eq!(index.update(place, aabb), Some(known));
        }
        prop_assert_eq!(index.update(boxes.len(), Aabb::try_from([0.0, 0.0, 1.0, 1.0]).expect("a box")), None);
        for (segment, region, at) in asked {
            holds(&index, &boxes, &segment, &region, at);
        }
    }

    #[test]
    fn the_pairs_are_all_that_meet(boxes in boxes()) {
        prop_assert_eq!(Index::new(&boxes).pairs().collect::<Vec<_>>(), pairs(&boxes));
    }

    #[test]
    fn polygons_are_found_by_their_bounds(
        polygons in vec(near_polygon(), 0..40), segment in prop_oneof![near_segment(), any_segment()]
    ) {
        let index: Index = polygons.iter().map(Aabb::from).collect();
        let entry = |polygon: &Polygon| enter(&segment, polygon);
        let each = polygons.iter().enumerate();
        let mut hits: Vec<Hit> = each
            .filter_map(|(index, polygon)| Some(Hit { index, entry: entry(polygon)? }))
            .collect();
        hits.sort_by_key(|hit| (hit.entry.t, hit.index));
        prop_assert_eq!(index.first_by(&segment, |at| entry(&polygons[at])), hits.first().copied());
        prop_assert_eq!(index.along_by(&segment, |at| entry(&polygons[at])).collect::<Vec<_>>(), hits);
    }
}

/// Boxes in rows without gaps: every laser along a row runs along edges, and every diagonal through
/// corners enters two boxes at once.
#[test]
fn ties_at_shared_edges_and_corners_go_by_index() {
    let cells = (0..12).flat_map(|y| (0..12).map(move |x| (x, y)));
    let boxes: Vec<Aabb> = cells
        .map(|(x, y)| Aabb::from_corners(point(x, y), point(x + 1, y + 1)).expect("a box"))
        .collect();
    let index = Index::new(&boxes);
    let region = boxes[13];
    for from in 0..13 {
        for to in 0..13 {
            for (start, end) in [
                (point(-1, from), point(13, to)),
                (point(from, 13), point(to, -1)),
                (point(from, to), point(to, from)),
                (point(from, to), point(from, to)),
            ] {
                let segment = Segment::new(start, end).expect("in range");
                holds(&index, &boxes, &segment, &region, start);
            }
        }
    }
    assert_eq!(index.meets(&region).count(), 9);
}

#[test]
fn regions_may_reach_beyond_all_boxes() {
    let far = Milli::REACH;
    let corner = Aabb::from_corners(Point::default(), Point::new(far, far)).expect("a box");
    let index = Index::new(&[corner]);
    let [most, least] = [Milli::MAX, -Milli::MAX].map(|at| Point::new(at, at));
    assert!(index.meets(SweptAabb::around(least, most)).eq([0]));
    assert!(index.meets(corner.max()).eq([0]));
    for beyond in [most, least, Point::new(least.x, most.y), Point::new(most.x, far)] {
        assert_eq!(index.meets(beyond).next(), None, "{beyond:?}");
    }
}
