//! How a recording is written to its files: while commands run, in complete lines, and without
//! leaving anything if it cannot begin.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::program::HITSCAN;
use crate::run::{run_in, sheet, text};
use hitscan::tested::host::{Recorder, records_beside};
use hitscan_core::command::Command as Line;
use hitscan_core::engine::{Engine, Event, Flow, Tell, silent};
use hitscan_core::scene::{Scene, SceneSource};
use hitscan_core::world::Settings;

/// A box that bounces between two walls.
const BOUNCING: &str = "box W 0 0 2 40\nfixed W on\nbox V 12 0 2 40\nfixed V on\n\
                        box B 4 10 4 4\nvelocity B 1 0\nresponse bounce\n";

/// Tracks how many records have not reached their file yet.
struct Behind {
    records: PathBuf,
    made: u64,
    most: u64,
}

impl Behind {
    fn hear(&mut self, event: Event<'_>) -> Flow {
        if let Event::Tested(_, Some(line)) = event {
            self.made += u64::try_from(line.len()).expect("lines are short");
        }
        if let Event::Changed(_) = event {
            let written = fs::metadata(&self.records).expect("it is there").len();
            self.most = self.most.max(self.made - written);
        }
        Flow::GoOn
    }
}

fn execute(engine: &mut Engine, line: &str, tell: &mut Tell<'_>) {
    let command = Line::parse(line, &Settings::default()).expect(line).expect("a command");
    engine.execute(&command, tell).expect(line);
}

#[test]
fn records_of_a_long_command_are_written_while_it_runs() {
    let directory = tempfile::tempdir().expect("there is room");
    let path = directory.path().join("long.hits");
    let mut engine = Engine::new(Scene::default(), SceneSource::New).expect("an empty world");
    let mut recorder = Recorder::begin(&path, &mut engine, &mut silent).expect("it begins");
    let mut behind = Behind { records: records_beside(&path), made: 0, most: 0 };
    for line in BOUNCING.lines().chain(["step 20000"]) {
        execute(&mut engine, line, &mut |event| behind.hear(event));
        recorder.update(&mut engine).expect("it is written");
    }
    recorder.finish(&mut engine).expect("it is complete");
    assert!(behind.made > 1_000_000, "{} bytes", behind.made);
    assert!(behind.most < 100_000, "{} bytes in memory", behind.most);
    let check = run_in(directory.path(), &["--replay", "long.hits", "--check"], "");
    assert_eq!(check.status.code(), Some(0), "{}", sheet(&check));
}

#[test]
fn a_recording_that_begins_late_does_not_buffer_earlier_records() {
    let directory = tempfile::tempdir().expect("there is room");
    let early = run_in(
        directory.path(),
        &["--record", "early.hits"],
        &format!("{BOUNCING}step 3000\nmove B 1 0\n"),
    );
    let late = run_in(
        directory.path(),
        &[],
        &format!("{BOUNCING}step 3000\nrecord late.hits\nmove B 1 0\n"),
    );
    assert!(early.status.success() && late.status.success(), "{}", sheet(&late));
    for ending in ["hits", "hits.records"] {
        let of = |name: &str| fs::read(directory.path().join(name)).expect("it is there");
        assert_eq!(of(&format!("early.{ending}")), of(&format!("late.{ending}")));
    }
}

#[test]
fn records_of_a_killed_command_are_not_a_difference() {
    let directory = tempfile::tempdir().expect("there is room");
    let script = "box A 0 0 4 4\nbox B 10 0 4 4\nmove A 8 0\nmove A -8 0\n";
    run_in(directory.path(), &["--record", "a.hits"], script);
    let path = directory.path().join("a.hits");
    let whole = fs::read_to_string(&path).expect("it is there");
    let (before, _) = whole.split_once("move A -8 0").expect("the last command");
    fs::write(&path, before).expect("it can be written");
    let check = || text(&run_in(directory.path(), &["--replay", "a.hits", "--check"], "").stdout);
    assert!(check().contains("those after them are of a command that was cut off"), "{}", check());
    fs::write(&path, before.replace("move A 8 0", "move A 7 0")).expect("it can be written");
    assert!(check().contains("is the first that differs"), "{}", check());
}

/// A run that may not write any file: each write fails as on a full disk.
fn run_without_room(directory: &Path) -> std::process::Output {
    Command::new("sh")
        .args(["-c", "ulimit -f 0; exec \"$0\" run start --record a.hits", HITSCAN])
        .current_dir(directory)
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell")
}

#[test]
fn a_recording_that_cannot_begin_leaves_no_file_and_can_begin_later() {
    let directory = tempfile::tempdir().expect("there is room");
    let failed = run_without_room(directory.path());
    assert_eq!(failed.status.code(), Some(2), "{}", sheet(&failed));
    assert!(text(&failed.stderr).contains("a.hits: not recorded: "), "{}", sheet(&failed));
    assert_eq!(fs::read_dir(directory.path()).expect("a directory").count(), 0);
    let later = run_in(directory.path(), &["start", "--record", "a.hits"], "");
    assert_eq!(later.status.code(), Some(0), "{}", sheet(&later));
}
