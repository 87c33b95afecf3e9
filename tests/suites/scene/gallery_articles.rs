//! The scenes that retell an article, played key by key: what their notes say to press, and what is
//! then visible.

use hitscan::tested::app::{App, Message, Overlay};
use hitscan_core::command::LogFilter;
use hitscan_core::engine::LogQuery;
use hitscan_core::methods::Method;
use hitscan_core::world::TestResult;
use hitscan_geom::Side;

use super::gallery_notes::press;
use crate::keyboard::{built_in, rows};

/// The screen as text.
fn screen(app: &App) -> String {
    rows(app).join("\n")
}

/// The result of the pair in focus in its last frame: the sides, such as `top` or `left`.
fn sides(app: &App) -> String {
    let pair = app.engine.pair_in_focus().expect("a pair");
    let sides = pair.pair_result.sides();
    sides.iter().map(Side::token).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_two_boxes_of_the_article_show_its_numbers() {
    let mut app = built_in("two-boxes");
    press(&mut app, "w");
    let why = screen(&app);
    for number in ["140", "200", "100", "125"] {
        assert!(why.contains(number), "{number}: {why}");
    }
    press(&mut app, ":nudge_20 Right*3");
    assert!(screen(&app).contains("200 < 200  no"), "{}", screen(&app));
}

#[test]
fn one_position_is_read_by_three_origins_in_the_form() {
    let mut app = built_in("origins");
    for (keys, origin, position) in [
        ("i", "top-left", ["100", "30"]),
        ("o", "center", ["140", "50"]),
        ("o", "bottom-center", ["140", "70"]),
    ] {
        press(&mut app, keys);
        let form = screen(&app);
        assert!(form.contains(origin), "{origin}: {form}");
        assert!(position.iter().all(|number| form.contains(number)), "{position:?}: {form}");
    }
}

#[test]
fn the_key_for_strictness_says_which_rule_applies() {
    let mut app = built_in("strict");
    for said in [
        "contact inclusive: touching counts as meeting",
        "contact strict: touching does not count",
        "contact source: each box method as its source has it",
    ] {
        press(&mut app, "c t");
        assert_eq!(app.screen.message.as_ref(), Some(&Message::Note(said.to_owned())));
    }
}

#[test]
fn a_box_that_recedes_upwards_is_hit_on_another_side() {
    let mut app = built_in("mover-two");
    assert!(app.model().shows(Overlay::Ghosts));
    press(&mut app, ".");
    assert_eq!(sides(&app), "top");
    press(&mut app, ", Tab v Up*4 .");
    assert_eq!(sides(&app), "left");
}

/// In how many tests `predict-corner` is wrong, and how many of them are a HIT.
fn played(keys: &str, frames: u32) -> (usize, usize) {
    let mut app = built_in("breakout-45");
    press(&mut app, &format!("{keys} Play*{frames}"));
    let query = LogQuery { filter: LogFilter::Wrong, ..LogQuery::default() };
    app.engine.focus_mut().open_with(Some(Method::PREDICT_CORNER).into());
    let wrong = app.engine.sandbox().shown(&query, app.engine.judge()).len();
    let records = app.engine.sandbox().log().records();
    (wrong, records.filter(|record| record.outcome == TestResult::Hit).count())
}

#[test]
fn predict_corner_is_right_only_at_45_degrees_and_speed_1() {
    let (wrong, hits) = played("", 400);
    assert!(wrong == 0 && hits > 20, "{wrong} of {hits}");
    for (speed, keys) in [(2, "v Right Down"), (3, "v Right*2 Down*2"), (4, "v Right*3 Down*3")] {
        let (wrong, _) = played(keys, 10);
        assert!(wrong > 0, "speed {speed}");
    }
}

#[test]
fn with_int_half_a_unit_is_lost_and_a_corner_is_found() {
    let mut app = built_in("int-halves");
    press(&mut app, ". w");
    assert_eq!(sides(&app), "top");
    let words = |app: &App| screen(app).split_whitespace().collect::<Vec<_>>().join(" ");
    let coded = words(&app);
    for seen in ["p.x > p.y 2.5 > 2", "-> corner-left-right"] {
        assert!(coded.contains(seen), "{seen}: {coded}");
    }
    press(&mut app, "n");
    let printed = words(&app);
    for seen in ["int 2 = 2", "code 2.5 > 2"] {
        assert!(printed.contains(seen), "{seen}: {printed}");
    }
}
