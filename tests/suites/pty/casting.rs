//! `--cast` records what was on the screen.

use std::fs;
use std::num::NonZeroU16;
use std::path::Path;

use rustix::process::Signal;
use serde_json::Value;
use tempfile::TempDir;

use crate::terminal::{Start, Terminal};

/// A session that is recorded in `a.cast`, in a directory of its own.
fn recorded(arguments: &[&str]) -> (Terminal, TempDir) {
    let directory = tempfile::tempdir().expect("there is room");
    let arguments = ["--cast", "a.cast"].iter().chain(arguments);
    let terminal = Start::hitscan(arguments).cwd(directory.path()).run_to("frame 0");
    (terminal, directory)
}

fn lines(directory: &Path) -> Vec<Value> {
    let text = fs::read_to_string(directory.join("a.cast")).expect("it is there, in UTF-8");
    assert!(text.ends_with('\n'), "each event is whole");
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

fn data<'a>(event: &'a Value, code: &str) -> Option<&'a str> {
    (event[1] == code).then(|| event[2].as_str().expect("text"))
}

/// What a terminal shows after playing the recording to its end.
fn played(lines: &[Value]) -> Vec<String> {
    let cells = |value: u64| NonZeroU16::new(u16::try_from(value).expect("few")).expect("some");
    let of = |name: &str| cells(lines[0]["term"][name].as_u64().expect("a number"));
    assert_eq!(lines[0]["version"], 3);
    let mut player = vt100::Parser::new(of("rows"), of("cols"), 0);
    for event in &lines[1..] {
        assert!(event[0].as_f64().is_some_and(|seconds| (0.0..20.0).contains(&seconds)));
        if let Some(text) = data(event, "o") {
            player.process(text.as_bytes());
        } else if let Some(size) = data(event, "r") {
            let (columns, rows) = size.split_once('x').expect("a size");
            let number = |text: &str| cells(text.parse().expect("a number"));
            player.screen_mut().set_size(number(rows), number(columns));
        }
    }
    let (_, columns) = player.screen().size();
    player.screen().rows(0, columns.get()).map(|row| row.trim_end().to_owned()).collect()
}

#[test]
fn playback_ends_with_the_last_screen() {
    let (mut terminal, directory) = recorded(&[]);
    terminal.keys("Right Right Right Right Right").shows("TOUCH B>A").keys("Right");
    terminal.shows("HIT B>A").resize(100, 30);
    terminal.wait_for("the new size", |screen| screen.status().starts_with("MOVE B"));
    let shown = terminal.keys("Ctrl-L w").wait_for_text("┤3 Why├");
    terminal.quit();
    let lines = lines(directory.path());
    assert_eq!(played(&lines), shown.rows);
    let of = |code| lines.iter().filter_map(|event| data(event, code)).collect::<Vec<_>>();
    assert_eq!(of("m"), ["HIT B into A left t=0"]);
    assert_eq!(of("r"), ["100x30"]);
    let shown_by_then = lines.iter().take_while(|event| data(event, "m").is_none());
    let shown_by_then: Vec<_> = shown_by_then.cloned().collect();
    assert!(played(&shown_by_then).iter().any(|row| row.contains("HIT")), "a mark is behind it");
}

#[test]
fn a_killed_program_leaves_a_recording_up_to_its_last_screen() {
    let (mut terminal, directory) = recorded(&["tunnel"]);
    let shown = terminal.keys(". .").wait_for_text("frame 2");
    terminal.end_by(Signal::TERM);
    assert_eq!(played(&lines(directory.path())), shown.rows);
}

#[test]
fn queries_to_the_terminal_are_not_recorded() {
    let directory = tempfile::tempdir().expect("there is room");
    let start = Start::hitscan(["--cast", "a.cast", "tunnel"]).env("SSH_CONNECTION", "far away");
    let mut terminal = start.cwd(directory.path()).run();
    terminal.wait_for("the first picture", |screen| screen.header().starts_with("tunnel"));
    terminal.keys("Space").wait_for_bytes(b"\x1b[6n", 1).send("\x1b[1;1R");
    assert_eq!(terminal.keys("Space q").wait_for_clean_end(), 0);
    for event in &lines(directory.path())[1..] {
        assert!(data(event, "o").is_none_or(|text| !text.contains("\u{1b}[6n")), "{event}");
        assert!(data(event, "o").is_none_or(|text| !text.contains("?1049")), "{event}");
    }
}

#[test]
fn an_existing_file_stays_and_the_terminal_is_not_touched() {
    let directory = tempfile::tempdir().expect("there is room");
    fs::write(directory.path().join("a.cast"), "mine").expect("it can be written");
    let start = Start::hitscan(["--cast", "a.cast"]).cwd(directory.path());
    let mut terminal = start.run();
    let screen = terminal.wait_for_text("a.cast: not recorded: there is such a file");
    assert!(!screen.modes.alternate_screen);
    assert_eq!(terminal.wait_for_end(), 2);
    assert_eq!(fs::read_to_string(directory.path().join("a.cast")).expect("text"), "mine");
}
