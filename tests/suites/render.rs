//! `hitscan render` as a program: what it draws, where it writes, what it refuses.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

use crate::program::HITSCAN;

fn render(args: &[&str]) -> Command {
    let mut command = Command::new(HITSCAN);
    command.arg("render").args(args).env_remove("NO_COLOR");
    command
}

fn drawn(args: &[&str]) -> String {
    let output = render(args).assert().success().stderr("").get_output().stdout.clone();
    String::from_utf8(output).expect("a picture is text")
}

/// Standard error, with this exit status.
fn refused(args: &[&str], status: i32) -> String {
    let output = render(args).assert().code(status).stdout("").get_output().stderr.clone();
    String::from_utf8(output).expect("a fault is text")
}

#[test]
fn the_picture_is_the_screen_in_the_size_that_was_asked_for() {
    let text = drawn(&["start"]);
    assert_eq!(text.lines().count(), 24);
    assert!(text.starts_with(" start  two boxes and a laser"), "{text}");
    assert!(text.contains(" MOVE  B box  x 11..19  y 10..18"), "{text}");
    assert_eq!(drawn(&["start", "--size", "100x40"]).lines().count(), 40);
    assert!(drawn(&["start", "--format", "ansi"]).contains("\u{1b}[1mstart"));
    assert!(drawn(&["start", "--format", "svg"]).starts_with("<svg "));
    assert!(drawn(&["start", "--glyphs", "ascii"]).is_ascii());
}

#[test]
fn the_panel_the_method_and_the_selection_are_as_asked_for() {
    let text = drawn(&["inside", "--panel", "why", "--method", "edges"]);
    assert!(text.contains("┤3 Why├") && text.contains("edges exact"), "{text}");
    let text = drawn(&["start", "--panel", "object", "--select", "L"]);
    assert!(text.contains("┤4 Object├") && text.contains(" MOVE  L laser"), "{text}");
    assert!(drawn(&["tunnel", "--panel", "methods"]).contains("┤2 Methods├"));
    assert!(drawn(&["start", "--panel", "log"]).contains("┤1 Log├"));
}

#[test]
fn a_layer_is_drawn_without_a_note() {
    let (plain, bounds) = (drawn(&["start"]), drawn(&["start", "--overlay", "bounds"]));
    assert_ne!(plain, bounds);
    assert_eq!(plain.lines().nth(22), bounds.lines().nth(22), "the status says what it said");
    let shown_already = drawn(&["start", "--overlay", "velocities"]);
    assert_eq!(plain, shown_already);
}

