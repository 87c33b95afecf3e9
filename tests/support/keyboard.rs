//! Apps at the keyboard: press keys, read the state.

use crossterm::event::KeyCode;
use hitscan::tested::app::{App, Effect, GlyphSet, KeyPress, Message};
use hitscan_core::engine;
use hitscan_core::scene::{self, Scene, SceneSource};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The size of the screen.
pub(crate) const SIZE: (u16, u16) = (80, 24);

pub(crate) fn app(scene: Scene, source: SceneSource) -> App {
    App::new(scene, source, SIZE, GlyphSet::Lines).expect("a world")
}

/// An app with a built-in scene.
pub(crate) fn built_in(name: &str) -> App {
    let scene = scene::builtin(name).expect("it is built in");
    app(scene, SceneSource::BuiltIn(name.to_owned()))
}

pub(crate) fn start() -> App {
    built_in("start")
}

pub(crate) fn empty() -> App {
    app(Scene::default(), SceneSource::New)
}

/// The rows of the screen as text, without blanks at their ends.
pub(crate) fn rows(app: &App) -> Vec<String> {
    let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
    hitscan::tested::view::draw(app.model(), &mut buffer);
    let row = |y| (0..SIZE.0).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..SIZE.1).map(|y| row(y).trim_end().to_owned()).collect()
}

/// An app after these keys.
pub(crate) fn pressed(mut app: App, keys: &str) -> App {
    press(&mut app, keys);
    app
}

/// These keys, named as in the key table.
pub(crate) fn keys_of(keys: &str) -> Vec<KeyPress> {
    keys.split_whitespace().map(|key| KeyPress::parse(key).expect(key)).collect()
}

/// Presses these keys; returns the effects of the last one.
pub(crate) fn press(app: &mut App, keys: &str) -> Vec<Effect> {
    keys_of(keys).into_iter().map(|key| app.press(key)).last().unwrap_or_default()
}

/// Presses the key of each letter.
pub(crate) fn type_text(app: &mut App, text: &str) {
    for c in text.chars() {
        app.press(KeyPress::plain(KeyCode::Char(c)));
    }
}

/// Opens the `:` line, types this and enters it; returns the effects.
pub(crate) fn type_line(app: &mut App, line: &str) -> Vec<Effect> {
    press(app, ":");
    type_on(app, line)
}

/// Types more text and enters it.
pub(crate) fn type_on(app: &mut App, text: &str) -> Vec<Effect> {
    type_text(app, text);
    press(app, "Enter")
}

/// The selected object and its bounds.
pub(crate) fn place(app: &App) -> String {
    let (_, object) = app.engine.sandbox().selection().expect("something is selected");
    let (min, max) = object.shape.bounds();
    format!("{} {},{}..{},{}", object.name, min.x, min.y, max.x, max.y)
}

/// The error on the screen.
pub(crate) fn fault(app: &App) -> &str {
    match app.screen.message.as_ref() {
        Some(Message::Fault(text)) => text,
        other => panic!("no fault: {other:?}"),
    }
}

/// The effect that opens a scene.
pub(crate) fn open_scene(target: &str) -> Effect {
    engine::Effect::Open(target.to_owned()).into()
}

/// Reports that the scene was saved; returns the effects that waited for it.
pub(crate) fn saved(app: &mut App, file: &str) -> Vec<Effect> {
    let (_, leaving) = app.engine.saved(file.into());
    leaving.map_or_else(Vec::new, |leaving| app.leave(leaving))
}
