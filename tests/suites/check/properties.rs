//! An expectation generated from a pair holds, and any change to it is detected.

use hitscan_core::command::Command;
use hitscan_core::engine::expect::{ExpectResult, Key, examine, held_now};
use hitscan_core::engine::{Engine, Examined, check, expectation, silent};
use hitscan_core::methods::{BoundaryRule, Method};
use hitscan_core::scene::{Expect, Scene, SceneSource, SweptOutcome};
use hitscan_core::world::{Axes, Body, Name, Object, ObjectId, Response, Settings, TestResult};
use hitscan_geom::{Aabb, Milli, Point, Polygon, Segment, Shape, Vector};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Cells of a small grid, on which much touches or is collinear; three of the widths are not exact
/// in f32.
fn cell() -> impl Strategy<Value = i32> {
    select(vec![1000, 250, 137, 3_333])
}

fn point(cell: i32) -> impl Strategy<Value = Point> {
    let at = move |i: i32| Milli::new(i * cell).expect("in range");
    (-4..=4, -4..=4).prop_map(move |(x, y)| Point::new(at(x), at(y)))
}

fn shape(cell: i32) -> impl Strategy<Value = Shape> {
    let corners = (point(cell), point(cell));
    let vertices = vec(point(cell), 3..=5);
    prop_oneof![
        3 => corners.prop_filter_map("a box has a size", |(one, other)| {
            Aabb::from_corners(one, other).ok().map(Shape::Box)
        }),
        2 => (point(cell), point(cell)).prop_map(|(from, to)| Shape::Segment(Segment::new(from, to).expect("in range"))),
        2 => vertices.prop_filter_map("a polygon is simple", |vertices| {
            Polygon::new(&vertices).ok().map(Shape::Polygon)
        }),
    ]
}

fn object(cell: i32) -> impl Strategy<Value = (Shape, Option<Vector>)> {
    // Fixed, at rest, or moving.
    let way = point(cell).prop_map(|way| Vector::new(way.x, way.y));
    (
        shape(cell),
        prop_oneof![1 => Just(None), 1 => Just(Some(Vector::ZERO)), 3 => way.prop_map(Some)],
    )
}

fn scene() -> impl Strategy<Value = Scene> {
    let objects = cell().prop_flat_map(|cell| vec(object(cell), 2..=4));
    (objects, settings()).prop_map(|(objects, settings)| Scene {
        title: "small".into(),
        settings,
        objects: (0..).zip(objects).map(|(i, (shape, way))| named(i, shape, way)).collect(),
        ..Scene::default()
    })
}

fn settings() -> impl Strategy<Value = Settings> {
    let boundary_rule = select(BoundaryRule::ALL.to_vec());
    let axes = select(Axes::ALL.to_vec());
    let response = select(Response::ALL.to_vec());
    let side = select(Method::side_methods().collect::<Vec<_>>());
    (boundary_rule, axes, response, side).prop_map(|(boundary_rule, axes, response, side)| {
        Settings { boundary_rule, axes, response, side, ..Settings::default() }
    })
}

fn named(i: usize, shape: Shape, way: Option<Vector>) -> Object {
    let name = Name::new(&format!("N{i}")).expect("a name");
    let body = if way.is_some() { Body::Dynamic } else { Body::Static };
    Object { velocity: way.unwrap_or(Vector::ZERO), body, ..Object::new(name, shape) }
}

/// Commands to run first: mostly steps.
fn command() -> impl Strategy<Value = String> {
    let name = || (0..4).prop_map(|i| format!("N{i}"));
    let small = || select(vec!["-2", "-1", "-0.5", "0", "0.25", "1", "3"]);
    prop_oneof![
        6 => (1..4).prop_map(|n| format!("step {n}")),
        2 => (name(), small(), small()).prop_map(|(name, x, y)| format!("move {name} {x} {y}")),
        1 => (name(), small(), small()).prop_map(|(name, x, y)| format!("velocity {name} {x} {y}")),
        1 => (name(), small(), small()).prop_map(|(name, x, y)| format!("end {name} 1 {x} {y}")),
        1 => name().prop_map(|name| format!("turn {name} 30")),
        1 => name().prop_map(|name| format!("remove {name}")),
        1 => name().prop_map(|name| format!("duplicate {name} M")),
        1 => Just("undo".to_owned()),
        1 => Just("contact strict".to_owned()),
        1 => Just("side relative-velocity".to_owned()),
    ]
}

