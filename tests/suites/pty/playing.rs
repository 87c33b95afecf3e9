//! While the world plays, frames follow the clock, and never come faster than the line can carry
//! them.

use std::time::{Duration, Instant};

use crate::terminal::{ERASURE, Screen, Start, Terminal};

/// A box that moves to the left, out of the way of everything.
fn playing(start: Start) -> Terminal {
    let mut terminal = start.run_to_start();
    terminal.keys("v Left Esc Space");
    terminal
}

/// The number of the visible frame.
fn frame(screen: &Screen) -> u32 {
    let header = screen.header();
    let number = header.split_once("frame ").and_then(|(_, rest)| rest.split_once(' '));
    number.and_then(|(number, _)| number.parse().ok()).unwrap_or(0)
}

/// The cursor position query.
const QUESTION: &[u8] = b"\x1b[6n";

#[test]
fn play_continues_by_itself_and_keys_are_obeyed_meanwhile() {
    let mut terminal = playing(Start::hitscan([""; 0]));
    terminal.wait_for("some frames", |screen| frame(screen) >= 3);
    terminal.keys("w").wait_for_text("┤3 Why├");
    let now = frame(&terminal.screen());
    terminal.wait_for("more frames", |screen| frame(screen) >= now + 3);
    assert_eq!(terminal.times_written(QUESTION), 0, "a terminal nearby is not asked");
    terminal.quit();
}

#[test]
fn over_a_remote_line_a_frame_waits_while_two_are_unanswered() {
    let start = Start::hitscan([""; 0]).env("SSH_CONNECTION", "192.0.2.1 1 192.0.2.2 22");
    let mut terminal = playing(start);
    let begun = Instant::now();
    terminal.wait_for("frames without an answer", |screen| frame(screen) >= 4);
    // The rate is ten a second; after two frames without an answer it is two.
    assert!(begun.elapsed() > Duration::from_millis(900), "{:?}", begun.elapsed());

    for answered in terminal.times_written(QUESTION)..12 {
        terminal.send("\x1b[12;40R");
        terminal.wait_for_bytes(QUESTION, answered + 1);
    }
    terminal.wait_for("a frame for each answer", |screen| frame(screen) >= 12);
    assert!(!terminal.screen().contains("unknown"), "answers are no keys");
    terminal.quit();
}

/// Not every slow line is an SSH connection.
#[test]
fn with_gate_frames_wait_on_any_line() {
    let mut terminal = playing(Start::hitscan(["--gate"]));
    for answered in terminal.times_written(QUESTION)..4 {
        terminal.send("\x1b[12;40R");
        terminal.wait_for_bytes(QUESTION, answered + 1);
    }
    terminal.quit();
}

#[test]
fn over_a_remote_line_nothing_is_queried_while_nothing_plays() {
    let start = Start::hitscan([""; 0]).env("SSH_CONNECTION", "192.0.2.1 1 192.0.2.2 22");
    let mut terminal = start.run_to_start();
    terminal.keys("Right . w").wait_for_text("┤3 Why├");
    assert_eq!(terminal.times_written(QUESTION), 0);
    terminal.quit();
}

/// Alt with P looks like the start of a string sequence, which the answers of the terminal would
/// prolong forever.
#[test]
fn an_apparent_string_does_not_swallow_the_keys_that_follow() {
    let mut terminal = playing(Start::hitscan(["--gate"]));
    terminal.send("\x1bPtorn");
    for answered in terminal.times_written(QUESTION)..4 {
        terminal.send("\x1b[12;40R");
        terminal.wait_for_bytes(QUESTION, answered + 1);
    }
    terminal.quit();
}

/// Keys that arrive faster than an unfinished sequence times out.
#[test]
fn keys_end_an_unfinished_sequence() {
    let mut terminal = Start::hitscan([""; 0]).run_to_start();
    terminal.send("\x1b[1;1");
    for _ in 0..3 {
        let drawn = terminal.times_written(ERASURE);
        terminal.keys("Ctrl-L").wait_for_bytes(ERASURE, drawn + 1);
    }
    terminal.send("\x1b[1;1");
    assert_eq!(terminal.keys("Ctrl-C").wait_for_clean_end(), 0);
}
