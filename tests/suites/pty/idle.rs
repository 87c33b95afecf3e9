//! While no key is pressed, the program does nothing: labs run hundreds of these on one host.

use std::fs;
use std::thread;
use std::time::Duration;

use crate::terminal::{ERASURE, Start, Terminal};

const A_WHILE: Duration = Duration::from_millis(1500);

fn started() -> Terminal {
    keeping_in("/dev/null")
}

/// A program with this state directory.
fn keeping_in(state: &str) -> Terminal {
    let terminal = Start::hitscan([""; 0]).env("XDG_STATE_HOME", state).run_to_start();
    // The last row is drawn last.
    terminal.wait_for("the whole picture", |screen| !screen.rows[23].trim().is_empty());
    terminal
}

/// How often the threads of the program have gone to sleep so far, according to the kernel.
#[cfg(target_os = "linux")]
fn naps(terminal: &Terminal) -> u64 {
    let id = terminal.pid().as_raw_nonzero();
    let threads = fs::read_dir(format!("/proc/{id}/task")).expect("it runs");
    let naps_of = |thread: std::io::Result<fs::DirEntry>| {
        let status = thread.expect("an entry").path().join("status");
        let status = fs::read_to_string(status).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        line.and_then(|count| count.trim().parse::<u64>().ok()).expect("the kernel counts them")
    };
    threads.map(naps_of).sum()
}

/// Waits until the program sleeps, and returns how often it has done so.
#[cfg(target_os = "linux")]
fn asleep(terminal: &Terminal) -> u64 {
    let mut before = naps(terminal);
    loop {
        thread::sleep(Duration::from_millis(100));
        let now = naps(terminal);
        if now == before {
            return now;
        }
        before = now;
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_sent_and_no_thread_wakes() {
    // Work is also saved, which wakes a thread once, a second later.
    let stages = ["", "Right", "Tab t Left", "Esc", "v Left Space . Space"];
    let left_alone = (1..=stages.len()).map(|count| {
        let state = tempfile::tempdir().expect("there is room");
        let mut terminal = keeping_in(state.path().to_str().expect("a path"));
        let keys = stages[..count].join(" ");
        terminal.keys(&keys);
        (keys, terminal, state)
    });
    let left_alone: Vec<_> = left_alone.collect();
    thread::sleep(A_WHILE);
    let before: Vec<_> =
        left_alone.iter().map(|(_, it, _)| (asleep(it), it.written().len())).collect();
    thread::sleep(A_WHILE);
    for ((keys, terminal, _), (naps_before, bytes_before)) in left_alone.iter().zip(before) {
        assert_eq!(terminal.written().len(), bytes_before, "bytes after {keys:?}");
        assert_eq!(naps(terminal), naps_before, "wake-ups after {keys:?}");
    }
}

#[test]
fn a_key_that_changes_nothing_writes_nothing() {
    let mut terminal = started();
    let whole = terminal.screen();
    // Answers of a terminal are not keys; the full redraw afterwards is something to wait for.
    terminal.send("\x1b[12;40R\x1b[12;40R\x1b[12;40R");
    let before = terminal.written().len();
    terminal.keys("Ctrl-L").wait_for_bytes(ERASURE, 2);
    terminal.wait_for("the same picture", |screen| *screen == whole);
    let written = terminal.written().split_off(before);
    let redrawn = [b"\x1b[m", ERASURE].concat();
    assert!(written.starts_with(&redrawn), "{}", written.escape_ascii());
}

#[test]
fn keys_that_arrive_together_are_drawn_together() {
    let mut terminal = started();
    let before = terminal.written().len();
    let keys = "\x1b[C\x1b[D".repeat(50);
    terminal.send(&keys);
    terminal.wait_for("the keys to be done", |screen| screen.header().contains("frame 100 "));
    let frames = terminal.written().len() - before;
    assert!(frames < 4000, "{frames} bytes for a hundred keys");
}
