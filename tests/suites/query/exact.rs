//! Numbers of any length, closed rings and swapped boxes in `query`.

use hitscan::tested::cli::query::{AnswerContents, QueryOptions, run};
use serde_json::{Value, json};

fn answer(line: &str) -> Value {
    answer_with(line, &QueryOptions::default())
}

fn answer_with(line: &str, options: &QueryOptions) -> Value {
    let mut output = Vec::new();
    run(line.as_bytes(), &mut output, options).expect("memory can be written");
    serde_json::from_slice(&output).expect("an answer is JSON")
}

/// The keys of this answer that are named.
fn some(answer: &Value, keys: &[&str]) -> Value {
    keys.iter().map(|&key| answer[key].clone()).collect()
}

#[test]
fn a_pair_of_fine_numbers_is_answered_in_its_own_numbers() {
    let line = r#"{"a":{"laser":[0,0,20,0]},"b":{"laser":[9.009702,-1,9.009702,1]}}"#;
    let found = some(&answer(line), &["relation", "points", "direction"]);
    assert_eq!(found, json!(["crosses", [["4504851/500000", "0"]], ["from-right"]]));
    let line = r#"{"a":{"box":[0,0,"1/3",1e-5]},"b":{"box":["0x1p-2",0,1,1]}}"#;
    let found = some(&answer(line), &["relation", "depth"]);
    let depth = json!({"left":"1/12","top":"1/100000","right":"1","bottom":"1"});
    assert_eq!(found, json!(["overlaps", depth]));
}

#[test]
fn doubles_that_fit_no_thousandths_are_answered_exactly() {
    let line = r#"{"a":{"box":[0.1,0,1e9,1],"velocity":[0,3]},"b":{"box":[0.30000000000000004,2,1,1e22]}}"#;
    let found = some(&answer(line), &["relation", "methods", "frame"]);
    let swept = json!({"swept":{"outcome":"hit","sides":["top"],"t":"1/3"}});
    assert_eq!(found, json!(["disjoint", "too fine", swept]));
    let line = r#"{"a":{"polygon":[[0,0],[1e9,0],[0,1e-9]]},"b":{"laser":[-1,0,1,0]}}"#;
    let found = some(&answer(line), &["relation", "points", "t", "direction", "methods"]);
    let points = json!([["0", "0"], ["1", "0"]]);
    assert_eq!(found, json!(["touches", points, ["1/2", "1"], [0, 2], "too fine"]));
}

#[test]
fn a_frame_far_away_is_the_frame_at_home() {
    let line = r#"{"a":{"box":[1e30,0,1000000000000000000000000000001,1],"velocity":[6,0]},
        "b":{"box":[1000000000000000000000000000004,0,1000000000000000000000000000005,1]}}"#;
    let found = answer(&line.replace('\n', " "));
    assert_eq!(found["frame"]["swept"], json!({"outcome":"hit","sides":["left"],"t":"1/2"}));
    // Singles do not tell such numbers apart.
    let rows = rows(&found);
    assert!(rows.contains(&json!(["edge-relations", "exact", false, null])), "{rows:?}");
    assert!(rows.contains(&json!(["edge-relations", "f32", true, "rounding"])), "{rows:?}");
}

/// What each row of the methods says.
fn rows(answer: &Value) -> Vec<Value> {
    let rows = answer["methods"].as_array().expect("rows").iter();
    rows.map(|row| some(row, &["id", "arithmetic", "hit", "reason"])).collect()
}

#[test]
fn floating_point_rows_round_the_numbers_as_given() {
    // In doubles 0.7 + 0.1 is below 0.8; the scaled whole numbers are not rounded.
    let line = r#"{"a":{"box":[0.7,0,0.8,1]},"b":{"box":[0.8,0,0.9,RIGHT]}}"#;
    for right in ["1", "1.00001", "1.0000001"] {
        let contents = AnswerContents { doubles: true, ..AnswerContents::default() };
        let options = QueryOptions { contents, ..QueryOptions::default() };
        let found = answer_with(&line.replace("RIGHT", right), &options);
        let rows = rows(&found);
        assert!(rows.contains(&json!(["edge-relations", "f64", false, "rounding"])), "{rows:?}");
        assert!(rows.contains(&json!(["edge-relations", "exact", true, null])), "{rows:?}");
        assert!(rows.iter().any(|row| row[1] == "f32"), "{rows:?}");
    }
    // Without the option the rows are the same, but for those in double precision.
    let of = |options| rows(&answer_with(&line.replace("RIGHT", "1"), &options));
    let contents = AnswerContents { doubles: true, ..AnswerContents::default() };
    let mut all = of(QueryOptions { contents, ..QueryOptions::default() });
    all.retain(|row| row[1] != "f64");
    assert_eq!(of(QueryOptions::default()), all);
}

