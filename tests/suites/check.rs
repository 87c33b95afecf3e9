//! `hitscan check` as a program: four reports about the scenes in `tests/fixtures/check`, and the
//! exit status.

mod properties;

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use hitscan::tested::cli::ExitStatus;
use hitscan::tested::cli::check::{CheckArgs, ReportFormat};
use hitscan_core::scene::{Scene, builtin, gallery, printable};
use roxmltree::{Document, Node};
use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use crate::printed::{hitscan, objects, printed};
use crate::program::HITSCAN;
use crate::snapshots::assert_snapshot;

/// A mix of valid scenes, faulty ones and ones with unmet expectations.
const FILES: [&str; 6] = [
    "tunnel",
    "tests/fixtures/check/faulty.toml",
    "tests/fixtures/check/no-such.toml",
    "tests/fixtures/check/differs.toml",
    "tests/fixtures/check/specials.toml",
    "tests/fixtures/check/silent.toml",
];

const FORMATS: [ReportFormat; 4] =
    [ReportFormat::Text, ReportFormat::Ndjson, ReportFormat::Tap, ReportFormat::Junit];

fn args(files: &[&str], format: ReportFormat) -> CheckArgs {
    CheckArgs {
        files: files.iter().map(ToString::to_string).collect(),
        format,
        ..CheckArgs::default()
    }
}

fn checked(args: &CheckArgs) -> (ExitStatus, String) {
    let mut report = Vec::new();
    let outcome = args.run(&mut report).expect("memory can be written");
    (outcome, String::from_utf8(report).expect("reports are UTF-8"))
}

fn report(format: ReportFormat) -> String {
    checked(&args(&FILES, format)).1
}

/// The program in an empty directory that contains these files.
fn program(directory: &Path, arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::new(HITSCAN);
    command.current_dir(directory).arg("check").args(arguments).assert()
}

#[test]
fn each_format_has_an_entry_for_each_pair_expectation_and_fault() {
    for (format, holds) in [
        (ReportFormat::Text, "the_table_shows_pairs_findings_and_faults_in_order"),
        (ReportFormat::Ndjson, "ndjson_has_an_object_for_each_pair_and_expectation"),
        (ReportFormat::Tap, "tap_has_a_point_for_each_file_and_expectation"),
        (ReportFormat::Junit, "junit_has_a_suite_for_each_file"),
    ] {
        assert_snapshot!("check", holds, report(format));
    }
}

#[test]
fn the_built_in_gallery_meets_its_expectations() {
    let names: Vec<_> = gallery().iter().map(|(name, _)| *name).collect();
    for format in FORMATS {
        let (outcome, report) = checked(&args(&names, format));
        assert_eq!(outcome, ExitStatus::Success, "{report}");
    }
}

/// A scene file with the objects of a built-in scene and these expectations.
fn expecting(name: &str, expects: &str) -> String {
    let scene = Scene { expects: Vec::new(), ..builtin(name).expect("it is built in") };
    format!("{}\n[[expect]]\n{expects}", scene.to_toml())
}

#[test]
fn two_regions_are_asked_about_by_every_method_and_a_laser_by_those_that_are_named() {
    let directory = tempfile::tempdir().expect("there is room");
    let found = "wrong: expected WHAT, found bounding-boxes and sat; METHODS asked since 0.3";
    let found =
        |what: &str, methods: &str| Some(found.replace("WHAT", what).replace("METHODS", methods));
    let notch = "pair = [\"P\", \"A\"]\n";
    let laser = "pair = [\"P\", \"L\"]\n";
    for (scene, expects, said) in [
        ("notch", format!("{notch}wrong = []\n"), found("none", "bounding-boxes and sat are")),
        ("notch", format!("{notch}wrong = [\"sat\"]\n"), found("sat", "bounding-boxes is")),
        ("notch", format!("{notch}wrong = [\"sat\", \"bounding-boxes\"]\n"), None),
        ("bounds", format!("{laser}wrong = []\n"), None),
        ("bounds", format!("{laser}wrong = [\"bounding-boxes\"]\n"), None),
    ] {
        fs::write(directory.path().join("a.toml"), expecting(scene, &expects)).expect("room");
        let (status, holds) = if said.is_some() { (1, "not ok") } else { (0, "ok") };
        let output = program(directory.path(), &["a.toml"]).code(status).get_output().clone();
        let text = String::from_utf8(output.stdout).expect("text");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&format!("{holds} expect 1")), "{expects}: {text}");
        assert!(said.as_ref().is_none_or(|said| text.contains(said)), "{expects}: {text}");
        assert_eq!(text.contains("asked since"), said.is_some(), "{expects}: {text}");
        let shows = text.contains("sat says HIT, wrong: concave");
        assert_eq!(shows, scene == "notch", "{expects}: {text}");
    }
}

