//! Screens, as text and as styles, compared with the designed walkthroughs and with
//! snapshots.

#[path = "../../tests/support/cases.rs"]
mod cases;
#[path = "../../tests/support/snapshots.rs"]
mod snapshots;

mod compared;
mod crowds;
mod editing;
mod glyph_sets;
mod lab;
mod legend;
mod look;
mod map;
mod monochrome;
mod overlays;
mod own_map;
mod own_methods;
mod picker;
mod predict;
mod properties;
mod screens;
mod themes;
mod tiny;
mod views;
mod walkthroughs;
mod why;
mod zoo;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthChar;

use super::{Theme, render};
use crate::app::{App, GlyphSet, KeyPress};
use hitscan_core::scene::{Scene, Source, builtin};

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
    // As the loop does once no key waits.
    app.finish_map().expect("nothing stops it");
    app
}

/// After typing a line into the `:` line.
fn entered(app: App, line: &str) -> App {
    let mut app = typed(app, line);
    app.press(KeyPress::parse("Enter").expect("a key"));
    assert!(app.input().prompt.as_ref().is_none(), "{line}: {:?}", app.input().prompt.as_ref());
    app
}

/// While typing a line into the `:` line.
fn typed(app: App, line: &str) -> App {
    let mut app = pressed(app, ":");
    app.paste(line);
    app
}

fn screen_in(app: &App, theme: &Theme) -> Buffer {
    let (cols, rows) = app.screen().size;
    let area = Rect::new(0, 0, cols, rows);
    let mut buf = Buffer::empty(area);
    render(app.model(), theme, area, &mut buf);
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

/// A row as it is read: a wide character takes two cells, of which the second
/// holds a blank.
fn without_gaps(row: &str) -> String {
    let mut is_behind = false;
    let mut is_read = |c: &char| !std::mem::replace(&mut is_behind, c.width() == Some(2));
    row.chars().filter(|c| is_read(c) || *c != ' ').collect::<String>().trim_end().to_owned()
}

/// Prints screens, to be looked at: `cargo test look_at_screens -- --nocapture`.
#[test]
fn look_at_screens() {
    let size = (80, 24);
    let scene = |lines: &[&str], keys: &str| pressed(app_after(size, lines), keys);
    let apps = vec![
        app_of("start", size, "Right Right Right Right Right Right"),
        app_of("start", size, "Tab t Right Right"),
        app_of("start", size, "Tab Tab e e e"),
        app_of("start", size, "+ + + +"),
        app_of("start", size, "- - -"),
        app_of("tunnel", size, "."),
        app_of("in-line", (60, 16), ""),
        scene(
            &["axes y-up", "box A 12340.5 -12345 8.25 6", "laser L 12330 -12340 12350 -12340"],
            "",
        ),
        scene(
            &["box A 10 4 16 8", "laser L 4 4 30 4", "laser M 10 2 10 20", "laser N 20 20 20 12"],
            "",
        ),
        scene(
            &["polygon P 4 4 20 4 20 12 4 12", "polygon Q 20 4 30 8 20 12", "laser L 2 8 34 9"],
            "",
        ),
        scene(
            &[
                "box a 1 2 1 2",
                "box b 4 2 2 2",
                "box c 8 2 3 2",
                "box d 12 2 1 6",
                "box e 15 2 2 6",
            ],
            "",
        ),
        scene(
            &["box A 4 4 20 20", "box B 10 8 8 8", "box C 22 20 12 10", "laser L 30 2 2 34"],
            "Tab",
        ),
        scene(&["polygon P 4 4 20 4 12 20", "laser L 2 8 34 9"], "v Right Right Down Left Down"),
    ];
    for app in apps {
        let ascii = pressed(app.clone(), "y a");
        for app in [app, ascii] {
            println!("{}\n{}", "=".repeat(80), rows(&screen(&app)).join("\n"));
        }
    }
}
