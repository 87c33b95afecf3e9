//! What counts and what does not: edits, claims, other students' files, undo.

use hitscan::tested::cli::ExitStatus;
use hitscan::tested::cli::grade::GradeFormat;

use super::HandIn;
use crate::submissions::{Submission, perfect};

/// The row of a student who handed in only this.
fn row(text: &str) -> String {
    HandIn::with(&[("anna.hits", text)]).row("anna")
}

/// A file by anna with one step.
fn step(lesson: &str, step: &str, lines: &[&str]) -> String {
    let mut file = Submission::by("anna", "anna");
    file.step(lesson, step, lines);
    file.text()
}

#[test]
fn all_solutions_and_right_answers_get_212_of_212_points() {
    for seed in ["anna", "s1", "s77"] {
        let folder = HandIn::with(&[
            ("anna.hits", &perfect("anna", seed)),
            ("roster.csv", &format!("student,seed\nanna,{seed}\n")),
        ]);
        let (report, status) = folder.report(GradeFormat::Text);
        let expected = "student  points   of  done  notes\nanna        212  212    16\n";
        assert_eq!((report.as_str(), status), (expected, ExitStatus::Success), "{seed}");
    }
}

#[test]
fn a_changed_byte_is_noted_but_does_not_change_points() {
    let text = perfect("anna", "anna");
    let edited = text.replacen("09:14:02Z", "09:14:03Z", 1);
    let line = 1 + text.lines().position(|line| line.starts_with("# chain")).expect("a link");
    let expected =
        format!("anna        212  212    16  edited by hand at line {line} of anna.hits");
    assert_eq!(row(&edited), expected);
}

#[test]
fn claimed_points_are_ignored() {
    let file = step("inside", "edges", &["answer edges hit"]);
    let claims = row(&format!("{file}# score 999\n# points 999\n"));
    assert!(claims.starts_with("anna          1  212     0  edited by hand at line "), "{claims}");
}

#[test]
fn the_file_of_another_student_does_not_count() {
    let annas = perfect("anna", "anna");
    let as_bens = annas.replacen("student anna", "student ben", 1);
    let folder = HandIn::with(&[("roster.csv", "student,seed\nben,\n"), ("ben.hits", &as_bens)]);
    let row = folder.row("ben");
    assert!(
        row.starts_with(
            "ben        (212) 212    16  numbers of anna, in the roster ben: no points; edit"
        ),
        "{row}"
    );
    let under_her_name = HandIn::with(&[
        ("roster.csv", "student,seed\nanna,\nben,\n"),
        ("anna.hits", &annas),
        ("ben.hits", &annas),
    ]);
    assert_eq!(under_her_name.row("anna"), "anna        212  212    16");
    let ben = "ben           -  212     -  ben.hits is the work of anna";
    assert_eq!(under_her_name.row("ben"), ben);
}

#[test]
fn for_each_step_the_best_of_several_files_counts() {
    let mut more = Submission::by("anna", "anna");
    more.step("inside", "again", &["answer again miss"]);
    more.step("inside", "edges", &["answer edges miss"]);
    let folder = HandIn::with(&[
        ("1/anna.hits", &step("inside", "again", &["answer again hit"])),
        ("2/anna.hits", &more.text()),
        ("3/other.hits", &perfect("anna", "ben")),
    ]);
    let expected =
        "anna          4  212     0  numbers of ben in other.hits, not of anna: no points";
    assert_eq!(folder.row("anna"), expected);
}

/// One step for each: work that is claimed, undone, added, or done after hints.
#[test]
fn each_way_through_a_step_has_its_points() {
    let cases = include_str!("../../fixtures/judged.txt");
    for case in cases.lines().filter(|line| !line.starts_with('#')) {
        let [points, place, lines] = case.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{case}")
        };
        let (lesson, of_lesson) = place.trim().split_once('/').expect(case);
        let lines: Vec<_> = lines.split("; ").collect();
        let row = row(&step(lesson, of_lesson, &lines));
        assert_eq!(row, format!("anna {points:>10}  212     0"), "{case}");
    }
}
