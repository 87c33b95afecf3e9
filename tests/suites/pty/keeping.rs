//! Recordings made on the screen, and crash recovery.

use std::fs;
use std::path::Path;
use std::process::Command;

use rustix::process::Signal;

use crate::program::HITSCAN;
use crate::terminal::{Start, Terminal};

fn enter<'a>(terminal: &'a mut Terminal, line: &str) -> &'a mut Terminal {
    terminal.send(":").shows("polygon").send(line).keys("Enter")
}

fn last_line(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("it is there");
    text.lines().next_back().expect("a line").to_owned()
}

/// The commands for the first scene.
const COMMANDS: &str = "move B 1 0\nmove B 1 0\nmove B 6 0\nmove B -1 0\nundo 2\nredo\n\
    move B 0 -20\nback\nundo\nmove B 12 8\n";

#[test]
fn keys_on_the_screen_have_the_digest_of_the_same_commands() {
    let directory = tempfile::tempdir().expect("there is room");
    let start = Start::hitscan(["start", "--record", "typed.hits"]).cwd(directory.path());
    let mut terminal = start.run_to_start();
    // COMMANDS, key by key.
    terminal.keys("Right Right").wait_for_text(":move 1 0");
    enter(&mut terminal, "move B 6 0").shows(":move B 6 0").keys("Left");
    enter(&mut terminal, "undo 2").shows(":undo 2").keys("r");
    enter(&mut terminal, "move B 0 -20").shows(":move B 0 -20").keys(", u");
    enter(&mut terminal, "move B 12 8").shows(":move B 12 8").quit();

    let [typed, recorded] =
        ["typed", "lines"].map(|name| directory.path().join(format!("{name}.hits")));
    let mut lines = assert_cmd::Command::new(HITSCAN);
    lines.args(["run", "start", "--record"]).arg(&recorded).write_stdin(COMMANDS);
    lines.assert().success();
    assert!(last_line(&typed).starts_with("# digest "));
    assert_eq!(last_line(&typed), last_line(&recorded));
    let check = Command::new(HITSCAN).args(["run", "--check", "--replay"]).arg(&typed).output();
    assert!(check.expect("it runs").status.success());
}

#[test]
fn recording_can_begin_late_and_includes_what_was_done_before() {
    let directory = tempfile::tempdir().expect("there is room");
    let mut terminal = Start::hitscan([""; 0]).cwd(directory.path()).run_to_start();
    terminal.keys("Right Right Right Right Right Right");
    enter(&mut terminal, "record late.hits").shows("recording late.hits").keys("Left");
    enter(&mut terminal, "record again.hits").shows("this is being recorded already").quit();
    let text = fs::read_to_string(directory.path().join("late.hits")).expect("it is there");
    assert_eq!(text.lines().filter(|line| *line == "move B 1 0").count(), 6, "{text}");
    assert!(text.contains("move B -1 0\n# digest "), "{text}");
}

#[test]
fn a_killed_screen_leaves_a_recording_up_to_its_last_command() {
    let directory = tempfile::tempdir().expect("there is room");
    let start = Start::hitscan(["start", "--record", "killed.hits"]).cwd(directory.path());
    let mut terminal = start.run_to_start();
    terminal.keys("Right Up Left").wait_for_text(":move -1 0");
    terminal.signal(Signal::KILL);
    assert_eq!(last_line(&directory.path().join("killed.hits")), "move B -1 0");
}

#[test]
fn a_crashed_session_is_offered_and_resumed() {
    let directory = tempfile::tempdir().expect("there is room");
    let state = directory.path().join("state");
    let state = state.to_str().expect("a path");
    let start = || Start::hitscan([""; 0]).env("XDG_STATE_HOME", state).size(100, 24);
    for signal in [Signal::HUP, Signal::TERM] {
        let mut terminal = start().run_to_start();
        terminal.keys("Right Right Right").wait_for_text("x 14..22");
        terminal.signal(signal);
        terminal.wait_for_clean_end();

        let mut terminal = start().run_to_start();
        terminal.wait_for_text("a session was cut off");
        terminal.shows(":recover").keys("Tab Tab Tab").wait_for_text("x 11..19");
        enter(&mut terminal, "recover").shows("resumed where it was cut off").keys("u");
        terminal.wait_for_text("x 13..21");
        // After another crash it is offered again, until it is discarded.
        terminal.signal(signal);
        terminal.wait_for_clean_end();
        let mut terminal = start().run_to_start();
        terminal.wait_for_text("a session was cut off");
        enter(&mut terminal, "recover drop").shows("discarded the unsaved work on").quit();

        // Quitting leaves no recovery file.
        let mut terminal = start().run_to_start();
        terminal.keys("Right").wait_for_text("x 12..20");
        assert!(!terminal.screen().contains("cut off"), "{}", terminal.screen());
        terminal.quit();
    }
}

#[test]
fn a_session_whose_terminal_hangs_up_can_be_recovered() {
    let directory = tempfile::tempdir().expect("there is room");
    let state = directory.path().to_str().expect("a path");
    let mut terminal = Start::hitscan([""; 0]).env("XDG_STATE_HOME", state).run_to_start();
    terminal.keys("Right").wait_for_text("x 12..20");
    terminal.hang_up();
    assert_eq!(terminal.wait_for_end(), 129);
    assert_eq!(left_in(directory.path()), 1);
}

/// The number of recovery files there.
fn left_in(state: &Path) -> usize {
    fs::read_dir(state.join("hitscan")).map_or(0, Iterator::count)
}

/// A screen with this state directory.
fn keeping_in(state: &Path) -> Terminal {
    let state = state.to_str().expect("a path");
    Start::hitscan([""; 0]).env("XDG_STATE_HOME", state).size(100, 24).run_to_start()
}

