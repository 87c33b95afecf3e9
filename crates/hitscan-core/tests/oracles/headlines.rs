//! Each form of the headline: what a pair did, or how it stands, in two rows.

use hitscan_core::words::{HeadlineOf, HeadlinePart, headline};
use hitscan_core::world::Name;

use crate::sandboxes::sandbox;

/// The cells for a row in a panel of 32 and of 46 columns.
const ROOMS: [usize; 2] = [24, 38];

/// The two rows for two objects after these commands.
fn rows(lines: &str, [a, b]: [&str; 2], room: usize) -> [String; 2] {
    let mut engine = sandbox(&lines.split("; ").collect::<Vec<_>>());
    let id = |name: &str| {
        let name = Name::new(name).expect("a name");
        engine.world().find(&name).expect("an object")
    };
    let ids = [id(a), id(b)];
    engine.pin(Some(ids));
    let pair = engine.pair_in_focus().expect("a pair");
    let about = HeadlineOf {
        a: &pair.a,
        b: &pair.b,
        pair_result: &pair.pair_result,
        frame: engine.world().frame(),
        entry: engine.entry_in_focus(),
        is_past: false,
    };
    headline(&about, [room; 2], "~")
        .map(|parts| parts.iter().map(HeadlinePart::text).collect::<String>())
}

/// Commands, and the two rows in 24 and in 38 cells.
const FORMS: &str = include_str!("../fixtures/headlines.txt");

#[test]
fn each_form_of_the_headline_is_said_where_it_fits() {
    let mut wrong = Vec::new();
    for case in FORMS.split("\n\n").filter(|case| !case.trim().is_empty()) {
        let mut lines = case.lines().filter(|line| !line.starts_with('#'));
        let Some(commands) = lines.next() else { continue };
        let (names, commands) = commands.split_once(": ").expect("names and commands");
        let (a, b) = names.split_once(' ').expect("two names");
        let said = ROOMS.map(|room| rows(commands, [a, b], room).join(" | "));
        let expected: Vec<&str> = lines.collect();
        if said.iter().ne(expected.iter()) {
            wrong.push(format!("{names}: {commands}\n{}\n", said.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_are_cut_only_where_no_form_fits_and_numbers_stay() {
    let scene = |x: &str, y: &str| format!("box {x} 0 0 4 4; box {y} 1234.567 0 4 4");
    for (x, y, said) in [
        ("A", "B", "A is 1230.567 left of B | in y they overlap"),
        ("ball", "wall", "ball and wall are apart | gap 1230.567 in x"),
        ("platform-left-12", "wall", "pl~12 and wall are apart | gap 1230.567 in x"),
    ] {
        let rows = rows(&scene(x, y), [x, y], 24);
        assert!(rows.iter().all(|row| row.chars().count() <= 24), "{rows:?}");
        assert_eq!(rows.join(" | "), said);
    }
}
