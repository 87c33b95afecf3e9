//! Without colours, or with colours that some people cannot tell apart, weight, reverse video and
//! glyphs convey everything.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier, Style};

use super::zoo::{self, SIZES, Size};
use super::{app_after, app_of, entered, pressed, rows, screen_in, typed};
use crate::app::{App, Appearance, ColorDepth, Connection, ThemeName};
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

/// A screen reduced to glyphs and weights, as a terminal without colours shows it: a coloured
/// background is reversed.
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

/// The first occurrence of this text, and its cells.
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

/// The weight that all these cells share.
#[track_caller]
fn weight(cells: &[Cell]) -> Modifier {
    assert!(cells.iter().all(|cell| cell.modifier == cells[0].modifier), "one weight");
    cells[0].modifier
}

#[track_caller]
fn weight_of(buf: &Buffer, text: &str) -> Modifier {
    weight(find(buf, text).2)
}

/// In the log, every theme distinguishes the words by weight. In the badge of the headline, HIT and
/// TOUCH differ by weight if not by colour, and MISS always does.
#[test]
fn the_three_words_differ_from_each_other_in_the_log_and_in_the_badge() {
    let badges = [
        ("", ["MISS  B is"; 2]),
        ("Right Right Right Right Right", ["TOUCH B touches"; 2]),
        ("Right", ["[HIT]  B hit", "HIT   B hit"]),
    ];
    for (name, theme) in colourless() {
        let has_colours = theme.contact.fg.is_some();
        let mut app = app_of("start", SIZE, "");
        let mut seen = Vec::new();
        for (keys, badge) in badges {
            app = pressed(app, keys);
            let coloured = screen_in(&app, &theme);
            let cells = find(&coloured, badge[usize::from(theme.has_colors())]).2;
            seen.push((weight(&cells[..3]), cells[0].fg));
        }
        let [(miss, _), (touch, yellow), (hit, red)] = seen[..] else { panic!("three words") };
        assert!(miss != touch && miss != hit, "{name}");
        assert!(hit.contains(Modifier::REVERSED), "{name}");
        assert!(touch != hit || (yellow != red && name != "color-blind"), "{name}");
        let log = attributes(&pressed(app, "Left Left y i"), &theme);
        let lines = [(" 8 B→A  MISS", "MISS"), (" 5 B→A  TOUCH", "TOUCH"), (" 6 B→A  HIT", "HIT")];
        let listed = lines.map(|(line, word)| weight(&find(&log, line).2[8..8 + word.len()]));
        assert!(listed[0] != listed[1] && listed[1] != listed[2] && listed[0] != listed[2]);
        // Without colours a word looks the same in both places.
        assert!(has_colours || listed == [miss, touch, hit], "{name}");
    }
}

#[test]
fn the_selection_and_the_grip_stand_out() {
    for (name, theme) in colourless() {
        let buf = attributes(&app_of("start", SIZE, "v Right Right Right"), &theme);
        // Bold, and in brackets that no other name has.
        assert!(weight_of(&buf, "[B]").contains(Modifier::BOLD), "{name}");
        assert!(!find(&buf, "(A)").2[1].modifier.contains(Modifier::BOLD), "{name}");
        // Thick in the set with lines, and bold in all sets.
        assert!(weight_of(&buf, "┗━━━━━━┛").contains(Modifier::BOLD), "{name}");
        assert_eq!(weight_of(&buf, "└────"), Modifier::empty(), "{name}");
        let (x, y, grip) = find(&buf, "◆");
        let shaft = &buf[(x - 1, y)];
        assert_ne!(grip[0].modifier, shaft.modifier, "{name}: the grip and the arrow it ends");
        assert_eq!(weight_of(&buf, " SPEED "), Modifier::REVERSED, "{name}");
        assert_eq!(weight_of(&buf, "3,0 a frame"), Modifier::empty(), "{name}");
    }
}

#[test]
fn the_side_that_was_hit_is_heavier_and_has_another_line() {
    for (name, theme) in colourless() {
        let app = app_of("start", SIZE, "Right Right Right Right Right");
        let buf = attributes(&app, &theme);
        let hit: Vec<_> = buf.content().iter().filter(|cell| cell.symbol() == "║").collect();
        assert_eq!(hit.len(), 6, "{name}: between the corners");
        assert!(hit.iter().all(|cell| cell.modifier.contains(Modifier::BOLD)), "{name}");
        // The other sides of the same box.
        let (_, _, other) = find(&buf, "───────┐");
        assert_eq!(weight(other), Modifier::empty(), "{name}");
    }
}

