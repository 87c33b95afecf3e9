//! The notes of the built-in scenes: every step, played, shows what it says; and how they look.

use std::fmt::Write;
use std::fs;

use super::{app_of, pressed, rows, screen};
use crate::app::{Action, App, GlyphSet, Layout, Tab};
use hitscan_core::scene::{SceneSource, StepKey, builtin, gallery};

/// Scene, number of the step, and what the screen then shows outside the note.
fn shows() -> Vec<[String; 3]> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/notes/shows.txt");
    let text = fs::read_to_string(path).expect("a fixture");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let cells = |line: &str| {
        let mut cells = line.splitn(3, " | ").map(|cell| cell.trim().to_owned());
        [(); 3].map(|()| cells.next().expect("three cells"))
    };
    lines.map(cells).collect()
}

/// The app after these keys of a step.
fn after(mut app: App, keys: &[StepKey]) -> App {
    for key in keys {
        match key {
            StepKey::Action { id, times } => {
                let action = Action::of_id(id).expect(id);
                let key = app.input.keymap.key_of(action).expect(id);
                for _ in 0..*times {
                    app = pressed(app, &key);
                }
            }
            StepKey::Line(line) => app = super::entered(app, line),
        }
    }
    app
}

/// The text of the screen without the note: whole rows, and arena and panel each alone.
fn outside_the_note(app: &App) -> String {
    let layout = app.screen.layout().expect("fits");
    let panel = usize::from(layout.cols - layout.panel_cols);
    let body = 1 + usize::from(layout.panel_head_rows());
    let panel_view = &app.screen.panel;
    let in_log = panel_view.tab == Tab::Log && panel_view.answer.is_none();
    let height = app.screen.note.height(
        &app.input.keymap,
        usize::from(layout.panel_cols - 2),
        usize::from(layout.panel_body_rows()),
    );
    let foot = usize::from(layout.rows) - 2 - usize::from(layout.note_rows);
    let mut text = String::new();
    for (row, line) in rows(&screen(app)).iter().enumerate() {
        let is_note = if in_log {
            (body..body + height).contains(&row)
        } else {
            (foot..usize::from(layout.rows) - 2).contains(&row)
        };
        let of_arena: String = line.chars().take(panel - 1).collect();
        let of_panel: String = line.chars().skip(panel).collect();
        let parts = if is_note { vec![of_arena] } else { vec![line.clone(), of_arena, of_panel] };
        for part in parts {
            let words: Vec<_> = part.split_whitespace().collect();
            text.push_str(&words.join(" "));
            text.push('\n');
        }
    }
    text
}

#[test]
fn every_step_of_the_built_in_notes_shows_what_it_says() {
    let (shows, mut missing) = (shows(), String::new());
    for size in [(80, 24), (100, 30), (120, 40), (200, 60)] {
        for (name, _) in gallery() {
            let mut app = app_of(name, size, "");
            let steps = builtin(name).expect(name).steps;
            assert!(!steps.is_empty(), "{name}");
            for (number, step) in (1..).zip(&steps) {
                app = after(app, &step.keys);
                assert_eq!(app.screen.note.steps_done(), number, "{name}, {}", step.written_keys());
                let seen = outside_the_note(&app);
                let of_step = shows
                    .iter()
                    .filter(|[scene, step, _]| scene == name && *step == number.to_string());
                assert!(of_step.clone().next().is_some(), "{name} {number}");
                for [.., wanted] in of_step.filter(|[.., wanted]| !seen.contains(wanted)) {
                    let _ = writeln!(missing, "{size:?} {name} | {number} | {wanted}");
                }
            }
        }
    }
    assert!(missing.is_empty(), "not on the screen:\n{missing}");
}

/// The rows of the panel's body, as text.
fn body(app: &App) -> Vec<String> {
    let layout = app.screen.layout().expect("fits");
    let first = usize::from(layout.panel_head_rows()) + 1;
    let panel = usize::from(layout.cols - layout.panel_cols);
    let all = rows(&screen(app));
    let rows = all.iter().take(usize::from(layout.rows) - 2).skip(first);
    rows.map(|row| row.chars().skip(panel).collect::<String>().trim_end().to_owned()).collect()
}

#[test]
fn the_note_heads_the_log_and_ticks_off_what_was_done() {
    let app = app_of("start", (80, 24), "");
    let log = " frame pair what  side   at";
    assert_eq!(
        body(&app)[..8],
        [
            " Push box B into box A: the log",
            " on the right shows what each",
            " test says.",
            "►1 [Right] 5×",
            " 2 [Right]",
            " 3 [w]",
            "",
            log,
        ]
    );
    let app = pressed(app, "Right Right Right Right Right");
    assert_eq!(
        body(&app)[..8],
        [
            "✓1 [Right] 5×",
            "   Top right: TOUCH. B and A",
            "   share a piece of an edge.",
            "►2 [Right]",
            " 3 [w]",
            "",
            "",
            log,
        ]
    );
    let app = pressed(app, "Right Right");
    assert_eq!(body(&app)[..4], ["✓1 [Right] 5×", "✓2 [Right]", "►3 [w]  [u] leads back", ""]);
    let app = pressed(app, "u w");
    let why = body(&app);
    assert_eq!(why[why.len() - 1..], [" are below 0."].map(str::to_owned)[..], "{why:#?}");
    let app = pressed(app, "1 Right");
    assert_eq!(body(&app)[0], log, "it has left");
    let app = pressed(app, "y i");
    assert!(body(&app)[0].starts_with(":note"), "{:#?}", body(&app));
}

#[test]
fn the_note_is_in_ascii_where_glyphs_are() {
    let start = builtin("start").expect("built in");
    let app = App::new(start, SceneSource::New, (80, 24), GlyphSet::Ascii).expect("a world");
    let app = pressed(app, "Right Right Right Right Right");
    assert_eq!(body(&app)[..1], ["*1 [Right] 5x"]);
    assert_eq!(body(&app)[3..4], [">2 [Right]"]);
}

#[test]
fn a_long_note_leaves_half_of_the_body_to_the_log() {
    for (name, _) in gallery() {
        let app = app_of(name, (80, 24), "");
        let Layout { panel_cols, .. } = app.screen.layout().expect("fits");
        let height = app.screen.note.height(&app.input.keymap, usize::from(panel_cols - 2), 17);
        assert!(height <= 10, "{name}: {height}");
    }
}
