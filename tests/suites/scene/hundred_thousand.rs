//! A hundred thousand boxes, the most that a world may have: the program opens them, steps, goes
//! back and saves them, in little memory; one more is refused.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use hitscan_core::world::World;

use crate::program::HITSCAN;

/// The most memory for reading them, in KiB.
const READING_KIB: usize = 250 * 1024;

/// Moving boxes that are apart, written in the program's own form.
fn boxes(count: usize) -> String {
    let mut text = String::from("title = \"Many\"\n");
    for at in 0..count {
        let (x, y) = (at % 400 * 5, at / 400 * 5);
        let (vx, vy) = (at % 9, at % 7);
        let _ = write!(
            text,
            "\n[[box]]\nname = \"b{at}\"\nat = [{x}.0, {y}.0]\nsize = [2.0, 1.5]\n\
             velocity = [0.{vx}01, -0.{vy}02]\n"
        );
    }
    text
}

/// The peak memory of a process so far, in KiB, if the system tells.
fn peak_kib(process: u32) -> Option<usize> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.split_whitespace().next()?.parse().ok()
}

#[test]
fn a_hundred_thousand_boxes_can_be_opened_stepped_undone_and_saved() {
    let folder = tempfile::tempdir().expect("there is room");
    let text = boxes(World::MAX_OBJECTS);
    fs::write(folder.path().join("many.toml"), &text).expect("written");
    let mut command = Command::new(HITSCAN);
    let command = command.args(["run", "many.toml"]).current_dir(folder.path());
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it runs");
    let mut input = process.stdin.take().expect("it is piped");
    writeln!(input, "save read.toml").expect("it reads");
    // The file appears once it is complete.
    while !folder.path().join("read.toml").exists() {
        assert_eq!(process.try_wait().expect("it is known"), None, "it reads on");
        thread::sleep(Duration::from_millis(20));
    }
    if let Some(peak) = peak_kib(process.id()) {
        assert!(peak <= READING_KIB, "{peak} KiB");
    }
    writeln!(input, "step\nassert b10.x 50.101\nundo\nsave stepped.toml").expect("it reads");
    drop(input);
    assert!(process.wait().expect("it ends").success(), "nothing was refused");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect(name);
    let saved = read("stepped.toml");
    assert!(saved == read("read.toml"), "a step that was undone leaves no trace");
    assert_eq!(saved.matches("[[box]]").count(), World::MAX_OBJECTS);
}

#[test]
fn one_box_more_is_refused_with_its_position() {
    let folder = tempfile::tempdir().expect("there is room");
    let text = boxes(World::MAX_OBJECTS + 1);
    let line = text.lines().count() - 4;
    fs::write(folder.path().join("more.toml"), text).expect("written");
    let mut command = Command::new(HITSCAN);
    let command = command.args(["run", "more.toml"]).current_dir(folder.path());
    let output = command.stdin(Stdio::null()).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let most = World::MAX_OBJECTS;
    let expected = format!(
        "more.toml:{line}:1: [[box]]: a scene has at most {most} objects, and this is one more"
    );
    assert!(said.contains(&expected), "{said}");
    assert!(!output.status.success());
}
