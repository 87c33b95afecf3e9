//! Ctrl-Z gives the terminal to the shell, and `fg` takes it back.

use rustix::process::{Signal, kill_process, kill_process_group};

use crate::program::HITSCAN;
use crate::terminal::{ERASURE, Modes, Start, Terminal};

/// A shell that runs hitscan as a job, says when it has stopped, and brings it back to the
/// foreground after Enter.
fn in_a_shell() -> Terminal {
    let script = format!("set -m; {HITSCAN}; echo stopped; read -r; fg >/dev/null; echo over $?");
    Start::program("bash", ["--norc", "-c", &script]).run_to_start()
}

#[test]
fn ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_back() {
    let mut terminal = in_a_shell();
    let moved = terminal.keys("Right").wait_for_text("frame 1");
    let stopped = terminal.keys("Ctrl-Z").wait_for_text("stopped");
    assert_eq!(stopped.modes, Modes::default());
    terminal.keys("Enter").wait_for("the same picture", |screen| *screen == moved);
    terminal.keys("Right").shows("frame 2").keys("q").shows("over 0");
    assert_eq!(terminal.wait_for_clean_end(), 0);
}

#[test]
fn stopped_from_outside_it_also_gives_the_terminal_back() {
    for to_all in [true, false] {
        let mut terminal = in_a_shell();
        let moved = terminal.keys("Right").wait_for_text("frame 1");
        let job = terminal.foreground();
        let sent = if to_all {
            kill_process_group(job, Signal::TSTP)
        } else {
            kill_process(job, Signal::TSTP)
        };
        sent.expect("it runs");
        let stopped = terminal.wait_for_text("stopped");
        assert_eq!(stopped.modes, Modes::default());
        terminal.keys("Enter").wait_for("the same picture", |screen| *screen == moved);
        assert_eq!(terminal.keys("q").shows("over 0").wait_for_clean_end(), 0);
    }
}

#[test]
fn a_window_resized_in_the_meantime_is_drawn_at_its_new_size() {
    let mut terminal = in_a_shell();
    terminal.keys("Ctrl-Z").shows("stopped").resize(120, 40).keys("Enter");
    terminal.wait_for("the larger picture", |screen| {
        screen.header().starts_with("start two boxes") && screen.status().starts_with("MOVE B")
    });
}

#[test]
fn without_a_shell_it_does_not_stop() {
    let mut terminal = Start::hitscan([""; 0]).run_to_start();
    terminal.keys("Ctrl-Z Right").shows("frame 1").quit();
}

#[test]
fn it_does_not_stop_if_no_shell_could_continue_it() {
    let mut terminal = Start::hitscan([""; 0]).run_to_start();
    terminal.signal(Signal::TSTP);
    terminal.keys("Right").shows("frame 1").quit();
}

#[test]
fn stopped_and_continued_from_outside_it_redraws_everything() {
    let mut terminal = Start::hitscan([""; 0]).run();
    let before = terminal.wait_for_text("start two boxes and a laser");
    terminal.signal(Signal::STOP);
    terminal.signal(Signal::CONT);
    // Once at the start, and once for the full redraw.
    terminal.wait_for_bytes(ERASURE, 2);
    terminal.wait_for("the same picture", |screen| *screen == before);
    terminal.quit();
}

/// A shell that runs hitscan as a job, and this script once it has stopped.
fn then(script: &str, state: &std::path::Path) -> Terminal {
    let script = format!("set -m; {HITSCAN}; echo stopped; {script}");
    let start = Start::program("bash", ["--norc", "-c", &script]);
    start.env("XDG_STATE_HOME", state.to_str().expect("a path")).run_to_start()
}

#[test]
fn killed_in_the_background_it_ends_and_its_work_is_saved() {
    for stop in [None, Some(Signal::STOP)] {
        let state = tempfile::tempdir().expect("there is room");
        let until_it_ends = "while jobs | grep .; do sleep 0.01; done";
        let mut terminal = then(&format!("kill %1; {until_it_ends}"), state.path());
        terminal.keys("Right").wait_for_text("frame 1");
        match stop {
            None => _ = terminal.keys("Ctrl-Z"),
            Some(signal) => {
                let job = terminal.foreground();
                kill_process_group(job, signal).expect("it runs");
            }
        }
        terminal.wait_for_bytes(b"Exit 143", 1);
        terminal.wait_for_end();
        let path = state.path().to_str().expect("a path");
        let next = Start::hitscan([""; 0]).env("XDG_STATE_HOME", path).run();
        next.wait_for_text("a session was cut off");
    }
}

#[test]
fn continued_in_the_background_it_stops_again_and_leaves_the_terminal_alone() {
    let state = tempfile::tempdir().expect("there is room");
    let again = "bg; until jobs | grep -q Stopped; do sleep 0.01; done; echo again; read -r";
    let mut terminal = then(&format!("{again}; fg >/dev/null; echo over $?"), state.path());
    let moved = terminal.keys("Right").wait_for_text("frame 1");
    let stopped = terminal.keys("Ctrl-Z").wait_for_text("again");
    assert_eq!(stopped.modes, Modes::default());
    terminal.keys("Enter").wait_for("the same picture", |screen| *screen == moved);
    assert_eq!(terminal.keys("q").shows("over 0").wait_for_clean_end(), 0);
}