#[test]
fn a_killed_screen_loses_nothing_that_was_done() {
    let state = tempfile::tempdir().expect("there is room");
    let mut terminal = keeping_in(state.path());
    terminal.keys("Right Right Right");
    enter(&mut terminal, "box late 30 2 4 4").wait_for_text("late");
    enter(&mut terminal, "velocity B 1 0").shows(":velocity B 1 0").keys(". .");
    terminal.wait_for_text("frame 5");
    terminal.kill();

    let mut terminal = keeping_in(state.path());
    terminal.wait_for_text("a session was cut off just now (two boxes and a laser)");
    // The offer disappears with the next key. The help shows it until it is taken.
    terminal.keys("?").shows("unsaved work").keys("Esc");
    enter(&mut terminal, "recover").wait_for_text("resumed where it was cut off");
    terminal.wait_for_text("frame 5");
    terminal.shows("late").keys("?").wait_for_text("this note, in the panel");
    assert!(!terminal.screen().contains("unsaved work"), "{}", terminal.screen());
    terminal.keys("Esc");
    enter(&mut terminal, "undo 4").wait_for_text("frame 3 of 5");
    assert!(!terminal.screen().contains("[late]"), "{}", terminal.screen());
    assert_eq!(enter(&mut terminal, "quit!").wait_for_clean_end(), 0);
}

#[test]
fn nine_killed_sessions_can_all_be_recovered() {
    let state = tempfile::tempdir().expect("there is room");
    for _ in 0..9 {
        let mut terminal = keeping_in(state.path());
        terminal.keys("Right").wait_for_text("x 12..20");
        terminal.signal(Signal::KILL);
    }
    assert_eq!(left_in(state.path()), 9);
    let mut terminal = keeping_in(state.path());
    terminal.wait_for_text("9 sessions were cut off, the last just now (");
    enter(&mut terminal, "recover list").shows("9 just now two boxes and a laser").quit();
    assert_eq!(left_in(state.path()), 9);
}

#[test]
fn two_screens_that_recover_at_once_get_different_sessions() {
    let state = tempfile::tempdir().expect("there is room");
    let mut terminal = keeping_in(state.path());
    terminal.keys("Right Right Right").wait_for_text("x 14..22");
    terminal.kill();

    let mut both = [keeping_in(state.path()), keeping_in(state.path())];
    for terminal in &mut both {
        enter(terminal, "recover");
    }
    let taken = both.each_ref().map(|terminal| {
        let screen = terminal.wait_for("an answer", |screen| {
            [
                "resumed where it was cut off",
                "no session was cut off",
                "another hitscan is using it",
            ]
            .iter()
            .any(|answer| screen.contains(answer))
        });
        screen.contains("resumed")
    });
    assert_eq!(taken.iter().filter(|&&taken| taken).count(), 1, "{taken:?}");
}

#[test]
fn the_recovery_file_is_removed_when_the_scene_is_saved_and_closed() {
    let state = tempfile::tempdir().expect("there is room");
    let mut terminal = keeping_in(state.path());
    assert_eq!(left_in(state.path()), 0, "nothing is done yet");
    terminal.keys("Tab").wait_for_text("L >");
    assert_eq!(left_in(state.path()), 0, "nothing was changed");
    terminal.keys("Right").wait_for_text(":move 1 0");
    assert_eq!(left_in(state.path()), 1);
    let mine = state.path().join("mine.toml");
    enter(&mut terminal, &format!("save \"{}\"", mine.display()));
    terminal.wait_for("it to be saved", |_| mine.exists());
    terminal.quit();
    assert_eq!(left_in(state.path()), 0);
}

#[test]
fn a_long_command_that_is_killed_is_named_by_the_recovery() {
    // Far longer than any test waits.
    const LONG: &str = "step 4000000000";
    let state = tempfile::tempdir().expect("there is room");
    for work in ["", "Right Right"] {
        let mut terminal = keeping_in(state.path());
        terminal.keys(work);
        enter(&mut terminal, LONG).wait_for_text("Esc stops");
        terminal.kill();

        let mut terminal = keeping_in(state.path());
        terminal.wait_for_text("a session was cut off just now (");
        enter(&mut terminal, "recover");
        terminal.wait_for_text(&format!("resumed before {LONG}, which was cut off"));
        let position = work.split_whitespace().count();
        terminal.wait_for_text(&format!("frame {position}/{position}"));
        enter(&mut terminal, "recover drop");
        terminal.wait_for_text("the resumed session is discarded if you leave without saving");
        assert_eq!(enter(&mut terminal, "quit!").wait_for_clean_end(), 0);
        assert_eq!(left_in(state.path()), 0);
    }
}

#[test]
fn resuming_a_long_session_can_be_stopped_by_a_key_and_by_a_signal() {
    let state = tempfile::tempdir().expect("there is room");
    let kept = state.path().join("hitscan");
    fs::create_dir(&kept).expect("there is room");
    let session = "# hitscan recording 1\n| [[box]]\n| name = \"A\"\n| at = [0, 0]\n\
                   | size = [4, 4]\nstep 4000000000\n";
    fs::write(kept.join("left-1-1-0.hits"), session).expect("there is room");

    let mut terminal = keeping_in(state.path());
    enter(&mut terminal, "recover").shows("Esc stops").keys("Esc");
    terminal.wait_for_text("interrupted; nothing has changed");
    enter(&mut terminal, "recover").wait_for_text("Esc stops");
    terminal.signal(Signal::TERM);
    terminal.wait_for_clean_end();
    assert_eq!(fs::read_to_string(kept.join("left-1-1-0.hits")).expect("it is there"), session);
}
