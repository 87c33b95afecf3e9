//! Properties of any scene of boxes under `swept`, with any number of moving boxes.

use std::collections::BTreeMap;

use hitscan_core::engine::Engine;
use hitscan_core::world::{Contact, Object, ObjectId, Record, TestResult};
use hitscan_geom::{Side, Sides};
use proptest::prelude::*;

use crate::responses::crowds::{scene, tight};
use crate::responses::scenes::{
    BoxAt, any_line, attempt, boxes, config, meet, name, of_frame, pair, run, word_of, world_of,
    world_that_tells_all,
};

const RESPONSES: [&str; 4] = ["stop", "slide", "push-out", "bounce"];

/// The contacts of a frame, in order: which pair, and the contact.
fn contacts(sandbox: &Engine) -> Vec<([ObjectId; 2], Contact)> {
    let records = of_frame(sandbox);
    let contact = |record: &&Record| {
        record.pair_result().contact.map(|contact| ([record.a.id, record.b.id], contact))
    };
    records.iter().filter_map(contact).collect()
}

/// Whether these contacts may have sent a box back to its start.
fn has_given_up(contacts: &[([ObjectId; 2], Contact)], id: ObjectId) -> bool {
    contacts.iter().any(|(pair, contact)| contact.gave_up() && pair.contains(&id))
}

fn step(sandbox: &mut Engine) {
    run(sandbox, &["step"]);
}

