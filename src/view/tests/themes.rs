//! How every theme draws each role at each colour depth. Themes change colours and
//! weight only.

use std::collections::BTreeMap;
use std::fmt::Write;

use ratatui::style::{Color, Modifier};

use super::cases::Cases;
use super::screens::look;
use super::zoo::{self, SIZES};
use super::{rows, screen_in};
use crate::app::{Appearance, ColorDepth, ThemeName};
use crate::view::Theme;

const DEPTHS: [(ColorDepth, &str); 3] =
    [(ColorDepth::Sixteen, "16"), (ColorDepth::Indexed, "256"), (ColorDepth::Rgb, "24-bit")];

/// Each theme that looks like no other, with its names.
pub(super) fn themes() -> Vec<(String, Theme)> {
    let mut all: Vec<(String, Theme)> = vec![("no colour".to_owned(), Theme::PLAIN)];
    for theme in ThemeName::ALL {
        for (depth, colours) in DEPTHS {
            let look =
                Appearance { theme, asked: Some(depth), found: depth, ..Appearance::default() };
            let name = format!("{} {colours}", theme.token());
            match all.iter_mut().find(|(_, known)| *known == Theme::of(look)) {
                Some((names, _)) => write!(names, ", {name}").expect("takes all"),
                None => all.push((name, Theme::of(look))),
            }
        }
    }
    all
}

/// Each look that occurs on screens of all kinds and sizes, with what has it.
#[test]
fn what_the_themes_look_like() {
    let mut cases = Cases::in_folder("view/themes");
    for (name, theme) in themes() {
        let mut seen: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (_, app) in SIZES.into_iter().flat_map(|size| zoo::cases("rich", size)) {
            for cell in screen_in(&app, &theme).content() {
                let symbols = seen.entry(look(cell)).or_default();
                let symbol = cell.symbol().to_owned();
                if symbols.len() < 24 && !symbols.contains(&symbol) {
                    symbols.push(symbol);
                }
            }
        }
        let mut text = String::new();
        for (look, symbols) in seen {
            writeln!(text, "{look:<34} {}", symbols.concat()).expect("takes all");
        }
        cases.check(&name, &text);
    }
}

#[test]
fn themes_change_no_text_and_paint_no_background_but_that_of_overlaps() {
    for (what, app) in SIZES.into_iter().flat_map(|size| zoo::cases("rich", size)) {
        let plain = screen_in(&app, &Theme::PLAIN);
        for (name, theme) in themes() {
            let screen = screen_in(&app, &theme);
            assert_eq!(rows(&screen), rows(&plain), "{what} in {name}");
            let overlap = theme.ground().unwrap_or(Color::Reset);
            let painted = |cell: &&ratatui::buffer::Cell| cell.bg != Color::Reset;
            assert!(screen.content().iter().filter(painted).all(|cell| cell.bg == overlap));
            let is_dim = |cell: &ratatui::buffer::Cell| cell.modifier.contains(Modifier::DIM);
            assert!(!name.contains("high-contrast") || !screen.content().iter().any(is_dim));
        }
    }
}
