//! Programs that obey the protocol: ways of reading lines, resemblance, formats.

use std::fs;

use super::{tabled, tabled_in, tried, tried_in};
use crate::program::HITSCAN;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a directory can be made")
}

#[test]
fn the_query_of_this_program_is_right_about_every_kind() {
    for kind in [
        "laser-laser",
        "box-laser",
        "box-box",
        "polygon-laser",
        "region-region",
        "box-point",
        "polygon-point",
        "frame",
    ] {
        let options = ["--kind", kind, "--protocol", "ndjson", "--pairs", "2000"];
        let report = tried(&options, &[HITSCAN, "query"]);
        assert_eq!(report.code, Some(0), "{kind}: {}{}", report.stdout, report.stderr);
        assert!(report.stdout.contains("It is right on all "), "{kind}: {}", report.stdout);
    }
}

#[test]
fn the_report_does_not_depend_on_how_a_program_reads_lines() {
    let answers = r"
        function cross(x1, y1, x2, y2) {
            return side(x1,y1,x2,y2,$7,$8)*side(x1,y1,x2,y2,$9,$10) <= 0 &&
                   side($7,$8,$9,$10,x1,y1)*side($7,$8,$9,$10,x2,y2) <= 0 }
        function side(a,b,c,d,x,y) { return (c-a)*(y-b) - (d-b)*(x-a) }
        function hit() { return cross($2,$3,$4,$3) || cross($4,$3,$4,$5) || cross($4,$5,$2,$5) ||
                                cross($2,$5,$2,$3) }
    ";
    let here = folder();
    let write = |name: &str, rules: &str| {
        fs::write(here.path().join(name), format!("{answers}{rules}")).expect("it can be written");
    };
    write("live.awk", "{ print hit() ? \"hit\" : \"miss\"; fflush() }");
    write("buffered.awk", "{ print hit() ? \"hit\" : \"miss\" }");
    write(
        "batch.awk",
        "{ all = all (hit() ? \"hit\" : \"miss\") \"\\n\" } END { printf \"%s\", all }",
    );
    let options = ["--name", "it", "--pairs", "100"];
    let all = ["live.awk", "buffered.awk", "batch.awk"]
        .map(|file| tabled_in(here.path(), &options, &["awk", "-f", file]));
    for each in &all {
        assert_eq!((each.code, each.stderr.as_str()), (Some(1), ""), "{}", each.stdout);
        assert_eq!(each.stdout, all[0].stdout);
    }
}

#[test]
fn saved_scenes_expect_the_truth_and_name_no_program() {
    let here = folder();
    let options = ["--pairs", "500", "--save", "out"];
    let report = tried_in(here.path(), &options, &["sh", "-c", "while read l; do echo hit; done"]);
    assert_eq!(report.code, Some(1), "{}{}", report.stdout, report.stderr);
    let saved: Vec<_> = fs::read_dir(here.path().join("out")).expect("it is there").collect();
    assert!(!saved.is_empty(), "{}", report.stdout);
    for scene in saved {
        let scene = scene.expect("it can be read").path();
        let text = fs::read_to_string(&scene).expect("it can be read");
        assert!(!text.contains("while read"), "{text}");
        let check = assert_cmd::Command::new(HITSCAN).arg("check").arg(&scene).output();
        assert_eq!(check.expect("it runs").status.code(), Some(0), "{}", scene.display());
    }
}

#[test]
fn conventions_are_not_failures_and_contact_says_what_must_count() {
    // For this program, two boxes that only touch are not a hit.
    let strict =
        "$2 < $9 && $7 < $4 && $3 < $10 && $8 < $5 { print \"hit\"; next } { print \"miss\" }";
    let code = |contact: &str| {
        let options = ["--kind", "box-box", "--contact", contact, "--pairs", "2000"];
        tabled(&options, &["awk", strict]).code
    };
    assert_eq!([code("any"), code("strict"), code("inclusive")], [Some(0), Some(0), Some(1)]);
}

#[test]
fn every_format_counts_the_same() {
    let report = |format: &str| {
        let always = ["sh", "-c", "while read l; do echo hit; done"];
        tabled(&["--format", format, "--pairs", "200"], &always)
    };
    let ndjson = report("ndjson");
    let events: Vec<serde_json::Value> = ndjson
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect();
    let rows = events.iter().filter(|event| event["event"] == "row");
    let sum = |key: &str| rows.clone().filter_map(|row| row[key].as_u64()).sum::<u64>();
    assert_eq!((sum("named"), sum("random")), (27, 200));
    let wrong = rows.clone().filter(|row| row["against"] == "wrong");
    let wrong: u64 = wrong.filter_map(|row| row["named"].as_u64()).sum();
    let tap = report("tap").stdout;
    let failed = tap.lines().filter(|line| line.starts_with("not ok")).count();
    assert!(tap.ends_with("1..29\n"), "{tap}");
    let points = u64::try_from(failed).expect("few");
    assert_eq!(points, wrong + 2, "the random pairs are one point, what is claimed another");
    let xml = report("junit").stdout;
    let document = roxmltree::Document::parse(&xml).expect("XML");
    let count = |name: &str| document.descendants().filter(|node| node.has_tag_name(name)).count();
    assert_eq!((count("testcase"), count("failure")), (29, failed));
}
