//! Layers of the arena as state: what toggles them; and what they say about a frame
//! is what that frame would be.

use hitscan::app::{Action, App, End, Message, Overlay, Pane};
use hitscan_core::methods::{Method, Shown};
use hitscan_core::scene::{Scene, Source, builtin};
use hitscan_core::world::{Body, Name, Object, Response, Settings};
use hitscan_geom::{Aabb, Milli, Point, Shape, Vector};
use proptest::prelude::*;

use crate::keyboard::{self, press, start};

fn shown(app: &App) -> Vec<Overlay> {
    Overlay::ALL.into_iter().filter(|&layer| app.model().shows(layer)).collect()
}

fn note(app: &App) -> &str {
    match app.screen().message.as_ref() {
        Some(Message::Note(text)) => text,
        other => panic!("no note: {other:?}"),
    }
}

#[test]
fn each_layer_has_a_key_that_shows_it_and_hides_it_again() {
    let mut app = start();
    press(&mut app, "y g y p");
    assert_eq!(shown(&app), [Overlay::Velocities], "grid and trail are on at first");
    for (keys, layer, said, said_after) in [
        ("y c", Overlay::Construction, "truth: what", "no construction"),
        ("y n", Overlay::Normals, "normals: ", "no normals"),
        ("y d", Overlay::Depth, "depth: ", "no depth"),
        ("y g", Overlay::Grid, "grid: ", "no grid"),
        ("y b", Overlay::Bounds, "AABBs: ", "no AABBs"),
        ("y s", Overlay::Ghosts, "ghosts: ", "no ghosts"),
        ("y p", Overlay::Trail, "trail: ", "no trail"),
        ("y P", Overlay::BroadPhase, "broad phase: ", "no broad phase"),
        ("y r", Overlay::Crossings, "crossings: ", "no crossings"),
        ("y e", Overlay::Ends, "three ends: a box has to move first", "no three ends"),
    ] {
        press(&mut app, keys);
        assert_eq!(shown(&app).len(), 2, "{keys}");
        assert!(app.model().shows(layer) && note(&app).starts_with(said), "{keys}: {}", note(&app));
        press(&mut app, keys);
        assert_eq!((shown(&app), note(&app)), (vec![Overlay::Velocities], said_after));
    }
    press(&mut app, "y v");
    assert_eq!((shown(&app), note(&app)), (vec![], "no velocities"));
}

/// The options of `hitscan render` and scene files name layers as keys do.
#[test]
fn each_layer_has_the_name_of_its_action() {
    for layer in Overlay::ALL {
        assert_eq!(Action::Toggle(layer).row().id, layer.token());
    }
}

#[test]
fn layers_outlast_the_scene_and_are_no_change_of_it() {
    let mut app = start();
    press(&mut app, "y p y n");
    assert!(!app.engine().is_unsaved());
    assert_eq!(app.sandbox().history().len(), 0);
    let next = builtin("inside").expect("it is built in");
    app.open(next, Source::New).expect("a world");
    assert_eq!(shown(&app), [Overlay::Velocities, Overlay::Normals, Overlay::Grid]);
}

/// Why says `y c draws it`, wherever the keys go.
#[test]
fn layers_are_shown_from_within_the_panel_too() {
    let mut app = start();
    press(&mut app, "w Enter y c");
    assert!(app.model().shows(Overlay::Construction));
    assert_eq!(app.screen().pane, Pane::Panel);
}

/// A page that is turned while its construction is drawn says what is drawn now.
#[test]
fn turning_the_page_says_what_is_drawn_then() {
    let mut app = start();
    press(&mut app, "w n n");
    assert_eq!(app.screen().message.as_ref(), None);
    press(&mut app, "y c");
    assert!(note(&app).starts_with("center-distance: both centres"), "{}", note(&app));
    press(&mut app, "n");
    assert!(note(&app).starts_with("edge-relations: "), "{}", note(&app));
}

