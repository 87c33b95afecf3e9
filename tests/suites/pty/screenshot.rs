//! `:screenshot` writes what is on the screen.

use std::fs;

use crate::terminal::{Start, squeezed};

#[test]
fn a_screenshot_shows_the_screen_before_its_command_was_typed() {
    let directory = tempfile::tempdir().expect("there is room");
    let mut terminal = Start::hitscan(["start"]).cwd(directory.path()).run();
    terminal.keys("Right").wait_for_text("frame 1");
    // The next key clears the command shown for the last key.
    terminal.keys("Esc");
    let shown = terminal.wait_for("no command", |screen| !screen.status().contains(":move"));
    for name in ["shot.txt", "shot.svg"] {
        terminal.send(&format!(":screenshot {name}\r"));
        terminal.wait_for_text(&format!("wrote {name}: this screen as"));
    }
    terminal.send(":screenshot shot.txt\r");
    terminal.wait_for_text("shot.txt: not written: there is such a file");
    let read = |name| fs::read_to_string(directory.path().join(name)).expect("it was written");
    let rows: Vec<_> = shown.rows.iter().map(|row| row.trim_end()).collect();
    assert_eq!(read("shot.txt").lines().collect::<Vec<_>>(), rows);
    let svg = read("shot.svg");
    let document = roxmltree::Document::parse(&svg).expect("it is well-formed");
    let told = document.descendants().find(|node| node.has_tag_name("desc"));
    let told = told.and_then(|node| node.text()).expect("what is on the screen");
    assert_eq!(squeezed(told), squeezed(&rows.join("\n")));
}
