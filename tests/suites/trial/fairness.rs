//! Correct programs are called correct, and mistakes get the right name.

use std::path::Path;

use super::{Tried, claims, tabled, tried};
use crate::languages::runs_or_skip;
use crate::program::HITSCAN;
use serde_json::Value;

/// A sweep in doubles, correct or with a mistake.
const SWEEP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/own/sweep.py");

fn swept(options: &[&str], mistake: &str) -> Tried {
    tabled(&[&["--kind", "frame"], options].concat(), &["python3", SWEEP, mistake])
}

/// The rows of a table: the class of the answers, and the number of pairs.
fn rows(report: &Tried) -> Vec<(String, u64)> {
    let rows = report.stdout.lines().skip_while(|line| !line.starts_with("method"));
    let rows = rows.skip(1).take_while(|line| !line.is_empty());
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let count = |at: usize| words[at].parse::<u64>().expect("a count");
        (words[1..3].join(" "), count(3) + count(4))
    };
    rows.map(row).collect()
}

fn names(report: &Tried) -> Vec<String> {
    rows(report).into_iter().map(|(name, _)| name).collect()
}

#[track_caller]
fn assert_says(report: &Tried, sentence: &str) {
    assert!(report.stdout.contains(sentence), "{sentence}\n{}{}", report.stdout, report.stderr);
}

#[test]
fn a_sweep_in_doubles_is_right_on_all_pairs() {
    if !runs_or_skip("python3") {
        return;
    }
    for step in ["1", "0.1", "0.001"] {
        let report = swept(&["--pairs", "3000", "--step", step], "none");
        assert_eq!(report.code, Some(0), "{}{}", report.stdout, report.stderr);
        let is_wrong = |name: &String| name.starts_with("wrong");
        assert!(!names(&report).iter().any(is_wrong), "{step}: {}", report.stdout);
    }
    assert_eq!(swept(&["--pairs", "3000", "--tolerance", "0"], "none").code, Some(1));
}

#[test]
fn a_sweep_in_doubles_is_right_on_every_cell_of_a_map_of_speeds() {
    if !runs_or_skip("python3") {
        return;
    }
    let method = format!("sweep=python3 {SWEEP} none");
    for (scene, tolerance, is_right) in [
        ("start", None, true),
        ("off-45", None, true),
        ("breakout-45", None, true),
        ("tunnel", None, true),
        ("off-45", Some("0"), false),
    ] {
        let mut command = std::process::Command::new(HITSCAN);
        command.args(["map", scene, "--edit", "speed", "--layer", "method", "--format", "ndjson"]);
        command
            .args(["--method", &method])
            .args(tolerance.map(|it| ["--tolerance", it]).iter().flatten());
        let output = command.output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{scene}: {errors}");
        let lines = String::from_utf8(output.stdout).expect("UTF-8");
        let events = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let cells: Vec<Value> = events.filter(|event| event["event"] == "cell").collect();
        let judged = cells.iter().filter(|cell| cell["against"].is_string()).count();
        assert!(judged > 200, "{scene}: {judged} cells are judged");
        let wrong: Vec<&Value> = cells.iter().filter(|cell| cell["against"] == "wrong").collect();
        assert_eq!(wrong.is_empty(), is_right, "{scene}: {wrong:?}");
    }
}

#[test]
fn the_three_classical_mistakes_of_a_sweep_are_named() {
    if !runs_or_skip("python3") {
        return;
    }
    for (mistake, claim) in [
        ("end-only", "tunnelled"),
        ("axis-at-rest", "axis-at-rest"),
        ("overlap-at-start", "already-inside"),
    ] {
        let report = swept(&["--pairs", "3000"], mistake);
        assert_eq!(claims(&report), [claim], "{}{}", report.stdout, report.stderr);
        assert_says(&report, "One mistake explains all ");
    }
}

#[test]
fn six_named_frames_start_with_an_overlap() {
    let named = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/cli/try_program/named.txt"));
    assert_eq!(named.lines().filter(|line| line.starts_with("frame starts-")).count(), 6);
    let always = |says: &str| {
        let program = format!("while read -r l; do echo {says}; done");
        tabled(&["--kind", "frame", "--pairs", "500"], &["sh", "-c", &program])
    };
    let miss = always("miss");
    assert_eq!(claims(&miss), ["always-miss"], "{}", miss.stdout);
    let left = always("hit left");
    let start = rows(&left).into_iter().find(|(name, _)| name == "convention start-side");
    assert!(start.is_some_and(|(_, pairs)| pairs >= 6), "{}", left.stdout);
    assert_says(&left, "they overlap at the start; there is no side to name.");
    let not_judged = |report: &Tried| names(report).iter().any(|name| name.starts_with("not-"));
    assert!(!not_judged(&miss) && !not_judged(&left), "{}", miss.stdout);
}

