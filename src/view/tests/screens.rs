//! Whole screens with their styles, at the sizes of the design and in both glyph sets. The panel is
//! left out: it has its own snapshots.

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use super::cases::Cases;
use super::snapshots::assert_snapshot;
use super::zoo::cases;
use super::{app_after, app_of, pressed, rows, screen, screen_in};
use crate::app::{App, HelpPage};
use crate::view::Theme;

/// Everything that can be drawn in the arena.
pub(super) const SCENE: &[&str] = &[
    "title \"everything at once 全部\"",
    "box A 24 6 12 16",
    "fixed A on",
    "box B 10.5 10 9 9",
    "box thin 3 4 1 14",
    "polygon P 4 24 14 24 9 34",
    "laser L 2 32 40 24",
    "laser M 30 2 28 30",
    "laser dot 39 4 39 4",
    "box C 33 18 8 8",
    "select B",
    "move 8.5 0",
    "velocity B 2 -3",
];

/// The screen without its panel: the rows as text, then their styles.
fn dump(app: &App, buf: &mut Buffer) -> String {
    let (cols, height) = app.screen.size;
    let panel = app.screen.layout().map_or(cols, |layout| layout.panel_at());
    let covered = Rect::new(panel, 1, cols - panel, height.saturating_sub(3));
    for position in covered.positions() {
        buf.cell_mut(position).expect("on the screen").reset();
    }
    dump_of(buf)
}

/// The screen with its panel.
pub(super) fn dump_whole(app: &App) -> String {
    dump_of(&screen(app))
}

fn dump_of(buf: &Buffer) -> String {
    let height = buf.area().height;
    let mut text = format!("{}\n", rows(buf).join("\n"));
    for y in 0..height {
        let runs = runs(buf, y);
        if !runs.is_empty() {
            writeln!(text, "{y:>3}:{runs}").expect("a string takes all");
        }
    }
    text
}

/// ` 3-9 Cyan+BOLD` for each run of cells in row `y` that are not plain.
pub(super) fn runs(buf: &Buffer, y: u16) -> String {
    let mut text = String::new();
    let style = |x: u16| buf.cell((x, y)).map(look).unwrap_or_default();
    let mut x = 0;
    while x < buf.area().width {
        let (from, look) = (x, style(x));
        while x < buf.area().width && style(x) == look {
            x += 1;
        }
        if !look.is_empty() {
            write!(text, " {from}-{} {look}", x - 1).expect("a string takes all");
        }
    }
    text
}

pub(super) fn look(cell: &Cell) -> String {
    let mut parts = Vec::new();
    if cell.fg != ratatui::style::Color::Reset {
        parts.push(cell.fg.to_string());
    }
    if cell.bg != ratatui::style::Color::Reset {
        parts.push(format!("on-{}", cell.bg));
    }
    parts.extend(cell.modifier.iter_names().map(|(name, _)| name.to_owned()));
    parts.join("+")
}

fn everything(cols: u16, rows: u16, keys: &str) -> String {
    let app = pressed(app_after((cols, rows), SCENE), "z z");
    let app = pressed(app, keys);
    dump(&app, &mut screen(&app))
}

#[test]
fn everything_at_every_size_in_every_glyph_set() {
    let mut cases = Cases::in_folder("view/everything");
    for (cols, rows) in [(60, 16), (80, 24), (120, 40), (200, 60)] {
        for (set, keys) in [("lines", ""), ("ascii", "y a y a Esc"), ("braille", "y a y a y a Esc")]
        {
            cases.check(&format!("{cols}x{rows} {set}"), &everything(cols, rows, keys));
        }
    }
}

#[test]
fn everything_without_colour() {
    let app = pressed(app_after((80, 24), SCENE), "z z");
    assert_snapshot!("view", "no_colour", dump(&app, &mut screen_in(&app, &Theme::PLAIN)));
}

