//! The `:` line: aliases of commands, and the next word to type.

use hitscan::tested::app::{App, Effect, MAX_LINE_BYTES, Prompt};
use hitscan_core::command::Command;

use crate::keyboard::{press, pressed, start};

/// Types a line and enters it.
fn enter(app: &mut App, line: &str) -> Vec<Effect> {
    press(app, ":");
    app.input.paste(line, &app.engine, &mut app.screen);
    press(app, "Enter")
}

/// The text of the line, and its error.
fn line(app: &App) -> (&str, Option<&str>) {
    match app.input.prompt.as_ref() {
        Some(Prompt::Command(line)) => {
            (line.text(), line.fault().map(|fault| fault.message.as_str()))
        }
        other => panic!("no line: {other:?}"),
    }
}

/// As many as a line of a script may have.
#[test]
fn a_polygon_of_a_thousand_vertices_can_be_pasted() {
    let mut app = start();
    // On a parabola, in thousandths.
    let vertex = |n: i32| format!(" {n}.000 {}.{:02}0", n * n / 100, n * n % 100);
    let vertices: String = (-500..500).map(vertex).collect();
    assert!(vertices.len() > 4096);
    assert_eq!(enter(&mut app, &format!("polygon P{vertices}")), []);
    let (_, object) = app.engine.sandbox().selection().expect("the polygon");
    assert_eq!(object.shape.vertices().len(), 1000);
}

#[test]
fn a_line_over_the_limit_is_refused_with_both_lengths_and_stays_unchanged() {
    let mut app = pressed(start(), ":");
    app.input.paste("box Z 1 2", &app.engine, &mut app.screen);
    app.input.paste(&"1 ".repeat(MAX_LINE_BYTES / 2), &app.engine, &mut app.screen);
    let refused = "that makes 1048585 bytes, and 1048576 fit here; nothing was typed";
    assert_eq!(line(&app), ("box Z 1 2", Some(refused)));
    app.input.refuse_paste(5_000_000, &mut app.screen);
    let refused = "that is 5000000 bytes, and a line has 1048576; nothing was pasted";
    assert_eq!(line(&app), ("box Z 1 2", Some(refused)));
    app.input.paste(&" ".repeat(MAX_LINE_BYTES - "box Z 1 2".len()), &app.engine, &mut app.screen);
    assert_eq!(line(&app).1, None);
    press(&mut app, "x");
    assert_eq!(line(&app).0.len(), MAX_LINE_BYTES);
    assert!(line(&app).1.is_some_and(|why| why.starts_with("that makes 1048577 bytes")));
}

/// The word under the cursor is marked before its first letter is typed, even if it is optional.
#[test]
fn the_next_word_is_named_before_it_is_typed() {
    for (line, label) in [
        ("predict hit ", "SIDE"),
        ("predict A B hit ", "SIDE"),
        ("assert A B touch ", "SIDE"),
        ("save ", "FILE"),
        ("wq ", "FILE"),
        ("help ", "WORD"),
        ("step ", "N"),
        ("undo ", "N"),
        ("filter ", "TEXT"),
        ("describe ", "NAME"),
        ("remove ", "NAME"),
        ("recover ", "drop|list|N"),
        ("recover drop ", "all|N"),
        ("query ", "A"),
        ("query A ", "B"),
        ("why A B ", "METHOD|truth"),
        ("velocity 1 2 ", "end"),
        ("duplicate A B ", "DX"),
        ("duplicate A B 1 ", "DY"),
        ("polygon P 0 0 4 0 0 4 ", "…"),
        ("box A 1 2 3 ", "HEIGHT"),
    ] {
        let (_, found) = Command::typing(line, line.len()).expect(line);
        assert_eq!(found, Some(label), "{line}");
    }
}

#[test]
fn aliases_are_written_as_their_command() {
    for (typed, written) in [
        ("q", "quit"),
        ("q!", "quit!"),
        ("w", "save"),
        ("wq", "wq"),
        ("wq \"my lab.toml\"", "wq \"my lab.toml\""),
        ("e tunnel", "open tunnel"),
    ] {
        let settings = hitscan_core::world::Settings::default();
        let command = Command::parse(typed, &settings).expect(typed).expect("a command");
        assert_eq!(command.written(&settings), written);
    }
}
