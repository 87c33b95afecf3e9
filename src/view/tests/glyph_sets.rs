//! Every glyph belongs to the chosen set: only ASCII with `ascii`, and only what old fonts have
//! with `basic`. Titles and notes may be in any script.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;
use ratatui::layout::Position;
use ratatui::style::Modifier;

use super::zoo::{self, Case, SIZES};
use super::{app_of, pressed, screen, typed};
use crate::app::{App, GlyphSet, Layout, Tab};
use crate::view::Glyphs;
use hitscan_core::command::COMMANDS;
use hitscan_core::methods::{Article, Method};
use hitscan_core::scene::gallery;

/// The glyphs besides ASCII that the design allows.
const BASIC: &str = "─│┌┐└┘├┤┬┴┼═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬░▒▓▐█▌▀▄●○×►◄▲▼◆·≈…½¼";

/// What pages quote, besides what the registry has.
const QUOTED: &str = "負になっていれば 正なら右側 左側…0よりも大きい ちょうど角 小さい 以下 \
                      右にすこし回っている っぽいです";

/// Titles of scenes in the zoo, which users write.
const TITLES_OF_THE_ZOO: &str = "全部当たり";

/// Every title: of the articles that the methods come from, and of the scenes in the zoo; and the
/// quotes from articles.
pub(super) fn titles() -> String {
    let sources = || Method::all().filter_map(Method::source);
    let titles = sources().map(|source| source.title);
    let quoted = sources().flat_map(|source| source.remarks.iter().chain(source.misprints));
    let titles = titles.chain(quoted.copied()).chain([QUOTED]);
    let quoted = Method::readings().filter_map(|method| method.row().reading);
    let quoted = quoted.flat_map(|reading| reading.about.iter().copied());
    let words = Article::all().iter();
    let words =
        words.flat_map(|it| it.ideas.iter().chain(it.variables).chain([&it.credit]).copied());
    titles.chain(quoted).chain(words).chain([TITLES_OF_THE_ZOO]).collect()
}

/// The characters on the screen that belong neither to the set nor to a title.
fn strangers(app: &App, titles: &str) -> BTreeSet<char> {
    let ours = |c: &char| match app.screen.appearance.glyphs {
        GlyphSet::Ascii => false,
        GlyphSet::Basic => BASIC.contains(*c),
        GlyphSet::Lines | GlyphSet::Braille => {
            // Joined lines, bars and dots.
            let more = ['\u{2500}'..='\u{257f}', '▁'..='▇', '\u{2801}'..='\u{28ff}'];
            BASIC.contains(*c) || "←→✓".contains(*c) || more.iter().any(|range| range.contains(c))
        }
    };
    let buf = screen(app);
    let all = buf.content().iter().flat_map(|cell| cell.symbol().chars());
    // In plain ASCII, titles of articles are in English, and quotes are left out.
    let quoted = |c: &char| match app.screen.appearance.glyphs {
        GlyphSet::Ascii => TITLES_OF_THE_ZOO.contains(*c),
        _ => titles.contains(*c),
    };
    all.filter(|c| *c != ' ' && !c.is_ascii_graphic() && !ours(c) && !quoted(c)).collect()
}

/// The sets with the fewest glyphs: a text that keeps to them keeps to the others.
const SMALL: [GlyphSet; 2] = [GlyphSet::Ascii, GlyphSet::Basic];

#[track_caller]
fn assert_no_strangers(what: &str, app: &App, sets: &[GlyphSet]) {
    static TITLES: LazyLock<String> = LazyLock::new(titles);
    for &set in sets {
        let mut app = app.clone();
        app.screen.appearance.glyphs = set;
        let found = strangers(&app, &TITLES);
        assert!(found.is_empty(), "{what} with {}: {found:?}", set.token());
    }
}

#[test]
fn every_screen_of_the_zoo_uses_only_its_set() {
    for size in SIZES {
        for (what, app) in zoo::everything(size) {
            assert_no_strangers(&format!("{what} at {size:?}"), &app, &GlyphSet::ALL);
        }
    }
}

/// With every view, every page of Why, and every layer that the methods draw.
#[test]
fn every_built_in_scene_uses_only_its_set() {
    for (name, _) in gallery() {
        let mut app = app_of(name, (120, 40), "y n y d y e y s y b y c . . .");
        for view in ["1", "2", "4", "w"] {
            app = pressed(app, view);
            assert_no_strangers(name, &app, &GlyphSet::ALL);
        }
        for _ in 0..15 {
            app = pressed(app, "n");
            assert_no_strangers(name, &app, &SMALL);
            assert_no_strangers(name, &pressed(app.clone(), "Enter Enter End"), &SMALL);
        }
    }
}

