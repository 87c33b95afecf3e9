//! Own methods, whose programs answer: their rows in Methods and their pages in Why.

use super::{app_of, entered, pressed, rows, screen};
use crate::app::{App, ProgramEvent};
use hitscan_core::diagnosis::{Claim, Findings, PairKind, ProgramFinding, Proof};
use hitscan_core::methods::OwnReply;
use hitscan_core::world::Name;

/// An app with the method `my_hit`, asked about the pair in focus.
fn asked(scene: &str, keys: &str) -> App {
    let name = Name::new("my_hit").expect("a name");
    // After a command the note of the scene is gone.
    let mut app =
        entered(app_of(scene, (80, 24), ""), "nudge cell").with_own_methods(&[name], Some(name));
    let question = app.model().own_question();
    assert!(question.is_some(), "there is a pair");
    app.hear_program(0, ProgramEvent::Asked(question));
    pressed(app, keys)
}

/// The program is asked about the pair and answers.
pub(super) fn says_miss(app: &mut App) {
    app.hear_program(0, ProgramEvent::Asked(app.model().own_question()));
    let reply = OwnReply::from_text("miss").expect("an answer");
    app.hear_program(0, ProgramEvent::Answered(vec![reply]));
}

fn answered(scene: &str, keys: &str, answer: &str) -> App {
    let mut app = asked(scene, keys);
    let pairs = app.model().own_question().expect("a pair").lines().len();
    let reply = OwnReply::from_text(answer).expect("an answer");
    app.hear_program(0, ProgramEvent::Answered(vec![reply; pairs]));
    app
}

/// The panel below its headline.
fn panel(app: &App) -> Vec<String> {
    let seen = rows(&screen(app));
    let panel = seen.iter().skip(5).take(17);
    panel.map(|row| row.chars().skip(48).collect::<String>().trim_end().to_owned()).collect()
}

#[test]
fn an_answer_is_listed_below_the_tests_of_the_articles_with_its_judgement() {
    let panel = panel(&answered("inside", "2", "miss"));
    let row = panel.iter().position(|row| row.starts_with("►my_hit")).expect("its row");
    assert_eq!(panel[row - 1], " slab             HIT  = HIT  =");
    assert_eq!(
        panel[row..row + 4],
        ["►my_hit           MISS !", "   wrong", "   L lies inside A.", "",]
    );
    let asked = panel.iter().position(|row| row.starts_with(" asked")).expect("the question");
    assert_eq!(
        panel[asked..asked + 3],
        [" asked  box 10 4 26 12 laser 14", "        7 21.5 9", " said   miss"]
    );
}

#[test]
fn a_row_shows_the_state_of_the_program() {
    let row = |app: &App| {
        let panel = panel(app);
        let row = panel.into_iter().find(|row| row.starts_with("►my_hit"));
        row.expect("its row").split_whitespace().last().map(str::to_owned)
    };
    let mut app = asked("inside", "2");
    assert_eq!(row(&app).as_deref(), Some("..."));
    app.hear_program(0, ProgramEvent::Slow);
    assert_eq!(row(&app).as_deref(), Some("slow"));
    app.hear_program(0, ProgramEvent::Answered(vec![OwnReply::Unknown]));
    assert_eq!(row(&app).as_deref(), Some("-"));
    app.hear_program(0, ProgramEvent::Died("it crashed: ZeroDivisionError".to_owned()));
    assert_eq!(row(&app).as_deref(), Some("dead"));
    let why = panel(&pressed(app, "3"));
    assert!(why.iter().any(|row| row.contains("it crashed:")), "{why:#?}");
}

#[test]
fn an_unsupported_kind_of_pair_is_reported_in_a_message_and_below_the_row() {
    let said = |app: &App| format!("{:?}", app.screen.message);
    let app = answered("inside", "2", "?");
    let words = "my_hit: it does not know box-laser pairs";
    assert!(said(&app).contains(words), "{}", said(&app));
    let rows = panel(&app);
    let row = rows.iter().position(|row| row.starts_with("►my_hit")).expect("its row");
    assert_eq!(
        rows[row..row + 4],
        ["►my_hit           -", "   no answer", "   it does not know box-laser", "   pairs"]
    );
    let why = panel(&pressed(app.clone(), "3"));
    assert!(why.iter().any(|row| row == " -> ?    it does not know"), "{why:#?}");
    // The next such pair is not reported again.
    let mut app = pressed(app, "Right");
    app.hear_program(0, ProgramEvent::Asked(app.model().own_question()));
    app.hear_program(0, ProgramEvent::Answered(vec![OwnReply::Unknown]));
    assert!(!said(&app).contains(words), "{}", said(&app));
}

#[test]
fn the_page_in_why_has_question_answer_and_judgement() {
    let why = panel(&answered("inside", "3", "miss"));
    assert_eq!(why[0], " my_hit  your program");
    for line in [" box 10 4 26 12 laser 14 7 21.5", " -> MISS !  (the truth: HIT)"] {
        assert!(why.iter().any(|row| row == line), "{line} in {why:#?}");
    }
}

#[test]
fn a_covered_pair_is_neither_asked_nor_shown() {
    let name = Name::new("my_hit").expect("a name");
    let app = app_of("inside", (80, 24), "").predicting();
    let app = app.with_own_methods(&[name], Some(name));
    assert_eq!(app.model().own_question(), None);
    let panel = panel(&pressed(app, "2"));
    assert!(panel.iter().any(|row| row == "►my_hit           ?"), "{panel:#?}");
}

#[test]
fn keys_choose_own_methods_like_the_others() {
    let mut app = asked("inside", "2");
    let token = |app: &App| app.engine.focus().page.token().to_owned();
    let mut seen = vec![token(&app)];
    for _ in 0..4 {
        app = pressed(app, "n");
        seen.push(token(&app));
    }
    assert_eq!(seen, ["my_hit", "bounding-boxes", "slab", "truth", "edges"]);
}

#[test]
fn after_twenty_pairs_the_page_names_the_methods_that_answer_alike() {
    let mut app = asked("inside", "3");
    let likeness = |app: &App| panel(app).iter().any(|row| row.contains("answers like"));
    for count in 1..=20 {
        assert!(!likeness(&app), "{count}");
        says_miss(&mut app);
    }
    assert!(likeness(&app), "{:#?}", panel(&app));
}

/// A trial in the background shows that the program misses all.
pub(super) fn is_tried(app: &mut App, kind: PairKind) {
    let claim = Claim::Always(false);
    let found = ProgramFinding { claim, explains: 700, example: None, proof: Proof::Wrong };
    let findings = Findings { found: vec![found], counts: [700, 1300], ..Findings::default() };
    app.hear_program(0, ProgramEvent::Tried(kind, findings));
}

#[test]
fn after_a_trial_of_such_pairs_the_page_names_the_mistakes_of_the_program() {
    let mut app = answered("inside", "3", "miss");
    assert_eq!(app.model().own_method_to_try(), Some((0, PairKind::BoxLaser)));
    let is_told = |app: &App| panel(app).join(" ").contains("wrong, always-miss (700): it");
    is_tried(&mut app, PairKind::LaserLaser);
    assert!(!is_told(&app), "of other pairs: {:#?}", panel(&app));
    is_tried(&mut app, PairKind::BoxLaser);
    let counts = "Of 2000 random pairs, it";
    assert!(panel(&app).iter().any(|row| row.contains(counts)), "{:#?}", panel(&app));
    assert!(is_told(&app), "{:#?}", panel(&app));
    app.hear_program(0, ProgramEvent::Changed);
    assert!(!is_told(&app), "the program was saved again");
}