#[test]
fn a_failure_that_was_one_before_does_not_blame_the_methods_asked_now() {
    let directory = tempfile::tempdir().expect("there is room");
    let expects = "pair = [\"P\", \"A\"]\nwrong = [\"edges\"]\n";
    fs::write(directory.path().join("a.toml"), expecting("notch", expects)).expect("room");
    let output = program(directory.path(), &["a.toml"]).code(1).get_output().clone();
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("wrong: expected edges, found bounding-boxes and sat\n"), "{text}");
}

#[test]
fn an_expectation_says_what_a_wrong_response_took_for_a_hit() {
    let directory = tempfile::tempdir().expect("there is room");
    let seam = "response = \"slide\"\nside = \"previous-frame\"\n\
        [[box]]\nname = \"B\"\nat = [14, 20]\nsize = [6, 6]\nvelocity = [2, 0]\n\
        [[box]]\nname = \"right\"\ncorners = [[22, 26], [42, 34]]\nfixed = true\n";
    let expects = "[[expect]]\npair = [\"B\", \"right\"]\nafter_frames = 1\nresult = \"touch\"\n";
    let write = |responded: &str| {
        fs::write(directory.path().join("a.toml"), format!("{seam}{expects}{responded}"))
            .expect("there is room");
    };
    write("responded = \"hit\"\n");
    let output = program(directory.path(), &["a.toml"]).code(0).get_output().clone();
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("    only touched; previous-frame took it for a hit\n"), "{text}");
    write("responded = \"miss\"\n");
    let output = program(directory.path(), &["a.toml"]).code(1).get_output().clone();
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("responded"), "{text}");
    let right = seam.replace("previous-frame", "swept");
    let all = format!("{right}{expects}responded = \"hit\"\n");
    fs::write(directory.path().join("a.toml"), all).expect("there is room");
    let output = program(directory.path(), &["a.toml"]).code(1).get_output().clone();
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("responded: expected hit, found none"), "{text}");
}

#[test]
fn the_exit_status_says_whether_everything_is_as_expected() {
    let directory = tempfile::tempdir().expect("there is room");
    let scene = |relation: &str| {
        format!(
            "[[box]]\nname = \"A\"\nat = [0, 0]\nsize = [2, 2]\n\
             [[box]]\nname = \"B\"\nat = [1, 1]\nsize = [2, 2]\n\
             [[expect]]\npair = [\"A\", \"B\"]\nrelation = \"{relation}\"\n"
        )
    };
    let files =
        [("good", scene("overlaps")), ("differs", scene("touches")), ("faulty", scene("crosses"))];
    for (name, text) in files {
        fs::write(directory.path().join(format!("{name}.toml")), text).expect("there is room");
    }
    for (arguments, status) in [
        (&["good.toml", "start"][..], 0),
        (&["good.toml", "differs.toml"], 1),
        (&["faulty.toml", "good.toml"], 1),
        (&["good.toml", "no-such.toml"], 1),
        (&["."], 1),
        (&[], 2),
        (&["good.toml", "--format", "xml"], 2),
        (&["good.toml", "--al"], 2),
    ] {
        program(directory.path(), arguments).code(status);
    }
    let assert = program(directory.path(), &["faulty.toml", "good.toml"]);
    let output = String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8");
    assert!(output.starts_with("faulty.toml:11:12: relation \"crosses\": "), "{output}");
    assert!(output.contains("\nok      expect 1: A B\n"), "the others are checked: {output}");
    assert!(assert.get_output().stderr.is_empty(), "the report is all there is to say");
}

