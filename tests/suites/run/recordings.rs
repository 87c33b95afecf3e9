//! Recordings of every kind replay to their digests on every machine; a check names the first
//! record that differs.
//!
//! `UPDATE_RECORDINGS=1 cargo test --test suites run::recordings` rewrites digests and records from
//! the commands of the recordings.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::ops::ControlFlow::Continue;
use std::path::{Path, PathBuf};
use std::process::Command;

use hitscan_core::engine::recording::{Item, Journal, Kind, ReadError, replay};
use hitscan_core::world::Rules;

use crate::program::HITSCAN;
use crate::run::{run, run_in, sheet, text};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recordings")
}

fn all() -> Vec<PathBuf> {
    let entries = fs::read_dir(directory()).expect("there are recordings");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "hits")).collect();
    paths.sort();
    paths
}

/// How new recordings begin.
const HEADER: &str = "# hitscan recording 3\n";

/// Rewrites the recording with its current digest and records.
fn rewritten(path: &Path) {
    let recording = fs::read_to_string(path).expect("it is text");
    let is_digest = |line: &&str| !line.starts_with("# digest ") && !line.starts_with("# hitscan");
    let script: Vec<_> = recording.lines().filter(is_digest).collect();
    let records = path.with_extension("hits.records");
    fs::remove_file(path).expect("it can go");
    let _ = fs::remove_file(&records);
    let script = format!("{}\n", script.join("\n"));
    let output = run(&["--record", path.to_str().expect("a path")], &script);
    assert_eq!(output.status.code(), Some(0), "{}: {}", path.display(), sheet(&output));
}

#[test]
fn every_recording_replays_to_its_digest() {
    let all = all();
    for rules in Rules::ALL {
        let header = Journal::header(rules);
        let begins =
            |path: &PathBuf| fs::read_to_string(path).is_ok_and(|it| it.starts_with(&header));
        assert!(all.iter().any(begins), "no recording begins {header}");
    }
    for path in all {
        // Recordings of older formats show that their rules still apply.
        let is_new = fs::read_to_string(&path).is_ok_and(|it| it.starts_with(HEADER));
        if std::env::var_os("UPDATE_RECORDINGS").is_some() && is_new {
            rewritten(&path);
        }
        let path = path.to_str().expect("a path");
        let output = run(&["--replay", path, "--check", "--format", "ndjson"], "");
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{path}: {said}");
        assert!(said.contains("the digest is as recorded, of "), "{path}: {said}");
    }
}

#[test]
fn the_first_format_keeps_resting_contacts() {
    let directory = tempfile::tempdir().expect("there is room");
    let scene = "| response = \"push-out\"\n| [[box]]\n| name = \"A\"\n| at = [0, 0]\n\
        | size = [2, 2]\n| velocity = [1, 0]\n| [[box]]\n| name = \"W\"\n| at = [3, 0]\n\
        | size = [2, 2]\n| fixed = true\nstep 5\n";
    for (format, contacts) in [("1", 4), ("2", 1), ("3", 1)] {
        let recording = format!("# hitscan recording {format}\n{scene}");
        fs::write(directory.path().join("a.hits"), recording).expect("written");
        let _ = fs::remove_file(directory.path().join("b.hits"));
        let _ = fs::remove_file(directory.path().join("b.hits.records"));
        let output = run_in(directory.path(), &["--replay", "a.hits", "--record", "b.hits"], "");
        let said = text(&output.stdout);
        assert_eq!(said.matches("HIT A into W left").count(), contacts, "{format}: {said}");
        // A recording of its replay follows the same rules.
        let copy = fs::read_to_string(directory.path().join("b.hits")).expect("it was recorded");
        assert!(copy.starts_with(&format!("# hitscan recording {format}\n")), "{copy}");
        let checked = run_in(directory.path(), &["--replay", "b.hits", "--check"], "");
        assert_eq!(checked.status.code(), Some(0), "{format}: {}", sheet(&checked));
    }
}

