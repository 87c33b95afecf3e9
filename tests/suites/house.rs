//! The structure of the source: imports run one way, folders never use each other in a circle, and
//! files are short enough to read.

mod graph;
mod keys;
mod modules;
mod paths;
mod ratchets;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use self::graph::Graph;
use self::ratchets::code_lines;

/// The layers, from the bottom up: folders, each of which may use those before it.
const LAYERS: &str = "geom wire methods diagnosis world words scene command engine lab app view host \
    import term cli seat classroom";

/// The server, which may use all crates below; within it, only circles are forbidden.
const SERVER: &str = "hitscan_serve";

/// The crates: their names in other crates, and where their sources are.
const CRATES: &[(&str, &str)] = &[
    ("hitscan_geom", "crates/hitscan-geom/src"),
    ("hitscan_core", "crates/hitscan-core/src"),
    ("hitscan_wire", "crates/hitscan-wire/src"),
    ("hitscan", "src"),
    ("hitscan_serve", "crates/hitscan-serve/src"),
];

/// The most lines of code of a file, without tests at its end.
const LINES: usize = 600;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every source file except tests: its crate, its path below the crate's root, and its text.
fn sources() -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    for (krate, folder) in CRATES {
        let folder = root().join(folder);
        for file in files_below(&folder) {
            let inside = file.strip_prefix(&folder).expect("below").to_string_lossy().into_owned();
            let is_test = Path::new(&inside).with_extension("").iter().any(|part| part == "tests");
            if !is_test {
                let text = fs::read_to_string(&file).expect("a source file");
                found.push(((*krate).to_owned(), inside, text));
            }
        }
    }
    found
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut files = Vec::new();
    for entry in entries.map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            files.extend(files_below(&entry));
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            files.push(entry);
        }
    }
    files.sort();
    files
}

/// The layer of a file; crate roots have none.
fn layer_of(krate: &str, inside: &str) -> Option<usize> {
    match krate {
        "hitscan_geom" => return Some(0),
        "hitscan_wire" => return Some(1),
        SERVER => return Some(LAYERS.split(' ').count()),
        _ => {}
    }
    let first = Path::new(inside).components().next()?;
    let folder = Path::new(first.as_os_str()).file_stem()?.to_str()?;
    LAYERS.split(' ').position(|layer| layer == folder)
}

fn none_of(found: &[String], what: &str) {
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}

#[test]
fn imports_run_one_way() {
    let sources = sources();
    let graph = Graph::of(&sources);
    let layer = |file: usize| layer_of(&sources[file].0, &sources[file].1);
    let wrong = graph.uses.iter().filter(|&(&(from, to), _)| {
        layer(from).is_some_and(|from| layer(to).is_some_and(|to| to > from))
    });
    let wrong: Vec<_> = wrong
        .map(|(&(from, to), names)| {
            format!("{} uses {names:?} of {}", graph.files[from], graph.files[to])
        })
        .collect();
    none_of(&wrong, "imports against the order of the layers");
}

#[test]
fn no_folder_is_part_of_a_circle() {
    none_of(&Graph::of(&sources()).circles(), "folders that use in a circle what uses them");
}

/// A folder's own file begins with a map of it, which names every file and folder in it. A folder
/// of tests, and one of tables alone, needs none.
#[test]
fn the_file_of_a_folder_names_everything_in_it() {
    let sources = sources();
    let mut unnamed = Vec::new();
    for (krate, inside, text) in &sources {
        let folder = match inside.strip_suffix(".rs").unwrap_or_default() {
            "lib" => String::new(),
            "main" => continue,
            stem => format!("{stem}/"),
        };
        let map: String = text.lines().filter(|line| line.starts_with("//!")).collect();
        let rooms: BTreeSet<&str> = sources
            .iter()
            .filter(|(of, file, _)| of == krate && !["lib.rs", "main.rs"].contains(&&**file))
            .filter_map(|(_, file, _)| file.strip_prefix(&folder)?.split(['/', '.']).next())
            .collect();
        let lacks = rooms.into_iter().filter(|room| {
            let named = [format!("`{room}`"), format!("`{room}.rs`"), format!("`{room}/`")];
            !named.iter().any(|named| map.contains(named))
        });
        unnamed.extend(lacks.map(|room| format!("{krate}: {inside}: {room}")));
    }
    none_of(&unnamed, "files and folders that the file of their folder does not name");
}

#[test]
fn every_folder_has_its_layer() {
    let unknown: Vec<_> = sources()
        .into_iter()
        .filter(|(krate, inside, _)| {
            krate != SERVER
                && !["lib.rs", "main.rs"].contains(&&**inside)
                && layer_of(krate, inside).is_none()
        })
        .map(|(krate, inside, _)| format!("{krate}: {inside}"))
        .collect();
    none_of(&unknown, "files outside of all layers");
}

