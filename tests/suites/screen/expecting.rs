//! Expectations in the sandbox: noted, undone, checked and saved.

use std::path::Path;

use hitscan::app::{App, Message};
use hitscan_core::engine::Saved;
use hitscan_core::scene::Source;

use crate::keyboard::{app, press, type_line};

/// A comes towards B, one unit a frame.
fn approach() -> App {
    let scene = hitscan_core::scene::Scene::default();
    let mut app = app(scene, Source::File("lab.toml".into()));
    for line in ["box A 0 0 4 4", "box B 6 0 4 4", "velocity A 1 0"] {
        type_line(&mut app, line);
    }
    app
}

/// What the scene expects, as frames after its beginning.
fn expected(app: &App) -> Vec<u32> {
    app.sandbox().scene().expects.iter().map(|expect| expect.after_frames).collect()
}

#[test]
fn noting_an_expectation_is_an_undo_step() {
    let mut app = approach();
    type_line(&mut app, "expect A B");
    let noted = app.sandbox().scene();
    assert_eq!(expected(&app), [0]);
    press(&mut app, "u");
    assert_eq!((expected(&app), app.sandbox().history().position()), (vec![], 3));
    press(&mut app, "r");
    assert_eq!(app.sandbox().scene(), noted);
    type_line(&mut app, "undo 2");
    assert_eq!((expected(&app), app.sandbox().history().position()), (vec![], 2));
    type_line(&mut app, "redo 2");
    assert_eq!(app.sandbox().scene(), noted);
    press(&mut app, "r");
    assert_eq!(app.screen().message, Some(Message::Note("nothing to redo".to_owned())));
}

/// What is noted again replaces what was noted before, and comes back with undo.
#[test]
fn undoing_brings_back_the_expectation_that_was_replaced() {
    let mut app = approach();
    type_line(&mut app, "expect A B");
    let first = app.sandbox().scene().expects;
    type_line(&mut app, "set B.x 2");
    type_line(&mut app, "expect A B");
    let second = app.sandbox().scene().expects;
    assert_ne!(first, second);
    for (keys, expects) in [("u", &first), ("u", &first), ("r r", &second), ("u u u", &vec![])] {
        press(&mut app, keys);
        assert_eq!(&app.sandbox().scene().expects, expects, "{keys}");
    }
}

#[test]
fn an_expectation_in_the_past_drops_nothing_that_lies_ahead() {
    let mut app = approach();
    press(&mut app, ". . . ,");
    type_line(&mut app, "expect A B");
    assert_eq!((expected(&app), app.sandbox().history().len()), (vec![2], 6));
    press(&mut app, "G");
    assert_eq!((expected(&app), app.sandbox().world().frame()), (vec![2], 3));
    press(&mut app, "u");
    assert_eq!((expected(&app), app.sandbox().world().frame()), (vec![2], 2));
    press(&mut app, "u");
    assert_eq!((expected(&app), app.sandbox().world().frame()), (vec![], 2));
    press(&mut app, "r r");
    assert_eq!((expected(&app), app.sandbox().world().frame()), (vec![2], 3));
    // A change drops what was undone.
    press(&mut app, "u u Down r");
    assert_eq!(expected(&app), [0; 0]);
}

#[test]
fn a_save_says_which_expectations_no_longer_hold() {
    let said = |app: &mut App| {
        app.say_saved(
            Path::new("lab.toml"),
            &Saved::Written,
            hitscan_core::words::SavedState::default(),
        );
        match &app.screen().message {
            Some(Message::Note(text)) => text.clone(),
            other => format!("{other:?}"),
        }
    };
    let mut app = approach();
    type_line(&mut app, "expect A B");
    assert_eq!(said(&mut app), "saved lab.toml");
    type_line(&mut app, "set B.x 2");
    let broken = "saved lab.toml; expect 1: A B no longer holds; :check says why";
    assert_eq!(said(&mut app), broken);
    press(&mut app, "u");
    assert_eq!(said(&mut app), "saved lab.toml");
    press(&mut app, "Left Left Left");
    let state = app.engine().sandbox().state_to_save();
    app.say_saved(Path::new("lab.toml"), &Saved::Made, state);
    let Some(Message::Note(note)) = &app.screen().message else { panic!("it is saved") };
    let start = "saved lab.toml: a new file; the scene now starts as it stands at frame ";
    assert!(note.starts_with(start) && note.ends_with(":check says why"), "{note}");
}

#[test]
fn what_a_check_said_goes_when_the_world_changes() {
    for (keys, stays) in [("Down", false), (".", false), ("u", false), ("Tab", true), ("y g", true)]
    {
        let mut app = approach();
        type_line(&mut app, "expect A B");
        type_line(&mut app, "check");
        let answer = app.screen().panel.answer.as_ref().expect("an answer");
        assert_eq!(answer.lines, ["ok expect 1: A B"]);
        press(&mut app, keys);
        assert_eq!(app.screen().panel.answer.is_some(), stays, "{keys}");
    }
}
