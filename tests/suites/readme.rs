//! The README and the pages of `docs/`: what is made from the tables of the program is up to
//! date, and what they say can be followed.
//!
//! `UPDATE_README=1 cargo test --test suites readme` makes the tables.

mod commands;
mod dependencies;
mod links;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use hitscan::tested::app::{ACTIONS, Group};
use hitscan::tested::cli::compare::Speeds;
use hitscan::tested::cli::guide::Page as GuidePage;
use hitscan::tested::cli::limits::{Limit, limits};
use hitscan_core::command::Topic;
use hitscan_core::methods::{Article, Method};
use hitscan_core::scene::{GalleryGroup, builtin, gallery};

/// The most lines of the README: one page.
const LINES: usize = 150;

/// The pages that `hitscan guide` leaves to `hitscan keys`, to `hitscan man`, to those who have the
/// source, and to those who run a server.
const NOT_IN_THE_GUIDE: [&str; 4] = ["dependencies", "keys", "limits", "serve"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text_of(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap_or_else(|why| panic!("{page}: {why}"))
}

/// The pages that stand in a folder, from the root.
fn pages_in(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder can be read");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string());
    let mut pages: Vec<_> = names.map(|name| name.expect("a name in UTF-8")).collect();
    pages.retain(|name| PathBuf::from(name).extension().is_some_and(|it| it == "md"));
    pages.sort();
    pages.iter().map(|name| format!("{folder}{name}")).collect()
}

/// The README and the pages of `docs/`, from the root.
fn read_by_users() -> Vec<String> {
    [vec!["README.md".to_owned()], pages_in("docs/")].concat()
}

/// Whether what is made from tables is made anew.
fn updates() -> bool {
    std::env::var_os("UPDATE_README").is_some()
}

/// Holds the part of a page between `<!-- NAME: begin -->` and its end to `made`.
fn hold(page: &str, name: &str, made: &str) {
    let text = text_of(page);
    let (begin, end) = (format!("<!-- {name}: begin -->\n"), format!("<!-- {name}: end -->"));
    let from = text.find(&begin).expect("the part begins") + begin.len();
    let to = text.find(&end).expect("the part ends");
    if text[from..to] == *made {
        return;
    }
    assert!(updates(), "the part \"{name}\" of {page} is not up to date; it would be\n{made}");
    let updated = format!("{}{made}{}", &text[..from], &text[to..]);
    fs::write(root().join(page), updated).expect("the page can be written");
}

#[test]
fn the_readme_is_one_page() {
    let lines = text_of("README.md").lines().count();
    assert!(lines <= LINES, "{lines} lines");
}

/// So that there is one text, and a page that is added can be found.
#[test]
fn the_guide_has_every_page_of_docs_but_four() {
    let printed = <GuidePage as clap::ValueEnum>::value_variants().iter().map(|page| {
        let name = clap::ValueEnum::to_possible_value(page).expect("a name").get_name().to_owned();
        // What is made anew is compiled in by the next run.
        let is_same = page.source() == text_of(&format!("docs/{name}.md"));
        assert!(is_same || updates(), "docs/{name}.md is not what `guide {name}` prints");
        name
    });
    let mut pages: Vec<_> = printed.chain(NOT_IN_THE_GUIDE.map(str::to_owned)).collect();
    pages.sort();
    let pages: Vec<_> = pages.iter().map(|name| format!("docs/{name}.md")).collect();
    assert_eq!(pages, pages_in("docs/"));
    let readme = text_of("README.md");
    for page in pages {
        assert!(readme.contains(&format!("]({page})")), "the README does not lead to {page}");
    }
}

/// What the README says of keys in a minute: the actions, by their ids, and what they do.
const MINUTE: &[(&[&str], &str)] = &[
    (&["left", "right", "up", "down"], "move box B; each press is a test, and is logged"),
    (&["select-next"], "select the next object"),
    (
        &["methods", "why", "next-method"],
        "what every method says; why, in numbers; the next method",
    ),
    (
        &["grip-speed", "step", "back", "play"],
        "arrows give a velocity; a frame forward, a frame back; play",
    ),
    (&["undo", "redo"], "undo, redo: as often as you like"),
    (
        &["map", "map-panel", "next-wrong"],
        "a map of every place; its next layer; where a method is wrong",
    ),
    (&["open", "command", "help", "quit"], "the scenes; type a command; all keys and words; quit"),
];

#[test]
fn the_keys_of_a_minute_are_those_of_the_program() {
    let mut table = String::from("| | |\n| --- | --- |\n");
    for (ids, what) in MINUTE {
        let key = |id: &&str| {
            let spec = ACTIONS.iter().find(|spec| spec.id == *id);
            format!("`{}`", spec.unwrap_or_else(|| panic!("no action {id}")).keys[0])
        };
        let keys: Vec<_> = ids.iter().map(key).collect();
        let _ = writeln!(table, "| {} | {what} |", keys.join(" "));
    }
    hold("README.md", "minute", &table);
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
    hold("docs/keys.md", "keys", &table);
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
    hold("docs/methods.md", "articles", &table);
}

/// At the end of the page of methods, which is that of the guide, and by `help TITLE`.
#[test]
fn every_article_has_its_credit_on_the_page_of_methods_and_in_help() {
    let mut table = String::from("| article | credit |\n| --- | --- |\n");
    for article in Article::all() {
        let _ = writeln!(table, "| {} | {} |", article.title(), article.credit);
        let told = Topic::named(article.title()).expect("a topic");
        let lines: Vec<_> = told.iter().map(Topic::line).collect();
        assert_eq!(lines, [format!("{}: {}", article.title(), article.credit)]);
    }
    hold("docs/methods.md", "credits", &table);
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
    if !crate::languages::runs_or_skip("python3") {
        return;
    }
    fs::write(here.path().join("my_hit.py"), run(&["--template", "python"])).expect("room");
    let report = run(&["--timeout", "60", "--", "python3", "my_hit.py"]);
    let made = format!(
        "```console\n$ hitscan try --template python > my_hit.py\n\
         $ hitscan try -- python3 my_hit.py\n{report}```\n"
    );
    hold("docs/own.md", "own", &made);
}

/// The table that `hitscan compare --kind frame --table speeds --pairs 2000` prints,
/// the same on every machine.
#[test]
fn the_table_of_speeds_is_that_of_the_program() {
    let made = Speeds::count(2000, 1).to_string();
    assert_eq!(made, Speeds::count(2000, 1).to_string());
    hold("docs/methods.md", "speeds", &format!("```\n{made}```\n"));
}

#[test]
fn the_table_of_limits_is_that_of_the_program() {
    let mut table = String::from("| limit | most | beyond it | to change it |\n");
    table.push_str("| --- | --- | --- | --- |\n");
    for Limit { of, most, beyond, change } in limits() {
        let change = change.unwrap_or("fixed");
        let _ = writeln!(table, "| {of} | {most} | {beyond} | {change} |");
    }
    hold("docs/limits.md", "limits", &table);
}
