//! `hitscan learn` as a program, without a terminal: its output, and the contents of a student's
//! file.

mod changed;
mod course;
mod elsewhere;
mod help;
mod places;
mod replaced;
mod width;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command};

use assert_cmd::Command as Ran;
use hitscan_core::lab::{Course, DrawnPack, MOST_BYTES, Pack, Replayed, builtin_file, replay};
use tempfile::TempDir;

use self::course::{FIRST_EDITION, perfect, perfect_in};
use crate::program::HITSCAN;
use crate::snapshots::assert_snapshot;

fn folder() -> TempDir {
    TempDir::new().expect("a folder")
}

/// The output for these lines, and the errors.
fn learn(folder: &Path, arguments: &[&str], lines: &str) -> (String, String) {
    let run = Ran::new(HITSCAN)
        .current_dir(folder)
        .env("LANG", "C.UTF-8")
        .env("XDG_STATE_HOME", folder.join("state"))
        .arg("learn")
        .args(arguments)
        .write_stdin(lines)
        .output()
        .expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(run.stdout), text(run.stderr))
}

/// The name of a folder as it is printed.
fn folder_name(folder: &Path) -> String {
    folder.canonicalize().expect("a folder").to_str().expect("text").to_owned()
}

fn last(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

/// The points of a file and its number of notes, by grading it.
fn judged(file: &[u8], seed: &str) -> (u32, usize) {
    let pack = Pack::builtin().expect("another test reads it");
    let file_of = |path: &str| builtin_file(path).map(str::to_owned);
    let course = Course::read(pack, "en", &file_of).expect("another test reads it");
    let packs = [DrawnPack::new(&course.pack, seed).expect("scenes")];
    let hints = |lesson: &str, step: &str| course.hints(lesson, step);
    let Replayed { progress, notes, .. } =
        replay(file, &packs, &hints).expect("a file of a student");
    (progress.total(&course.pack), notes.len())
}

/// Lines that go through a step of each kind, with mistakes on the way.
const INSIDE: &str = "next\nhit\nnext\nmove L 1 0\nmaybe\nhit\nnext\n3\nnext\nnext\nhint\nhint\n\
                      move L 13 0\ngoal\nnext\nmove L 2 0\nlessons\nnext\nskip\nquit\n";

#[test]
fn a_lesson_is_printed_line_by_line() {
    let folder = folder();
    let (told, errors) = learn(folder.path(), &["inside", "--student", "anna"], INSIDE);
    assert_eq!(errors, "");
    let told = told.replace(&folder_name(folder.path()), "FOLDER");
    assert_snapshot!("learn", "inside", &told);
}

#[test]
fn all_right_answers_and_solutions_are_worth_212_points() {
    for student in ["anna", "s7", "cleo-7f"] {
        let folder = folder();
        let lines = perfect(student);
        let (told, errors) = learn(folder.path(), &["--student", student], &lines);
        let expected = format!(
            "{student}.hits: 16 of 16 lessons done, 212 of 212 points; this file is what you hand in"
        );
        assert_eq!((last(&told), errors.as_str()), (expected.as_str(), ""), "{told}");
        let file = fs::read(folder.path().join(format!("{student}.hits"))).expect("a file");
        assert_eq!(judged(&file, student), (212, 0));
        let graded = Ran::new(HITSCAN).current_dir(folder.path()).args(["grade", "."]).assert();
        let row = format!("{student:7}     212  212    16\n");
        let output = graded.success().get_output().stdout.clone();
        assert!(String::from_utf8_lossy(&output).ends_with(&row), "{output:?}");
    }
}

#[test]
fn the_first_edition_can_be_completed_and_graded_with_full_points() {
    let folder = folder();
    let lines = perfect_in(FIRST_EDITION, "anna");
    let (told, errors) =
        learn(folder.path(), &["--student", "anna", "--pack", FIRST_EDITION], &lines);
    let expected =
        "anna.hits: 16 of 16 lessons done, 212 of 212 points; this file is what you hand in";
    assert_eq!((last(&told), errors.as_str()), (expected, ""), "{told}");
    let graded = |arguments: &[&str]| {
        let run = Ran::new(HITSCAN).current_dir(folder.path()).args(arguments).output();
        String::from_utf8(run.expect("it runs").stdout).expect("text")
    };
    let with_it = graded(&["grade", "anna.hits", "--pack", FIRST_EDITION]);
    assert!(with_it.ends_with("anna        212  212    16\n"), "{with_it}");
}

/// A running course, which can be killed.
struct AtWork {
    child: Child,
    lines: ChildStdin,
    told: BufReader<ChildStdout>,
}

impl AtWork {
    fn begin(folder: &Path) -> Self {
        let mut command = Command::new(HITSCAN);
        command.current_dir(folder).args(["learn", "inside", "--student", "anna"]);
        let mut child = crate::run::piped(command.env("XDG_STATE_HOME", folder.join("state")));
        let lines = child.stdin.take().expect("piped");
        let told = BufReader::new(child.stdout.take().expect("piped"));
        Self { child, lines, told }
    }

    /// Sends a line, and waits until it has been obeyed.
    fn say(&mut self, line: &str) {
        // `lessons` changes nothing, and its last line is known.
        writeln!(self.lines, "{line}\nlessons").expect("it listens");
        let mut told = String::new();
        while !told.starts_with("16 single ") {
            told.clear();
            assert_ne!(self.told.read_line(&mut told).expect("text"), 0, "{line}: it ended");
        }
    }

    fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it is gone");
        let _ = self.told.read_to_string(&mut String::new());
    }
}

