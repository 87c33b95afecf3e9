//! The designed screens, whole: texts, and the role of each cell.

use std::fs;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use super::{app_after, app_of, entered, played, pressed, rows, screen, screen_in, zoo};
use crate::app::{App, GlyphSet, HitRegions, Layout, MouseEvent, MouseKind};
use crate::view::Theme;
use hitscan_core::scene::{Scene, Source};

const SIZE: (u16, u16) = (80, 24);

/// The letters that the design has for the look of a cell without colours.
fn plain_letters(cell: &Cell) -> &'static str {
    match cell.modifier {
        bits if bits.is_empty() => ".fblpho",
        Modifier::DIM => ",vmq",
        Modifier::REVERSED => "RXZ",
        bits if bits == Modifier::BOLD => "TFBLPHOKA",
        bits if bits == Modifier::BOLD | Modifier::UNDERLINED => "TY",
        bits if bits == Modifier::REVERSED | Modifier::DIM => "w",
        _ => "?",
    }
}

/// The letters that the design has for the look of a cell.
fn letters(cell: &Cell) -> &'static str {
    let modifier = cell.modifier;
    let is = |bits: Modifier| modifier == bits;
    let bold_reversed = Modifier::BOLD | Modifier::REVERSED;
    match cell.fg {
        Color::Reset if modifier.is_empty() => ".f",
        Color::Reset if is(Modifier::BOLD) => "TF",
        Color::Reset if is(Modifier::DIM) => ",",
        Color::Reset if is(Modifier::REVERSED) => "R",
        Color::Reset if is(Modifier::REVERSED | Modifier::DIM) => "w",
        Color::Cyan if modifier.is_empty() => "c",
        Color::Cyan if is(Modifier::BOLD) => "KA",
        Color::Cyan if is(bold_reversed) => "Z",
        Color::LightBlue if modifier.is_empty() => "b",
        Color::LightBlue if is(Modifier::BOLD) => "B",
        Color::LightBlue if is(Modifier::DIM) => "v",
        Color::LightBlue if is(Modifier::REVERSED) => "V",
        Color::Magenta if modifier.is_empty() => "l",
        Color::Magenta if is(Modifier::BOLD) => "L",
        Color::Magenta if is(Modifier::DIM) => "m",
        Color::Green if modifier.is_empty() => "p",
        Color::Green if is(Modifier::BOLD) => "P",
        Color::Green if is(Modifier::DIM) => "q",
        Color::Red if modifier.is_empty() => "h",
        Color::Red if is(Modifier::BOLD) => "H",
        Color::Red if is(bold_reversed) => "X",
        Color::Yellow if modifier.is_empty() => "o",
        Color::Yellow if is(Modifier::BOLD) => "O",
        Color::Yellow if is(bold_reversed) => "Y",
        _ => "?",
    }
}

/// Where a screen differs from the designed one: rows of text, and cells of
/// another role.
fn differences(name: &str, app: &App) -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/look");
    let [text, roles] = ["txt", "roles"]
        .map(|kind| fs::read_to_string(format!("{folder}/{name}.{kind}")).expect(name));
    let is_plain = name.starts_with("mono");
    let (theme, letters): (_, fn(&Cell) -> &'static str) =
        if is_plain { (Theme::PLAIN, plain_letters) } else { (Theme::SIXTEEN, letters) };
    let buf = screen_in(app, &theme);
    let mut found = Vec::new();
    for (y, (seen, designed)) in rows(&buf).iter().zip(text.lines()).enumerate() {
        if seen != designed.trim_end() {
            found.push(format!("{name} {y:2} is  {seen}\n{name} {y:2} not {designed}"));
        }
    }
    for (y, designed) in (0..).zip(roles.lines()) {
        let role = |(x, role)| match (role, letters(&buf[(x, y)])) {
            (' ', _) => ' ',
            (role, letters) if letters.contains(role) => role,
            (_, letters) => letters.chars().next().unwrap_or_default(),
        };
        let seen: String = (0..).zip(designed.chars()).map(role).collect();
        if seen != designed {
            found.push(format!("{name} {y:2} is  {seen}\n{name} {y:2} not {designed}"));
        }
    }
    found
}

