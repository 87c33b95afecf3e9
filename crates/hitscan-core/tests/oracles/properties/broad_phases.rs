//! Compares the three broad phases with each other and with all pairs, one by one.

use hitscan_geom::broad_phase::{
    BroadPhase, Counts, Finder, Limits, Stopped, SweptAabb, SweptAabbs,
};
use hitscan_geom::{Milli, Point};
use proptest::prelude::*;

/// Left, top, width, height, and whether it is active.
type Thing = ([i32; 4], bool);

fn scene_of(things: &[Thing]) -> SweptAabbs {
    let point = |x, y| {
        let [x, y] = [x, y].map(|n| Milli::new(n).expect("in range"));
        Point::new(x, y)
    };
    let swept = |&([x, y, width, height], active): &Thing| {
        (SweptAabb::around(point(x, y), point(x + width, y + height)), active)
    };
    things.iter().map(swept).collect()
}

/// What a search must find: every pair that meets and contains an active object.
fn one_by_one(scene: &SweptAabbs) -> Vec<[usize; 2]> {
    let (aabbs, active) = (scene.as_slice(), scene.active());
    let all = (0..scene.len()).flat_map(|i| (i + 1..scene.len()).map(move |j| [i, j]));
    all.filter(|&[i, j]| (active[i] || active[j]) && aabbs[i].meets(&aabbs[j])).collect()
}

/// A mix: close together, far apart, in a row, and of all sizes.
fn things() -> impl Strategy<Value = Vec<Thing>> {
    let at = |range: std::ops::Range<i32>| [range.clone(), range, 0..12, 0..12];
    let size = || (0_u32..25).prop_flat_map(|bits| 0..=1_i32 << bits);
    let any = || -33_000_000..33_000_000_i32;
    let thing = prop_oneof![
        4 => at(0..60),
        2 => at(any()),
        2 => [-400..400_i32, 0..1, 1..9, 1..9],
        2 => [0..1, -400..400_i32, 1..9, 1..9],
        1 => (any(), any(), size(), size()).prop_map(|(x, y, w, h)| [x, y, w, h]),
        1 => (0..9, 0..9, size(), size()).prop_map(|(x, y, w, h)| [x, y, w, h]),
    ];
    let of_activity = |percent: u32| {
        prop::collection::vec((thing.clone(), (0..100_u32).prop_map(move |n| n < percent)), 0..120)
    };
    prop_oneof![of_activity(100), of_activity(50), of_activity(30), of_activity(5)]
}

fn found(
    finder: &mut Finder,
    broad_phase: BroadPhase,
    scene: &SweptAabbs,
) -> (Vec<[usize; 2]>, Counts) {
    let mut pairs = vec![[7, 9]];
    let counts = finder.find(broad_phase, scene, &mut Limits::none(), &mut pairs);
    (pairs, counts.expect("nothing stops it"))
}

proptest! {
    #[test]
    fn all_three_find_every_pair_that_meets_once_and_in_scene_order(
        frames in prop::collection::vec(things(), 1..4),
    ) {
        let mut finder = Finder::default();
        // Leftovers of an earlier frame make no difference.
        for scene in frames.iter().map(|things| scene_of(things)) {
            let wanted = one_by_one(&scene);
            let resting = scene.active().iter().filter(|active| !**active).count();
            let choose_two = |n: usize| (n * n.saturating_sub(1) / 2) as u64;
            let possible = choose_two(scene.len()) - choose_two(resting);
            for broad_phase in BroadPhase::ALL {
                let (pairs, counts) = found(&mut finder, broad_phase, &scene);
                prop_assert_eq!(&pairs, &wanted, "{}", broad_phase.token());
                prop_assert_eq!((counts.pairs, counts.meet), (possible, wanted.len()));
                prop_assert!(counts.meet as u64 <= counts.candidates);
                prop_assert!(counts.candidates <= possible, "{} {:?}", broad_phase.token(), counts);
            }
        }
    }

    #[test]
    fn a_search_stops_if_more_pairs_meet_than_its_limit(things in things(), most in 0..40_usize) {
        let scene = scene_of(&things);
        let wanted = one_by_one(&scene).len();
        for broad_phase in BroadPhase::ALL {
            let mut pairs = Vec::new();
            let mut goes_on = |_| true;
            let mut limits = Limits::new(most, &mut goes_on);
            let counts = Finder::default().find(broad_phase, &scene, &mut limits, &mut pairs);
            let expected = if wanted > most { Err(Stopped::TooManyPairs) } else { Ok(wanted) };
            prop_assert_eq!(counts.map(|counts| counts.meet), expected);
            prop_assert!(pairs.len() <= most);
        }
    }
}

/// Boxes of 1 to 3 units, one for each hundred square units: as dense as the crowds of the gallery.
fn crowd(count: i32) -> SweptAabbs {
    let mut state = 7_u64;
    let mut below = |n: i32| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i32::try_from(state >> 33).expect("31 bits") % n
    };
    let side = 10_000 * i32::try_from(count.cast_unsigned().isqrt()).expect("small");
    let side = side.min(32_000_000);
    let mut thing = |_| {
        let [x, y] = [0; 2].map(|_| below(side) - side / 2);
        ([x, y, 1000 + below(2000), 1000 + below(2000)], true)
    };
    scene_of(&(0..count).map(&mut thing).collect::<Vec<_>>())
}

#[test]
fn the_grid_compares_few_neighbours_however_large_the_scene() {
    for count in [100, 1000, 10_000, 100_000] {
        let scene = crowd(count);
        let (pairs, counts) = found(&mut Finder::default(), BroadPhase::Grid, &scene);
        println!("{count}: {counts:?}");
        assert_eq!(counts.meet, pairs.len());
        assert!(counts.candidates < 4 * u64::from(count.cast_unsigned()), "{counts:?}");
    }
}

/// In one place, where 5 000 000 000 pairs meet.
#[test]
fn a_search_beyond_its_limit_compares_about_as_many_pairs_as_the_limit_allows() {
    let scene = scene_of(&vec![([0, 0, 1000, 1000], true); 100_000]);
    for (broad_phase, most) in BroadPhase::ALL.into_iter().flat_map(|it| [(it, 0), (it, 300_000)]) {
        let (mut compared, mut pairs) = (0, Vec::new());
        let mut goes_on = |work| {
            compared += work;
            true
        };
        let mut limits = Limits::new(most, &mut goes_on);
        let stopped = Finder::default().find(broad_phase, &scene, &mut limits, &mut pairs);
        assert_eq!(stopped, Err(Stopped::TooManyPairs), "{}", broad_phase.token());
        assert!(compared < 1_000_000 && pairs.len() <= most, "{compared} {}", pairs.len());
    }
}

#[test]
fn a_search_stops_on_request() {
    let scene = crowd(2000);
    for broad_phase in BroadPhase::ALL {
        let mut asked = 0;
        let mut goes_on = |_| {
            asked += 1;
            asked < 2
        };
        let mut limits = Limits::new(usize::MAX, &mut goes_on);
        let stopped = Finder::default().find(broad_phase, &scene, &mut limits, &mut Vec::new());
        assert_eq!(stopped, Err(Stopped::OnRequest), "{}", broad_phase.token());
        assert_eq!(asked, 2, "{}", broad_phase.token());
    }
}
