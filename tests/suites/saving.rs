//! Saving never loses a file: the tests refuse each file system call once, and end a
//! process before each of them.

mod same_file;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use hitscan::host::files::{Call, Gate, replace_file, replace_file_through};
use tempfile::TempDir;

const OLD: &[u8] = b"title = \"old\"\n";

/// More than is written at once.
fn new_content() -> Vec<u8> {
    b"# new\n".repeat(40_000)
}

/// Counts the calls, and refuses those that it is asked to refuse.
struct Counter {
    calls: Vec<Call>,
    refuse: Box<dyn Fn(usize) -> bool>,
}

impl Counter {
    fn refusing(refuse: impl Fn(usize) -> bool + 'static) -> Self {
        Self { calls: Vec::new(), refuse: Box::new(refuse) }
    }
}

impl Gate for Counter {
    fn before(&mut self, call: Call) -> io::Result<()> {
        self.calls.push(call);
        if (self.refuse)(self.calls.len() - 1) {
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        Ok(())
    }
}

fn folder_with_old_file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("lab.toml");
    fs::write(&path, OLD).expect("it can be written");
    (folder, path)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it can be listed");
    let name = |entry: io::Result<fs::DirEntry>| {
        entry.expect("an entry").file_name().to_string_lossy().into_owned()
    };
    let mut names: Vec<_> = entries.map(name).collect();
    names.sort();
    names
}

/// The calls of a save that goes well.
fn calls() -> Vec<Call> {
    let (_folder, path) = folder_with_old_file();
    let mut gate = Counter::refusing(|_| false);
    replace_file_through(&mut gate, &path, &new_content()).expect("nothing is refused");
    gate.calls
}

#[test]
fn a_save_writes_a_temporary_file_before_it_touches_the_old_one() {
    use Call::{Create, List, Look, Rename, SetPermissions, Sync, SyncFolder, TryOld, Write};
    let expected = [
        Look,
        TryOld,
        Look,
        List,
        Create,
        Write,
        Write,
        Write,
        Write,
        SetPermissions,
        Sync,
        Rename,
        SyncFolder,
    ];
    assert_eq!(calls(), expected);
}

#[test]
fn a_call_that_fails_leaves_the_old_file_or_the_new_one_and_nothing_else() {
    for refused in 0..calls().len() {
        let (folder, path) = folder_with_old_file();
        let mut gate = Counter::refusing(move |call| call == refused);
        let done = replace_file_through(&mut gate, &path, &new_content());
        let content = fs::read(&path).expect("it is there");
        let expected = if done.is_ok() { new_content() } else { OLD.to_vec() };
        assert!(content == expected, "after refusing call {refused}");
        assert_eq!(names(folder.path()), ["lab.toml"], "after refusing call {refused}");
    }
}

#[test]
fn a_disk_that_refuses_everything_from_some_call_on_loses_nothing() {
    for from in 0..calls().len() {
        let (folder, path) = folder_with_old_file();
        let mut gate = Counter::refusing(move |call| call >= from);
        let done = replace_file_through(&mut gate, &path, &new_content());
        let content = fs::read(&path).expect("it is there");
        let expected = if done.is_ok() { new_content() } else { OLD.to_vec() };
        assert!(content == expected, "when everything fails from call {from} on");
        assert!(names(folder.path()).len() <= 2, "at most one file is left over");
    }
}

/// The variables that make a run of this program a process to be ended.
const PATH_VARIABLE: &str = "HITSCAN_SAVING_PATH";
const CALL_VARIABLE: &str = "HITSCAN_SAVING_CALL";

/// Ends the process, as a kill would, before the call of this number.
struct Killer {
    calls_left: usize,
}

impl Gate for Killer {
    fn before(&mut self, _: Call) -> io::Result<()> {
        if self.calls_left == 0 {
            std::process::abort();
        }
        self.calls_left -= 1;
        Ok(())
    }
}

/// Runs in a separate process, for the test below; on its own it does nothing.
#[test]
fn a_save_in_a_process_that_is_ended() {
    let (Ok(path), Ok(call)) = (std::env::var(PATH_VARIABLE), std::env::var(CALL_VARIABLE)) else {
        return;
    };
    let mut gate = Killer { calls_left: call.parse().expect("a number") };
    replace_file_through(&mut gate, Path::new(&path), &new_content()).expect("it is saved");
}

#[test]
fn a_process_ended_at_any_call_leaves_the_old_file_or_the_new_one_whole() {
    let program = std::env::current_exe().expect("this program");
    let (folder, path) = folder_with_old_file();
    let (mut old, mut new) = (0, 0);
    for ended in 0.. {
        fs::write(&path, OLD).expect("it can be written");
        let status = Command::new(&program)
            .args(["--exact", "saving::a_save_in_a_process_that_is_ended"])
            .env(PATH_VARIABLE, &path)
            .env(CALL_VARIABLE, ended.to_string())
            .output()
            .expect("it runs")
            .status;
        let content = fs::read(&path).expect("it is there");
        if status.success() {
            assert!(content == new_content());
            break;
        }
        match content {
            content if content == OLD => old += 1,
            content if content == new_content() => new += 1,
            _ => panic!("a damaged file after an end at call {ended}"),
        }
        // The next save removes what this one left: leftovers never pile up.
        assert!(names(folder.path()).len() <= 2, "{:?}", names(folder.path()));
    }
    // Each call once, that which removes a leftover among them.
    assert_eq!((old, new), (calls().len(), 1), "before the rename and after it");
    replace_file(&path, OLD).expect("saved");
    assert_eq!(names(folder.path()), ["lab.toml"]);
}

#[test]
fn temporary_files_of_others_stay() {
    let (folder, path) = folder_with_old_file();
    let running = format!(".hitscan-{}-99.tmp", std::process::id());
    for name in [running.as_str(), ".hitscan-notes.tmp"] {
        fs::write(folder.path().join(name), "mine").expect("it can be written");
    }
    replace_file(&path, b"").expect("saved");
    let mut expected = [running.as_str(), ".hitscan-notes.tmp", "lab.toml"];
    expected.sort_unstable();
    assert_eq!(names(folder.path()), expected);
}
