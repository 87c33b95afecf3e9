//! The parts of the README that are made from the program are up to date.
//!
//! `UPDATE_README=1 cargo test --test readme` writes them anew.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use hitscan::app::{ACTIONS, App, GlyphSet, Group, KeyPress};
use hitscan::scene;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("README.md")
}

/// Holds the part between `<!-- NAME: begin -->` and its end to `made`.
fn hold(name: &str, made: &str) {
    let text = fs::read_to_string(path()).expect("there is a README");
    let (begin, end) = (format!("<!-- {name}: begin -->\n"), format!("<!-- {name}: end -->"));
    let from = text.find(&begin).expect("the part begins") + begin.len();
    let to = text.find(&end).expect("the part ends");
    if text[from..to] == *made {
        return;
    }
    assert!(
        std::env::var_os("UPDATE_README").is_some(),
        "the part \"{name}\" of the README is not up to date; it would be\n{made}"
    );
    let updated = format!("{}{made}{}", &text[..from], &text[to..]);
    fs::write(path(), updated).expect("the README can be written");
}

#[test]
fn the_table_of_keys_is_that_of_the_program() {
    let mut table = String::new();
    for group in Group::ALL {
        let _ = writeln!(table, "| {} | |\n| --- | --- |", group.title());
        for spec in ACTIONS.iter().filter(|spec| spec.group == group) {
            let keys: Vec<_> = spec.keys.iter().map(|keys| format!("`{keys}`")).collect();
            let _ = writeln!(table, "| {} | {} |", keys.join(" "), spec.doc);
        }
        table.push('\n');
    }
    hold("keys", &table);
}

/// What is on the screen of a built-in scene after these keys.
fn screen(name: &str, keys: &str) -> String {
    let scene = scene::builtin(name).expect("it is built in");
    let source = scene::Source::BuiltIn(name.to_owned());
    let mut app = App::new(scene, source, (80, 24), GlyphSet::Lines).expect("a world");
    for key in keys.split(' ') {
        let effects = app.press(KeyPress::parse(key).expect("a key"));
        assert!(effects.is_empty());
    }
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a screen");
    let draw = |frame: &mut ratatui::Frame<'_>| drop(hitscan::view::draw(&app, frame));
    terminal.draw(draw).expect("it draws");
    let buffer = terminal.backend().buffer();
    let row = |y| (0..80).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    let rows: Vec<_> = (0..24).map(|y| row(y).trim_end().to_owned()).collect();
    format!("```text\n{}\n```\n", rows.join("\n"))
}

#[test]
fn the_screens_are_what_the_keys_show() {
    hold("screen", &screen("start", "Right Right Right Right Right Right"));
    hold("why", &screen("inside", "w n"));
}