/// Hatched, on the ground of a hit in themes that have one, otherwise reversed. A large overlap keeps
/// the outlines within it; a small one is nothing but hatched.
#[test]
fn an_overlap_is_hatched_and_its_outlines_stay_where_there_is_room() {
    let at = |app: &[&str]| app_after(SIZE, app);
    let large = at(&["box A 10 6 16 16", "fixed A on", "box B 0 10 8 8", "move B 6 0"]);
    let small = at(&["box A 10 6 16 16", "fixed A on", "box B 0 10 8 8", "move B 4 0"]);
    for (name, theme) in colourless() {
        let buf = attributes(&large, &theme);
        let reversed = |buf: &Buffer| {
            let mut arena = Vec::new();
            for position in (2..22).flat_map(|y| (4..47).map(move |x| Position { x, y })) {
                if buf[position].modifier.contains(Modifier::REVERSED) {
                    arena.push(position);
                }
            }
            arena
        };
        let (x, y, top) = find(&buf, "╫━━┓");
        let shared: Vec<_> =
            (y..y + 4).flat_map(|y| (x..x + 4).map(move |x| Position { x, y })).collect();
        assert_eq!(reversed(&buf), shared, "{name}");
        assert!(top[0].modifier.contains(Modifier::BOLD), "{name}: the side that was hit");
        let buf = attributes(&small, &theme);
        let hatched = buf.content().iter().filter(|cell| cell.symbol() == "╱");
        assert_eq!(hatched.count(), 2 * 4, "{name}\n{}", rows(&buf).join("\n"));
        assert_eq!(reversed(&buf).len(), 2 * 4, "{name}");
    }
    let look = Appearance {
        theme: ThemeName::Dark,
        asked: Some(ColorDepth::Rgb),
        found: ColorDepth::Rgb,
        ..Appearance::default()
    };
    // On a slow line, too, where bodies have no grounds.
    for connection in [Connection::Local, Connection::Remote] {
        let theme = Theme::of(Appearance { connection, ..look });
        let screen = screen_in(&large, &theme);
        let (x, y, top) = find(&screen, "╫━━┓");
        let black_on_red = (theme.shared.fg, theme.shared.bg);
        assert_eq!((top[0].style().fg, top[0].style().bg), black_on_red);
        let grounds =
            screen.area().positions().filter(|at| Some(screen[*at].bg) == theme.shared.bg);
        let shared = (y..y + 4).flat_map(|y| (x..x + 4).map(move |x| Position { x, y }));
        assert_eq!(grounds.collect::<Vec<_>>(), shared.collect::<Vec<_>>());
    }
}

/// What was entered, and by which side, is seen as long as both still overlap.
#[test]
fn the_side_of_entry_stays_double_until_an_edit_sets_the_pair_anew() {
    let doubled = |app: App| {
        let buf = attributes(&app, &Theme::PLAIN);
        let (x, y, _) = find(&buf, "(A)");
        let side: Vec<_> = (y..y + 8).map(|y| buf[(x - 1, y)].clone()).collect();
        let is_quiet = side.iter().any(|cell| cell.modifier.contains(Modifier::DIM));
        (side.iter().filter(|cell| "╓║╙╢╟╫".contains(cell.symbol())).count(), is_quiet)
    };
    let hit = app_of("start", SIZE, &"Right ".repeat(6));
    assert_eq!(doubled(hit.clone()), (4, false), "hit in this frame; the rest is hatched");
    let deeper = pressed(hit, "Right");
    assert_eq!(doubled(deeper.clone()), (4, true), "entered before");
    assert_eq!(doubled(pressed(deeper.clone(), "Right u u Right")), (4, true), "after undo, too");
    assert_eq!(doubled(entered(deeper, "set B.width 9")).0, 0, "B was set anew");
}

