//! Predict mode: no answer shows before the question is answered.

use super::{app_after, pressed, rows, screen};
use crate::app::{App, GlyphSet};
use hitscan_core::scene::{Source, builtin};

fn predicting(keys: &str) -> App {
    let scene = builtin("inside").expect("a built-in scene");
    let app = App::new(scene, Source::BuiltIn("inside".into()), (80, 24), GlyphSet::Lines);
    pressed(app.expect("a world").predicting(), keys)
}

/// The panel's part of these rows of the screen.
fn panel(app: &App, wanted: std::ops::Range<usize>) -> Vec<String> {
    let cut = |row: &String| row.chars().skip(48).collect::<String>().trim_end().to_owned();
    rows(&screen(app))[wanted].iter().map(cut).collect()
}

/// The walkthroughs check what is shown instead.
#[test]
fn nothing_of_a_covered_pair_shows_in_any_view() {
    for view in ["1", "2", "3", "y c y n y d y s 2"] {
        let all = rows(&screen(&predicting(view)));
        let all = all.join("\n").replace("why HIT, TOUCH or MISS?", "");
        assert!(!["×", "HIT", "MISS"].iter().any(|word| all.contains(word)), "{view}:\n{all}");
    }
}

#[test]
fn an_answer_uncovers_the_truth_and_is_held_against_it() {
    for (keys, said) in [
        ("m", "you said MISS; L>A is HIT inside"),
        ("h Enter", "right: L>A is HIT inside"),
        ("h i n s i d e Enter", "right: L>A is HIT inside"),
        ("t Enter", "you said TOUCH; L>A is HIT inside"),
        ("Enter", "skipped: L>A is HIT inside"),
    ] {
        let app = predicting(keys);
        assert_eq!(panel(&app, 2..3), [" L>A    HIT     within"], "{keys}");
        assert_eq!(rows(&screen(&app))[22].trim(), said, "{keys}");
    }
}

#[test]
fn every_frame_asks_again_and_going_back_does_not() {
    let asked = |keys: &str| predicting(keys).engine().covered().is_some();
    assert!(asked("m Right") && asked("Right m Right"));
    assert!(!asked("m Right ,") && !asked("m Right m , G"));
    // Another way to the same frame number is another question.
    assert!(asked("m Right m u Left"));
    // What changes nothing about the pair asks nothing.
    assert!(!asked("m n n w f v Esc"));
}

#[test]
fn the_log_says_nothing_of_a_covered_pair_and_does_afterwards() {
    let lines = ["box A 0 0 4 4", "box B 6 0 4 4", "move A 3 0"];
    let app = app_after((80, 24), &lines).predicting();
    let shown = |app: &App| rows(&screen(app)).iter().any(|row| row.contains(" HIT   A>B "));
    assert!(app.engine().covered().is_some() && !shown(&app));
    assert!(shown(&pressed(app, "Enter")));
}

#[test]
fn what_lies_ahead_is_not_given_away_to_who_has_gone_back() {
    let lines = ["box A 0 0 4 4", "box B 6 0 4 4", "velocity A 3 0"];
    let app = || app_after((80, 24), &[&lines[..], &["select A"]].concat()).predicting();
    let shows = |keys: &str| {
        let app = pressed(app(), keys);
        rows(&screen(&app)).join("\n").replace("why HIT, TOUCH or MISS?", "").contains("HIT")
    };
    assert!(shows(". Enter") && shows(". Enter ,"), "what was answered stays in the log");
    assert!(!shows("."), "this is asked");
    assert!(!shows("Enter . ,"), "and will be asked again");
    // Nor is it given away to who goes from line to line.
    assert!(!shows("Enter . , 1 Enter Up Up") && !shows("Enter . , 1 Enter Down Down"));
    assert!(shows("Enter . . "), "what was left behind is not asked any more");
}

#[test]
fn predict_is_refused_without_its_mode_and_where_nothing_is_covered() {
    let app = super::typed(super::app_of("inside", (80, 24), ""), "predict hit");
    let app = pressed(app, "Enter");
    assert!(rows(&screen(&app))[22].contains("--predict"), "{:?}", rows(&screen(&app))[22]);
    let app = pressed(super::typed(predicting("m"), "predict hit"), "Enter");
    assert!(rows(&screen(&app))[22].contains("make the next frame"));
}

#[test]
fn each_answer_is_noted_once_with_the_truth_and_so_is_a_skip() {
    let app = predicting("m Right Enter");
    let all = app.engine().journal().text().to_owned();
    let noted: Vec<_> = all.lines().filter(|line| !line.starts_with('|')).collect();
    assert_eq!(
        noted,
        [
            "predict A L miss # A L hit inside, wrong",
            "move A 1 0",
            "skip A L # A L hit inside, skipped"
        ],
        "{all}"
    );
}
