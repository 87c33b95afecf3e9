//! Numbers that may only fall: when one falls, its limit here is lowered. A commit that raises one
//! says why.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::modules::{is_test_attribute, item_end, word_at};
use super::{SERVER, none_of, sources};

/// How many type names mean two or more things in a crate.
const NAMES_TWICE: [(&str, usize); 4] =
    [("hitscan", 0), ("hitscan_core", 0), ("hitscan_geom", 1), ("hitscan_serve", 0)];

/// All traits. A new one needs two implementations outside of tests, or a reason here.
const TRAITS: &[&str] = &[
    // A server decides what a class may do, and is notified of what it did: in a separate crate.
    "hitscan app/intent.rs: Permits",
    "hitscan app/model.rs: Monitor",
    "hitscan cli/check.rs: Report",
    // The same applies to stores that keep the work of a class elsewhere than in files.
    "hitscan host/disk/desk.rs: DeskFiles",
    "hitscan host/disk/desk.rs: LineSink",
    "hitscan host/effects.rs: Presenter",
    "hitscan term/control.rs: Supervision",
    "hitscan_core command.rs: LeftOut",
    "hitscan_core methods/scalar.rs: Scalar",
    "hitscan_geom trace.rs: Trace",
    // A single process, or a bus between several machines.
    "hitscan_serve live/bus.rs: Bus",
    // Files, or a database for several machines.
    "hitscan_serve store.rs: Store",
];

/// The types with methods in more than four files, and in how many.
const SPREAD: &[(&str, usize)] = &[
    ("hitscan Model", 12),
    ("hitscan_core ContactSolver", 7),
    ("hitscan_core Engine", 10),
    ("hitscan_core Learning", 5),
    ("hitscan_core Reader", 6),
    ("hitscan_core Sandbox", 5),
    ("hitscan_core World", 7),
];

/// The most methods of the app, which only combines its parts.
const METHODS_OF_APP: usize = 40;

/// The most of each room, without tests: files, types, functions that take a tuple, lines of code.
/// What is passed together has a name; what is looked for has a file.
const ROOMS: &[(&str, [usize; 4])] = &[
    ("hitscan app", [52, 138, 2, 11259]),
    ("hitscan classroom", [1, 1, 0, 32]),
    ("hitscan cli", [83, 201, 5, 14457]),
    ("hitscan host", [44, 108, 0, 6396]),
    ("hitscan import", [14, 50, 0, 2837]),
    ("hitscan lib", [1, 0, 0, 102]),
    ("hitscan main", [1, 0, 0, 14]),
    ("hitscan seat", [1, 2, 0, 147]),
    ("hitscan term", [16, 49, 5, 3016]),
    ("hitscan view", [64, 82, 0, 12708]),
    ("hitscan_core command", [8, 28, 0, 1998]),
    ("hitscan_core diagnosis", [30, 55, 0, 5954]),
    ("hitscan_core engine", [42, 124, 4, 7968]),
    ("hitscan_core lab", [33, 110, 0, 7158]),
    ("hitscan_core lib", [1, 0, 0, 10]),
    ("hitscan_core methods", [49, 110, 0, 6893]),
    ("hitscan_core scene", [17, 36, 0, 3958]),
    ("hitscan_core words", [30, 30, 0, 6561]),
    ("hitscan_core world", [33, 100, 2, 7124]),
    ("hitscan_geom", [40, 110, 0, 6198]),
    ("hitscan_serve", [95, 194, 0, 13964]),
    ("hitscan_wire", [7, 31, 0, 1655]),
];

/// The most lines of a function.
const LINES_OF_FUNCTION: usize = 60;

/// The longer functions, and their lines: a `match` that the compiler keeps complete, or a table.
const LONG: &[(&str, usize)] = &[
    ("hitscan app/act.rs: act", 140),
    ("hitscan app/screen/presenting.rs: present", 70),
    ("hitscan_core engine.rs: perform", 98),
    ("hitscan_core lab/policy.rs: policy", 61),
    ("hitscan_core scene/gallery.rs: gallery", 79),
    ("hitscan_core scene/read/objects.rs: keys", 93),
    ("hitscan_core words/formula.rs: of_exact_step", 82),
    ("hitscan_core words/formula.rs: of_step", 66),
];

/// A definition in a file: its kind and its name.
struct Item {
    krate: String,
    inside: String,
    kind: &'static str,
    name: String,
}

fn items() -> Vec<Item> {
    let mut found = Vec::new();
    for (krate, inside, text) in sources() {
        let tokens = text.parse().expect("tokens");
        scan(tokens, &mut |kind, name| {
            found.push(Item { krate: krate.clone(), inside: inside.clone(), kind, name });
        });
    }
    found
}

