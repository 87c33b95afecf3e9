//! The generated parts of the README are up to date.
//!
//! `UPDATE_README=1 cargo test --test suites readme` writes them.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use clap::Parser;
use hitscan::tested::app::{ACTIONS, Group};
use hitscan::tested::cli::compare::Speeds;
use hitscan::tested::cli::guide::Page as GuidePage;
use hitscan::tested::cli::limits::{Limit, limits};
use hitscan::tested::cli::{Args, Task};
use hitscan_core::command::Topic;
use hitscan_core::methods::{Article, Method};
use hitscan_core::scene::{GalleryGroup, builtin, gallery};

use crate::pictures::words;

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("README.md")
}

/// Holds the part between `<!-- NAME: begin -->` and its end to `made`.
fn hold(name: &str, made: &str) {
    let text = fs::read_to_string(path()).expect("there is a README");
    let (begin, end) = (format!("<!-- {name}: begin -->\n"), format!("<!-- {name}: end -->"));
    let from = text.find(&begin).expect("the part begins") + begin.len();
    let to = text.find(&end).expect("the part ends");
    if text[from..to] == *made {
        return;
    }
    assert!(
        std::env::var_os("UPDATE_README").is_some(),
        "the part \"{name}\" of the README is not up to date; it would be\n{made}"
    );
    let updated = format!("{}{made}{}", &text[..from], &text[to..]);
    fs::write(path(), updated).expect("the README can be written");
}

#[test]
fn the_table_of_keys_is_that_of_the_program() {
    let mut table = String::new();
    for group in Group::ALL {
        let _ = writeln!(table, "| {} | |\n| --- | --- |", group.title());
        for spec in ACTIONS.iter().filter(|spec| spec.group == group) {
            let keys: Vec<_> = spec.keys.iter().map(|keys| format!("`{keys}`")).collect();
            let _ = writeln!(table, "| {} | {} |", keys.join(" "), spec.doc);
        }
        table.push('\n');
    }
    hold("keys", &table);
}

#[test]
fn the_table_of_articles_is_that_of_the_program() {
    let scenes: Vec<_> =
        gallery().iter().map(|(name, _)| (*name, builtin(name).expect(name).group())).collect();
    let listed =
        |codes: Vec<&str>| codes.iter().map(|code| format!("`{code}`")).collect::<Vec<_>>();
    let mut table = String::from("| article | methods | scenes |\n| --- | --- | --- |\n");
    for article in Article::all() {
        let methods = listed(article.methods().map(Method::id).collect()).join(", ");
        let of_article =
            scenes.iter().filter(|(_, group)| *group == GalleryGroup::Article(article));
        let names = listed(of_article.map(|(name, _)| *name).collect()).join(", ");
        let [title, english] = article.headings;
        let _ = writeln!(table, "| {title}<br>{english} | {methods} | {names} |");
    }
    hold("articles", &table);
}

/// In the README, at the end of the guide to the methods, and by `help TITLE`.
#[test]
fn every_article_has_its_credit_in_three_places() {
    let readme = fs::read_to_string(path()).expect("there is a README").replace('`', "");
    let guide = GuidePage::Methods.text().replace('`', "");
    let mut rows = String::new();
    for article in Article::all() {
        let row = format!("| {} | {} |\n", article.title(), article.credit);
        assert!(readme.contains(&row), "{row}");
        rows.push_str(&row);
        let told = Topic::named(article.title()).expect("a topic");
        let lines: Vec<_> = told.iter().map(Topic::line).collect();
        assert_eq!(lines, [format!("{}: {}", article.title(), article.credit)]);
    }
    assert!(guide.ends_with(&rows), "{guide}");
}

/// What `hitscan try` prints of the template for Python. Skipped without Python.
#[test]
fn the_trial_of_the_template_is_that_of_the_program() {
    let here = tempfile::tempdir().expect("there is room");
    let run = |words: &[&str]| {
        let mut command = std::process::Command::new(crate::program::HITSCAN);
        let output = command.current_dir(here.path()).arg("try").args(words).output();
        String::from_utf8(output.expect("it runs").stdout).expect("UTF-8")
    };
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        crate::skips::say_skipped("python3 is not installed");
        return;
    }
    fs::write(here.path().join("my_hit.py"), run(&["--template", "python"])).expect("room");
    let report = run(&["--timeout", "60", "--", "python3", "my_hit.py"]);
    let made = format!(
        "```console\n$ hitscan try --template python > my_hit.py\n\
         $ hitscan try -- python3 my_hit.py\n{report}```\n"
    );
    hold("own", &made);
}

/// The table that `hitscan compare --kind frame --table speeds --pairs 2000` prints,
/// the same on every machine.
#[test]
fn the_table_of_speeds_is_that_of_the_program() {
    let made = Speeds::count(2000, 1).to_string();
    assert_eq!(made, Speeds::count(2000, 1).to_string());
    hold("speeds", &format!("```\n{made}```\n"));
}

#[test]
fn the_table_of_limits_is_that_of_the_program() {
    let mut table = String::from("| limit | most | beyond it | to change it |\n");
    table.push_str("| --- | --- | --- | --- |\n");
    for Limit { of, most, beyond, change } in limits() {
        let change = change.unwrap_or("fixed");
        let _ = writeln!(table, "| {of} | {most} | {beyond} | {change} |");
    }
    hold("limits", &table);
}

/// The commands that the README says to make pictures by, whatever they show.
#[test]
fn every_command_for_a_picture_can_be_typed() {
    let text = fs::read_to_string(path()).expect("there is a README");
    let lines: Vec<_> = text.lines().filter(|line| line.starts_with("hitscan render ")).collect();
    assert!(lines.len() >= 3, "{lines:?}");
    for line in lines {
        let args = Args::try_parse_from(words(line)).unwrap_or_else(|why| panic!("{line}: {why}"));
        assert!(matches!(args.task, Some(Task::Render(_))), "{line}");
    }
}
