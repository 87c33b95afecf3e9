//! Screens, as text and as styles, compared with the designed walkthroughs and with
//! snapshots.

#[path = "../../tests/support/cases.rs"]
mod cases;
#[path = "../../tests/support/snapshots.rs"]
mod snapshots;

mod blocks;
mod crowds;
mod designed;
mod editing;
mod games;
mod glyph_sets;
mod lab;
mod legend;
mod look;
mod map;
mod methods;
mod monochrome;
mod notes;
mod overlays;
mod own_log;
mod own_map;
mod own_methods;
mod picker;
mod predict;
mod properties;
mod screens;
mod themes;
mod timeline;
mod tiny;
mod views;
mod walkthroughs;
mod why;
mod zoo;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthChar;

use super::{Theme, render};
use crate::app::{App, Clash, GlyphSet, KeyPress, Prompt, SceneFile};
use hitscan_core::scene::{Scene, SceneSource, builtin};

/// An app of a built-in scene, after these keys.
fn app_of(name: &str, size: (u16, u16), keys: &str) -> App {
    let scene = builtin(name).expect(name);
    let app = App::new(scene, SceneSource::BuiltIn(name.to_owned()), size, GlyphSet::Lines);
    pressed(app.expect("a built-in scene"), keys)
}

/// An app of an empty scene, after these lines of commands.
fn app_after(size: (u16, u16), lines: &[&str]) -> App {
    let app = App::new(Scene::default(), SceneSource::New, size, GlyphSet::Lines);
    lines.iter().fold(app.expect("nothing is a world"), |app, line| entered(app, line))
}

/// A box that hits another one from above and the left.
const LANDING: &[&str] = &["box T 22 18 16 8", "fixed T on", "box P 4 6 8 8", "select P"];

/// An app after the steps that `zoo.txt` lists for a screen: a scene, then what is done with it.
fn played(size: (u16, u16), how: &str) -> App {
    let mut steps = how.split(" | ");
    let scene = steps.next().unwrap_or_default();
    let app = match scene.strip_suffix(" predicting").unwrap_or(scene) {
        "empty" => app_after(size, &[]),
        "landing" => app_after(size, LANDING),
        "everything" => app_after(size, screens::SCENE),
        name => match name.strip_prefix("lesson ") {
            Some(id) => lab::lesson(id, size, GlyphSet::Lines),
            None => app_of(name, size, ""),
        },
    };
    let app = if scene.ends_with(" predicting") { app.predicting() } else { app };
    pressed(steps.fold(app, done), "")
}

/// The app after one such step.
fn done(mut app: App, step: &str) -> App {
    match step.split_once(' ').unwrap_or((step, "")) {
        (":", line) => entered(app, line),
        (":!", line) => pressed(typed(app, line), "Enter"),
        (":_", line) => typed(app, line),
        ("go", step) => lab::at_step(app, step),
        ("say", how) => lab::said(app, how == "right"),
        ("finish", how) => lab::finished(app, how),
        ("tick", count) => {
            (0..count.parse().expect("a number")).for_each(|_| app.tick());
            app
        }
        ("files", title) => {
            app.input.scenes_listed(files(title), None, &app.engine, &app.screen);
            app
        }
        ("clash", clash) => {
            let clash = match clash {
                "changed" => Clash::Changed,
                "gone" => Clash::Gone,
                _ => Clash::Another,
            };
            app.screen.message = None;
            let path = "lab/inside.toml".into();
            app.input.prompt = Some(Prompt::SaveOver(path, clash));
            app
        }
        _ => pressed(app, step),
    }
}

/// A file that is not a scene, and one with this title.
fn files(title: &str) -> Vec<SceneFile> {
    let fault = "broken.toml:3:1: velocty: did you mean velocity? (and 2 more)";
    let scene = Scene { title: title.into(), ..builtin("touch").expect("built in") };
    vec![
        SceneFile { name: "broken.toml".to_owned(), scene: Err(fault.to_owned()) },
        SceneFile { name: "lab-2.toml".to_owned(), scene: Ok(scene) },
    ]
}

/// The app after these keys, separated by blanks.
fn pressed(mut app: App, keys: &str) -> App {
    for key in keys.split_whitespace() {
        app.press(KeyPress::parse(key).expect(key));
    }
    // As the event loop does once no key is waiting.
    app.finish_map().expect("nothing stops it");
    app
}

/// The app after entering a line in the `:` line.
fn entered(app: App, line: &str) -> App {
    let mut app = typed(app, line);
    app.press(KeyPress::parse("Enter").expect("a key"));
    assert!(app.input.prompt.as_ref().is_none(), "{line}: {:?}", app.input.prompt.as_ref());
    app
}

/// The app while a line is being typed in the `:` line.
fn typed(app: App, line: &str) -> App {
    let mut app = pressed(app, ":");
    app.input.paste(line, &app.engine, &mut app.screen);
    app
}

fn screen_in(app: &App, theme: &Theme) -> Buffer {
    let (cols, rows) = app.screen.size;
    let area = Rect::new(0, 0, cols, rows);
    let mut buf = Buffer::empty(area);
    render(app.model(), theme, area, &mut buf);
    buf
}

fn screen(app: &App) -> Buffer {
    screen_in(app, &Theme::SIXTEEN)
}

/// The rows of a screen, without trailing blanks.
fn rows(buf: &Buffer) -> Vec<String> {
    let area = buf.area();
    let symbol = |x, y| buf.cell((x, y)).map_or("", |cell| cell.symbol());
    (area.top()..area.bottom())
        .map(|y| (area.left()..area.right()).map(|x| symbol(x, y)).collect::<String>())
        .map(|row| row.trim_end().to_owned())
        .collect()
}

/// A row as it is read: a wide character takes two cells, the second of which is blank in the
/// buffer.
fn without_gaps(row: &str) -> String {
    let mut is_behind = false;
    let mut is_read = |c: &char| !std::mem::replace(&mut is_behind, c.width() == Some(2));
    row.chars().filter(|c| is_read(c) || *c != ' ').collect::<String>().trim_end().to_owned()
}
