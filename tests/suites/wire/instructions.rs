//! Instructions per frame, counted by valgrind if installed: the program runs with few keys and
//! with more, and the difference is their cost.
//!
//! Processors count instructions, too, but virtual machines seldom allow it.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use super::rows::make_lines;
use super::session::{Session, Size};
use super::table::{Must, Table};
use super::walks;
use crate::program::HITSCAN;

const BUDGET: usize = 5_000_000;
/// Over its budget; it may not get worse.
const HELD: usize = 6_000_000;
const SHORT_LOG: usize = 100;
const LONG_LOG: usize = 10_000;
/// A millisecond, at one instruction per tick of a slow processor.
const MOMENT_BUDGET: usize = 2_000_000;
const FEW_MOMENTS: usize = 20;
const MORE_MOMENTS: usize = 120;
/// The most objects in a step, besides the two that its task is about.
const OTHER_OBJECTS: usize = 198;
/// How often each session is played: what disturbs one only adds instructions.
const RUNS: usize = 3;
const FEW_KEYS: usize = 8;
const MORE_KEYS: usize = 40;

/// Counts the instructions of a nudge, with its frame, at the larger size.
pub(crate) fn measure(size: Size, table: &mut Table) {
    if size.0 < 200 {
        return;
    }
    if cfg!(debug_assertions) && option_env!("HITSCAN_UNDER_TEST").is_none() {
        table.ignore("instructions: counted in optimised builds (scripts/check costs)");
        return;
    }
    if !has_valgrind() {
        println!("skipped: instructions: valgrind is not here (package valgrind)");
        return;
    }
    let (after_short, after_long) = (each(size, SHORT_LOG), each(size, LONG_LOG));
    table.count("a nudge: instructions", after_short, BUDGET, Must::NotExceed(HELD));
    let percent = after_long * 100 / after_short.max(1);
    let what = format!("the same, log of {LONG_LOG} for {SHORT_LOG}: %");
    // Runs differ by a few percent, because what is on the screen differs.
    table.count(&what, percent, 105, Must::NotExceed(130));
    moments(table);
}

/// Counts the cost of a command in a lesson when a file is graded: replaying it, and judging the
/// resulting moment.
fn moments(table: &mut Table) {
    let folder = tempfile::tempdir().expect("there is room");
    let pack = folder.path().join("pack");
    fs::create_dir_all(pack.join("full")).expect("a folder");
    for (file, text) in [
        ("pack.toml", "format = 1\nid = \"full\"\nlanguages = [\"en\"]\nlessons = [\"full\"]\n"),
        ("full/lesson.toml", &full_lesson()),
        ("full/text.en.md", FULL_TEXT),
    ] {
        fs::write(pack.join(file), text).expect("written");
    }
    let full = ["--pack", pack.to_str().expect("text")];
    for (what, lesson, name, pack) in [
        ("a moment of the dearest lesson: instructions", DEAREST, "B", &[][..]),
        ("the same of 200 objects", "full task", "B", &full),
    ] {
        let graded = |moments| graded(folder.path(), (lesson, name, moments), pack);
        let each = graded(MORE_MOMENTS).saturating_sub(graded(FEW_MOMENTS));
        table.count(what, each / (MORE_MOMENTS - FEW_MOMENTS), MOMENT_BUDGET, Must::Keep);
    }
}

/// The lesson and the task whose moments are the most expensive to judge.
const DEAREST: &str = "came-from two-doors";

/// Two boxes in a demanding task, among as many other objects as allowed.
fn full_lesson() -> String {
    let mut text = "format = 1\nid = \"full\"\n".to_owned();
    let mut object = |name: &str, x: usize, y: usize| {
        let _ = writeln!(text, "[[scene.box]]\nname = \"{name}\"\nat = [{x}, {y}]\nsize = [2, 2]");
    };
    object("A", 0, 0);
    object("B", 10, 0);
    for number in 0..OTHER_OBJECTS {
        object(&format!("C{number}"), 3 * (number % 20), 10 + 3 * (number / 20));
    }
    text.push_str(
        "[[step]]\nid = \"task\"\nnow = [{ pair = [\"B\", \"A\"], relation = \"equals\" }]\n\
         never = [{ pair = [\"B\", \"A\"], method = \"relative-velocity\", against = \"wrong\" }]\n",
    );
    text
}

const FULL_TEXT: &str = "## title\nFull\n## goal\nMove.\n## win task\nB is where A is.\n\
                         ## hint task 1\nMove B.\n## hint task 2\nTo A.\n";

/// The instructions of grading a file with this many moves of an object in a task.
fn graded(folder: &Path, (task, name, moves): (&str, &str, usize), pack: &[&str]) -> usize {
    let file = folder.join(format!("{moves}.hits"));
    let path = file.to_str().expect("text");
    let mut lines = format!("lesson {task}\n");
    for _ in 0..moves / 2 {
        let _ = write!(lines, "move {name} 0.5 0\nmove {name} -0.5 0\n");
    }
    let mut learn = Command::new(HITSCAN);
    learn.args(["learn", "--student", "anna", "--file", path]).args(pack);
    let mut learn = learn.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it starts");
    let mut input = learn.stdin.take().expect("piped");
    input.write_all(lines.as_bytes()).expect("it reads");
    drop(input);
    assert!(learn.wait().expect("it ends").success());
    let report = file.with_extension("callgrind");
    let log = format!("--log-file={}", report.display());
    let mut grade = Command::new("valgrind");
    grade.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", &log, HITSCAN, "grade"]);
    assert!(grade.arg(path).args(pack).output().expect("it runs").status.success());
    // The next file with this name belongs to another run.
    fs::remove_file(&file).expect("it is there");
    collected(&report)
}

/// The count of callgrind.
fn collected(report: &Path) -> usize {
    let said = fs::read_to_string(report).expect("valgrind has written it");
    let number =
        said.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    number.expect("valgrind counts")
}

fn has_valgrind() -> bool {
    let mut command = Command::new("valgrind");
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The instructions of a key that changes the picture, with this many lines in the log.
fn each(size: Size, lines: usize) -> usize {
    let least = |keys| (0..RUNS).map(|_| count(size, lines, keys)).min().unwrap_or_default();
    least(MORE_KEYS).saturating_sub(least(FEW_KEYS)) / (MORE_KEYS - FEW_KEYS)
}

fn count(size: Size, lines: usize, keys: usize) -> usize {
    let report = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("wire-instructions-{}", std::process::id()));
    let log = format!("--log-file={}", report.display());
    let arguments = ["--tool=callgrind", "--callgrind-out-file=/dev/null", &log, HITSCAN];
    let valgrind = which("valgrind").expect("it was found before");
    let mut session = Session::start(&valgrind, &arguments, size);
    session.wait_for_bytes(1);
    make_lines(&mut session, lines);
    // Away from the other box: from there on nothing is logged.
    session.type_and_settle(&walks::bytes("Left").repeat(4));
    for key in walks::free().into_iter().take(keys) {
        session.type_and_settle(walks::bytes(key));
    }
    session.send("q");
    session.wait_for_end();
    let counted = collected(&report);
    // It is no longer needed.
    let _ = fs::remove_file(&report);
    counted
}

fn which(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| is_there(file))
}

fn is_there(file: &Path) -> bool {
    file.is_file()
}
