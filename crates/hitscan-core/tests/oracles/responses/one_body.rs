//! One dynamic box among static, kinematic and breakable ones, under gravity, compared with the
//! oracle.

use std::collections::BTreeMap;

use hitscan_core::engine::Engine;
use proptest::prelude::*;

use crate::responses::one_mover::told;
use crate::responses::oracle::{self, Answer, Edges, Obstacle, whole};
use crate::responses::scenes::{
    BoxAt, attempt, box_at, box_of, boxes, cell, config, name, of_frame, run, typed, word_of,
    world_of,
};

const ANSWERS: [(Answer, &str); 3] =
    [(Answer::Stop, "stop"), (Answer::Slide, "slide"), (Answer::Bounce, "bounce")];

/// A box, whether it is kinematic, and after how many contacts it breaks.
type Other = (BoxAt, bool, Option<u8>);

/// What is remembered about pairs with the mover from frame to frame.
#[derive(Default)]
struct Seen {
    /// The sides of the last contact with each box in the previous frame, and whether the two
    /// touched at its end.
    resting: BTreeMap<usize, (Vec<&'static str>, bool)>,
    hits: BTreeMap<usize, u8>,
}

/// Whether two boxes touch without overlapping.
fn touch(a: Edges, b: Edges) -> bool {
    a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]
}

fn engine_of(mover: &BoxAt, others: &[Other], response: &str, gravity: [i64; 2]) -> Engine {
    let mut all = vec![mover.clone()];
    all.extend(others.iter().map(|(each, ..)| BoxAt { fixed: false, ..each.clone() }));
    // The scene's response is another one: the mover has its own.
    let mut engine = world_of(&all, "pass", "swept");
    let [x, y] = gravity.map(typed);
    run(&mut engine, &[format!("gravity {x} {y}"), format!("set b0.response {response}")]);
    for (index, (_, is_kinematic, breaks_after)) in (1..).zip(others) {
        let (name, body) = (name(index), if *is_kinematic { "kinematic" } else { "static" });
        run(&mut engine, &[format!("body {name} {body}")]);
        if let Some(count) = breaks_after {
            run(&mut engine, &[format!("set {name}.breaks_after {count}")]);
        }
    }
    engine
}

/// The remaining boxes, by number.
fn obstacles(engine: &Engine, others: &[Other]) -> Vec<(usize, Obstacle)> {
    let found = boxes(engine).into_iter().filter_map(|(name, edges, velocity)| {
        let index: usize = name.as_str()[1..].parse().expect("a number");
        let is_kinematic = others.get(index.checked_sub(1)?)?.1;
        Some((index, Obstacle { edges, velocity: is_kinematic.then_some(velocity) }))
    });
    found.collect()
}

fn agree(mover: &BoxAt, others: &[Other], gravity: [i64; 2]) {
    for (answer, response) in ANSWERS {
        let mut engine = engine_of(mover, others, response, gravity);
        let mut seen = Seen::default();
        for _ in 0..4 {
            let (start, velocity) = box_of(&engine, &name(0));
            let given = [velocity[0] + gravity[0], velocity[1] + gravity[1]];
            let around = obstacles(&engine, others);
            let all: Vec<_> = around.iter().map(|(_, obstacle)| *obstacle).collect();
            let expected = oracle::frame(start, given, &all, answer);
            if attempt(&mut engine, "step").is_err() {
                break;
            }
            let (end, velocity) = box_of(&engine, &name(0));
            let context = format!("{response}: {start:?} {given:?} among {around:?}");
            if expected.gave_up {
                break;
            }
            // While riding along, it may meet another box between two thousandths: rounding decides
            // whether that is a contact.
            let moves_along = all.iter().any(|it| it.velocity.is_some_and(|w| w != [0, 0]));
            let met = expected.crushed_by.is_some() || !expected.contacts.is_empty();
            if answer == Answer::Stop && moves_along && met && all.len() > 1 {
                break;
            }
            assert_eq!(
                ([end[0], end[1]], velocity),
                (expected.end, expected.velocity),
                "{context}"
            );
            let crushed: Vec<_> = of_frame(&engine)
                .into_iter()
                .filter(|record| record.pair_result().contact.is_some_and(|it| it.is_crushed()))
                .map(|record| [record.a.name.to_string(), record.b.name.to_string()])
                .collect();
            let is_in = |name: &String| crushed.iter().any(|pair| pair.contains(name));
            if let Some(by) = expected.crushed_by {
                assert!(is_in(&name(around[by].0)), "{context}: {crushed:?}");
            } else {
                assert!(crushed.is_empty(), "{context}: {crushed:?}");
            }
            check_contacts(&engine, &expected, &around, end, &mut seen, others, &context);
            if expected.crushed_by.is_none() {
                for ((index, obstacle), word) in around.iter().zip(&expected.words) {
                    let rest = [0, 0];
                    let is_tested = given != rest || obstacle.velocity.is_some_and(|w| w != rest);
                    if is_tested
                        && engine.world().objects().any(|(_, it)| it.name.as_str() == name(*index))
                    {
                        assert_eq!(word_of(&engine, &name(0), &name(*index)), *word, "{context}");
                    }
                }
            }
        }
    }
}

