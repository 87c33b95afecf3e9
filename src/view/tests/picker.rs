//! The picker of scenes at the sizes of the design, in both glyph sets.

use ratatui::layout::Rect;

use super::cases::Cases;
use super::screens::dump_whole;
use super::{app_of, played, pressed, rows, screen};
use crate::app::{App, KeyMap, Layout};
use crate::view::text::wrapped;
use hitscan_core::lab::Progress;
use hitscan_core::scene::{builtin, gallery};

fn text(app: &App) -> String {
    rows(&screen(app)).join("\n")
}

#[test]
fn the_picker_at_every_size_in_both_glyph_sets() {
    let mut cases = Cases::in_folder("view/picker");
    for (cols, height) in [(60, 16), (80, 24), (120, 40)] {
        for (set, name) in [("lines", "corner"), ("ascii", "breakout-swept")] {
            let app = app_of(name, (cols, height), if set == "ascii" { "y a y a" } else { "" });
            let app = pressed(app, "o");
            cases.check(&format!("{cols}x{height} {set}"), &text(&app));
        }
    }
}

#[test]
fn the_picker_with_files_a_search_a_fault_and_nothing_found() {
    let files = "start | o | files 矩形と矩形の当たり、そのほか";
    let screens = [
        ("the last", (80, 24), "End"),
        ("a file that is no scene", (80, 24), "b r o k"),
        ("files first", (80, 24), ""),
        ("nothing found", (60, 16), "q u x Space x"),
        ("the name of a new file", (60, 16), "q u x"),
    ];
    let screens = screens.map(|(what, size, keys)| (what, pressed(played(size, files), keys)));
    let lost =
        ("the question before changes are lost", app_of("start", (80, 24), "a b o Down Enter"));
    let mut cases = Cases::in_folder("view/picker_cases");
    for (what, app) in screens.into_iter().chain([lost]) {
        cases.check(what, &dump_whole(&app));
    }
}

/// The picture is what the arena would show in the same area.
#[test]
fn the_preview_is_drawn_like_the_arena() {
    for (name, _) in gallery() {
        let open = pressed(app_of(name, (80, 24), ""), "o");
        let preview = open.input.picker().and_then(|picker| picker.preview()).expect(name);
        let places = Layout::of(80, 24).expect("fits").picker();
        let area = Rect::new(0, 0, places.preview_cols, places.preview_rows);
        let mut alone = ratatui::buffer::Buffer::empty(area);
        let theme = crate::view::Theme::SIXTEEN;
        let glyphs = &crate::view::Glyphs::LINES;
        crate::view::arena::render_bare(&preview.arena(), &theme, glyphs, area, &mut alone);
        let whole = screen(&open);
        for position in area.positions() {
            let there = (position.x + places.list_cols + 1, position.y + 2);
            assert_eq!(whole.cell(there), alone.cell(position), "{name} at {position}");
        }
    }
}

/// The picker does not begin a lesson itself: it enters the command line that does.
#[test]
fn lessons_come_first_and_the_chosen_one_is_begun_by_a_command() {
    let open = pressed(app_of("start", (80, 24), "o"), "Home");
    let text = text(&open);
    let words = |row: &str| row.split_whitespace().collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = text.lines().map(words).collect();
    assert!(rows[2].starts_with("Lessons 16 "), "{text}");
    assert!(rows[4].starts_with("From centre to centre -/12 "), "{text}");
    let typed = |keys: &str| pressed(app_of("start", (80, 24), "o"), keys);
    let found = typed("s q u a r e Space o v");
    let lesson = found.input.picker().and_then(|picker| picker.chosen()).expect("one");
    assert_eq!([lesson.name(), lesson.line().as_str()], ["A square overlap", "learn diagonal"]);
}

#[test]
fn progress_is_shown_beside_the_lessons() {
    let mut app = pressed(app_of("start", (80, 24), "o"), "Home Down");
    let before = text(&app);
    assert!(before.contains("-/12") && !before.contains("4/12"), "{before}");
    let mut progress = Progress::default();
    progress.step_mut("apart", "two").finish();
    let lessons = app.model().built_in_lessons(&progress);
    app.input.scenes_listed(Vec::new(), Some(lessons), &app.engine, &app.screen);
    assert!(text(&app).contains(" 4/12"), "{}", text(&app));
    let chosen = app.input.picker().and_then(|picker| picker.chosen()).expect("one");
    assert_eq!(chosen.name(), "From centre to centre", "it stays");
}

#[test]
fn a_lesson_is_found_by_its_id_too() {
    let found = pressed(app_of("start", (80, 24), "o"), "c a m e - f r o m");
    let lesson = found.input.picker().and_then(|picker| picker.chosen()).expect("one");
    assert_eq!(lesson.name(), "Where it came from");
}

#[test]
fn tab_goes_to_the_next_group_and_shift_tab_to_the_previous() {
    let chosen = |keys: &str| {
        let app = pressed(app_of("start", (80, 24), "o"), keys);
        app.input.picker().and_then(|picker| picker.chosen()).expect("one").name().to_owned()
    };
    assert_eq!(
        [chosen(""), chosen("Tab"), chosen("Tab Down Shift-Tab")],
        ["start", "time", "time"]
    );
    assert_eq!([chosen("Shift-Tab"), chosen("Shift-Tab Tab")], ["empty", "start"]);
    assert_eq!(chosen("End Tab"), "Not apart", "from the last to the first");
}

#[test]
fn every_built_in_title_and_note_fits_on_the_smallest_screen() {
    for (name, _) in gallery() {
        let scene = builtin(name).expect(name);
        let (cols, height) = Layout::LEAST_BESIDE;
        let seen = rows(&screen(&pressed(app_of(name, (cols, height), ""), "o")));
        let is_shown = seen.iter().any(|row| row.contains(scene.title.shown()));
        assert!(is_shown, "{name}: {seen:#?}");
        let places = Layout::of(cols, height).expect("fits").picker();
        let note = KeyMap::default().filled(scene.note.shown());
        let lines: Vec<_> = wrapped(&note, usize::from(places.preview_cols - 2)).collect();
        assert!(lines.len() <= usize::from(places.note_rows), "{name}: {lines:#?}");
    }
}

/// Next to the frame and the settings, which take their columns first; a side method that is not the
/// exact one may leave too little room.
#[test]
fn every_built_in_title_fits_in_the_header_at_80_columns() {
    for (name, _) in gallery() {
        let title = builtin(name).expect(name).title;
        let header = rows(&screen(&app_of(name, (80, 24), ""))).swap_remove(0);
        let is_whole = header.starts_with(&format!(" {name}  {} ", title.shown()));
        assert!(is_whole || header.contains(", by "), "{name}: {header}");
    }
}
