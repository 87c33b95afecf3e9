//! Each note, as a teacher reads it.

use hitscan::tested::cli::grade::{GradeArgs, GradeFormat};

use super::{HandIn, threads};
use crate::submissions::Submission;

/// A file by anna in which these steps of the lesson `inside` are opened, but nothing is done.
fn opened(steps: &[&str]) -> String {
    let mut file = Submission::by("anna", "anna");
    for step in steps {
        file.step("inside", step, &["describe"]);
    }
    file.text()
}

/// The number of the first line with this beginning.
fn line_of(text: &str, begins: &str) -> usize {
    1 + text.lines().position(|line| line.starts_with(begins)).expect("a line")
}

/// The notes of the table on anna, whose file this is.
fn notes(text: &str) -> String {
    let row = HandIn::with(&[("anna.hits", text)]).row("anna");
    row.split("  ").last().expect("a column").trim().to_owned()
}

#[test]
fn an_edit_is_noted_with_the_first_link_that_fails() {
    let text = opened(&["hide", "seen"]);
    let link = line_of(&text, "# chain");
    let edited = text.replacen("09:14", "10:14", 1);
    assert_eq!(notes(&edited), format!("edited by hand at line {link} of anna.hits"));
    let twice = edited.replace("describe", "describe A");
    assert_eq!(notes(&twice), format!("edited by hand at line {link} of anna.hits and 1 more"));
    let added = opened(&["hide"]) + "# score 999\n";
    let last = added.lines().count();
    assert_eq!(notes(&added), format!("edited by hand at line {last} of anna.hits"));
}

#[test]
fn unfinished_and_killed_work_is_noted_as_such() {
    let open = opened(&["hide"]) + "move L 1 0\n";
    let line = open.lines().count();
    let told = format!("still at work at line {line} of anna.hits, or the program was killed");
    assert_eq!(notes(&open), told);
}

#[test]
fn a_truncated_file_is_noted_wherever_it_ends() {
    let mut file = Submission::by("anna", "anna");
    for step in ["hide", "seen"] {
        file.step("inside", step, &[""; 0]);
    }
    let whole = file.text();
    let head = whole.match_indices('\n').nth(1).expect("two lines").0 + 1;
    for bytes in head..=whole.len() {
        let cut = &whole[..bytes];
        let last = cut.lines().last().expect("lines");
        let is_whole = cut.ends_with('\n') && last.starts_with("# chain");
        let told = format!("anna.hits is cut off at line {}", cut.lines().count());
        // Without notes, the last column is the number of completed lessons.
        let expected = if is_whole { "0".to_owned() } else { told };
        assert_eq!(notes(cut), expected, "{bytes} bytes");
    }
}

#[test]
fn an_unreadable_line_is_noted_with_what_it_costs() {
    let mut file = Submission::by("anna", "anna");
    file.step("inside", "hide", &["mve L 1 0"]);
    let once = file.text();
    let line = line_of(&once, "mve");
    let expected =
        format!("line {line} of anna.hits cannot be read; the rest of its step is left out");
    assert_eq!(notes(&once), expected);
    let mut file = Submission::by("anna", "anna");
    file.step("inside", "hide", &["mve L 1 0"]);
    file.step("inside", "seen", &["mve L 1 0"]);
    let expected = format!(
        "line {line} of anna.hits and 1 more cannot be read; the rest of their steps is left out"
    );
    assert_eq!(notes(&file.text()), expected);
}

/// The first of several notes; a changed scene also breaks the chain.
fn of_steps(text: &str) -> String {
    let notes = notes(text);
    notes.split("; ").find(|note| note.contains("inside/")).expect("a note").to_owned()
}

#[test]
fn another_scene_and_another_edition_are_noted_with_the_step() {
    let thinner = |text: &str| text.replace("size = [18", "size = [17");
    let [one, two] = [opened(&["hide", "hide"]), opened(&["hide", "seen"])];
    assert_ne!(thinner(&one), one, "the scene has such a box");
    assert_eq!(of_steps(&thinner(&one)), "inside/hide begins with another scene: no points");
    let several = "inside/hide and 1 more begin with another scene: no points";
    assert_eq!(of_steps(&thinner(&two)), several);
    let older = |text: &str| {
        let edition = text.lines().find_map(|line| line.strip_prefix("lesson inside hide "));
        text.replace(edition.expect("a step"), "00000000")
    };
    let edited = "inside/hide was begun with another edition: no points";
    assert_eq!(of_steps(&thinner(&older(&one))), edited);
    let several = "inside/hide and 1 more were begun with another edition: no points";
    assert_eq!(of_steps(&thinner(&older(&two))), several);
}

