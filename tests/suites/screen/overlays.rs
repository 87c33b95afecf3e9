//! Layers of the arena: what they show about a frame matches that frame.

use hitscan::tested::app::{Action, End, Overlay};
use hitscan_core::methods::{ListedWhen, Method};
use hitscan_core::scene::{Scene, SceneSource};
use hitscan_core::world::{Body, Name, Object, Response, Settings};
use hitscan_geom::{Aabb, Milli, Point, Shape, Vector};
use proptest::prelude::*;

use crate::keyboard::{self, press};

/// The options of `hitscan render` and scene files use the same names for layers as keys do.
#[test]
fn each_layer_has_the_name_of_its_action() {
    for layer in Overlay::ALL {
        assert_eq!(Action::Toggle(layer).row().id, layer.token());
    }
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

    /// The end that is shown for a method is where the box ends when that method is in force.
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
        let mut app = keyboard::app(scene(response, in_force), SceneSource::New);
        press(&mut app, &". ".repeat(steps));
        let before = app.engine.sandbox().history().world_at(steps - 1);
        let pair = app.engine.pair_in_focus().expect("there are two");
        let can_be_moved = |id: &_| before.object(*id).is_some_and(|object| !object.is_static());
        let mover = [pair.a.id, pair.b.id].into_iter().find(can_be_moved);
        let Some(mover) = mover else {
            prop_assert_eq!(app.model().ends(), []);
            return Ok(());
        };
        let answers = if response == Response::Pass { Response::Bounce } else { response };
        let ends = app.model().ends();
        let is_listed = |method: &Method| method.row().shown == ListedWhen::Always;
        let listed = Method::side_methods().filter(is_listed).count();
        prop_assert_eq!(ends.len(), listed + usize::from(!is_listed(&in_force)));
        for End { method, shape } in ends {
            let objects = before.objects().map(|(_, object)| object.clone()).collect();
            let again = Scene { objects, ..scene(answers, method) };
            let mut again = keyboard::app(again, SceneSource::New);
            press(&mut again, ".");
            let object = again.engine.sandbox().world().object(mover).expect("it is still there");
            prop_assert_eq!(object.shape.as_box(), Some(&shape), "{:?}", method);
        }
        let after = app.engine.sandbox().world().object(mover).and_then(|object| object.shape.as_box());
        let of_force = app.model().ends().into_iter().find(|end| end.method == in_force);
        if response != Response::Pass {
            prop_assert_eq!(of_force.map(|end| end.shape), after.copied());
        }
    }
}
