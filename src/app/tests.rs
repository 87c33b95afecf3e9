//! What keys and the mouse do to the state, where the screen hardly shows it.

use super::{
    App, Dragged, EditMode, GlyphSet, HitRegions, KeyPress, Layout, MouseEvent, MouseKind, Prompt,
};
use hitscan_core::command::{LogFilter, WhySubject};
use hitscan_core::scene::{Scene, SceneSource, builtin};
use hitscan_geom::{Aabb, Milli, Point};

/// Presses these keys, one after the other.
pub(super) fn pressed(mut app: App, keys: &str) -> App {
    for key in keys.split_whitespace() {
        app.press(KeyPress::parse(key).expect("a key"));
    }
    app
}

/// An empty scene after these commands.
pub(super) fn typed(lines: &[&str]) -> App {
    let app = App::new(Scene::default(), SceneSource::New, (80, 24), GlyphSet::Lines);
    lines.iter().fold(app.expect("nothing is a world"), |app, line| {
        let mut app = pressed(app, ":");
        app.input.paste(line, &app.engine, &mut app.screen);
        pressed(app, "Enter")
    })
}

fn point(x: i16, y: i16) -> Point {
    Point::new(Milli::from_units(x), Milli::from_units(y))
}

/// Sends a mouse event at this point of the plane.
fn mouse(app: &mut App, kind: MouseKind, at: Point) {
    let cell = app.screen.viewport.cell_of(at);
    let on_screen = |cell: i64, from: u16| u16::try_from(cell + i64::from(from)).expect("in view");
    let col = on_screen(cell.col, Layout::RULER_COLS);
    let row = on_screen(cell.row, Layout::ARENA_ROW);
    app.point(MouseEvent { kind, col, row }, &HitRegions::default());
}

fn selected(app: &App) -> String {
    app.engine.sandbox().selection().expect("something is selected").1.name.to_string()
}

#[test]
fn a_click_where_a_laser_crosses_a_box_selects_the_laser() {
    for lasers_first in [true, false] {
        let (laser, small) = ("laser L 2 2 14 6", "box B 7 3 2 2");
        let lines = if lasers_first { [laser, small] } else { [small, laser] };
        let mut app = pressed(typed(&[&["box A 0 0 20 20"], &lines[..]].concat()), "v m");
        mouse(&mut app, MouseKind::Press, point(8, 4));
        assert_eq!(selected(&app), "L", "{lines:?}");
        mouse(&mut app, MouseKind::Press, point(18, 18));
        assert_eq!(selected(&app), "A", "the smallest box would be elsewhere");
    }
}

#[test]
fn the_corner_opposite_the_dragged_one_stays() {
    let corners = [(0, 0), (10, 0), (10, 10), (0, 10)];
    for (held, (x, y)) in corners.into_iter().enumerate() {
        let mut app = typed(&["box A 0 0 10 10"]);
        app.input.edit_mode = EditMode::End(held);
        mouse(&mut app, MouseKind::Press, point(x, y));
        mouse(&mut app, MouseKind::Drag, point(x + 2, y + 2));
        let opposite = point(10 - x, 10 - y);
        let expected = Aabb::from_corners(point(x + 2, y + 2), opposite).expect("a box");
        assert_eq!(
            app.input.dragged(app.engine.sandbox()),
            Some(Dragged::Box(expected)),
            "corner {}",
            held + 1
        );
    }
}

#[test]
fn escape_ends_the_edit_mode_before_it_clears_the_filter() {
    let mut app = pressed(typed(&["box A 0 0 10 10"]), "1 e");
    app.engine.log_query_mut().text = "hit".into();
    let state = |app: &App| (app.input.edit_mode, app.engine.log_query().text.clone());
    let app = pressed(app, "Esc");
    assert_eq!(state(&app), (EditMode::Move, "hit".into()));
    let app = pressed(app, "Esc");
    assert_eq!(state(&app), (EditMode::Move, String::new()));
}

#[test]
fn worlds_of_more_than_a_thousand_objects_list_only_tests_of_the_selected_one() {
    for (objects, filter) in [(1000, LogFilter::Changes), (1001, LogFilter::Selected)] {
        let mut app = typed(&[&format!("crowd c {objects} 0 0 900 900")]);
        app.screen.filter_log(&mut app.engine, None);
        assert_eq!(app.engine.log_query().filter, filter, "{objects} objects");
    }
}

#[test]
fn a_second_q_does_not_answer_the_question() {
    let mut app = pressed(typed(&["box A 0 0 4 4"]), "q q q");
    assert!(matches!(app.input.prompt, Some(Prompt::Leave(_))), "it still asks");
    assert!(!app.press(KeyPress::parse("y").expect("a key")).is_empty(), "y quits");
}

#[test]
fn no_method_is_beside_another_where_the_beam_does_not_reach() {
    let scene = builtin("beam").expect("a built-in scene");
    let app = App::new(scene, SceneSource::New, (80, 24), GlyphSet::Lines);
    let mut app = app.expect("it is a world");
    for line in ["select B", "put B 23 6"] {
        app = pressed(app, ":");
        app.input.paste(line, &app.engine, &mut app.screen);
        app = pressed(app, "Enter");
    }
    for key in ["n", "N"] {
        app = pressed(app, key);
        assert_eq!(app.engine.focus().page, WhySubject::Truth, "{key}");
    }
}
