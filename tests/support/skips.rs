//! Tests that cannot run here.

use std::io::Write as _;
use std::thread;

/// Reports that the running test is skipped, at least in part, and why. The harness has no such
/// result and captures what tests print, so this goes directly to the standard error of the test
/// program. `.ci/run` counts these lines.
pub(crate) fn say_skipped(why: &str) {
    let thread = thread::current();
    let line = format!("skipped: {}: {why}\n", thread.name().unwrap_or("a test"));
    // In one write, since other tests write, too. Without a standard error nothing is reported.
    let _ = std::io::stderr().write_all(line.as_bytes());
}