#[test]
fn points_have_numbers_of_any_length() {
    let beside = |shape: &str, point: &str| {
        let line = format!(r#"{{"a":{shape},"b":{{"point":{point}}}}}"#);
        let turned = format!(r#"{{"a":{{"point":{point}}},"b":{shape}}}"#);
        let found = answer(&line);
        assert_eq!(answer(&turned), found, "{line}");
        found
    };
    let polygon = r#"{"polygon":[[0,0],[6,0],[0,6]]}"#;
    let found = beside(polygon, r#"["1/3",1e-5]"#);
    let keys = ["pair", "relation", "hit", "direction"];
    assert_eq!(some(&found, &keys), json!(["polygon-point", "within", true, ["inside"]]));
    let said = rows(&found);
    assert!(said.contains(&json!(["winding", "f32", true, null])), "{said:?}");
    let found = beside(r#"{"laser":[0,0,3,0]}"#, "[1e-7,0]");
    assert_eq!(
        some(&found, &["pair", "relation", "t"]),
        json!(["laser-point", "within", "1/30000000"])
    );
    let found = beside(r#"{"point":[1,1]}"#, r#"["1/3",1]"#);
    assert_eq!(some(&found, &["pair", "relation"]), json!(["point-point", "disjoint"]));
    // Doubles that fit no thousandths at any scale.
    let found = beside(r#"{"box":[0,0,0.30000000000000004,2]}"#, "[0.3,1e-17]");
    let keys = ["pair", "relation", "hit", "direction", "methods"];
    assert_eq!(some(&found, &keys), json!(["box-point", "within", true, ["inside"], "too fine"]));
    let found = beside(r#"{"box":[0,0,0.30000000000000004,2]}"#, "[0.30000000000000004,1e-17]");
    assert_eq!(some(&found, &["relation", "direction"]), json!(["touches", ["right"]]));
    let found = beside(r#"{"laser":[0,0,1e9,1e9]}"#, "[1e-9,1e-9]");
    let keys = ["pair", "relation", "t", "methods"];
    assert_eq!(
        some(&found, &keys),
        json!(["laser-point", "within", "1/1000000000000000000", null])
    );
    let found = beside(r#"{"point":[1e9,1e9]}"#, "[1e-9,1e-9]");
    assert_eq!(some(&found, &["pair", "hit"]), json!(["point-point", false]));
    let message = r#"{"a":{"point":[1e-7,0],"velocity":[1,0]},"b":{"box":[0,0,1,1]}}"#;
    assert_eq!(answer(message)["error"]["message"], "a: \"velocity\": a point has none");
}

#[test]
fn moving_and_scaling_changes_no_answer() {
    let scaled = |n: i32, far: &str| match far {
        "1e20" => format!("{}", 100_000_000_000_000_000_000_i128 + i128::from(n)),
        _ => format!("\"{n}/7000000000000\""),
    };
    let pairs = [
        [0, 0, 4, 4, 2, -1, 2, 9],
        [0, 0, 4, 4, 4, 0, 8, 4],
        [0, 0, 4, 4, -3, 4, 5, 4],
        [0, 0, 4, 4, 5, 5, 6, 6],
        [0, 0, 4, 4, 1, 1, 3, 2],
    ];
    for pair in pairs {
        let line = |write: &dyn Fn(i32) -> String| {
            let [x1, y1, x2, y2, x3, y3, x4, y4] = pair.map(write);
            format!(
                r#"{{"a":{{"box":[{x1},{y1},{x2},{y2}]}},"b":{{"laser":[{x3},{y3},{x4},{y4}]}}}}"#
            )
        };
        let keys = ["relation", "hit", "t", "direction"];
        let home = some(&answer(&line(&|n| n.to_string())), &keys);
        for far in ["1e20", "fine"] {
            assert_eq!(some(&answer(&line(&|n| scaled(n, far))), &keys), home, "{pair:?} {far}");
        }
    }
}

#[test]
fn a_number_that_is_none_is_refused_with_its_field() {
    for (number, message) in [
        ("\"nan\"", "a.box[2]: \"nan\" is NaN; it must be a finite number"),
        ("\"-inf\"", "a.box[2]: \"-inf\" is infinite; it must be a finite number"),
        ("1e400", "a.box[2]: 1e400 has more than 400 digits; it must have 400 at most"),
    ] {
        let line = format!(r#"{{"a":{{"box":[0,0,{number},1]}},"b":{{"box":[0,0,1,1]}}}}"#);
        assert_eq!(answer(&line)["error"]["message"], message);
    }
}

#[test]
fn a_closed_ring_is_told() {
    let line = r#"{"a":{"polygon":[[0,0],[4,0],[0,3],[0,0]]},"b":{"laser":[1,1,9,9]}}"#;
    let open = line.replace(",[0,0]]}", "]}");
    let found = answer(line);
    assert_eq!(found["ring"], "closed");
    let keys = ["relation", "points", "t", "direction", "methods"];
    assert_eq!(some(&found, &keys), some(&answer(&open), &keys));
    assert_eq!(answer(&open)["ring"], Value::Null);
}

#[test]
fn a_swapped_box_is_told_and_a_flat_one_is_refused() {
    let found = answer(r#"{"a":{"box":[4,0,1,2]},"b":{"box":[0,0,2,1]}}"#);
    assert_eq!(some(&found, &["relation", "swapped"]), json!(["overlaps", true]));
    // Numbers in range keep their rows in single precision.
    let home = answer(r#"{"a":{"box":[1,0,4,2]},"b":{"box":[0,0,2,1]}}"#);
    assert_eq!((&found["methods"], &home["swapped"]), (&home["methods"], &Value::Null));
    let negative = r#"{"a":{"box":{"at":[4,0],"size":[-3,2]}},"b":{"box":[0,0,2,1]}}"#;
    assert_eq!(some(&answer(negative), &["relation", "swapped"]), json!(["overlaps", true]));
    for (given, message) in [
        ("[1,0,1,4]", "a.box: its width is 0; a laser has that shape: laser 1 0 1 4"),
        ("[1,0.5,2,0.5]", "a.box: its height is 0; a laser has that shape: laser 1 0.5 2 0.5"),
        ("[1,0,1,0]", "a.box: its width and its height are 0; a point has that shape: point 1 0"),
    ] {
        let line = format!(r#"{{"a":{{"box":{given}}},"b":{{"box":[0,0,2,1]}}}}"#);
        assert_eq!(answer(&line)["error"]["message"], message);
    }
}
