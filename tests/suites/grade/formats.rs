//! Every format, as a snapshot and as a parser of that format reads it.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hitscan::tested::cli::ExitStatus;
use hitscan::tested::cli::grade::GradeFormat;
use roxmltree::{Document, Node};
use serde_json::Value;

use super::{HandIn, class, threads};
use crate::snapshots::assert_snapshot;
use crate::submissions::perfect;

/// The points of each student.
type Points = BTreeMap<String, u64>;

#[test]
fn the_table_has_students_notes_and_what_was_missed() {
    let (report, status) = class().report(GradeFormat::Text);
    assert_eq!(status, ExitStatus::Failure, "a file was not read");
    assert_snapshot!("grade", report);
}

#[test]
fn csv_has_a_column_for_each_lesson() {
    assert_snapshot!("grade", class().report(GradeFormat::Csv).0);
}

#[test]
fn ndjson_has_every_kind_of_line() {
    let (report, _) = class().report(GradeFormat::Ndjson);
    let of_cleo = |line: &&str| line.contains("\"student\":\"cleo\"");
    let shown = |line: &&str| of_cleo(line) || !line.starts_with("{\"event\":\"item\"");
    assert_snapshot!("grade", report.lines().filter(shown).collect::<Vec<_>>().join("\n"));
}

#[test]
fn every_format_adds_up_to_the_same_points() {
    let class = class();
    let report = |format| class.report(format).0;
    let expected: Points = [("anna", 209), ("ben", 111), ("cleo", 0), ("dora", 0), ("eve", 0)]
        .map(|(id, points)| (id.to_owned(), points))
        .into();
    assert_eq!(of_text(&report(GradeFormat::Text)), expected, "text");
    assert_eq!(of_csv(&report(GradeFormat::Csv)), expected, "csv");
    for points in of_ndjson(&report(GradeFormat::Ndjson)) {
        assert_eq!(points, expected, "ndjson");
    }
    assert_eq!(of_junit(&report(GradeFormat::Junit)), expected, "junit");
    assert_eq!(of_tap(&report(GradeFormat::Tap)), expected, "tap");
    for (id, file) in
        [("anna", "anna.hits"), ("ben", "group/ben.hits"), ("cleo", "group/cleo.hits")]
    {
        let one = |format| {
            let mut args = class.args(format);
            args.paths = vec![class.path().join(file)];
            let (report, status) = args.report(threads(1)).expect("a report");
            assert_eq!(status, ExitStatus::Success);
            report
        };
        assert_eq!(of_gradescope(&one(GradeFormat::Gradescope), id), expected[id], "{id}");
        assert_eq!(of_classroom(&one(GradeFormat::GithubClassroom)), expected[id], "{id}");
    }
}

#[test]
fn an_autograder_accepts_one_submission() {
    for format in [GradeFormat::Gradescope, GradeFormat::GithubClassroom] {
        let message = |folder: &HandIn| {
            folder.args(format).report(threads(1)).expect_err("no report").to_string()
        };
        let several = message(&class());
        assert_eq!(several, "4 students: this format takes one submission");
        let none = message(&HandIn::new());
        assert!(none.starts_with("no .hits files in "), "{none}");
        let unread = message(&HandIn::with(&[("x.hits", "hello\n")]));
        assert!(unread.contains("x.hits not read: line 1: not a recording"), "{unread}");
    }
}

#[test]
fn results_of_one_submission_have_the_form_that_autograders_require() {
    let folder = HandIn::with(&[("anna.hits", &perfect("anna", "anna"))]);
    let gradescope = folder.report(GradeFormat::Gradescope).0;
    let value: Value = serde_json::from_str(&gradescope).expect("JSON");
    let first = r#"{"name":"apart/one-axis","number":"1.2","score":2,"max_score":2,"status":"passed","output":"you said hit, which is right","visibility":"visible"}"#;
    assert_eq!(value["tests"][0], serde_json::from_str::<Value>(first).expect("JSON"));
    assert!(gradescope.contains(first), "the keys are in this order: {gradescope}");
    assert_eq!(value["output"], "anna: 212 of 212 points, 16 of 16 lessons done");
    assert_eq!(value["extra_data"]["notes"], Value::Array(Vec::new()));
    let classroom = folder.report(GradeFormat::GithubClassroom).0;
    let decoded = decoded(&classroom);
    let begins = r#"{"version":1,"status":"pass","max_score":212,"tests":[{"name":"apart/one-axis","status":"pass","score":2,"message":"you said hit, which is right"},"#;
    assert!(decoded.starts_with(begins), "{decoded}");
}

fn of_text(report: &str) -> Points {
    let rows = report.lines().skip(1).take_while(|line| !line.contains(" not read: "));
    let row = |line: &str| {
        let mut cells = line.split_whitespace();
        let id = cells.next().expect("an id").to_owned();
        // Points in brackets do not count, and a dash means that there is no file.
        (id, cells.next().expect("points").parse().unwrap_or_default())
    };
    rows.map(row).collect()
}

