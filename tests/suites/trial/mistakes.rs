//! Common mistakes in common tests, each recognized by name.

use std::path::Path;

use super::{Tried, is_there, rows, tabled};
use crate::skips::say_skipped;

/// A program that is correct, or has the mistake that is passed to it.
fn path(file: &str) -> String {
    format!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/own/{}"), file)
}

/// The reasons of wrong answers, or of conventions.
fn reasons(report: &Tried, worth: &str) -> Vec<String> {
    rows(report).into_iter().filter(|row| row[0] == worth).map(|[_, reason, ..]| reason).collect()
}

/// Tries a program without a mistake, then with each: checks the reasons of wrong answers, and that
/// the report has the sentence.
#[track_caller]
fn names(kind: &str, program: &[&str], mistakes: &[(&str, &[&str], &str)]) {
    let run = |mistake| {
        let options = ["--kind", kind, "--pairs", "3000", "--timeout", "60"];
        tabled(&options, &[program, &[mistake]].concat())
    };
    let right = run("none");
    assert_eq!(right.code, Some(0), "{}{}", right.stdout, right.stderr);
    assert!(right.stdout.contains("It is right on all "), "{}", right.stdout);
    for &(mistake, expected, sentence) in mistakes {
        let report = run(mistake);
        let said = format!("{mistake}: {}{}", report.stdout, report.stderr);
        assert_eq!(reasons(&report, "wrong"), expected, "{said}");
        assert!(report.stdout.contains(sentence), "{said}");
        let others = reasons(&report, "convention");
        assert!(others.iter().all(|reason| reason == "touching"), "{said}");
    }
}

#[test]
fn mistakes_of_a_sweep_are_named() {
    if !is_there("cc") {
        say_skipped("cc is not installed");
        return;
    }
    let here = tempfile::tempdir().expect("a directory can be made");
    let sweep = here.path().join("sweep");
    let sweep = sweep.to_str().expect("a plain path");
    let built = std::process::Command::new("cc")
        .args(["-o", sweep, &path("sweep.c"), "-lm"])
        .status()
        .expect("it runs");
    assert!(built.success() && Path::new(sweep).is_file());
    let mistakes: [(_, &[_], _); 3] = [
        (
            "end-only",
            &["already-inside", "tunnelled"],
            "wrong, tunnelled: they meet on the way, and at the end they only touch.",
        ),
        (
            "axis-at-rest",
            &["axis-at-rest", "flush"],
            "wrong, axis-at-rest: they do not move towards each other in ",
        ),
        (
            "overlap-at-start",
            &["already-inside"],
            "wrong, already-inside: they overlap before the frame begins, and it says miss.",
        ),
    ];
    names("frame", &[sweep], &mistakes);
}

#[test]
fn mistakes_of_a_test_of_two_boxes_are_named() {
    let beside = "the one side that it does not compare.";
    let mistakes: [(_, &[_], _); 4] = [
        ("strict", &[], "convention, touching: they only touch."),
        ("forgotten-side", &["forgotten-side"], beside),
        ("forgotten-side, strict", &["forgotten-side"], beside),
        (
            "size-as-corner",
            &["size-as-corner"],
            "it takes right and bottom for a width and a height; they are a corner.",
        ),
    ];
    names("box-box", &["python3", &path("overlap.py")], &mistakes);
}

#[test]
fn mistakes_of_slabs_are_named() {
    if !is_there("node") {
        say_skipped("node is not installed");
        return;
    }
    let mistakes: [(_, &[_], _); 3] = [
        (
            "zero-by-zero",
            &["zero-by-zero"],
            "the laser lies in one line with an edge, and 0 divided by 0 is no number.",
        ),
        (
            "not-swapped",
            &["not-swapped"],
            "the laser runs left or up, where entering and leaving a slab change places.",
        ),
        (
            "past-the-end",
            &["past-the-end"],
            "the laser ends first; only the line beyond its end meets the box.",
        ),
    ];
    names("box-laser", &["node", &path("slab.js")], &mistakes);
}

#[test]
fn mistakes_of_separating_axes_are_named() {
    let tilted = "the axes it tries are not perpendicular to edges.";
    let mistakes: [(_, &[_], _); 6] = [
        ("concave", &["concave"], "a test of convex shapes says this."),
        (
            "first-normals",
            &["concave", "one-sided-normals"],
            "a normal of the second keeps them apart, but it tries only those of the first.",
        ),
        (
            "second-normals",
            &["concave", "one-sided-normals"],
            "a normal of the first keeps them apart, but it tries only those of the second.",
        ),
        ("edge-as-axis", &["concave", "not-perpendicular"], tilted),
        ("sign-lost", &["concave", "not-perpendicular"], tilted),
        ("only-boxes", &["bounds-only"], "their bounding boxes meet; they do not."),
    ];
    names("region-region", &["python3", &path("sat.py")], &mistakes);
}

#[test]
fn a_laser_collinear_with_an_edge_is_not_called_a_division_without_one() {
    // Correct except for lasers collinear with a horizontal or vertical edge.
    let program = "function min(a, b) { return a < b ? a : b }
        function max(a, b) { return a > b ? a : b }
        function side(x, y) { return ($9 - $7) * (y - $8) - ($10 - $8) * (x - $7) }
        { least = min(min(side($2, $3), side($4, $3)), min(side($2, $5), side($4, $5)))
          most = max(max(side($2, $3), side($4, $3)), max(side($2, $5), side($4, $5)))
          near = max($7, $9) >= $2 && min($7, $9) <= $4 && max($8, $10) >= $3 && min($8, $10) <= $5
          in_line = $7 == $9 && ($7 == $2 || $7 == $4) || $8 == $10 && ($8 == $3 || $8 == $5)
          is_point = $7 == $9 && $8 == $10
          print (least <= 0 && most >= 0 && near || in_line && !is_point) ? \"hit\" : \"miss\" }";
    let report = tabled(&["--pairs", "3000"], &["awk", program]);
    assert_eq!(reasons(&report, "wrong"), ["collinear-apart"], "{}", report.stdout);
}
