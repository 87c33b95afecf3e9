//! `query --explain`: the same answers, with their steps.

use std::fmt::Write;

use hitscan::tested::cli::query::{AnswerContents, QueryOptions, run};
use serde_json::{Map, Value};

use crate::snapshots::assert_snapshot;

fn answer(query: &str, steps: bool) -> Value {
    let mut output = Vec::new();
    run(
        query.as_bytes(),
        &mut output,
        &QueryOptions {
            contents: AnswerContents { steps, ..AnswerContents::default() },
            ..QueryOptions::default()
        },
    )
    .expect("memory");
    serde_json::from_slice(&output).expect("an answer is JSON")
}

/// Removes the steps from every object that has some.
fn without_steps(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.remove("steps");
            members.values_mut().for_each(without_steps);
        }
        Value::Array(elements) => elements.iter_mut().for_each(without_steps),
        _ => {}
    }
}

/// The steps as lines: `>` if deciding, formula, values, value.
fn read_aloud(name: &str, object: &Map<String, Value>, told: &mut String) {
    let Some(Value::Array(steps)) = object.get("steps") else { panic!("{name} has steps") };
    writeln!(told, "{name}").expect("a String takes everything");
    for step in steps {
        let keys: Vec<&str> = step.as_object().expect("an object").keys().map(|k| &**k).collect();
        assert_eq!(keys, ["decides", "formula", "value", "values"]);
        let mark = if step["decides"] == true { '>' } else { ' ' };
        let formula = step["formula"].as_str().expect("a text");
        writeln!(told, " {mark} {formula}  {} -> {}", step["values"], step["value"])
            .expect("a String takes everything");
    }
}

fn explained(query: &str) -> String {
    let mut answer = answer(query, true);
    let mut told = format!("{query}\n");
    read_aloud("exact", answer["exact"].as_object().expect("exact"), &mut told);
    for row in answer["methods"].as_array().expect("methods") {
        let name = format!("{} {}", row["id"], row["arithmetic"]);
        read_aloud(&name, row.as_object().expect("a row"), &mut told);
    }
    for (name, part) in answer.get("frame").and_then(Value::as_object).into_iter().flatten() {
        read_aloud(name, part.as_object().expect("a part"), &mut told);
    }
    without_steps(&mut answer);
    let exact = answer.as_object_mut().expect("an object").remove("exact");
    assert_eq!(exact, Some(Value::Object(Map::new())));
    assert_eq!(answer, self::answer(query, false), "looking changes nothing");
    told
}

#[test]
fn the_steps_of_every_kind_of_pair_are_explained() {
    for (name, query) in [
        (
            "two_boxes_in_a_frame",
            r#"{"a":{"box":[16,10,24,18],"velocity":[6,9]},"b":{"box":[24.5,20,36,22]}}"#,
        ),
        ("a_box_and_a_laser", r#"{"a":{"box":[0,0,10,5]},"b":{"laser":[-5,0,15,10]}}"#),
        ("lasers_that_cross", r#"{"a":{"laser":[0,0,4,4]},"b":{"laser":[0,4,3,0]}}"#),
        ("lasers_in_one_line", r#"{"a":{"laser":[0,0,4,4]},"b":{"laser":[5,5,6,6]}}"#),
        (
            "a_polygon_and_a_laser",
            r#"{"a":{"polygon":[[0,0],[4,0],[0,3]]},"b":{"laser":[-5,0,15,10]}}"#,
        ),
        ("a_box_and_a_point", r#"{"a":{"point":[4,1]},"b":{"box":[0,0,4,2]}}"#),
        (
            "a_polygon_and_a_point",
            r#"{"a":{"polygon":[[0,0],[4,0],[4,4],[2,2],[0,4]]},"b":{"point":[1,2]}}"#,
        ),
        ("a_polygon_and_a_box", r#"{"a":{"polygon":[[0,0],[4,0],[0,3]]},"b":{"box":[1,1,15,10]}}"#),
    ] {
        assert_snapshot!("query/explain", name, explained(query));
    }
}
