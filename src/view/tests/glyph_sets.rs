//! Every glyph belongs to the chosen set: ASCII only with `ascii`, and with `lines`
//! only what old fonts have. Titles and notes may be in any script.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::zoo::{self, Case, SIZES};
use super::{app_of, pressed, screen, typed};
use crate::app::{App, GlyphSet};
use crate::view::Glyphs;
use hitscan_core::command::COMMANDS;
use hitscan_core::methods::Method;
use hitscan_core::scene::gallery;

/// The glyphs beside ASCII that the design allows.
const LINES: &str = "─│┌┐└┘┤├═║░●○×►◄▲▼◆·≈";

/// Every title there is: of the articles that the methods come from, and of the
/// scenes in the zoo.
fn titles() -> String {
    let titles = Method::all().filter_map(Method::source).map(|source| source.title);
    titles.chain(["全部", "当たり"]).collect()
}

/// The characters on the screen that belong neither to the set nor to a title.
fn strangers(app: &App, titles: &str) -> BTreeSet<char> {
    let ours = |c: &char| match app.screen().appearance.glyphs {
        GlyphSet::Ascii => false,
        GlyphSet::Lines => LINES.contains(*c),
        GlyphSet::Braille => LINES.contains(*c) || ('\u{2801}'..='\u{28ff}').contains(c),
    };
    let buf = screen(app);
    let all = buf.content().iter().flat_map(|cell| cell.symbol().chars());
    all.filter(|c| *c != ' ' && !c.is_ascii_graphic() && !ours(c) && !titles.contains(*c)).collect()
}

#[track_caller]
fn assert_no_strangers(what: &str, app: &App) {
    let titles = titles();
    for set in GlyphSet::ALL {
        let mut app = app.clone();
        app.draw_with(set);
        let found = strangers(&app, &titles);
        assert!(found.is_empty(), "{what} with {}: {found:?}", set.token());
    }
}

#[test]
fn every_screen_of_the_zoo_keeps_to_its_set() {
    for size in SIZES {
        for (what, app) in zoo::everything(size) {
            assert_no_strangers(&format!("{what} at {size:?}"), &app);
        }
    }
}

/// With every view, every page of Why, and every layer that the methods draw.
#[test]
fn every_built_in_scene_keeps_to_its_set() {
    for (name, _) in gallery() {
        let mut app = app_of(name, (120, 40), "y n y d y e y s y b y c . . .");
        for view in ["1", "2", "4", "w"] {
            app = pressed(app, view);
            assert_no_strangers(name, &app);
        }
        for _ in 0..7 {
            app = pressed(app, "n");
            assert_no_strangers(name, &app);
            assert_no_strangers(name, &pressed(app.clone(), "Enter Enter End"));
        }
    }
}

/// Each command with what it may be given and with what it may not.
#[test]
fn every_refusal_keeps_to_its_set() {
    let arguments = [
        "",
        "A",
        "Q",
        "1x",
        "A 1",
        "A B",
        "A 1 2",
        "A 99999 1",
        "A 1.23456 1",
        "A 15999 15999",
        "A.left 99999",
        "A.nothing 1",
        "A B hit left",
        "Z 1 2 0 0",
        "Z 1 2 3 4 1 2",
        "A 1 2 3 4 5 6 7 8 9",
        "inside",
        "0",
        "-1",
        "1e9",
    ];
    for spec in COMMANDS.iter().filter(|spec| spec.name != "quit") {
        for arguments in arguments {
            let line = format!("{} {arguments}", spec.name);
            let app = typed(app_of("start", (80, 24), ""), line.trim());
            assert_no_strangers(&line, &app);
            assert_no_strangers(&line, &pressed(app, "Enter"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_keys_say_keeps_to_its_set(keys in super::properties::keys()) {
        let keys: Vec<_> = keys.into_iter().filter(|key| key.is_ascii()).collect();
        let app = app_of("three-ways", (80, 24), &keys.join(" "));
        assert_no_strangers(&keys.join(" "), &app);
    }
}

/// Nothing moves and no style changes: each glyph is the same as with lines, or
/// stands for it.
#[test]
fn ascii_is_lines_glyph_by_glyph() {
    let table: Vec<_> = Glyphs::LINES.all().into_iter().zip(Glyphs::ASCII.all()).collect();
    let of_ascii = |symbol: &str| -> String {
        let c = symbol.chars().next().unwrap_or(' ');
        let row = table.iter().find(|(line, _)| !line.is_ascii() && *line == c);
        row.map_or(symbol.to_owned(), |(_, ascii)| ascii.to_string())
    };
    // The list of layers names the set; a label keeps away from an `H`, which
    // would be read with it.
    let is_alike = |(what, _): &Case| !["after y", "a laser and its point"].contains(what);
    for size in SIZES {
        for (what, mut app) in zoo::everything(size).into_iter().filter(is_alike) {
            app.draw_with(GlyphSet::Lines);
            let lines = screen(&app);
            app.draw_with(GlyphSet::Ascii);
            let ascii = screen(&app);
            for position in lines.area().positions() {
                let (line, cell) = (&lines[position], &ascii[position]);
                assert_eq!(of_ascii(line.symbol()), cell.symbol(), "{what}, {size:?}, {position}");
                assert_eq!(line.style(), cell.style(), "{what}, {size:?}, {position}");
            }
        }
    }
}
