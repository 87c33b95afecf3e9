//! Stepping through the wrong cells of a map, and its grounds in braille.

use super::lab::panel;
use super::{app_of, entered, pressed, rows, screen, screen_in};
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

#[test]
fn the_map_of_a_method_sums_up_what_is_wrong_and_says_why_here() {
    let app = entered(app_of("off-45", (80, 24), ""), "method predict-corner");
    let app = pressed(app, "y i , v M 6");
    let rule = rows(&screen(&app))[4].clone();
    assert!(rule.ends_with("├─ predict-corner, B's velocity ─"), "{rule}");
    let expected = " !  wrong            174  20.2%
      labels-swapped 122
      tunnelled       45
      square-overlap   7
 ~  a choice           2   0.2%
 .  right: HIT       146  17.0%
    right: MISS      538  62.6%

 here v 12,10  labels-swapped !
 It names x; the hit is on y.

 6  relation side ►method f32
 n  next method
 !  the next wrong place
 Enter  what B would do there

 M  map off";
    let found: Vec<String> = rows(&screen(&app))[5..22]
        .iter()
        .filter_map(|row| row.split('│').next_back())
        .map(|row| row.trim_end().to_owned())
        .collect();
    assert_eq!(found.join("\n"), expected);
}

#[test]
fn a_map_of_sides_from_inside_paints_nothing_and_says_why() {
    let app = pressed(app_of("start", (80, 24), ""), &["Right"; 8].join(" "));
    let before = rows(&screen(&app));
    let app = pressed(app, "M 6");
    let after = rows(&screen(&app));
    let arena = |rows: &[String]| -> String {
        rows[2..22].iter().map(|row| row.chars().take(45).collect::<String>()).collect()
    };
    let marks: String = arena(&after).chars().filter(|c| !" ·◆".contains(*c)).collect();
    assert!(!marks.contains('i') && !arena(&before).is_empty(), "{after:#?}");
    let panel = panel(&app);
    let from = panel.iter().position(|row| row.starts_with("B overlaps A")).expect("it says so");
    let said = ["B overlaps A at the start, so", "no move names a side. First"];
    assert_eq!(panel[from..from + 2], said);
    assert_eq!(panel[from + 2], "move B out of A; [u] undoes.");
    assert!(panel.iter().any(|row| row.starts_with("i  inside") && row.ends_with("860 100.0%")));
    // A move out of it names sides again.
    let app = pressed(app, &["Left"; 8].join(" "));
    assert!(!self::panel_says(&app, "overlaps"), "{:?}", rows(&screen(&app)));
}

fn panel_says(app: &App, text: &str) -> bool {
    panel(app).iter().any(|row| row.contains(text))
}

/// Red is what meets, in every layer; a wrong answer has its own colour, also where it is right that
/// the two meet.
#[test]
fn wrong_is_another_colour_than_hit_and_a_right_hit_has_the_ground_of_a_hit() {
    for (theme, found) in [
        (ThemeName::Terminal, ColorDepth::Sixteen),
        (ThemeName::Terminal, ColorDepth::Indexed),
        (ThemeName::Dark, ColorDepth::Rgb),
        (ThemeName::Light, ColorDepth::Indexed),
        (ThemeName::HighContrast, ColorDepth::Rgb),
        (ThemeName::ColorBlind, ColorDepth::Rgb),
    ] {
        let theme = Theme::of(Appearance { theme, found, ..Appearance::default() });
        assert_ne!(theme.wrong, theme.contact, "{theme:?}");
        assert_ne!(theme.wrong, theme.fault.remove_modifier(ratatui::style::Modifier::BOLD));
    }
    let right = super::super::arena::map_ground(CellClass::RightHit);
    let overlaps = super::super::arena::map_ground(CellClass::Relation(Relation::Overlaps));
    assert_eq!(right, overlaps);
    assert_ne!(right, super::super::arena::map_ground(CellClass::Wrong(None)));
    let inside = [Relation::Within, Relation::Contains, Relation::Equals]
        .map(|it| super::super::arena::map_ground(CellClass::Relation(it)));
    assert!(inside.iter().all(|it| *it == inside[0] && *it != overlaps), "{inside:?}");
}

#[test]
fn zooms_below_one_are_parts_in_every_glyph_set() {
    use crate::app::GlyphSet;
    for glyphs in GlyphSet::ALL {
        let mut app = app_of("start", (60, 16), "");
        app.screen.appearance.glyphs = glyphs;
        let times = if glyphs == GlyphSet::Ascii { 'x' } else { '×' };
        for part in [2, 4, 8] {
            let row = rows(&screen(&app))[1].clone();
            assert!(row.starts_with(&format!("{times}1/{part}")), "{row}");
            app = pressed(app, "-");
        }
    }
}

#[test]
fn a_name_is_outside_other_bodies_if_it_can_be() {
    let lines = ["box A 8 4 24 24", "laser L 14 16 40 16", "box B 40 30 2 2"];
    let app = super::app_after((80, 24), &lines);
    let screen = rows(&screen(&app));
    let arena: Vec<String> = screen[2..22].iter().map(|it| it.chars().take(46).collect()).collect();
    let name = arena.iter().find_map(|row| row.chars().skip(4).position(|c| c == 'L'));
    let border = arena.iter().filter_map(|row| row.chars().skip(4).position(|c| c == '┐')).min();
    assert!(name > border && border.is_some(), "{arena:#?}");
}
