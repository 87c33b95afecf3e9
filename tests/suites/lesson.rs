//! `hitscan lesson` as a program: a new pack, the key of a student, and the check of a
//! pack.

mod guide;
mod packs_bad;

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

use crate::program::HITSCAN;

/// The built-in pack, with its solutions.
const PACK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/hitscan-core/src/lab/lessons");

/// The exit status, the output and the errors.
fn lesson(arguments: &[&str]) -> (i32, String, String) {
    let run = Command::new(HITSCAN).arg("lesson").args(arguments).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (run.status.code().expect("no signal"), text(run.stdout), text(run.stderr))
}

/// A pack of the lesson `inside` alone, after one change of one of its files.
fn pack_of_inside(name: &str, from: &str, to: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let head = "format = 1\nid = \"collisions\"\nlanguages = [\"en\"]\nlessons = [\"inside\"]\n";
    fs::write(folder.path().join("pack.toml"), head).expect("written");
    fs::create_dir(folder.path().join("inside")).expect("a folder");
    for file in ["lesson.toml", "text.en.md", "solutions.toml"] {
        let text = fs::read_to_string(Path::new(PACK).join("inside").join(file)).expect("read");
        let changed = if file == name { text.replacen(from, to, 1) } else { text.clone() };
        assert_eq!(file == name && from != to, changed != text, "{from}");
        fs::write(folder.path().join("inside").join(file), changed).expect("written");
    }
    folder
}

#[test]
fn the_key_has_the_scene_and_the_right_answers_of_a_student() {
    let (status, key, errors) = lesson(&["key", "inside", "--seed", "anna"]);
    let expected = "\
inside: Four edges see no inside   seed anna, drawn at the first try
A box x 18..36 y 14..28 v 0,0 static
L laser 5,18 to 15,16 v 0,0
truth  hit            miss: edges
edges  miss           hit: truth
why    inside-unseen
";
    assert_eq!((status, key.as_str(), errors.as_str()), (0, expected, ""));
    let from_folder = lesson(&["key", "inside", "--seed", "anna", "--pack", PACK]);
    assert_eq!(from_folder, (0, expected.to_owned(), String::new()));
    let (_, bens, _) = lesson(&["key", "inside", "--seed", "ben"]);
    assert_ne!(bens, key, "every student has numbers of their own");
}

#[test]
fn a_key_of_nothing_says_what_would_be_right() {
    let (status, key, errors) = lesson(&["key", "insde", "--seed", "anna"]);
    let expected = "hitscan: insde: no such lesson in collisions; did you mean inside?\n";
    assert_eq!((status, key.as_str(), errors.as_str()), (1, "", expected));
    let (status, _, errors) = lesson(&["key", "inside", "--seed", "a\u{1b}[2J"]);
    assert_eq!(status, 1);
    assert!(errors.starts_with("hitscan: --seed a") && !errors.contains('\u{1b}'), "{errors}");
    let (status, _, errors) = lesson(&["key", "inside", "--seed", "a", "--pack", "no-such-folder"]);
    assert_eq!((status, errors.as_str()), (1, "pack.toml:1:1: pack.toml: there is no such file\n"));
}

#[test]
fn the_built_in_pack_is_checked_without_a_fault() {
    let (status, report, errors) = lesson(&["check", PACK]);
    let last = report.lines().last().unwrap_or_default();
    assert_eq!(last, "16 lessons, 38 questions, 34 tasks, 100 seeds: no faults");
    assert!(report.lines().rev().skip(1).all(|line| line.ends_with(" (a warning)")), "{report}");
    assert_eq!((status, errors.as_str()), (0, ""));
}

#[test]
fn a_pack_at_fault_is_told_fault_by_fault() {
    let folder = pack_of_inside("solutions.toml", "move L {in} 0", "move L 1 0");
    let (status, report, _) = lesson(&["check", &folder.path().to_string_lossy()]);
    let faults: Vec<_> = report.lines().filter(|line| !line.ends_with("(a warning)")).collect();
    let [fault, last] = faults.as_slice() else { panic!("{report}") };
    assert!(fault.starts_with("inside/solutions.toml:1:8  hide: not solved, seed s1: "), "{fault}");
    assert_eq!(*last, "1 lesson, 3 questions, 2 tasks, 100 seeds: 1 fault");
    assert_eq!(status, 1);
}

#[test]
fn a_new_pack_is_without_a_fault_and_stays_as_it_is() {
    let folder = TempDir::new().expect("a folder");
    let pack = folder.path().join("my-pack");
    let shown = pack.to_string_lossy().into_owned();
    let (status, made, errors) = lesson(&["new", &shown]);
    let files = ["pack.toml", "gap/lesson.toml", "gap/text.en.md", "gap/solutions.toml"];
    let lines = files.map(|file| format!("{shown}/{file}")).join("\n");
    let expected = format!("{lines}\nNext: hitscan lesson check {shown}\n");
    assert_eq!((status, made, errors.as_str()), (0, expected, ""));
    assert!(files.iter().all(|file| pack.join(file).is_file()));
    let (status, report, _) = lesson(&["check", &shown]);
    let clean = "1 lesson, 2 questions, 1 task, 100 seeds: no faults\n";
    assert_eq!((status, report.as_str()), (0, clean), "not even a warning");
    let (status, key, _) = lesson(&["key", "gap", "--seed", "anna", "--pack", &shown]);
    assert_eq!(status, 0);
    assert!(key.starts_with("gap: Mind the gap   seed anna, drawn at the first try\n"), "{key}");
    let (status, _, errors) = lesson(&["new", &shown]);
    let refused = format!("{shown}: there is something in it; name a new folder\n");
    assert_eq!((status, errors), (1, refused));
}

#[test]
fn a_pack_that_asks_the_students_program_passes_the_check() {
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/own_pack");
    let (status, told, errors) = lesson(&["check", pack]);
    let expected = "1 lesson, 0 questions, 1 task, 100 seeds: no faults\n";
    assert_eq!((status, told.as_str(), errors.as_str()), (0, expected, ""));
}
