//! Files that could not be read: every format reports them, and says whose they are.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clap::ValueEnum as _;
use hitscan::tested::cli::ExitStatus;
use hitscan::tested::cli::grade::GradeFormat;

use super::HandIn;
use crate::submissions::perfect;

const WHY: &str = "not a recording: the first line must be ";

/// The work of anna, an invalid file named after dora, and both in the roster.
fn folder() -> HandIn {
    HandIn::with(&[
        ("anna.hits", &perfect("anna", "anna")),
        ("=dora/dora.hits", "half a file"),
        ("roster.csv", "student,seed\nanna,\ndora,\n"),
    ])
}

#[test]
fn every_format_reports_an_unreadable_file() {
    for format in GradeFormat::value_variants() {
        let (report, status) = folder().report(*format);
        let report = match format {
            GradeFormat::GithubClassroom => {
                let bytes = STANDARD.decode(report.trim_end()).expect("base64");
                String::from_utf8(bytes).expect("text")
            }
            _ => report,
        };
        assert_eq!(status, ExitStatus::Failure, "{format:?}");
        assert!(report.contains("=dora/dora.hits") && report.contains(WHY), "{format:?}: {report}");
    }
}

#[test]
fn the_roster_tells_whose_file_could_not_be_read() {
    let (text, _) = folder().report(GradeFormat::Text);
    assert!(text.contains("\ndora          -  212     -  not read: dora.hits\n"), "{text}");
    let (csv, _) = folder().report(GradeFormat::Csv);
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let columns = rows.headers().expect("a header").len();
    let rows: Vec<_> = rows.records().map(|row| row.expect("a row")).collect();
    let cells = |row: usize| {
        let row = &rows[row];
        (row[0].to_owned(), row[columns - 1].to_owned(), row.iter().all(|it| !it.starts_with('=')))
    };
    assert_eq!(rows.len(), 2, "the row of dora tells the file");
    let (student, note, holds_no_formula) = cells(1);
    assert_eq!((student.as_str(), holds_no_formula), ("dora", true));
    assert!(note.starts_with("not read: hand-in/=dora/dora.hits: line 1: "), "{note}");
    let (ndjson, _) = folder().report(GradeFormat::Ndjson);
    let note = r#""notes":[{"note":"not-read","file":"hand-in/=dora/dora.hits"}]"#;
    assert!(ndjson.contains(note) && !ndjson.contains("no-file"), "{ndjson}");
}

#[test]
fn an_unreadable_file_of_no_student_has_its_own_row() {
    let folder =
        HandIn::with(&[("anna.hits", &perfect("anna", "anna")), ("=x/x.hits", "half a file")]);
    let (csv, _) = folder.report(GradeFormat::Csv);
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<_> = rows.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 2);
    let cells: Vec<_> = rows[1].iter().collect();
    let (note, others) = cells.split_last().expect("columns");
    assert!(note.starts_with("not read: hand-in/=x/x.hits: line 1: "), "{note}");
    assert!(others.iter().all(|cell| cell.is_empty()), "{cells:?}");
}

#[test]
fn a_byte_order_mark_at_the_start_of_a_file_is_ignored() {
    let marked = format!("\u{feff}{}", perfect("anna", "anna"));
    let folder = HandIn::with(&[("anna.hits", &marked)]);
    assert_eq!(folder.row("anna"), "anna        212  212    16");
    assert_eq!(folder.report(GradeFormat::Csv).1, ExitStatus::Success);
}
