//! What the notes of the built-in scenes promise comes true, key by key.

use std::fmt::Write;

use crossterm::event::KeyCode;
use hitscan::tested::app::{App, Effect, KeyPress};
use hitscan_core::engine::expect::Examined;
use hitscan_core::methods::Requested;
use hitscan_core::scene::{builtin, gallery};

use crate::keyboard::built_in;

/// Presses keys written as in the key table; `:a_b` types a line, `x*3` is three times x, `Play*3`
/// three frames of playing.
pub(super) fn press(app: &mut App, keys: &str) {
    for key in keys.split_whitespace() {
        if let Some(line) = key.strip_prefix(':') {
            app.press(KeyPress::plain(KeyCode::Char(':')));
            app.input.paste(&line.replace('_', " "), &app.engine, &mut app.screen);
            app.press(KeyPress::plain(KeyCode::Enter));
            assert!(app.input.prompt.as_ref().is_none(), "{line}: {:?}", app.input.prompt.as_ref());
            continue;
        }
        let (key, times) = key.split_once('*').unwrap_or((key, "1"));
        let times: u32 = times.parse().expect("a number");
        if key == "Play" {
            app.press(KeyPress::plain(KeyCode::Char(' ')));
            (0..times).for_each(|_| app.tick());
            app.press(KeyPress::plain(KeyCode::Char(' ')));
            continue;
        }
        for _ in 0..times {
            let effects = app.press(KeyPress::parse(key).expect(key));
            assert_eq!(effects, [] as [Effect; 0], "{key}");
        }
    }
}

/// `B>A TOUCH touches center-distance touching`: the pair in focus, and each method that has a
/// reason, with the reason.
fn seen(app: &App, scene: &str) -> String {
    let pair = app.engine.pair_in_focus().expect("a pair");
    let contact = app.engine.sandbox().world().settings().boundary_rule;
    // Of the methods shown on request, those that the scene is about.
    let expects = builtin(scene).expect(scene).expects;
    let wrong = expects.into_iter().filter_map(|expect| expect.wrong).flatten();
    let requested = Requested::These(wrong.collect());
    let examined = Examined::requested(pair, contact, &requested);
    let found = &examined.pair;
    let mut text = format!(
        "{}>{} {} {}",
        found.a.name,
        found.b.name,
        found.pair_result.outcome.word(),
        found.pair_result.meeting.relation.token()
    );
    for remark in examined.remarks() {
        let reason = remark.reason.map_or("", |reason| reason.code());
        write!(text, ", {} {reason}", remark.method.id()).expect("a String takes all");
    }
    text
}

fn place(app: &App, name: &str) -> String {
    let mut objects = app.engine.sandbox().world().objects();
    let (_, object) = objects.find(|(_, object)| object.name.as_str() == name).expect(name);
    let (min, _) = object.shape.bounds();
    format!("{},{}", min.x, min.y)
}

/// The rows of a table, each as its cells.
fn rows<const CELLS: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; CELLS]> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let cells: Vec<_> = line.split(" | ").map(str::trim).collect();
        cells.try_into().expect(line)
    })
}

/// Scene, keys, and the pair then in focus.
fn pairs() -> impl Iterator<Item = [&'static str; 3]> {
    rows(include_str!("../../fixtures/notes/pairs.txt"))
}

#[test]
fn pressing_the_keys_in_the_notes_shows_what_they_say() {
    let mut wrong = Vec::new();
    for [name, keys, expected] in pairs() {
        let mut app = built_in(name);
        press(&mut app, keys);
        let seen = seen(&app, name);
        if seen != expected {
            wrong.push(format!("{name} | {keys} | {seen}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_note_of_every_scene_is_tested() {
    for (name, _) in gallery() {
        assert!(pairs().any(|[tried, ..]| tried == *name), "{name}");
    }
}

#[test]
fn objects_move_to_where_the_notes_say() {
    let places = include_str!("../../fixtures/notes/places.txt");
    for [name, keys, object, expected] in rows(places) {
        let mut app = built_in(name);
        press(&mut app, keys);
        assert_eq!(place(&app, object), expected, "{name} after {keys}");
    }
}

/// What a student sees of the ball, frame by frame, in the first ten seconds: `.` in the room below
/// the bricks, `^` above them, `#` inside something.
fn ball(name: &str) -> String {
    let mut app = built_in(name);
    let frames = 10 * u32::from(app.engine.sandbox().world().settings().speed);
    let mut seen = String::new();
    for _ in 0..frames {
        app.press(KeyPress::plain(KeyCode::Char('.')));
        let world = app.engine.sandbox().world();
        let bounds = |name: &str| {
            let mut objects = world.objects();
            let found = objects.find(|(_, object)| object.name.as_str() == name);
            found.expect(name).1.shape.bounds()
        };
        let ((min, max), (bricks, _)) = (bounds("ball"), bounds("b1"));
        let is_in = |(other_min, other_max): (hitscan_geom::Point, hitscan_geom::Point)| {
            min.x < other_max.x && max.x > other_min.x && min.y < other_max.y && max.y > other_min.y
        };
        let others = world.objects().filter(|(_, object)| object.name.as_str() != "ball");
        let stuck = others.map(|(_, object)| object.shape.bounds()).any(is_in);
        seen.push(if stuck {
            '#'
        } else if max.y <= bricks.y {
            '^'
        } else {
            '.'
        });
    }
    seen
}

#[test]
fn the_three_breakouts_visibly_differ_within_ten_seconds() {
    let [exact, relative, corner] =
        ["breakout-swept", "breakout-relative", "breakout-corner"].map(ball);
    assert_eq!(exact, ".".repeat(80), "the wall holds");
    assert_eq!(relative.find('^'), Some(12), "through the bricks within two seconds: {relative}");
    assert!(!relative.contains('#'), "but between two frames: {relative}");
    assert_eq!(corner.find('#'), Some(3), "into the paddle within half a second: {corner}");
    assert!(corner.matches('#').count() > 10 && corner.contains('^'), "{corner}");
}

/// They are the same scene, except for what their names say.
#[test]
fn the_three_breakouts_differ_only_in_the_side_method() {
    let scenes = ["breakout-swept", "breakout-relative", "breakout-corner"]
        .map(|name| builtin(name).expect(name));
    for other in &scenes[1..] {
        assert_eq!(other.objects, scenes[0].objects);
        let settings =
            hitscan_core::world::Settings { side: scenes[0].settings.side, ..other.settings };
        assert_eq!(settings, scenes[0].settings);
        assert_ne!(other.settings, scenes[0].settings);
    }
}
