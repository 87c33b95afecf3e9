//! Where new shapes are placed, and what editing accepts.

use hitscan::tested::app::{App, Message, Prompt};
use hitscan_core::command::Command;
use hitscan_core::world::{Axes, Settings};

use crate::keyboard::{empty, press, pressed, start, type_line};

#[test]
fn a_new_shape_is_visible_at_every_zoom() {
    for zoom in ["- - -", "", "+ + + +"] {
        for kind in ["a b", "a l", "a p"] {
            let app = pressed(empty(), &format!("{zoom} {kind}"));
            let (_, object) = app.engine.sandbox().selection().expect("it was added");
            let (min, max) = object.shape.bounds();
            let (from, to) = (app.screen.viewport.cell_of(min), app.screen.viewport.cell_of(max));
            let cols = to.col - from.col;
            assert!(
                (4..=32).contains(&cols) && from.col >= 0 && to.col < 43,
                "{zoom} {kind}: {cols}"
            );
            assert!(from.row >= 0 && to.row < 20, "{zoom} {kind}");
        }
    }
}

/// Half as large if there is no room for a whole one, and finally with an offset.
#[test]
fn no_new_shape_exactly_covers_another_even_on_the_smallest_screen() {
    for keys in ["a b", "a p", "a l", "d"] {
        let mut app = empty();
        app.resize(60, 16);
        press(&mut app, "a b");
        for _ in 0..12 {
            press(&mut app, keys);
        }
        let bounds: Vec<_> = app
            .engine
            .sandbox()
            .world()
            .objects()
            .map(|(_, object)| object.shape.bounds())
            .collect();
        let [first, second] = [bounds[0], bounds[1]];
        let [apart_x, apart_y] =
            [first.1.x < second.0.x || second.1.x < first.0.x, first.1.y < second.0.y];
        assert!(keys == "d" || apart_x || apart_y, "{keys}: {first:?} {second:?}");
        for (at, one) in bounds.iter().enumerate() {
            assert!(!bounds[..at].contains(one), "{keys}: {one:?} twice in {bounds:?}");
        }
    }
}

#[test]
fn editing_commands_round_trip() {
    for line in [
        "vertex insert P 2 1.5 -3",
        "vertex remove 3",
        "duplicate A B",
        "duplicate A B 2 -0.5",
        "set A.center.x 1.5",
        "set A.bottom-center.height 20000",
    ] {
        for axes in Axes::ALL {
            let settings = Settings { axes, ..Settings::default() };
            let command = Command::parse(line, &settings).expect(line).expect("a command");
            assert_eq!(command.written(&settings), line);
        }
    }
}

/// A fraction is accepted wherever a number is; if it is not a whole number of thousandths, the
/// error names the two nearest.
#[test]
fn fractions_are_accepted_wherever_numbers_are() {
    for (line, reads) in [
        ("box A 1/FRACTION 0 4 4", "laser M 1/4 0 9 3/8"),
        ("laser L 0 0 1/FRACTION 4", "polygon P 0 0 1/2 0 4 4"),
        ("polygon P 0 0 1/FRACTION 0 4 4", "box C 1/2 1/4 1/8 3/4"),
        ("set B.x 1/FRACTION", "set B.x 1/4"),
        ("set B.vx 1/FRACTION", "set B.vx -1/4"),
        ("move 1/FRACTION 0", "move 1/4 -1/8"),
        ("velocity 1/FRACTION 0", "velocity 1/4 0"),
        ("turn L 1/FRACTION", "turn L 45/2"),
        ("length L 1/FRACTION", "length L 1/2"),
        ("nudge 1/FRACTION", "nudge 1/8"),
        ("end B 1 1/FRACTION 0", "end B 1 1/4 0"),
        ("duplicate B D 1/FRACTION 0", "duplicate B D 1/2 0"),
        ("assert B.x 1/FRACTION", "assert B.x 22/2"),
    ] {
        let mut app = start();
        type_line(&mut app, reads);
        assert_eq!(line_fault(&app), None, "{reads}");
        assert!(!matches!(app.screen.message, Some(Message::Fault(_))), "{reads}");
        let mut app = start();
        type_line(&mut app, &line.replace("FRACTION", "3"));
        let why = "1/3: not a whole number of thousandths; the nearest are 0.333 and 0.334";
        assert_eq!(line_fault(&app).as_deref(), Some(why), "{line}");
    }
}

fn line_fault(app: &App) -> Option<String> {
    match &app.input.prompt {
        Some(Prompt::Command(line)) => line.fault().map(ToString::to_string),
        _ => None,
    }
}
