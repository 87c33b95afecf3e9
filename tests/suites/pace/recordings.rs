//! How fast recordings replay: the tests assert counts and print times. Times mean
//! something in a release build only:
//! `cargo test --release --test pace -- --nocapture`.

use std::fmt::Write as _;
use std::io::Cursor;
use std::time::Instant;

use hitscan::tested::cli::ExitStatus;
use hitscan::tested::cli::run::{self, Options, Reference};

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

#[test]
#[cfg_attr(debug_assertions, ignore = "a pace means something in a release build only")]
fn a_million_steps_of_a_ball_in_a_box() {
    for commands in ["step 1000000\n".to_owned(), "step\n".repeat(1_000_000)] {
        let recording = recording(&commands);
        let mut output = Vec::new();
        let begun = Instant::now();
        let ran =
            run::replay(Cursor::new(recording), Reference::Not, &mut output, Options::default());
        let seconds = begun.elapsed().as_secs_f64();
        assert!(matches!(ran, Ok(ExitStatus::Success)), "{ran:?}");
        let lines = output.split(|&byte| byte == b'\n').count();
        println!("{seconds:.2} s, {lines} lines");
        assert!(lines > 100_000, "{lines}");
    }
}
