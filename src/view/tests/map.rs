//! Stepping through the wrong cells of a map, and its grounds in braille.

use super::{app_of, entered, pressed, screen_in};
use crate::app::{App, Appearance, ColorDepth, Layout, ThemeName};
use crate::view::Theme;
use crate::view::theme::GroundRole;
use hitscan_core::engine::map::CellClass;
use hitscan_geom::Relation;

/// Each press goes to the next group; after the last one it starts again.
#[test]
fn one_command_each_cycles_through_the_wrong_cells() {
    let app = entered(app_of("off-45", (80, 24), "v"), "method predict-corner");
    let mut app = pressed(app, "M 6");
    let mut been = Vec::new();
    for _ in 0..12 {
        let before = app.engine.journal().text().lines().count();
        app = pressed(app, "!");
        assert_eq!(app.engine.journal().text().lines().count(), before + 1);
        let map = app.model().map().and_then(|view| view.map()).expect("a map");
        let here = map.answer(map.present()).expect("it is there");
        assert!(matches!(here.class, Some(CellClass::Wrong(_))), "{here:?}");
        been.push(map.present());
    }
    let first = been[0];
    let again = been.iter().skip(1).position(|place| *place == first).expect("it comes round") + 1;
    assert!(again > 1 && been[..12 - again] == been[again..], "{been:?}");
    let back = pressed(app.clone(), "! ;");
    let place = |app: &App| app.model().map().and_then(|view| view.map()).expect("a map").present();
    assert_eq!(place(&back), place(&app), "there and back");
}

/// A cell has a ground if all its dots would meet; dots draw the border.
#[test]
fn a_map_in_braille_has_grounds_if_the_theme_does() {
    let app = pressed(entered(app_of("start", (80, 24), "y a y a y a"), "remove L"), "M");
    let look =
        Appearance { theme: ThemeName::Dark, found: ColorDepth::Rgb, ..Appearance::default() };
    let theme = Theme::of(look);
    let [on_ground, without] = [&theme, &Theme::SIXTEEN].map(|theme| screen_in(&app, theme));
    let ground = theme.ground(GroundRole::MapOverlaps).expect("dark has grounds");
    let map = app.model().map().and_then(|view| view.map()).expect("a map");
    let arena = || (0..43_u16).flat_map(|x| (0..20_u16).map(move |y| (x, y)));
    let on_screen = |(x, y): (u16, u16)| (x + Layout::RULER_COLS, y + Layout::ARENA_ROW);
    let [mut filled, mut border] = [0, 0];
    for (x, y) in arena() {
        let [column, row] = [(x, 2), (y, 4)].map(|(at, dots)| usize::from(at) * dots);
        let dots = || (0..8).map(|at| map.class([column + at % 2, row + at / 2]));
        let is = |relation| move |class| class == Some(CellClass::Relation(relation));
        let meets = dots().filter(|class| !is(Relation::Disjoint)(*class)).count();
        // Thin classes stand out: touching, and overlapping rather than within.
        let is_overlap =
            meets == 8 && dots().any(is(Relation::Overlaps)) && !dots().any(is(Relation::Touches));
        let cell = &on_ground[on_screen((x, y))];
        assert_eq!(cell.bg == ground, is_overlap, "{x} {y}");
        filled += usize::from(is_overlap);
        let is_mixed = (1..8).contains(&meets);
        border += usize::from(is_mixed && cell.symbol() == without[on_screen((x, y))].symbol());
    }
    assert!(filled > 100 && border > 20, "{filled} cells on ground, {border} of dots");
    assert!(arena().all(|at| without[on_screen(at)].bg != ground));
}
