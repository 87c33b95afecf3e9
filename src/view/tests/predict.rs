//! Predict mode: no answer is visible before the question is answered.

use proptest::prelude::*;
use ratatui::buffer::Cell;

use super::{pressed, rows, screen};
use crate::app::{App, Effect, GlyphSet, KeyPress, Layout};
use hitscan_core::engine;
use hitscan_core::scene::{Scene, SceneSource, builtin};
use hitscan_core::world::{Name, Object, Response, Settings};
use hitscan_geom::{Aabb, Milli, Point, Polygon, Segment, Shape, ShapeKind, Vector};

fn predicting(keys: &str) -> App {
    let scene = builtin("inside").expect("a built-in scene");
    let app = App::new(scene, SceneSource::BuiltIn("inside".into()), (80, 24), GlyphSet::Lines);
    pressed(app.expect("a world").predicting(), keys)
}

/// The walkthroughs check what is shown instead.
#[test]
fn no_view_reveals_anything_about_a_covered_pair() {
    for view in ["1", "2", "3", "y c y n y d y s 2"] {
        let all = rows(&screen(&predicting(view)));
        let all = all.join("\n").replace("why HIT, TOUCH or MISS?", "").replace("×2", "");
        assert!(!["×", "HIT", "MISS"].iter().any(|word| all.contains(word)), "{view}:\n{all}");
    }
}

#[test]
fn q_leaves_from_the_question_for_a_side_and_ctrl_c_goes_back() {
    let mut app = predicting("h");
    assert!(app.model().side_asked().is_some());
    app.press(KeyPress::parse("Ctrl-C").expect("a key"));
    assert!(app.model().side_asked().is_none());
    app = pressed(app, "h");
    let effects = app.press(KeyPress::parse("q").expect("a key"));
    assert_eq!(effects, [Effect::Engine(engine::Effect::Quit)]);
}

#[test]
fn leaving_the_mode_shows_the_score() {
    let app = pressed(predicting("m"), ": p r e d i c t Space o f f Enter");
    let text = rows(&screen(&app)).join("\n");
    assert!(text.contains("Predict: 0 of 1 right; answers are shown"), "{text}");
    let app = pressed(predicting(""), ": p r e d i c t Space o f f Enter");
    let text = rows(&screen(&app)).join("\n");
    assert!(!text.contains("Predict:") && text.contains("answers are shown"), "{text}");
}

#[test]
fn the_badge_has_the_accent_while_letters_answer() {
    let style = |app: &App| {
        let buf = screen(app);
        let header = rows(&buf)[0].clone();
        let at = header.chars().position(|c| c == 'P').expect("PREDICT");
        let at = u16::try_from(at).expect("few columns");
        buf.cell((at, 0)).expect("inside").style()
    };
    let asking = predicting("");
    let answered = pressed(predicting(""), "m");
    let asking_again = pressed(answered.clone(), "Right");
    assert_ne!(style(&asking), style(&answered));
    assert_eq!(style(&asking), style(&asking_again));
}

/// A coordinate close to the others.
fn near() -> impl Strategy<Value = Milli> {
    (0..24_000).prop_map(|thousandths| Milli::new(thousandths).expect("in range"))
}

/// A shape of this kind close to the others.
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

/// A moving A and a resting B.
fn encounter(kinds: [ShapeKind; 2]) -> impl Strategy<Value = (Shape, Shape, (i8, i8))> {
    (shape(kinds[0]), shape(kinds[1]), (1..9_i8, -4..5_i8))
}

fn encounters() -> impl Strategy<Value = [(Shape, Shape, (i8, i8)); 2]> {
    let kind =
        || prop::sample::select(vec![ShapeKind::Box, ShapeKind::Segment, ShapeKind::Polygon]);
    [kind(), kind()].prop_flat_map(|kinds| [encounter(kinds), encounter(kinds)])
}

/// Everything on the screen besides the arena and its rulers.
fn beside_the_arena(app: &App) -> Vec<Cell> {
    let buf = screen(app);
    let (cols, height) = app.screen.size;
    let layout = app.screen.layout_of(cols, height).expect("fits");
    let (right, bottom) = (Layout::RULER_COLS + layout.arena_cols(), 2 + layout.arena_rows());
    let is_shown = app.screen.shows_arena();
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
        // Earlier frames are no longer covered, and shown.
        let looks_back = [") (", "! ;", "PgUp PgDn"].contains(&keys);
        prop_assume!(starts || !looks_back);
        let [one, mut other] = encounters;
        if !starts {
            (other.0, other.1) = (one.0.clone(), one.1.clone());
        }
        let screens = [one, other].map(|(a, b, (x, y))| {
            let velocity = Vector::new(Milli::from_units(x.into()), Milli::from_units(y.into()));
            let object = |name: &str, shape, velocity| {
                let name = Name::new(name).expect("a name");
                Object { velocity, ..Object::new(name, shape) }
            };
            let objects = vec![object("A", a, velocity), object("B", b, Vector::ZERO)];
            let settings = Settings { response, ..Settings::default() };
            let scene = Scene { objects, settings, ..Scene::default() };
            let app = App::new(scene, SceneSource::New, size, GlyphSet::Lines).expect("a world");
            let frame = if starts { "" } else { "." };
            let app = pressed(pressed(app.predicting(), frame), keys);
            let outcome = app.engine.covered().map(|pair| pair.pair_result.outcome);
            (outcome, beside_the_arena(&app), (app.screen.layout(), rows(&screen(&app))))
        });
        let [(one, first, (one_layout, one_rows)), (other, second, (layout, other_rows))] = screens;
        // Where they stand is not covered, and so neither is how much room the picture takes.
        prop_assume!(one_layout == layout);
        // If no side is asked for, an answer ends the question.
        prop_assert_eq!(one.is_some(), other.is_some());
        prop_assert!(one.is_none() || first == second, "{one:?} {one_rows:#?} {other:?} {other_rows:#?}");
    }
}
