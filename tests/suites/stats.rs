//! `hitscan stats`: its rows, its counts and how they grow. Times are only printed.

use std::process::{Command, Output};

use crate::printed::{hitscan, objects, printed};
use crate::program::HITSCAN;

fn stats(args: &[&str]) -> Output {
    Command::new(HITSCAN).arg("stats").args(args).output().expect("it runs")
}

fn lines(args: &[&str]) -> Vec<serde_json::Value> {
    // There is no progress bar without a terminal.
    objects(&printed(&mut hitscan(&[&["stats"], args, &["--format", "ndjson"]].concat())))
}

#[test]
fn each_broad_phase_has_a_row_and_all_find_the_same_pairs() {
    let rows = lines(&["crowd", "--frames", "4"]);
    let names: Vec<_> = rows.iter().map(|row| row["broad_phase"].as_str()).collect();
    assert_eq!(names, ["all-pairs", "sweep", "grid"].map(Some));
    for row in &rows {
        assert_eq!(row["event"], "stats");
        assert_eq!((&row["objects"], &row["frames"]), (&2000.into(), &4.into()));
        assert_eq!(row["pairs"], 1_999_000);
        assert_eq!(row["meet"], rows[0]["meet"], "they find the same pairs");
        assert!(row["median_microseconds"].as_u64() <= row["worst_microseconds"].as_u64());
    }
    let candidates = |row: usize| rows[row]["candidates"].as_u64().expect("a count");
    assert_eq!(candidates(0), 1_999_000, "all of them");
    assert!(candidates(1) < candidates(0) / 10 && candidates(2) < candidates(1));
    assert_eq!(rows[0]["candidates_to_all_pairs"], 1.0);
}

#[test]
fn a_scaled_crowd_shows_the_growth_exponent_of_the_candidates() {
    let args = ["crowd", "--scale", "500,1000,4000", "--frames", "2"];
    let rows = lines(&args);
    let of = |event: &str| rows.iter().filter(|row| row["event"] == event).count();
    assert_eq!((of("stats"), of("growth")), (9, 9));
    let exponent = |which: &str| {
        let is_whole = |row: &&serde_json::Value| {
            row["event"] == "growth"
                && row["broad_phase"] == which
                && (row["from"].as_u64(), row["to"].as_u64()) == (Some(500), Some(4000))
        };
        rows.iter().find(is_whole).expect(which)["candidates"].as_f64().expect("a number")
    };
    assert!((1.99..2.01).contains(&exponent("all-pairs")), "{}", exponent("all-pairs"));
    assert!((1.3..1.7).contains(&exponent("sweep")), "{}", exponent("sweep"));
    assert!((0.9..1.1).contains(&exponent("grid")), "{}", exponent("grid"));
    let text = String::from_utf8(stats(&args).stdout).expect("it is text");
    assert!(text.starts_with("objects  broad phase  frames  candidates"), "{text}");
    assert!(text.contains("as an exponent of the number of objects"), "{text}");
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
}

#[test]
fn one_broad_phase_can_be_measured_alone() {
    let rows = lines(&["start", "--broad-phase", "sweep", "--frames", "1"]);
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["broad_phase"], "sweep");
    assert!(rows[0]["time_to_all_pairs"].is_null(), "there is nothing to compare it with");
}

#[test]
fn a_measurement_that_fails_says_why() {
    for (args, expected) in [
        (
            &["start", "--scale", "10"][..],
            "start: --scale needs a scene with one [[crowd]]; this has 0",
        ),
        (&["crowd", "--scale", "100001"], "100001 is not in 1..=100000"),
        (&["crowd", "--scale", "10,"], "--scale"),
        (&["crowd", "--frames", "0"], "0 is not in 1..=1000000"),
        (&["crowd", "--broad-phase", "tree"], "all, all-pairs, sweep, grid"),
        (&["no-such.toml"], "no-such.toml: no such file"),
    ] {
        let output = stats(args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(expected), "{args:?}: {said}");
        assert!(!output.status.success() && output.stdout.is_empty());
    }
}
