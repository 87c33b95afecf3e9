//! `hitscan run` at a prompt, interrupted or cut off: it never loses work without saying so.

use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rstest::rstest;
use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::SIGINT;

use crate::program::HITSCAN;
use crate::terminal::{Start, Terminal};

/// With line editing, and line by line.
const MANNERS: [&str; 2] = ["0", "1"];

fn at_prompt(listens: &str, state: &Path) -> Terminal {
    let start = Start::hitscan(["run", "start"]).size(100, 24).env("ACCESSIBLE", listens);
    let terminal = start.env("XDG_STATE_HOME", state.to_str().expect("a path")).run();
    terminal.wait_for_text("quit leaves");
    wait_for_prompt(&terminal);
    terminal
}

/// Waits until the last non-blank row is an empty prompt.
#[track_caller]
fn wait_for_prompt(terminal: &Terminal) {
    terminal.wait_for("an empty prompt", |screen| {
        let mut rows = screen.rows.iter().rev().map(|row| row.trim());
        rows.find(|row| !row.is_empty()) == Some(">")
    });
}

#[track_caller]
fn enter(terminal: &mut Terminal, line: &str, answer: &str) {
    terminal.send(&format!("{line}\r")).wait_for_text(answer);
    wait_for_prompt(terminal);
}

#[rstest]
fn ctrl_c_where_nothing_is_typed_says_how_to_leave_and_the_session_goes_on(
    #[values("0", "1")] listens: &str,
) {
    let state = tempfile::tempdir().expect("there is room");
    let mut terminal = at_prompt(listens, state.path());
    enter(&mut terminal, "move B 1 0", "frame 1: B box x ");
    wait_for_prompt(terminal.keys("Ctrl-C").shows("Ctrl-D or quit leaves"));
    terminal.keys("Ctrl-C").wait_for("it to be said again", |screen| {
        screen.rows.iter().filter(|row| row.contains("Ctrl-D or quit leaves")).count() == 2
    });
    wait_for_prompt(&terminal);
    enter(&mut terminal, "describe B", "B box x 12..20 y 10..18");
    assert_eq!(terminal.send("\x04").wait_for_clean_end(), 0);
}

#[test]
fn ctrl_c_discards_the_typed_line_without_a_message() {
    let state = tempfile::tempdir().expect("there is room");
    let mut terminal = at_prompt("0", state.path());
    wait_for_prompt(terminal.send("move B 1 0").shows("> move B 1 0").keys("Ctrl-C"));
    // Typed and deleted: the line is empty again.
    wait_for_prompt(terminal.send("x\x7f").keys("Ctrl-C").shows("Ctrl-D or quit leaves"));
    let times = terminal.times_written(b"Ctrl-D or quit leaves");
    assert_eq!(times, 1, "{}", terminal.screen());
    enter(&mut terminal, "describe B", "B box x 11..19");
    assert_eq!(terminal.send("quit\r").wait_for_clean_end(), 0);
}

#[rstest]
fn ctrl_c_stops_a_command_that_goes_on_and_on_with_the_frames_it_has_made(
    #[values("0", "1")] listens: &str,
) {
    let state = tempfile::tempdir().expect("there is room");
    let mut terminal = at_prompt(listens, state.path());
    enter(&mut terminal, "response bounce", "response bounce");
    // With B between two walls.
    enter(&mut terminal, "box W 0 0 2 40", ">");
    enter(&mut terminal, "fixed W on", ">");
    enter(&mut terminal, "velocity B 1 0", ">");
    terminal.send("step 100000000\r").shows("HIT B into W").keys("Ctrl-C");
    let stopped = terminal.wait_for_text("interrupted after");
    wait_for_prompt(&terminal);
    let said = stopped.rows.iter().find(|row| row.contains("interrupted after")).expect("said");
    assert!(said.trim_end().ends_with(" of 100000000 frames"), "{said}");
    assert!(!stopped.contains("Ctrl-D or quit leaves"), "it was for the command");
    wait_for_prompt(terminal.keys("Ctrl-C").shows("Ctrl-D or quit leaves"));
    assert_eq!(terminal.send("quit\r").wait_for_clean_end(), 1, "it was not done");
}

