//! The program's own documentation: help of every subcommand, the manual page, the completions.
//! (`configuration` checks the list of keys and the default configuration.)

use std::fmt::Write;

use clap::{Command, CommandFactory};
use hitscan::tested::cli::Args;

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
    assert_snapshot!(
        "help",
        "help",
        text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    );
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
    assert_snapshot!("help", "man", page.lines().map(str::trim_end).collect::<Vec<_>>().join("\n"));
}

/// For installers: the same page, and one for each subcommand.
#[test]
fn a_folder_gets_a_manual_page_for_each_subcommand() {
    let folder = tempfile::tempdir().expect("there is room");
    let made = folder.path().join("man1");
    let listed = printed(&["man", "--dir", &made.to_string_lossy()]);
    let plain = |name: &str| {
        let text = std::fs::read_to_string(made.join(name)).expect("a page");
        text.replace("\\-", "-").replace("\\fB", "").replace("\\fI", "").replace("\\fR", "")
    };
    let whole = plain("hitscan.1");
    let mut names = vec!["hitscan.1".to_owned()];
    for each in subcommands() {
        let name = format!("hitscan-{}", each.get_name());
        let page = plain(&format!("{name}.1"));
        let about = each.get_about().expect("it says what it does").to_string();
        assert!(page.contains(&format!("\n.SH NAME\n{name} - {about}\n")), "{page}");
        let title = format!("\n.TH {name} 1  \"hitscan {}\"", env!("CARGO_PKG_VERSION"));
        assert!(page.contains(&title), "{page}");
        assert!(page.ends_with("\n.SH SEE ALSO\nhitscan(1)\n"), "{page}");
        for option in options(&each) {
            assert!(page.contains(&option), "{option} of {name}");
        }
        for inner in each.get_subcommands().filter(|inner| inner.get_name() != "help") {
            assert!(page.contains(&format!(
                "\n.SS hitscan {} {}\n",
                each.get_name(),
                inner.get_name()
            )));
        }
        assert!(whole.contains(&format!("\n{name}(1)")), "{name}");
        names.push(format!("{name}.1"));
    }
    let paths = names.iter().map(|name| format!("{}\n", made.join(name).display()));
    assert_eq!(listed, paths.collect::<String>());
    // The second time, the pages are replaced.
    assert_eq!(printed(&["man", "--dir", &made.to_string_lossy()]), listed);
    let file = made.join("hitscan.1");
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
