//! Languages that not every system has, for the tests that run programs in them.

use std::process::{Command, Stdio};

use crate::skips::say_skipped;

/// Whether the program of a language runs. If not, a line says that the test is skipped.
/// A file of that name is not enough: it may stand for versions of which none is installed.
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