/// Calls `found` for each definition of a type or trait, and for each type with an `impl` block.
fn scan(tokens: TokenStream, found: &mut dyn FnMut(&'static str, String)) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        if is_test_attribute(&tokens, at) {
            at = item_end(&tokens, at + 2);
            continue;
        }
        let mut item = None;
        let next = || word_at(&tokens, at + 1);
        match word_at(&tokens, at).as_deref() {
            Some("struct" | "enum") => item = next().map(|name| ("type", name)),
            Some("trait") => item = next().map(|name| ("trait", name)),
            Some("impl") => item = impl_of(&tokens[at + 1..]).map(|name| ("impl", name)),
            _ => {}
        }
        if let Some((kind, name)) = item {
            found(kind, name);
        }
        if let TokenTree::Group(group) = &tokens[at] {
            scan(group.stream(), found);
        }
        at += 1;
    }
}

/// The type of an `impl` block; `None` if it implements a trait, or is a type itself.
fn impl_of(tokens: &[TokenTree]) -> Option<String> {
    let body = tokens.iter().position(
        |token| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace),
    )?;
    let head: Vec<_> = tokens[..body].iter().map(ToString::to_string).collect();
    let is_plain = |word: &&String| !["for", ";", "=", ","].contains(&word.as_str());
    if head.first().is_none_or(|first| first == "<" || !first.starts_with(char::is_uppercase)) {
        return None;
    }
    head.iter().all(|word| is_plain(&word)).then(|| head[0].clone())
}

#[test]
fn few_type_names_mean_two_things_in_a_crate() {
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    for item in items().into_iter().filter(|item| item.kind == "type") {
        *counts.entry((item.krate, item.name)).or_default() += 1;
    }
    let twice = |krate: &str| {
        let of = counts.iter().filter(|((of, _), count)| of == krate && **count > 1);
        of.map(|((_, name), _)| name.clone()).collect::<Vec<_>>()
    };
    let found = NAMES_TWICE.map(|(krate, _)| (krate, twice(krate)));
    let most = NAMES_TWICE.map(|(_, most)| most);
    assert_eq!(found.each_ref().map(|(_, names)| names.len()), most, "{found:?}");
}

#[test]
fn every_trait_is_listed() {
    let traits = items().into_iter().filter(|item| item.kind == "trait");
    let found: BTreeSet<_> =
        traits.map(|item| format!("{} {}: {}", item.krate, item.inside, item.name)).collect();
    let known: BTreeSet<_> = TRAITS.iter().map(|&known| known.to_owned()).collect();
    none_of(&found.difference(&known).cloned().collect::<Vec<_>>(), "traits that are not named");
    none_of(&known.difference(&found).cloned().collect::<Vec<_>>(), "traits that are not there");
}

#[test]
fn the_methods_of_a_type_are_in_at_most_four_files() {
    let mut files: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for item in items().into_iter().filter(|item| item.kind == "impl") {
        files.entry(format!("{} {}", item.krate, item.name)).or_default().insert(item.inside);
    }
    let found: Vec<_> =
        files.iter().filter(|(_, of)| of.len() > 4).map(|(name, of)| (&**name, of.len())).collect();
    assert_eq!(found, SPREAD);
}

#[test]
fn the_app_has_few_methods_of_its_own() {
    let app = sources().into_iter().filter(|(krate, inside, _)| {
        krate == "hitscan" && (inside == "app.rs" || inside.starts_with("app/"))
    });
    let count: usize = app.map(|(.., text)| methods_of("App", text.parse().expect("tokens"))).sum();
    assert_eq!(count, METHODS_OF_APP);
}

/// The number of functions in the `impl` blocks of a type.
fn methods_of(name: &str, tokens: TokenStream) -> usize {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let is_word = |at: &usize, word: &str| word_at(&tokens, *at).as_deref() == Some(word);
    let blocks = (0..tokens.len())
        .filter(|at| is_word(at, "impl") && is_word(&(at + 1), name))
        .filter_map(|at| match tokens.get(at + 2) {
            Some(TokenTree::Group(methods)) => Some(methods.stream()),
            _ => None,
        });
    let functions = |block: TokenStream| {
        block
            .into_iter()
            .filter(|token| matches!(token, TokenTree::Ident(word) if word == "fn"))
            .count()
    };
    blocks.map(functions).sum()
}

#[test]
fn no_room_grows_without_an_explanation() {
    let mut rooms: BTreeMap<String, [usize; 4]> = BTreeMap::new();
    for (krate, inside, text) in sources() {
        let folder = inside.split(['/', '.']).next().unwrap_or_default();
        let room = if ["hitscan_geom", "hitscan_wire", SERVER].contains(&&*krate) {
            krate
        } else {
            format!("{krate} {folder}")
        };
        let tokens: TokenStream = text.parse().expect("tokens");
        let mut types = 0;
        scan(tokens.clone(), &mut |kind, _| types += usize::from(kind != "impl"));
        let counts = [1, types, with_tuples(tokens), code_lines(&text)];
        let room = rooms.entry(room).or_default();
        *room = std::array::from_fn(|at| room[at] + counts[at]);
    }
    let most =
        |room: &str| ROOMS.iter().find(|(known, _)| *known == room).map_or([0; 4], |of| of.1);
    let grown: Vec<_> = rooms
        .iter()
        .filter(|(room, counts)| counts.iter().zip(most(room)).any(|(count, most)| *count > most))
        .map(|(room, counts)| format!("{room}: {counts:?}, of {:?}", most(room)))
        .collect();
    none_of(&grown, "rooms with more [files, types, functions that take a tuple, lines of code]");
    let sum = |at: usize| rooms.values().map(|counts| counts[at]).sum::<usize>();
    println!("files {}, types {}, tuples {}, lines {}", sum(0), sum(1), sum(2), sum(3));
}

