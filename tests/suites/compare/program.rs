//! The program: its options, its files, its exit status.

use hitscan::tested::host::files;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use assert_cmd::Command;

use crate::program::HITSCAN;
use crate::snapshots::assert_snapshot;

fn program(options: &[&str]) -> Command {
    let mut command = Command::new(HITSCAN);
    command.arg("compare").args(options);
    command
}

fn saving(directory: &Path, more: &[&str]) -> Command {
    let mut command = program(&["--pairs", "3000", "--span", "3"]);
    command.args(more).arg("--save").arg(directory);
    command
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn the_same_options_print_the_same_and_no_errors() {
    let run = || program(&["--pairs", "3000", "--seed", "5"]).output().expect("it runs");
    let output = run();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "", "no bar without a terminal");
    assert!(text(&output.stdout).starts_with("3000 pairs: laser-laser, seed 5, "));
    assert!(text(&output.stdout).is_ascii() && text(&output.stdout).ends_with('\n'));
    assert_eq!(run(), output);
}

#[test]
fn options_at_fault_are_named_with_what_would_be_right() {
    let mut said = String::new();
    for options in include_str!("../../fixtures/bad/compare_options.txt").lines() {
        let words: Vec<&str> = options.split(' ').collect();
        let output = program(&words).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{options}");
        assert_eq!(text(&output.stdout), "", "{options}");
        let first = text(&output.stderr).lines().next().expect("a fault");
        writeln!(said, "{options}\n  {first}").expect("a String takes everything");
    }
    assert_snapshot!("compare", said);
}

#[test]
fn examples_are_saved_and_found_again() {
    let folder = tempfile::tempdir().expect("a directory");
    let directory = folder.path().join("not/yet");
    let output = saving(&directory, &[]).output().expect("it runs");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    let files: Vec<_> = fs::read_dir(&directory).expect("it was made").collect();
    assert!(files.len() > 3);
    assert_eq!(text(&output.stdout).matches("\nsaved ").count(), files.len());
    let path = directory.join("straddle-collinear-apart.toml");
    assert_eq!(
        files::load(&path).expect("a scene").title.shown(),
        "straddle is wrong: collinear-apart"
    );

    // `check` confirms the expectations of each.
    let paths = files.iter().map(|file| file.as_ref().expect("a file").path());
    let check = Command::new(HITSCAN).arg("check").args(paths).output();
    assert_eq!(check.expect("it runs").status.code(), Some(0));

    let again = saving(&directory, &[]).output().expect("it runs");
    assert_eq!((again.status.code(), text(&again.stderr)), (Some(0), ""));
    assert_eq!(text(&again.stdout).matches(" exists already, unchanged").count(), files.len());
}

#[test]
fn files_of_others_are_never_overwritten() {
    let folder = tempfile::tempdir().expect("a directory");
    let mine = folder.path().join("straddle-collinear-apart.toml");
    fs::write(&mine, "title = \"mine\"\n").expect("a file");
    let taken = folder.path().join("proper-touching.toml");
    fs::create_dir(&taken).expect("a directory");
    let output = saving(folder.path(), &[]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let faults: Vec<_> = text(&output.stderr).lines().collect();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].contains("straddle-collinear-apart.toml: not saved: "), "{faults:?}");
    assert!(faults[1].contains("proper-touching.toml: not saved: "), "{faults:?}");
    assert_eq!(fs::read_to_string(&mine).expect("still there"), "title = \"mine\"\n");
    assert!(folder.path().join("proper-parallel.toml").is_file(), "the others are saved");
}

#[test]
fn a_directory_that_cannot_be_created_is_reported_before_any_work() {
    let folder = tempfile::tempdir().expect("a directory");
    let file = folder.path().join("file\u{1b}[m");
    fs::write(&file, "").expect("a file");
    let mut command = program(&["--pairs", "1000000000000", "--save"]);
    command.arg(file.join("out"));
    let output = command.timeout(std::time::Duration::from_secs(20)).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
    assert!(text(&output.stderr).contains("cannot be created"), "{:?}", text(&output.stderr));
    assert!(!text(&output.stderr).contains('\u{1b}'));
}

#[test]
fn json_output_is_json_only_even_while_saving() {
    let folder = tempfile::tempdir().expect("a directory");
    let output = saving(folder.path(), &["--format", "ndjson"]).output().expect("it runs");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    for line in text(&output.stdout).lines() {
        serde_json::from_str::<serde_json::Value>(line).unwrap_or_else(|_| panic!("{line}"));
    }
    assert!(folder.path().join("proper-parallel.toml").is_file());
}

#[test]
fn a_reader_that_stops_early_is_not_an_error() {
    let mut child = std::process::Command::new(HITSCAN)
        .args(["compare", "--pairs", "2000"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(text(&output.stderr), "");
}
