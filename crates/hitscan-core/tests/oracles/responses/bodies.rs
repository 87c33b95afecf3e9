//! Properties of any scene of bodies: static, kinematic and dynamic boxes with their own responses,
//! gravity, boxes that break, sensors.

use std::fmt;

use hitscan_core::engine::Engine;
use hitscan_core::world::Name;
use proptest::prelude::*;

use crate::responses::crowds::scene;
use crate::responses::scenes::{
    BoxAt, attempt, boxes, config, meet, name, of_frame, sandbox, typed,
};

const RESPONSES: [&str; 5] = ["pass", "stop", "slide", "push-out", "bounce"];

/// A box and its behaviour.
#[derive(Clone)]
pub(super) struct BodyAt {
    pub(super) place: BoxAt,
    pub(super) body: &'static str,
    pub(super) response: Option<&'static str>,
    pub(super) breaks_after: Option<u8>,
    pub(super) sensor: bool,
}

/// As the commands that create it, so that a failing case can be turned into a test.
impl fmt::Debug for BodyAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.commands(0).join("; "))
    }
}

impl BodyAt {
    /// A box that responds as the scene says, or is static.
    pub(super) fn plain(place: BoxAt) -> Self {
        let body = if place.fixed { "static" } else { "dynamic" };
        Self { place, body, response: None, breaks_after: None, sensor: false }
    }

    pub(super) fn commands(&self, index: usize) -> Vec<String> {
        let name = name(index);
        let mut lines = BoxAt { fixed: false, ..self.place.clone() }.commands(index);
        lines.push(format!("body {name} {}", self.body));
        lines.extend(self.response.map(|response| format!("set {name}.response {response}")));
        lines.extend(self.breaks_after.map(|n| format!("set {name}.breaks_after {n}")));
        lines.extend(self.sensor.then(|| format!("set {name}.sensor true")));
        lines
    }

    /// Its response when it hits another box, by the table.
    pub(super) fn response(&self, of_scene: &'static str) -> &'static str {
        match self.body {
            _ if self.sensor => "pass",
            "dynamic" => self.response.unwrap_or(of_scene),
            "kinematic" => self.response.unwrap_or("pass"),
            _ => "pass",
        }
    }

    pub(super) fn answers(&self, other: &Self, of_scene: &'static str) -> bool {
        let can = self.body == "dynamic" || self.body == "kinematic" && other.body == "static";
        can && !other.sensor && self.response(of_scene) != "pass"
    }
}

/// A scene of bodies, with its default response and its gravity.
#[derive(Clone, Debug)]
pub(super) struct Bodies {
    pub(super) all: Vec<BodyAt>,
    pub(super) response: &'static str,
    pub(super) gravity: [i64; 2],
}

impl Bodies {
    pub(super) fn engine(&self) -> Engine {
        let [x, y] = self.gravity.map(typed);
        let mut lines = vec![format!("response {}", self.response), format!("gravity {x} {y}")];
        lines.extend(self.all.iter().enumerate().flat_map(|(index, each)| each.commands(index)));
        sandbox(&lines)
    }

    fn get(&self, name: Name) -> &BodyAt {
        &self.all[name.as_str()[1..].parse::<usize>().expect("a number")]
    }