/// The number of functions with a parameter that is a tuple.
fn with_tuples(tokens: TokenStream) -> usize {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let (mut at, mut count) = (0, 0);
    while at < tokens.len() {
        if is_test_attribute(&tokens, at) {
            at = item_end(&tokens, at + 2);
            continue;
        }
        if word_at(&tokens, at).as_deref() == Some("fn") && word_at(&tokens, at + 1).is_some() {
            let parameters = parameters_in(&tokens[at..]);
            count += usize::from(parameters.is_some_and(takes_a_tuple));
        }
        if let TokenTree::Group(group) = &tokens[at] {
            count += with_tuples(group.stream());
        }
        at += 1;
    }
    count
}

/// The parameters of the function that begins there: the first parentheses outside of `<` and `>`.
fn parameters_in(function: &[TokenTree]) -> Option<TokenStream> {
    let (mut depth, mut is_arrow) = (0, false);
    for token in function {
        match token {
            TokenTree::Group(group) if depth == 0 => return Some(group.stream()),
            TokenTree::Punct(punct) => {
                match punct.as_char() {
                    '<' => depth += 1,
                    '>' if !is_arrow => depth -= 1,
                    _ => {}
                }
                is_arrow = punct.as_char() == '-';
            }
            _ => {}
        }
    }
    None
}

/// Whether one of these parameters has a tuple as its type.
fn takes_a_tuple(parameters: TokenStream) -> bool {
    let tokens: Vec<_> = parameters.into_iter().collect();
    tokens.windows(3).any(|of| {
        let is_colon =
            |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':');
        let is_tuple = matches!(&of[2], TokenTree::Group(group)
            if group.delimiter() == Delimiter::Parenthesis && !group.stream().is_empty());
        !is_colon(&of[0]) && is_colon(&of[1]) && is_tuple
    })
}

#[test]
fn functions_that_take_tuples_are_counted() {
    let text = "fn one((a, b): (u8, u8)) {} fn two<T: Fn(u8)>(a: (u8, T)) {} fn three(a: [u8; 2]) {}\
                trait T { fn four(&self, a: ()) -> (u8, u8); fn five(&self, f: impl Fn((u8, u8))); }\
                impl T { fn six(&self, (a,): (u8,)) {} }\
                #[cfg(test)] mod tests { fn seven(a: (u8, u8)) {} }";
    assert_eq!(with_tuples(text.parse().expect("tokens")), 3);
}

/// The number of lines of code: without blank lines, comments and the tests at the end.
pub(super) fn code_lines(text: &str) -> usize {
    let opens = |at: &usize| text[*at..].lines().nth(1).is_some_and(|line| line.ends_with('{'));
    let tests = text.match_indices("#[cfg(test)]\nmod ").map(|(at, _)| at).find(opens);
    let code = &text[..tests.unwrap_or(text.len())];
    code.lines().filter(|line| !line.trim().is_empty() && !line.trim().starts_with("//")).count()
}

#[test]
fn functions_are_short_enough_to_read() {
    let mut long = Vec::new();
    for (krate, inside, text) in sources() {
        for (name, lines) in functions(&text) {
            let name = format!("{krate} {inside}: {name}");
            let listed = LONG.iter().find(|(known, _)| *known == name).map(|of| of.1);
            if lines > listed.unwrap_or(LINES_OF_FUNCTION) {
                long.push(format!("{name}: {lines} lines"));
            }
        }
    }
    none_of(&long, "functions that are too long to read");
}

/// The functions of a formatted file, and how many lines each has.
fn functions(text: &str) -> Vec<(&str, usize)> {
    let lines: Vec<_> = text.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let begins = lines.iter().enumerate().filter_map(|(at, line)| {
        let (before, after) = line.split_once("fn ")?;
        let words = ["pub", "const", "async", "unsafe"];
        let is_function = before.split_whitespace().all(|word| {
            words.contains(&word.split('(').next().unwrap_or_default()) || word.ends_with(')')
        });
        let name = after.split(['(', '<']).next()?;
        is_function.then_some((at, name, indent(line)))
    });
    let ends = |depth: usize, line: &&str| indent(line) == depth && line.ends_with(['}', ';']);
    begins
        .filter_map(|(at, name, depth)| {
            let length = lines[at..].iter().position(|line| ends(depth, line))?;
            Some((name, length + 1))
        })
        .collect()
}

#[test]
fn the_lines_of_functions_are_counted() {
    let text = "fn one() {}\n\
                pub(in crate::a) const fn two(\n    a: u8,\n) -> u8 {\n    a\n}\n\
                trait T {\n    fn three(\n        &self,\n    );\n    fn four() {\n    }\n}\n";
    assert_eq!(functions(text), [("one", 1), ("two", 5), ("three", 3), ("four", 2)]);
}
