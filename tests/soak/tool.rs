//! Runs the program without a terminal, on files, with a time limit.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::Pid;

use crate::machine::Stopwatch;
use crate::report::Fault;
use crate::scanner::Scanner;
use crate::scratch::Scratch;

/// How long a run may take, not counting what it replays: that may take twice as long as it took
/// originally.
const PATIENCE: Duration = Duration::from_secs(30);

/// The outcome of a run.
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) output: String,
}

/// Runs the program in the directory of a session.
pub(crate) fn run<S: AsRef<str>>(
    binary: &str,
    scratch: &Scratch,
    arguments: &[S],
) -> Result<Ran, Fault> {
    let arguments: Vec<_> = arguments.iter().map(AsRef::as_ref).collect();
    let (path, errors) = (output(scratch, "out"), output(scratch, "err"));
    let create = |path: &PathBuf| File::create(path).expect("the output can be written");
    let mut command = Command::new(binary);
    command.args(&arguments).env_clear().envs(scratch.variables()).current_dir(scratch.work());
    command.stdin(Stdio::null()).stdout(create(&path)).stderr(create(&errors));
    let mut child = command.spawn().expect("the program can be started");
    let patience = PATIENCE + 2 * scratch.age();
    let watch = Stopwatch::begin(i32::try_from(child.id()).ok().and_then(Pid::from_raw));
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break status;
        }
        if watch.is_over(patience) {
            let _ = child.kill();
            let _ = child.wait();
            let what = arguments.join(" ");
            return Err(Fault(format!("hitscan {what} takes longer than {patience:?}")));
        }
        thread::sleep(Duration::from_millis(2));
    };
    let mut bytes = fs::read(&path).unwrap_or_default();
    bytes.extend(fs::read(&errors).unwrap_or_default());
    let what = arguments.join(" ");
    let mut scanner = Scanner::default();
    scanner.feed(&bytes);
    if let Some(fault) = scanner.fault {
        return Err(Fault(format!("hitscan {what}: {fault}")));
    }
    let output = String::from_utf8_lossy(&bytes).into_owned();
    match status.code() {
        Some(status @ 0..=2) => Ok(Ran { status, output }),
        _ => Err(Fault(format!("hitscan {what} ended with {status}: {output}"))),
    }
}

fn output(scratch: &Scratch, name: &str) -> PathBuf {
    scratch.path().join("output").join(name)
}
