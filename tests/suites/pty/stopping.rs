//! Long commands on the screen: a key stops them, and a signal ends the session.
#![cfg(target_os = "linux")]

use std::fmt::Write;
use std::fs;
use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use crate::combs::scene_of_combs;
use crate::terminal::{ERASURE, Screen, Start, Terminal};

/// Boxes that bounce between two walls forever, each in its own row.
fn crowd() -> String {
    let mut scene = "title = \"a crowd\"\nresponse = \"bounce\"\n".to_owned();
    for (name, x) in [("L", 0), ("R", 60)] {
        let wall = "size = [2, 200]\nfixed = true\n";
        writeln!(scene, "[[box]]\nname = \"{name}\"\nat = [{x}, 0]\n{wall}")
            .expect("a string takes all text");
    }
    for row in 0..30 {
        let (y, speed) = (row * 5, 1 + row % 5);
        let size = format!("size = [2, 2]\nvelocity = [{speed}, 0]");
        writeln!(scene, "[[box]]\nname = \"B{row}\"\nat = [20, {y}]\n{size}")
            .expect("a string takes all text");
    }
    scene
}

fn in_a_long_command(state: &std::path::Path) -> Terminal {
    let scene = state.join("crowd.toml");
    fs::write(&scene, crowd()).expect("there is room");
    let start = Start::hitscan([scene]).env("XDG_STATE_HOME", state.to_str().expect("a path"));
    let mut terminal = start.run();
    terminal.shows("a crowd").send(":").shows("polygon").send("step 100000000");
    terminal.wait_for_text(":step 100000000");
    let before = processor_time(&terminal);
    terminal.keys("Enter");
    while processor_time(&terminal) < before + 20 {
        thread::sleep(Duration::from_millis(5));
    }
    terminal
}

/// The processor time of the program so far, in ticks of the kernel.
fn processor_time(terminal: &Terminal) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", terminal.pid())).expect("it runs");
    let (_, fields) = stat.rsplit_once(')').expect("its name is in parentheses");
    let time = fields.split_whitespace().nth(11).and_then(|time| time.parse().ok());
    time.expect("the kernel counts time")
}

#[test]
fn ctrl_c_and_esc_stop_it_and_keep_the_frames_made() {
    for key in ["Ctrl-C", "Esc"] {
        let state = tempfile::tempdir().expect("there is room");
        let mut terminal = in_a_long_command(state.path());
        let screen = terminal.keys("Right Right").keys(key).wait_for_text("interrupted after");
        assert!(screen.contains("of 100000000 frames"), "{screen}");
        // The session continues, and the keys typed before the stop are gone.
        terminal.keys("?").shows("HELP").end_by(Signal::TERM);
    }
}

#[test]
fn opening_shows_how_far_it_is_and_ctrl_c_keeps_the_scene_that_was_open() {
    let directory = tempfile::tempdir().expect("there is room");
    fs::write(directory.path().join("combs.toml"), scene_of_combs(10)).expect("there is room");
    let mut terminal = Start::hitscan(["start"]).cwd(directory.path()).run_to_start();
    terminal.keys(":").send("open combs.toml").keys("Enter");
    let screen = terminal.wait_for("progress", |screen| progress(screen).is_some());
    assert!(progress(&screen).is_some_and(|row| row.starts_with("open ")), "{screen}");
    let screen = terminal.keys("Ctrl-C").wait_for_text("interrupted");
    assert!(!screen.header().contains("combs"), "{screen}");
    terminal.quit();
}

#[test]
fn a_map_of_a_subcommand_shows_how_far_it_is_until_ctrl_c_ends_it() {
    let directory = tempfile::tempdir().expect("there is room");
    fs::write(directory.path().join("combs.toml"), scene_of_combs(10)).expect("there is room");
    let mut terminal = Start::hitscan(["map", "combs.toml"]).cwd(directory.path()).run();
    terminal.wait_for("progress", |screen| {
        screen.contains("map ") && screen.contains(" of 860") && screen.contains("Ctrl-C stops")
    });
    let status = terminal.keys("Ctrl-C").wait_until_ended();
    assert!(!status.success(), "{status:?}");
}

/// The progress of the command as shown on the screen.
fn progress(screen: &Screen) -> Option<String> {
    let row = screen.rows.iter().find(|row| row.contains("Esc stops"));
    row.map(|row| row.trim().to_owned())
}

#[test]
fn it_draws_little_for_progress_and_handles_repaints_and_resizes() {
    const UPDATES: usize = 4;
    const MOST_BYTES_AN_UPDATE: usize = 60;
    let state = tempfile::tempdir().expect("there is room");
    let mut terminal = in_a_long_command(state.path());
    let screen = terminal.wait_for_text("of 100 000 000 Esc stops");
    assert!(progress(&screen).is_some_and(|row| row.starts_with("step ")), "{screen}");
    assert!(!screen.contains("polygon"), "the line is closed:\n{screen}");
    let (mut shown, before) = (progress(&screen), terminal.written().len());
    for _ in 0..UPDATES {
        let next = terminal.wait_for("progress", |screen| progress(screen) != shown);
        shown = progress(&next);
    }
    let bytes = terminal.written().len() - before;
    assert!(bytes <= UPDATES * MOST_BYTES_AN_UPDATE, "{bytes} bytes for {UPDATES} updates");

    let repaints = terminal.times_written(ERASURE);
    terminal.keys("Right Ctrl-L").wait_for_bytes(ERASURE, repaints + 1).resize(100, 30);
    terminal.wait_for_bytes(ERASURE, repaints + 2);
    terminal.wait_for("the status row", |screen| screen.rows[28].contains("Esc stops"));
    let screen = terminal.keys("Esc").wait_for_text("interrupted after");
    assert!(screen.rows[28].contains("of 100000000 frames"), "{screen}");
    assert!(screen.header().contains("a crowd"), "{screen}");
}

/// They would fill the queue of keys.
#[test]
fn answers_of_the_terminal_do_not_prevent_keys_from_stopping_it() {
    let state = tempfile::tempdir().expect("there is room");
    let mut terminal = in_a_long_command(state.path());
    terminal.shows("Esc stops").send(&"\x1b[4;60R".repeat(3000));
    terminal.keys("Ctrl-C").shows("interrupted after").keys("?").wait_for_text("HELP");
}

#[test]
fn a_signal_ends_it_and_the_work_is_saved() {
    let state = tempfile::tempdir().expect("there is room");
    let mut terminal = in_a_long_command(state.path());
    terminal.end_by(Signal::TERM);
    let path = state.path().to_str().expect("a path");
    Start::hitscan([""; 0]).env("XDG_STATE_HOME", path).run_to("a session was cut off");
}
