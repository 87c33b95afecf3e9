//! The designed screens, whole: texts, and the role of each cell.

use super::{app_after, app_of, entered, pressed, rows, screen};
use crate::app::App;

/// Compares the screen with the designed one, row by row.
fn differences(app: &App, designed: &str) -> Vec<String> {
    let seen = rows(&screen(app));
    let mut differences = Vec::new();
    for (row, (seen, designed)) in seen.iter().zip(designed.lines()).enumerate() {
        if seen.trim_end() != designed.trim_end() {
            differences.push(format!("{row:2} is  {seen}\n{row:2} not {designed}"));
        }
    }
    differences
}

#[test]
fn start() {
    let app = app_of("start", (80, 24), "");
    let designed = include_str!("../../../tests/fixtures/look/start.txt");
    println!("{}", differences(&app, designed).join("\n"));
    let app = app_of("start", (80, 24), "Right Right Right Right Right");
    let app = entered(app, "move B 4 0");
    let designed = include_str!("../../../tests/fixtures/look/wide-120x36.txt");
    let mut app = app;
    app.resize(120, 36);
    let app = pressed(app, "w");
    println!("{}", differences(&app, designed).join("\n"));
    let app = app_of("three-ways", (80, 24), ". 2 n n n n n n");
    let designed = include_str!("../../../tests/fixtures/look/methods.txt");
    println!("{}", differences(&app, designed).join("\n"));
    let app = app_of("breakout", (80, 24), ". . . . . . . . . . . . . .");
    let designed = include_str!("../../../tests/fixtures/look/breakout.txt");
    println!("{}", differences(&app, designed).join("\n"));
}

#[test]
fn the_headline_counts_the_other_hits_of_its_frame() {
    let boxes = ["box A 0 0 4 4", "box B 6 0 4 4", "box C 6 6 4 4", "box D 6 2 4 6"];
    let two = app_after((80, 24), &[&boxes[..3], &["select A", "move A 4 0"]].concat());
    let sentence = |app: &App| rows(&screen(app))[3].clone();
    assert!(!sentence(&two).contains('+'), "{}", sentence(&two));
    let three = app_after((80, 24), &[&boxes[..], &["select A", "move A 4 0"]].concat());
    assert!(sentence(&three).ends_with(" +1"), "{}", sentence(&three));
}
