//! How every theme draws each role at each colour depth. Themes change colours and
//! weight only.

use std::collections::BTreeMap;
use std::fmt::Write;

use ratatui::style::{Color, Modifier};

use super::cases::Cases;
use super::screens::look;
use super::zoo::{self, SIZES};
use super::{rows, screen_in};
use crate::app::{Appearance, Background, ColorDepth, ThemeName};
use crate::view::Theme;
use crate::view::theme::GroundRole;

const DEPTHS: [(ColorDepth, &str); 3] =
    [(ColorDepth::Sixteen, "16"), (ColorDepth::Indexed, "256"), (ColorDepth::Rgb, "24-bit")];

/// Each theme with a look of its own, with its names.
pub(super) fn themes() -> Vec<(String, Theme)> {
    let mut all: Vec<(String, Theme)> = vec![("no colour".to_owned(), Theme::PLAIN)];
    let known = [Background::Dark, Background::Light];
    let known = known.map(|background| (ThemeName::ColorBlind, Some(background)));
    for (theme, background) in ThemeName::ALL.map(|theme| (theme, None)).into_iter().chain(known) {
        for (depth, colours) in DEPTHS {
            let look = Appearance {
                theme,
                background,
                asked: Some(depth),
                found: depth,
                ..Appearance::default()
            };
            let on = match background {
                Some(Background::Dark) => " on dark",
                Some(Background::Light) => " on light",
                None => "",
            };
            let name = format!("{}{on} {colours}", theme.token());
            match all.iter_mut().find(|(_, known)| *known == Theme::of(look)) {
                Some((names, _)) => write!(names, ", {name}").expect("takes all"),
                None => all.push((name, Theme::of(look))),
            }
        }
    }
    all
}

/// Each look that occurs on screens of all kinds and sizes, with the cells that have it.
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

/// Grounds replace stipple and grid, so labels may find other free cells. Without colours, brackets
/// tell a HIT from the rest.
#[test]
fn themes_change_no_text_but_on_grounds_and_paint_nothing_else() {
    for (what, app) in SIZES.into_iter().flat_map(|size| zoo::cases("rich", size)) {
        let mut texts: [Option<Vec<String>>; 2] = [None, None];
        for (name, theme) in themes() {
            let screen = screen_in(&app, &theme);
            let text = &mut texts[usize::from(theme.has_body_grounds())];
            let words = |row: &String| row.replace("[HIT]", " HIT ");
            let shown: Vec<String> = rows(&screen).iter().map(words).collect();
            // Dots instead of the ground of a polygon are text.
            if !theme.has_dotted_polygons() {
                assert_eq!(text.get_or_insert_with(|| shown.clone()), &shown, "{what}, {name}");
            }
            let grounds: Vec<_> =
                GroundRole::ALL.into_iter().filter_map(|role| theme.ground(role)).collect();
            let grounds: Vec<_> = grounds.into_iter().chain(theme.shared.bg).collect();
            let mut painted = screen.content().iter().filter(|cell| cell.bg != Color::Reset);
            assert!(painted.all(|cell| grounds.contains(&cell.bg)), "{what} in {name}");
            let is_dim = |cell: &ratatui::buffer::Cell| cell.modifier.contains(Modifier::DIM);
            assert!(!name.contains("high-contrast") || !screen.content().iter().any(is_dim));
        }
        let [plain, on_grounds] = texts.map(|text| text.expect("a theme of each kind"));
        assert_eq!([&plain[0], &plain[1]], [&on_grounds[0], &on_grounds[1]], "{what}");
    }
}
