//! Commands in pages are valid, and those of the README do what it says.

use std::collections::BTreeSet;
use std::fs;

use clap::{CommandFactory, Parser};
use hitscan::tested::cli::Args;
use hitscan::tested::cli::guide::Page;
use hitscan_core::command::COMMANDS;
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

/// What each exit status of a subcommand's help stands for: a line that ends with it, in a folder
/// of its own. Not here: signals, which suites of terminals send.
const STATUSES: &[(&str, i32, &str)] = &[
    ("", 0, "hitscan scenes"),
    ("", 1, "echo 'assert B A hit' | hitscan run start"),
    ("", 1, "echo no | hitscan query"),
    ("", 2, "hitscan run nowhere"),
    ("", 3, "hitscan try -- false"),
    ("", 128, "hitscan query < /dev/zero & sleep 0.2; kill -9 $!; wait $!; exit $(($? - 9))"),
    ("compare", 0, "hitscan compare --pairs 9"),
    ("compare", 1, "mkdir -p a/proper-touching.toml; hitscan compare --pairs 99 --save a"),
    ("compare", 2, "hitscan compare --pairs x"),
    ("try", 0, "hitscan try --pairs 9 --protocol ndjson -- hitscan query"),
    ("try", 1, "hitscan try --pairs 9 -- sh -c 'while read l; do echo miss; done'"),
    ("try", 2, "hitscan try"),
    ("try", 3, "hitscan try -- false"),
    (
        "try",
        130,
        "hitscan try -- sh -c '> on; sleep 9' & until test -e on; do sleep 0.1; done; kill -2 $!; wait $!",
    ),
    ("map", 0, "hitscan map start"),
    ("map", 2, "hitscan map nowhere"),
    ("map", 2, "hitscan map start --output /nowhere/map.csv"),
    ("map", 3, "hitscan map inside --layer method --method m=false"),
    (
        "import",
        0,
        "printf '{\"tilewidth\":1,\"tileheight\":1,\"layers\":[]}' > a.tmj; hitscan import a.tmj",
    ),
    ("import", 1, "echo '<map orientation=\"isometric\"/>' > a.tmx; hitscan import a.tmx"),
    ("import", 2, "echo no > a.tmx; hitscan import a.tmx"),
    ("import", 2, "hitscan import nowhere.tmx"),
    ("learn", 0, "echo no such word | hitscan learn --student anna"),
    ("learn", 2, "hitscan learn nothing --student anna"),
    ("learn", 2, "yes lesson inside | head -99 | (ulimit -f 1; hitscan learn --student anna)"),
    ("learn", 128, "learner; kill -9 $!; wait $!; exit $(($? - 9))"),
    ("learn", 143, "learner; kill $!; wait $!"),
    ("grade", 0, "echo quit | hitscan learn --student anna && hitscan grade anna.hits"),
    ("grade", 1, "echo no > anna.hits; hitscan grade anna.hits"),
    ("grade", 1, "mkdir empty; hitscan grade empty"),
    ("grade", 2, "hitscan grade --roster nowhere.csv ."),
    ("grade", 2, "hitscan grade --pack nowhere ."),
];

/// `learner` begins to learn, waiting for lines in the background.
const LEARNER: &str = "learner() {
  mkfifo f; sleep 3 > f 2> /dev/null & hitscan learn --student anna < f &
  until test -e anna.hits; do sleep 0.1; done; sleep 0.2
}
";

#[test]
fn every_exit_status_in_help_is_that_of_the_program() {
    let mut command = Args::command();
    command.build();
    let mut told = BTreeSet::new();
    for each in std::iter::once(&command).chain(command.get_subcommands()) {
        let name = if each.get_name() == command.get_name() { "" } else { each.get_name() };
        let help = each.get_after_help().map(ToString::to_string).unwrap_or_default();
        let Some((_, says)) = help.split_once("Exit status: ") else { continue };
        let numbers = says.split(|c: char| !c.is_ascii_digit()).filter_map(|it| it.parse().ok());
        told.extend(numbers.map(|number: i32| (name.to_owned(), number)));
    }
    let tried: BTreeSet<_> =
        STATUSES.iter().map(|(name, status, _)| ((*name).to_owned(), *status)).collect();
    assert_eq!(told, tried, "left what help says, right what is tried here");
    for (name, status, line) in STATUSES {
        let here = tempfile::tempdir().expect("there is room");
        let output = shell(here.path(), &format!("{LEARNER}{line}"));
        let fault = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(*status), "{name}: {line}: {fault}");
    }
}

/// The pieces of code in the prose of a page.
fn code_in_prose(text: &str) -> Vec<String> {
    let blocks = text.split("\n```").step_by(2).map(|prose| prose.split('`').skip(1).step_by(2));
    blocks.flatten().map(|code| code.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// The long options of a command.
fn options(of: &clap::Command) -> Vec<String> {
    of.get_arguments().filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect()
}

/// The options that may follow this first word after `hitscan`, a subcommand, an option, a scene or
/// a file; `None` if it is none of these.
fn options_after(command: &clap::Command, first: &str) -> Option<Vec<String>> {
    if let Some(subcommand) = command.find_subcommand(first) {
        return Some(options(subcommand));
    }
    let is_open = first.starts_with("--") || first == first.to_uppercase();
    let is_scene = is_open || first.split_once(".toml").is_some() || builtin(first).is_some();
    is_scene.then(|| options(command))
}

#[test]
fn commands_and_options_in_the_prose_of_pages_exist() {
    let mut command = Args::command();
    command.build();
    let subcommands = command.get_subcommands().flat_map(options);
    let all: Vec<_> = subcommands.chain(options(&command)).collect();
    let mut seen = 0;
    // The page on the server is about another program.
    for page in read_by_users().iter().filter(|page| *page != "docs/serve.md") {
        for code in code_in_prose(&text_of(page)) {
            let mut words = code.split(' ');
            let word = words.next().unwrap_or_default();
            let known = match word.strip_prefix(':') {
                Some(name) if !name.is_empty() => {
                    // These two set the screen, and no command of a session.
                    let is_known = ["theme", "glyphs"].contains(&name)
                        || COMMANDS.iter().any(|it| it.name == name);
                    assert!(is_known, "{page}: {code}");
                    Vec::new()
                }
                _ if word == "hitscan" => {
                    let first = words.clone().next().unwrap_or("start");
                    options_after(&command, first).unwrap_or_else(|| panic!("{page}: {code}"))
                }
                _ if word.starts_with("--") && word.len() > 2 => {
                    assert!(all.iter().any(|it| it == word), "{page}: {code}");
                    Vec::new()
                }
                _ => continue,
            };
            seen += 1;
            for word in words.take_while(|word| *word != "--").filter(|it| it.starts_with("--")) {
                let option = word.split(['=', '[']).next().unwrap_or(word);
                assert!(known.iter().any(|it| it == option), "{page}: {code}: {option}");
            }
        }
    }
    assert!(seen > 80, "{seen}");
}