#[test]
fn nothing_in_a_name_or_a_title_breaks_a_report() {
    let directory = tempfile::tempdir().expect("there is room");
    let name = "<a&\"b\"'c>]]> # \u{1b}[31m\u{202e}箱\u{fffe}\\.toml";
    let title = "\\\"]]> </system-out> & # \\uffff \\ufffe 1..2 ok 箱 \\\\";
    fs::write(directory.path().join(name), format!("title = \"{title}\"\nnote = 3\n"))
        .expect("there is room");
    let good = format!("good-{name}");
    fs::write(directory.path().join(&good), format!("title = \"{title}\"\n"))
        .expect("there is room");
    for format in ["table", "ndjson", "tap", "junit"] {
        let assert = program(directory.path(), &[name, &good, "--format", format]).code(1);
        let output = String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8");
        let lines: String = output.lines().collect();
        assert_eq!(printable(&lines), lines, "{format}");
        match format {
            "ndjson" => {
                let events = objects(&output);
                assert_eq!(events[0]["file"], name);
                assert_eq!(events[0]["line"], 2);
            }
            "junit" => {
                let document = Document::parse(&output).expect(&output);
                let suites: Vec<_> =
                    document.root_element().children().filter(Node::is_element).collect();
                let shown = printable(name).replace('\u{fffe}', "\\u{fffe}");
                assert_eq!(suites[0].attribute("name"), Some(shown.as_str()));
                let said = suites[1].descendants().find(|node| node.has_tag_name("system-out"));
                let said = said.and_then(|node| node.text()).expect("it says something");
                let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(
                    said.contains("</system-out> & # \\u{ffff} \\u{fffe} 1..2 ok 箱"),
                    "{said}"
                );
            }
            "tap" => {
                let points: Vec<_> =
                    output.lines().filter(|line| !line.starts_with([' ', '#'])).collect();
                assert_eq!(points.len(), 4, "version, two points, plan: {output}");
                assert!(points[1].starts_with("not ok 1 - <a&") && points[1].contains("\\# "));
            }
            _ => assert!(
                output
                    .lines()
                    .all(|line| line.starts_with([' ', '<', 'g', 'n']) || line.is_empty())
            ),
        }
    }
}

#[test]
fn lines_for_people_fit_in_eighty_columns() {
    let report = report(ReportFormat::Text);
    let wide: Vec<_> = report
        .lines()
        .filter(|line| line.width() > 80)
        // Lines with errors are never wrapped, since other programs look for them.
        .filter(|line| !FILES[1..3].iter().any(|file| line.starts_with(file)))
        .collect();
    assert!(wide.is_empty(), "{wide:#?}");
    assert!(!report.contains(|c: char| c.is_control() && c != '\n'));
}

#[test]
fn counts_in_junit_match_its_cases() {
    let report = report(ReportFormat::Junit);
    let document = Document::parse(&report).expect("XML");
    let suites = document.root_element().children().filter(Node::is_element);
    let mut names = Vec::new();
    for suite in suites {
        let count = |tag| suite.descendants().filter(|node| node.has_tag_name(tag)).count();
        for (attribute, tag) in
            [("tests", "testcase"), ("failures", "failure"), ("errors", "error")]
        {
            assert_eq!(suite.attribute(attribute), Some(count(tag).to_string().as_str()));
        }
        names.push(suite.attribute("name").expect("a name").to_owned());
    }
    assert_eq!(names, FILES);
}

#[test]
fn points_in_tap_are_numbered_and_planned() {
    let report = report(ReportFormat::Tap);
    let points: Vec<_> = report
        .lines()
        .filter(|line| line.starts_with("ok ") || line.starts_with("not ok "))
        .collect();
    for (number, point) in (1..).zip(&points) {
        assert!(point.contains(&format!("ok {number} - ")), "{point}");
    }
    assert!(report.contains(&format!("\n1..{}\n", points.len())));
    // Values in a YAML block are JSON, which every reader understands.
    let blocks = report.lines().filter(|line| line.starts_with("  ") && line.contains(": "));
    for value in blocks.filter_map(|line| line.split_once(": ").map(|(_, value)| value)) {
        let is_word = value.chars().all(|c| c.is_ascii_lowercase());
        assert!(is_word || serde_json::from_str::<Value>(value).is_ok(), "{value}");
    }
}