    /// Whether the first of two boxes responds to the second.
    fn act(&self, one: Name, other: Name) -> bool {
        let [one, other] = [one, other].map(|name| self.get(name));
        one.answers(other, self.response) || other.answers(one, self.response)
    }
}

pub(super) fn bodies() -> impl Strategy<Value = Bodies> {
    let responses = || prop::sample::select(RESPONSES.to_vec());
    scene().prop_flat_map(move |places| {
        let kind = (
            prop::sample::select(vec!["dynamic", "dynamic", "kinematic"]),
            prop::option::weighted(0.4, responses()),
            prop::option::weighted(0.2, 1..=3_u8),
            prop::bool::weighted(0.05),
        );
        let kinds = prop::collection::vec(kind, places.len());
        let gravity = prop_oneof![Just([0, 0]), prop::array::uniform2(-3_i64..=3)];
        (kinds, responses(), gravity).prop_map(move |(kinds, response, gravity)| {
            let all = places.iter().cloned().zip(kinds);
            let all = all.map(|(place, (body, response, breaks_after, sensor))| {
                let body = if place.fixed { "static" } else { body };
                BodyAt { place, body, response, breaks_after, sensor }
            });
            Bodies { all: all.collect(), response, gravity }
        })
    })
}

/// The pairs in which a box was crushed in this frame.
fn crushed(engine: &Engine) -> Vec<[Name; 2]> {
    let records = of_frame(engine).into_iter();
    let crushed = records
        .filter(|record| record.pair_result().contact.is_some_and(|contact| contact.is_crushed()));
    crushed.map(|record| [record.a.name, record.b.name]).collect()
}

fn stay_apart(scene: &Bodies, frames: usize) -> Result<(), TestCaseError> {
    let mut engine = scene.engine();
    for _ in 0..frames {
        let before = boxes(&engine);
        if attempt(&mut engine, "step").is_err() {
            break;
        }
        let crushed = crushed(&engine);
        let after = boxes(&engine);
        for (place, (one, edges, _)) in after.iter().enumerate() {
            for (other, others, _) in &after[..place] {
                let was = |name: &Name| before.iter().find(|each| each.0 == *name).map(|b| b.1);
                let [Some(from), Some(others_from)] = [was(one), was(other)] else { continue };
                let is_crushed =
                    crushed.iter().any(|pair| pair.contains(one) && pair.contains(other));
                prop_assert!(
                    !scene.act(*one, *other)
                        || meet(from, others_from)
                        || !meet(*edges, *others)
                        || is_crushed,
                    "{one} and {other} from {before:?} to {after:?}"
                );
            }
        }
    }
    Ok(())
}

/// Kinematic boxes move as they would among static ones only.
fn are_moved_by_nothing_dynamic(scene: &Bodies, frames: usize) -> Result<(), TestCaseError> {
    let mut alone = scene.clone();
    for each in &mut alone.all {
        if each.body == "dynamic" {
            (each.body, each.sensor, each.place.velocity) = ("static", true, [0, 0]);
        }
    }
    let (mut engine, mut among_static) = (scene.engine(), alone.engine());
    for _ in 0..frames {
        if attempt(&mut engine, "step").is_err() || attempt(&mut among_static, "step").is_err() {
            break;
        }
        let expected = boxes(&among_static);
        for found in boxes(&engine) {
            if scene.get(found.0).body == "kinematic" {
                prop_assert!(expected.contains(&found), "{found:?}, not as in {expected:?}");
            }
        }
        // A broken box may have been in the way.
        if engine.world().broken() > 0 {
            break;
        }
    }
    Ok(())
}

fn seen(engine: &Engine) -> String {
    format!("{:?} {:?}", engine.world(), engine.history().position())
}

fn come_back_exactly(scene: &Bodies, frames: usize) -> Result<(), TestCaseError> {
    let mut engine = scene.engine();
    let mut worlds = vec![seen(&engine)];
    for _ in 0..frames {
        if attempt(&mut engine, "step").is_err() {
            break;
        }
        worlds.push(seen(&engine));
    }
    for (frame, world) in worlds.iter().enumerate().rev() {
        let _ = attempt(&mut engine, &format!("seek {frame}"));
        prop_assert_eq!(&seen(&engine), world, "seek {}", frame);
    }
    let _ = attempt(&mut engine, "seek end");
    for world in worlds.iter().rev().skip(1) {
        let _ = attempt(&mut engine, "undo");
        prop_assert_eq!(&seen(&engine), world);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn bodies_that_answer_each_other_stay_apart_unless_crushed(scene in bodies()) {
        stay_apart(&scene, 4)?;
    }

    #[test]
    fn nothing_dynamic_moves_anything_kinematic(scene in bodies()) {
        are_moved_by_nothing_dynamic(&scene, 4)?;
    }
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn what_is_undone_or_sought_is_as_it_was_broken_boxes_included(scene in bodies()) {
        come_back_exactly(&scene, 6)?;
    }
}

proptest! {
    #![proptest_config(config(1_000_000))]

    /// `cargo test --release --test suites -- --ignored a_million`
    #[test]
    #[ignore = "a soak: it takes hours"]
    fn a_million_scenes_of_bodies_keep_the_rules(scene in bodies()) {
        stay_apart(&scene, 4)?;
        are_moved_by_nothing_dynamic(&scene, 4)?;
        come_back_exactly(&scene, 4)?;
    }
}
