//! However the program ends, the terminal is restored.

use rustix::process::{Pid, Signal, kill_process};

use crate::terminal::{Start, Terminal};

/// The sizes at which every way to end is tested.
const SIZES: [(u16, u16); 2] = [(80, 24), (200, 60)];

fn started() -> Terminal {
    started_at(SIZES[0])
}

fn started_at((columns, rows): (u16, u16)) -> Terminal {
    Start::hitscan([""; 0]).size(columns, rows).run_to_start()
}

#[test]
fn q_and_ctrl_c_leave() {
    for (key, size) in [("q", SIZES[0]), ("Ctrl-C", SIZES[0]), ("q", SIZES[1])] {
        let mut terminal = started_at(size);
        assert_eq!(terminal.keys(key).wait_for_clean_end(), 0, "{key} at {size:?}");
    }
}

/// Moves alone ask no question, but a student may think that they are in the file.
#[test]
fn leaving_a_file_with_moves_says_that_they_are_not_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("lab.toml");
    let boxes = "title = \"lab\"\n[[box]]\nname = \"A\"\nat = [2, 2]\nsize = [4, 4]\n";
    std::fs::write(&file, boxes).expect("a file");
    let path = file.to_str().expect("a name");
    for (keys, is_told) in [("Right q", true), ("q", false)] {
        let mut terminal = Start::hitscan([path]).size(80, 24).run();
        assert_eq!(terminal.shows("no pair yet").keys(keys).wait_for_clean_end(), 0, "{keys}");
        let said = terminal.times_written(b"what moved since then is not saved") > 0;
        assert_eq!(said, is_told, "{keys}");
    }
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), boxes);
}

#[test]
fn signals_end_it_with_their_status() {
    for size in SIZES {
        for (signal, status) in
            [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130), (Signal::QUIT, 131)]
        {
            let mut terminal = started_at(size);
            terminal.keys("Right Right");
            terminal.signal(signal);
            assert_eq!(terminal.wait_for_clean_end(), status, "{signal:?} at {size:?}");
        }
    }
}

#[test]
fn a_signal_sent_twice_ends_it_cleanly() {
    let mut terminal = started();
    terminal.signal(Signal::TERM);
    terminal.end_by(Signal::TERM);
}

#[cfg(debug_assertions)]
#[test]
fn a_panic_restores_the_terminal_before_its_message() {
    for (columns, rows) in SIZES {
        let mut terminal = Start::hitscan(["--panic-for-test"]).size(columns, rows).run();
        assert_eq!(terminal.wait_for_clean_end(), 101);
        // Visible on the main screen, line by line from the left.
        let screen = terminal.wait_for_text("this panic was asked for");
        let line = screen.rows.iter().find(|row| row.contains("panicked at"));
        assert!(line.is_some_and(|line| line.starts_with("thread")), "{screen}");
    }
}

#[test]
fn when_the_terminal_hangs_up_the_program_ends() {
    let mut terminal = started();
    terminal.hang_up();
    assert_eq!(terminal.wait_for_end(), 129);
}

#[test]
fn the_program_does_not_spin_if_the_terminal_is_gone_and_sighup_is_ignored() {
    let ignoring = format!("trap '' HUP; exec {} ", crate::program::HITSCAN);
    let mut terminal = Start::program("sh", ["-c", &ignoring]).run_to_start();
    terminal.hang_up();
    assert_eq!(terminal.wait_for_end(), 129);
}

#[test]
fn keys_typed_before_quitting_are_all_obeyed() {
    let mut terminal = started();
    terminal.send(&"\x1b[C".repeat(50)).quit();
}

#[test]
fn nothing_of_the_picture_stays_on_a_terminal_with_one_screen() {
    let mut terminal = started();
    terminal.keys("q").wait_for_clean_end();
    let written = terminal.written();
    let leaving = written.windows(6).rposition(|bytes| bytes == b"\x1b[999H");
    assert!(leaving.is_some(), "the prompt is to stand in the last row");
}

/// The mouse is on from the start on a local terminal, and on request on a remote one; it is
/// switched off afterwards, however the program ends.
#[test]
fn mouse_reports_are_switched_off_at_the_end() {
    const ON: &[u8] = b"\x1b[?1002h\x1b[?1006h";
    const OFF: &[u8] = b"\x1b[?1006l\x1b[?1002l";
    let nearby = Start::hitscan([""; 0]);
    let remote = Start::hitscan([""; 0]).env("SSH_CONNECTION", "192.0.2.1 1 192.0.2.2 22");
    for (start, key) in [(nearby, ""), (remote, "y m")] {
        let mut terminal = start.run_to_start();
        assert_eq!(terminal.times_written(ON), usize::from(key.is_empty()));
        terminal.keys(key).wait_for_bytes(ON, 1);
        // A press on B, a drag by three columns, and a release.
        terminal.send("\x1b[<0;18;9M\x1b[<32;21;9M\x1b[<0;21;9m");
        terminal.shows(":move 3 0").end_by(Signal::TERM);
        assert_eq!(terminal.times_written(OFF), 1);
    }
}

/// A shell that runs hitscan as a job and says how it ended, and the job.
fn as_a_job() -> (Terminal, Pid) {
    let script = format!("set -m; {}; echo over $?", crate::program::HITSCAN);
    let mut terminal = Start::program("bash", ["--norc", "-c", &script]).run_to_start();
    let job = terminal.foreground();
    (terminal, job)
}

#[test]
fn an_abort_restores_the_terminal_and_says_so() {
    let (mut terminal, job) = as_a_job();
    kill_process(job, Signal::ABORT).expect("it runs");
    let screen = terminal.wait_for_text("over 134");
    assert!(screen.contains("hitscan: cut off, for want of memory or by a fault"), "{screen}");
    assert_eq!(terminal.wait_for_clean_end(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_runs_out_of_memory_restores_the_terminal() {
    use rustix::process::{Resource, Rlimit, prlimit};

    let (mut terminal, job) = as_a_job();
    terminal.send(":").wait_for_text("polygon");
    let nothing = Rlimit { current: Some(1), maximum: None };
    prlimit(Some(job), Resource::As, nothing).expect("it runs");
    let text = "x".repeat(1_000_000);
    let _paste = terminal.type_in_the_background(format!("\x1b[200~{text}\x1b[201~"));
    terminal.wait_for_text("over 134");
    assert_eq!(terminal.wait_for_clean_end(), 0);
}
