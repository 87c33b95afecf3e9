//! Common mistakes in common tests, each recognized by name.

use std::path::Path;

use super::{Tried, claims, is_there, rows, tabled};
use crate::program::HITSCAN;
use crate::skips::say_skipped;

/// A program that is correct, or has the mistake that is passed to it.
fn path(file: &str) -> String {
    format!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/own/{}"), file)
}

/// The reasons of conventions.
fn conventions(report: &Tried) -> Vec<String> {
    let rows = rows(report).into_iter().filter(|row| row[0] == "convention");
    rows.map(|[_, reason, ..]| reason).collect()
}

/// Tries a program without a mistake, then with each: checks what is claimed about it, and that the
/// report has the sentence.
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
        assert_eq!(claims(&report), expected, "{said}");
        // No wrong answer is left without a name.
        let is_wrong = report.code == Some(1);
        assert_eq!(report.stdout.contains("\nOne mistake explains all "), is_wrong, "{said}");
        assert_eq!(is_wrong, !expected.is_empty(), "{said}");
        let text = report.stdout.replace('\n', " ");
        assert!(text.contains(sentence), "{said}");
        let others = conventions(&report);
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
        ("end-only", &["tunnelled"], "it looks only where they are at the end of the frame."),
        ("axis-at-rest", &["axis-at-rest"], "without motion along an axis, it does not look"),
        ("overlap-at-start", &["already-inside"], "it misses when they overlap before the frame"),
    ];
    names("frame", &[sweep], &mistakes);
}

#[test]
fn mistakes_of_a_test_of_two_boxes_are_named() {
    let mistakes: [(_, &[_], _); 4] = [
        ("strict", &[], "convention, touching: they only touch."),
        ("forgotten-side", &["forgotten-side"], "it does not compare A's "),
        ("forgotten-side, strict", &["forgotten-side"], "it does not compare A's "),
        (
            "size-as-corner",
            &["size-as-corner"],
            "it takes the last two numbers of a box for a width",
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
        ("zero-by-zero", &["zero-by-zero"], "it divides 0 by 0"),
        ("not-swapped", &["not-swapped"], "it does not swap the two times"),
        ("past-the-end", &["past-the-end"], "it goes on beyond the end of the laser"),
    ];
    names("box-laser", &["node", &path("slab.js")], &mistakes);
}

#[test]
fn mistakes_of_separating_axes_are_named() {
    let mistakes: [(_, &[_], _); 6] = [
        ("concave", &["concave"], "it treats the shapes as convex"),
        ("first-normals", &["one-sided-normals"], "it tries the normals of A only."),
        ("second-normals", &["one-sided-normals"], "it tries the normals of B only."),
        ("edge-as-axis", &["not-perpendicular"], "it tries the edges, not their normals"),
        ("sign-lost", &["lost-sign"], "it swaps x and y of an edge without changing a sign"),
        ("only-boxes", &["bounds"], "it compares the boxes around them"),
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
    assert_eq!(claims(&report), ["one-place"], "{}", report.stdout);
}

#[test]
fn a_test_with_a_usual_mistake_runs_as_a_program_whose_mistake_is_named() {
    // Codes of the catalogue, and the names that are printed.
    for (mistakes, names) in [
        ("laser-laser:b-range", &["b-range"][..]),
        ("box-laser:rest-untested", &["axis-at-rest"]),
        ("box-laser:beyond+inside-missed", &["past-the-end", "already-inside"]),
        ("box-box:corners-a", &["corners-a"]),
        ("frame:exit-x-only", &["exit-x-only"]),
        ("polygon-point:closing-edge", &["closing-edge"]),
        ("region-region:sat", &["concave"]),
    ] {
        let (kind, _) = mistakes.split_once(':').expect("a kind");
        let options = ["--kind", kind, "--pairs", "1500"];
        let report = tabled(&options, &[HITSCAN, "try", "--as", mistakes]);
        let said = format!("{mistakes}: {}{}", report.stdout, report.stderr);
        assert_eq!(report.code, Some(1), "{said}");
        let mut claimed = claims(&report);
        claimed.sort_unstable();
        let mut names = names.to_vec();
        names.sort_unstable();
        assert_eq!(claimed, names, "{said}");
    }
    let refused = tabled(&[], &[HITSCAN, "try", "--as", "box-box:unheard"]);
    assert!(refused.stderr.contains("box-box has no mistake unheard"), "{}", refused.stderr);
}
