//! Programs for a trial: random ones, most of them hostile.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use rustix::process::{Pid, Signal, kill_process};

const HITSCAN: &str = env!("CARGO_BIN_EXE_hitscan");

/// How much more memory a trial may use than with a program that obeys the protocol.
const MOST_MORE_KIB: u64 = 20 * 1024;

/// How long a trial may run before it is interrupted: a program that answers slowly is queried for
/// as long as it takes.
const WATCHED: Duration = Duration::from_secs(20);

/// How long an interrupted trial may take to end.
const PATIENCE: Duration = Duration::from_secs(20);

/// A shell script of random steps.
pub(crate) fn program() -> impl Strategy<Value = String> {
    let step = prop::sample::select(include_str!("steps.txt").lines().collect::<Vec<_>>());
    prop::collection::vec(step, 1..8).prop_map(|steps| steps.join("\n"))
}

/// The outcome of a trial.
struct Tried {
    /// Its status; 130 only if it was interrupted.
    code: Option<i32>,
    output: Vec<u8>,
    peak_kib: u64,
}

/// Tries a script, which first writes its process id to a file.
fn tried(script: &str, here: &Path) -> Result<Tried, TestCaseError> {
    let file = |name: &str| std::fs::File::create(here.join(name)).expect("there is room");
    let script = format!("echo $$ > id\n{script}");
    let mut trial = Command::new(HITSCAN)
        .args(["try", "--timeout", "0.3", "--pairs", "40", "--", "sh", "-c", &script])
        .current_dir(here)
        .stdin(Stdio::null())
        .stdout(file("output"))
        .stderr(file("errors"))
        .spawn()
        .expect("it can be started");
    let (begun, mut peak_kib, mut is_interrupted) = (Instant::now(), 0, false);
    let status = loop {
        if let Some(status) = trial.try_wait().expect("it runs") {
            break status;
        }
        peak_kib = peak_kib.max(peak(trial.id()));
        if begun.elapsed() > WATCHED && !is_interrupted {
            let id = Pid::from_child(&trial);
            is_interrupted = kill_process(id, Signal::INT).is_ok();
        }
        if begun.elapsed() > WATCHED + PATIENCE {
            trial.kill().expect("it can be ended");
            trial.wait().expect("it ends");
            return Err(TestCaseError::fail("the trial does not end, though interrupted"));
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let read = |name: &str| std::fs::read(here.join(name)).expect("it is there");
    let output = [read("output"), read("errors")].concat();
    Ok(Tried {
        code: status.code().filter(|code| is_interrupted || *code != 130),
        output,
        peak_kib,
    })
}

/// The peak memory of a process so far; 0 if unknown.
fn peak(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.trim().parse().ok()).unwrap_or(0)
}

/// Whatever the program does: the trial exits with its own status, uses little memory, prints
/// nothing that acts on a terminal, and leaves no process running.
pub(crate) fn holds(script: &str) -> Result<(), TestCaseError> {
    let here = tempfile::tempdir().expect("there is room");
    let plain = tried("while read -r l; do echo hit; done", here.path())?;
    let trial = tried(script, here.path())?;
    prop_assert!(matches!(trial.code, Some(0 | 1 | 3 | 130)), "status {:?}", trial.code);
    let most = plain.peak_kib + MOST_MORE_KIB;
    prop_assert!(trial.peak_kib <= most, "{} KiB, not {most}", trial.peak_kib);
    let text = String::from_utf8(trial.output);
    let text = text.map_err(|why| TestCaseError::fail(why.to_string()))?;
    let acts = |c: &char| (c.is_control() && *c != '\n') || ('\u{202a}'..='\u{202e}').contains(c);
    prop_assert!(text.chars().find(acts).is_none(), "{text:?}");
    let id = std::fs::read_to_string(here.path().join("id")).unwrap_or_default();
    // A killed process may take a moment to end.
    let mut left = group(id.trim());
    let killed = Instant::now();
    while !left.is_empty() && killed.elapsed() < Duration::from_secs(2) {
        std::thread::sleep(Duration::from_millis(5));
        left = group(id.trim());
    }
    prop_assert!(left.is_empty(), "still running: {left:?}");
    Ok(())
}

/// The processes of a group that are still running. Zombies wait for a parent other than this
/// program.
fn group(id: &str) -> Vec<String> {
    let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
    let stats =
        processes.filter_map(|entry| std::fs::read_to_string(entry.ok()?.path().join("stat")).ok());
    let is_left = |stat: &String| {
        // After the name: state, parent, group.
        let rest = stat.rsplit(") ").next().unwrap_or_default();
        let mut fields = rest.split(' ');
        let state = fields.next();
        fields.nth(1) == Some(id) && state != Some("Z")
    };
    stats.filter(is_left).collect()
}