fn of_csv(report: &str) -> Points {
    let mut reader = csv::Reader::from_reader(report.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let column = |name| header.iter().position(|cell| cell == name).expect(name);
    let (id, total, notes) = (column("student"), column("points"), column("notes"));
    let done = column("done");
    let number = |cell: &str| cell.parse::<u64>().unwrap_or_default();
    let row = |row: csv::StringRecord| {
        let lessons: u64 = row.iter().skip(4).take(notes - 4).map(number).sum();
        assert_eq!(number(&row[total]), lessons, "{row:?}");
        if row[notes].contains("with that seed") {
            assert_eq!((&row[total], &row[done]), ("0", "0"), "{row:?}");
        }
        (row[id].to_owned(), number(&row[total]))
    };
    // A row without a student belongs to a file that could not be read.
    let rows = reader.records().map(|record| record.expect("a row"));
    rows.filter(|row| !row[id].is_empty()).map(row).collect()
}

/// The points of the students, and those of their items.
fn of_ndjson(report: &str) -> [Points; 2] {
    let [mut students, mut items] = [Points::new(), Points::new()];
    for line in report.lines() {
        let value: Value = serde_json::from_str(line).expect(line);
        let sums = match value["event"].as_str().expect(line) {
            "student" => &mut students,
            "item" => &mut items,
            _ => continue,
        };
        let id = value["student"].as_str().expect(line);
        *sums.entry(id.to_owned()).or_default() += value["points"].as_u64().expect(line);
    }
    [students, items]
}

fn of_junit(report: &str) -> Points {
    let document = Document::parse(report).expect("XML");
    let suites = document.descendants().filter(|node| node.has_tag_name("testsuite"));
    let points = |suite: Node<'_, '_>| {
        let properties = suite.descendants().filter(|node| node.has_tag_name("property"));
        let points = properties.filter(|node| node.attribute("name") == Some("points"));
        points.filter_map(|node| node.attribute("value")?.parse::<u64>().ok()).sum()
    };
    let mut sums = Points::new();
    for suite in suites {
        let count = |what| suite.attribute(what).expect(what).parse::<usize>().expect("a number");
        let with = |tag: &'static str| {
            suite.descendants().filter(move |node| node.has_tag_name(tag)).count()
        };
        assert_eq!(count("tests"), with("testcase"));
        assert_eq!(count("failures"), with("failure"));
        assert_eq!(count("errors"), with("error"));
        if count("errors") == 0 {
            sums.insert(suite.attribute("name").expect("a name").to_owned(), points(suite));
        }
    }
    sums
}

/// Parses TAP 14: test points with their numbers, blocks and subtests, and plans.
fn of_tap(report: &str) -> Points {
    let mut lines = report.lines().peekable();
    assert_eq!(lines.next(), Some("TAP version 14"));
    let mut sums = Points::new();
    let (mut inner, mut outer, mut points) = (0, 0, 0);
    while let Some(line) = lines.next() {
        let nested = line.strip_prefix("    ");
        let (line, number) = match nested {
            Some(line) => (line, &mut inner),
            None => (line, &mut outer),
        };
        if let Some(plan) = line.strip_prefix("1..") {
            assert_eq!(plan, number.to_string(), "a plan counts its points");
            continue;
        }
        let Some(rest) = line.strip_prefix("not ok ").or(line.strip_prefix("ok ")) else {
            assert!(line.starts_with("# Subtest: ") && nested.is_none(), "{line}");
            (inner, points) = (0, 0);
            continue;
        };
        *number += 1;
        let (found, description) = rest.split_once(" - ").expect(line);
        assert_eq!(found, number.to_string(), "{line}");
        let indent = if nested.is_some() { "    " } else { "" };
        assert_eq!(lines.next(), Some(format!("{indent}  ---").as_str()), "after {line}");
        loop {
            let line = lines.next().expect("a block ends");
            let line = line.strip_prefix(indent).expect("it is as far in as its point");
            if line == "  ..." {
                break;
            }
            if let (Some(found), Some(_)) = (line.strip_prefix("  points: "), nested) {
                points += found.parse::<u64>().expect(line);
            }
        }
        if nested.is_none() && !description.contains("x.hits") {
            sums.insert(description.to_owned(), points);
        }
    }
    sums
}

fn of_gradescope(report: &str, id: &str) -> u64 {
    let value: Value = serde_json::from_str(report).expect("JSON");
    assert_eq!(value["extra_data"]["student"], id);
    let tests = value["tests"].as_array().expect("tests");
    let most = |test: &Value| test["max_score"].as_u64().expect("a number");
    assert_eq!((tests.len(), tests.iter().map(most).sum::<u64>()), (72, 212));
    tests.iter().map(|test| test["score"].as_u64().expect("a number")).sum()
}

fn decoded(line: &str) -> String {
    let bytes = STANDARD.decode(line.trim_end()).expect("base64");
    String::from_utf8(bytes).expect("text")
}

fn of_classroom(line: &str) -> u64 {
    let value: Value = serde_json::from_str(&decoded(line)).expect("JSON");
    let tests = value["tests"].as_array().expect("tests");
    assert_eq!((value["version"].as_u64(), tests.len()), (Some(1), 72));
    tests.iter().map(|test| test["score"].as_u64().expect("a number")).sum()
}