#[test]
fn a_time_is_shown_as_given_next_to_the_truth_in_decimals() {
    let says = "while read -r l; do echo 'hit 0.33333334326744'; done";
    let options = ["--kind", "frame", "--pairs", "0"];
    let options = [&options[..], &["--explain", "0"]].concat();
    let table = tabled(&options, &["sh", "-c", says]);
    assert_says(&table, "it says hit 0.333333343, the truth is ");
    let points = tabled(&[&options[..], &["--format", "tap"]].concat(), &["sh", "-c", says]);
    assert_says(&points, "it says 0.333333343, t is 2/3 ~0.66667.");
    assert_says(&points, "expected: \"hit 2/3 ~0.66667\"");
    assert_says(&points, "found: \"hit 0.333333343\"");
}

/// A test of two boxes in `awk`: inclusive, or strict.
const INCLUSIVE: &str = "{ print ($2<=$9 && $7<=$4 && $3<=$10 && $8<=$5) ? \"hit\" : \"miss\" }";
const STRICT: &str = "{ print ($2<$9 && $7<$4 && $3<$10 && $8<$5) ? \"hit\" : \"miss\" }";

#[test]
fn table_sentence_and_status_agree_about_touching() {
    let boxes = |contact: &str, program: &str| {
        tabled(&["--kind", "box-box", "--contact", contact, "--pairs", "2000"], &["awk", program])
    };
    let right = "It is right on all ";
    for (contact, program) in [("inclusive", INCLUSIVE), ("strict", STRICT), ("any", INCLUSIVE)] {
        let report = boxes(contact, program);
        assert_eq!(report.code, Some(0), "{}", report.stdout);
        assert_eq!(names(&report), ["agrees -"], "{contact}");
        assert_says(&report, right);
    }
    for (contact, program, sentence) in [
        ("strict", INCLUSIVE, "they only touch: under strict that must be miss."),
        ("inclusive", STRICT, "they only touch: under inclusive that must be hit."),
    ] {
        let report = boxes(contact, program);
        assert_eq!(report.code, Some(1), "{}", report.stdout);
        assert_eq!(names(&report), ["agrees -", "wrong touching"]);
        assert_says(&report, sentence);
        assert!(!report.stdout.contains(right), "{}", report.stdout);
    }
}

#[test]
fn ways_of_touching_are_distinguished() {
    // Corners count as touching, edges do not.
    let corners = "{ x = $2==$9 || $7==$4; y = $3==$10 || $8==$5 }
        $2>$9 || $7>$4 || $3>$10 || $8>$5 { print \"miss\"; next }
        x && !y || y && !x { print \"miss\"; next }
        { print \"hit\" }";
    let report = tabled(&["--kind", "box-box", "--pairs", "3000"], &["awk", corners]);
    let touching = report.stdout.lines().find_map(|line| line.split_once("Touching: "));
    let (_, ways) = touching.unwrap_or_else(|| panic!("{}", report.stdout));
    assert!(
        ways.starts_with("corner on corner HIT ") && ways.contains(", edge on edge MISS "),
        "{ways}"
    );
    let mixed = "NR % 2 { print \"hit\"; next } { print \"miss\" }";
    let report = tabled(&["--kind", "box-box", "--pairs", "300"], &["awk", mixed]);
    assert_says(&report, "Touching counts as HIT ");
}

#[test]
fn a_side_is_judged_if_one_is_named() {
    let always = |kind: &str, says: &str| {
        let program = format!("while read -r l; do echo {says}; done");
        tried(&["--kind", kind, "--pairs", "300", "--shrink", "60"], &["sh", "-c", &program])
    };
    let has =
        |report: &Tried, reason: &str| names(report).iter().any(|name| name.ends_with(reason));
    let plain = always("frame", "hit");
    assert!(!has(&plain, "corner-tie"), "{}", plain.stdout);
    let left = always("frame", "hit left");
    let wrong = |report: &Tried| {
        let row = rows(report).into_iter().find(|(name, _)| name == "wrong -");
        row.map_or(0, |(_, pairs)| pairs)
    };
    assert!(wrong(&left) > wrong(&plain), "{}{}", plain.stdout, left.stdout);
    assert!(has(&left, "corner-tie"), "{}", left.stdout);
    assert_eq!(claims(&left), ["always-hit"], "{}", left.stdout);
    let laser = always("box-laser", "hit top");
    assert!(has(&laser, "corner-tie"), "{}", laser.stdout);
    assert_eq!(claims(&laser), ["always-hit"], "{}", laser.stdout);
}

#[test]
fn each_reason_of_programs_has_help_and_a_page() {
    assert!(Path::new(SWEEP).is_file());
    let run = |arguments: &[&str], stdin: &str| {
        let mut command = assert_cmd::Command::new(HITSCAN);
        let output = command.args(arguments).write_stdin(stdin).output().expect("it runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let page = run(&["guide", "reasons"], "");
    let mistakes = run(&["guide", "mistakes"], "");
    for reason in
        ["concave", "axis-at-rest", "already-inside", "start-side", "rounding", "not-named"]
    {
        let is_there = page.contains(&format!("## {reason}\n"));
        assert!(is_there || mistakes.contains(&format!("| `{reason}` | ")), "{reason}");
        let help = run(&["run"], &format!("help {reason}\n"));
        assert!(help.contains(&format!("{reason}: ")), "{reason}: {help}");
    }
}