/// The selected row of each view.
#[test]
fn a_chosen_row_is_marked_and_heavier_than_its_neighbours() {
    for (name, theme) in colourless() {
        let log = attributes(&app_of("three-ways", SIZE, ". . Enter Up"), &theme);
        // The cursor of the log is only a mark: a line that changes its weight would be sent again
        // with every key.
        let (x, y, _) = find(&log, "►    1 B→A  HIT");
        assert!((y + 1..22).all(|y| log[(x, y)].symbol() == " "), "{name}: log");
        let methods = attributes(&app_of("three-ways", SIZE, ". 2 n"), &theme);
        let (x, y, _) = find(&methods, "►center-distance");
        assert_ne!(weight_at(&methods, x + 1, y), weight_at(&methods, x + 1, y + 1), "{name}");
        let form = attributes(&app_of("start", SIZE, "i Down"), &theme);
        let (x, y, _) = find(&form, "►y ");
        assert_ne!(weight_at(&form, x + 1, y), weight_at(&form, x + 1, y + 1), "{name}: form");
        let scenes = attributes(&app_of("start", SIZE, "o"), &theme);
        let (x, y, _) = find(&scenes, "► start");
        assert_ne!(weight_at(&scenes, x + 2, y), weight_at(&scenes, x + 2, y + 1), "{name}");
        let tabs = find(&log, "┤1 Log├2 Methods").2;
        assert_ne!(weight(&tabs[1..6]), weight(&tabs[9..]), "{name}: tabs");
    }
}

fn weight_at(buf: &Buffer, x: u16, y: u16) -> Modifier {
    buf[(x, y)].modifier
}

#[test]
fn the_faulty_word_and_a_refusal_stand_out() {
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
        let (wrong, agrees) = (find(&buf, "HIT  !").2, find(&buf, "MISS =").2);
        assert_ne!(wrong[5].modifier, agrees[5].modifier, "{name}: the flags");
    }
}

/// A cell without its hue: its glyph, its weight, and whether it has its own background.
fn without_hue(cell: &Cell) -> (String, Modifier, bool) {
    (cell.symbol().to_owned(), cell.modifier, cell.bg != Color::Reset)
}

/// In the colour-blind theme, at all colour depths: a mark in the colour of a state never has the
/// same glyph and weight as one in the colour of an object, or in none. Text is exempt, since it
/// says what it is. No flag, mark or line may depend on its hue.
///
/// Lines that repeat other information are exempt: the edge that was hit has more dots, an overlap
/// has its hatching, the arrow of a layer has its shaft.
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
        let is_mark = |c: char| {
            let lines = ['\u{2500}'..='\u{254b}', '\u{2801}'..='\u{28ff}'];
            // A bar of the rulers is full where both ranges overlap, between half-height parts.
            !c.is_ascii() && !"◄►▲▼█▀▄▌▐".contains(c) && !lines.iter().any(|line| line.contains(&c))
        };
        let alarms = [theme.contact.fg];
        let (mut states, mut others) = (Vec::new(), Vec::new());
        // The help explains the marks.
        let is_drawn = |(_, app): &zoo::Case| app.screen.help.is_none();
        for (_, app) in SIZES.into_iter().flat_map(zoo::everything).filter(is_drawn) {
            let screen = screen_in(&app, &theme);
            let mut is_word = false;
            for cell in screen.content() {
                // Words speak for themselves; `q!` is one, a flag is not.
                let is_key = Some(cell.fg) == theme.key.fg;
                let is_sign = |c: char| is_mark(c) || (c == '!' && !is_word && !is_key);
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

/// The edge that a laser enters through has its usual dots and more: a line twice as thick.
#[test]
fn an_edge_that_was_hit_has_the_dots_of_the_edge_and_more() {
    let scene =
        |laser: &str| app_after(SIZE, &["polygon P 10 8 30 8 30 24 10 24", laser, "select L"]);
    let [apart, hit] = ["laser L 2 4 40 4", "laser L 2 16 20 16"]
        .map(|laser| screen_in(&scene(laser), &Theme::PLAIN));
    let dots = |buf: &Buffer, y| {
        let c = buf[(14, y)].symbol().chars().next().map_or(0, u32::from);
        c.checked_sub(0x2800).expect("dots")
    };
    for y in [7, 8, 9, 11, 12] {
        let (thin, thick) = (dots(&apart, y), dots(&hit, y));
        assert_eq!(thin & thick, thin, "row {y}");
        assert!(thick.count_ones() == 2 * thin.count_ones(), "row {y}");
    }
}

/// No two states differ by hue alone.
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