/// B slides along a floor of two parts, and previous-frame names the left of the second one.
const SEAM: &str = "| response = \"slide\"\n| side = \"previous-frame\"\n| [[box]]\n| name = \"B\"\n\
    | at = [14, 20]\n| size = [6, 6]\n| velocity = [2, 0]\n| [[box]]\n| name = \"left\"\n\
    | corners = [[2, 26], [22, 34]]\n| fixed = true\n| [[box]]\n| name = \"right\"\n\
    | corners = [[22, 26], [42, 34]]\n| fixed = true\n";

#[test]
fn the_result_of_a_wrong_response_is_the_truth_from_the_third_format_on() {
    let directory = tempfile::tempdir().expect("there is room");
    let mistaken = "only touched; previous-frame took it for a hit";
    for (format, line, result) in [
        ("1", "HIT B into right t=1\n", "\"result\":\"hit\",\"pair\""),
        ("2", "HIT B into right t=1\n", "\"result\":\"hit\",\"pair\""),
        (
            "3",
            "TOUCH B into right t=1 responded-hit\n",
            "\"result\":\"touch\",\"responded\":\"hit\"",
        ),
    ] {
        let recording = format!("# hitscan recording {format}\n{SEAM}step\nwhy B right\n");
        fs::write(directory.path().join("a.hits"), recording).expect("written");
        let said = text(&run_in(directory.path(), &["--replay", "a.hits"], "").stdout);
        assert!(said.contains(line), "{format}: {said}");
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(said.contains(&format!("They {mistaken}.")), format == "3", "{format}: {said}");
        let events = ["--replay", "a.hits", "--format", "ndjson"];
        let said = text(&run_in(directory.path(), &events, "").stdout);
        assert!(said.contains(result), "{format}: {said}");
    }
}

/// P stands on the floor F, and falls by 1 in each step.
const REST: &str = "| side = \"previous-frame\"\n| gravity = [0, 1]\n| [[box]]\n| name = \"F\"\n\
    | at = [0, 40]\n| size = [60, 20]\n| body = \"static\"\n| [[box]]\n| name = \"P\"\n\
    | at = [10, 30]\n| size = [10, 10]\n| body = \"dynamic\"\n| response = \"slide\"\n";

#[test]
fn by_the_previous_frame_a_box_stands_still_on_its_floor_from_the_third_format_on() {
    let directory = tempfile::tempdir().expect("there is room");
    for (format, place) in [
        ("1", "P box x 10..20 y 85..95 v 0,10"),
        ("2", "P box x 10..20 y 85..95 v 0,10"),
        ("3", "P box x 10..20 y 30..40 v 0,0"),
    ] {
        let recording = format!("# hitscan recording {format}\n{REST}step 10\ndescribe P\n");
        fs::write(directory.path().join("a.hits"), recording).expect("written");
        let said = text(&run_in(directory.path(), &["--replay", "a.hits"], "").stdout);
        assert!(said.contains(place), "{format}: {said}");
    }
}

#[test]
fn a_recording_of_a_replay_has_the_same_digest() {
    let directory = tempfile::tempdir().expect("there is room");
    for path in all() {
        let copy = directory.path().join(path.file_name().expect("a name"));
        let (from, to) = (path.to_str().expect("a path"), copy.to_str().expect("a path"));
        let output = run(&["--replay", from, "--record", to], "");
        assert_eq!(output.status.code(), Some(0), "{from}: {}", sheet(&output));
        let digest = |path: &Path| {
            let text = fs::read_to_string(path).expect("it is text");
            text.lines().next_back().map(str::to_owned)
        };
        assert_eq!(digest(&copy), digest(&path), "{from}");
        let records = |path: &Path| fs::read_to_string(path.with_extension("hits.records")).ok();
        assert_eq!(records(&copy), records(&path), "{from}");
    }
}

