//! Every line of `tests/fixtures/vectors`, which an independent exact implementation wrote: `{"in":
//! query, "out": answer}`. Answers have exactly these keys, and lists this order.

use std::path::Path;
use std::{fs, io};

use assert_cmd::Command;
use hitscan::tested::cli::ExitStatus;
use hitscan::tested::cli::query::{AnswerContents, QueryOptions, run};
use hitscan_core::methods::Requested;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::printed::{hitscan, objects, printed, refused};
use crate::program::HITSCAN;

const FILES: [&str; 4] = ["integers", "decimals", "extremes", "directed"];

#[derive(Deserialize)]
struct Vector<'a> {
    #[serde(borrow, rename = "in")]
    query: &'a RawValue,
    #[serde(rename = "out")]
    answer: Value,
}

fn text_of(file: &str) -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/vectors/{file}.ndjson"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn vectors(text: &str) -> Vec<Vector<'_>> {
    text.lines().map(|line| serde_json::from_str(line).expect("a vector")).collect()
}

fn queries(vectors: &[Vector<'_>]) -> String {
    vectors.iter().flat_map(|vector| [vector.query.get(), "\n"]).collect()
}

/// A line of `games.ndjson`: what `--methods all --readings` adds to an answer.
#[derive(Deserialize)]
struct Addition<'a> {
    #[serde(borrow, rename = "in")]
    query: &'a RawValue,
    adds: Value,
}

/// The additions to the plain answer: the rows at the end of `methods`, the keys of `frame`, and
/// `readings`. Everything else must be the same.
fn added(plain: &Value, full: &Value) -> Value {
    let rows = |answer: &Value| answer["methods"].as_array().expect("a list").clone();
    let (before, after) = (rows(plain), rows(full));
    assert_eq!(after[..before.len()], before, "{plain}");
    let mut frame = serde_json::Map::new();
    let keys = full["frame"].as_object().into_iter().flatten();
    frame.extend(
        keys.filter(|(key, _)| plain["frame"].get(*key).is_none())
            .map(|(key, value)| (key.clone(), value.clone())),
    );
    let mut rest = full.clone();
    for key in frame.keys() {
        rest["frame"].as_object_mut().expect("an object").remove(key);
    }
    let rest = rest.as_object_mut().expect("an answer");
    let readings = rest.remove("readings").unwrap_or_else(|| Value::Array(Vec::new()));
    rest.insert("methods".to_owned(), Value::Array(before.clone()));
    assert_eq!(Value::Object(rest.clone()), *plain);
    serde_json::json!({ "methods": after[before.len()..], "frame": frame, "readings": readings })
}

