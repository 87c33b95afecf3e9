//! A task that asks the student's own program: `hitscan try --file` writes what it says,
//! and grading holds that to the truth without running it.

use std::fs;
use std::path::Path;

use assert_cmd::Command as Ran;

use super::{folder, learn};
use crate::program::HITSCAN;

/// A lesson of one task: a program is right about L inside A, and about B that goes
/// through A.
const PACK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/own_pack");

/// A program of `sh` that says this to every line, and when its input ends.
fn says(answer: &str) -> [String; 3] {
    let script = format!("while read -r line; do echo '{answer}'; done");
    ["sh".to_owned(), "-c".to_owned(), script]
}

/// What `hitscan query` would say: the truth.
fn truth() -> [String; 2] {
    [HITSCAN.to_owned(), "query".to_owned()]
}

/// Asks a program what the file of anna asks it; gives the exit status, the output and
/// the errors.
fn asked(folder: &Path, options: &[&str], program: &[String]) -> (Option<i32>, String, String) {
    let run = Ran::new(HITSCAN)
        .current_dir(folder)
        .args(["try", "--file", "anna.hits", "--pack", PACK])
        .args(options)
        .arg("--")
        .args(program)
        .output()
        .expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (run.status.code(), text(run.stdout), text(run.stderr))
}

fn at_work(folder: &Path, lines: &str) -> String {
    let (told, errors) = learn(folder, &["--pack", PACK, "--student", "anna"], lines);
    assert_eq!(errors, "");
    told
}

/// The last line of a grade, with a pack of the lesson.
fn graded(folder: &Path) -> String {
    let run = Ran::new(HITSCAN).current_dir(folder).args(["grade", ".", "--pack", PACK]).output();
    let told = String::from_utf8(run.expect("it runs").stdout).expect("text");
    super::last(&told).to_owned()
}

const TRUTH: [&str; 4] = ["--protocol", "ndjson", "--name", "mine"];

#[test]
fn a_task_is_passed_by_what_a_program_says_and_noted_as_claimed() {
    let folder = folder();
    at_work(folder.path(), "next\nmove L 14 0\n");
    let (status, told, errors) = asked(folder.path(), &TRUTH, &truth());
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let expected = "anna.hits: yours, task right\nown mine L A hit inside 0\n  agrees\n\
                    own mine B A miss\n  agrees\nNOT YET, 1 of 2\n";
    assert_eq!(told, expected);
    assert_eq!(graded(folder.path()), "anna          0    4     0");
    // B goes through A in one frame; a test of where it ends would say miss.
    at_work(folder.path(), "move B 0 14\nmove B 50 0\n");
    let (status, told, _) = asked(folder.path(), &TRUTH, &truth());
    assert_eq!(status, Some(0));
    assert!(told.ends_with("DONE right; 4 of 4 points; hitscan learn goes on\n"), "{told}");
    let file = fs::read_to_string(folder.path().join("anna.hits")).expect("a file");
    assert!(file.contains("\nown mine B A hit left 7/25\n# chain "), "{file}");
    assert_eq!(graded(folder.path()), "anna          4    4     1  claimed: yours/right");
    // It is where learn goes on.
    let told = at_work(folder.path(), "goal\n");
    assert!(told.contains("\nDONE; 4 of 4 points\n"), "{told}");
}

#[test]
fn a_wrong_answer_is_kept_and_explained_and_passes_nothing() {
    let folder = folder();
    at_work(folder.path(), "next\nmove L 14 0\n");
    let (status, told, errors) = asked(folder.path(), &["--name", "no"], &says("miss"));
    assert_eq!((status, errors.as_str()), (Some(1), ""));
    let expected = "anna.hits: yours, task right\nown no L A miss\n  wrong: inside-unseen\n  \
                    L lies inside A and meets no edge.\n  it says miss, the truth is hit\n\
                    own no B A miss\n  agrees\nNOT YET, 0 of 2\n";
    assert_eq!(told, expected);
}

#[test]
fn a_claim_that_was_edited_breaks_the_chain_and_is_held_to_the_truth() {
    let folder = folder();
    at_work(folder.path(), "next\nmove L 14 0\n");
    asked(folder.path(), &TRUTH, &truth());
    at_work(folder.path(), "move B 0 14\nmove B 50 0\n");
    asked(folder.path(), &["--name", "mine"], &says("miss"));
    let path = folder.path().join("anna.hits");
    let file = fs::read_to_string(&path).expect("a file");
    assert_eq!(graded(folder.path()), "anna          0    4     0");
    let edited = file.replacen("B A miss\n# chain ", "B A hit\n# chain ", 2);
    let at = 1 + edited.lines().position(|line| line == "own mine B A hit").expect("edited");
    fs::write(&path, &edited).expect("written");
    let row = graded(folder.path());
    let chain = format!("chain: anna.hits line {}", at + 1);
    assert!(row.starts_with("anna          4    4     1  "), "{row}");
    assert!(row.contains(&chain) && row.contains("claimed: yours/right"), "{row}");
}

#[test]
fn what_cannot_be_asked_is_said_and_changes_nothing() {
    let folder = folder();
    let path = folder.path().join("anna.hits");
    let (status, told, errors) = asked(folder.path(), &[], &truth());
    let expected = "anna.hits: no such file; hitscan learn makes it\n";
    assert_eq!((status, told.as_str(), errors.as_str()), (Some(1), "", expected));
    assert!(!path.exists());

    at_work(folder.path(), "");
    let before = fs::read(&path).expect("a file");
    let no_task = asked(folder.path(), &["--name", "p"], &truth());
    let expected =
        "anna.hits: yours, step start, asks nothing of a program; a task that does says so\n";
    assert_eq!(no_task, (Some(1), String::new(), expected.to_owned()));
    at_work(folder.path(), "next\n");
    assert!(fs::read(&path).expect("a file").starts_with(&before));

    let before = fs::read(&path).expect("a file");
    let unknown = "hitscan: it does not know box-laser pairs (answered ?)\n";
    for (options, program, status, expected) in [
        (&["--name", "p"][..], says("?"), 3, unknown),
        (&["--name", "p"], says("perhaps"), 3, "Right is hit or miss alone on a line"),
        (&["--name", "p q"], says("hit"), 1, "p q: a name holds only letters"),
        (&["--kind", "frame"], says("hit"), 2, "cannot be used with"),
    ] {
        let (found, told, errors) = asked(folder.path(), options, &program);
        assert_eq!((found, told.as_str()), (Some(status), ""), "{options:?}: {errors}");
        assert!(errors.contains(expected), "{options:?}: {errors}");
        assert_eq!(fs::read(&path).expect("a file"), before, "{options:?}");
    }
}

#[test]
fn a_file_that_is_at_work_is_not_asked_about() {
    let folder = folder();
    at_work(folder.path(), "next\n");
    let path = folder.path().join("anna.hits");
    let held = fs::OpenOptions::new().append(true).open(&path).expect("a file");
    held.lock().expect("a lock");
    let (status, _, errors) = asked(folder.path(), &["--name", "p"], &says("hit"));
    assert_eq!((status, errors.as_str()), (Some(1), "anna.hits is in use by another hitscan\n"));
}