/// The top left corner of the arena, with its ruler and this many rows.
pub(super) fn corner(app: &App, count: usize) -> String {
    let rows = rows(&screen(app));
    let cut = |row: &String| row.chars().take(47).collect::<String>().trim_end().to_owned();
    rows[1..=count].iter().map(cut).collect::<Vec<_>>().join("\n")
}

/// Cases that the walkthroughs do not show, each in the top left corner of the arena.
#[test]
fn particular_cases_in_the_arena() {
    let mut snapshots = Cases::in_folder("view/arena");
    for (what, app) in cases("corners", (80, 24)) {
        snapshots.check(what, &corner(&app, 14));
    }
}

/// The two rows at the foot, in every state.
#[test]
fn the_foot_in_every_state() {
    let mut snapshots = Cases::in_folder("view/foot");
    for (what, app) in cases("foot", (80, 24)) {
        let buf = screen(&app);
        let (rows, height) = (rows(&buf), app.screen.size.1);
        let mut text = format!("{}\n{}\n", rows[22], rows[23]);
        for y in [height - 2, height - 1] {
            writeln!(text, "{y:>3}:{}", runs(&buf, y)).expect("a string takes all");
        }
        snapshots.check(what, &text);
    }
}

#[test]
fn help_from_its_first_line_to_its_last() {
    let help =
        |size: (u16, u16), keys: &str| rows(&screen(&app_of("start", size, keys))).join("\n");
    let mut cases = Cases::in_folder("view/help_pages");
    for (page, key) in HelpPage::ALL.into_iter().zip(["1", "2", "3", "4", "5", "6"]) {
        let title = page.title();
        for (cols, rows) in [(60, 16), (80, 24), (120, 40)] {
            for (set, glyphs) in [("lines", ""), ("ascii", "y a y a")] {
                let keys = format!("{glyphs} ? {key}");
                cases.check(&format!("{title} {cols}x{rows} {set}"), &help((cols, rows), &keys));
            }
        }
        cases.check(&format!("{title} whole"), &help((60, 200), &format!("? {key} PgDn")));
        let end = format!("? {key} End");
        assert_eq!(
            help((60, 16), &format!("{end} Down")),
            help((60, 16), &end),
            "there is no more"
        );
        assert_ne!(help((60, 16), &format!("{end} Up")), help((60, 16), &end), "back at once");
    }
}

#[test]
fn a_screen_that_is_too_small_says_what_is_needed() {
    for (size, expected) in [
        ((29, 8), "Terminal is 29×8; hitscan\nneeds 30×8. q quits."),
        ((40, 7), "Terminal is 40×7; hitscan needs 30×8. q\nquits."),
        ((20, 3), "Terminal is 20×3;\nhitscan needs 30×8.\nq quits."),
        ((1, 2), "T\ne"),
    ] {
        let text = rows(&screen(&app_of("start", size, ""))).join("\n");
        assert_eq!(text.trim_end(), expected);
    }
}

/// Several layers at once, each with something to show: those about positions, and those about
/// events.
#[test]
fn layers_at_every_size_in_both_glyph_sets() {
    let flight = [
        "box T 22 18 16 8",
        "fixed T on",
        "box P 4 6 8 8",
        "laser L 2 30 40 24",
        "polygon Q 44 8 54 12 46 20",
        "select P",
        "response push-out",
        "velocity P 15 9",
        "step",
    ];
    let mut cases = Cases::in_folder("view/layers");
    for (name, layers) in [("where", "w n n y c y g y b"), ("what", "y n y d y s y e")] {
        for (cols, rows) in [(60, 16), (80, 24), (120, 40), (200, 60)] {
            for (set, glyphs) in [("lines", ""), ("ascii", "y a y a")] {
                let app = pressed(app_after((cols, rows), &flight), "z z");
                let app = pressed(pressed(app, glyphs), layers);
                let text = dump(&app, &mut screen(&app));
                cases.check(&format!("{name} {cols}x{rows} {set}"), &text);
            }
        }
    }
}
