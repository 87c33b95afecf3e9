//! The designed screens of the panel's views.

use ratatui::buffer::Buffer;
use ratatui::style::Modifier;

use super::{SIZE, check};
use crate::app::{App, GlyphSet};
use crate::view::tests::{app_of, entered, pressed, rows, screen};
use hitscan_core::scene::{Source, builtin};

#[test]
fn what_is_finer_than_a_cell_is_marked() {
    let keys = "Right Right Right Right Right Left L L L Right";
    check(designed!("rounded"), &app_of("start", SIZE, keys));
}

/// A frame in which a method names the wrong side, looked at in this view.
fn one_frame(view: &str) -> App {
    let app = entered(app_of("three-ways", SIZE, view), "method predict-corner");
    pressed(app, ".")
}

#[test]
fn why_explains_a_method_in_numbers() {
    check(designed!("why"), &one_frame("3"));
}

#[test]
fn methods_lists_every_answer() {
    check(designed!("methods"), &one_frame("2"));
}

#[test]
fn why_stands_above_the_log_where_there_is_room() {
    let touching = app_of("start", (120, 36), "Right Right Right Right Right 3");
    check(designed!("wide-120x36"), &entered(touching, "move 4 0"));
}

#[test]
fn predict_mode_covers_the_tables() {
    let scene = builtin("inside").expect("a built-in scene");
    let app = App::new(scene, Source::BuiltIn("inside".to_owned()), SIZE, GlyphSet::Lines);
    let app = app.expect("a built-in scene").predicting();
    check(designed!("predict"), &pressed(app, "2"));
}

/// Fourteen frames of the ball, and the line of the fifth chosen.
fn looking(after: &str) -> App {
    let steps = ". ".repeat(14);
    app_of("breakout-swept", SIZE, &format!("{steps} {after}"))
}

#[test]
fn a_chosen_line_shows_its_frame() {
    check(designed!("look"), &looking("3 N N N N 1 Enter Up Up Up Up Up Up Up Up"));
}

#[test]
fn why_of_a_chosen_line_says_its_frame() {
    check(designed!("look-why"), &looking("3 N N N N 1 Enter Up Up Up Up Up Up Up Up w"));
}

#[test]
fn a_slow_line_is_spared_the_dimming_of_a_chosen_line() {
    let keys = "Enter Up Up Up Up Up Up Up Up";
    let look = |app: App| screen(&pressed(app, &format!("{} {keys}", ". ".repeat(14))));
    let local = look(app_of("breakout", SIZE, ""));
    let remote = look(app_of("breakout", SIZE, "").on_slow_line());
    assert_eq!(rows(&local), rows(&remote));
    // The wall is not of the pair.
    let wall = |screen: &Buffer| screen[(4, 5)].modifier;
    assert_eq!([wall(&local), wall(&remote)], [Modifier::DIM, Modifier::empty()]);
}