/// Checks that the log has exactly the contacts that do not merely rest, and that exactly the boxes
/// with enough of them are gone.
fn check_contacts(
    engine: &Engine,
    expected: &oracle::Frame,
    around: &[(usize, Obstacle)],
    end: Edges,
    seen: &mut Seen,
    others: &[Other],
    context: &str,
) {
    let mut now = BTreeMap::new();
    let mut in_log = Vec::new();
    let mut broken = Vec::new();
    for contact in &expected.contacts {
        let (index, obstacle) = around[contact.obstacle];
        let [dx, dy] = obstacle.velocity.unwrap_or_default();
        let [left, top, right, bottom] = obstacle.edges;
        let touches = touch(end, [left + dx, top + dy, right + dx, bottom + dy]);
        let rests = contact.t == whole(0)
            && seen.resting.get(&index) == Some(&(contact.sides.clone(), touches));
        now.insert(index, (contact.sides.clone(), touches));
        if rests {
            continue;
        }
        in_log.push(oracle::Contact { obstacle: index, ..contact.clone() });
        if let Some(most) = others[index - 1].2 {
            let hits = seen.hits.entry(index).or_default();
            *hits += 1;
            if *hits == most {
                broken.push(index);
            }
        }
    }
    seen.resting = now;
    let told: Vec<_> = of_frame(engine)
        .into_iter()
        .filter(|record| record.a.name.as_str() == name(0))
        .filter_map(told)
        .collect();
    // If the obstacle counts as the mover, sides are swapped.
    let is_told = |contact: &oracle::Contact| others[contact.obstacle - 1].0.velocity == [0, 0];
    in_log.retain(is_told);
    let told: Vec<_> = told.into_iter().filter(is_told).collect();
    assert_eq!(told, in_log, "{context}");
    for (index, _) in around {
        let is_there = engine.world().objects().any(|(_, it)| it.name.as_str() == name(*index));
        assert_eq!(is_there, !broken.contains(index), "{context}: {index}");
    }
}

fn scene() -> impl Strategy<Value = (BoxAt, Vec<Other>, [i64; 2])> {
    cell().prop_flat_map(|cell| {
        let other = (box_at(any::<bool>(), cell), prop::option::weighted(0.3, 1..=3_u8));
        let other = other.prop_map(|(each, breaks_after)| {
            let is_kinematic = !each.fixed;
            (each, is_kinematic, breaks_after)
        });
        let gravity = prop_oneof![Just([0, 0]), prop::array::uniform2(-2_i64..=2)];
        let gravity = gravity.prop_map(move |gravity| gravity.map(|n| n * cell));
        (box_at(Just(true), cell), prop::collection::vec(other, 1..=6), gravity)
    })
}

#[test]
fn a_box_that_stops_on_a_moving_one_is_rounded_towards_its_start() {
    let at = |at, size, velocity| BoxAt { at, size, velocity, fixed: false };
    // They meet at 1/3 of the frame: two thirds of the remaining motion are 0.667 units.
    let mover = at([4000, 0], [2000, 2000], [0, 0]);
    for along in [1000, -1000] {
        let other = at([1000, -4000], [2000, 9000], [3000, along]);
        agree(&mover, &[(other, true, None)], [0, 0]);
    }
}

#[test]
fn a_box_crushed_by_one_is_covered_by_another_that_ends_at_its_start() {
    let at = |at, size, velocity| BoxAt { at, size, velocity, fixed: false };
    let mover = at([-5, 0], [3, 4], [0, 0]);
    let from_the_left = (at([-8, -1], [1, 1], [3, 2]), true, Some(1));
    let from_the_right = (at([0, 3], [1, 6], [-2, 0]), true, None);
    agree(&mover, &[from_the_left, from_the_right], [0, 0]);
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn among_bodies_a_box_goes_where_the_oracle_says((mover, others, gravity) in scene()) {
        agree(&mover, &others, gravity);
    }
}