#[test]
fn a_check_names_the_first_record_that_differs() {
    let directory = tempfile::tempdir().expect("there is room");
    let original = directory_text("pushes.hits");
    let write = |name: &str, text: &str| fs::write(directory.path().join(name), text);
    let check = || run_in(directory.path(), &["--replay", "a.hits", "--check"], "");

    // One command differs: the digest differs, and the records say where.
    let other = original.replacen("move B 6 0", "move B 5 0", 1);
    assert_ne!(other, original);
    write("a.hits", &other).expect("written");
    let without = check();
    assert_eq!(without.status.code(), Some(1));
    let said = text(&without.stdout);
    assert!(
        said.contains("the digest differs: recorded ") && said.contains("no records"),
        "{said}"
    );

    write("a.hits.records", &directory_text("pushes.hits.records")).expect("written");
    let with = check();
    assert_eq!(with.status.code(), Some(1));
    let said = text(&with.stdout);
    assert!(said.contains("record 1 is the first that differs"), "{said}");
    assert!(said.contains("recorded: {\"event\":\"test\",\"seq\":1,"), "{said}");
    assert!(said.contains("replayed: {\"event\":\"test\",\"seq\":1,"), "{said}");

    // The records beside it belong to another recording.
    write("a.hits", &original).expect("written");
    write("a.hits.records", "").expect("written");
    let said = text(&check().stdout);
    assert!(said.contains("the digest is as recorded, but the stored records are not"), "{said}");

    // The recording is unfinished.
    let unfinished: Vec<_> = original.lines().filter(|l| !l.starts_with("# digest")).collect();
    write("a.hits", &(unfinished.join("\n") + "\n")).expect("written");
    let output = check();
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(said.contains("the recording is unfinished and has no digest"), "{said}");
    let replayed = run_in(directory.path(), &["--replay", "a.hits"], "");
    assert_eq!(replayed.status.code(), Some(0), "to replay it is no fault");
}

/// The commands of a recording, and whether its last line is cut off; `None` if no part of it is
/// valid.
fn commands(recording: &[u8]) -> Option<(Vec<String>, bool)> {
    let (mut lines, mut is_valid) = (Vec::new(), true);
    let end = replay(recording, Kind::Recording, |_, item| {
        match item {
            Ok(Item::Line(line)) => lines.push(line.to_owned()),
            Ok(Item::Rules(_) | Item::Scene(_)) => {}
            Err(ReadError::Whole(_)) => is_valid = false,
            Err(fault) => panic!("{fault}"),
        }
        io::Result::Ok(Continue(()))
    });
    let is_cut_off = end.expect("memory can be read").cut_off.is_some();
    is_valid.then_some((lines, is_cut_off))
}

#[test]
fn wherever_a_recording_is_cut_off_no_command_changes() {
    let whole = directory_text("pushes.hits");
    let (all, is_cut_off) = commands(whole.as_bytes()).expect("a recording");
    assert!(all.len() > 5 && !is_cut_off);
    for end in 1..whole.len() {
        let cut = &whole.as_bytes()[..end];
        let Some((some, is_cut_off)) = commands(cut) else { continue };
        assert!(all.starts_with(&some), "cut after {end} bytes: {some:?}");
        assert_eq!(is_cut_off, cut.last() != Some(&b'\n'), "cut after {end} bytes");
    }
    let scene = b"# hitscan recording 1\n| [[box]]\n| name = \"A\"\n| at = [0, 0]\n| size = [1, 1]";
    assert_eq!(commands(scene), None, "a scene is not taken without its last line");
}