#[test]
fn no_frame_has_no_ends() {
    let mut app = start();
    assert_eq!(app.model().ends(), []);
    press(&mut app, "Right");
    assert_eq!(app.model().ends().len(), 3, "a key that moves a box makes a frame");
    press(&mut app, "u");
    assert_eq!(app.model().ends(), []);
}

/// A laser moves, but does not answer: it is the box of the pair that has ends.
#[test]
fn a_pair_without_a_box_that_can_move_has_no_ends() {
    let mut app = start();
    press(&mut app, "Tab Right");
    let names = app
        .engine()
        .pair_in_focus()
        .map(|pair| [pair.a.name, pair.b.name].map(|name| name.to_string()));
    assert_eq!(names, Some(["L".to_owned(), "A".to_owned()]), "A is fixed");
    assert_eq!(app.model().ends(), []);
}

prop_compose! {
    fn a_box()(x in -20..20_i32, y in -20..20_i32, w in 1..12_i32, h in 1..12_i32) -> Aabb {
        let point = |x: i32, y: i32| Point::new(Milli::new(x * 500).expect("in range"), Milli::new(y * 500).expect("in range"));
        Aabb::from_corners(point(x, y), point(x + w, y + h)).expect("it has a size")
    }
}

prop_compose! {
    fn boxes()(
        boxes in prop::collection::vec((a_box(), any::<bool>(), -24..24_i32, -24..24_i32), 2..6),
    ) -> Vec<Object> {
        let milli = |halves: i32| Milli::new(halves * 500).expect("in range");
        boxes.into_iter().enumerate().map(|(at, (shape, is_static, x, y))| {
            let name = Name::new(&format!("B{at}")).expect("a name");
            let object = Object::new(name, Shape::Box(shape));
            if is_static {
                Object { body: Body::Static, ..object }
            } else {
                Object { velocity: Vector::new(milli(x), milli(y)), ..object }
            }
        }).collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// What is shown as an end under a method is where the box ends when that
    /// method is in force.
    #[test]
    fn an_end_is_where_the_box_would_have_ended(
        objects in boxes(),
        response in prop::sample::select(&Response::ALL[..]),
        in_force in prop::sample::select(Method::side_methods().collect::<Vec<_>>()),
        steps in 1..4_usize,
    ) {
        let scene = |response, side| Scene {
            objects: objects.clone(),
            settings: Settings { response, side, ..Settings::default() },
            ..Scene::default()
        };
        let mut app = keyboard::app(scene(response, in_force), Source::New);
        press(&mut app, &". ".repeat(steps));
        let before = app.sandbox().history().world_at(steps - 1);
        let pair = app.engine().pair_in_focus().expect("there are two");
        let can_be_moved = |id: &_| before.object(*id).is_some_and(|object| !object.is_static());
        let mover = [pair.a.id, pair.b.id].into_iter().find(can_be_moved);
        let Some(mover) = mover else {
            prop_assert_eq!(app.model().ends(), []);
            return Ok(());
        };
        let answers = if response == Response::Pass { Response::Bounce } else { response };
        let ends = app.model().ends();
        let is_listed = |method: &Method| method.row().shown == Shown::Always;
        let listed = Method::side_methods().filter(is_listed).count();
        prop_assert_eq!(ends.len(), listed + usize::from(!is_listed(&in_force)));
        for End { method, shape } in ends {
            let objects = before.objects().map(|(_, object)| object.clone()).collect();
            let again = Scene { objects, ..scene(answers, method) };
            let mut again = keyboard::app(again, Source::New);
            press(&mut again, ".");
            let object = again.sandbox().world().object(mover).expect("it is still there");
            prop_assert_eq!(object.shape.as_box(), Some(&shape), "{:?}", method);
        }
        let after = app.sandbox().world().object(mover).and_then(|object| object.shape.as_box());
        let of_force = app.model().ends().into_iter().find(|end| end.method == in_force);
        if response != Response::Pass {
            prop_assert_eq!(of_force.map(|end| end.shape), after.copied());
        }
    }
}