fn assert_answers(output: &[u8], vectors: &[Vector<'_>]) {
    let output = std::str::from_utf8(output).expect("UTF-8");
    assert_eq!(output.lines().count(), vectors.len());
    for (line, vector) in output.lines().zip(vectors) {
        let answer: Value = serde_json::from_str(line).expect("an answer is JSON");
        assert_eq!(answer, vector.answer, "{}", vector.query);
    }
}

#[test]
fn the_engine_gives_every_answer_of_the_vectors() {
    for file in FILES {
        let text = text_of(file);
        let vectors = vectors(&text);
        let mut output = Vec::new();
        let outcome = run(queries(&vectors).as_bytes(), &mut output, &QueryOptions::default());
        assert_eq!(outcome.expect("memory can be read and written"), ExitStatus::Success);
        assert_answers(&output, &vectors);
    }
}

/// The vectors have the id, the pair and the frame; the frame is the same to the byte.
#[test]
fn the_engine_gives_every_answer_about_frames_with_a_polygon() {
    let path = "crates/hitscan-geom/tests/fixtures/swept.ndjson";
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
    let text = text.expect("the vectors");
    let vectors = vectors(&text);
    let contents = AnswerContents { requested: Requested::All, ..AnswerContents::default() };
    let options = QueryOptions { contents, ..QueryOptions::default() };
    let mut output = Vec::new();
    let outcome = run(queries(&vectors).as_bytes(), &mut output, &options);
    assert_eq!(outcome.expect("memory can be read and written"), ExitStatus::Success);
    let output = String::from_utf8(output).expect("UTF-8");
    assert_eq!(output.lines().count(), 462);
    for ((line, written), vector) in output.lines().zip(text.lines()).zip(&vectors) {
        let answer: Value = serde_json::from_str(line).expect("an answer is JSON");
        for key in ["id", "pair"] {
            assert_eq!(answer[key], vector.answer[key]);
        }
        let frame = written.find("\"frame\":{\"swept\"").expect("a frame");
        let frame = written[frame..].strip_suffix("}}").expect("the last key");
        assert!(line.ends_with(&format!("{frame}}}")), "{}\n{line}\n{frame}", vector.query);
    }
}

#[test]
fn a_frame_with_a_polygon_may_be_given_at_its_end_and_finer_than_thousandths() {
    let answer = |a: &str, b: &str, rest: &str| {
        let query = format!("{{\"a\":{a},\"b\":{b}{rest}}}\n");
        let answer = printed(hitscan(&["query", "--methods=all"]).write_stdin(query));
        serde_json::from_str::<Value>(&answer).expect("an answer is JSON")
    };
    let ramp = r#"{"polygon":[[10,0],[16,-6],[16,0]],"velocity":[-1,0]}"#;
    let at_start = answer(r#"{"box":[4,-2,8,0],"velocity":[3,0]}"#, ramp, "");
    assert_eq!(
        at_start["frame"]["swept"],
        serde_json::json!({
            "outcome": "hit", "t": "1/2", "edges": [0], "corners": [0], "normals": [[-1, 0], [-1, -1]],
        })
    );
    let ended = r#"{"polygon":[[9,0],[15,-6],[15,0]],"velocity":[-1,0]}"#;
    let at_end = answer(r#"{"box":[7,-2,11,0],"velocity":[3,0]}"#, ended, r#","frame":"end""#);
    assert_eq!(at_end["frame"], at_start["frame"]);
    let fine = r#"{"polygon":[[0.0010,0],[0.0016,-0.0006],[0.0016,0]],"velocity":[-0.0001,0]}"#;
    let fine = answer(r#"{"box":[0.0004,-0.0002,0.0008,0],"velocity":[0.0003,0]}"#, fine, "");
    assert_eq!(fine["frame"], at_start["frame"]);
    // A box at rest and a laser have no frame, whatever moves.
    let still = answer(r#"{"box":[4,-2,8,0]}"#, r#"{"polygon":[[10,0],[16,-6],[16,0]]}"#, "");
    assert_eq!(still.get("frame"), None);
    let laser = answer(r#"{"laser":[0,0,1,1]}"#, ramp, "");
    assert_eq!(laser.get("frame"), None);
    let moved = answer(r#"{"box":[4,-2,8,0],"velocity":[0,0]}"#, ramp, "");
    assert_eq!(moved["frame"]["swept"]["outcome"], "miss");
}

/// The vectors have the methods in exact arithmetic only.
#[test]
fn the_engine_gives_every_answer_about_points() {
    let text = text_of("points");
    let vectors = vectors(&text);
    let mut output = Vec::new();
    let outcome = run(queries(&vectors).as_bytes(), &mut output, &QueryOptions::default());
    assert_eq!(outcome.expect("memory can be read and written"), ExitStatus::Success);
    let answers = objects(&String::from_utf8(output).expect("UTF-8"));
    assert_eq!(answers.len(), vectors.len());
    let exact = answers.into_iter().map(|mut answer| {
        if let Some(rows) = answer.get_mut("methods").and_then(Value::as_array_mut) {
            let ids: Vec<_> = rows.iter().filter(|row| row["arithmetic"] == "f32").collect();
            assert_eq!(ids.len(), 2);
            rows.retain(|row| row["arithmetic"] == "exact");
        }
        answer.to_string() + "\n"
    });
    assert_answers(exact.collect::<String>().as_bytes(), &vectors);
}

/// The order of the two changes nothing but the pair; neither does the moment of a frame.
#[test]
fn points_are_answered_in_either_order() {
    for (one, other, answer) in [
        (
            r#"{"point":[1,1]}"#,
            r#"{"point":[1,1]}"#,
            r#"{"pair":"point-point","relation":"equals","hit":true}"#,
        ),
        (
            r#"{"point":[2,1]}"#,
            r#"{"laser":[0,0,6,3]}"#,
            r#"{"pair":"laser-point","relation":"within","hit":true,"t":"1/3"}"#,
        ),
        (
            r#"{"point":[2,1]}"#,
            r#"{"laser":[2,1,2,1]}"#,
            r#"{"pair":"laser-point","relation":"touches","hit":true,"t":"0"}"#,
        ),
    ] {
        for [a, b] in [[one, other], [other, one]] {
            let query = format!("{{\"a\":{a},\"b\":{b},\"frame\":\"end\"}}\n");
            assert_eq!(printed(hitscan(&["query"]).write_stdin(query)), answer.to_owned() + "\n");
        }
    }
}

#[test]
fn the_program_gives_the_same_answers_through_a_pipe() -> io::Result<()> {
    for file in FILES {
        let text = text_of(file);
        let vectors = vectors(&text);
        let output = Command::new(HITSCAN).arg("query").write_stdin(queries(&vectors)).output()?;
        assert_eq!(output.status.code(), Some(0));
        assert_answers(&output.stdout, &vectors);
    }
    Ok(())
}

fn additions(text: &str) -> Vec<Addition<'_>> {
    text.lines().map(|line| serde_json::from_str(line).expect("a vector")).collect()
}

/// The program's answers to all of them with these options.
fn answers(lines: &[Addition<'_>], options: &[&str]) -> Vec<Value> {
    let queries: String = lines.iter().flat_map(|line| [line.query.get(), "\n"]).collect();
    let mut program = hitscan(&[&["query"], options].concat());
    let answers = objects(&printed(program.write_stdin(queries)));
    assert_eq!(answers.len(), lines.len());
    answers
}

fn assert_same<'a>(found: impl Iterator<Item = (&'a Addition<'a>, Value, Value)>) {
    let faults: Vec<_> = found
        .filter(|(_, found, expected)| found != expected)
        .map(|(line, found, expected)| {
            format!("{}\nexpected {expected}\nfound    {found}", line.query)
        })
        .collect();
    let some = faults[..faults.len().min(5)].join("\n");
    assert!(faults.is_empty(), "{} differ, such as\n{some}", faults.len());
}

/// The readings in the vectors of the games.
const OF_THE_GAMES: [&str; 4] = ["union", "printed", "table", "int"];

#[test]
fn the_program_adds_what_the_vectors_of_the_games_contain() {
    let text = text_of("games");
    let lines = additions(&text);
    let (plain, full) = (answers(&lines, &[]), answers(&lines, &["--methods=all", "--readings"]));
    assert_same(lines.iter().zip(plain.iter().zip(&full)).map(|(line, (plain, full))| {
        let mut found = added(plain, full);
        let readings = found["readings"].as_array_mut().expect("a list");
        readings.retain(|row| OF_THE_GAMES.iter().any(|name| row["reading"] == **name));
        (line, found, line.adds.clone())
    }));
}

#[test]
fn the_program_adds_every_reading_that_the_vectors_have() {
    let text = text_of("readings");
    let lines = additions(&text);
    let full = answers(&lines, &["--readings"]);
    assert_same(lines.iter().zip(&full).map(|(line, full)| {
        let readings = full.get("readings").cloned().unwrap_or_else(|| Value::Array(Vec::new()));
        (line, readings, line.adds["readings"].clone())
    }));
}

#[test]
fn the_product_that_decides_the_turn_matches_the_vectors() {
    let text = text_of("readings");
    let lines: Vec<_> =
        additions(&text).into_iter().filter(|line| line.adds.get("turn").is_some()).collect();
    assert_eq!(lines.len(), 259);
    let explained = answers(&lines, &["--explain"]);
    assert_same(lines.iter().zip(&explained).map(|(line, explained)| {
        let steps = explained["frame"]["relative-velocity"]["steps"].as_array().expect("a list");
        let product = steps.iter().find(|step| step["formula"] == "z = cross(r, v)");
        let z = product.expect("the code reaches its last part")["value"].clone();
        let turn = match z.as_str() {
            Some("0") => "same",
            Some(z) if z.starts_with('-') => "left",
            _ => "right",
        };
        (line, serde_json::json!({ "v": turn, "z": z }), line.adds["turn"].clone())
    }));
}

#[test]
fn single_methods_are_added_by_their_ids() {
    let query = "{\"a\":{\"box\":[0,0,4,2]},\"b\":{\"laser\":[-1,1,5,1]}}\n";
    let mut program = hitscan(&["query", "--methods=slab,least-overlap"]);
    let answer: Value = serde_json::from_str(&printed(program.write_stdin(query))).expect("JSON");
    let ids: Vec<_> = answer["methods"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| format!("{} {}", row["id"], row["arithmetic"]).replace('"', ""))
        .collect();
    assert_eq!(ids, ["edges exact", "edges f32", "slab exact", "slab f32"]);
    let message = refused(&mut hitscan(&["query", "--methods=slap"]), 2);
    assert!(
        message.contains("no method has the id slap; expected all, listed, or some of"),
        "{message}"
    );
}