#[track_caller]
fn check(name: &str, app: &App) {
    let found = differences(name, app);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Their names end with their sizes where those are others.
#[test]
fn screens_are_drawn_as_designed() {
    let sizes = [("-60x16", (60, 16)), ("-48x14", (48, 14)), ("-120x36", (120, 36))];
    let of_size = |name: &str| sizes.iter().find(|(ending, _)| name.ends_with(ending));
    let all = zoo::lines("look").map(|(name, how)| {
        let size = of_size(name).map_or(SIZE, |(_, size)| *size);
        differences(name, &played(size, how)).join("\n")
    });
    let found: Vec<_> = all.filter(|found| !found.is_empty()).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// B has gone back from A and hit it again, off the grid; then the wheel has turned
/// twice where they overlap.
#[test]
fn a_close_view_is_of_single_units() {
    let mut app = app_of("start", SIZE, "Right Right Right Right Right Left L L L Right");
    let (col, row) = (Layout::RULER_COLS + 24, Layout::ARENA_ROW + 6);
    let wheel = MouseEvent { kind: MouseKind::WheelUp, col, row };
    for _ in 0..2 {
        app.point(wheel, &HitRegions::default());
    }
    check("zoomed", &pressed(app, "Esc"));
}

/// Two hundred boxes, of which one goes into the next.
#[test]
fn many_boxes_are_drawn_as_designed() {
    for (name, size) in [("many", SIZE), ("many-120x36", (120, 36))] {
        let scene = Scene::parse(include_str!("../../../tests/fixtures/look/crowd.toml"));
        let source = Source::File("crowd".into());
        let app = App::new(scene.expect("a scene"), source, size, GlyphSet::Lines);
        let lines = ["title two hundred boxes", "select n87", "step", "move 10 0"];
        check(name, &lines.into_iter().fold(app.expect("a world"), entered));
    }
}

#[test]
fn a_slow_line_is_spared_the_dimming_of_a_chosen_line() {
    let keys = "Enter Up Up Up Up Up Up Up Up";
    let look = |app: App| screen(&pressed(app, &format!("{} {keys}", ". ".repeat(14))));
    let local = look(app_of("breakout", SIZE, ""));
    let remote = look(app_of("breakout", SIZE, "").on_slow_line());
    assert_eq!(rows(&local), rows(&remote));
    // The wall is not of the pair.
    let wall = |screen: &Buffer| screen[(4, 5)].modifier;
    assert_eq!([wall(&local), wall(&remote)], [Modifier::DIM, Modifier::empty()]);
}

#[test]
fn the_headline_counts_the_other_hits_of_its_frame() {
    let boxes = ["box A 0 0 4 4", "box B 6 0 4 4", "box C 6 6 4 4", "box D 6 2 4 6"];
    let two = app_after((80, 24), &[&boxes[..3], &["select A", "move A 4 0"]].concat());
    let sentence = |app: &App| rows(&screen(app))[3].clone();
    assert!(!sentence(&two).contains('+'), "{}", sentence(&two));
    let three = app_after((80, 24), &[&boxes[..], &["select A", "move A 4 0"]].concat());
    assert!(sentence(&three).ends_with(" +1"), "{}", sentence(&three));
}

/// Where there is room, and they still overlap.
#[test]
fn the_headline_says_where_what_was_already_inside_gets_out() {
    let boxes = ["box A 20 4 12 12", "box B 10 6 8 8", "select B", "move B 8 0"];
    let sentence_at = |cols: u16, lines: &[&str]| {
        let app = app_after((cols, 24), &[&boxes[..], lines].concat());
        let panel = Layout::of(cols, 24).expect("fits").panel_cols;
        let left = usize::from(cols - panel + 1);
        rows(&screen(&app))[3].chars().skip(left).collect::<String>()
    };
    let sentence = |lines: &[&str]| sentence_at(80, lines);
    assert_eq!(sentence_at(100, &["move B 1 0"]), "was already inside A; out left 7");
    assert_eq!(sentence(&["move B 1 0"]), "was already inside A");
    assert_eq!(sentence(&["rename A a-long-long-name", "move B 1 0"]), "was already inside");
    assert_eq!(sentence(&["move B -6 0"]), "was already inside A");
}
