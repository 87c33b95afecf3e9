//! The designed screens, whole: texts, and the role of each cell.

use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};

use super::{app_after, app_of, entered, rows, screen, screen_in};
use crate::app::App;
use crate::view::Theme;

/// The designed screens with their roles, by name.
macro_rules! designed {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/tests/fixtures/look/",
                $name,
                ".txt"
            )),
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/tests/fixtures/look/",
                $name,
                ".roles"
            )),
        )
    };
}

mod arena;
mod help;
mod panel;

/// A screen's name, its text and its roles.
type Designed = (&'static str, &'static str, &'static str);

const SIZE: (u16, u16) = (80, 24);

/// Keys that bring B to A, after others.
fn touching(first: &str) -> String {
    format!("{first} Right Right Right Right Right")
}

/// B has come to A and then into it.
fn overlapping(size: (u16, u16)) -> App {
    entered(app_of("start", size, &touching("")), "move 4 0")
}

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
fn differences(app: &App, (name, text, roles): Designed) -> Vec<String> {
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
fn check(designed: Designed, app: &App) {
    let found = differences(app, designed);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn first_screens_are_drawn_as_designed() {
    let in_ascii = "y a y a Esc";
    check(designed!("start"), &app_of("start", SIZE, ""));
    check(designed!("overlap"), &overlapping(SIZE));
    check(designed!("entry"), &app_of("entry", SIZE, ""));
    let touching = app_of("start", SIZE, &touching(in_ascii));
    check(designed!("mono-ascii"), &entered(touching, "move 4 0"));
    check(designed!("mono-ascii-entry"), &app_of("entry", SIZE, in_ascii));
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
