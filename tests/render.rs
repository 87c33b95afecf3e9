//! `hitscan render` as a program: what is drawn, where it goes, what is refused.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

fn render(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("hitscan").expect("it was built");
    command.arg("render").args(args);
    command
}

fn drawn(args: &[&str]) -> String {
    let output = render(args).assert().success().stderr("").get_output().stdout.clone();
    String::from_utf8(output).expect("a picture is text")
}

/// What is said on standard error, with this exit status.
fn refused(args: &[&str], status: i32) -> String {
    let output = render(args).assert().code(status).stdout("").get_output().stderr.clone();
    String::from_utf8(output).expect("a fault is text")
}

#[test]
fn the_picture_is_the_screen_in_the_size_that_was_asked_for() {
    let text = drawn(&["start"]);
    assert_eq!(text.lines().count(), 24);
    assert!(text.starts_with(" start: two boxes and a laser"), "{text}");
    assert!(text.contains(" MOVE B box  x 11..19  y 10..18"), "{text}");
    assert_eq!(drawn(&["start", "--size", "100x40"]).lines().count(), 40);
    assert!(drawn(&["start", "--format", "ansi"]).contains("\u{1b}[1mstart:"));
    assert!(drawn(&["start", "--format", "svg"]).starts_with("<svg "));
    assert!(drawn(&["start", "--glyphs", "ascii"]).is_ascii());
}

#[test]
fn the_panel_the_method_and_the_selection_are_as_asked_for() {
    let text = drawn(&["inside", "--panel", "why", "--method", "edges"]);
    assert!(text.contains("[3 Why]") && text.contains("edges  exact"), "{text}");
    let text = drawn(&["start", "--panel", "object", "--select", "L"]);
    assert!(text.contains("laser L") && text.contains(" MOVE L laser"), "{text}");
    assert!(drawn(&["tunnel", "--panel", "methods"]).contains("[2 Methods]"));
    assert!(drawn(&["start", "--panel", "log"]).contains("[1 Log]"));
}

#[test]
fn a_layer_is_shown_and_nothing_is_said_of_it() {
    let (plain, grid) = (drawn(&["start"]), drawn(&["start", "--overlay", "grid"]));
    assert_ne!(plain, grid);
    assert_eq!(plain.lines().nth(22), grid.lines().nth(22), "the status says what it said");
    let shown_already = drawn(&["start", "--overlay", "velocities"]);
    assert_eq!(plain, shown_already);
}

#[test]
fn the_name_of_the_file_says_what_is_written() {
    let directory = tempfile::tempdir().expect("there is room");
    let path = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
    for (name, begins) in [("a.svg", "<svg "), ("a.txt", " start: "), ("a.ansi", " \u{1b}[1m")] {
        // Twice: a picture that was there is made anew.
        for _ in 0..2 {
            assert_eq!(drawn(&["start", "--output", &path(name)]), "");
        }
        let written = fs::read_to_string(path(name)).expect("it was written");
        assert!(written.starts_with(begins), "{written}");
    }
    let dark = fs::read_to_string(path("a.svg")).expect("it was written");
    drawn(&["start", "--output", &path("a.svg"), "--background", "light"]);
    assert_ne!(fs::read_to_string(path("a.svg")).expect("it was written"), dark);
    let why = refused(&["start", "--output", &path("a.png")], 1);
    assert!(why.contains("a.png: its name ends in none of .svg, .txt and .ansi"), "{why}");
    drawn(&["start", "--output", &path("a.png"), "--format", "text"]);
}

#[test]
fn the_scene_itself_is_never_written_over() {
    let directory = tempfile::tempdir().expect("there is room");
    let scene = directory.path().join("lab.toml");
    fs::write(&scene, "title = \"mine\"\n").expect("it can be written");
    let (name, other) = (scene.to_string_lossy(), directory.path().join("./lab.toml"));
    let why = refused(&[&name, "--output", &other.to_string_lossy(), "--format", "text"], 1);
    assert!(why.ends_with("not written: it is the scene itself\n"), "{why}");
    assert_eq!(fs::read_to_string(&scene).expect("it is there"), "title = \"mine\"\n");
}

#[test]
fn what_is_not_there_is_named() {
    let why = refused(&["inside", "--method", "proper"], 1);
    assert_eq!(why, "--method proper: what is asked of A and L is edges\n");
    let why = refused(&["start", "--select", "Q"], 1);
    assert_eq!(why, "Q: no such object\n");
    let why = refused(&["start", "--select", "\u{1b}[31m"], 1);
    assert!(!why.contains('\u{1b}'), "{why}");
    assert!(refused(&["no-such.toml"], 1).starts_with("no-such.toml: no such file"));
    assert!(!Path::new("no-such.toml").exists());
}

#[test]
fn a_size_that_is_none_is_a_fault_of_the_command_line() {
    for (size, expected) in [
        ("100", "columns and rows, such as 100x40, would be right"),
        ("100x", "columns and rows, such as 100x40, would be right"),
        ("59x24", "the screen needs 60x16 at least"),
        ("80x15", "the screen needs 60x16 at least"),
        ("1001x40", "a screen has 1000x500 at most"),
    ] {
        let why = refused(&["start", "--size", size], 2);
        assert!(why.contains(expected), "{why}");
    }
    assert!(refused(&["start", "--overlay", "stars"], 2).contains("three-ends"));
}
