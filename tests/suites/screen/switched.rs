//! A key or a command that switches something says what it is now.

use hitscan::app::{App, Message};

use crate::keyboard::{press, start, type_line};

fn said(app: &App) -> &str {
    match app.screen().message.as_ref() {
        Some(Message::Note(text)) => text,
        _ => "",
    }
}

#[test]
fn keys_say_what_was_switched_and_to_what() {
    for (keys, says) in [
        ("f", "fine steps: 0.1 cell"),
        ("f f", "whole steps: 1 cell"),
        ("y a", "glyphs basic: what the fonts of old terminals have"),
        ("y a y a", "glyphs ascii: plain ASCII"),
        ("y a y a y a", "glyphs braille: fine dots for everything"),
        ("y t", "theme light: "),
        ("y m", "mouse: click selects"),
        ("y v y v", "velocities: "),
        ("y g", "no grid"),
        ("c s", "snap: moves land on whole cells"),
        ("c s c s", "snap off"),
        ("c f", "B is static: no hit moves it"),
        ("c f c f", "B is dynamic: hits move it"),
        ("c b c b", "B is kinematic: pushes, and no hit moves it"),
        ("b b", "response bounce: boxes bounce off what they hit"),
        ("b s", "response stop: boxes stop where they hit"),
        ("b r", "side method relative-velocity: responses use the side that it names"),
        ("b b u", "response pass: boxes go through each other"),
        ("<", "play speed: 5 frames a second; objects keep their velocity"),
        (">", "play speed: 20 frames a second; objects keep their velocity"),
    ] {
        let mut app = start();
        press(&mut app, keys);
        assert!(said(&app).starts_with(says), "{keys}: {}", said(&app));
    }
}

#[test]
fn commands_say_what_was_set() {
    for (line, says) in [
        ("contact inclusive", "contact inclusive: methods count touching as a hit"),
        ("contact strict", "contact strict: methods count touching as no hit"),
        ("axes y-up", "axes y-up: y grows up the screen"),
        ("speed 1", "play speed: 1 frame a second; objects keep their velocity"),
        ("response slide", "response slide: boxes slide along what they hit"),
    ] {
        let mut app = start();
        type_line(&mut app, line);
        assert_eq!(said(&app), says, "{line}");
    }
}
