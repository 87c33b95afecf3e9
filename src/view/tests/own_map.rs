//! Maps of own methods, whose programs answer: the designed screen, and cells without an answer.

use super::lab::panel;
use super::own_methods::{is_tried, says_miss};
use super::{app_of, pressed, rows, screen};
use crate::app::{App, GlyphSet, ProgramEvent};
use hitscan_core::diagnosis::PairKind;
use hitscan_core::methods::OwnReply;
use hitscan_core::scene::{SceneSource, builtin};
use hitscan_core::world::Name;

fn with_own_method(app: App) -> App {
    let name = Name::new("my_hit").expect("a name");
    let mut app = app.with_own_methods(&[name], Some(name));
    says_miss(&mut app);
    app
}

fn classes(app: &App) -> Vec<String> {
    let words = |row: &String| row.split_whitespace().collect::<Vec<_>>().join(" ");
    panel(app).iter().filter(|row| row.ends_with('%')).map(words).collect()
}

#[track_caller]
fn assert_says(app: &App, row: &str) {
    let panel = panel(app);
    assert!(panel.iter().any(|found| found == row), "{row} in {panel:#?}");
}

/// A coordinate in thousandths.
fn milli(word: &str) -> i128 {
    let (whole, rest) = word.split_once('.').unwrap_or((word, ""));
    format!("{whole}{rest:0<3}").parse().expect("a number")
}

/// Whether two lasers cross, in integers: they do if the ends of each are on different sides of the
/// other's line.
fn straddle(line: &str) -> OwnReply {
    let numbers = line.split(' ').filter(|word| *word != "laser");
    let at: Vec<i128> = numbers.map(milli).collect();
    let side = |p: &[i128], q: &[i128], at: &[i128]| {
        ((q[0] - p[0]) * (at[1] - p[1]) - (q[1] - p[1]) * (at[0] - p[0])).signum()
    };
    let apart = |a: &[i128], b: &[i128]| {
        side(&a[..2], &a[2..], &b[..2]) * side(&a[..2], &a[2..], &b[2..]) > 0
    };
    let is_miss = apart(&at[..4], &at[4..]) || apart(&at[4..], &at[..4]);
    OwnReply::from_text(if is_miss { "miss" } else { "hit" }).expect("an answer")
}

fn answered(mut app: App, program: impl Fn(&str) -> OwnReply) -> App {
    let lines = app.screen.map_lines_to_ask().expect("cells have no answer");
    let replies: Vec<OwnReply> = lines.iter().map(|line| program(line)).collect();
    app.hear_program(0, ProgramEvent::CellsAnswered(replies));
    app
}

#[test]
fn cells_have_the_classes_of_the_program_and_the_probe_shows_its_answer() {
    let scene = builtin("in-line").expect("a built-in scene");
    let app = App::new(scene, SceneSource::BuiltIn("in-line".into()), (80, 24), GlyphSet::Ascii);
    let app = pressed(with_own_method(app.expect("a world")), "e M 6 6");
    let app = pressed(answered(app, straddle), "Enter Left Left Left Left Left Left Down Down");
    assert!(
        panel(&app).iter().any(|row| row.contains("my_hit, at end 2 of L")),
        "{:?}",
        panel(&app)
    );
    assert_eq!(
        classes(&app),
        ["! wrong 29 3.4%", ". right: HIT 28 3.3%", "right: MISS 803 93.4%",]
    );
    assert_says(&app, "here 16,22  wrong !");
    assert_says(&app, "probe 10,26  wrong !");
    let status = rows(&screen(&app))[22].clone();
    assert_eq!(status.trim(), "PROBE  L end 2 at 10,26  MISS disjoint  my_hit HIT!");
}

#[test]
fn without_an_answer_the_map_shows_the_state_of_the_program() {
    let mut app = pressed(with_own_method(app_of("inside", (80, 24), "M")), "6 6");
    assert!(!app.model().has_map_work(), "the program has it");
    assert!(app.screen.map_lines_to_ask().is_some_and(|lines| lines.len() == 43 * 20));
    assert_says(&app, "here 18,8  ...");
    let app = pressed(app, "!");
    let message = format!("{:?}", app.screen.message);
    assert!(message.contains("my_hit has not answered yet"), "{message}");
    let mut app = pressed(app, "Esc");
    app.hear_program(0, ProgramEvent::CellsSlow);
    assert_says(&app, "here 18,8  slow");
    app.hear_program(0, ProgramEvent::Died("it crashed: no luck.".to_owned()));
    assert_says(&app, "here 18,8  dead");
    assert_says(&app, "it crashed: no luck.");
    assert!(app.screen.map_lines_to_ask().is_some(), "once it runs again");
    app.hear_program(0, ProgramEvent::Changed);
    let app = answered(app, |_| OwnReply::Unknown);
    assert_eq!(classes(&app), ["not applicable 860 100.0%"]);
}

#[test]
fn a_nudge_asks_again_only_where_the_object_was_or_is() {
    let app = pressed(with_own_method(app_of("inside", (80, 24), "M")), "6 6");
    let app = answered(app, |_| OwnReply::from_text("hit").expect("an answer"));
    let before = classes(&app);
    let mut app = pressed(app, "Right");
    assert_eq!(app.screen.map_lines_to_ask().map(|lines| lines.len()), Some(2));
    app.hear_program(
        0,
        ProgramEvent::CellsAnswered([OwnReply::from_text("hit").expect("an answer"); 2].into()),
    );
    assert_eq!(classes(&app), before);
}

#[test]
fn a_map_of_an_own_method_has_no_single_precision_and_no_dots() {
    let shows = |app: &App| panel(app)[4].clone();
    let app = pressed(with_own_method(app_of("inside", (80, 24), "M")), "6 6");
    assert!(shows(&app).contains(" my_hit, at "), "{}", shows(&app));
    let app = pressed(app, "6");
    assert!(shows(&app).contains(" relation, at "), "{}", shows(&app));
    let mut app = pressed(app, "6 6 y a y a y a");
    assert_eq!(app.screen.appearance.glyphs, GlyphSet::Braille);
    assert!(app.screen.map_lines_to_ask().is_some_and(|lines| lines.len() == 43 * 20));
}

#[test]
fn after_a_trial_the_map_names_the_mistakes_of_the_program() {
    let mut app = pressed(with_own_method(app_of("inside", (80, 24), "M")), "6 6");
    is_tried(&mut app, PairKind::BoxLaser);
    assert_says(&app, "wrong, always-miss (700): it");
    let app = pressed(app, "6");
    assert!(!panel(&app).iter().any(|row| row.contains("always-miss")), "not of a method");
}
