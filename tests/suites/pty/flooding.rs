//! More input than can be obeyed: it is bounded, and dropped input is reported.
#![cfg(target_os = "linux")]

use std::time::{Duration, Instant};

use hitscan::tested::term::{BACKLOG_TIME, MAX_QUEUED_KEYS};
use rustix::process::Signal;

use crate::terminal::{Screen, Start, Terminal};
use crate::tools::until;

/// More memory than the program normally takes with any of this input.
const MOST_MEMORY_KIB: usize = 64 << 10;

/// Longer than the pause that ends a flood.
const PAUSE: Duration = Duration::from_millis(500);

fn started() -> Terminal {
    Start::hitscan([""; 0]).run_to_start()
}

/// Presses a key repeatedly until the screen satisfies a condition: keys that follow a flood
/// without a pause are dropped with it.
#[track_caller]
fn after_a_flood(terminal: &mut Terminal, key: &str, is_so: impl Fn(&Screen) -> bool) {
    let mut pressed = Instant::now();
    until(&format!("an answer to {key}"), || {
        if pressed.elapsed() > PAUSE {
            terminal.keys(key);
            pressed = Instant::now();
        }
        is_so(&terminal.screen()).then_some(())
    });
}

#[test]
fn a_flood_of_keys_is_dropped_and_counted_in_bounded_memory() {
    let mut terminal = started();
    let flood = terminal.type_in_the_background("\x1b[C".repeat(1 << 20));
    terminal.wait_for_text("dropped");
    flood.join().expect("the keys were typed");
    assert!(terminal.most_memory_kib() < MOST_MEMORY_KIB, "{} KiB", terminal.most_memory_kib());
    terminal.end_by(Signal::TERM);
}

/// As many keys as a stuck line may deliver at once, after an idle time.
#[test]
fn keys_that_arrive_at_once_after_an_idle_time_are_all_obeyed() {
    let mut terminal = started();
    terminal.keys("Right").wait_for_text("frame 1");
    std::thread::sleep(BACKLOG_TIME + PAUSE);
    terminal.send(&"\x1b[C".repeat(100)).shows("frame 101").quit();
}

#[test]
fn a_signal_is_obeyed_during_a_flood() {
    let mut terminal = started();
    let _flood = terminal.type_in_the_background("\x1b[C".repeat(16 << 20));
    terminal.shows("dropped").end_by(Signal::TERM);
}

#[test]
fn a_paste_longer_than_any_line_is_refused_with_its_length() {
    let mut terminal = started();
    terminal.send(":").shows("polygon").send("move B 2 0").wait_for_text(":move B 2 0");
    let text = "x".repeat(3 << 20);
    let paste = terminal.type_in_the_background(format!("\x1b[200~{text}\x1b[201~\r"));
    terminal.wait_for_text("x 13..21");
    paste.join().expect("the text was typed");
    assert!(terminal.most_memory_kib() < MOST_MEMORY_KIB, "{} KiB", terminal.most_memory_kib());
}

#[test]
fn a_paste_without_a_text_field_is_refused_whatever_its_length() {
    let mut terminal = started();
    let text = "q".repeat(3 << 20);
    let paste = terminal.type_in_the_background(format!("\x1b[200~{text}\x1b[201~"));
    terminal.wait_for_text("pasting works only while you are typing");
    paste.join().expect("the text was typed");
    terminal.end_by(Signal::TERM);
}

/// Without bracketed paste, a long text arrives as keys. In a text field none is dropped.
#[test]
fn text_that_arrives_as_keys_is_typed_whole() {
    let mut terminal = started();
    terminal.send(":").wait_for_text("polygon");
    let blanks = " ".repeat(20_000);
    let text = terminal.type_in_the_background(format!("move{blanks}B 2 0\r"));
    terminal.wait_for_text("x 13..21");
    text.join().expect("the text was typed");
}

/// Each of these keys, which are not text, would cost as much as completing the line.
#[test]
fn a_flood_of_keys_into_a_line_is_refused_whole_and_does_not_change_it() {
    let mut terminal = started();
    terminal.send(":").shows("polygon").send("move B 2 0").wait_for_text(":move B 2 0");
    let flood = terminal.type_in_the_background("\t".repeat(2 << 20));
    terminal.wait_for_text("dropped");
    terminal.type_on(flood);
    after_a_flood(&mut terminal, "0", |screen| screen.contains(":move B 2 00"));
    terminal.end_by(Signal::TERM);
}

/// Each completes the line, which costs more than typing a character.
#[test]
fn a_flood_of_tabs_after_a_refused_line_is_over_soon() {
    let mut terminal = started();
    terminal.send(":").shows("polygon").send("zzz \r").wait_for_text("no such command");
    let flood = terminal.type_in_the_background("\t".repeat(64 << 10));
    terminal.type_on(flood);
    after_a_flood(&mut terminal, "Esc", |screen| !screen.contains(":zzz"));
    // Directly after Esc, this would be a different key.
    after_a_flood(&mut terminal, "?", |screen| screen.contains("HELP"));
}

/// Typing into a long line costs no more than typing into a short one.
#[test]
fn half_a_mebibyte_typed_into_a_line_is_taken_in_time() {
    for (open, text) in [(":", ":"), ("/", "x")] {
        let mut terminal = started();
        terminal.send(open).wait_for("the line", |screen| screen.rows[22].starts_with(':'));
        let flood = terminal.type_in_the_background(text.repeat(512 << 10));
        terminal.type_on(flood);
        after_a_flood(&mut terminal, "Ctrl-C", |screen| screen.rows[23].contains("? help"));
    }
}

#[test]
fn more_text_than_a_line_holds_is_taken_in_time_and_refused() {
    let mut terminal = started();
    terminal.send(":").wait_for_text("polygon");
    let flood = terminal.type_in_the_background("x".repeat(2 << 20));
    terminal.wait_for_text("nothing was typed");
    flood.join().expect("the text was typed");
    terminal.end_by(Signal::TERM);
}

/// Nothing drains the queue while a command runs.
#[test]
fn a_flood_during_a_long_command_does_not_lock_out_the_key_that_stops_it() {
    let mut terminal = started();
    terminal.send(":").shows("polygon").send("step 4000000000\r").wait_for_text("Esc stops");
    let flood = terminal.type_in_the_background("\x1b[<64;9;9M".repeat(MAX_QUEUED_KEYS * 2));
    terminal.type_on(flood);
    terminal.keys("Ctrl-C").shows("interrupted after").end_by(Signal::TERM);
}
