//! `hitscan run --predict`: the answer stays covered until the question is answered, and the
//! recording lists the predictions.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::printed::objects;
use crate::program::HITSCAN;
use crate::run::{run_in, sheet, text};
use crate::snapshots::assert_snapshot;

/// A box beside a wall: a miss, then a hit on its left, then inside it.
const SCENE: &str = "\
[[box]]
name = \"wall\"
at = [20, 0]
size = [4, 40]
fixed = true
[[box]]
name = \"B\"
at = [8, 4]
size = [4, 4]
velocity = [5, 0]
";

fn predicting(arguments: &[&str], script: &str) -> (tempfile::TempDir, std::process::Output) {
    let directory = tempfile::tempdir().expect("there is room");
    std::fs::write(directory.path().join("wall.toml"), SCENE).expect("written");
    let arguments: Vec<_> = ["--predict", "wall.toml"].iter().chain(arguments).copied().collect();
    let output = run_in(directory.path(), &arguments, script);
    (directory, output)
}

#[test]
fn each_frame_asks_and_the_test_comes_after_the_answer() {
    let script = "predict miss\nstep\npredict miss\nstep\npredict hit left\nstep\nskip\nstep\n";
    let (_directory, output) = predicting(&[], script);
    assert_snapshot!("run", "predicting_text", sheet(&output));
    let (_directory, output) = predicting(&["--format", "ndjson", "--methods"], script);
    assert_snapshot!("run", "predicting_ndjson", sheet(&output));
}

#[test]
fn after_several_frames_only_the_last_is_asked_about_and_other_pairs_are_shown_at_once() {
    let script = "box C 0 20 4 4\nselect B\nvelocity C 0 1\nskip\nstep 3\n";
    let (_directory, output) = predicting(&["--all", "--format", "ndjson"], script);
    let events = objects(&text(&output.stdout));
    let asked = |event: &&Value| event["event"] == "covered" && event["frame"] == 3;
    let at = events.iter().position(|event| asked(&event)).expect("it is asked");
    let of_pair = |event: &&Value, pair: [&str; 2]| {
        event["event"] == "test"
            && pair.iter().all(|name| event["a"] == *name || event["b"] == *name)
    };
    let frames = |events: &[Value], pair: [&str; 2]| -> Vec<u64> {
        let tests = events.iter().filter(|event| of_pair(event, pair));
        tests.filter_map(|event| event["frame"].as_u64()).filter(|&frame| frame > 0).collect()
    };
    assert_eq!(frames(&events[..at], ["B", "wall"]), [1, 2]);
    assert_eq!(frames(&events[..at], ["C", "wall"]), [1, 2, 3]);
    assert_eq!(frames(&events[at..], ["B", "wall"]), [3], "as the run ends");
}

/// Three students, who each answer in their own way.
#[test]
fn the_predictions_in_recordings_are_listed_like_those_of_the_screen() {
    let directory = tempfile::tempdir().expect("there is room");
    std::fs::write(directory.path().join("wall.toml"), SCENE).expect("written");
    for (who, script) in [
        ("anna", "predict miss\nstep\npredict miss\nstep\npredict hit left\n"),
        ("ben", "predict hit\nstep\npredict B wall touch left\nstep\npredict hit right\n"),
        ("cleo", "skip\nstep\nstep\nskip\n"),
    ] {
        let file = format!("{who}.hits");
        let output =
            run_in(directory.path(), &["--predict", "--record", &file, "wall.toml"], script);
        assert_eq!(output.status.code(), Some(0), "to be wrong is no fault: {}", sheet(&output));
        let again = run_in(directory.path(), &["--check", "--replay", &file], "");
        assert_eq!(again.status.code(), Some(0), "{}", sheet(&again));
    }
    let table = Command::new(HITSCAN)
        .args(["check", "--replay", "anna.hits", "ben.hits", "cleo.hits"])
        .current_dir(directory.path())
        .output()
        .expect("it runs");
    assert_snapshot!("run", "predicting_table", sheet(&table));
}

/// A program reads the questions and answers them; no output is stuck in a buffer.
#[test]
fn a_program_can_answer_line_by_line() {
    let mut command = Command::new(HITSCAN);
    command.args(["run", "--predict", "--format", "ndjson", "start"]);
    let mut child = super::piped(command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR"))));
    let mut stdin = child.stdin.take().expect("it is piped");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let mut next = |event: &str| -> Value {
        let line = lines.next().expect("a line").expect("text");
        let value: Value = serde_json::from_str(&line).expect(&line);
        assert_eq!(value["event"], event, "{line}");
        value
    };
    for (said, command) in [("miss", "move B 6 0\n"), ("hit", "quit\n")] {
        let asked = next("covered");
        let [a, b] = ["a", "b"].map(|key| asked[key].as_str().expect("a name").to_owned());
        writeln!(stdin, "predict {a} {b} {said}").expect("it reads");
        let answer = next("predict");
        assert_eq!(answer["frame"], asked["frame"]);
        assert_eq!((&answer["said"], &answer["right"]), (&said.into(), &true.into()));
        if said == "hit" {
            next("test");
        }
        stdin.write_all(command.as_bytes()).expect("it reads");
    }
    assert!(child.wait().expect("it ends").success());
}