#[test]
fn a_truncated_last_line_is_dropped_and_reported() {
    let directory = tempfile::tempdir().expect("there is room");
    let scene = "| [[box]]\n| name = \"A\"\n| at = [50, 0]\n| size = [1, 1]\n";
    let recording = format!("# hitscan recording 1\n{scene}move A 5 0\nmove A -12 -1");
    fs::write(directory.path().join("torn.hits"), recording).expect("written");
    let expected = "the last line is cut off: it has no line end, and is left out\n";
    let output = run_in(directory.path(), &["--replay", "torn.hits"], "");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout), format!("line 7: {expected}"));
    let on = |arguments: &[&str]| {
        let output = Command::new(HITSCAN).args(arguments).current_dir(directory.path()).output();
        let output = output.expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        (text(&output.stdout), text(&output.stderr))
    };
    let (picture, said) = on(&["render", "--replay", "torn.hits", "--panel", "object"]);
    assert!(picture.contains("frame 1") && picture.contains("55"), "{picture}");
    assert_eq!(said, format!("torn.hits:7: {expected}"));
    let (table, _) = on(&["check", "--replay", "torn.hits"]);
    assert!(table.ends_with(&format!("note  torn.hits:7: {expected}")), "{table}");
    let (events, _) = on(&["check", "--replay", "torn.hits", "--format", "ndjson"]);
    let note = format!("{{\"event\":\"note\",\"message\":\"torn.hits:7: {}\"}}\n", expected.trim());
    assert!(events.ends_with(&note), "{events}");
}

fn directory_text(name: &str) -> String {
    fs::read_to_string(directory().join(name)).expect("it is there")
}

#[test]
fn a_killed_process_leaves_a_recording_up_to_its_last_command() {
    let directory = tempfile::tempdir().expect("there is room");
    let mut command = Command::new(HITSCAN);
    command.args(["run", "start", "--record", "killed.hits", "--format", "ndjson"]);
    let mut child = super::piped(command.current_dir(directory.path()));
    let mut stdin = child.stdin.take().expect("it is piped");
    let path = directory.path().join("killed.hits");
    stdin.write_all(b"move B 1 0\nmove B 6 0\nmove B 0 -3\n").expect("it reads");
    // Only the file itself shows when the commands have been read.
    let begun = std::time::Instant::now();
    while !fs::read_to_string(&path).is_ok_and(|text| text.contains("move B 0 -3\n")) {
        assert!(begun.elapsed().as_secs() < 20, "it is not recorded");
        std::thread::yield_now();
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let said = run_in(directory.path(), &["--replay", "killed.hits", "--check"], "");
    let said = text(&said.stdout);
    assert!(said.contains("unfinished"), "{said}");
    assert!(said.contains("the stored records are the same"), "{said}");
    let file = fs::File::open(&path).expect("it is there");
    let last = BufReader::new(file).lines().last().expect("lines").expect("text");
    assert_eq!(last, "move B 0 -3");
}

#[test]
fn no_file_is_overwritten_and_none_is_left_half_written() {
    let directory = tempfile::tempdir().expect("there is room");
    fs::write(directory.path().join("a.hits"), "mine").expect("written");
    fs::write(directory.path().join("b.hits.records"), "mine").expect("written");
    for name in ["a.hits", "b.hits"] {
        let output = run_in(directory.path(), &["--record", name], "box A 0 0 1 1\n");
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("there is such a file"), "{}", sheet(&output));
    }
    assert!(!directory.path().join("b.hits").exists());
    assert_eq!(fs::read_to_string(directory.path().join("a.hits")).expect("there"), "mine");
}

#[test]
fn record_starts_with_what_was_done_before() {
    let directory = tempfile::tempdir().expect("there is room");
    let script = "move B 6 0\nrecord late.hits\nmove B 1 0\n";
    let late = run_in(directory.path(), &["start"], script);
    assert_eq!(late.status.code(), Some(0), "{}", sheet(&late));
    let early = run_in(directory.path(), &["start", "--record", "early.hits"], script);
    assert_eq!(early.status.code(), Some(1), "it records already: {}", sheet(&early));
    let of = |name: &str| fs::read_to_string(directory.path().join(name)).expect("it is there");
    assert_eq!(of("late.hits"), of("early.hits"));
    assert_eq!(of("late.hits.records"), of("early.hits.records"));
}
