//! Without colours, or with colours that some people cannot tell apart, weight,
//! reverse video and glyphs say enough.

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier, Style};

use super::zoo::{self, SIZES, Size};
use super::{app_after, app_of, entered, pressed, rows, screen_in, typed};
use crate::app::{App, Appearance, ColorDepth, ThemeName};
use crate::view::Theme;
use hitscan_core::world::TestResult;
use hitscan_geom::ShapeKind;

const SIZE: Size = (80, 24);

/// Every theme without its colours, and the plain one.
fn colourless() -> impl Iterator<Item = (&'static str, Theme)> {
    let themes = ThemeName::ALL
        .into_iter()
        .map(|theme| (theme.token(), Theme::of(Appearance { theme, ..Appearance::default() })));
    themes.chain([("plain", Theme::PLAIN)])
}

/// A screen of which only the glyphs and the weights are left, as a terminal
/// without colours shows it: a coloured ground is reversed.
fn attributes(app: &App, theme: &Theme) -> Buffer {
    let mut buf = screen_in(app, theme);
    for cell in &mut buf.content {
        if cell.bg != Color::Reset {
            cell.modifier |= Modifier::REVERSED;
        }
        (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
    }
    buf
}

/// The cells of this text where a row first has it.
#[track_caller]
fn find<'a>(buf: &'a Buffer, text: &str) -> (u16, u16, &'a [Cell]) {
    for (y, row) in (0..).zip(rows(buf)) {
        if let Some(at) = row.find(text) {
            let x = row[..at].chars().count();
            let from = usize::from(buf.area().width) * usize::from(y) + x;
            let cells = &buf.content()[from..from + text.chars().count()];
            return (u16::try_from(x).expect("within a row"), y, cells);
        }
    }
    panic!("no {text} in\n{}", rows(buf).join("\n"));
}

/// The weight that all these cells have.
#[track_caller]
fn weight(cells: &[Cell]) -> Modifier {
    assert!(cells.iter().all(|cell| cell.modifier == cells[0].modifier), "one weight");
    cells[0].modifier
}

#[track_caller]
fn weight_of(buf: &Buffer, text: &str) -> Modifier {
    weight(find(buf, text).2)
}

#[test]
fn the_three_words_differ_from_each_other_in_the_log_and_in_the_pair() {
    for (name, theme) in colourless() {
        let plain = [("", "MISS"), ("Right Right Right Right Right", "TOUCH"), ("Right", "HIT")];
        let mut app = app_of("start", SIZE, "");
        let mut weights = Vec::new();
        for (keys, word) in plain {
            app = pressed(app, keys);
            weights.push(weight_of(&attributes(&app, &theme), word));
        }
        assert!(weights[0] != weights[1] && weights[1] != weights[2] && weights[0] != weights[2]);
        assert_eq!(weights[2], Modifier::REVERSED, "{name}");
        // A miss is as plain as the text beside it; HIT and TOUCH are not.
        let log = attributes(&pressed(app, "Left Left"), &theme);
        let beside = weight_of(&log, "B>A     left");
        for (line, word) in [("   5 TOUCH B>A", "TOUCH"), ("   6 HIT   B>A", "HIT")] {
            let cells = find(&log, line).2;
            assert_ne!(weight(&cells[5..5 + word.len()]), beside, "{word} in {name}");
        }
        let cells = find(&log, "   8 MISS  B>A").2;
        assert_eq!(weight(&cells[5..9]), beside, "{name}");
    }
}

#[test]
fn the_selection_and_the_grip_stand_out() {
    for (name, theme) in colourless() {
        let buf = attributes(&app_of("start", SIZE, "v Right Right Right"), &theme);
        // Bold, and in brackets that no other name has.
        assert!(weight_of(&buf, "[B]").contains(Modifier::BOLD), "{name}");
        assert!(!find(&buf, "┌A─").2[1].modifier.contains(Modifier::BOLD), "{name}");
        let (x, y, grip) = find(&buf, "◆");
        let shaft = &buf[(x - 1, y)];
        assert_ne!(grip[0].modifier, shaft.modifier, "{name}: the grip and the arrow it ends");
        assert_eq!(weight_of(&buf, " SPEED "), Modifier::REVERSED, "{name}");
        assert_eq!(weight_of(&buf, "B  3,0 a frame"), Modifier::empty(), "{name}");
    }
}

