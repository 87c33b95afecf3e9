//! `hitscan try`: named pairs and known answers, programs in many ways of asking,
//! and programs at fault.

mod ending;
mod fairness;
mod faults;
mod known;
mod minimising;
mod one_truth;
mod programs;
mod reports;

use std::path::Path;

use assert_cmd::Command;

use crate::program::HITSCAN;

/// What a trial printed, and how it ended.
struct Tried {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Tries a program.
fn tried(options: &[&str], program: &[&str]) -> Tried {
    tried_in(Path::new("."), options, program)
}

/// Tries a program in a directory.
fn tried_in(directory: &Path, options: &[&str], program: &[&str]) -> Tried {
    let mut command = Command::new(HITSCAN);
    command.current_dir(directory).arg("try").args(options).arg("--").args(program);
    let output = command.output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Tried { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Writes the template of a language to a directory.
fn template(language: &str, directory: &Path, file: &str) {
    let output = Command::new(HITSCAN).args(["try", "--template", language]).output();
    let output = output.expect("it runs");
    assert_eq!(output.status.code(), Some(0));
    std::fs::write(directory.join(file), output.stdout).expect("it can be written");
}
