//! Screens, as text and as styles, against the walkthroughs and against
//! themselves.

mod walkthroughs;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Theme, render};
use crate::app::{App, GlyphSet, KeyPress};
use crate::scene::{Scene, Source, builtin};

/// An app of a built-in scene, after these keys.
fn app_of(name: &str, size: (u16, u16), keys: &str) -> App {
    let scene = builtin(name).expect(name);
    let app = App::new(scene, Source::BuiltIn(name.to_owned()), size, GlyphSet::Lines);
    pressed(app.expect("a built-in scene"), keys)
}

/// An app of an empty scene, after these lines of commands.
fn app_after(size: (u16, u16), lines: &[&str]) -> App {
    let app = App::new(Scene::default(), Source::New, size, GlyphSet::Lines);
    lines.iter().fold(app.expect("nothing is a world"), |app, line| entered(app, line))
}

/// After pressing keys, written with blanks between them.
fn pressed(mut app: App, keys: &str) -> App {
    for key in keys.split_whitespace() {
        app.press(KeyPress::parse(key).expect(key));
    }
    app
}

/// After typing a line into the `:` line.
fn entered(app: App, line: &str) -> App {
    let mut app = typed(app, line);
    app.press(KeyPress::parse("Enter").expect("a key"));
    assert!(app.prompt().is_none(), "{line}: {:?}", app.prompt());
    app
}

/// While typing a line into the `:` line.
fn typed(app: App, line: &str) -> App {
    let mut app = pressed(app, ":");
    app.paste(line);
    app
}

fn screen_in(app: &App, theme: &Theme) -> Buffer {
    let (cols, rows) = app.size();
    let area = Rect::new(0, 0, cols, rows);
    let mut buf = Buffer::empty(area);
    render(app, theme, area, &mut buf);
    buf
}

fn screen(app: &App) -> Buffer {
    screen_in(app, &Theme::SIXTEEN)
}

/// The rows of a screen, blanks at their ends cut off.
fn rows(buf: &Buffer) -> Vec<String> {
    let area = buf.area();
    let symbol = |x, y| buf.cell((x, y)).map_or("", |cell| cell.symbol());
    (area.top()..area.bottom())
        .map(|y| (area.left()..area.right()).map(|x| symbol(x, y)).collect::<String>())
        .map(|row| row.trim_end().to_owned())
        .collect()
}

/// Prints screens, to be looked at: `cargo test look_at_screens -- --nocapture`.
#[test]
fn look_at_screens() {
    let size = (80, 24);
    let start = || app_of("start", size, "");
    let apps = [
        start(),
        pressed(start(), "Right Right Right Right Right Right"),
        pressed(start(), "v Right Right Right"),
        pressed(start(), "v Right Right Right Esc"),
        pressed(start(), "a"),
        pressed(start(), "z"),
        typed(start(), "box A 10 4 16 8"),
        pressed(typed(start(), "lazer L 14 7 21.5 9"), "Enter"),
        typed(start(), "s"),
        pressed(start(), "?"),
        pressed(start(), "? End"),
        pressed(start(), "Right q"),
        pressed(start(), "Tab Tab e"),
        pressed(start(), "Tab Tab t Right"),
        app_of("inside", size, ""),
        app_of("tunnel", size, "."),
        app_of("in-line", (60, 16), ""),
    ];
    for app in apps {
        for glyphs in ["", "y a"] {
            let app = if app.prompt().is_none() && app.help().is_none() {
                pressed(app.clone(), glyphs)
            } else {
                app.clone()
            };
            println!("{}\n{}", "=".repeat(80), rows(&screen(&app)).join("\n"));
        }
    }
}