#[test]
fn the_side_that_was_hit_is_heavier_and_another_line() {
    for (name, theme) in colourless() {
        let app = app_of("start", SIZE, "Right Right Right Right Right");
        let buf = attributes(&app, &theme);
        let hit: Vec<_> = buf.content().iter().filter(|cell| cell.symbol() == "║").collect();
        assert_eq!(hit.len(), 6, "{name}: between the corners");
        assert!(hit.iter().all(|cell| cell.modifier == Modifier::BOLD), "{name}");
        // The other sides of the same box.
        let (_, _, other) = find(&buf, "─────────┐");
        assert_eq!(weight(other), Modifier::empty(), "{name}");
    }
}

#[test]
fn an_overlap_is_reversed_and_shaded_and_its_border_heavier() {
    for (name, theme) in colourless() {
        let lines = ["box A 10 6 16 16", "fixed A on", "box B 0 10 8 8", "move B 6 0"];
        let buf = attributes(&app_after(SIZE, &lines), &theme);
        let shaded: Vec<_> = buf.content().iter().filter(|cell| cell.symbol() == "░").collect();
        assert!(!shaded.is_empty(), "{name}\n{}", rows(&buf).join("\n"));
        assert!(shaded.iter().all(|cell| cell.modifier.contains(Modifier::REVERSED)), "{name}");
        // The side that was hit, within the overlap and beyond it.
        let sides = buf.content().iter().filter(|cell| cell.symbol() == "║");
        let (within, beyond): (Vec<_>, Vec<_>) =
            sides.partition(|cell| cell.modifier.contains(Modifier::REVERSED));
        assert!(!within.is_empty() && !beyond.is_empty(), "{name}");
        assert!(within.iter().chain(&beyond).all(|cell| cell.modifier.contains(Modifier::BOLD)));
        // Nothing else of the arena is reversed.
        let reversed =
            |y: u16| (4..47).filter(|&x| buf[(x, y)].modifier.contains(Modifier::REVERSED)).count();
        assert_eq!((2..22).filter(|&y| reversed(y) > 0).count(), 4, "{name}: the rows of B");
    }
}

/// The selected rows, each in its view.
#[test]
fn a_chosen_row_is_marked_and_heavier_than_its_neighbours() {
    for (name, theme) in colourless() {
        let log = attributes(&app_of("three-ways", SIZE, ". . Enter Up"), &theme);
        let (x, y, _) = find(&log, ">   1 HIT");
        assert_ne!(weight_at(&log, x + 12, y), weight_at(&log, x + 12, y + 1), "{name}: log");
        let methods = attributes(&app_of("three-ways", SIZE, ". 2 n"), &theme);
        let (x, y, _) = find(&methods, ">center-distance");
        assert_ne!(weight_at(&methods, x + 1, y), weight_at(&methods, x + 1, y + 1), "{name}");
        let form = attributes(&app_of("start", SIZE, "i Down"), &theme);
        let (x, y, _) = find(&form, ">y ");
        assert_ne!(weight_at(&form, x + 1, y), weight_at(&form, x + 1, y + 1), "{name}: form");
        let scenes = attributes(&app_of("start", SIZE, "o"), &theme);
        let (x, y, _) = find(&scenes, ">start");
        assert_ne!(weight_at(&scenes, x + 1, y), weight_at(&scenes, x + 1, y + 1), "{name}");
        let tabs = find(&log, "[1 Log] 2 Methods").2;
        assert_ne!(weight(&tabs[..7]), weight(&tabs[8..]), "{name}: tabs");
    }
}

fn weight_at(buf: &Buffer, x: u16, y: u16) -> Modifier {
    buf[(x, y)].modifier
}

