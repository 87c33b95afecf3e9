//! Minimized scenes that once went wrong: which boxes meet in the first frame and where they end,
//! computed by hand.

use hitscan_core::engine::Engine;
use hitscan_geom::Side;

use crate::responses::scenes::{BoxAt, boxes, meet, of_frame, run, world_of};

fn fixed(size: i64) -> impl Fn([i64; 2]) -> BoxAt {
    move |at| BoxAt { at, size: [size; 2], velocity: [0, 0], fixed: true }
}

fn free(size: i64) -> impl Fn(([i64; 2], [i64; 2])) -> BoxAt {
    move |(at, velocity)| BoxAt { at, size: [size; 2], velocity, fixed: false }
}

/// The result of a response in the first frame: contacts as `a b t sides`, and the top left corners
/// of the free boxes.
type Expected<'a> = (&'a str, &'a [&'a str], [[i64; 2]; 3]);

/// The contacts of the current frame: `a b t sides`.
fn contacts_of(sandbox: &Engine) -> Vec<String> {
    let told = of_frame(sandbox).into_iter().filter_map(|record| {
        let contact = record.pair_result().contact?;
        let t = contact.t.map_or_else(|| "gave-up".to_owned(), |t| t.to_string());
        let sides: Vec<_> = contact.sides.iter().map(Side::token).collect();
        Some(format!("{} {} {t} {}", record.a.name, record.b.name, sides.join("+")))
    });
    told.collect()
}

fn holds(scene: &[BoxAt], expected: &[Expected]) {
    for &(response, contacts, ends) in expected {
        let mut sandbox = world_of(scene, response, "swept");
        for frame in 1..=4 {
            let before = boxes(&sandbox);
            run(&mut sandbox, &["step"]);
            let after = boxes(&sandbox);
            for i in 0..before.len() {
                for j in 0..i {
                    let were_apart = !meet(before[i].1, before[j].1);
                    assert!(
                        !were_apart || !meet(after[i].1, after[j].1),
                        "{response} {i} {j} in frame {frame}"
                    );
                }
            }
            if frame > 1 {
                continue;
            }
            assert_eq!(contacts_of(&sandbox), contacts, "{response}");
            let corners: Vec<_> =
                after[7..].iter().map(|(_, edges, _)| [edges[0], edges[1]]).collect();
            assert_eq!(corners, ends, "{response}");
        }
    }
}

/// b7 and b8 meet at 1/16, where no coordinate is an integer. b7 is rounded back to where it
/// started, and thereby into the path of b9, which presses into its corner from then on.
#[test]
fn a_box_rounded_back_is_pressed_by_the_next_one() {
    let walls = [[0, 0], [3, 0], [6, 0], [9, 0], [3, 2], [6, 3], [9, 3]].map(fixed(2));
    let movers = [([0, 3], [0, -4]), ([0, 6], [-1, -20]), ([2, 6], [-1, -17])].map(free(2));
    let scene: Vec<_> = walls.into_iter().chain(movers).collect();
    holds(
        &scene,
        &[
            ("stop", &["b7 b8 1/16 top", "b8 b9 1/16 left"], [[0, 3], [0, 5], [2, 5]]),
            ("slide", &["b7 b8 1/16 top", "b7 b9 1/16 left+top"], [[0, 3], [-1, 5], [2, 5]]),
            // The other boxes end beyond the wall that they have passed.
            ("push-out", &["b7 b0 1/4 bottom"], [[0, 2], [-1, -14], [1, -11]]),
            (
                "bounce",
                &[
                    "b7 b8 1/16 top",
                    "b7 b0 1/10 bottom",
                    "b7 b9 4/37 top",
                    "b7 b0 2/17 bottom",
                    "b7 b8 1/7 top",
                    "b7 b0 1/4 bottom",
                ],
                [[0, 5], [-1, 19], [1, 22]],
            ),
        ],
    );
}

/// b9 stops at 1/6, rounded back by half a thousandth, and thereby into b7, which is just passing
/// its corner.
#[test]
fn a_box_rounded_back_is_met_by_one_passing_its_corner() {
    let walls = [[0, 0], [4, 0], [8, 0], [12, 0], [4, 4], [12, 4], [4, 7]].map(fixed(3));
    let movers = [([0, 3], [-10, 14]), ([7, 4], [0, 6]), ([-1, 7], [12, 9])].map(free(3));
    let scene: Vec<_> = walls.into_iter().chain(movers).collect();

    holds(
        &scene,
        &[
            ("stop", &["b9 b6 1/6 left", "b7 b9 1/6 top"], [[-1, 5], [7, 10], [1, 8]]),
            // Corner to corner at 1/5: they graze.
            ("slide", &["b9 b6 1/6 left"], [[-10, 17], [7, 10], [1, 16]]),
            ("push-out", &[], [[-10, 17], [7, 10], [11, 16]]),
            ("bounce", &["b9 b6 1/6 left", "b7 b9 1/5 top"], [[-10, 13], [7, 10], [-9, 20]]),
        ],
    );
}

/// They pass each other at a distance of less than a thousandth, each is stopped by a wall behind
/// the other, and both are rounded back to where they came from: into each other. Both return to
/// their starts, and report it.
#[test]
fn two_rounded_into_each_other_give_up() {
    let wall = |at| BoxAt { at, size: [2, 3], velocity: [0, 0], fixed: true };
    let mut scene: Vec<_> = [([0, 0], [5, -2]), ([5, 1], [-5, 2])].map(free(2)).into();
    scene.extend([wall([4, -2]), wall([1, 2])]);
    let mut sandbox = world_of(&scene, "stop", "swept");
    run(&mut sandbox, &["step"]);
    assert_eq!(contacts_of(&sandbox), ["b0 b2 2/5 left", "b1 b3 2/5 right", "b0 b1 gave-up "],);
    let ends: Vec<_> = boxes(&sandbox).iter().map(|(_, edges, _)| [edges[0], edges[1]]).collect();
    assert_eq!(ends, [[0, 0], [5, 1], [4, -2], [1, 2]]);
}

/// A box that gave up rests for the frame: the next one that hits it turns around as at a wall. b3
/// is held between two walls that it touches on both sides.
#[test]
fn a_box_that_has_given_up_acts_as_fixed() {
    let sized = |at, size, velocity, fixed| BoxAt { at, size, velocity, fixed };
    let scene = [
        sized([0, -4], [5, 1], [0, -1], false),
        sized([0, -11], [4, 4], [0, 0], true),
        sized([3, -5], [1, 2], [0, 0], true),
        sized([0, -7], [4, 2], [0, 1], false),
    ];
    let mut sandbox = world_of(&scene, "bounce", "swept");
    run(&mut sandbox, &["step"]);
    let told = contacts_of(&sandbox);
    assert_eq!(told.len(), 65);
    assert_eq!(told[62..], ["b3 b2 0 top", "b3 b1 gave-up ", "b0 b3 1 bottom"]);
    assert_eq!(boxes(&sandbox)[0].2, [0, 1]);
}
