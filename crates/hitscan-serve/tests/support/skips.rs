//! Reports of skipped tests.

use std::io::Write as _;
use std::thread;

/// Reports that the running test is skipped, at least in part, and why. The harness has no such
/// result and captures what tests print, so this writes to the test program's standard error
/// directly. `.ci/run` counts these lines.
pub(crate) fn say_skipped(why: &str) {
    let thread = thread::current();
    let line = format!("skipped: {}: {why}\n", thread.name().unwrap_or("a test"));
    // In one write, because other tests write, too. Ignore a missing standard error.
    let _ = std::io::stderr().write_all(line.as_bytes());
}
