//! `hitscan render` as a program: what it draws, where it writes, and what it refuses.

use std::fs;

use assert_cmd::Command;

use crate::printed::{self, hitscan};

fn render(args: &[&str]) -> Command {
    hitscan(&[&["render"], args].concat())
}

fn drawn(args: &[&str]) -> String {
    printed::printed(&mut render(args))
}

/// Standard error of a run that exits with this status.
fn refused(args: &[&str], status: i32) -> String {
    printed::refused(&mut render(args), status)
}

#[test]
fn the_file_name_decides_the_format() {
    let directory = tempfile::tempdir().expect("there is room");
    let path = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
    for (name, begins) in [("a.svg", "<svg "), ("a.txt", " start  "), ("a.ansi", " \u{1b}[1m")] {
        // Twice, since an existing picture is replaced.
        for _ in 0..2 {
            assert_eq!(drawn(&["start", "--output", &path(name)]), "");
        }
        let written = fs::read_to_string(path(name)).expect("it was written");
        assert!(written.starts_with(begins), "{written}");
    }
    let dark = fs::read_to_string(path("a.svg")).expect("it was written");
    drawn(&["start", "--output", &path("a.svg"), "--background", "light"]);
    assert_ne!(fs::read_to_string(path("a.svg")).expect("it was written"), dark);
    let why = refused(&["start", "--output", &path("a.png")], 2);
    assert!(why.contains("a.png: the name ends in none of .svg, .txt and .ansi"), "{why}");
    drawn(&["start", "--output", &path("a.png"), "--format", "text"]);
}

/// The SGR codes in a picture that set colours.
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
fn a_theme_and_the_number_of_colours_work_as_on_the_screen() {
    let ansi = |more: &[&str]| drawn(&[&["start", "--format", "ansi"], more].concat());
    assert_eq!(ansi(&[]), ansi(&["--theme", "terminal", "--color", "16"]));
    assert!(ansi(&[]).contains("94m"), "bright blue");
    assert!(ansi(&["--theme", "light"]).contains("34m"), "blue");
    assert!(ansi(&["--color", "256"]).contains("38;5;33m"));
    assert!(ansi(&["--theme", "dark", "--color", "true"]).contains("38;2;135;175;255m"));
    assert_eq!(color_codes(&ansi(&["--theme", "high-contrast"])), [""; 0]);
    let svg = |more: &[&str]| drawn(&[&["start", "--format", "svg"], more].concat());
    // A theme with fixed colours uses them, on the background it is for.
    assert!(svg(&["--theme", "color-blind"]).contains("\"#56b4e9\""));
    assert!(svg(&["--theme", "color-blind"]).contains("rx=\"6\" fill=\"#16191f\""));
    assert!(svg(&["--theme", "light"]).contains("rx=\"6\" fill=\"#fcfcfa\""));
    assert!(svg(&["--theme", "light", "--background", "dark"]).contains("fill=\"#16191f\""));
    assert_eq!(svg(&["--background", "dark"]), svg(&[]));
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
        // Asking for colours overrides `NO_COLOR`, and an empty `NO_COLOR` does not count.
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
fn a_recording_is_one_animated_picture_that_respects_reduced_motion() {
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