#[test]
fn a_pair_in_ndjson_equals_the_answer_of_a_query() {
    let (_, report) = checked(&args(&["tunnel"], ReportFormat::Ndjson));
    let events = objects(&report);
    let query = "{\"a\":{\"box\":[4,17,10,23],\"velocity\":[28,0]},\"b\":{\"box\":[22,4,24,36]},\"frame\":\"start\"}\n";
    // The answer about the positions at the end, and the one about the frame.
    let at_end = query.replace("4,17,10,23", "32,17,38,23").replace("\"start\"", "\"end\"");
    let answer = printed(hitscan(&["query"]).write_stdin(at_end));
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    let test = events.iter().rfind(|event| event["event"] == "test").expect("a pair");
    for (key, value) in answer.as_object().expect("an object") {
        assert_eq!(test.get(key), Some(value), "{key}");
    }
    let own = ["event", "file", "after_frames", "a", "b", "result"];
    let keys = test.as_object().expect("an object").keys();
    let others: Vec<_> =
        keys.filter(|key| answer.get(key).is_none() && !own.contains(&key.as_str())).collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn in_large_scenes_plain_misses_are_left_out_and_counted() {
    let directory = tempfile::tempdir().expect("there is room");
    // A row of boxes that touch their neighbours, each a little lower than the previous one so that
    // no edges are collinear; and two collinear lasers.
    let boxes = (0..16).map(|i| {
        format!(
            "[[box]]\nname = \"B{i}\"\nat = [{}, {}]\nsize = [2, 2]\n",
            2 * i,
            f64::from(i) / 8.0
        )
    });
    let lasers = "[[laser]]\nname = \"K\"\nfrom = [0, 90]\nto = [5, 100]\n\
                  [[laser]]\nname = \"L\"\nfrom = [10, 110]\nto = [20, 130]\n";
    let text: String = boxes.chain([lasers.to_owned()]).collect();
    Scene::parse(&text).expect("a scene");
    let path = directory.path().join("row.toml");
    fs::write(&path, text).expect("there is room");
    let file = path.to_string_lossy().into_owned();
    let mut args = args(&[&file], ReportFormat::Ndjson);
    let count = |report: &str| {
        let events = objects(report);
        let of = |name: &str| events.iter().filter(|event| event["event"] == name).count();
        let left_out = events.iter().find(|event| event["event"] == "left-out");
        (of("test"), left_out.map_or(0, |event| event["pairs"].as_u64().expect("a count")))
    };
    let pairs = 18 * 17 / 2;
    assert_eq!(count(&checked(&args).1), (15 + 1, pairs - 16));
    args.all = true;
    assert_eq!(count(&checked(&args).1), (153, 0));
    args.all = false;
    args.format = ReportFormat::Text;
    let (_, report) = checked(&args);
    assert!(report.contains("\n  137 pairs left out: MISS, and every method agrees;"), "{report}");
    assert!(report.contains("\n    straddle says HIT, wrong: collinear-apart\n"), "{report}");
}

/// Sixteen polygons of 600 vertices make 120 pairs, which take as long as a million and a half of
/// simple ones.
#[test]
fn the_limit_on_examined_pairs_counts_the_edges_of_polygons() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let zigzag = |right: usize| {
        let tooth = |at: usize| format!("[{}.{}, {}], ", right + at / 10, at % 10, at % 2 * 30);
        let teeth: String = (0..599).map(tooth).collect();
        format!("[[polygon]]\nname = \"P{right}\"\npoints = [{teeth}[{}, -30]]\n", right + 30)
    };
    let text: String = (0..16).map(|number| zigzag(100 * number)).collect();
    let path = directory.path().join("zigzags.toml");
    fs::write(&path, text).expect("there is room");
    let (_, report) = checked(&args(&[&path.to_string_lossy()], ReportFormat::Text));
    assert!(report.contains("\n  120 pairs left out: MISS; --all lists them and"), "{report}");
}

