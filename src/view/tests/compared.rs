//! Which method the log, Methods and Why speak of.

use super::{app_of, pressed, rows, screen};
use crate::app::App;
use hitscan_core::command::Page;
use hitscan_core::methods::Method;

/// The panel's part of the rows.
fn panel(app: &App) -> Vec<String> {
    let cut = |row: &String| row.chars().skip(48).collect::<String>().trim_end().to_owned();
    rows(&screen(app)).iter().map(cut).collect()
}

#[test]
fn the_sentence_about_the_chosen_method_stands_right_below_its_row() {
    let app = app_of("three-ways", (80, 24), ". 2");
    let below = |app: &App| {
        let rows = panel(app);
        let at = rows.iter().position(|row| row.starts_with('►')).expect("a chosen row");
        (rows[at].clone(), rows[at + 1].clone())
    };
    let (chosen, next) = below(&app);
    assert!(chosen.starts_with("►truth") && next.starts_with(" center-distance"), "{next}");
    let (chosen, next) = below(&pressed(app.clone(), "n"));
    assert!(chosen.starts_with("►center-distance") && next.trim() == "agrees", "{next}");
    let (chosen, next) = below(&pressed(app.clone(), "n n n"));
    assert!(chosen.starts_with("►edges") && next.trim() == "wrong: collinear-apart", "{next}");
    let back = pressed(app, "n N");
    assert_eq!(back.engine().focus().page, Page::Truth, "the truth is a row, too");
}

#[test]
fn where_boxes_answer_hits_the_flags_compare_a_method_that_names_sides() {
    let caption = |name: &str, keys: &str| panel(&app_of(name, (80, 24), keys))[4].clone();
    assert!(caption("three-ways", ".").ends_with(" ! relative-velocity ─"));
    assert!(caption("three-ways", "b c .").ends_with(" ! predict-corner ─"));
    assert!(caption("three-ways", ". n").ends_with(" ! center-distance ─"), "the chosen one");
    // Nothing answers there, and laser pairs have no sides to name.
    let keys = ["Right"; 6].join(" ");
    assert!(caption("start", &keys).ends_with(" ! center-distance ─"));
    assert!(caption("start", &format!("b b {keys}")).ends_with(" ! relative-velocity ─"));
}

#[test]
fn after_a_jump_to_a_wrong_answer_why_shows_the_method_that_is_wrong() {
    let app = app_of("three-ways", (80, 24), "b c . ,");
    assert_eq!(app.engine().focus().page, Page::Truth);
    let app = pressed(app, "!");
    assert!(app.engine().focus().is_looking());
    assert_eq!(app.engine().focus().page, Page::Method(Method::PREDICT_CORNER));
    let rows = panel(&pressed(app, "w"));
    assert!(rows[5].starts_with(" predict-corner"), "{rows:#?}");
}
