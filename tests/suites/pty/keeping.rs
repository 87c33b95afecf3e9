//! Recordings made on the screen, and sessions that are cut off.

use std::fs;
use std::path::Path;
use std::process::Command;

use rustix::process::Signal;

use crate::program::HITSCAN;
use crate::terminal::{Start, Terminal};

fn started(start: Start) -> Terminal {
    let terminal = start.run();
    terminal.wait_for_text("start: two boxes and a laser");
    terminal
}

fn enter(terminal: &mut Terminal, line: &str) {
    terminal.send(":");
    terminal.wait_for_text("polygon");
    terminal.send(line);
    terminal.keys("Enter");
}

fn last_line(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("it is there");
    text.lines().next_back().expect("a line").to_owned()
}

#[test]
fn what_is_typed_at_the_screen_has_the_digest_of_the_same_commands() {
    let directory = tempfile::tempdir().expect("there is room");
    let start = Start::hitscan(["start", "--record", "typed.hits"]).cwd(directory.path());
    let mut terminal = started(start);
    // tests/fixtures/recordings/pushes.hits, key by key.
    terminal.keys("Right Right");
    terminal.wait_for_text(":move 1 0");
    enter(&mut terminal, "move B 6 0");
    terminal.wait_for_text(":move B 6 0");
    terminal.keys("Left");
    enter(&mut terminal, "undo 2");
    terminal.wait_for_text(":undo 2");
    terminal.keys("r");
    enter(&mut terminal, "move B 0 -20");
    terminal.wait_for_text(":move B 0 -20");
    terminal.keys(", u");
    enter(&mut terminal, "move B 12 8");
    terminal.wait_for_text(":move B 12 8");
    terminal.keys("q");
    assert_eq!(terminal.wait_for_clean_end(), 0);

    let recorded =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recordings/pushes.hits");
    let typed = directory.path().join("typed.hits");
    assert!(last_line(&typed).starts_with("# digest "));
    assert_eq!(last_line(&typed), last_line(&recorded));
    let check = Command::new(HITSCAN).args(["run", "--check", "--replay"]).arg(&typed).output();
    assert!(check.expect("it runs").status.success());
}

#[test]
fn recording_can_begin_late_and_tells_what_was_done_before() {
    let directory = tempfile::tempdir().expect("there is room");
    let mut terminal = started(Start::hitscan([""; 0]).cwd(directory.path()));
    terminal.keys("Right Right Right Right Right Right");
    enter(&mut terminal, "record late.hits");
    terminal.wait_for_text("recording late.hits");
    terminal.keys("Left");
    enter(&mut terminal, "record again.hits");
    terminal.wait_for_text("this is being recorded already");
    terminal.keys("q");
    assert_eq!(terminal.wait_for_clean_end(), 0);
    let text = fs::read_to_string(directory.path().join("late.hits")).expect("it is there");
    assert_eq!(text.lines().filter(|line| *line == "move B 1 0").count(), 6, "{text}");
    assert!(text.contains("move B -1 0\n# digest "), "{text}");
}

#[test]
fn a_killed_screen_leaves_a_recording_up_to_its_last_command() {
    let directory = tempfile::tempdir().expect("there is room");
    let start = Start::hitscan(["start", "--record", "killed.hits"]).cwd(directory.path());
    let mut terminal = started(start);
    terminal.keys("Right Up Left");
    terminal.wait_for_text(":move -1 0");
    terminal.signal(Signal::KILL);
    assert_eq!(last_line(&directory.path().join("killed.hits")), "move B -1 0");
}

#[test]
fn a_session_that_was_cut_off_is_offered_and_taken_up() {
    let directory = tempfile::tempdir().expect("there is room");
    let state = directory.path().join("state");
    let state = state.to_str().expect("a path");
    let start = || Start::hitscan([""; 0]).env("XDG_STATE_HOME", state).size(100, 24);
    for signal in [Signal::HUP, Signal::TERM] {
        let mut terminal = started(start());
        terminal.keys("Right Right Right");
        terminal.wait_for_text("x 14..22");
        terminal.signal(signal);
        terminal.wait_for_clean_end();

        let mut terminal = started(start());
        terminal.wait_for_text("a session was cut off");
        terminal.wait_for_text(":recover");
        terminal.keys("Tab Tab Tab");
        terminal.wait_for_text("x 11..19");
        enter(&mut terminal, "recover");
        terminal.wait_for_text("taken up where it was cut off");
        terminal.keys("u");
        terminal.wait_for_text("x 13..21");
        terminal.keys("q");
        assert_eq!(terminal.wait_for_clean_end(), 0);

        // Quitting keeps nothing.
        let mut terminal = started(start());
        terminal.keys("Right");
        terminal.wait_for_text("x 12..20");
        assert!(!terminal.screen().contains("cut off"), "{}", terminal.screen());
        terminal.keys("q");
        assert_eq!(terminal.wait_for_clean_end(), 0);
    }
}

#[test]
fn a_terminal_that_goes_leaves_the_session_too() {
    let directory = tempfile::tempdir().expect("there is room");
    let state = directory.path().to_str().expect("a path");
    let mut terminal = started(Start::hitscan([""; 0]).env("XDG_STATE_HOME", state));
    terminal.keys("Right");
    terminal.wait_for_text("x 12..20");
    terminal.hang_up();
    assert_eq!(terminal.wait_for_end(), 129);
    let left = fs::read_dir(directory.path().join("hitscan")).expect("a directory");
    let mut endings: Vec<_> = left
        .map(|entry| entry.expect("an entry").path())
        .filter_map(|path| Some(path.extension()?.to_str()?.to_owned()))
        .collect();
    endings.sort();
    assert_eq!(endings, ["hits", "toml"]);
}
