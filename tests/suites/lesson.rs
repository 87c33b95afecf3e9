//! `hitscan lesson` as a program: a new pack, the key of a student, and the check of a
//! pack.

mod guide;
mod packs_bad;

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

use crate::lessons::PACK;
use crate::program::HITSCAN;

/// The exit status, the output and the errors.
fn lesson(arguments: &[&str]) -> (i32, String, String) {
    let run = Command::new(HITSCAN).arg("lesson").args(arguments).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (run.status.code().expect("no signal"), text(run.stdout), text(run.stderr))
}

/// A pack with only the lesson `inside`, after one change in one of its files.
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
fn the_built_in_pack_is_checked_without_a_fault() {
    let (status, report, errors) = lesson(&["check", PACK]);
    let last = report.lines().last().unwrap_or_default();
    assert_eq!(last, "16 lessons, 38 questions, 34 tasks, 100 seeds: no faults");
    assert!(report.lines().rev().skip(1).all(|line| line.ends_with(" (a warning)")), "{report}");
    assert_eq!((status, errors.as_str()), (0, ""));
}

#[test]
fn a_key_is_found_by_id_number_and_title() {
    let key = |name: &str| lesson(&["key", name, "--seed", "anna"]);
    let by_id = key("inside");
    assert!(by_id.0 == 0 && by_id.1.starts_with("inside: "), "{by_id:?}");
    for name in ["9", "A box of four edges", "a box of four edges"] {
        assert_eq!(key(name), by_id, "{name}");
    }
    assert_eq!(key("17").2, "error: 17: no such lesson in collisions\n");
}

#[test]
fn a_folder_that_is_not_a_pack_is_named() {
    let folder = TempDir::new().expect("a folder");
    let missing = "error: nosuch/pack.toml: there is no such file\n";
    for arguments in [
        ["lesson", "key", "inside", "--seed", "a", "--pack", "nosuch"].as_slice(),
        &["lesson", "check", "nosuch"],
        &["learn", "--student", "a", "--pack", "nosuch"],
        &["grade", ".", "--pack", "nosuch"],
    ] {
        let mut run = Command::new(HITSCAN);
        let run = run.current_dir(folder.path()).args(arguments).assert().stdout("");
        run.code(2).stderr(missing);
    }
}

#[test]
fn a_file_of_a_pack_that_is_a_pipe_has_that_fault_alone() {
    for (name, counted) in [
        ("gap/text.en.md", true),
        ("gap/solutions.toml", true),
        ("gap/lesson.toml", false),
        ("pack.toml", false),
    ] {
        let folder = TempDir::new().expect("a folder");
        let run = |arguments: &[&str]| {
            let run = Command::new(HITSCAN).current_dir(folder.path()).args(arguments).output();
            let run = run.expect("it runs");
            let text = |bytes| String::from_utf8(bytes).expect("text");
            (run.status.code().expect("no signal"), text(run.stdout), text(run.stderr))
        };
        assert_eq!(run(&["lesson", "new", "p"]).0, 0);
        let path = folder.path().join("p").join(name);
        fs::remove_file(&path).expect("removed");
        assert!(
            std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo").success()
        );
        let why = format!("p/{name}: a pipe, a socket or a device, not a file of a lesson\n");
        let (status, report, errors) = run(&["lesson", "check", "p"]);
        let count =
            if counted { "1 lesson, 2 questions, 1 task, 100 seeds: 1 fault\n" } else { "" };
        assert_eq!((status, format!("{report}{errors}")), (1, format!("{why}{count}")), "{name}");
        if name == "gap/solutions.toml" {
            continue;
        }
        for arguments in [
            ["grade", ".", "--pack", "p"].as_slice(),
            &["lesson", "key", "gap", "--seed", "a", "--pack", "p"],
            &["learn", "--student", "a", "--pack", "p"],
        ] {
            assert_eq!(
                run(arguments),
                (2, String::new(), format!("error: {why}")),
                "{arguments:?}"
            );
        }
    }
}

#[test]
fn every_fault_of_a_pack_is_reported() {
    let folder = pack_of_inside("solutions.toml", "move L {in} 0", "move L 1 0");
    let (status, report, _) = lesson(&["check", &folder.path().to_string_lossy()]);
    let faults: Vec<_> = report.lines().filter(|line| !line.ends_with("(a warning)")).collect();
    let [fault, last] = faults.as_slice() else { panic!("{report}") };
    assert!(fault.starts_with("inside/solutions.toml:1:8  hide: not solved, seed s1: "), "{fault}");
    assert_eq!(*last, "1 lesson, 3 questions, 2 tasks, 100 seeds: 1 fault");
    assert_eq!(status, 1);
}