/// Each command with valid and with invalid arguments.
#[test]
fn every_refusal_uses_only_its_set() {
    let arguments = "A | Q | 1x | A 1 | A B | A 1 2 | A 99999 1 | A 1.23456 1 | A 15999 15999 | A.left 99999 | A.nothing 1 | A B hit left | Z 1 2 0 0 | Z 1 2 3 4 1 2 | A 1 2 3 4 5 6 7 8 9 | inside | 0 | -1 | 1e9";
    let arguments = || [""].into_iter().chain(arguments.split(" | "));
    for spec in COMMANDS.iter().filter(|spec| spec.name != "quit") {
        for arguments in arguments() {
            let line = format!("{} {arguments}", spec.name);
            let app = typed(app_of("start", (80, 24), ""), line.trim());
            assert_no_strangers(&line, &app, &SMALL);
            assert_no_strangers(&line, &pressed(app, "Enter"), &SMALL);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_keys_say_keeps_to_its_set(keys in super::properties::keys()) {
        let keys: Vec<_> = keys.into_iter().filter(|key| key.is_ascii()).collect();
        let app = app_of("three-ways", (80, 24), &keys.join(" "));
        assert_no_strangers(&keys.join(" "), &app, &GlyphSet::ALL);
    }
}

/// The layout is the same and the styles nearly so: each glyph is that of the basic set, or its
/// counterpart. The corner of the rulers is compared as a whole.
#[test]
fn ascii_matches_basic_glyph_by_glyph() {
    let table: Vec<_> = Glyphs::BASIC.all().into_iter().zip(Glyphs::ASCII.all()).collect();
    let stands_for = |basic: &str, ascii: &str| {
        let joins = |c: char| match c {
            '\u{2550}'..='\u{256c}' => "+=H",
            '\u{2500}'..='\u{257f}' => "+",
            _ => "",
        };
        let mut chars = basic.chars().filter(|c| !c.is_ascii());
        chars.next().filter(|_| basic != ascii).map_or(basic == ascii, |c| {
            let means = |(own, other): &(char, char)| *own == c && ascii == other.to_string();
            table.iter().any(means) || joins(c).contains(ascii)
        })
    };
    // Screens that may differ: the list of layers names the set; the sign for a cut name is longer,
    // and in the help also stands for more keys; and a number keeps away from a `-` that would be
    // read as a minus.
    let is_alike = |(what, app): &Case| {
        let differ = ["after y", "long names", "scene", "a laser and its point"];
        app.screen.help.is_none() && !differ.iter().any(|name| what.contains(name))
    };
    for size in SIZES {
        for (what, mut app) in zoo::everything(size).filter(is_alike) {
            app.screen.appearance.glyphs = GlyphSet::Basic;
            let basic = screen(&app);
            app.screen.appearance.glyphs = GlyphSet::Ascii;
            let ascii = screen(&app);
            // Why has titles and quotes in English there.
            let is_quoted = |symbol: &str| symbol.chars().any(|c| c >= '\u{2e80}');
            let quotes = basic.content().iter().any(|cell| is_quoted(cell.symbol()));
            if app.screen.panel.tab == Tab::Why && quotes {
                continue;
            }
            let is_corner = |at: Position| at.y == 1 && at.x < Layout::RULER_COLS;
            // The second column lists the signs in the picture, which may be others; its dividers
            // begin in the border.
            let layout = app.screen.layout().expect("fits");
            let second = layout.cols - layout.second_cols;
            let is_other = |at: Position| is_corner(at) || at.x + 1 >= second;
            for position in basic.area().positions().filter(|at| !is_other(*at)) {
                let (cell, other) = (&basic[position], &ascii[position]);
                let (symbol, seen) = (cell.symbol(), other.symbol());
                // The longer sign takes one more letter.
                let next = Position { x: (position.x + 1).min(size.0 - 1), ..position };
                let is_cut = basic[next].symbol() == "…" && seen == ".";
                assert!(
                    is_cut || stands_for(symbol, seen),
                    "{symbol} {seen} {what}, {size:?}, {position}"
                );
                // A name in a solid body is reversed if the body is filled.
                let reversed = other.style().add_modifier(Modifier::REVERSED);
                let is_alike = [other.style(), reversed].contains(&cell.style());
                assert!(is_alike, "{symbol} {what}, {size:?}, {position}");
            }
        }
    }
}