#[test]
fn commands_before_a_kill_count_after_it() {
    let lines: Vec<_> = INSIDE.lines().filter(|line| !["quit", "lessons"].contains(line)).collect();
    for killed_after in 0..=lines.len() {
        let (cut, whole) = (folder(), folder());
        let mut course = AtWork::begin(cut.path());
        for line in &lines[..killed_after] {
            course.say(line);
        }
        if killed_after == 0 {
            course.say("goal");
        }
        course.kill();
        let before = lines[..killed_after].join("\n");
        learn(whole.path(), &["inside", "--student", "anna"], &before);
        // The remaining lines, after the kill and without one.
        let rest = lines[killed_after..].join("\n");
        let arguments = ["inside", "--student", "anna"];
        let [after_kill, without] = [&cut, &whole].map(|folder| {
            let (told, _) = learn(folder.path(), &arguments, &rest);
            told.replace(&folder_name(folder.path()), "FOLDER")
        });
        assert_eq!(after_kill, without, "killed after {killed_after} lines");
    }
}

#[test]
fn an_incomplete_line_at_the_end_is_dropped() {
    let folder = folder();
    let path = folder.path().join("anna.hits");
    learn(folder.path(), &["inside", "--student", "anna"], "next\nmiss\n");
    let whole = fs::read(&path).expect("a file");
    let half = [whole.as_slice(), b"lesson inside ed"].concat();
    fs::write(&path, half).expect("written");
    let (told, _) = learn(folder.path(), &["--student", "anna"], "");
    let expected = "anna.hits in FOLDER: 0 of 16 lessons done, 2 of 212 points";
    let told = told.replace(&folder_name(folder.path()), "FOLDER");
    assert_eq!(told.lines().next(), Some(expected));
    assert_eq!(fs::read(&path).expect("a file"), whole);
    assert_eq!(judged(&whole, "anna"), (2, 0));
}

#[test]
fn a_step_that_an_edit_has_spoilt_is_opened_again() {
    let folder = folder();
    let path = folder.path().join("anna.hits");
    learn(folder.path(), &["--student", "anna"], "lesson inside hide\nmove L 1 0\n");
    let spoilt = [fs::read(&path).expect("a file").as_slice(), b"mve L 1 0\n"].concat();
    fs::write(&path, &spoilt).expect("written");
    let (told, _) = learn(folder.path(), &["--student", "anna"], "move L 15 0\n");
    assert!(told.contains("\nL laser 5,18 to 15,16 v 0,0\n"), "afresh: {told}");
    assert!(told.contains("\nDONE task 1; 4 of 4 points; next goes on\n"), "{told}");
    let after = fs::read(&path).expect("a file");
    assert!(after.starts_with(&spoilt), "nothing that was there is lost");
    assert_eq!(judged(&after, "anna").0, 4);
}

#[test]
fn a_full_file_accepts_no_more_lines() {
    let folder = folder();
    let path = folder.path().join("anna.hits");
    learn(folder.path(), &["--student", "anna"], "lesson inside hide\n");
    let mut full = fs::read(&path).expect("a file");
    let line = format!("# {}\n", "x".repeat(997));
    while full.len() + line.len() <= MOST_BYTES - 1000 {
        full.extend_from_slice(line.as_bytes());
    }
    fs::write(&path, &full).expect("written");
    let (told, _) =
        learn(folder.path(), &["--student", "anna"], "move L 15 0\nnext\nhint\nreset\n");
    let refused = "the file of your work is full; nothing more counts";
    assert_eq!(told.lines().filter(|line| *line == refused).count(), 3, "{told}");
    assert!(!told.contains("DONE"), "{told}");
    let after = fs::read(&path).expect("a file");
    assert!(after.len() <= MOST_BYTES, "{} bytes", after.len());
}

#[test]
fn a_file_is_used_by_one_hitscan_at_a_time() {
    let folder = folder();
    let mut course = AtWork::begin(folder.path());
    course.say("goal");
    let refused = |arguments: &[&str]| learn(folder.path(), arguments, "");
    let expected = (String::new(), "error: anna.hits is in use by another hitscan\n".to_owned());
    assert_eq!(refused(&["--student", "anna"]), expected);
    course.kill();
}

#[test]
fn a_finished_lesson_names_the_next_one() {
    let folder = folder();
    let finished = "\nFINISHED apart; 12 of 12 points\n\
                    next opens lesson 2, centres: From centre to centre\n";
    let (told, _) = learn(folder.path(), &["--student", "ben"], &perfect("ben"));
    assert!(told.contains(finished), "{told}");
}

#[test]
fn no_program_answers_for_a_file_in_use() {
    let folder = folder();
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/own_pack");
    learn(folder.path(), &["--pack", pack, "--student", "anna"], "next\n");
    let path = folder.path().join("anna.hits");
    let held = fs::OpenOptions::new().append(true).open(&path).expect("a file");
    held.lock().expect("a lock");
    let mut asked = Ran::new(HITSCAN);
    asked.current_dir(folder.path()).args(["try", "--file", "anna.hits", "--pack", pack]);
    asked.args(["--name", "p", "--", "cat"]).assert().code(2);
    asked.assert().stderr("error: anna.hits is in use by another hitscan\n");
}
