//! The way through the wrong cells of a map, and its grounds in braille.

use super::{app_of, entered, pressed, screen_in};
use crate::app::{App, Appearance, ColorDepth, ThemeName};
use crate::view::Theme;
use crate::view::theme::GroundRole;
use hitscan_core::engine::map::Class;

/// Each press goes to the next group; once through all of them it begins again.
#[test]
fn the_next_wrong_cells_come_round_by_one_command_each() {
    let app = entered(app_of("off-45", (80, 24), "v"), "method predict-corner");
    let mut app = pressed(app, "M 6");
    let mut been = Vec::new();
    for _ in 0..12 {
        let before = app.engine().journal().text().lines().count();
        app = pressed(app, "!");
        assert_eq!(app.engine().journal().text().lines().count(), before + 1);
        let map = app.model().map().and_then(|view| view.map()).expect("a map");
        let here = map.answer(map.present()).expect("it is there");
        assert!(matches!(here.class, Some(Class::Wrong(_))), "{here:?}");
        been.push(map.present());
    }
    let first = been[0];
    let again = been.iter().skip(1).position(|place| *place == first).expect("it comes round") + 1;
    assert!(again > 1 && been[..12 - again] == been[again..], "{been:?}");
    let back = pressed(app.clone(), "! ;");
    let place = |app: &App| app.model().map().and_then(|view| view.map()).expect("a map").present();
    assert_eq!(place(&back), place(&app), "there and back");
}

/// Where all dots of a cell would say the same, the ground says it; dots draw the border.
#[test]
fn a_map_in_braille_has_grounds_where_there_are_grounds() {
    let app = pressed(entered(app_of("start", (80, 24), "y a y a y a"), "remove L"), "M");
    let look =
        Appearance { theme: ThemeName::Dark, found: ColorDepth::Rgb, ..Appearance::default() };
    let theme = Theme::of(look);
    let [on_ground, without] = [&theme, &Theme::SIXTEEN].map(|theme| screen_in(&app, theme));
    let ground = theme.ground(GroundRole::MapOverlaps).expect("dark has grounds");
    let arena = || (4..47).flat_map(|x| (2..22).map(move |y| (x, y)));
    let is_dots = |symbol: &str| symbol.chars().all(|c| ('\u{2801}'..='\u{28ff}').contains(&c));
    let mut border = 0;
    for at in arena() {
        let [filled, plain] = [&on_ground[at], &without[at]];
        if filled.bg == ground && plain.symbol() == "\u{28ff}" {
            assert!(!is_dots(filled.symbol()), "{at:?} {}", filled.symbol());
        } else if is_dots(filled.symbol()) {
            assert_ne!(filled.bg, ground, "{at:?}");
            border += usize::from(plain.symbol() == filled.symbol());
        }
    }
    let filled = arena().filter(|at| on_ground[*at].bg == ground).count();
    assert!(filled > 100 && border > 20, "{filled} cells on ground, {border} of dots");
    assert!(arena().all(|at| without[at].bg != ground));
}
