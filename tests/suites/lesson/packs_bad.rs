//! Packs with one fault each: exactly its message, with its position.

use std::fs;
use std::path::Path;

use super::lesson;

/// A fault in the pack of `lesson new`: the file, the text to replace, its replacement, and the
/// message of `lesson check`.
struct Case<'a> {
    file: &'a str,
    from: String,
    to: String,
    says: String,
}

/// The cases of `tests/fixtures/bad/packs.txt`.
fn cases() -> impl Iterator<Item = Case<'static>> {
    let text = include_str!("../../fixtures/bad/packs.txt");
    text.split("\n\n").skip(1).map(|case| {
        let mut lines = case.lines();
        let file = lines.next().expect("a file");
        let mut part = |mark: &str| {
            let line = lines.next().and_then(|line| line.strip_prefix(mark)).expect(case);
            line.replace('⏎', "\n").replace('◀', "\u{202e}")
        };
        Case { file, from: part("- "), to: part("+ "), says: part("= ") }
    })
}

/// The message of `lesson check` for a pack with this fault, without the count at its end.
fn said(Case { file, from, to, .. }: &Case<'_>) -> String {
    let folder = tempfile::TempDir::new().expect("a folder");
    let pack = folder.path().join("p");
    let made = lesson(&["new", &pack.to_string_lossy()]);
    assert_eq!((made.0, made.2.as_str()), (0, ""));
    let text = fs::read_to_string(pack.join(file)).expect("it reads");
    assert_eq!(text.matches(from).count(), 1, "{file}: {from}");
    fs::write(pack.join(file), text.replace(from, to)).expect("written");
    second_language(&pack);
    let (status, report, errors) = lesson(&["check", &pack.to_string_lossy()]);
    assert_eq!(status, 1, "{file}: {to}");
    let lines = report.lines().chain(errors.lines());
    let faults = lines.filter(|line| !line.ends_with(" (a warning)") && !line.contains(" seeds: "));
    faults.collect::<Vec<_>>().join("\n")
}

/// Adds a text in a language that only one case names, without the last hint.
fn second_language(pack: &Path) {
    let text = fs::read_to_string(pack.join("gap/text.en.md")).expect("it reads");
    let (before, hint) = text.split_once("## hint touch 2").unwrap_or((&text, ""));
    let after = hint.find("## ").map_or("", |at| &hint[at..]);
    fs::write(pack.join("gap/text.ja.md"), format!("{before}{after}")).expect("written");
}

#[test]
fn each_fault_of_a_pack_has_exactly_its_message() {
    let mut wrong = Vec::new();
    for case in cases() {
        let (said, expected) = (said(&case), &case.says);
        // Which seed takes that long depends on chance.
        let is_right = match expected.strip_suffix(" s") {
            Some(_) => said.starts_with(expected) && said.lines().count() == 1,
            None => said == *expected,
        };
        if !is_right {
            wrong.push(format!("{}\n  expected {expected}\n  said     {said}", case.to));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_file_that_is_too_large_or_not_text_is_reported_by_its_path() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let pack = folder.path().join("p");
    assert_eq!(lesson(&["new", &pack.to_string_lossy()]).0, 0);
    fs::write(pack.join("gap/text.en.md"), "x".repeat((1 << 20) + 1)).expect("written");
    fs::write(pack.join("gap/solutions.toml"), b"touch = \xff").expect("written");
    let (status, report, _) = lesson(&["check", &pack.to_string_lossy()]);
    assert_eq!(status, 1);
    let too_large = "gap/text.en.md: too large; a file of a lesson has at most 1048576 bytes";
    let no_text = "gap/solutions.toml:1:9: a byte that is not UTF-8; a file of a lesson is UTF-8";
    assert!(report.contains(too_large) && report.contains(no_text), "{report}");
}
