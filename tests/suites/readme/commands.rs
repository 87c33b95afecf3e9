//! Commands in pages are valid, and those of the README do what it says.

use std::fs;

use clap::Parser;
use hitscan::tested::cli::Args;
use hitscan::tested::cli::guide::Page;
use hitscan_core::scene::builtin;

use super::{read_by_users, text_of};
use crate::pictures::words;
use crate::shells::shell;

/// The lines of the blocks of this kind.
fn block_lines(text: &str, kind: &str) -> Vec<String> {
    let blocks = text.split("\n```").skip(1).step_by(2);
    let lines = blocks.filter_map(|block| block.strip_prefix(kind)?.strip_prefix('\n'));
    lines.flat_map(str::lines).map(str::to_owned).collect()
}

/// The command of a line, without its comment and its redirection.
fn command_of(line: &str) -> &str {
    let ends = [" # ", " > ", " | "].iter().filter_map(|end| line.find(end));
    line[..ends.min().unwrap_or(line.len())].trim_end()
}

#[test]
fn every_command_line_in_a_page_is_valid() {
    let mut typed = 0;
    for page in read_by_users() {
        for line in block_lines(&text_of(&page), "sh") {
            if line.starts_with("hitscan ") {
                let parsed = Args::try_parse_from(words(command_of(&line)));
                assert!(parsed.is_ok(), "{page}: {line}: {}", parsed.expect_err("a fault"));
                typed += 1;
            }
        }
    }
    assert!(typed > 30, "{typed}");
}

/// As run by a user who has installed the program, in an empty folder; `anna.hits` is a submission.
/// Commands that open the screen must name an existing scene. Skipped without Python.
#[test]
fn the_commands_of_the_readme_do_what_it_says() {
    if !crate::languages::runs_or_skip("python3") {
        return;
    }
    let here = tempfile::tempdir().expect("there is room");
    let (work, hand_in) = (here.path().join("anna.hits"), here.path().join("hand-in"));
    fs::create_dir(&hand_in).expect("there is room");
    let mut said = Vec::new();
    let lines = block_lines(&text_of("README.md"), "sh");
    for line in lines.iter().filter(|line| line.starts_with("hitscan ")) {
        let words = words(command_of(line));
        let args = Args::try_parse_from(&words).expect("a command");
        if args.task.is_none() {
            assert!(builtin(&words[1]).is_some(), "{line}");
            continue;
        }
        let output = shell(here.path(), line);
        // The template's program is wrong, as the line says.
        let expected = i32::from(line.starts_with("hitscan try -- "));
        let fault = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(expected), "{line}: {fault}");
        said.push(String::from_utf8(output.stdout).expect("text"));
        if work.exists() {
            fs::rename(&work, hand_in.join("anna.hits")).expect("it can be handed in");
        }
    }
    let [guide, _, tried, map, learned, graded] = &said[..] else { panic!("{said:?}") };
    assert_eq!(*guide, Page::Tour.text());
    assert!(tried.contains("\nwrong, inside-unseen"), "{tried}");
    assert!(map.contains("!!!!"), "{map}");
    assert!(learned.contains("LESSON 1 of 16"), "{learned}");
    assert!(graded.contains("\nanna "), "{graded}");
    let cargo: Vec<_> = lines.iter().filter(|line| line.starts_with("cargo ")).collect();
    let cargo: Vec<_> = cargo.iter().map(|line| command_of(line)).collect();
    assert_eq!(cargo, ["cargo run --release", "cargo test", "cargo install --locked --path ."]);
}

/// Commands after `$ ` print what is shown below them. The page on own code is generated.
#[test]
fn terminal_sessions_in_pages_match_the_real_output() {
    let here = tempfile::tempdir().expect("there is room");
    let mut shown = 0;
    for page in read_by_users().iter().filter(|page| *page != "docs/own.md") {
        let lines = block_lines(&text_of(page), "console").join("\n");
        for exchange in format!("\n{lines}").split("\n$ ").skip(1) {
            let (typed, printed) = exchange.split_once('\n').unwrap_or((exchange, ""));
            let output = shell(here.path(), typed);
            assert_eq!(
                String::from_utf8_lossy(&output.stdout).trim_end(),
                printed,
                "{page}: {typed}"
            );
            shown += 1;
        }
    }
    assert!(shown > 0);
}

/// The first scene on the page about scenes is valid, and meets its expectations.
#[test]
fn the_scene_on_the_page_of_scenes_meets_its_expectations() {
    let page = text_of("docs/scenes.md");
    let block = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let here = tempfile::tempdir().expect("there is room");
    fs::write(here.path().join("scene.toml"), block.expect("a block")).expect("there is room");
    let output = shell(here.path(), "hitscan check scene.toml");
    let says = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{says}{}", String::from_utf8_lossy(&output.stderr));
}
