//! Ctrl-Z gives the terminal to the shell, and `fg` takes it back.

use rustix::process::{Signal, kill_process, kill_process_group};

use crate::program::HITSCAN;
use crate::terminal::{ERASURE, Modes, Start, Terminal};

/// A shell that runs hitscan as a job, says when it has stopped, and takes it
/// back to the foreground after Enter.
fn in_a_shell() -> Terminal {
    let script = format!("set -m; {HITSCAN}; echo stopped; read -r; fg >/dev/null; echo over $?");
    let terminal = Start::program("bash", ["--norc", "-c", &script]).run();
    terminal.wait_for_text("start: two boxes and a laser");
    terminal
}

#[test]
fn ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_back() {
    let mut terminal = in_a_shell();
    terminal.keys("Right");
    let moved = terminal.wait_for_text("frame 1/1");
    terminal.keys("Ctrl-Z");
    let stopped = terminal.wait_for_text("stopped");
    assert_eq!(stopped.modes, Modes::default());
    terminal.keys("Enter");
    terminal.wait_for("the same picture", |screen| *screen == moved);
    terminal.keys("Right");
    terminal.wait_for_text("frame 2/2");
    terminal.keys("q");
    terminal.wait_for_text("over 0");
    assert_eq!(terminal.wait_for_clean_end(), 0);
}

#[test]
fn stopped_from_outside_it_gives_the_terminal_away_too() {
    for to_all in [true, false] {
        let mut terminal = in_a_shell();
        terminal.keys("Right");
        let moved = terminal.wait_for_text("frame 1/1");
        let job = terminal.foreground();
        let sent = if to_all {
            kill_process_group(job, Signal::TSTP)
        } else {
            kill_process(job, Signal::TSTP)
        };
        sent.expect("it runs");
        let stopped = terminal.wait_for_text("stopped");
        assert_eq!(stopped.modes, Modes::default());
        terminal.keys("Enter");
        terminal.wait_for("the same picture", |screen| *screen == moved);
        terminal.keys("q");
        terminal.wait_for_text("over 0");
        assert_eq!(terminal.wait_for_clean_end(), 0);
    }
}

#[test]
fn a_window_that_changed_meanwhile_is_drawn_as_it_is_now() {
    let mut terminal = in_a_shell();
    terminal.keys("Ctrl-Z");
    terminal.wait_for_text("stopped");
    terminal.resize(120, 40);
    terminal.keys("Enter");
    terminal.wait_for("the larger picture", |screen| {
        screen.header().starts_with("start: two boxes") && screen.status().starts_with("MOVE B")
    });
}

#[test]
fn without_a_shell_to_go_back_to_it_goes_on() {
    let mut terminal = Start::hitscan([""; 0]).run();
    terminal.wait_for_text("start: two boxes and a laser");
    terminal.keys("Ctrl-Z Right");
    terminal.wait_for_text("frame 1/1");
    terminal.keys("q");
    assert_eq!(terminal.wait_for_clean_end(), 0);
}

#[test]
fn it_does_not_stop_where_no_shell_could_continue_it() {
    let mut terminal = Start::hitscan([""; 0]).run();
    terminal.wait_for_text("start: two boxes and a laser");
    terminal.signal(Signal::TSTP);
    terminal.keys("Right");
    terminal.wait_for_text("frame 1/1");
    terminal.keys("q");
    assert_eq!(terminal.wait_for_clean_end(), 0);
}

#[test]
fn stopped_and_continued_from_outside_it_redraws_everything() {
    let mut terminal = Start::hitscan([""; 0]).run();
    let before = terminal.wait_for_text("start: two boxes and a laser");
    terminal.signal(Signal::STOP);
    terminal.signal(Signal::CONT);
    // Once at the start, and once for what was drawn anew.
    terminal.wait_for_bytes(ERASURE, 2);
    terminal.wait_for("the same picture", |screen| *screen == before);
    terminal.keys("q");
    assert_eq!(terminal.wait_for_clean_end(), 0);
}
