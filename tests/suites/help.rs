//! The program's own documentation: help of every subcommand, the manual page, the completions.
//! (`configuration` checks the list of keys and the default configuration.)

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use clap::{Command, CommandFactory};
use hitscan::tested::cli::Args;

use crate::manual_pages;
use crate::printed::{self, hitscan};
use crate::snapshots::assert_snapshot;

/// The output for these arguments, 80 columns wide.
fn printed(args: &[&str]) -> String {
    printed::printed(hitscan(args).env("COLUMNS", "80"))
}

fn command() -> Command {
    let mut command = Args::command();
    command.build();
    command
}

/// The visible subcommands, except `help`.
fn subcommands() -> Vec<Command> {
    let command = command();
    let shown = command.get_subcommands().filter(|each| !each.is_hide_set());
    shown.filter(|each| each.get_name() != "help").cloned().collect()
}

/// The visible options of a command, such as `--format`.
fn options(command: &Command) -> Vec<String> {
    let shown = command.get_arguments().filter(|each| !each.is_hide_set());
    shown.filter_map(|each| each.get_long().map(|name| format!("--{name}"))).collect()
}

#[test]
fn the_help_of_every_subcommand() {
    let mut text = format!("$ hitscan --help\n{}", printed(&["--help"]));
    // `serve` prints the help of another program.
    for each in subcommands().into_iter().filter(|each| each.get_name() != "serve") {
        let name = each.get_name();
        write!(text, "\n$ hitscan {name} --help\n{}", printed(&[name, "--help"]))
            .expect("takes all");
    }
    let long: Vec<_> = text.lines().filter(|line| line.chars().count() > 80).collect();
    assert_eq!(long, [""; 0], "80 columns are enough");
    assert!(text.is_ascii());
    // Text in columns is never wrapped for lack of room.
    for each in subcommands().iter().chain([&command()]) {
        let example = each.get_after_help().map(ToString::to_string).unwrap_or_default();
        for line in example.lines() {
            assert!(text.contains(line), "{line}");
        }
    }
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    assert_snapshot!("help", "help", lines.join("\n"));
}

#[test]
fn the_short_help_fits_a_screen_and_names_every_option() {
    let text = printed(&["-h"]);
    assert!(text.lines().all(|line| line.chars().count() <= 80));
    for option in options(&command()) {
        assert!(text.contains(&option), "{option} in\n{text}");
    }
    assert_snapshot!("help", "short_help", text);
}

/// A single page with everything, since no other pages may be installed.
#[test]
fn the_manual_page_has_all_subcommands_and_options() {
    let made = manual_pages::single_page().expect("it is written to memory");
    let made = String::from_utf8(made).expect("UTF-8");
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/hitscan.1"), made)
            .expect("it is written");
        // The program has it compiled in.
        return;
    }
    let page = printed(&["man"]);
    let plain =
        page.replace("\\-", "-").replace("\\fB", "").replace("\\fI", "").replace("\\fR", "");
    for each in subcommands() {
        let heading = format!(".SS hitscan {}\n", each.get_name());
        let (_, after) = plain.split_once(&heading).expect("a part of its own");
        let part = after.split("\n.SS ").next().expect("it begins");
        let about = each.get_about().expect("it says what it does").to_string();
        assert!(part.contains(&about), "{about}");
        for option in options(&each) {
            assert!(part.contains(&option), "{option} of {}", each.get_name());
        }
    }
    assert!(options(&command()).iter().all(|option| plain.contains(option)));
    assert!(!plain.contains("(1)\n"), "it names no page that is not there");
    let is_made = page == made;
    assert!(
        is_made,
        "docs/hitscan.1 is not as the arguments have it: UPDATE_README=1 makes it anew"
    );
}

/// For installers: the same page, and one for each subcommand.
#[test]
fn a_release_has_a_manual_page_for_each_subcommand() {
    let pages = manual_pages::all_pages().expect("they are written to memory");
    let pages: BTreeMap<String, String> = pages
        .into_iter()
        .map(|(name, page)| {
            let page = String::from_utf8(page).expect("UTF-8");
            let plain = page
                .replace("\\-", "-")
                .replace("\\fB", "")
                .replace("\\fI", "")
                .replace("\\fR", "");
            (name, plain)
        })
        .collect();
    for each in subcommands() {
        let name = format!("hitscan-{}", each.get_name());
        let page = &pages[&name];
        let about = each.get_about().expect("it says what it does").to_string();
        assert!(page.contains(&format!("\n.SH NAME\n{name} - {about}\n")), "{page}");
        let title = format!("\n.TH {name} 1  \"hitscan {}\"", env!("CARGO_PKG_VERSION"));
        assert!(page.contains(&title), "{page}");
        assert!(page.ends_with("\n.SH SEE ALSO\nhitscan(1)\n"), "{page}");
        for option in options(&each) {
            assert!(page.contains(&option), "{option} of {name}");
        }
        for inner in each.get_subcommands().filter(|inner| inner.get_name() != "help") {
            let heading = format!("\n.SS hitscan {} {}\n", each.get_name(), inner.get_name());
            assert!(page.contains(&heading), "{heading}");
        }
        assert!(pages["hitscan"].contains(&format!("\n{name}(1)")), "{name}");
    }
    assert_eq!(pages.len(), subcommands().len() + 1);
}

#[test]
fn a_folder_gets_the_manual_page_again_and_again() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("man1").join("hitscan.1");
    let made = file.parent().expect("a folder").to_string_lossy().into_owned();
    for _ in 0..2 {
        let run = hitscan(&["man", "--dir", &made]).output().expect("it runs");
        let said = [run.stdout, run.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
        assert_eq!(said[0], format!("{}\n", file.display()));
        assert!(said[1].starts_with("A page for each subcommand comes with"), "{}", said[1]);
        assert_eq!(std::fs::read_to_string(&file).expect("a page"), printed(&["man"]));
    }
    let said = printed::refused(&mut hitscan(&["man", "--dir", &file.to_string_lossy()]), 2);
    assert!(said.starts_with(&format!("error: {}", file.display())), "{said}");
}

/// Some values of options.
const VALUES: [&str; 3] = ["color-blind", "braille", "never"];

/// They are too long to compare: checks that each contains everything that can be completed.
#[test]
fn the_completions_of_every_shell_have_all_subcommands_and_options() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        // Fish scripts name options without their dashes.
        let names = |option: &str| match shell {
            "fish" => {
                script.contains(&format!("-l {} ", &option[2..]))
                    || script.contains(&format!("-l {}\n", &option[2..]))
            }
            _ => script.contains(option),
        };
        for each in subcommands() {
            assert!(script.contains(each.get_name()), "{shell}: {}", each.get_name());
            for option in options(&each) {
                assert!(names(&option), "{shell}: {option} of {}", each.get_name());
            }
        }
        assert!(options(&command()).iter().all(|option| names(option)), "{shell}");
        // The other shells do not complete values.
        let values = if ["bash", "zsh", "fish"].contains(&shell) { &VALUES[..] } else { &[] };
        assert!(values.iter().all(|value| script.contains(value)), "{shell}");
    }
}
