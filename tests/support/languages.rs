//! Languages that not every system has, for tests that run programs in them.

use std::process::{Command, Stdio};

use crate::skips::say_skipped;

/// Whether the interpreter or compiler of a language works. If not, prints that the test is
/// skipped. That the file exists is not enough: it may be a launcher without any installed version.
pub(crate) fn runs_or_skip(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").env("RUSTUP_AUTO_INSTALL", "0");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let runs = command.status().is_ok_and(|status| status.success());
    if !runs {
        say_skipped(&format!("{program} is not installed"));
    }
    runs
}
