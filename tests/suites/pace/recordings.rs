//! How fast recordings replay.

use std::fmt::Write as _;
use std::io::Cursor;
use std::time::Duration;

use hitscan::tested::cli::ExitStatus;
use hitscan::tested::cli::run::{self, Reference, RunOptions};

use crate::effort::effort_of;

/// A ball that bounces in a box, and commands for it.
fn recording(commands: &str) -> String {
    let mut text = "# hitscan recording 1\n| response = \"bounce\"\n| [[box]]\n| name = \"ball\"\n\
                    | at = [10, 10]\n| size = [3, 3]\n| velocity = [2.5, 1.125]\n"
        .to_owned();
    let walls = [
        ("left", "0, 0", "2, 40"),
        ("right", "60, 0", "2, 40"),
        ("roof", "2, -2", "58, 2"),
        ("floor", "2, 40", "58, 2"),
    ];
    for (name, at, size) in walls {
        text.push_str("| [[box]]\n");
        for line in
            [format!("name = \"{name}\""), format!("at = [{at}]"), format!("size = [{size}]")]
        {
            let _ = writeln!(text, "| {line}");
        }
        text.push_str("| fixed = true\n");
    }
    text + commands
}

/// Replays these commands, and returns the time it took, with the number of lines of output.
fn replayed(commands: &str) -> (Duration, usize) {
    let recording = recording(commands);
    let mut output = Vec::new();
    let (ran, took) = effort_of(|| {
        run::replay(Cursor::new(recording), Reference::Not, &mut output, RunOptions::default())
    });
    assert!(matches!(ran, Ok(ExitStatus::Success)), "{ran:?}");
    let lines = output.split(|&byte| byte == b'\n').count();
    println!("{took:.2?}, {lines} lines");
    (took, lines)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "a pace means something in an optimised build only")]
fn a_step_of_a_long_recording_takes_no_longer_than_one_of_a_short_one() {
    const STEPS: usize = 100_000;
    let (short, _) = replayed(&format!("step {STEPS}\n"));
    let (long, _) = replayed(&format!("step {}\n", 8 * STEPS));
    assert!(long < short * 8 * 3, "{short:?} and {long:?}");
    let (short, lines) = replayed(&"step\n".repeat(STEPS));
    assert!(lines > STEPS / 10, "{lines}: bounces have lines");
    let (long, _) = replayed(&"step\n".repeat(8 * STEPS));
    assert!(long < short * 8 * 3, "{short:?} and {long:?}");
}