#[test]
fn the_geometry_uses_only_the_standard_library_pulp_and_optionally_serde() {
    let manifest = root().join("crates/hitscan-geom/Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("a manifest");
    assert!(!manifest.contains("dependencies."), "{manifest}");
    let after = manifest.lines().skip_while(|line| line.trim() != "[dependencies]").skip(1);
    let section = after.take_while(|line| !line.starts_with('['));
    let lines = section.filter_map(|line| line.split_once(" = "));
    let crates: Vec<_> = lines.map(|of| (of.0, of.1.contains("optional = true"))).collect();
    assert_eq!(crates, [("pulp", false), ("serde", true)], "{manifest}");
}

#[test]
fn files_are_short_enough_to_read() {
    let lengths = sources().into_iter().map(|(krate, inside, text)| {
        let lines = code_lines(&text);
        (lines > LINES).then(|| format!("{krate}: {inside}: {lines} lines of code"))
    });
    none_of(&lengths.flatten().collect::<Vec<_>>(), "files with more than 600 lines of code");
}

#[test]
fn everything_exported_for_tests_is_imported_by_tests() {
    let library = fs::read_to_string(root().join("src/lib.rs")).expect("the library");
    let (_, list) = library.split_once("pub mod tested").expect("the list");
    let words = |text: &str| -> BTreeSet<String> {
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let imported: BTreeSet<_> = ["suites", "support", "fuzz", "soak"]
        .iter()
        .flat_map(|folder| files_below(&root().join("tests").join(folder)))
        .map(|file| fs::read_to_string(file).expect("a test"))
        .filter(|text| text.contains("hitscan::tested"))
        .flat_map(|text| words(&text))
        .collect();
    let lists = list.split("pub use crate::").skip(1).filter_map(|names| names.split_once(';'));
    let unused: Vec<_> =
        lists.flat_map(|(names, _)| words(names)).filter(|name| !imported.contains(name)).collect();
    none_of(&unused, "names in the list of `src/lib.rs` that no test imports");
}

/// The only file that may start programs.
const STARTS_PROGRAMS: &str = "host/program.rs";

#[test]
fn one_file_starts_programs() {
    let starts = |(_, path, text): &(String, String, String)| {
        path != STARTS_PROGRAMS
            && ["process::Command", "process::{"].iter().any(|word| {
                let imports = text.lines().filter(|line| line.contains(word));
                imports.into_iter().any(|line| line.contains("std") && line.contains("Command"))
            })
    };
    let sources = sources();
    let there = sources.iter().any(|(_, path, text)| {
        path == STARTS_PROGRAMS && text.contains("use std::process::{Child,")
    });
    assert!(there, "{STARTS_PROGRAMS} starts programs");
    let others: Vec<String> =
        sources.iter().filter(|file| starts(file)).map(|(_, path, _)| path.clone()).collect();
    none_of(&others, "files besides host/program.rs that start programs");
}

/// The compiler points to every place that must handle a new command, but only if no arm matches
/// all others.
#[test]
fn a_match_on_commands_names_every_command() {
    let mut found = Vec::new();
    for (krate, inside, text) in sources() {
        // Parsing distinguishes texts, not commands.
        if inside.starts_with("command/parse") {
            continue;
        }
        let tokens: TokenStream = text.parse().expect("tokens");
        let own = inside == "command.rs" || inside.starts_with("command/");
        let names: &[_] = if own { &["Command ::", "Self :: Step"] } else { &["Command ::"] };
        wild_matches(tokens, names, &mut |arm| found.push(format!("{krate}: {inside}: {arm}")));
    }
    none_of(&found, "matches on commands with an arm for the rest");
}

/// Changes that leave something alone are named, too: a new kind of change that is forgotten would
/// otherwise lose tests.
#[test]
fn a_match_on_changes_of_a_world_names_every_change() {
    let mut found = Vec::new();
    for (krate, inside, text) in sources() {
        let tokens: TokenStream = text.parse().expect("tokens");
        wild_matches(tokens, &["Change ::"], &mut |arm| {
            found.push(format!("{krate}: {inside}: {arm}"));
        });
    }
    none_of(&found, "matches on changes with an arm for the rest");
}

/// Calls `found` for each `match` in which one arm has one of these names and another matches
/// anything.
fn wild_matches(tokens: TokenStream, names: &[&str], found: &mut dyn FnMut(String)) {
    let mut is_match = false;
    let mut head = String::new();
    for token in tokens {
        match token {
            TokenTree::Ident(word) if word == "match" => {
                is_match = true;
                head.clear();
            }
            TokenTree::Group(group) => {
                if is_match && group.delimiter() == Delimiter::Brace {
                    is_match = false;
                    let arms = patterns(group.stream());
                    let is_of_these =
                        arms.iter().any(|arm| names.iter().any(|name| arm.contains(name)));
                    let wild = arms.iter().find(|arm| is_wild(arm));
                    if let Some(arm) = wild.filter(|_| is_of_these) {
                        found(format!("match {head} with the arm `{arm}`"));
                    }
                } else {
                    head.push_str(&group.to_string());
                }
                wild_matches(group.stream(), names, found);
            }
            token => {
                head.push_str(&token.to_string());
                is_match &= !matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ';');
            }
        }
    }
}

/// The patterns of the arms of a match, guards included.
fn patterns(arms: TokenStream) -> Vec<String> {
    let tokens: Vec<_> = arms.into_iter().collect();
    let is = |at: usize, wanted: char| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == wanted);
    let mut found = Vec::new();
    let mut from = 0;
    let mut at = 0;
    while at < tokens.len() {
        if !(is(at, '=') && is(at + 1, '>')) {
            at += 1;
            continue;
        }
        found.push(tokens[from..at].iter().cloned().collect::<TokenStream>().to_string());
        at += 2;
        // An arm ends after its braces or at its comma.
        let is_block = matches!(tokens.get(at), Some(TokenTree::Group(group))
            if group.delimiter() == Delimiter::Brace);
        if is_block {
            at += 1;
            at += usize::from(is(at, ','));
        } else {
            while at < tokens.len() && !is(at, ',') {
                at += 1;
            }
            at += 1;
        }
        from = at;
    }
    found
}

