//! Recordings of sessions with methods of the user's own, replayed without them.

use std::fs;
use std::process::Command;

use crate::program::HITSCAN;
use crate::run::{run, sheet, text};

#[test]
fn a_replay_skips_a_missing_own_method_with_a_note() {
    let here = tempfile::tempdir().expect("a directory can be made");
    let path = here.path().join("session.hits");
    let path = path.to_str().expect("a path");
    let script = "box A 0 0 4 4\nlaser L 1 1 9 9\nmethod edges\nmove A 1 0\n";
    let recorded = run(&["--record", path], script);
    assert_eq!(recorded.status.code(), Some(0), "{}", sheet(&recorded));
    let recording = fs::read_to_string(path).expect("it is there");
    let of_own = recording.replace("\nmethod edges\n", "\nmethod my_hit\n");
    assert_ne!(recording, of_own, "the recording has the line");
    fs::write(path, of_own).expect("it can be written");
    let replayed = run(&["--replay", path, "--check"], "");
    assert_eq!(replayed.status.code(), Some(0), "{}", sheet(&replayed));
    let said = text(&replayed.stdout) + &text(&replayed.stderr);
    assert!(said.contains("method my_hit: not available, skipped"), "{said}");
}

#[test]
fn predictions_are_listed_from_a_session_with_an_own_method() {
    let here = tempfile::tempdir().expect("a directory can be made");
    let script = "box A 0 0 4 4\nlaser L 1 1 9 9\nmethod edges\npredict L A hit\n";
    let path = here.path().join("anna.hits");
    let recorded = run(&["--predict", "--record", path.to_str().expect("a path")], script);
    assert_eq!(recorded.status.code(), Some(0), "{}", sheet(&recorded));
    let recording = fs::read_to_string(&path).expect("it is there");
    let of_own = recording.replace("\nmethod edges\n", "\nmethod my_hit\n");
    assert_ne!(recording, of_own, "the recording has the line");
    fs::write(&path, of_own).expect("it can be written");
    let listed = Command::new(HITSCAN).args(["check", "--replay"]).arg(path).output();
    let listed = listed.expect("it runs");
    assert_eq!(listed.status.code(), Some(0), "{}", sheet(&listed));
    assert!(text(&listed.stdout).contains("frame 0  L>A"), "{}", text(&listed.stdout));
}
