//! Tests that cannot be made here.

use std::io::Write as _;
use std::thread;

/// Says that the test that runs is skipped, at least in part, and why. The harness knows
/// no such result and holds back what tests print: so this goes past it, to the standard
/// error of the test program. `.ci/run` counts these lines.
pub(crate) fn say_skipped(why: &str) {
    let thread = thread::current();
    let line = format!("skipped: {}: {why}\n", thread.name().unwrap_or("a test"));
    // In one piece: other tests write, too. Without a standard error it is not said.
    let _ = std::io::stderr().write_all(line.as_bytes());
}
