//! Programs end with hitscan, however it ends: by itself, by a signal that it could or could not
//! catch, or because its output is closed. So does everything that they have started, inside their
//! process group or outside of it.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::languages::runs_or_skip;
use crate::program::HITSCAN;

/// A program with a child, a child in its own session, and an orphan in another session. All ignore
/// every signal that can be ignored, and none ends by itself during a test.
const FAMILY: &str = "\
trap '' TERM HUP INT QUIT PIPE
echo $$ >> ids
sh -c 'echo $$ >> ids; exec sleep 300' &
setsid sh -c 'echo $$ >> ids; exec sleep 300' &
(setsid sh -c 'echo $$ >> ids; exec sleep 300' &)
";

/// The number of processes of a family.
const FAMILY_SIZE: usize = 4;

/// What a family does then: only compute, or answer.
const SPINS: &str = "while :; do :; done";
const ANSWERS: &str = "while read -r l; do echo hit; done";

/// How long a killed process may take to disappear, on a busy machine.
const GOING_TIME: Duration = Duration::from_secs(5);

/// Each way to start a program.
const TASKS: [&[&str]; 3] = [
    &["try", "--timeout", "60", "--pairs", "0", "--", "sh", "own.sh"],
    &["map", "inside", "--layer", "method", "--method", "own=sh own.sh"],
    &["render", "inside", "--method", "own=sh own.sh"],
];

/// A folder with the script of a family.
fn family(then: &str) -> TempDir {
    let here = tempfile::tempdir().expect("there is room");
    fs::write(here.path().join("own.sh"), format!("{FAMILY}{then}\n")).expect("there is room");
    here
}

fn started(here: &Path, arguments: &[&str]) -> Child {
    // Under nohup, for example, the tests run with an ignored signal, which would be inherited.
    let mut command = Command::new("env");
    command.arg("--default-signal").arg(HITSCAN);
    command.args(arguments).current_dir(here).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it can be started")
}

/// The processes that have started.
fn ids(here: &Path) -> Vec<String> {
    let ids = fs::read_to_string(here.join("ids")).unwrap_or_default();
    ids.lines().map(str::to_owned).collect()
}

/// Waits until the whole family has started.
#[track_caller]
fn wait_for_family(here: &Path) {
    let begun = Instant::now();
    while ids(here).len() < FAMILY_SIZE {
        assert!(begun.elapsed() < Duration::from_secs(20), "not all have begun: {:?}", ids(here));
        thread::sleep(Duration::from_millis(2));
    }
}

/// Waits until none of them is running.
#[track_caller]
fn wait_until_gone(what: &str, here: &Path) {
    let ended = Instant::now();
    let ids = ids(here);
    assert!(!ids.is_empty(), "{what}: none has begun");
    for id in ids {
        let runs = || {
            let stat = fs::read_to_string(format!("/proc/{id}/stat"));
            // A zombie waits for a parent that is not this program.
            stat.is_ok_and(|stat| !stat.contains(") Z "))
        };
        while runs() {
            assert!(ended.elapsed() < GOING_TIME, "{what}: {id} still runs");
            thread::sleep(Duration::from_millis(2));
        }
    }
}

#[test]
fn a_signal_leaves_no_process_of_a_program() {
    for arguments in TASKS {
        for signal in [Signal::TERM, Signal::HUP, Signal::QUIT, Signal::INT, Signal::KILL] {
            let what = format!("{} after {signal:?}", arguments[0]);
            let here = family(SPINS);
            let mut hitscan = started(here.path(), arguments);
            wait_for_family(here.path());
            kill_process(Pid::from_child(&hitscan), signal).expect("it runs");
            let signalled = Instant::now();
            hitscan.wait().expect("it was started");
            assert!(signalled.elapsed() < GOING_TIME, "{what} waits");
            wait_until_gone(&what, here.path());
        }
    }
}

#[test]
fn a_closed_pipe_leaves_no_process_of_a_program() {
    for arguments in TASKS {
        let what = format!("{} into a closed pipe", arguments[0]);
        let here = family(ANSWERS);
        let mut hitscan = started(here.path(), arguments);
        drop(hitscan.stdout.take());
        hitscan.wait().expect("it was started");
        wait_until_gone(&what, here.path());
    }
}

#[test]
fn the_end_leaves_no_process_of_a_program() {
    for arguments in TASKS {
        let here = family(ANSWERS);
        let mut hitscan = started(here.path(), arguments);
        let mut printed = String::new();
        let mut stdout = hitscan.stdout.take().expect("it is piped");
        stdout.read_to_string(&mut printed).expect("it prints text");
        hitscan.wait().expect("it was started");
        assert!(!printed.is_empty(), "{} prints something", arguments[0]);
        wait_until_gone(arguments[0], here.path());
    }
}

#[test]
fn a_signal_leaves_no_process_of_a_build() {
    for signal in [Signal::TERM, Signal::INT, Signal::KILL] {
        let here = family(SPINS);
        let mut hitscan =
            started(here.path(), &["try", "--build", "sh own.sh", "--", "sh", "-c", "exit"]);
        wait_for_family(here.path());
        kill_process(Pid::from_child(&hitscan), signal).expect("it runs");
        let status = hitscan.wait().expect("it was started");
        assert_eq!(status.code(), (signal == Signal::INT).then_some(130), "{signal:?}");
        wait_until_gone(&format!("the build after {signal:?}"), here.path());
    }
}

/// Ways in which a program may try to keep hitscan from ending it.
#[test]
fn a_program_that_fights_its_supervisor_delays_nothing() {
    let joins = "python3 -c 'import os, time; os.setpgid(0, os.getpgid(os.getppid())); \
                 print(\"hit\", flush=True); time.sleep(300)'";
    let stops = "kill -STOP $PPID; while read -r l; do echo hit; done; sleep 300";
    let kills = "kill -KILL $PPID; while read -r l; do echo hit; done; sleep 300";
    let joins = runs_or_skip("python3").then_some(joins);
    for script in joins.into_iter().chain([stops, kills]) {
        let here = tempfile::tempdir().expect("there is room");
        let script = format!("echo $$ >> ids; {script}");
        let task = ["try", "--timeout", "1", "--pairs", "0", "--", "sh", "-c", &script];
        let begun = Instant::now();
        let mut hitscan = started(here.path(), &task);
        hitscan.wait().expect("it was started");
        assert!(begun.elapsed() < Duration::from_secs(20), "{script}");
        wait_until_gone(&script, here.path());
    }
}
