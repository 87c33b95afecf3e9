//! Frames in a row on slopes, compared with answers worked out by other means, and what must be so
//! in any scene with polygons.

use hitscan_core::engine::Engine;
use hitscan_core::world::Name;
use hitscan_geom::{Milli, Point, Shape};
use serde_json::Value;

use crate::responses::scenes::{attempt, sandbox};

fn words(numbers: &Value) -> String {
    let list = numbers.as_array().expect("a list");
    let flat = list.iter().map(|each| if each.is_array() { words(each) } else { each.to_string() });
    flat.collect::<Vec<_>>().join(" ")
}

fn object(name: &str, shape: &Value) -> String {
    match shape["box"].as_array() {
        Some(edges) => {
            let at = |i: usize| -> Milli { edges[i].to_string().parse().expect("a number") };
            let size = |low: usize| at(low + 2).checked_sub(at(low)).expect("in range");
            format!("box {name} {} {} {} {}", at(0), at(1), size(0), size(1))
        }
        None => format!("polygon {name} {}", words(&shape["polygon"])),
    }
}

fn engine(scene: &Value) -> Engine {
    let mover = &scene["mover"];
    let mut lines = vec![
        format!("response {}", mover["response"].as_str().expect("a response")),
        format!("gravity {}", words(&scene["gravity"])),
        object("M", mover),
    ];
    for (number, other) in scene["others"].as_array().expect("a list").iter().enumerate() {
        lines.push(object(&format!("O{number}"), other));
        lines.push(format!("body O{number} static"));
    }
    sandbox(&lines.iter().map(String::as_str).collect::<Vec<_>>())
}

fn contacts(engine: &Engine) -> usize {
    let position = engine.history().position();
    let recorded = engine.history().last_records().filter(|it| it.pair_result().contact.is_some());
    let continued = engine.history().unrecorded_between(position..=position);
    let continued = continued.iter().flatten().filter(|it| it.pair_result.contact.is_some());
    recorded.count() + continued.count()
}

#[test]
fn frames_in_a_row_agree_with_answers_worked_out_elsewhere() {
    let mut wrong = Vec::new();
    for line in include_str!("../../fixtures/shapes/sequences.ndjson").lines() {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let scene = &case["in"];
        let mut engine = engine(scene);
        for (frame, wanted) in (1..).zip(case["out"].as_array().expect("frames")) {
            for (field, speed) in ["vx", "vy"].iter().zip(scene["steer"].as_array().expect("two")) {
                if !speed.is_null() {
                    attempt(&mut engine, &format!("set M.{field} {speed}")).expect("a velocity");
                }
            }
            attempt(&mut engine, "step").expect("a frame");
            let id = engine.world().find(&Name::new("M").expect("a name")).expect("it is there");
            let mover = engine.world().object(id).expect("it is there");
            let at: Point = match &mover.shape {
                Shape::Polygon(polygon) => polygon.vertices()[0],
                shape => shape.bounds().0,
            };
            let number =
                |at: Milli| serde_json::from_str::<Value>(&at.to_string()).expect("a number");
            let same = |found: [Milli; 2], wanted: &Value| {
                found
                    .iter()
                    .zip(wanted.as_array().expect("two"))
                    .all(|(found, wanted)| number(*found).as_f64() == wanted.as_f64())
            };
            let v = mover.velocity;
            let found = contacts(&engine);
            if !same([at.x, at.y], &wanted["at"])
                || !same([v.x, v.y], &wanted["velocity"])
                || Some(found) != wanted["contacts"].as_u64().and_then(|n| usize::try_from(n).ok())
            {
                wrong.push(format!(
                    "{} frame {frame}: {},{} v {},{} contacts {found}, not {wanted}",
                    case["id"], at.x, at.y, v.x, v.y
                ));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
