//! The log judged by an own method, whose program answers: its flags, and the jumps to where it is
//! wrong.

use super::{app_after, entered, pressed, rows, screen};
use crate::app::{App, Message, ProgramEvent};
use hitscan_core::methods::OwnReply;
use hitscan_core::world::Name;

/// A laser beside a box.
const SCENE: [&str; 2] = ["box A 0 0 20 20", "laser L -8 10 -4 10"];

fn own(app: App) -> App {
    let name = Name::new("my_hit").expect("a name");
    app.with_own_methods(&[name], Some(name))
}

/// The scene after these moves of the laser.
fn moved(moves: &[&str]) -> App {
    let app = app_after((80, 24), &SCENE);
    let moves = moves.iter().fold(app, |app, by| entered(app, &format!("move L {by}")));
    own(moves)
}

/// A few moves, then so many out and in that the log no longer shows the first ones.
fn long() -> App {
    let out_and_in = ["30 0", "-30 0"].repeat(40);
    moved(&[&["11 1", "30 -1", "-30 0"], out_and_in.as_slice()].concat())
}

/// Answers questions about the log until there are none, and returns the lines of each round.
fn answered(app: &mut App, says: impl Fn(&str) -> &'static str) -> Vec<Vec<String>> {
    let mut rounds = Vec::new();
    while let Some(lines) = app.own_methods.log_lines_to_ask(&app.engine, &app.screen) {
        let replies = lines.iter().map(|line| OwnReply::from_text(says(line)).expect("an answer"));
        app.hear_program(0, ProgramEvent::LogAnswered(replies.collect()));
        rounds.push(lines);
    }
    rounds
}

/// The log, from its heading on.
fn log(app: &App) -> Vec<String> {
    let seen = rows(&screen(app));
    let log = seen.iter().skip(4).map(|row| row.chars().skip(48).collect::<String>());
    log.map(|row| row.trim_end().to_owned()).collect()
}

fn flags(app: &App) -> Vec<String> {
    let lines = log(app);
    let lines = lines.iter().filter(|row| row.contains("L→A"));
    lines.map(|row| row.chars().last().expect("no row is empty").to_string()).collect()
}

fn said(app: &App) -> String {
    match &app.screen.message {
        Some(Message::Note(said) | Message::Fault(said)) => said.clone(),
        _ => String::new(),
    }
}

#[test]
fn visible_lines_are_asked_in_one_round_and_have_a_dot_until_answered() {
    let mut app = moved(&["11 0", "30 0"]);
    assert_eq!(flags(&app), ["·", "·", "·"]);
    assert!(
        log(&app).iter().any(|row| row.contains("· my_hit has not answered")),
        "{:#?}",
        log(&app)
    );
    let lines = app.own_methods.log_lines_to_ask(&app.engine, &app.screen).expect("three lines");
    assert_eq!(
        lines,
        [
            "box 0 0 20 20 laser -8 10 -4 10",
            "box 0 0 20 20 laser 3 10 7 10",
            "box 0 0 20 20 laser 33 10 37 10"
        ]
    );
    assert_eq!(
        app.own_methods.log_lines_to_ask(&app.engine, &app.screen),
        None,
        "they are asked already"
    );
    let [hit, unknown] = ["hit", "?"].map(|word| OwnReply::from_text(word).expect("an answer"));
    app.hear_program(0, ProgramEvent::LogAnswered([hit, hit, unknown].into()));
    assert_eq!(flags(&app), ["!", "t", "S"], "wrong, right at the start, unknown");
    assert_eq!(app.own_methods.log_lines_to_ask(&app.engine, &app.screen), None, "all is known");
}

#[test]
fn a_jump_goes_to_where_the_program_is_wrong_and_asks_for_missing_answers() {
    let mut app = long();
    let special = |line: &str| if line.ends_with("laser 3 11 7 11") { "miss" } else { "?" };
    let in_view = answered(&mut app, special).concat();
    assert!(!in_view.iter().any(|line| special(line) == "miss"), "{in_view:?}");
    app = pressed(app, ";");
    assert_eq!(said(&app), "asking my_hit about the log");
    assert_eq!(app.engine.chosen_line(), None);
    let rounds = answered(&mut app, special);
    assert!(rounds.concat().iter().any(|line| special(line) == "miss"), "{rounds:?}");
    assert_eq!(said(&app), "");
    let asked = app.model().own_question().expect("a pair").lines();
    assert_eq!(asked, ["box 0 0 20 20 laser 3 11 7 11"]);
    // Known answers need no program.
    app = pressed(app, "!");
    assert_eq!(said(&app), "the log has no later wrong answer of this method");
}

#[test]
fn a_key_ends_a_waiting_jump() {
    let mut app = pressed(long(), ";");
    assert_eq!(said(&app), "asking my_hit about the log");
    app = pressed(app, "2 1");
    answered(&mut app, |_| "miss");
    assert_eq!(app.engine.chosen_line(), None);
}

#[test]
fn a_jump_that_waits_for_a_program_that_dies_says_why() {
    let mut app = pressed(long(), ";");
    assert!(app.own_methods.log_lines_to_ask(&app.engine, &app.screen).is_some());
    app.hear_program(0, ProgramEvent::Died("it crashed: out of luck.".to_owned()));
    assert_eq!(said(&app), "my_hit: it crashed: out of luck.");
    app = pressed(app, ";");
    assert_eq!(said(&app), "my_hit: it crashed: out of luck.");
}

#[test]
fn the_filter_lists_all_lines_where_the_program_is_wrong() {
    let mut app = entered(long(), "log wrong");
    assert!(!log(&app).iter().any(|row| row.contains("L→A")));
    let special = |line: &str| if line.ends_with("laser 3 11 7 11") { "miss" } else { "?" };
    answered(&mut app, special);
    let lines = app.model().log().lines();
    let frames: Vec<_> =
        (0..lines.len()).filter_map(|at| lines.get(at)).map(|line| line.outcome).collect();
    assert_eq!(frames, [hitscan_core::world::TestResult::Hit]);
    assert_eq!(flags(&app), ["!"]);
}

#[test]
fn a_program_whose_file_changed_is_asked_again() {
    let mut app = moved(&["11 0"]);
    answered(&mut app, |_| "miss");
    assert_eq!(flags(&app).last().map(String::as_str), Some("!"));
    app.hear_program(0, ProgramEvent::Changed);
    assert_eq!(flags(&app), ["·", "·"]);
    answered(&mut app, |_| "hit");
    assert_eq!(flags(&app).first().map(String::as_str), Some("!"));
}

#[test]
fn covered_frames_are_not_asked_for_the_log() {
    let app = app_after((80, 24), &SCENE).predicting();
    let mut app = own(entered(app, "move L 11 0"));
    // The line of the previous frame is uncovered.
    let asked = app.own_methods.log_lines_to_ask(&app.engine, &app.screen).expect("a line");
    assert_eq!(asked, ["box 0 0 20 20 laser -8 10 -4 10"]);
}