#[test]
fn an_interrupted_session_is_offered_to_the_next_one_at_a_prompt_or_screen() {
    for (signal, status) in [(Signal::HUP, 129), (Signal::TERM, 143), (Signal::QUIT, 131)] {
        for listens in MANNERS {
            let state = tempfile::tempdir().expect("there is room");
            let mut terminal = at_prompt(listens, state.path());
            enter(&mut terminal, "move B 2 0", "frame 1: B box x ");
            enter(&mut terminal, "move B 1 0", "frame 2: B box x ");
            terminal.signal(signal);
            assert_eq!(terminal.wait_for_clean_end(), status, "{signal:?} {listens}");

            let path = state.path().to_str().expect("a path");
            let screen = Start::hitscan([""; 0]).env("XDG_STATE_HOME", path).size(100, 24).run();
            screen.wait_for_text("a session was cut off just now (");
            drop(screen);

            let mut terminal = at_prompt(listens, state.path());
            terminal.wait_for_text("a session was cut off just now (");
            enter(&mut terminal, "recover", "resumed where it was cut off");
            enter(&mut terminal, "describe B", "B box x 14..22");
            enter(&mut terminal, "undo", "frame 1: nothing new");
            enter(&mut terminal, "recover drop", "the resumed session is discarded");
            assert_eq!(terminal.send("quit\r").wait_for_clean_end(), 0);

            // Quitting leaves no recovery file.
            let mut terminal = at_prompt(listens, state.path());
            assert!(!terminal.screen().contains("cut off"), "{}", terminal.screen());
            enter(&mut terminal, "recover", "no session was cut off");
            assert_eq!(terminal.send("\x04").wait_for_clean_end(), 1);
        }
    }
}

#[rstest]
fn a_terminal_that_goes_leaves_the_session(#[values("0", "1")] listens: &str) {
    let state = tempfile::tempdir().expect("there is room");
    let mut terminal = at_prompt(listens, state.path());
    enter(&mut terminal, "move B 2 0", "frame 1: B box x ");
    terminal.hang_up();
    assert_eq!(terminal.wait_for_end(), 129);
    assert_eq!(kept(state.path()), "move B 2 0\n");

    // The same while a command runs, whose work so far is saved.
    let state = tempfile::tempdir().expect("there is room");
    let mut terminal = at_prompt(listens, state.path());
    enter(&mut terminal, "velocity B 1 0", ">");
    terminal.send("step 100000000\r").wait_for_text("HIT B into A left");
    terminal.hang_up();
    assert_eq!(terminal.wait_for_end(), 129);
    let kept = kept(state.path());
    assert!(kept.starts_with("velocity B 1 0\nstep "), "{kept}");
}

/// The commands of the only crashed session there.
fn kept(state: &Path) -> String {
    let left = std::fs::read_dir(state.join("hitscan")).expect("a directory");
    let mut left: Vec<_> = left.map(|entry| entry.expect("an entry").path()).collect();
    left.sort();
    let endings: Vec<_> = left.iter().filter_map(|path| path.extension()?.to_str()).collect();
    assert_eq!(endings, ["hits"]);
    let text = std::fs::read_to_string(&left[0]).expect("it is there");
    let commands = text.lines().filter(|line| !line.starts_with(['#', '|']));
    commands.flat_map(|line| [line, "\n"]).collect()
}

#[rstest]
fn a_killed_prompt_loses_nothing_that_was_done(#[values("0", "1")] listens: &str) {
    let state = tempfile::tempdir().expect("there is room");
    let mut terminal = at_prompt(listens, state.path());
    enter(&mut terminal, "move B 2 0", "frame 1: B box x ");
    enter(&mut terminal, "box late 30 2 4 4", "TOUCH A into late");
    terminal.signal(Signal::KILL);
    drop(terminal);
    assert_eq!(kept(state.path()), "move B 2 0\nbox late 30 2 4 4\n");

    let mut terminal = at_prompt(listens, state.path());
    enter(&mut terminal, "recover", "resumed where it was cut off");
    enter(&mut terminal, "describe late", "late box x 30..34");
    terminal.signal(Signal::KILL);
    drop(terminal);
    let kept = kept(state.path());
    assert!(kept.starts_with("move B 2 0\nbox late 30 2 4 4\n"), "cut off again: {kept}");

    let mut terminal = at_prompt(listens, state.path());
    enter(&mut terminal, "recover", "resumed where it was cut off; save it to keep it");
    assert_eq!(terminal.send("quit\r").wait_for_clean_end(), 0);
    let mut terminal = at_prompt(listens, state.path());
    enter(&mut terminal, "recover", "no session was cut off");
}

#[test]
fn a_run_that_reads_from_a_pipe_is_killed_by_an_interrupt_like_any_program() {
    // If these tests run in the background, programs that they start would inherit an ignored
    // signal; a caught one is reset. Here it still ends the tests.
    let as_before = Arc::new(AtomicBool::new(true));
    signal_hook::flag::register_conditional_default(SIGINT, as_before).expect("it is caught");
    let mut child = Command::new(HITSCAN)
        .args(["run", "--predict", "start"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    // Once it prints something it is running.
    let mut stdout = child.stdout.take().expect("it is piped");
    stdout.read_exact(&mut [0]).expect("it asks");
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw).expect("it runs");
    kill_process(id, Signal::INT).expect("it runs");
    assert_eq!(child.wait().expect("it ends").signal(), Some(2));
}
