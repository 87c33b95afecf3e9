//! `hitscan run` as a program: its output, how it ends, recordings and their digests, and errors in
//! commands and recordings.

mod bad;
mod new_files;
mod output;
mod own_methods;
mod predicting;
mod recorder;
mod recordings;

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

pub(crate) use crate::printed::text;
use crate::program::HITSCAN;

/// Starts a program that is written to and read from.
#[track_caller]
pub(crate) fn piped(command: &mut Command) -> Child {
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    child.expect("the program can be started")
}

/// `hitscan run` in a directory, with these arguments and this input.
pub(crate) fn run_in(directory: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(HITSCAN);
    command.arg("run").args(arguments).current_dir(directory).env("LANG", "C.UTF-8");
    let mut child = piped(command.stderr(Stdio::piped()));
    let mut stdin = child.stdin.take().expect("it is piped");
    // A program that ends early does not read everything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// `hitscan run` in the root of the repository.
fn run(arguments: &[&str], input: &str) -> Output {
    run_in(Path::new(env!("CARGO_MANIFEST_DIR")), arguments, input)
}

/// Its output, errors and exit status, as one text.
pub(crate) fn sheet(output: &Output) -> String {
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    let status = output.status.code().expect("it ended by itself");
    let err = if err.is_empty() { err } else { format!("--- standard error\n{err}") };
    format!("{out}{err}--- exit status {status}")
}