#[test]
fn predictions_in_recordings_are_listed_by_frame_pair_and_student() {
    let files = ["anna", "ben", "cleo", "dora"]
        .map(|who| format!("tests/fixtures/check/answers/{who}.hits"));
    let args = CheckArgs { replay: files.to_vec(), ..CheckArgs::default() };
    let (outcome, report) = checked(&args);
    assert_eq!(outcome, ExitStatus::Failure, "one of them is at fault");
    assert_eq!(
        report,
        "\
frame 0  L>A  is HIT inside
  right    anna  HIT inside
  wrong    ben   MISS
  skipped  cleo  -

frame 1  B>A  is MISS
  right    anna  MISS
  right    ben   MISS
  right    cleo  MISS

frame 2  B>A  is TOUCH right
  right    anna  TOUCH right
  wrong    ben   HIT
  skipped  cleo  -

who   right  wrong  skipped
anna      3      0        0
ben       1      2        0
cleo      1      0        2
not read  tests/fixtures/check/answers/dora.hits: line 15: perhaps: one of hit, touch, miss, on, off
"
    );
}

#[test]
fn predictions_are_listed_as_ndjson_but_not_in_formats_for_scenes() {
    let files =
        ["anna", "ben"].map(|who| format!("tests/fixtures/check/answers/{who}.hits")).to_vec();
    let args = CheckArgs { replay: files, format: ReportFormat::Ndjson, ..CheckArgs::default() };
    let (outcome, report) = checked(&args);
    assert_eq!(outcome, ExitStatus::Success, "to be wrong is no fault");
    let worth = |who: &str| -> Vec<String> {
        let of_who = |object: &&Value| object["who"] == who && object["event"] == "answer";
        let all = objects(&report);
        all.iter().filter(of_who).map(|object| object["worth"].to_string()).collect()
    };
    assert_eq!(worth("anna"), ["\"right\"", "\"right\"", "\"right\""]);
    assert_eq!(worth("ben"), ["\"wrong\"", "\"right\"", "\"wrong\""]);
    let fault = CheckArgs { format: ReportFormat::Tap, ..args }.run(Vec::new());
    assert!(fault.expect_err("tap is for scenes").to_string().contains("ndjson"));
}

/// A laser in a box, for which only `edges` and the user's own method say MISS.
fn with_own_method(wrong: &str) -> String {
    format!(
        "[[box]]\nname = \"A\"\nat = [0, 0]\nsize = [9, 9]\n\
         [[laser]]\nname = \"L\"\nfrom = [2, 2]\nto = [4, 4]\n\
         [[expect]]\npair = [\"L\", \"A\"]\nwrong = [{wrong}]\n"
    )
}

/// A check of such a scene: its exit status, its output and its errors.
fn checked_with(wrong: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let directory = tempfile::tempdir().expect("there is room");
    fs::write(directory.path().join("own.toml"), with_own_method(wrong)).expect("there is room");
    let assert = program(directory.path(), &[&["own.toml"], arguments].concat());
    let output = assert.get_output();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

const MISSES: &str = "--method=my_hit=sh -c 'while read l; do echo miss; done'";
const HITS: &str = "--method=my_hit=sh -c 'while read l; do echo hit; done'";

#[test]
fn an_own_method_can_be_expected_to_be_wrong() {
    let both = "\"edges\", \"my_hit\"";
    let (status, said, _) = checked_with(both, &[MISSES]);
    assert_eq!(status, Some(0), "{said}");
    let (status, said, _) = checked_with(both, &[HITS]);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("wrong: expected edges and my_hit, found edges"), "{said}");
    assert!(said.contains("        my_hit says hit, which is right\n"), "{said}");
    let (status, said, _) = checked_with("\"edges\"", &[MISSES]);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("wrong: expected edges, found edges and my_hit"), "{said}");
    let squeezed = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let why = "my_hit says miss, wrong, to box 0 0 9 9 laser 2 2 4 4";
    assert!(squeezed.contains(why), "{said}");
}

