//! The page `guide lessons`, followed literally: each block of commands runs in the same folder and
//! prints exactly the block of text that follows it.

use std::path::Path;

use hitscan::tested::cli::guide::Page;
use tempfile::TempDir;

use crate::shells::shell;

/// The output of these lines in this folder.
fn run(folder: &Path, lines: &str) -> String {
    let run = shell(folder, lines);
    assert_eq!(String::from_utf8_lossy(&run.stderr), "", "{lines}");
    String::from_utf8(run.stdout).expect("text")
}

#[test]
fn the_page_on_writing_a_lesson_can_be_followed_literally() {
    let folder = TempDir::new().expect("a folder");
    let (mut followed, mut printed) = (0, String::new());
    for block in Page::Lessons.source().split("\n```").skip(1).step_by(2) {
        let (kind, lines) = block.split_once('\n').expect("a first line");
        match kind {
            "sh" => {
                assert_eq!(printed, "", "the page leaves out what the block before prints");
                printed = run(folder.path(), lines);
                followed += 1;
            }
            "text" => {
                let printed = std::mem::take(&mut printed);
                assert_eq!(printed.trim_end(), lines, "after block {followed}");
            }
            _ => panic!("a block of {kind}"),
        }
    }
    assert_eq!((followed, printed.as_str()), (9, ""));
}
