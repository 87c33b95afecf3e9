//! `hitscan try`: named pairs and known answers, programs that take their input in many ways, and
//! faulty programs.

mod ending;
mod experiments;
mod fairness;
mod faults;
mod known;
mod minimising;
mod mistakes;
mod one_truth;
mod pairs;
mod programs;
mod reports;
mod templates;

use std::path::Path;

use assert_cmd::Command;

use crate::program::HITSCAN;

/// The output of a trial, and how it ended.
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

/// Tries a program for its table alone: the search for smaller examples takes longer than all else.
fn tabled(options: &[&str], program: &[&str]) -> Tried {
    tabled_in(Path::new("."), options, program)
}

/// The same in a directory.
fn tabled_in(directory: &Path, options: &[&str], program: &[&str]) -> Tried {
    tried_in(directory, &[&["--shrink", "0"], options].concat(), program)
}

/// The codes of what is claimed about a program, in order.
fn claims(report: &Tried) -> Vec<&str> {
    let claims = report.stdout.lines().filter_map(|line| line.strip_prefix("wrong, "));
    claims.filter_map(|claim| claim.split([':', ' ']).next()).collect()
}

/// The rows of a table: how the answers compare, why, and the number of named and random pairs.
fn rows(report: &Tried) -> Vec<[String; 4]> {
    let rows = report.stdout.lines().skip_while(|line| !line.starts_with("method"));
    let rows = rows.skip(1).take_while(|line| !line.is_empty());
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        [1, 2, 3, 4].map(|at| words[at].to_owned())
    };
    rows.map(row).collect()
}

/// Whether a program is installed.
fn is_there(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|path| path.join(program).is_file())
}
