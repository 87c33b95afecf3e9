//! Hostile files must not change the lines of other students. Those in `tests/fixtures/labs_bad`
//! are used as they are; others are generated here.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use hitscan::tested::cli::ExitStatus;
use hitscan::tested::cli::grade::{DEEPEST, GradeFormat};

use super::{HandIn, threads};
use crate::cases::Cases;
use crate::program::HITSCAN;
use crate::submissions::{Submission, perfect};

/// The lines of anna and ben, in every format that has lines.
fn of_others(folder: &HandIn) -> Vec<String> {
    let formats = [GradeFormat::Text, GradeFormat::Csv, GradeFormat::Ndjson];
    let reports = formats.map(|format| folder.report(format).0);
    let is_theirs = |line: &&str| {
        ["anna ", "ben ", "anna,", "ben,"].iter().any(|begins| line.starts_with(begins))
            || ["anna", "ben"].iter().any(|id| line.contains(&format!("\"student\":\"{id}\"")))
    };
    reports.iter().flat_map(|report| report.lines().filter(is_theirs)).map(str::to_owned).collect()
}

/// A folder with the work of anna and ben.
fn folder() -> HandIn {
    let work = |id: &str| {
        let mut file = Submission::by(id, id);
        file.lesson("inside", |_, right| right);
        file.step("tunnel", "says", &["answer says left"]);
        file.text()
    };
    HandIn::with(&[("anna.hits", &work("anna")), ("ben.hits", &work("ben"))])
}

/// The lines of everyone except anna and ben.
fn of_hostile(folder: &HandIn) -> String {
    let (text, _) = folder.report(GradeFormat::Text);
    assert!(!text.contains(|c: char| c != '\n' && c.is_control()), "{text:?}");
    assert!(!text.contains('\u{202e}'), "{text:?}");
    let table = text.split("\n\n").next().expect("a table").lines().skip(1);
    let rows = table.filter(|row| !row.starts_with("anna ") && !row.starts_with("ben "));
    rows.collect::<Vec<_>>().join("\n")
}

/// A step by mallory with these lines.
fn mallory(lines: &[&str]) -> Vec<u8> {
    let mut file = Submission::by("mallory", "mallory");
    file.step("inside", "hide", lines);
    file.text().into_bytes()
}

/// Files that are generated here, since scenes and hashes change with the lessons.
fn made() -> Vec<(&'static str, Vec<u8>)> {
    let whole = perfect("mallory", "mallory").into_bytes();
    let mut far = Submission::by("mallory", "mallory");
    far.step("inside", "again", &["answer again hit"]);
    far.step("inside", "hide", &["step 1000000", "move L 15 0"]);
    far.step("inside", "why", &["answer why agrees"]);
    let crowd: Vec<String> = (0..300).map(|index| format!("box X{index} 0 0 4 4")).collect();
    let crowd: Vec<&str> = crowd.iter().map(String::as_str).collect();
    let mut long_line = mallory(&[]);
    long_line.resize(long_line.len() + (2 << 20), b'x');
    long_line.push(b'\n');
    let mut many_lines = mallory(&[]);
    many_lines.extend(b"\n".repeat(300_000));
    vec![
        ("cut", whole[..whole.len() * 2 / 3].to_vec()),
        ("step-1000000", far.text().into_bytes()),
        ("crowd", mallory(&crowd)),
        ("long-line", long_line),
        ("many-lines", many_lines),
        ("seek", mallory(&["seek 4000000000", "redo 4000000000", "back 4000000000"])),
        ("new-scene", mallory(&["new", "move L 15 0"])),
        ("open-file", mallory(&["open /etc/passwd"])),
        (
            "write-file",
            mallory(&["save stolen.toml", "screenshot stolen.txt", "quit", "move L 1 0"]),
        ),
        ("record-file", mallory(&["record stolen.hits"])),
        ("own-program", mallory(&["own p L A miss", "own p L A miss", "own p Z A miss"])),
        (
            "others-scene",
            perfect("mallory", "anna").replace("seed anna", "seed mallory").into_bytes(),
        ),
    ]
}

#[test]
fn a_hostile_file_does_not_change_the_lines_of_others() {
    let mut cases = Cases::in_folder("grade/bad");
    let folder = folder();
    let expected = of_others(&folder);
    assert_eq!(expected.len(), 2 + 2 + 2 * 73);
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/labs_bad");
    let mut files = made();
    let mut kept: Vec<_> = fs::read_dir(&fixtures)
        .expect("the fixtures")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    kept.sort();
    for path in &kept {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        files.push((name, fs::read(path).expect("it reads")));
    }
    for (name, bytes) in files {
        let path = folder.file("m.hits", bytes);
        assert_eq!(of_others(&folder), expected, "{name}");
        cases.check(name, &of_hostile(&folder));
        fs::remove_file(path).expect("removed");
    }
    assert!(!Path::new("stolen.toml").exists() && !Path::new("stolen.hits").exists());
}