/// The scene after these commands; refused ones have no effect.
fn played(scene: Scene, commands: &[String]) -> Engine {
    let mut sandbox = Engine::new(scene, SceneSource::New).expect("names differ");
    for line in commands {
        let command = Command::parse(line, &Settings::default()).expect(line).expect(line);
        let _ = sandbox.execute(&command, &mut silent);
    }
    sandbox
}

/// Every pair of objects, in either order.
fn pairs(sandbox: &Engine) -> Vec<[ObjectId; 2]> {
    let ids: Vec<_> = sandbox.world().objects().map(|(id, _)| id).collect();
    let with_all = |a: ObjectId| ids.iter().map(move |&b| [a, b]);
    ids.iter().flat_map(|&a| with_all(a)).filter(|[a, b]| a != b).collect()
}

/// A list that is not this one.
fn other_numbers(numbers: &[usize]) -> Vec<usize> {
    if numbers.is_empty() { vec![0] } else { Vec::new() }
}

/// A false expectation for this key, as a file could contain it; `None` if there is none.
fn altered(truth: &Expect, key: Key) -> Option<Expect> {
    use hitscan_core::methods::Reason;
    use hitscan_core::scene::ExpectedTime;
    use hitscan_geom::{Direction, Fraction, Relation, Side, Sides};
    let mut expect = Expect::nothing_about(truth.subject);
    match key {
        Key::Relation => {
            let others = [Relation::Disjoint, Relation::Touches];
            expect.relation = others.into_iter().find(|&other| Some(other) != truth.relation);
        }
        Key::Result => {
            expect.result = TestResult::ALL.into_iter().find(|&other| Some(other) != truth.result);
        }
        // There is one answer, so only its absence differs.
        Key::Responded if truth.responded.is_none() => expect.responded = Some(TestResult::Hit),
        Key::Direction => {
            let others = [Direction::None, Direction::Inside];
            expect.direction = others.into_iter().find(|&other| Some(other) != truth.direction);
        }
        Key::TestResult => {
            truth.outcome?;
            let mut all = SweptOutcome::ALL.into_iter();
            expect.outcome = all.find(|&other| Some(other) != truth.outcome);
        }
        Key::Sides => {
            truth.sides?;
            let others = [Sides::NONE, Side::Left.into()];
            expect.sides = others.into_iter().find(|&other| Some(other) != truth.sides);
        }
        Key::Edges => expect.edges = Some(other_numbers(truth.edges.as_ref()?)),
        Key::Corners => expect.corners = Some(other_numbers(truth.corners.as_ref()?)),
        Key::Normals => {
            let is_none = truth.normals.as_ref()?.is_empty();
            expect.normals = Some(if is_none { vec![[0, 1]] } else { Vec::new() });
        }
        Key::T => {
            let others = [Fraction::ZERO, Fraction::ONE].map(|t| match truth.t {
                Some(ExpectedTime::Segment(_)) => ExpectedTime::Segment([t, t]),
                _ => ExpectedTime::Frame(t),
            });
            expect.t = others.into_iter().find(|&other| Some(other) != truth.t);
        }
        Key::Reasons => {
            let mut reasons = truth.reasons.clone()?;
            if reasons.pop().is_none() {
                reasons.push(Reason::NoMotion);
            }
            expect.reasons = Some(reasons);
        }
        Key::Wrong => {
            let mut wrong = truth.wrong.clone()?;
            if wrong.pop().is_none() {
                wrong.push(Method::EDGES);
            }
            expect.wrong = Some(wrong);
        }
        // The truth includes no method whose answer could be expected.
        Key::Responded | Key::Says | Key::First => return None,
    }
    Some(expect)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_of_any_pair_holds_for_its_scene(
        scene in scene(),
        commands in vec(command(), 0..6),
    ) {
        let sandbox = played(scene, &commands);
        let (mut scene, steps) = sandbox.sandbox().scene_before_steps();
        for pair in pairs(&sandbox) {
            let expect = expectation(sandbox.sandbox(), pair).expect("both are there");
            prop_assert_eq!(expect.after_frames, steps);
            prop_assert!(!expect.asks_nothing());
            scene.expects.push(expect);
        }
        for finding in check(scene.clone()).expect("names differ") {
            prop_assert!(finding.holds(), "{:?}\n{}", finding, scene.to_toml());
        }
        // The same when read back from the saved file.
        let text = scene.to_toml();
        let read = Scene::parse(&text);
        prop_assert_eq!(read.as_ref(), Ok(&scene), "{}", text);
    }

    #[test]
    fn what_is_written_after_steps_alone_holds_for_the_scene_as_it_was_loaded(
        scene in scene(),
        steps in 0..6_u32,
    ) {
        let mut sandbox = Engine::new(scene.clone(), SceneSource::New).expect("names differ");
        sandbox.execute(&Command::Step(steps), &mut silent).expect("the plane is large");
        let expects = pairs(&sandbox).into_iter().map(|pair| expectation(sandbox.sandbox(), pair));
        let expects: Option<Vec<_>> = expects.collect();
        let scene = Scene { expects: expects.expect("all are there"), ..scene };
        for finding in check(scene).expect("names differ") {
            prop_assert_eq!(finding.expect.after_frames, steps);
            prop_assert!(finding.holds(), "{:?}", finding);
        }
        // The expectation states the current truth.
        for [a, b] in pairs(&sandbox) {
            let expect = expectation(sandbox.sandbox(), [a, b]).expect("both are there");
            prop_assert_eq!(held_now(sandbox.sandbox(), &expect), ExpectResult::Holds);
        }
    }

    #[test]
    fn an_altered_key_is_the_one_that_differs(scene in scene(), steps in 0..3_u32) {
        let mut sandbox = Engine::new(scene, SceneSource::New).expect("names differ");
        sandbox.execute(&Command::Step(steps), &mut silent).expect("the plane is large");
        for [a, b] in pairs(&sandbox) {
            let truth = examine(sandbox.sandbox(), a, b).expect("a pair").truth();
            prop_assert_eq!(held_now(sandbox.sandbox(), &truth), ExpectResult::Holds);
            for key in Key::ALL {
                let Some(expect) = altered(&truth, key) else { continue };
                let ExpectResult::Differs(differences) = held_now(sandbox.sandbox(), &expect) else {
                    return Err(TestCaseError::fail(format!("{key:?} of {expect:?} holds")));
                };
                prop_assert_eq!(differences.len(), 1);
                let difference = &differences[0];
                prop_assert_eq!(difference.key, key);
                prop_assert_eq!(Some(difference.expected.clone()), key.answer(&expect));
                prop_assert_eq!(difference.found.clone(), key.answer(&truth));
            }
        }
    }

    /// From the other object: the word, the time and the relation (inverted) stay, and the sides
    /// are opposite.
    #[test]
    fn a_pair_is_read_in_the_order_in_which_it_is_asked_for(scene in scene(), steps in 0..3_u32) {
        use hitscan_geom::{Relation, Side, Sides};
        let mut sandbox = Engine::new(scene, SceneSource::New).expect("names differ");
        sandbox.execute(&Command::Step(steps), &mut silent).expect("the plane is large");
        for [a, b] in pairs(&sandbox) {
            let of = |a, b| examine(sandbox.sandbox(), a, b).map(|found: Examined| found.truth());
            let (one, other) = (of(a, b).expect("a pair"), of(b, a).expect("a pair"));
            prop_assert_eq!(one.pair().map(|[a, b]| [b, a]), other.pair());
            prop_assert_eq!((one.result, one.outcome, one.t), (other.result, other.outcome, other.t));
            let is_laser = |id| {
                matches!(sandbox.world().object(id).map(|o| &o.shape), Some(Shape::Segment(_)))
            };
            let turned = match one.relation {
                Some(Relation::Within) if !is_laser(a) && !is_laser(b) => Some(Relation::Contains),
                Some(Relation::Contains) => Some(Relation::Within),
                same => same,
            };
            prop_assert_eq!(turned, other.relation);
            let opposite = |sides: Sides| sides.iter().map(Side::opposite).collect::<Sides>();
            // A polygon has no sides.
            if one.sides.is_some() && other.sides.is_some() {
                prop_assert_eq!(one.sides.map(opposite), other.sides);
            }
        }
    }
}
