//! `--pairs-from` and `--save-test`: pairs that a game has written down.

use std::fs;

use assert_cmd::Command;

use super::tried_in;
use crate::program::HITSCAN;

/// Answers `hit` to lines of plain decimals, and ends at any other.
const PLAIN: &str = "import sys
for line in sys.stdin:
    for word in line.split():
        if word not in ('box', 'laser'): float(word)
    print('hit', flush=True)
";

/// Queries with ids; one is fine.
const QUERIES: &str = r#"{"id":7,"a":{"box":[2,0,0,2]},"b":{"laser":[-1,1,3,1]},"tick":12}
{"id":8,"a":{"box":[0,0,2,2]},"b":{"laser":[-1,5,3,5]},"note":"=> miss"}
{"id":9,"a":{"box":[0,0,2,2]},"b":{"laser":[-1,1,3,"0x1p-21"]}}
"#;

#[test]
fn a_text_program_reads_text_and_what_else_a_query_says_comes_back() {
    let directory = tempfile::tempdir().expect("a directory");
    fs::write(directory.path().join("plain.py"), PLAIN).expect("a program");
    fs::write(directory.path().join("dump"), QUERIES).expect("pairs");
    let options = ["--pairs-from", "dump", "--format", "ndjson", "--explain", "0", "--shrink", "0"];
    let report = tried_in(directory.path(), &options, &["python3", "plain.py"]);
    assert_eq!(report.code, Some(1), "{}", report.stderr);
    assert!(report.stdout.contains(r#""given":{"id":8,"note":"=> miss"}"#), "{}", report.stdout);
}

#[test]
fn the_first_line_without_an_answer_is_named() {
    let directory = tempfile::tempdir().expect("a directory");
    let lines = "box 0 0 2 2 laser 0 0 1 1 => hit\n\nbox 0 0 2 2 laser 0 0 1 1\n";
    fs::write(directory.path().join("dump"), lines).expect("pairs");
    let mut command = Command::new(HITSCAN);
    command.current_dir(directory.path()).args(["try", "--pairs-from", "dump"]);
    let output = command.output().expect("it runs");
    let why = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(why.contains("dump:3: no answer, such as => hit, and PROGRAM is missing"), "{why}");
}

#[test]
fn a_file_that_exists_is_refused_before_anything_is_asked() {
    let directory = tempfile::tempdir().expect("a directory");
    fs::write(directory.path().join("tests.py"), "mine").expect("a file");
    let options = ["--save-test", "python", "--output", "tests.py", "--build", "touch asked"];
    let report = tried_in(directory.path(), &options, &["false"]);
    assert!(report.stderr.contains("--output tests.py: it exists"), "{}", report.stderr);
    assert!(!directory.path().join("asked").exists());
    let kept = fs::read_to_string(directory.path().join("tests.py")).expect("the file");
    assert_eq!(kept, "mine");
}
