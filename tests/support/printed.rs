//! The program's output, for suites that run it as users do.

use assert_cmd::Command;
use serde_json::Value;

use crate::program::HITSCAN;

/// The program with these arguments.
pub(crate) fn hitscan(arguments: &[&str]) -> Command {
    let mut command = Command::new(HITSCAN);
    command.args(arguments).env_remove("NO_COLOR");
    command
}

/// Standard output of a successful run, which must print nothing to standard error.
pub(crate) fn printed(command: &mut Command) -> String {
    text(&command.assert().success().stderr("").get_output().stdout)
}

/// Standard error of a run that exits with this status, and must print nothing to standard output.
pub(crate) fn refused(command: &mut Command, status: i32) -> String {
    text(&command.assert().code(status).stdout("").get_output().stderr)
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("it is text")
}

/// The objects of NDJSON output, one per line.
pub(crate) fn objects(ndjson: &str) -> Vec<Value> {
    ndjson.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}
