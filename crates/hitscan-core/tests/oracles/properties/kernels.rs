//! Compares the flat kernels with the traced forms: equal on small grids, where everything touches,
//! and across the whole plane, where it almost does.

use hitscan_geom::kernel::{Boxes, Entry, MovingBoxes, Segments, segment_enters_box, sweep};
use hitscan_geom::{
    Aabb, Direction, Fraction, Moving, Segment, Shape, Swept, Vector, relate, swept,
};
use proptest::prelude::*;

use crate::properties::generators::{far_frame, far_lasers, far_region_and_laser, grid, point};

fn segments_meet(a: &Segment, b: &Segment) -> bool {
    relate(&Shape::Segment(*a), &Shape::Segment(*b)).relation.is_hit()
}

/// What the kernel must return for a laser and a box, by their relation.
fn entry_by_relation(laser: &Segment, region: &Aabb) -> (Option<Fraction>, Direction) {
    let meeting = relate(&Shape::Segment(*laser), &Shape::Box(*region));
    let first = meeting.span.and_then(|span| span.t).map(|[first, _]| first);
    (first, meeting.direction)
}

fn entry_agrees(laser: &Segment, region: &Aabb) -> Result<(), TestCaseError> {
    let packed = segment_enters_box(laser, region);
    let entered = match packed.unpack() {
        Entry::Miss => (None, Direction::None),
        Entry::Inside => (Some(Fraction::ZERO), Direction::Inside),
        Entry::Through { t, sides } => (Some(t), Direction::Sides(sides)),
    };
    prop_assert_eq!(entered, entry_by_relation(laser, region));
    prop_assert_eq!(packed.meets(), entered.0.is_some());
    Ok(())
}

fn sweep_agrees(a: &Moving, b: &Moving) -> Result<(), TestCaseError> {
    let packed = sweep(a, b);
    prop_assert_eq!(packed.unpack(), swept(a, b));
    prop_assert_eq!(packed.is_miss(), swept(a, b) == Swept::Miss);
    Ok(())
}

/// The frame that ends where this one starts: its start may be a whole velocity beyond the plane.
fn earlier(moving: &Moving) -> Moving {
    Moving::ending_at(moving.start(), moving.motion()).expect("in range")
}

/// The largest possible differences: opposite corners of the range of frame starts, and motions
/// from one to the other.
fn outermost() -> impl Strategy<Value = Segment> {
    let coordinate = || {
        prop_oneof![
            Just(-32_000_000),
            Just(32_000_000),
            Just(-31_999_999),
            Just(31_999_999),
            Just(0),
            -32_000_000..=32_000_000_i32
        ]
    };
    let end = move || (coordinate(), coordinate()).prop_map(|(x, y)| point(x, y));
    (end(), end()).prop_map(|(start, end)| Segment::new(start, end).expect("in range"))
}

fn grid_box_and_laser() -> impl Strategy<Value = (Aabb, Segment)> {
    grid().prop_flat_map(|grid| (grid.aabb(), grid.laser()))
}

fn grid_frame() -> impl Strategy<Value = (Moving, Moving)> {
    grid().prop_flat_map(|grid| (grid.moving(), grid.moving()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn a_laser_on_a_grid_enters_a_box_as_it_relates((region, laser) in grid_box_and_laser()) {
        entry_agrees(&laser, &region)?;
    }

    #[test]
    fn a_laser_at_the_ends_of_the_range_enters_as_it_relates(
        (corners, laser) in (outermost(), outermost())
    ) {
        if let Ok(region) = Aabb::from_corners(corners.start(), corners.end()) {
            entry_agrees(&laser, &region)?;
        }
    }

    #[test]
    fn boxes_on_a_grid_sweep_as_traced((a, b) in grid_frame()) {
        sweep_agrees(&a, &b)?;
    }

    #[test]
    fn far_boxes_sweep_as_traced((a, b) in far_frame()) {
        sweep_agrees(&a, &b)?;
        sweep_agrees(&earlier(&a), &earlier(&b))?;
    }

    #[test]
    fn boxes_at_the_ends_of_the_range_sweep_as_traced(
        (a, b, way) in (outermost(), outermost(), outermost())
    ) {
        let boxes = [a, b].map(|corners| Aabb::from_corners(corners.start(), corners.end()));
        if let [Ok(a), Ok(b)] = boxes {
            // Half of each motion; frames that lead out of range cannot be created.
            let half = |p: hitscan_geom::Point| {
                let halved = point(p.x.thousandths() / 2, p.y.thousandths() / 2);
                Vector::new(halved.x, halved.y)
            };
            let moving = |start, way| Moving::new(start, half(way));
            if let (Ok(a), Ok(b)) = (moving(a, way.start()), moving(b, way.end())) {
                sweep_agrees(&a, &b)?;
            }
        }
    }
}

proptest! {
    // Fewer cases: most generated frames are out of range, and skipped.
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn a_laser_past_a_far_corner_enters_as_it_relates((region, laser) in far_region_and_laser()) {
        if let Some(region) = region.as_box() {
            entry_agrees(&laser, region)?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn one_laser_against_many_is_one_by_one(
        (one, many) in grid().prop_flat_map(|grid| {
            (grid.laser(), prop::collection::vec(grid.laser(), 0..70))
        })
    ) {
        let mut meets = vec![true; 3];
        many.iter().copied().collect::<Segments>().meet(&one, &mut meets);
        let each: Vec<_> = many.iter().map(|other| segments_meet(&one, other)).collect();
        prop_assert_eq!(meets, each);
    }

    #[test]
    fn one_far_laser_against_many_is_one_by_one(
        pairs in prop::collection::vec(prop_oneof![far_lasers(), (outermost(), outermost())], 1..70)
    ) {
        let many: Segments = pairs.iter().map(|&(_, other)| other).collect();
        let mut meets = Vec::new();
        for (one, _) in &pairs {
            many.meet(one, &mut meets);
            let each: Vec<_> = pairs.iter().map(|(_, other)| segments_meet(one, other)).collect();
            prop_assert_eq!(&meets, &each);
        }
    }

    #[test]
    fn one_laser_enters_many_boxes_one_by_one(
        (laser, many) in grid().prop_flat_map(|grid| {
            (grid.laser(), prop::collection::vec(grid.aabb(), 0..70))
        })
    ) {
        let mut entries = vec![];
        many.iter().copied().collect::<Boxes>().entered_by(&laser, &mut entries);
        prop_assert_eq!(entries.len(), many.len());
        for (entry, one) in entries.into_iter().zip(&many) {
            prop_assert_eq!(entry.unpack(), segment_enters_box(&laser, one).unpack());
        }
    }

    #[test]
    fn one_box_sweeps_many_one_by_one(
        (one, many) in grid().prop_flat_map(|grid| {
            (grid.moving(), prop::collection::vec(grid.moving(), 0..70))
        })
    ) {
        let mut sweeps = vec![];
        many.iter().copied().collect::<MovingBoxes>().swept_by(&one, &mut sweeps);
        prop_assert_eq!(sweeps.len(), many.len());
        for (swept_by, other) in sweeps.into_iter().zip(&many) {
            prop_assert_eq!(swept_by.unpack(), sweep(&one, other).unpack());
        }
    }
}