#[test]
fn the_name_of_the_file_says_what_is_written() {
    let directory = tempfile::tempdir().expect("there is room");
    let path = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
    for (name, begins) in [("a.svg", "<svg "), ("a.txt", " start  "), ("a.ansi", " \u{1b}[1m")] {
        // Twice: an existing picture is replaced.
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
    assert!(why.contains("a.png: the name ends in none of .svg, .txt and .ansi"), "{why}");
    drawn(&["start", "--output", &path("a.png"), "--format", "text"]);
}

#[test]
fn the_scene_itself_is_never_written_over() {
    let directory = tempfile::tempdir().expect("there is room");
    let scene = directory.path().join("lab.toml");
    fs::write(&scene, "title = \"mine\"\n").expect("it can be written");
    let (name, other) = (scene.to_string_lossy(), directory.path().join("./lab.toml"));
    let why = refused(&[&name, "--output", &other.to_string_lossy(), "--format", "text"], 1);
    assert!(why.ends_with("not written: this is the file that the picture shows\n"), "{why}");
    assert_eq!(fs::read_to_string(&scene).expect("it is there"), "title = \"mine\"\n");
}

/// A recording of the start scene, with these lines done to it.
fn recording(directory: &Path, lines: &str) -> String {
    let path = directory.join("a.rec").to_string_lossy().into_owned();
    let mut run = Command::new(HITSCAN);
    run.args(["run", "start", "--record", &path]).write_stdin(lines).assert().success();
    path
}

#[test]
fn a_recording_is_shown_where_it_ends_or_at_a_frame_of_it() {
    let directory = tempfile::tempdir().expect("there is room");
    let path = recording(directory.path(), "move 5 0\nmove 1 0\nselect L\nturn 30\n");
    let text = drawn(&["--replay", &path]);
    assert!(text.starts_with(" a.rec  two boxes and a laser"), "{text}");
    assert!(text.contains("frame 2/2") && text.contains(" MOVE  L laser"), "{text}");
    let text = drawn(&["--replay", &path, "--select", "B"]);
    assert!(text.contains("  HIT   B > A  now overlapping"), "{text}");
    let text = drawn(&["--replay", &path, "--seek", "1", "--select", "B"]);
    assert!(text.contains("frame 1/2") && text.contains(" TOUCH  B > A  now touching"), "{text}");
    assert!(drawn(&["--replay", &path, "--seek", "0"]).contains("frame 0/2"));
    let why = refused(&["--replay", &path, "--seek", "3"], 1);
    assert_eq!(why, "3: this history ends with frame 2\n");
    let why = refused(&["--replay", &path, "--output", &path, "--format", "svg"], 1);
    assert!(why.contains("this is the file that the picture shows"), "{why}");
    assert!(refused(&["start", "--seek", "2"], 2).contains("cannot be used with"));
    assert!(refused(&["start", "--replay", &path], 2).contains("cannot be used with"));
    assert!(refused(&[], 2).contains("<SCENE>"));
}

#[test]
fn a_recording_that_cannot_be_gone_through_is_named_with_its_line() {
    let directory = tempfile::tempdir().expect("there is room");
    let path = directory.path().join("a.rec");
    let name = path.to_string_lossy().into_owned();
    let why = refused(&["--replay", &name], 1);
    assert_eq!(why, format!("{name}: no such recording\n"));
    for (text, place) in [
        ("move A 1 0\n", "1: no recording"),
        ("# hitscan recording 1\n| title = 3\n", "2: "),
        ("# hitscan recording 1\n\nmove A 1 0\n", "3: A: no such object"),
        ("# hitscan recording 1\nsave other.toml\n", "2: this command does not belong"),
        ("# hitscan recording 1\nbox A 0 0 2 2\nassert A.x 3\n", "3: "),
    ] {
        fs::write(&path, text).expect("it can be written");
        let why = refused(&["--replay", &name], 1);
        assert!(why.starts_with(&format!("{name}:{place}")), "{why}");
    }
    assert!(!Path::new("other.toml").exists());
}

#[test]
fn what_is_not_there_is_named() {
    let why = refused(&["inside", "--method", "proper"], 1);
    assert_eq!(why, "--method proper: the methods for A and L: edges, bounding-boxes and slab\n");
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
        ("100", "expected columns and rows, such as 100x40"),
        ("100x", "expected columns and rows, such as 100x40"),
        ("29x24", "the screen needs at least 30x8"),
        ("80x7", "the screen needs at least 30x8"),
        ("1001x40", "the screen has at most 1000x500"),
    ] {
        let why = refused(&["start", "--size", size], 2);
        assert!(why.contains(expected), "{why}");
    }
    assert!(refused(&["start", "--overlay", "stars"], 2).contains("three-ends"));
}