#[test]
fn a_gigabyte_is_refused_without_being_read() {
    let folder = folder();
    let expected = of_others(&folder);
    let sparse = File::create(folder.path().join("m.hits")).expect("created");
    sparse.set_len(1 << 30).expect("a sparse file");
    assert_eq!(of_others(&folder), expected);
    let not_read = "hand-in/m.hits not read: it has more than 4194304 bytes";
    assert_eq!(of_hostile(&folder), not_read);
    assert_eq!(folder.report(GradeFormat::Csv).1, ExitStatus::Failure);
}

#[test]
fn links_pipes_and_deep_folders_are_reported_and_never_block() {
    let folder = folder();
    let expected = of_others(&folder);
    let outside = HandIn::with(&[("secret.hits", &perfect("eve", "eve"))]);
    symlink(outside.path().join("secret.hits"), folder.path().join("link.hits")).expect("a link");
    symlink(outside.path(), folder.path().join("elsewhere")).expect("a link");
    symlink(folder.path(), folder.path().join("loop")).expect("a link");
    let pipe = folder.path().join("pipe.hits");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    folder.file("notes.txt", "not handed in");
    let deep = |depth: usize| "d/".repeat(depth) + "deep.hits";
    folder.file(&deep(DEEPEST + 1), perfect("eve", "eve"));
    assert_eq!(of_others(&folder), expected);
    let told = format!(
        "hand-in/{} not read: it is more than 8 folders deep\n\
         hand-in/link.hits not read: it is a link, and links are not followed\n\
         hand-in/pipe.hits not read: a pipe, a socket or a device, not a file of a student",
        "d/".repeat(DEEPEST + 1).trim_end_matches('/'),
    );
    assert_eq!(of_hostile(&folder), told);
    folder.file(&deep(DEEPEST), perfect("eve", "eve"));
    assert!(of_hostile(&folder).starts_with("eve         212  212    16"));
}

#[test]
fn file_names_are_printed_without_control_characters() {
    let folder = folder();
    folder.file("\u{1b}[2J\u{202e}.hits", "nothing");
    let (ndjson, _) = folder.report(GradeFormat::Ndjson);
    assert!(!ndjson.contains(['\u{1b}', '\u{202e}']), "{ndjson}");
    assert!(of_hostile(&folder).contains("not read: line 1: not a recording"));
}

#[test]
fn a_missing_path_is_reported_with_status_1() {
    let folder = folder();
    let run = assert_cmd::Command::new(HITSCAN)
        .current_dir(folder.path())
        .args(["grade", "anna.hits", "nobody.hits"])
        .assert()
        .code(1);
    let text = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(text.contains("\nnobody.hits: no such file or folder\n"), "{text}");
    assert!(text.contains("\nanna         16  212     1\n"), "{text}");
}

#[test]
fn an_empty_folder_and_an_empty_file_are_reported_with_status_1() {
    let folder = HandIn::with(&[("notes.txt", "not handed in")]);
    let (text, status) = folder.report(GradeFormat::Text);
    assert!(text.ends_with("\nno .hits files in hand-in\n"), "{text}");
    assert_eq!(status, ExitStatus::Failure);
    let (ndjson, _) = folder.report(GradeFormat::Ndjson);
    let fault = r#"{"event":"fault","file":"hand-in","message":"no .hits files in it"}"#;
    assert!(ndjson.ends_with(&format!("\n{fault}\n")), "{ndjson}");
    folder.file("deep/in/x.hits", "");
    let (text, status) = folder.report(GradeFormat::Text);
    assert!(text.ends_with("\nhand-in/deep/in/x.hits not read: it is empty\n"), "{text}");
    assert_eq!(status, ExitStatus::Failure);
}

#[test]
fn a_faulty_roster_or_pack_ends_the_work() {
    let folder = folder();
    folder.file("roster.csv", "name\nanna\n");
    let message = folder.args(GradeFormat::Text).report(threads(1)).expect_err("a fault");
    let message = message.to_string();
    let expected = "roster.csv:1: a header row with the column student is missing";
    assert!(message.ends_with(expected), "{message}");
    let mut args = folder.args(GradeFormat::Text);
    args.roster = None;
    args.packs = vec![folder.path().join("no-pack")];
    let message = args.report(threads(1)).expect_err("a fault").to_string();
    let missing = folder.path().join("no-pack/pack.toml");
    assert_eq!(message, format!("{}: there is no such file", missing.display()));
}
