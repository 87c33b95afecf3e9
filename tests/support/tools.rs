//! Programs that not every system has, for the tests that need them.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

use crate::skips::say_skipped;

/// Set to let the tests install packages.
const MAY_INSTALL: &str = "HITSCAN_TESTS_MAY_INSTALL";

/// The path of a program. If it is missing, installs its Debian package if that is allowed;
/// otherwise prints that the test is skipped.
pub(crate) fn find_or_skip(program: &str, package: &str) -> Option<PathBuf> {
    let found = find(program).or_else(|| {
        install(package);
        find(program)
    });
    if found.is_none() {
        say_skipped(&format!("{program} is not here (package {package})"));
    }
    found
}

fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    // Servers may be outside of PATH.
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    folders.map(|folder| folder.join(program)).find(|file| file.is_file())
}

fn install(package: &str) {
    if env::var_os(MAY_INSTALL).is_none() || !rustix::process::geteuid().is_root() {
        return;
    }
    let mut command = Command::new("apt-get");
    command.args(["install", "-y", "-qq", "--no-install-recommends", package]);
    command.env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
    // Without a network this fails, and the test is skipped.
    let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
}

/// Polls for a while until there is an answer.
#[track_caller]
pub(crate) fn until<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "waited for {what}");
        thread::sleep(Duration::from_millis(20));
    }
}