fn stay_apart(scene: &[BoxAt], frames: usize) -> Result<(), TestCaseError> {
    for response in RESPONSES {
        let mut sandbox = world_of(scene, response, "swept");
        for _ in 0..frames {
            let before = boxes(&sandbox);
            step(&mut sandbox);
            let after = boxes(&sandbox);
            for i in 0..before.len() {
                for j in 0..i {
                    prop_assert!(
                        meet(before[i].1, before[j].1) || !meet(after[i].1, after[j].1),
                        "{response}: {i} and {j} from {before:?}"
                    );
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn in_tight_places_boxes_stay_apart(scene in tight()) {
        stay_apart(&scene, 1)?;
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn boxes_apart_at_the_start_of_a_frame_are_apart_at_its_end(scene in scene()) {
        stay_apart(&scene, 4)?;
    }

    #[test]
    fn nothing_is_run_into_without_an_answer(scene in scene()) {
        for response in ["stop", "slide", "bounce"] {
            let mut sandbox = world_that_tells_all(&scene, response, "swept");
            for _ in 0..4 {
                let before = boxes(&sandbox);
                step(&mut sandbox);
                let contacts = contacts(&sandbox);
                let ids: Vec<_> = sandbox.world().objects().map(|(id, _)| id).collect();
                for i in 0..before.len() {
                    for j in 0..i {
                        let excused = meet(before[i].1, before[j].1)
                            || [ids[i], ids[j]].iter().any(|&id| has_given_up(&contacts, id));
                        let answered = contacts.iter().any(|(pair, _)| {
                            pair.contains(&ids[i]) && pair.contains(&ids[j])
                        });
                        let moved = before[i].2 != [0, 0] || before[j].2 != [0, 0];
                        prop_assert!(
                            excused || answered || !moved || word_of(&sandbox, &name(i), &name(j)) != "hit",
                            "{response}: {:?} {:?}", before[i], before[j]
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_fixed_stays_where_it_is(scene in scene()) {
        for response in RESPONSES {
            for side in ["swept", "relative-velocity", "predict-corner"] {
                let mut sandbox = world_of(&scene, response, side);
                for _ in 0..3 {
                    step(&mut sandbox);
                }
                for (index, (_, edges, velocity)) in boxes(&sandbox).into_iter().enumerate() {
                    if scene[index].fixed {
                        prop_assert_eq!((edges, velocity), (scene[index].edges(), [0, 0]));
                    }
                }
            }
        }
    }

    /// Equal masses: against a fixed box a component is reversed, between two free boxes it is
    /// exchanged. None is lost or created.
    #[test]
    fn a_bounce_keeps_every_speed_in_either_axis(scene in scene()) {
        let mut sandbox = world_of(&scene, "bounce", "swept");
        let speeds = |sandbox: &Engine, axis: usize| {
            let mut speeds: Vec<_> =
                boxes(sandbox).iter().map(|(_, _, velocity)| velocity[axis].abs()).collect();
            speeds.sort_unstable();
            speeds
        };
        let before = [0, 1].map(|axis| speeds(&sandbox, axis));
        for _ in 0..4 {
            step(&mut sandbox);
            prop_assert_eq!(&[0, 1].map(|axis| speeds(&sandbox, axis)), &before);
        }
    }

    #[test]
    fn a_slide_drops_components_and_changes_none(scene in scene()) {
        let mut sandbox = world_of(&scene, "slide", "swept");
        for _ in 0..4 {
            let before = boxes(&sandbox);
            step(&mut sandbox);
            for (old, new) in before.iter().zip(boxes(&sandbox)) {
                for axis in [0, 1] {
                    prop_assert!([0, old.2[axis]].contains(&new.2[axis]));
                    let way = (new.1[axis] - old.1[axis]).abs();
                    prop_assert!(way <= old.2[axis].abs());
                }
            }
        }
    }

    /// Contacts are numbered from 1, in the order of their times. Each begins with the velocities
    /// that the previous one left, and the last one leaves the boxes' final velocities.
    #[test]
    fn contacts_tell_the_whole_story_of_a_frame(scene in scene()) {
        for response in RESPONSES {
            let mut sandbox = world_that_tells_all(&scene, response, "swept");
            for _ in 0..3 {
                let objects = |sandbox: &Engine| -> BTreeMap<ObjectId, [i64; 2]> {
                    let objects = sandbox.world().objects();
                    objects.map(|(id, object)| (id, pair(object.velocity))).collect()
                };
                let mut velocities = objects(&sandbox);
                step(&mut sandbox);
                let contacts = contacts(&sandbox);
                let numbers: Vec<_> = contacts.iter().map(|(_, contact)| contact.number).collect();
                prop_assert_eq!(numbers, (1..=contacts.len()).collect::<Vec<_>>());
                let times: Vec<_> = contacts.iter().filter_map(|(_, contact)| contact.t).collect();
                prop_assert!(times.is_sorted(), "{response}: {times:?}");
                for (at, (ids, contact)) in contacts.iter().enumerate() {
                    for k in [0, 1] {
                        let known = velocities.insert(ids[k], pair(contact.after[k]));
                        prop_assert_eq!(known, Some(pair(contact.before[k])), "{} {:?}", response, contacts);
                    }
                    prop_assert_eq!(contact.gave_up(), contact.sides.is_empty());
                    prop_assert_eq!(contact.gave_up(), contact.t.is_none());
                    let fixed = ids.map(|id| sandbox.world().object(id).is_some_and(Object::is_static));
                    let after = contact.after.map(pair);
                    if contact.gave_up() {
                        prop_assert_eq!(after, contact.before.map(pair));
                    } else if has_given_up(&contacts[..at], ids[1]) {
                        // One box of that pair rests for the frame: possibly this one.
                        let either = [true, false].map(|rests| answered(response, contact, rests));
                        prop_assert!(either.contains(&after), "{} {:?}", response, contact);
                    } else {
                        let expected = answered(response, contact, fixed[1]);
                        prop_assert_eq!(after, expected, "{} {:?}", response, contact);
                    }
                    prop_assert!(!fixed[0], "a fixed box does not run into anything");
                }
                prop_assert_eq!(velocities, objects(&sandbox));
            }
        }
    }

    /// Left and right are equivalent: the mirror image of a scene moves as the mirror image. (A
    /// corner is put back through the side that is named first, which has no mirror image.)
    #[test]
    fn the_mirror_image_goes_the_mirrored_way(scene in scene(), turned in any::<bool>()) {
        let mirrored = |[x, y]: [i64; 2], width: i64| if turned { [y, x] } else { [-x - width, y] };
        for response in ["stop", "slide", "bounce"] {
            let image: Vec<_> = scene.iter().map(|each| BoxAt {
                at: mirrored(each.at, each.size[0]),
                size: if turned { [each.size[1], each.size[0]] } else { each.size },
                velocity: mirrored(each.velocity, 0),
                fixed: each.fixed,
            }).collect();
            let mut worlds = [&scene, &image].map(|scene| world_of(scene, response, "swept"));
            for _ in 0..3 {
                worlds.iter_mut().for_each(step);
                let [one, other] = [&worlds[0], &worlds[1]].map(boxes);
                for ((_, edges, velocity), (_, image, image_velocity)) in one.into_iter().zip(other) {
                    prop_assert_eq!(mirrored([edges[0], edges[1]], edges[2] - edges[0]), [image[0], image[1]]);
                    prop_assert_eq!(mirrored(velocity, 0), image_velocity);
                }
            }
        }
    }

    #[test]
    fn the_same_commands_make_the_same_world_and_the_same_log(
        scene in scene(),
        lines in prop::collection::vec(any_line(), 1..30),
    ) {
        let [one, other] = [(); 2].map(|()| {
            let mut sandbox = world_of(&scene, "bounce", "swept");
            for line in &lines {
                let _ = attempt(&mut sandbox, line);
            }
            (boxes(&sandbox), sandbox.log().records().cloned().collect::<Vec<_>>())
        });
        prop_assert_eq!(one, other);
    }

    /// A record is kept if and only if the answer of a pair has changed or there was a contact.
    #[test]
    fn records_are_kept_of_what_changed_and_of_contacts(scene in scene(), r in 0..4_usize, s in 0..3_usize) {
        let side = ["swept", "relative-velocity", "predict-corner"][s];
        let mut sandbox = world_of(&scene, RESPONSES[r], side);
        for _ in 0..4 {
            let before = answers(&sandbox);
            step(&mut sandbox);
            let after = answers(&sandbox);
            let contacts: Vec<_> = contacts(&sandbox).into_iter().map(|(mut pair, _)| { pair.sort(); pair }).collect();
            let mut expected: Vec<_> = after.iter().filter(|(pair, answer)| {
                let old = &before[*pair];
                contacts.contains(pair) || answer.is_change_from(old)
            }).map(|(pair, _)| *pair).collect();
            let mut kept: Vec<_> = of_frame(&sandbox).into_iter().map(|record| {
                let mut pair = [record.a.id, record.b.id];
                pair.sort();
                pair
            }).collect();
            expected.extend(contacts.iter().enumerate().filter(|(at, pair)| contacts[..*at].contains(pair)).map(|(_, pair)| *pair));
            expected.sort();
            kept.sort();
            prop_assert_eq!(kept, expected);
        }
    }
}

/// What a record depends on: the word, the relation, and sides with their events.
struct Told {
    word: TestResult,
    relation: String,
    way: String,
    /// The sides of the second box with a contact, whichever box moved.
    sides_of_second: Option<Sides>,
}

impl Told {
    /// A continuing contact may be reported from the other box's side.
    fn is_change_from(&self, old: &Self) -> bool {
        let both_miss = [old.word, self.word] == [TestResult::Miss; 2];
        let is_other_way = match (old.sides_of_second, self.sides_of_second) {
            (Some(old), Some(new)) => old != new,
            _ => old.way != self.way,
        };
        !both_miss && (old.word != self.word || old.relation != self.relation || is_other_way)
    }
}

fn answers(sandbox: &Engine) -> BTreeMap<[ObjectId; 2], Told> {
    let ids: Vec<_> = sandbox.world().objects().map(|(id, _)| id).collect();
    let mut answers = BTreeMap::new();
    for (at, &one) in ids.iter().enumerate() {
        for &other in &ids[at + 1..] {
            let pair = sandbox.world().pair(one, other).expect("both are there");
            let found = pair.pair_result;
            let swept = found.swept.map(hitscan_geom::Swept::token);
            let relation = format!("{:?}", found.meeting.relation);
            let sides_of_second = found.contact.map(|contact| match contact.sides {
                sides if pair.a.id == one => sides,
                sides => sides.iter().map(Side::opposite).collect(),
            });
            let way = format!("{:?} {swept:?}", found.sides());
            answers
                .insert([one, other], Told { word: found.outcome, relation, way, sides_of_second });
        }
    }
    answers
}

/// The velocities after a contact, by the rules.
fn answered(response: &str, contact: &Contact, b_is_fixed: bool) -> [[i64; 2]; 2] {
    let [mut a, mut b] = contact.before.map(pair);
    let b_rests = b_is_fixed || b == [0, 0];
    if response == "stop" {
        return [[0, 0], if b_rests { b } else { [0, 0] }];
    }
    for side in contact.sides.iter() {
        let axis = usize::from(matches!(side.token(), "top" | "bottom"));
        match response {
            "bounce" if b_is_fixed => a[axis] = -a[axis],
            "bounce" => std::mem::swap(&mut a[axis], &mut b[axis]),
            "slide" if b_rests => a[axis] = 0,
            "slide" => (a[axis], b[axis]) = (0, 0),
            _ => {}
        }
    }
    [a, b]
}