/// The pen of a line of a picture in escape sequences: which colours it sets.
fn color_codes(ansi: &str) -> Vec<&str> {
    let codes = ansi.split('\u{1b}').skip(1).filter_map(|text| text[1..].split('m').next());
    let mut codes: Vec<_> = codes.filter(|codes| is_color(codes)).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

fn is_color(codes: &str) -> bool {
    let mut numbers = codes.split(';').filter_map(|code| code.parse::<u8>().ok());
    numbers.any(|code| (30..48).contains(&code) || code >= 90)
}

#[test]
fn a_theme_and_the_number_of_colours_act_as_on_the_screen() {
    let ansi = |more: &[&str]| drawn(&[&["start", "--format", "ansi"], more].concat());
    assert_eq!(ansi(&[]), ansi(&["--theme", "terminal", "--color", "16"]));
    assert!(ansi(&[]).contains("94m"), "bright blue");
    assert!(ansi(&["--theme", "light"]).contains("34m"), "blue");
    assert!(ansi(&["--color", "256"]).contains("38;5;33m"));
    assert!(ansi(&["--theme", "dark", "--color", "true"]).contains("38;2;135;175;255m"));
    assert_eq!(color_codes(&ansi(&["--theme", "high-contrast"])), [""; 0]);
    let svg = |more: &[&str]| drawn(&[&["start", "--format", "svg"], more].concat());
    // A theme of colours that are named shows them, on the ground it is for.
    assert!(svg(&["--theme", "color-blind"]).contains("\"#0072b2\""));
    assert!(svg(&["--theme", "color-blind"]).contains("rx=\"6\" fill=\"#16191f\""));
    assert!(svg(&["--theme", "light"]).contains("rx=\"6\" fill=\"#fcfcfa\""));
    assert!(svg(&["--theme", "light", "--background", "dark"]).contains("fill=\"#16191f\""));
    assert_eq!(svg(&["--background", "dark"]), svg(&[]));
    assert!(refused(&["start", "--theme", "pink"], 2).contains("color-blind"));
}

#[test]
fn without_colours_there_are_none() {
    let formats = [("ansi", "\u{1b}[7m"), ("svg", "\"#ffffff\"")];
    for (format, mark) in formats {
        let args = ["touch", "--format", format];
        let never = drawn(&[&args[..], &["--color", "never"]].concat());
        let by_environment = render(&args).env("NO_COLOR", "1").assert().success();
        let by_environment = String::from_utf8(by_environment.get_output().stdout.clone());
        assert_eq!(by_environment.expect("text"), never);
        assert!(never.contains(mark), "{never}");
        // Asking for colours gives colours, and an empty NO_COLOR does not count.
        let asked = render(&[&args[..], &["--color", "16"]].concat());
        let asked = { asked }.env("NO_COLOR", "1").assert().success().get_output().stdout.clone();
        let empty =
            render(&args).env("NO_COLOR", "").assert().success().get_output().stdout.clone();
        assert_eq!(empty, drawn(&args).into_bytes());
        assert_ne!(asked, never.into_bytes());
    }
    let ansi = drawn(&["touch", "--format", "ansi", "--color", "never"]);
    assert_eq!(color_codes(&ansi), [""; 0]);
    let text = drawn(&["touch"]);
    assert_eq!(drawn(&["touch", "--color", "never"]), text, "text has none anyway");
}

#[test]
fn a_recording_is_drawn_as_one_picture_that_moves_and_can_stand_still() {
    let directory = tempfile::tempdir().expect("there is room");
    let recording = directory.path().join("push.hits");
    let lines = "# hitscan recording 1\n| [[box]]\n| name = \"A\"\n| at = [0, 0]\n| size = [4, 4]\n\
                 | velocity = [1, 0]\nstep 3\n";
    fs::write(&recording, lines).expect("it can be written");
    let path = recording.to_str().expect("a plain name");
    let svg = drawn(&["--replay", path, "--animate"]);
    let parsed = roxmltree::Document::parse(&svg).expect("XML");
    let classes: Vec<_> = parsed.descendants().filter_map(|node| node.attribute("class")).collect();
    let shown = |part: &str| classes.iter().any(|class| class.split(' ').any(|it| it == part));
    assert!(shown("s0-1") && shown("s1-2") && shown("s2-3"), "one screen a frame: {classes:?}");
    assert!(svg.contains("@media (prefers-reduced-motion:reduce){.moves{animation:none}}"));
    let last = |class: &&&str| class.contains("-3");
    assert!(classes.iter().filter(last).all(|class| class.ends_with(" still")), "{classes:?}");
    assert!(!svg.contains("<script"));
}

#[test]
fn what_cannot_move_is_refused() {
    let fault = refused(&["start", "--animate"], 2);
    assert!(fault.contains("cannot be used with '--animate'"), "{fault}");
    let recording = "tests/fixtures/pictures/push.rec";
    let fault = refused(&["--replay", recording, "--animate", "--format", "text"], 1);
    assert!(fault.contains("--animate makes an SVG"), "{fault}");
}
