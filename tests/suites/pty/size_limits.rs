//! The file size limit (`ulimit -f`): exceeding it is a write error, which ends neither the program
//! nor its current work.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::program::HITSCAN;
use crate::terminal::{Start, Terminal};
use crate::tools::until;

/// The message about it.
const TOLD: &str = "files may not be larger here; ulimit -f shows and sets how large";

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room")
}

/// A shell command line whose files may have this many blocks of 512 bytes.
fn limited(blocks: usize, line: &str) -> [String; 2] {
    ["-c".to_owned(), format!("ulimit -f {blocks}; {line}")]
}

/// hitscan on the screen, with such a limit.
fn on_screen(folder: &Path, blocks: usize, arguments: &str) -> Start {
    let line = limited(blocks, &format!("exec {HITSCAN} {arguments}"));
    Start::program("sh", line).cwd(folder).size(132, 24)
}

/// The result without a screen.
fn without_a_screen(folder: &Path, blocks: usize, line: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(limited(blocks, &line.replace("hitscan", HITSCAN))).current_dir(folder);
    shell.env("XDG_STATE_HOME", "/dev/null").output().expect("there is a shell")
}

fn size(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |found| found.len())
}

/// Moves a box until the screen reports that this file may not grow; returns how many moves it
/// took.
fn move_until_told(terminal: &mut Terminal, file: &Path, told: &str) -> usize {
    for frame in 1..200 {
        let before = size(file);
        terminal.keys("Right").wait_for_text(&format!("frame {frame} boxes"));
        let is_told = until("the file to grow, or the reason why not", || {
            let is_told = terminal.screen().contains(told);
            (is_told || size(file) > before).then_some(is_told)
        });
        if is_told {
            return frame;
        }
    }
    panic!("it grew and grew");
}

#[test]
fn a_recording_that_may_not_grow_ends_with_a_complete_line_and_the_session_continues() {
    for (arguments, blocks, grows, said) in [
        ("--record a.hits", 4, "a.hits", "a.hits: the recording ends here: "),
        ("--cast a.cast", 8, "a.cast", "a.cast: the recording of the screen ends here: "),
    ] {
        let folder = folder();
        let mut terminal = on_screen(folder.path(), blocks, arguments).run_to_start();
        let grows = folder.path().join(grows);
        let frames = move_until_told(&mut terminal, &grows, &format!("{said}{TOLD}"));
        terminal.keys("Left").shows(&format!("frame {} boxes", frames + 1)).keys("q");
        assert_eq!(terminal.wait_for_clean_end(), 0, "{arguments}");
        for file in fs::read_dir(folder.path()).expect("a folder") {
            let path = file.expect("a file").path();
            let text = fs::read_to_string(&path).expect("text");
            assert!(text.ends_with('\n'), "{}: {text}", path.display());
        }
    }
}

#[test]
fn a_cast_that_cannot_begin_leaves_no_file() {
    let folder = folder();
    let mut terminal = on_screen(folder.path(), 0, "--cast a.cast").run();
    terminal.wait_for_text(&format!("a.cast: the recording of the screen ends here: {TOLD}"));
    assert_eq!(terminal.wait_for_clean_end(), 2);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_scene_that_may_not_grow_is_not_saved_and_stays_unchanged() {
    let folder = folder();
    let scene = "[[box]]\nname = \"A\"\nat = [2, 2]\nsize = [4, 4]\n";
    fs::write(folder.path().join("a.toml"), scene).expect("there is room");
    let state = folder.path().join("state");
    let start = on_screen(folder.path(), 0, "a.toml");
    let mut terminal = start.env("XDG_STATE_HOME", state.to_str().expect("text")).run();
    terminal.wait_for_text("no pair yet");
    terminal.keys("Right").shows(&format!("the session is not kept: {TOLD}")).keys("Colon");
    terminal.shows("polygon").send("save\r").shows(&format!("a.toml: not saved: {TOLD}")).quit();
    assert_eq!(fs::read_to_string(folder.path().join("a.toml")).expect("text"), scene);
}

#[test]
fn a_student_is_told_at_once_and_at_the_end_that_their_file_may_not_grow() {
    let told = format!("anna.hits: your work is not written: {TOLD}");
    let folder = folder();
    let mut terminal = on_screen(folder.path(), 4, "learn apart --student anna").run();
    terminal.wait_for_text("step 1 of");
    for _ in 0..20 {
        terminal.keys("Colon").wait_for("the : line", |screen| screen.rows[22].starts_with(':'));
        let screen =
            terminal.send("lesson apart one-axis\r").wait_for("what came of it", |screen| {
                !screen.rows[22].starts_with(':') && screen.contains("step 2 of")
            });
        if screen.contains(&told) {
            break;
        }
    }
    assert_eq!(terminal.shows(&told).keys("q").wait_for_clean_end(), 2);
    terminal.wait_for_text(&format!("error: {told}"));
    assert!(!terminal.screen().contains("what you hand in"), "{}", terminal.screen());
    let held = fs::read_to_string(folder.path().join("anna.hits")).expect("text");
    assert!(held.starts_with("# hitscan recording") && held.ends_with('\n'), "{held}");

    let lines = "for i in 1 2 3 4 5 6 7 8; do echo lesson apart one-axis; done";
    let by_lines = format!("{lines} | hitscan learn apart --student berta");
    let learnt = without_a_screen(folder.path(), 4, &by_lines);
    assert_eq!(learnt.status.code(), Some(2), "{learnt:?}");
    let said = String::from_utf8_lossy(&learnt.stdout).into_owned();
    let told = told.replace("anna", "berta");
    let last = said.lines().last().unwrap_or_default();
    assert!(said.contains(&told) && !last.contains("what you hand in"), "{said}");
    assert!(String::from_utf8_lossy(&learnt.stderr).contains(&told), "{learnt:?}");
}

#[test]
fn every_subcommand_that_writes_a_file_says_why_it_could_not() {
    let folder = folder();
    for (line, said, left, status) in [
        ("hitscan render start --output a.svg", "a.svg: not written: ", 0, 2),
        ("hitscan compare --pairs 2000 --save . >&2", ".toml: not saved: ", 0, 1),
        ("hitscan lesson new pack", "pack: ", 0, 2),
        ("hitscan run start --record a.hits </dev/null", "a.hits: not recorded: ", 0, 2),
        ("echo 'save b.toml' | hitscan run start >&2", "b.toml: not saved: ", 0, 1),
        ("hitscan scenes >list", "error: ", 1, 2),
    ] {
        let output = without_a_screen(folder.path(), 0, line);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(status), "{line}: {told}");
        let expected = format!("{said}{TOLD}");
        assert!(told.contains(&expected), "{line}: {told}");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), left, "{line}");
    }
}

/// Child processes decide for themselves how to handle the limit.
#[cfg(target_os = "linux")]
#[test]
fn child_processes_do_not_inherit_an_ignored_signal() {
    const SIGXFSZ: u32 = 25;
    let folder = folder();
    let program = "grep -E '^Sig(Ign|Cgt)' /proc/self/status > mask; exec cat";
    fs::write(folder.path().join("program"), program).expect("there is room");
    without_a_screen(folder.path(), 1000, "hitscan try -- sh program");
    let masks = fs::read_to_string(folder.path().join("mask")).expect("it was started");
    for line in masks.lines() {
        let (name, mask) = line.split_once(':').expect("a name");
        let mask = u64::from_str_radix(mask.trim(), 16).expect("a mask");
        assert_eq!(mask >> (SIGXFSZ - 1) & 1, 0, "{name}");
    }
    assert_eq!(masks.lines().count(), 2);
}
