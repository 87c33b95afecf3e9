//! Programs that keep to the protocol: templates, ways of asking, likeness.

use std::fs;

use super::{template, tried, tried_in};
use crate::languages::runs_or_skip;
use crate::program::HITSCAN;

/// The numbers that each template gives.
const ROWS: [&str; 4] = [
    "agrees                              22    9768   97.636",
    "wrong    collinear-apart      2      60    0.618",
    "wrong    zero-length          1       9    0.100",
    "wrong    inside-unseen        2     163    1.646",
];

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a directory can be made")
}

/// A row without its name, blanks squeezed.
fn squeezed(row: &str) -> String {
    row.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_template_is_wrong_in_the_same_three_ways_and_right_about_two_boxes() {
    let here = folder();
    for (language, file, tool, build, run) in [
        ("python", "my_hit.py", "python3", None, &["python3", "my_hit.py"][..]),
        ("c", "my_hit.c", "cc", Some("cc -o my_hit my_hit.c"), &["./my_hit"]),
        ("rust", "my_hit.rs", "rustc", Some("rustc -O -o my_hit_rs my_hit.rs"), &["./my_hit_rs"]),
        ("javascript", "my_hit.js", "node", None, &["node", "my_hit.js"]),
        ("java", "MyHit.java", "java", None, &["java", "MyHit.java"]),
        ("awk", "my_hit.awk", "awk", None, &["awk", "-f", "my_hit.awk"]),
        ("shell", "my_hit.sh", "sh", None, &["sh", "my_hit.sh"]),
    ] {
        // The last two are part of every system, and need not know their version.
        if !["awk", "sh"].contains(&tool) && !runs_or_skip(tool) {
            continue;
        }
        template(language, here.path(), file);
        let build: Vec<&str> = build.iter().flat_map(|build| ["--build", build]).collect();
        let mut options = vec!["--name", "my_hit", "--timeout", "60", "--shrink", "0"];
        options.extend(&build);
        let report = tried_in(here.path(), &options, run);
        assert_eq!(report.code, Some(1), "{language}: {}{}", report.stdout, report.stderr);
        for row in ROWS {
            let row = squeezed(&format!("my_hit {row}")).replace("agrees 22", "agrees - 22");
            let found = report.stdout.lines().any(|line| squeezed(line) == row);
            assert!(found, "{language}: {row} is not in\n{}", report.stdout);
        }
        let likeness = "It answers like edges on all 10027 pairs. Touching: HIT, 932 of 932.";
        assert!(report.stdout.contains(likeness), "{language}: {}", report.stdout);
        options.extend(["--kind", "box-box", "--pairs", "1000"]);
        let report = tried_in(here.path(), &options, run);
        assert_eq!(report.code, Some(0), "{language}: {}", report.stdout);
    }
}

#[test]
fn the_query_of_this_program_is_right_about_every_kind() {
    for kind in ["laser-laser", "box-laser", "box-box", "polygon-laser", "region-region", "frame"] {
        let options = ["--kind", kind, "--protocol", "ndjson", "--pairs", "2000"];
        let report = tried(&options, &[HITSCAN, "query"]);
        assert_eq!(report.code, Some(0), "{kind}: {}{}", report.stdout, report.stderr);
        assert!(report.stdout.contains("It is right on all "), "{kind}: {}", report.stdout);
    }
}

#[test]
fn however_a_program_takes_lines_the_report_is_the_same() {
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
    write("single.awk", "NR == 1 { print hit() ? \"hit\" : \"miss\"; exit }");
    // Starts are to end minimising, not the time of a busy machine.
    let options = ["--name", "it", "--pairs", "100", "--shrink", "600"];
    let all = ["live.awk", "buffered.awk", "batch.awk", "single.awk"]
        .map(|file| tried_in(here.path(), &options, &["awk", "-f", file]));
    for each in &all {
        assert_eq!((each.code, each.stderr.as_str()), (Some(1), ""), "{}", each.stdout);
        // To find that nothing is simpler would take too many starts.
        let cut_short = "There may be smaller ones: minimising ended after 400 starts of it.\n\n";
        assert_eq!(each.stdout.replace(cut_short, ""), all[0].stdout);
    }
    // One that is started once a line is asked fewer pairs unless told.
    let few = ["--name", "it", "--shrink", "0"];
    let few = tried_in(here.path(), &few, &["awk", "-f", "single.awk"]);
    assert!(
        few.stdout.starts_with("it: box-laser, 27 named and 300 random pairs"),
        "{}",
        few.stdout
    );
}

#[test]
fn saved_scenes_expect_what_is_true_and_name_no_program() {
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
fn convention_alone_is_no_failure_and_contact_says_what_must_count() {
    // Two boxes that only touch are no hit for this one.
    let strict =
        "$2 < $9 && $7 < $4 && $3 < $10 && $8 < $5 { print \"hit\"; next } { print \"miss\" }";
    let code = |contact: &str| {
        let options = ["--kind", "box-box", "--contact", contact, "--pairs", "2000"];
        tried(&options, &["awk", strict]).code
    };
    assert_eq!([code("any"), code("strict"), code("inclusive")], [Some(0), Some(0), Some(1)]);
}

#[test]
fn every_format_counts_the_same() {
    let report = |format: &str| {
        let always = ["sh", "-c", "while read l; do echo hit; done"];
        tried(&["--format", format, "--pairs", "200"], &always)
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
    assert!(tap.ends_with("1..28\n"), "{tap}");
    assert_eq!(u64::try_from(failed).expect("few"), wrong + 1, "the random pairs are one point");
    let xml = report("junit").stdout;
    let document = roxmltree::Document::parse(&xml).expect("XML");
    let count = |name: &str| document.descendants().filter(|node| node.has_tag_name(name)).count();
    assert_eq!((count("testcase"), count("failure")), (28, failed));
}