#[test]
fn a_check_names_the_methods_that_were_expected_to_be_wrong_and_are_not() {
    for (wrong, line) in [
        ("\"slab\"", "slab says HIT, which is right"),
        ("\"edges\", \"bounding-boxes\"", "bounding-boxes says HIT, which is right"),
    ] {
        let (status, said, _) = checked_with(wrong, &[]);
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains(&format!("        {line}\n")), "{said}");
    }
    let (status, said, _) = checked_with("\"edges\", \"edgy_one\"", &[]);
    assert_eq!(status, Some(1), "{said}");
    let fault = "wrong \"edgy_one\": no method of hitscan; --method edgy_one=COMMAND adds your own";
    assert!(said.contains(fault), "{said}");
    // Boxes at rest have no sides to judge.
    let directory = tempfile::tempdir().expect("there is room");
    let expects = "pair = [\"A\", \"B\"]\nwrong = [\"center-angle\"]\n";
    fs::write(directory.path().join("a.toml"), expecting("start", expects)).expect("room");
    let output = program(directory.path(), &["a.toml"]).code(1).get_output().clone();
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(said.contains("        center-angle is not judged on this pair\n"), "{said}");
}

/// It dies of what is no frame, and says whether A, moved, reaches the left side of B.
const FRAMES_ALONE: &str = r#"--method=my_hit=awk '{ if ($6 != "move") exit 1; if ($4 + $7 > $10) print "hit left 0"; else print "miss"; fflush() }'"#;

#[test]
fn a_program_of_frames_is_asked_frames_alone() {
    let directory = tempfile::tempdir().expect("there is room");
    for left in [2, 9] {
        let scene = format!(
            "[[box]]\nname = \"A\"\nat = [0, 0]\nsize = [4, 4]\n\
             [[box]]\nname = \"B\"\nat = [{left}, 1]\nsize = [4, 4]\n\
             [[laser]]\nname = \"L\"\nfrom = [0, 20]\nto = [4, 20]\n\
             [[expect]]\npair = [\"A\", \"L\"]\nwrong = []\n\
             [[expect]]\npair = [\"A\", \"B\"]\nwrong = []\n"
        );
        fs::write(directory.path().join("two.toml"), scene).expect("there is room");
        program(directory.path(), &["two.toml", FRAMES_ALONE]).success();
    }
    let never = "--method=my_hit=sh -c 'exit 1'";
    let ran = program(directory.path(), &["two.toml", never]).failure();
    let errors = String::from_utf8_lossy(&ran.get_output().stderr).into_owned();
    assert!(errors.contains("my_hit: it crashed: status 1"), "{errors}");
}

#[test]
fn an_own_method_without_a_program_is_a_fault_of_the_file() {
    let (status, said, _) = checked_with("\"my_hit\"", &[]);
    assert_eq!(status, Some(1));
    let fault = "own.toml:11:10: wrong \"my_hit\": no method of hitscan; \
                 --method my_hit=COMMAND adds your own\n";
    assert!(said.starts_with(fault), "{said}");
    // A misspelt method is a fault even if programs are given.
    let (status, said, _) = checked_with("\"edgse\"", &[MISSES]);
    assert_eq!(status, Some(1));
    assert!(said.contains("did you mean \"edges\"?"), "{said}");
}

#[test]
fn a_program_that_does_not_answer_a_check_is_at_fault() {
    let (status, said, errors) = checked_with("\"edges\"", &["--method=my_hit=no-such-program"]);
    assert_eq!(status, Some(3), "{said}");
    assert!(errors.starts_with("hitscan: my_hit: no-such-program: cannot be started"), "{errors}");
    assert!(said.contains("L>A"), "the pairs are listed: {said}");
}

#[test]
fn a_scene_that_expects_an_own_method_opens_without_it_and_is_saved_unchanged() {
    let text = with_own_method("\"edges\", \"my_hit\"");
    let scene = Scene::parse(&text).expect("a scene");
    let again = Scene::parse(&scene.to_toml()).expect("a scene");
    assert_eq!(again.expects, scene.expects);
    assert!(scene.to_toml().contains("wrong = [\"edges\", \"my_hit\"]"), "{}", scene.to_toml());
}
