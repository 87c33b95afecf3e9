//! Checks the batch loops on every instruction set of this machine against the single-pair kernels.

use proptest::collection::vec;
use proptest::prelude::*;

use super::super::{PackedEntry, PackedSweep, on_each_set, segment_enters_box, sweep};
use super::{Boxes, MovingBoxes, Segments, boxes, segments};
use crate::{Aabb, Milli, Moving, Point, Segment, Shape, Vector, relate};

/// Few places, so that shapes often touch; the ends of the range; and everything between.
fn coordinate() -> impl Strategy<Value = i32> {
    prop_oneof![
        4 => -3..=3_i32,
        1 => prop_oneof![Just(-32_000_000), Just(32_000_000), Just(31_999_999)],
        1 => -32_000_000..=32_000_000_i32,
    ]
}

fn point() -> impl Strategy<Value = Point> {
    let milli = || coordinate().prop_map(|at| Milli::new(at).expect("in range"));
    (milli(), milli()).prop_map(|(x, y)| Point::new(x, y))
}

fn segment() -> impl Strategy<Value = Segment> {
    (point(), point()).prop_map(|(start, end)| Segment::new(start, end).expect("in range"))
}

fn aabb() -> impl Strategy<Value = Aabb> {
    (point(), point()).prop_filter_map("no size", |(a, b)| Aabb::from_corners(a, b).ok())
}

/// Moves half the way to a random point, so that most boxes stay in range.
fn moving_box() -> impl Strategy<Value = Moving> {
    let half = |at: Milli| Milli::new(at.thousandths() / 2).expect("in range");
    (aabb(), point(), any::<bool>()).prop_filter_map("out of range", move |(start, to, rests)| {
        let way = if rests { Vector::ZERO } else { Vector::new(half(to.x), half(to.y)) };
        Moving::new(start, way).ok()
    })
}

/// Collinear segments meet only where their ranges do. One that is collinear but apart, among many
/// that are not collinear, must be told from them at every position.
#[test]
fn a_collinear_segment_that_is_apart_is_missed_in_every_place() {
    let point = |x, y| Point::new(Milli::from_units(x), Milli::from_units(y));
    let of = |from, to| Segment::new(from, to).expect("in range");
    let one = of(point(0, 0), point(4, 4));
    let (across, apart) = (of(point(0, 4), point(4, 0)), of(point(6, 6), point(9, 9)));
    for count in [1, 16, 40] {
        for place in 0..count {
            let others = (0..count).map(|at| if at == place { apart } else { across });
            let all: Segments = others.collect();
            on_each_set(
                #[inline(always)]
                || {
                    let mut meets = vec![false; count];
                    all.meet_each(&segments::One::new(&one), &mut meets);
                    assert!(meets.iter().enumerate().all(|(at, meets)| *meets == (at != place)));
                },
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn many_segments_meet_as_pairs_relate_on_every_instruction_set(
        (one, others) in (segment(), vec(segment(), 0..40))
    ) {
        let shape = |one: &Segment| Shape::Segment(*one);
        let each: Vec<bool> = others
            .iter()
            .map(|other| relate(&shape(&one), &shape(other)).relation.is_hit())
            .collect();
        let all: Segments = others.iter().copied().collect();
        on_each_set(
            #[inline(always)]
            || {
            let mut meets = vec![false; all.len()];
            all.meet_each(&segments::One::new(&one), &mut meets);
            assert_eq!(meets, each);
        });
    }

    #[test]
    fn a_segment_enters_many_boxes_as_it_enters_one_on_every_instruction_set(
        (one, others) in (segment(), vec(aabb(), 0..40))
    ) {
        let each: Vec<_> =
            others.iter().map(|other| segment_enters_box(&one, other).unpack()).collect();
        let all: Boxes = others.iter().copied().collect();
        on_each_set(
            #[inline(always)]
            || {
            let mut entries = vec![PackedEntry::MISS; all.len()];
            all.enter_each(&boxes::Mover::new(&one), &mut entries);
            let entries: Vec<_> = entries.iter().map(|entry| entry.unpack()).collect();
            assert_eq!(entries, each);
        });
    }

    #[test]
    fn a_box_sweeps_many_boxes_as_it_sweeps_one_on_every_instruction_set(
        (one, others) in (moving_box(), vec(moving_box(), 0..40))
    ) {
        let each: Vec<_> = others.iter().map(|other| sweep(&one, other).unpack()).collect();
        let all: MovingBoxes = others.iter().copied().collect();
        on_each_set(
            #[inline(always)]
            || {
            let mut sweeps = vec![PackedSweep::MISS; all.len()];
            all.sweep_each(&boxes::MovingBox::new(&one), &mut sweeps);
            let sweeps: Vec<_> = sweeps.iter().map(|sweep| sweep.unpack()).collect();
            assert_eq!(sweeps, each);
        });
    }
}
