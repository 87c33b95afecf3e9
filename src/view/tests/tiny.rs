//! Screens too small for a panel beside the arena.

use super::{app_after, app_of, pressed, rows, screen, zoo};
use crate::app::{App, HitRegion, HitRegions, MouseEvent, MouseKind, Pane, Tab};
use crate::view::{Theme, render};
use hitscan_core::scene::{SceneSource, builtin};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const SIZES: [(u16, u16); 4] = [(80, 15), (59, 15), (48, 14), (30, 8)];

/// The keys of the panel's views, each with a word from the view.
const VIEWS: [(&str, &str); 5] =
    [("1", "B→A"), ("2", "truth"), ("3", "truth"), ("4", "name"), ("5", "[B]")];

fn picture(app: &App) -> Vec<String> {
    rows(&screen(app))
}

fn regions(app: &App) -> HitRegions {
    let (cols, rows) = app.screen.size;
    let area = Rect::new(0, 0, cols, rows);
    render(app.model(), &Theme::PLAIN, area, &mut Buffer::empty(area))
}

#[test]
fn pair_and_verdict_are_above_the_status() {
    for (size, verdict) in [
        ((80, 15), " HIT   B hit A's left side  at the start, now 1 deep"),
        ((59, 15), " HIT   B hit A's left side  at the start, now 1 deep"),
        ((30, 8), " HIT   B hit A's left side"),
    ] {
        let app = app_of("start", size, "Right Right Right Right Right Right");
        let seen = picture(&app);
        assert_eq!(seen[usize::from(size.1) - 3], verdict, "{size:?}");
        assert!(!seen.iter().any(|row| row.contains("Log")), "{size:?}: {seen:#?}");
    }
}

#[test]
fn long_names_are_cut_with_a_sign_but_sentences_are_not() {
    let lines = ["box ball-number-one 4 4 4 4", "box ball-number-two 20 8 4 4"];
    let seen = picture(&app_after((30, 8), &lines));
    assert_eq!(seen[5], " MISS  bal… and ba… are apart");
}

#[test]
fn a_view_covers_the_arena_until_it_is_closed() {
    for size in SIZES {
        let arena = app_of("start", size, "Esc");
        for (key, word) in VIEWS {
            let open = pressed(arena.clone(), key);
            let seen = picture(&open);
            assert!(!open.screen.shows_arena(), "{size:?} {key}");
            assert!(seen[1].contains("Methods"), "{size:?} {key}: {seen:#?}");
            assert!(seen.iter().any(|row| row.contains(word)), "{size:?} {key}: {seen:#?}");
            assert_eq!(picture(&pressed(open, "Esc")), picture(&arena), "{size:?} {key}");
        }
    }
}

#[test]
fn keys_that_change_the_world_close_a_view() {
    for size in SIZES {
        let app = app_of("start", size, "2 Tab");
        assert_eq!(app.screen.pane, Pane::Arena, "{size:?}");
        assert!(app.screen.shows_arena(), "{size:?}");
    }
}

#[test]
fn a_jump_through_the_log_shows_its_frame() {
    for size in SIZES {
        let app = app_of("breakout", size, ". . . . . . . . (");
        assert!(app.engine.focus().is_looking() && app.screen.shows_arena(), "{size:?}");
        let end = pressed(app, "Esc");
        assert!(!end.engine.focus().is_looking(), "{size:?}");
    }
}

#[test]
fn a_resize_brings_the_panel_and_takes_it_away() {
    let mut app = app_of("start", (80, 24), "");
    let whole = picture(&app);
    for size in SIZES {
        app.resize(size.0, size.1);
        assert!(app.screen.shows_arena(), "{size:?}");
        assert!(picture(&app)[usize::from(size.1) - 3].contains("B is 5 left of A"), "{size:?}");
    }
    app.resize(29, 8);
    assert!(picture(&app)[0].starts_with("Terminal is 29×8"));
    app.resize(80, 24);
    assert_eq!(picture(&app), whole);
    // An open view stays open, beside the arena or over it.
    let mut open = app_of("start", (48, 14), "2");
    open.resize(80, 24);
    assert_eq!((open.screen.pane, open.screen.panel.tab), (Pane::Panel, Tab::Methods));
    open.resize(30, 8);
    assert!(open.screen.shows_panel() && !open.screen.shows_arena());
}

#[test]
fn a_covered_answer_is_shown_nowhere() {
    for size in SIZES {
        for view in ["", "1", "2", "3"] {
            let scene = builtin("inside").expect("a built-in scene");
            let source = SceneSource::BuiltIn("inside".to_owned());
            let app = App::new(scene, source, size, crate::app::GlyphSet::Lines);
            let app = pressed(app.expect("a world").predicting(), view);
            let seen = picture(&app).join("\n").replace("why HIT, TOUCH or MISS?", "");
            assert!(!["HIT", "MISS"].iter().any(|word| seen.contains(word)), "{size:?}: {seen}");
            let asked = usize::from(size.1) - 3;
            assert!(
                picture(&app)[asked].starts_with(" ?     L and A: what is it?"),
                "{size:?}: {seen}"
            );
        }
    }
}

#[test]
fn the_mouse_reaches_what_is_visible() {
    for size in SIZES {
        let open = app_of("start", size, "1");
        let cells = (0..size.1).flat_map(|row| (0..size.0).map(move |col| (col, row)));
        let is_tab =
            |at: &(u16, u16)| regions(&open).at(at.0, at.1) == Some(HitRegion::Tab(Tab::Why));
        let (col, row) = { cells }.find(is_tab).expect("a tab");
        let mut clicked = open.clone();
        let event = MouseEvent { kind: MouseKind::Press, col, row };
        clicked.point(event, &regions(&open));
        assert_eq!(clicked.screen.panel.tab, Tab::Why, "{size:?}");
        // The arena under the view is out of reach.
        let mut pressed = open.clone();
        pressed.point(MouseEvent { row: 3, col: 10, ..event }, &HitRegions::default());
        assert!(!pressed.screen.shows_arena(), "{size:?}");
    }
}

#[test]
fn everything_has_its_keys_in_the_last_row() {
    for size in SIZES {
        for (what, app) in zoo::everything(size) {
            let seen = picture(&app);
            assert!(!seen[usize::from(size.1) - 1].is_empty(), "{what} {size:?}: {seen:#?}");
            assert!(!seen[0].is_empty(), "{what} {size:?}: {seen:#?}");
        }
    }
}

/// The arrows are those that mark it; other keys have words if there is room.
#[test]
fn every_key_for_a_side_is_named() {
    for (size, keys) in [
        (
            (80, 24),
            " arrows side  Enter answer  n none  Esc back                      : cmd  ? help",
        ),
        ((60, 16), " arrows side  Enter answer  n none            : cmd  ? help"),
        ((30, 8), " arrows side  Enter answer"),
    ] {
        let scene = builtin("three-ways").expect("a built-in scene");
        let source = SceneSource::BuiltIn("three-ways".to_owned());
        let app = App::new(scene, source, size, crate::app::GlyphSet::Lines);
        let app = pressed(app.expect("a world").predicting(), ". h");
        assert_eq!(picture(&app)[usize::from(size.1) - 1], keys);
    }
}