/// Whether a pattern matches anything: `_`, a name, or a tuple of those.
fn is_wild(pattern: &str) -> bool {
    let pattern = pattern.trim();
    if let Some(inside) = pattern.strip_prefix('(').and_then(|inside| inside.strip_suffix(')')) {
        return inside.split(',').all(is_wild);
    }
    let lower = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    pattern.chars().all(lower) && !["true", "false"].contains(&pattern)
}

/// The circles among some made-up files.
fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
    let source =
        |&(inside, text): &(&str, &str)| ("hitscan".to_owned(), inside.to_owned(), text.to_owned());
    Graph::of(&files.iter().map(source).collect::<Vec<_>>()).circles()
}

#[test]
fn circles_are_found_through_every_kind_of_path() {
    // `a` is a folder, since it has a child.
    let root = [("lib.rs", "mod a; mod b;"), ("a/child.rs", "")];
    let cases: &[(&str, &str, &str)] = &[
        ("imports", "use crate::b::B; pub struct A;", "use crate::a::A; pub struct B;"),
        ("paths in code", "pub fn a() { crate::b::b() }", "pub fn b() { super::a::a() }"),
        ("nested imports", "use crate::{b::{B as C}}; pub struct A;", "pub struct B(crate::a::A);"),
        ("globs", "use crate::b::*; pub struct A;", "use super::a; pub struct B(a::A);"),
        (
            "macros",
            "pub fn a() { print!(\"{}\", crate::b::B) }",
            "use crate::a::a; pub const B: u8 = 1;",
        ),
    ];
    let missed: Vec<_> = cases
        .iter()
        .filter(|(_, a, b)| {
            let a = format!("mod child; {a}");
            circles_of(&[&root[..], &[("a.rs", &a), ("b.rs", b)]].concat()).len() != 1
        })
        .map(|(name, ..)| (*name).to_owned())
        .collect();
    none_of(&missed, "circles that were missed");
}

#[test]
fn a_circle_through_a_folder_inside_is_found() {
    let files = [
        ("lib.rs", "mod a;"),
        ("a.rs", "mod low; mod high;"),
        ("a/high.rs", "use super::low::inner::Low; pub struct High;"),
        ("a/low.rs", "pub mod inner;"),
        ("a/low/inner.rs", "use crate::a::high::High; pub struct Low;"),
    ];
    let found = circles_of(&files);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("a/low/inner.rs -> hitscan: a/high.rs: High"), "{}", found[0]);
}

#[test]
fn files_of_one_folder_parents_tests_comments_and_strings_do_not_make_a_circle() {
    let root = ("lib.rs", "mod a; mod b;");
    let child = ("a/child.rs", "");
    let b = ("b.rs", "use crate::a::A; pub struct B;");
    let cases: &[(&str, &[(&str, &str)])] = &[
        ("files of one folder", &[("a.rs", "use crate::b::B; pub struct A;"), b]),
        (
            "a parent that hands on",
            &[
                ("a.rs", "mod inner; pub use inner::A;"),
                ("a/inner.rs", "use super::Other; pub struct A;"),
            ],
        ),
        (
            "a test",
            &[
                ("a.rs", "mod child; pub struct A; #[cfg(test)] mod tests { use crate::b::B; }"),
                child,
                b,
            ],
        ),
        ("a comment", &[("a.rs", "mod child; pub struct A; // crate::b::B"), child, b]),
        (
            "a string",
            &[("a.rs", "mod child; pub struct A; const C: &str = \"crate::b::B\";"), child, b],
        ),
    ];
    let wrong: Vec<_> = cases
        .iter()
        .filter(|(_, files)| !circles_of(&[&[root], *files].concat()).is_empty())
        .map(|(name, _)| (*name).to_owned())
        .collect();
    none_of(&wrong, "found where there is no circle");
}

#[test]
fn a_catch_all_arm_is_found() {
    let mut found = Vec::new();
    let text = "match c { Command::Step(n) => n, _ => 0 }; match n { 1 => 2, _ => 3 };\
                match (a, c) { (_, Command::Undo) => { 1 } (_, rest) => 2 };\
                match c { Command::Step(_) => 1, Command::Undo => 2 }";
    wild_matches(text.parse().expect("tokens"), &["Command ::"], &mut |arm| found.push(arm));
    assert_eq!(found.len(), 2, "{found:?}");
}
