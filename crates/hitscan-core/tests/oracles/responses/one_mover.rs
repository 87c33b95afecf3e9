//! One box among fixed ones, compared with the oracle.

use hitscan_core::world::{ContactReply, Record};
use proptest::prelude::*;

use crate::responses::oracle::{self, Answer, Obstacle, R};
use crate::responses::scenes::{
    BoxAt, box_at, box_of, cell, config, name, of_frame, pair, run, word_of, world_that_tells_all,
};

const ANSWERS: [(Answer, &str); 3] =
    [(Answer::Stop, "stop"), (Answer::Slide, "slide"), (Answer::Bounce, "bounce")];

/// A contact from the log, in the oracle's terms.
pub(crate) fn told(record: &Record) -> Option<oracle::Contact> {
    let contact =
        record.pair_result().contact.filter(|contact| contact.reply == ContactReply::Responded)?;
    let t = contact.t?;
    Some(oracle::Contact {
        obstacle: record.b.name.as_str()[1..].parse().expect("a number"),
        t: R::new(t.numerator().into(), t.denominator().into()),
        sides: contact.sides.iter().map(hitscan_geom::Side::token).collect(),
        before: pair(contact.before[0]),
        after: pair(contact.after[0]),
    })
}

/// Runs the first box among the others, which are fixed, and compares every frame with the oracle.
fn agree(scene: &[BoxAt], frames: usize) {
    let obstacle = |each: &BoxAt| Obstacle { edges: each.edges(), velocity: None };
    let obstacles: Vec<_> = scene[1..].iter().map(obstacle).collect();
    for (answer, response) in ANSWERS {
        let mut sandbox = world_that_tells_all(scene, response, "swept");
        for _ in 0..frames {
            let (start, velocity) = box_of(&sandbox, &name(0));
            if velocity == [0, 0] {
                break;
            }
            let expected = oracle::frame(start, velocity, &obstacles, answer);
            run(&mut sandbox, &["step"]);
            let (end, velocity) = box_of(&sandbox, &name(0));
            assert_eq!([end[0], end[1]], expected.end, "{response}: {start:?}");
            if expected.gave_up {
                continue;
            }
            assert_eq!(velocity, expected.velocity, "{response}: {start:?}");
            let told: Vec<_> = of_frame(&sandbox).into_iter().filter_map(told).collect();
            let words_expected = expected.words;
            // The log names the second box by its number in the scene.
            let expected = expected.contacts.into_iter();
            let expected: Vec<_> = expected
                .map(|contact| oracle::Contact { obstacle: contact.obstacle + 1, ..contact })
                .collect();
            assert_eq!(told, expected, "{response}: {start:?}");
            let words = (1..scene.len()).map(|index| word_of(&sandbox, &name(0), &name(index)));
            assert_eq!(words.collect::<Vec<_>>(), words_expected, "{response}: {start:?}");
        }
    }
}

/// A mover and up to `most` fixed boxes on a lattice with few cells.
fn crowd(most: usize) -> impl Strategy<Value = Vec<BoxAt>> {
    cell().prop_flat_map(move |cell| {
        let mover = box_at(Just(true), cell);
        let others = prop::collection::vec(box_at(Just(false), cell), 1..=most);
        (mover, others).prop_map(|(mover, others)| {
            let mut all = vec![mover];
            all.extend(others);
            all
        })
    })
}

/// Walls of flush tiles around a room: corners, seams and ties everywhere.
fn room() -> impl Strategy<Value = Vec<BoxAt>> {
    let velocity = prop::array::uniform2(-40_i64..=40);
    let tile = prop::sample::select(vec![2_i64, 3, 4, 6, 12]);
    let size = prop::array::uniform2(1_i64..=11);
    (cell(), tile, prop::array::uniform2(0_i64..12), size, velocity, any::<bool>()).prop_map(
        |(cell, tile, at, size, velocity, reversed)| {
            let mut scene = vec![BoxAt {
                at: at.map(|n| n * cell),
                size: [0, 1].map(|i| size[i].min(12 - at[i]) * cell),
                velocity: velocity.map(|n| n * cell),
                fixed: false,
            }];
            let mut tiles = Vec::new();
            for k in (-tile..12 + tile).step_by(usize::try_from(tile).expect("small")) {
                for at in [[k, -tile], [k, 12], [-tile, k], [12, k]] {
                    tiles.push(BoxAt {
                        at: at.map(|n| n * cell),
                        size: [tile * cell; 2],
                        velocity: [0, 0],
                        fixed: true,
                    });
                }
            }
            if reversed {
                tiles.reverse();
            }
            scene.extend(tiles);
            scene
        },
    )
}

/// The whole plane: coordinates and motions of any size, no two alike.
fn plane() -> impl Strategy<Value = Vec<BoxAt>> {
    let number = || -3_000_000_i64..=3_000_000;
    let any_box = |fixed: bool| {
        let at = prop::array::uniform2(number());
        let size = prop::array::uniform2(1_i64..=2_000_000);
        let velocity = prop::array::uniform2(number());
        (at, size, velocity).prop_map(move |(at, size, velocity)| BoxAt {
            at,
            size,
            velocity: if fixed { [0, 0] } else { velocity },
            fixed,
        })
    };
    (any_box(false), prop::collection::vec(any_box(true), 1..8)).prop_map(|(mover, others)| {
        let mut all = vec![mover];
        all.extend(others);
        all
    })
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn among_scattered_boxes_it_goes_where_the_oracle_says(scene in crowd(9)) {
        agree(&scene, 3);
    }

    #[test]
    fn on_the_whole_plane_it_goes_where_the_oracle_says(scene in plane()) {
        agree(&scene, 2);
    }
}

proptest! {
    #![proptest_config(config(120))]

    #[test]
    fn in_a_room_of_tiles_it_goes_where_the_oracle_says(scene in room()) {
        agree(&scene, 3);
    }
}
