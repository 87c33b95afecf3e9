//! Saving never loses a file: each file system call is made to fail, and a process is killed before
//! each of them.

mod same_file;
#[path = "../../../../tests/support/skips.rs"]
mod skips;

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{self, Command};

use tempfile::TempDir;

use super::faults::{FileCall, FileFaults};
use super::replace_file;

const OLD: &[u8] = b"title = \"old\"\n";
const COPY: &str = "lab.toml.hitscan-copy";

/// More than is written at once.
fn new_content() -> Vec<u8> {
    b"# new\n".repeat(40_000)
}

/// The names of the old file: with one, it is replaced by another file; with two, it is written in
/// place.
const NAMES: [&[&str]; 2] = [&["lab.toml"], &["lab.toml", "other.toml"]];

fn old_file(names: &[&str]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join(names[0]);
    fs::write(&path, OLD).expect("it can be written");
    for further in &names[1..] {
        fs::hard_link(&path, folder.path().join(further)).expect("linked");
    }
    (folder, path)
}

fn found_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it can be listed");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// The calls of a successful save.
fn calls(names: &[&str]) -> Vec<FileCall> {
    let (_folder, path) = old_file(names);
    let faults = FileFaults::refusing(|_| false);
    replace_file(&path, &new_content()).expect("nothing is refused");
    faults.calls()
}

#[test]
fn a_save_writes_a_temporary_file_before_it_touches_the_old_one() {
    use FileCall::{Create, List, Look, Rename, SetPermissions, Sync, SyncFolder, TryOld, Write};
    let before = [Look, TryOld, Look, List, Create];
    let expected = [&before[..], &[Write; 4], &[SetPermissions, Sync, Rename, SyncFolder]].concat();
    assert_eq!(calls(NAMES[0]), expected);
}

/// Saves while these calls fail. Afterwards there is what the result says: the new file, the old
/// one, or a whole copy that the error names. A copy without an error is one that could not be
/// removed.
fn save_refused(names: &[&str], refused: Range<usize>) {
    let about = format!("{names:?} without {refused:?}");
    let (folder, path) = old_file(names);
    let (is_single, refused) = (refused.len() == 1, move |call| refused.contains(&call));
    let faults = FileFaults::refusing(refused);
    let done = replace_file(&path, &new_content());
    drop(faults);
    let read = |name| fs::read(folder.path().join(name)).expect("it is there");
    let has_copy = folder.path().join(COPY).exists();
    match done {
        Ok(()) => assert!(read(names[0]) == new_content(), "{about}"),
        Err(error) if has_copy && (is_single || error.to_string().contains("whole in ")) => {
            assert!(error.to_string().contains("whole in "), "{about}: {error}");
            assert!(read(COPY) == new_content(), "{about}");
        }
        Err(_) => assert!(read(names[0]) == OLD, "{about}"),
    }
    let mut left = found_in(folder.path());
    left.retain(|name| name != COPY);
    assert_eq!(left, names, "{about}");
}

#[test]
fn failed_calls_leave_the_old_file_the_new_one_or_a_whole_copy() {
    for names in NAMES {
        for call in 0..calls(names).len() {
            save_refused(names, call..call + 1);
            save_refused(names, call..usize::MAX);
        }
    }
}

/// The variables that tell a run of these tests to be the process that is killed.
const PATH_VARIABLE: &str = "HITSCAN_SAVING_PATH";
const CALL_VARIABLE: &str = "HITSCAN_SAVING_CALL";

/// Runs in a separate process, for the test below; by itself it does nothing.
#[test]
fn a_save_in_a_process_that_is_ended() {
    let (Ok(path), Ok(call)) = (std::env::var(PATH_VARIABLE), std::env::var(CALL_VARIABLE)) else {
        return;
    };
    let last: usize = call.parse().expect("a number");
    let _faults = FileFaults::refusing(move |call| call == last && process::abort());
    replace_file(Path::new(&path), &new_content()).expect("it is saved");
}

/// What a process leaves that is killed before this call; `None` if the save makes fewer calls.
fn content_when_ended(path: &Path, call: usize) -> Option<Vec<u8>> {
    let output = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "host::disk::files::tests::a_save_in_a_process_that_is_ended"])
        .env(PATH_VARIABLE, path)
        .env(CALL_VARIABLE, call.to_string())
        .output()
        .expect("it runs");
    let content = fs::read(path).expect("it is there");
    let is_done = output.status.success();
    assert!(!is_done || content == new_content(), "{}", String::from_utf8_lossy(&output.stderr));
    (!is_done).then_some(content)
}

#[test]
fn a_process_killed_at_any_call_leaves_the_old_file_the_new_one_or_a_whole_copy() {
    for names in NAMES {
        let (folder, path) = old_file(names);
        let copy = folder.path().join(COPY);
        // Each call once; for a replacement, also the call that removes a leftover.
        let all = calls(names).len() + usize::from(names.len() == 1);
        let mut ended = 0;
        while let Some(content) = content_when_ended(&path, ended) {
            let is_whole = content == OLD || content == new_content();
            let has_copy = || fs::read(&copy).is_ok_and(|copy| copy == new_content());
            assert!(is_whole || has_copy(), "a damaged file: {names:?}, call {ended}");
            // Users remove copies; the next save removes temporary files.
            let _ = fs::remove_file(&copy);
            let left = found_in(folder.path());
            assert!(left.len() <= names.len() + 1, "{left:?}");
            fs::write(&path, OLD).expect("it can be written");
            ended += 1;
            assert!(ended <= all, "{names:?}: more calls than a save makes");
        }
        assert_eq!(ended, all, "{names:?}");
        replace_file(&path, OLD).expect("saved");
        assert_eq!(found_in(folder.path()), names);
    }
}

#[test]
fn temporary_files_of_other_programs_stay() {
    let (folder, path) = old_file(NAMES[0]);
    let running = format!(".hitscan-{}-99.tmp", process::id());
    for name in [running.as_str(), ".hitscan-notes.tmp"] {
        fs::write(folder.path().join(name), "mine").expect("it can be written");
    }
    replace_file(&path, b"").expect("saved");
    let mut expected = [running.as_str(), ".hitscan-notes.tmp", "lab.toml"];
    expected.sort_unstable();
    assert_eq!(found_in(folder.path()), expected);
}
