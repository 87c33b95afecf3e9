//! The fourteen screens of the walkthroughs, each played key by key and compared cell by cell: a
//! student's first minutes (A), a teacher who prepares a lab (B), an engineer with a suspicious
//! frame (C). They are in `walkthroughs.txt`, each under a line that says how to get there. In a
//! line that is being typed, `<` and `>` enclose reversed text, and `_` is the cursor at the end.

use ratatui::buffer::Buffer;
use ratatui::style::Modifier;

use super::{app_of, entered, pressed, rows, screen, typed, without_gaps};
use crate::app::{App, GlyphSet};
use hitscan_core::scene::{SceneSource, builtin};

const SCREENS: &str = include_str!("walkthroughs.txt");

/// The designed screen of this name.
fn designed(name: &str) -> Vec<&'static str> {
    let heading = format!("--- {name} ");
    let mut lines = SCREENS.lines().skip_while(|line| !line.starts_with(&heading));
    assert!(lines.next().is_some(), "no screen is called {name}");
    let mut rows: Vec<_> = lines.take_while(|line| !line.starts_with("--- ")).collect();
    // A blank line separates two screens; the row of keys is never blank.
    if rows.last().is_some_and(|row| row.is_empty()) {
        rows.pop();
    }
    rows
}

/// The rows as text.
fn read(app: &App) -> Vec<String> {
    let buf = screen(app);
    let mut read: Vec<_> = rows(&buf).iter().map(|row| without_gaps(row)).collect();
    if app.input.prompt.as_ref().is_some() {
        let line = buf.area().height - 2;
        read[usize::from(line)] = with_marks(&buf, line);
    }
    read
}

/// A row with reversed text in brackets, a reversed blank as `_`.
fn with_marks(buf: &Buffer, y: u16) -> String {
    let mut text = String::new();
    let mut was_marked = false;
    for x in 0..buf.area().width {
        let cell = buf.cell((x, y)).expect("on the screen");
        let is_cursor = cell.symbol() == " ";
        let is_marked = cell.modifier.contains(Modifier::REVERSED) && !is_cursor;
        if is_marked != was_marked {
            text.push(if is_marked { '<' } else { '>' });
        }
        let is_cursor = is_cursor && cell.modifier.contains(Modifier::REVERSED);
        text.push_str(if is_cursor { "_" } else { cell.symbol() });
        was_marked = is_marked;
    }
    text.trim_end().to_owned()
}

#[track_caller]
fn assert_shows(app: &App, name: &str) {
    let (seen, designed) = (read(app), designed(name));
    assert_eq!(seen.len(), designed.len(), "rows of {name}");
    for (row, (seen, designed)) in seen.iter().zip(designed).enumerate() {
        assert_eq!(seen, designed, "row {row} of {name}\n{}", rows(&screen(app)).join("\n"));
    }
}

/// In the order of the walkthrough, one key sequence per screen.
#[test]
fn a_the_first_ten_minutes_of_a_student() {
    let mut app = app_of("start", (80, 24), "");
    for (name, keys) in [
        ("A0", ""),
        ("A1", "Right Right Right Right Right"),
        ("A2", "w"),
        ("A3", "1 Right"),
        ("A4", "u w n n"),
        ("A5", "1 Left Left Left Left Left v Right Right Right"),
        ("A6", "Esc b b . ."),
    ] {
        app = pressed(app, keys);
        assert_shows(&app, name);
    }
}

#[test]
fn b_a_teacher_prepares_a_lab() {
    let empty = entered(app_of("start", (80, 24), ""), "new");
    let line = "box A 10 4 16 8";
    assert_shows(&typed(empty.clone(), line), "B1");
    let wrong = typed(empty.clone(), "lazer L 14 7 21.5 9");
    assert_shows(&pressed(wrong, "Enter"), "B2");
    let app = entered(entered(empty, line), "laser L 14 7 21.5 9");
    let app = pressed(app, "2 n");
    assert_shows(&app, "B3");
    assert_shows(&entered(app, "expect"), "B4");
}

/// `hitscan inside --predict`
#[test]
fn b_in_class_the_answers_are_covered() {
    let scene = builtin("inside").expect("a built-in scene");
    let app = App::new(scene, SceneSource::BuiltIn("inside".into()), (80, 24), GlyphSet::Lines);
    assert_shows(&pressed(app.expect("a world").predicting(), "2"), "B5");
}

#[test]
fn c_an_engineer_looks_at_a_suspicious_frame() {
    let empty = entered(app_of("start", (80, 24), ""), "new");
    let wrong = typed(empty.clone(), "box player 103.4567 41.25 8 12");
    assert_shows(&pressed(wrong, "Enter"), "C1");
    let enter = |app, lines: &[&str]| lines.iter().fold(app, |app, line| entered(app, line));
    let mut app = enter(
        empty,
        &[
            "box player 103.4 41.25 8 12",
            "laser ray 94 92 154 32",
            "title player lands on a tile",
            "side predict-corner",
        ],
    );
    app.resize(120, 40);
    app.engine.saved("bug.toml".into());
    let lines = ["box tile 116 60 24 8", "velocity player 6 9", "select player"];
    assert_shows(&pressed(enter(app, &lines), ". w n n n n n n n n n n n n"), "C2");
}
