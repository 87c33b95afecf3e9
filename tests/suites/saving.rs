//! Saving when the user may write a file but not its folder.

use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::program::HITSCAN;

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it can be listed");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// A user who does not own the files of these tests.
const STRANGER: u32 = 65_534;

/// A folder that the user of [`run_as_a_stranger`] may not write, with a scene that they may write.
fn read_only_folder() -> TempDir {
    let folder = tempfile::tempdir().expect("there is room");
    let scene = folder.path().join("lab.toml");
    fs::write(&scene, "[[box]]\nname = \"A\"\nat = [0, 0]\nsize = [1, 1]\n").expect("written");
    fs::set_permissions(scene, Permissions::from_mode(0o666)).expect("set");
    fs::set_permissions(folder.path(), Permissions::from_mode(0o555)).expect("set");
    folder
}

/// Moves an object and saves the scene of a folder, as a user without write access to it.
fn run_as_a_stranger(folder: &Path, home: &Path) -> Output {
    // Root may write everywhere, and other users may not access the directory of the program.
    let place = tempfile::tempdir().expect("there is room");
    let mut command = if rustix::process::geteuid().is_root() {
        fs::set_permissions(place.path(), Permissions::from_mode(0o755)).expect("set");
        let program = place.path().join("hitscan");
        // Copied by another process: if this one did, a program started by another test would
        // inherit the open file, and a file that is open for writing cannot be executed.
        let copied = Command::new("cp").arg(HITSCAN).arg(&program).status().expect("cp runs");
        assert!(copied.success(), "{copied}");
        let mut command = Command::new(program);
        command.uid(STRANGER).gid(STRANGER);
        command
    } else {
        Command::new(HITSCAN)
    };
    command.args(["run", "lab.toml"]).current_dir(folder).env("HOME", home);
    command.env_remove("XDG_STATE_HOME").env_remove("XDG_CONFIG_HOME");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().expect("it runs");
    let mut input = running.stdin.take().expect("a pipe");
    input.write_all(b"move A 1 0\nsave\n").expect("it reads");
    drop(input);
    running.wait_with_output().expect("it ends")
}

#[test]
fn a_file_in_a_read_only_folder_is_saved_in_place_with_a_copy_elsewhere() {
    let folder = read_only_folder();
    let path = folder.path().join("lab.toml");
    let before = fs::metadata(&path).expect("it is there");
    let home = tempfile::tempdir().expect("there is room");
    fs::set_permissions(home.path(), Permissions::from_mode(0o777)).expect("set");
    let output = run_as_a_stranger(folder.path(), home.path());
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(fs::read_to_string(&path).expect("it is there").contains("at = [1, 0]"), "{said}");
    let after = fs::metadata(&path).expect("it is there");
    assert_eq!((after.ino(), after.uid()), (before.ino(), before.uid()));
    assert_eq!(names(folder.path()), ["lab.toml"]);
    let state = home.path().join(".local/state/hitscan");
    assert_eq!(names(&state), [""; 0], "the copy is gone");

    let output = run_as_a_stranger(folder.path(), Path::new("/dev/null"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let expected = "ERROR line 2: lab.toml: not saved: Permission denied (os error 13); and no \
                    copy can be kept in /dev/null/.local/state/hitscan meanwhile: ";
    assert!(said.contains(expected) && !output.status.success(), "{said}");
    assert!(fs::read_to_string(&path).expect("it is there").contains("at = [1, 0]"));
}