#[test]
fn a_step_that_was_begun_once_more_may_count() {
    let mut file = Submission::by("anna", "anna");
    file.lesson("inside", |_, right| right);
    let right = file.text();
    let bad = opened(&["hide"]).replace("size = [18", "size = [17");
    let again = right.split_once("09:14:02Z\n").expect("a header").1;
    let note = of_steps(&format!("{bad}{again}"));
    assert_eq!(note, "inside/hide begins with another scene: no points for that");
}

#[test]
fn an_exceeded_limit_is_noted_with_the_line_after_which_nothing_counts() {
    let mut file = Submission::by("anna", "anna");
    file.step("inside", "hide", &["step 1000000"]);
    let text = file.text();
    let line = line_of(&text, "step");
    assert_eq!(notes(&text), format!("too much from line {line} on"));
    let folder = HandIn::with(&[("anna.hits", &text), ("b.hits", &opened(&["hide"]))]);
    assert!(folder.row("anna").ends_with(&format!("too much from line {line} of anna.hits on")));
}

#[test]
fn wrong_numbers_missing_from_the_roster_and_missing_files_are_noted() {
    let mut cleo = Submission::by("cleo", "anna");
    cleo.step("inside", "hide", &["describe"]);
    let cleo = cleo.text();
    let folder = HandIn::with(&[
        ("roster.csv", "student,seed\ncleo,cleo-7f\ndora,\n"),
        ("cleo.hits", &cleo),
        ("eve.hits", &opened(&["hide"])),
    ]);
    let ends = |id: &str, note: &str| {
        let row = folder.row(id);
        assert!(row.ends_with(&format!("  {note}")), "{row}");
    };
    ends("cleo", "numbers of anna, in the roster cleo-7f: no points");
    ends("dora", "no file");
    ends("anna", "not in the roster");
    let alone = HandIn::with(&[("cleo.hits", &cleo)]).row("cleo");
    assert!(alone.ends_with("  numbers of anna, not of cleo: no points"), "{alone}");
}

#[test]
fn a_file_of_another_pack_is_noted_once() {
    let mut file = Submission::by("anna", "anna");
    file.step("inside", "hide", &["describe"]);
    file.step("inside", "seen", &["describe"]);
    let other = |text: &str| text.replace("# lab collisions ", "# lab other ");
    let edition = |text: &str| text.replace("size = [18", "size = [17");
    let text = edition(&other(&file.text()));
    let folder = HandIn::with(&[("anna.hits", &text)]);
    let told = "  this file belongs to the pack other; --pack DIR grades by it";
    let row = folder.row("anna");
    assert!(row.contains(told) && !row.contains("inside/"), "{row}");
    folder.file("pack/pack.toml", "format = 1\nid = \"p\"\nlanguages = [\"en\"]\nlessons = []\n");
    let graded = |format| {
        let packs = vec![folder.path().join("pack")];
        let args = GradeArgs { packs, ..folder.args(format) };
        args.report(threads(1)).expect("a report").0
    };
    let text = graded(GradeFormat::Text);
    assert!(text.contains("this file belongs to the pack other; --pack names p"), "{text}");
    assert!(!text.contains("another edition"), "{text}");
    assert_eq!(graded(GradeFormat::Ndjson).matches(r#""note":"edited""#).count(), 2);
}

#[test]
fn a_copied_file_is_noted_for_the_student_it_is_named_after() {
    let folder = HandIn::with(&[
        ("roster.csv", "student,seed\nanna,\nfritz,\ngina,\n"),
        ("anna.hits", &opened(&["hide"])),
        ("fritz.hits", &opened(&["hide"])),
    ]);
    let row = folder.row("fritz");
    assert!(row.ends_with("  -  212     -  fritz.hits is the work of anna"), "{row}");
    let (csv, _) = folder.report(GradeFormat::Csv);
    assert!(csv.contains(",fritz.hits is the work of anna\n"), "{csv}");
    assert!(folder.row("gina").ends_with("  no file"));
    let (ndjson, _) = folder.report(GradeFormat::Ndjson);
    assert_eq!(ndjson.matches(r#"{"note":"no-file"}"#).count(), 2, "{ndjson}");
}

#[test]
fn ndjson_keeps_the_ids_of_notes() {
    let text = opened(&["hide"]).replacen("09:14", "10:14", 1);
    let folder = HandIn::with(&[("anna.hits", &text)]);
    let report = folder.args(GradeFormat::Ndjson).report(threads(1)).expect("a report").0;
    let line = line_of(&text, "# chain");
    assert!(report.contains(r#""notes":[{"note":"chain","file":""#), "{report}");
    assert!(report.contains(&format!(r#"anna.hits","line":{line}}}]"#)), "{report}");
}
