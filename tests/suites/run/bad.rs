//! The exact message for every broken command and recording in `tests/fixtures/bad`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::HITSCAN;
use crate::run::{run, run_in, sheet, text};
use crate::snapshots::assert_snapshot;

fn folder(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/bad").join(name)
}

#[test]
fn every_bad_recording_is_refused_with_position_and_reason() {
    let entries = fs::read_dir(folder("recordings")).expect("there are some");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .filter(|name| Path::new(name).extension().is_some_and(|ending| ending == "hits"))
        .collect();
    names.sort();
    assert!(names.len() >= 15, "{names:?}");
    let mut all = String::new();
    for name in names {
        let output = run_in(&folder("recordings"), &["--replay", &name, "--check"], "");
        assert_ne!(output.status.code(), Some(0), "{name}");
        let told = sheet(&output);
        assert!(!told.contains(|c: char| c.is_control() && c != '\n'), "{name}: {told:?}");
        let _ = writeln!(all, "=== {name}\n{told}");
    }
    assert_snapshot!("run", "bad_recordings", all);
}

#[test]
fn the_message_for_every_bad_command_says_what_would_be_right() {
    let commands = fs::read_to_string(folder("commands/commands.txt")).expect("a corpus");
    let scene = folder("commands/scene.toml");
    let scene = scene.to_str().expect("a path");
    let mut all = String::new();
    let commands = commands.lines().filter(|line| !line.starts_with("# ") && !line.is_empty());
    let mut count = 0;
    for command in commands {
        count += 1;
        let output = run(&[scene], &format!("{command}\ndescribe A\n"));
        assert_eq!(output.status.code(), Some(1), "{command}");
        let told = text(&output.stdout);
        let (fault, after) = told.split_once('\n').expect("two lines");
        let fault = fault.strip_prefix("ERROR line 1: ").expect(command);
        assert_eq!(after, "A box x 0..4 y 0..4 v 0,0\n", "{command}: the world is unchanged");
        let _ = writeln!(all, "{command}\n    {fault}");
    }
    assert!(count >= 80, "{count}");
    assert_snapshot!("run", "bad_commands", all);
}

#[test]
fn missing_and_endless_files_and_options_that_exclude_each_other_are_refused() {
    let output = run(&["--replay", "no/such.hits"], "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "error: no/such.hits: no such recording\n");
    let output = run(&["--replay", "tests"], "");
    assert_eq!(text(&output.stderr), "error: tests: a directory, not a recording\n");
    // Neither ends by itself: one blocks, the other yields bytes forever.
    let directory = tempfile::tempdir().expect("there is room");
    let pipe = directory.path().join("pipe.hits");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    for file in [pipe.as_path(), Path::new("/dev/zero")] {
        let file = file.to_string_lossy();
        let expected = format!("{file}: a pipe, a socket or a device, not a recording");
        assert_eq!(text(&run(&["--replay", &file], "").stderr), format!("error: {expected}\n"));
        for (task, shown) in [("render", "error: "), ("check", "not read  ")] {
            let output = Command::new(HITSCAN).args([task, "--replay", &file]).output();
            let output = output.expect("it runs");
            let said = text(&output.stderr) + &text(&output.stdout);
            assert!(said.contains(&format!("{shown}{expected}\n")), "{task}: {said}");
        }
    }
    fs::write(directory.path().join("a.hits"), "# hitscan recording 1\n").expect("written");
    fs::rename(&pipe, directory.path().join("a.hits.records")).expect("renamed");
    let recording = directory.path().join("a.hits").to_string_lossy().into_owned();
    assert_eq!(
        text(&run(&["--replay", &recording, "--check"], "").stderr),
        format!(
            "error: {recording}.records: a pipe, a socket or a device, not a file of records\n"
        )
    );
    for arguments in [
        &["--check"][..],
        &["start", "--replay", "a.hits"],
        &["--replay", "a.hits", "--check", "--record", "b.hits"],
        &["--format", "xml"],
    ] {
        assert_eq!(run(arguments, "").status.code(), Some(2), "{arguments:?}");
    }
}

/// If there is no terminal, names the alternative.
#[test]
fn without_a_terminal_the_message_names_run() {
    let output = Command::new(HITSCAN)
        .arg("start")
        .env("TERM", "xterm")
        .env_remove("ACCESSIBLE")
        .stdin(Stdio::null())
        .output()
        .expect("the program can be started");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        text(&output.stderr),
        "error: the keyboard is read from a terminal, and standard input is not one; hitscan \
         run takes commands from a pipe or a file\n"
    );
}

/// An argument may have been pasted.
#[test]
fn wrong_arguments_are_named_without_control_characters() {
    for argument in ["--x\u{202e}d", "--\u{1b}[31m", "--glyphs=\u{7}"] {
        let run = assert_cmd::Command::new(HITSCAN).arg(argument).assert().code(2);
        let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        let acts = |c: char| c != '\n' && hitscan_core::scene::is_forbidden(c);
        assert!(said.contains("error: ") && !said.contains(acts), "{said:?}");
    }
}
