//! A terminal that does not read: a relay that hangs, a line that is dead. The program still obeys
//! signals, saves its work, and draws again when the terminal reads again.
#![cfg(target_os = "linux")]

use hitscan::tested::term::MAX_QUEUED_KEYS;
use rustix::process::Signal;

use crate::terminal::{Start, Terminal};

fn stalled(state: &str) -> Terminal {
    let start = Start::hitscan([""; 0]).env("XDG_STATE_HOME", state).size(200, 60);
    let mut terminal = start.run_to_start();
    terminal.keys("Right Right Right").wait_for_text("x 14..22");
    terminal.stall();
    terminal
}

#[test]
fn signals_end_it_and_the_work_is_saved() {
    for (signal, status) in [(Signal::TERM, 143), (Signal::INT, 130), (Signal::HUP, 129)] {
        let directory = tempfile::tempdir().expect("there is room");
        let state = directory.path().to_str().expect("a path");
        let mut terminal = stalled(state);
        terminal.signal(signal);
        assert_eq!(terminal.wait_for_end(), status, "{signal:?}");
        let (now, before) = terminal.line_disciplines();
        assert_eq!(now, before, "the line discipline is restored");

        let next = Start::hitscan([""; 0]).env("XDG_STATE_HOME", state).run();
        next.wait_for_text("a session was cut off");
    }
}

#[test]
fn q_leaves() {
    let directory = tempfile::tempdir().expect("there is room");
    let mut terminal = stalled(directory.path().to_str().expect("a path"));
    assert_eq!(terminal.keys("q").wait_for_end(), 0);
}

#[test]
fn keys_are_obeyed_meanwhile_and_the_picture_is_complete_when_it_reads_again() {
    let directory = tempfile::tempdir().expect("there is room");
    let mut terminal = stalled(directory.path().to_str().expect("a path"));
    terminal.keys("Right Right");
    terminal.read_on();
    let screen = terminal.wait_for_text("x 16..24");
    assert!(screen.header().starts_with("start two boxes and a laser"), "{screen}");
    terminal.quit();
}

/// Keys beyond what any terminal buffers are dropped, but not the one that leads out.
#[test]
fn ctrl_c_quits_after_a_flood_of_keys() {
    let folder = tempfile::tempdir().expect("there is room");
    let own = "--method=own=sh -c 'while read -r l; do echo hit; done'";
    let start = Start::hitscan(["inside", "--no-config", own]).cwd(folder.path()).size(200, 60);
    let mut terminal = start.run_to("frame 0");
    terminal.stall();
    let keys = "\x1b[C".repeat(3 * MAX_QUEUED_KEYS) + "\x03";
    let flood = terminal.type_in_the_background(keys);
    terminal.type_on(flood);
    assert_eq!(terminal.wait_for_end(), 0);
}