#[test]
fn the_word_at_fault_and_what_was_refused_stand_out() {
    for (name, theme) in colourless() {
        let line = typed(app_of("start", SIZE, ""), "box player 103.4567 41.25 8 12");
        let buf = attributes(&pressed(line, "Enter"), &theme);
        let cells = find(&buf, ":box player 103.4567 41.25").2;
        assert_eq!(weight(&cells[12..20]), Modifier::REVERSED, "{name}: the word");
        assert_eq!(weight(&cells[1..12]), Modifier::empty(), "{name}: before it");
        assert_eq!(weight(&cells[20..]), Modifier::empty(), "{name}: after it");
        // A refusal is heavier than a note in the same row.
        let refused = attributes(&app_of("start", SIZE, "t"), &theme);
        let noted = attributes(&entered(app_of("start", SIZE, ""), "expect A B"), &theme);
        let refusal = weight_of(&refused, "boxes do not turn");
        assert_ne!(refusal, weight_of(&noted, "expect A B disjoint"), "{name}");
    }
}

#[test]
fn a_wrong_method_stands_out() {
    for (name, theme) in colourless() {
        let buf = attributes(&app_of("three-ways", SIZE, ". 2"), &theme);
        let (wrong, agrees) = (find(&buf, "HIT!").2, find(&buf, "MISS=").2);
        assert_ne!(wrong[3].modifier, wrong[2].modifier, "{name}: the flag and the word");
        assert_ne!(wrong[3].modifier, agrees[4].modifier, "{name}");
    }
}

/// What a cell is without the hue: its glyph and its weight, and whether it has
/// a ground of its own.
fn without_hue(cell: &Cell) -> (String, Modifier, bool) {
    (cell.symbol().to_owned(), cell.modifier, cell.bg != Color::Reset)
}

/// The roles of states, in the colour-blind theme, in all depths: what is drawn
/// in the colour of one of them is never the same glyph in the same weight as
/// what is drawn in the colour of an object or in none. Text apart, which says
/// itself what it is: no flag, mark or line may depend on its hue.
#[test]
fn in_the_colour_blind_theme_no_mark_differs_from_another_by_its_hue_alone() {
    for depth in [ColorDepth::Sixteen, ColorDepth::Indexed, ColorDepth::Rgb] {
        let look = Appearance {
            theme: ThemeName::ColorBlind,
            asked: Some(depth),
            found: depth,
            ..Appearance::default()
        };
        let theme = Theme::of(look);
        let alarms = [theme.contact.fg];
        let (mut states, mut others) = (Vec::new(), Vec::new());
        for (_, app) in SIZES.into_iter().flat_map(zoo::everything) {
            let screen = screen_in(&app, &theme);
            let mut is_word = false;
            for cell in screen.content() {
                // Words say themselves what they are; `q!` is one, a flag is not.
                let is_sign = |c: char| !c.is_ascii() || (c == '!' && !is_word);
                let is_text = !cell.symbol().contains(is_sign);
                is_word = cell.symbol().contains(|c: char| c.is_ascii_alphabetic());
                let seen = without_hue(cell);
                let list = if alarms.contains(&Some(cell.fg)) { &mut states } else { &mut others };
                if !is_text && !list.contains(&seen) {
                    list.push(seen);
                }
            }
        }
        assert!(!states.is_empty() && !others.is_empty());
        let both: Vec<_> = states.iter().filter(|seen| others.contains(seen)).collect();
        assert!(both.is_empty(), "{depth:?}: {both:?}");
    }
}

/// No two states differ by their hue alone.
#[test]
fn in_the_colour_blind_theme_words_and_flags_differ_in_weight() {
    let theme = Theme::of(Appearance { theme: ThemeName::ColorBlind, ..Appearance::default() });
    let weight = |style: Style| style.add_modifier;
    let words =
        [TestResult::Hit, TestResult::Touch, TestResult::Miss].map(|word| weight(theme.word(word)));
    assert!(words[0] != words[1] && words[1] != words[2] && words[0] != words[2]);
    assert_ne!(weight(theme.wrong), weight(theme.convention));
    assert_ne!(weight(theme.contact), weight(theme.kind(ShapeKind::Box)));
    assert_ne!(weight(theme.marked), weight(theme.fault));
    assert_ne!(weight(theme.accent), weight(theme.quiet));
}
