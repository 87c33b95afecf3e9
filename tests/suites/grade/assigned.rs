//! If lessons are assigned, only they count, in every format.

use std::iter;

use clap::ValueEnum as _;
use hitscan::tested::cli::ExitStatus;
use hitscan::tested::cli::grade::{GradeArgs, GradeFormat};
use serde_json::Value;

use super::{HandIn, threads};
use crate::program::HITSCAN;
use crate::submissions::{COURSE, Submission, perfect};

/// anna did everything; ben one question and a task of one lesson, and a step of another.
fn folder() -> HandIn {
    let mut ben = Submission::by("ben", "ben");
    let right = ben.right("inside");
    let (step, lines) = right.iter().find(|(step, _)| step == "hide").expect("a task");
    ben.step("inside", step, lines);
    let (step, lines) = ben.right("polygons").remove(0);
    ben.step("polygons", &step, &lines);
    ben.step("sign", "both-ways", &["mve"]);
    HandIn::with(&[("anna.hits", &perfect("anna", "anna")), ("ben.hits", &ben.text())])
}

fn assigned(folder: &HandIn, format: GradeFormat, lessons: &[&str]) -> GradeArgs {
    let lessons = lessons.iter().map(|&lesson| lesson.to_owned()).collect();
    GradeArgs { lessons, ..folder.args(format) }
}

fn report(folder: &HandIn, format: GradeFormat, lessons: &[&str]) -> String {
    assigned(folder, format, lessons).report(threads(1)).expect("a report").0
}

/// The points of the two lessons, and the number of their questions and tasks.
fn of_both() -> (u32, usize) {
    let lessons = ["inside", "polygons"].map(|id| COURSE.pack.lesson(id).expect("a lesson"));
    let steps = lessons.iter().flat_map(|lesson| &lesson.steps).filter(|step| step.points() > 0);
    (lessons.iter().map(|lesson| lesson.points()).sum(), steps.count())
}

#[test]
fn the_table_has_a_heading_and_counts_only_them_in_the_order_of_the_pack() {
    let (of, _) = of_both();
    let folder = folder();
    let text = report(&folder, GradeFormat::Text, &["polygons", "inside"]);
    assert!(text.starts_with("lessons: inside, polygons\n\nstudent  points   of  done"), "{text}");
    let anna = format!("\nanna     {of:>6} {of:>4}     2\n");
    assert!(text.contains(&anna), "{text}");
    // The faulty line is in a lesson that does not count.
    let ben = format!("\nben      {:>6} {of:>4}     0\n", 6);
    assert!(text.contains(&ben), "{text}");
    // By number, as students see them.
    let number = |id: &str| {
        let at = COURSE.pack.lessons.iter().position(|lesson| lesson.id == id).expect("a lesson");
        (at + 1).to_string()
    };
    let numbers = [number("inside"), number("polygons")];
    let numbers = numbers.each_ref().map(String::as_str);
    assert_eq!(report(&folder, GradeFormat::Text, &numbers), text);
}

#[test]
fn every_format_counts_only_them() {
    let (of, steps) = of_both();
    let folder = folder();
    let both = ["inside", "polygons"];
    let csv = report(&folder, GradeFormat::Csv, &both);
    assert!(csv.starts_with("student,points,of,done,inside,polygons,notes\n"), "{csv}");
    let ndjson = report(&folder, GradeFormat::Ndjson, &both);
    let lines: Vec<Value> =
        ndjson.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let of_kind = |kind: &str| lines.iter().filter(|line| line["event"] == kind).count();
    assert_eq!((of_kind("item"), of_kind("student")), (2 * steps, 2));
    assert!(lines.iter().filter(|line| line["event"] == "student").all(|line| line["of"] == of));
    let steps_of = |folder: &HandIn, format| {
        let report = report(folder, format, &both);
        (report.matches("inside/").count() > 0, report.contains("sign/"))
    };
    for format in [GradeFormat::Junit, GradeFormat::Tap] {
        assert_eq!(steps_of(&folder, format), (true, false), "{format:?}");
    }
    let one = HandIn::with(&[("anna.hits", &perfect("anna", "anna"))]);
    let gradescope: Value =
        serde_json::from_str(&report(&one, GradeFormat::Gradescope, &both)).expect("JSON");
    assert_eq!(gradescope["tests"].as_array().map(Vec::len), Some(steps));
    assert!(
        gradescope["output"].as_str().is_some_and(|said| said.contains(&format!("{of} of {of}")))
    );
}

#[test]
fn an_unknown_lesson_ends_with_status_2_in_every_format() {
    let folder = folder();
    for format in GradeFormat::value_variants() {
        let args = assigned(&folder, *format, &["inside", "insid"]);
        let message = args.report(threads(1)).expect_err("no such lesson").to_string();
        assert_eq!(message, "--lessons insid: no such lesson; did you mean inside?");
    }
    let asked = |lessons: &str| {
        let mut grade = assert_cmd::Command::new(HITSCAN);
        grade.current_dir(folder.path()).args(["grade", ".", "--lessons", lessons]);
        grade.assert()
    };
    asked("insid")
        .code(2)
        .stdout("")
        .stderr("error: --lessons insid: no such lesson; did you mean inside?\n");
    asked("inside,99").code(2).stderr("error: --lessons 99: no such lesson\n");
    asked("").code(2).stderr("error: --lessons: a name is missing\n");
    let missing = "error: --lessons inside,,corner: a name is missing\n";
    asked("inside,,corner").code(2).stdout("").stderr(missing);
    asked("polygons, inside").success();
    let heading = |lessons: &str| {
        let output = asked(lessons).success().get_output().stdout.clone();
        let text = String::from_utf8(output).expect("text");
        text.lines().next().unwrap_or_default().to_owned()
    };
    for named in ["9,inside", "a box of four edges", "inside,A box of four edges"] {
        assert_eq!(heading(named), "lessons: inside", "{named}");
    }
    let of_a_title_with_a_comma = heading("Less, or equal,9");
    assert_eq!(of_a_title_with_a_comma, "lessons: strict, inside");
}

