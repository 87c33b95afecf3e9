//! Predict mode: no answer shows before the question is answered.

use proptest::prelude::*;
use ratatui::buffer::Cell;

use super::{app_after, pressed, rows, screen};
use crate::app::{App, GlyphSet, Layout};
use hitscan_core::scene::{Scene, Source, builtin};
use hitscan_core::world::{Name, Object, Response, Settings};
use hitscan_geom::{Aabb, Milli, Point, Polygon, Segment, Shape, ShapeKind, Vector};

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
        let all = all.join("\n").replace("why HIT, TOUCH or MISS?", "").replace("×2", "");
        assert!(!["×", "HIT", "MISS"].iter().any(|word| all.contains(word)), "{view}:\n{all}");
    }
}

#[test]
fn an_answer_uncovers_the_truth_and_is_held_against_it() {
    for (keys, said) in [
        ("m", "wrong: you said MISS, L>A is HIT inside"),
        ("h Enter", "right: L>A is HIT inside"),
        ("h i", "right: L>A is HIT inside"),
        ("h l", "HIT is correct, the side is not: L>A is HIT inside, not left"),
        ("t Enter", "wrong: you said TOUCH, L>A is HIT inside"),
        ("Enter", "skipped: L>A is HIT inside"),
    ] {
        let app = predicting(keys);
        assert_eq!(panel(&app, 2..3), ["   HIT   L > A  now inside"], "{keys}");
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
    assert!(rows(&screen(&app))[22].contains("predict on"), "{:?}", rows(&screen(&app))[22]);
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

#[test]
fn a_side_is_one_more_key_and_the_score_stands_in_the_header() {
    let keys = |app: &App| rows(&screen(app))[23].clone();
    let asked = predicting("h");
    assert!(keys(&asked).starts_with(" l left  r right  t top  b bottom"), "{}", keys(&asked));
    assert!(rows(&screen(&asked))[22].contains("L>A HIT: on which side of A?"));
    let headline = panel(&asked, 2..4);
    assert_eq!(headline, ["    ?    L > A  HIT: which side?", " Enter without a side  Esc back"]);
    let refused = pressed(asked.clone(), "z");
    assert!(rows(&screen(&refused))[22].contains("z names no side"));
    assert!(pressed(refused, "Esc").engine().covered().is_some(), "it goes back to the question");
    assert!(rows(&screen(&pressed(asked, "l")))[22].contains("L>A is HIT inside, not left"));

    let score = |keys: &str| rows(&screen(&predicting(keys)))[0].clone();
    assert!(!score("").contains("right"));
    assert!(score("h i").contains("PREDICT 1 of 1 right"), "{}", score("h i"));
    assert!(score("h i Right m Right Enter").contains("PREDICT 1 of 2 right"));
}

/// The digits in the tabs would say that they show a view.
#[test]
fn while_a_side_is_asked_for_digits_answer_and_other_view_keys_show_their_view() {
    let asked = || super::app_of("start", (80, 24), "").predicting();
    let tabs = |app: &App| rows(&screen(app))[1].clone();
    let app = pressed(asked(), "h");
    assert!(tabs(&app).ends_with("┌┤Log├Methods─Why─Object─────────"), "{}", tabs(&app));
    let why = pressed(app.clone(), "w");
    assert!(tabs(&why).contains("┤Why├") && why.model().side_asked().is_some());
    let digit = pressed(app.clone(), "6");
    assert!(rows(&screen(&digit))[22].contains("6 names no side"));
    let corner = pressed(app, "1");
    assert!(rows(&screen(&corner))[22].contains("wrong: you said HIT left+top, "));
    assert!(tabs(&corner).contains("┤1 Log├"));
}

#[test]
fn predict_mode_is_switched_on_and_off_by_a_command() {
    let row = |app: &App, at: usize| rows(&screen(app))[at].clone();
    let app = super::entered(super::app_of("start", (80, 24), ""), "predict on");
    let said = "answers are covered from the next frame on: h hit, t touch, m miss";
    assert_eq!(row(&app, 22).trim(), said);
    assert!(app.engine().covered().is_none(), "what was seen is no question");
    let asked = pressed(app, "Right");
    assert!(row(&asked, 2).contains("?    B > A  what is it?"), "{}", row(&asked, 2));
    let answered = pressed(asked.clone(), "m");
    assert!(row(&answered, 0).contains("PREDICT 1 of 1 right"), "{}", row(&answered, 0));
    let shown = super::entered(asked, "predict off");
    assert!(row(&shown, 2).contains("MISS"), "{}", row(&shown, 2));
    assert!(!row(&pressed(shown.clone(), "Right"), 2).contains('?'));
    let again = super::entered(shown, "predict off");
    assert_eq!(row(&again, 22).trim(), "no answers are covered");
}

#[test]
fn the_score_is_kept_for_the_session_and_named_when_the_mode_is_left() {
    let row = |app: &App, at: usize| rows(&screen(app))[at].clone();
    let left = super::entered(predicting("h i Right m"), "predict off");
    assert_eq!(row(&left, 22).trim(), "answers are shown; 1 of 2 right");
    assert!(!row(&left, 0).contains("right"), "{}", row(&left, 0));
    let again = super::entered(left, "predict on");
    assert!(row(&again, 0).contains("PREDICT 1 of 2 right"), "{}", row(&again, 0));
    let asked = pressed(again, "Right");
    assert!(row(&pressed(asked, "m"), 0).contains("of 3 right"));
}

#[test]
fn the_status_asks_in_full_what_the_pair_did_in_which_frame() {
    let asks = |keys: &str| rows(&screen(&predicting(keys)))[22].trim().to_owned();
    assert!(asks("").ends_with("log and methods are covered"), "nothing has happened yet");
    assert_eq!(asks("Enter Right"), "PREDICT  L>A  did L hit, touch or miss A in frame 1?");
    let small = super::app_of("inside", (30, 8), "").predicting();
    let asked = rows(&screen(&pressed(small, "Enter Right")));
    assert_eq!(asked[6].trim(), "PREDICT  L>A  covered", "where there is no room");
}

#[test]
fn answers_have_their_keys_only_while_a_question_is_open() {
    let after = |keys: &str| predicting(keys).input().edit_mode.word();
    assert_eq!(after("Enter Tab Enter t"), "TURN", "t turns");
    assert_eq!(after("Enter Tab Enter t m"), "MOVE");
}

/// A coordinate near the others.
fn near() -> impl Strategy<Value = Milli> {
    (0..24_000).prop_map(|thousandths| Milli::new(thousandths).expect("in range"))
}

/// A shape of this kind somewhere near the others.
fn shape(kind: ShapeKind) -> impl Strategy<Value = Shape> {
    let offset = 1_000..9_000;
    (near(), near(), offset.clone(), offset).prop_map(move |(x, y, width, height)| {
        let at = Point::new(x, y);
        let far = |dx: i32, dy: i32| {
            let by = Vector::new(Milli::new(dx).expect("short"), Milli::new(dy).expect("short"));
            at.checked_add(by).expect("in range")
        };
        match kind {
            ShapeKind::Box => {
                Shape::Box(Aabb::from_corners(at, far(width, height)).expect("not flat"))
            }
            ShapeKind::Segment => {
                Shape::Segment(Segment::new(at, far(width, 5_000 - height)).expect("in range"))
            }
            ShapeKind::Polygon => Shape::Polygon(
                Polygon::new(&[at, far(width, 0), far(0, height)]).expect("a triangle"),
            ),
        }
    })
}

/// What happens to a moving A and a B.
fn encounter(kinds: [ShapeKind; 2]) -> impl Strategy<Value = (Shape, Shape, (i8, i8))> {
    (shape(kinds[0]), shape(kinds[1]), (1..9_i8, -4..5_i8))
}

fn encounters() -> impl Strategy<Value = [(Shape, Shape, (i8, i8)); 2]> {
    let kind =
        || prop::sample::select(vec![ShapeKind::Box, ShapeKind::Segment, ShapeKind::Polygon]);
    [kind(), kind()].prop_flat_map(|kinds| [encounter(kinds), encounter(kinds)])
}

/// All that is on the screen beside the arena and its rulers.
fn beside_the_arena(app: &App) -> Vec<Cell> {
    let buf = screen(app);
    let (cols, height) = app.screen().size;
    let layout = Layout::of(cols, height).expect("fits");
    let (right, bottom) = (Layout::RULER_COLS + layout.arena_cols(), 2 + layout.arena_rows());
    let is_shown = app.screen().shows_arena();
    let is_arena = |(x, y): (u16, u16)| is_shown && x < right && (1..bottom).contains(&y);
    let cells = buf.area().positions().map(|at| (at.x, at.y)).filter(|&at| !is_arena(at));
    cells.map(|at| buf.cell(at).expect("inside").clone()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_screen_is_the_same_whatever_the_covered_answer_is(
        encounters in encounters(),
        response in prop::sample::select(Response::ALL.to_vec()),
        keys in prop::sample::select(vec![
            "", "1", "1 1", "1 1 1", "2", "2 n", "2 n n", "3", "3 n", "5", "2 N y c", "y s y e",
            ") (", "! ;", "PgUp PgDn", "z c", "?", "p", "h", "t", "o",
            ": q u e r y Enter", ": c h e c k Enter", ": l o g Space h i t s Enter",
        ]),
        size in prop::sample::select(vec![(30, 8), (48, 14), (60, 16), (80, 24), (120, 40)]),
        starts in prop::bool::ANY,
    ) {
        let screens = encounters.map(|(a, b, (x, y))| {
            let velocity = Vector::new(Milli::from_units(x.into()), Milli::from_units(y.into()));
            let object = |name: &str, shape, velocity| {
                let name = Name::new(name).expect("a name");
                Object { velocity, ..Object::new(name, shape) }
            };
            let objects = vec![object("A", a, velocity), object("B", b, Vector::ZERO)];
            let settings = Settings { response, ..Settings::default() };
            let scene = Scene { objects, settings, ..Scene::default() };
            let app = App::new(scene, Source::New, size, GlyphSet::Lines).expect("a world");
            let frame = if starts { "" } else { "." };
            let app = pressed(pressed(app.predicting(), frame), keys);
            let outcome = app.engine().covered().map(|pair| pair.pair_result.outcome);
            (outcome, beside_the_arena(&app), rows(&screen(&app)))
        });
        let [(one, first, one_rows), (other, second, other_rows)] = screens;
        // Where no side is asked for, an answer ends the question.
        prop_assert_eq!(one.is_some(), other.is_some());
        prop_assert!(one.is_none() || first == second, "{one:?} {one_rows:#?} {other:?} {other_rows:#?}");
    }
}