#[test]
fn steps_that_were_never_begun_are_counted_but_have_no_cases() {
    let (of, steps) = of_both();
    let folder = folder();
    let both = ["inside", "polygons"];
    let never = format!("{} steps never begun, 0 of {} points", steps - 2, of - 6);
    let junit = report(&folder, GradeFormat::Junit, &both);
    let suites: Vec<_> = junit.split("<testsuite ").skip(1).collect();
    let [anna, ben] = suites.as_slice() else { panic!("{junit}") };
    assert!(anna.contains(&format!("tests=\"{steps}\"")) && !anna.contains("never"), "{anna}");
    assert!(ben.contains("tests=\"2\" failures=\"0\""), "{ben}");
    assert!(ben.contains(&format!("\n{never}</system-out>")), "{ben}");
    let tap = report(&folder, GradeFormat::Tap, &both);
    let (anna, ben) = tap.split_once("# Subtest: ben\n").expect("two");
    assert!(anna.contains(&format!("    1..{steps}\nok 1 - anna\n")), "{anna}");
    assert!(ben.contains("    1..2\nnot ok 2 - ben\n"), "{ben}");
    assert!(ben.contains(&format!("; {never}\"")), "{ben}");
    // Autograders have a fixed maximum.
    let (_, status) = folder.args(GradeFormat::Tap).report(threads(1)).expect("a report");
    assert_eq!(status, ExitStatus::Success);
}

/// A lesson with a question, and its texts about two beliefs.
fn files_of(id: &str, half: &str) -> [(String, String); 2] {
    let lesson = format!(
        "format = 1\nid = \"{id}\"\n[draw]\nw = [3, 9, 2]\n[example]\nw = 7\n\
         [[scene.box]]\nname = \"A\"\nat = [20, 10]\nsize = [\"w\", 6]\n\
         [[step]]\nid = \"wide\"\nask = \"number\"\nof = \"A.width\"\n\
         beliefs = {{ half = \"A.width / 2\", {id}-alone = \"A.width + 100\" }}\n"
    );
    let text = format!(
        "## title\nWide\n## goal\nMeasure.\n## ask wide\nHow wide is A?\n\
         ## belief half\n{half}\n## belief {id}-alone\nYou added a hundred! Why?\n"
    );
    [(format!("pack/{id}/lesson.toml"), lesson), (format!("pack/{id}/text.en.md"), text)]
}

#[test]
fn beliefs_are_sentences_and_name_their_lesson_if_their_id_is_ambiguous() {
    let folder = HandIn::new();
    folder.file(
        "pack/pack.toml",
        "format = 1\nid = \"made\"\nlanguages = [\"en\"]\nlessons = [\"one\", \"two\"]\n",
    );
    let half = "Half of {w} is {w / 2}. The whole was asked for.";
    for (path, text) in files_of("one", half).into_iter().chain(files_of("two", "Only half?")) {
        folder.file(&path, text);
    }
    // The answer that means half for anna is not known here, so each is tried.
    for (student, by) in [("anna", "/ 2"), ("ben", "/ 2"), ("cleo", "+ 100")] {
        let widths = [3, 5, 7, 9];
        let answer = |lesson: &str| {
            let of_width = |width: i32| match by {
                "/ 2" => format!("{}.5", width / 2),
                _ => (width + 100).to_string(),
            };
            widths.map(|width| format!("lesson {lesson}\nanswer {}\n", of_width(width)))
        };
        for (number, (one, two)) in answer("one").into_iter().zip(answer("two")).enumerate() {
            let file = format!("{student}-{number}.hits");
            let id = format!("{student}-{number}");
            assert_cmd::Command::new(HITSCAN)
                .current_dir(folder.path())
                .args(["learn", "--pack", "pack", "--student", &id, "--seed", student])
                .args(["--file", &file])
                .write_stdin(one + &two)
                .assert()
                .success();
        }
    }
    let ids = ["anna", "ben", "cleo"]
        .into_iter()
        .flat_map(|student| (0..4).map(move |number| format!("{student}-{number},{student}\n")));
    let roster: String = iter::once("student,seed\n".to_owned()).chain(ids).collect();
    folder.file("roster.csv", roster);
    let packs = vec![folder.path().join("pack")];
    let graded = |format| {
        let args = GradeArgs { packs: packs.clone(), ..folder.args(format) };
        args.report(threads(1)).expect("a report").0
    };
    let text = graded(GradeFormat::Text);
    for (begins, ends) in [
        ("one/half ", "  Half of 7 is 3.5."),
        ("two/half ", "  Only half?"),
        ("one-alone ", "  You added a hundred!"),
        ("two-alone ", "  You added a hundred!"),
    ] {
        let row = text.lines().rfind(|line| line.starts_with(begins));
        assert!(row.is_some_and(|row| row.ends_with(ends)), "{begins}: {text}");
    }
    let missed = text.lines().find(|line| line.starts_with("one/wide "));
    assert!(missed.is_some_and(|row| row.ends_with("  one/half, one-alone")), "{text}");
    let ndjson = graded(GradeFormat::Ndjson);
    assert!(
        ndjson
            .contains(r#""belief":"one/half","answers":2,"students":2,"text":"Half of 7 is 3.5.""#),
        "{ndjson}"
    );
}
