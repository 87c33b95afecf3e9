//! An example as a scene, with the sentence that explains it.

use super::CompareExample;
use crate::cli::shrink::Case;
use hitscan_core::engine::expect::{Examined, examine_requested, expectation_requested};
use hitscan_core::engine::{Pair, Sandbox, silent};
use hitscan_core::methods::{Agreement, Reason, Requested, Verdict};
use hitscan_core::scene::{Expect, Scene};
use hitscan_core::words::{overlap_reason, side_reason};
use hitscan_core::world::{Name, Object};
use hitscan_geom::ShapeKind;

/// A pair in a sandbox, after its frame.
pub(in crate::cli) struct PairScene {
    objects: Vec<Object>,
    examined: Examined,
    expect: Expect,
}

impl PairScene {
    /// The pair of a case, which must fit on the plane, with the answers of the requested methods.
    pub(in crate::cli) fn of(case: &Case, requested: &Requested) -> Self {
        let objects = objects(case);
        let scene = Scene { objects: objects.clone(), ..Scene::default() };
        let mut sandbox = Sandbox::new(scene).expect("two names, on the plane");
        if case.as_frame().is_some() {
            let step = sandbox.step(1, &mut silent);
            step.expect("a frame that is drawn ends on the plane, and so do simpler ones");
        }
        let mut ids = sandbox.world().objects().map(|(id, _)| id);
        let ids = ids.next().zip(ids.next()).expect("there are two");
        let ids = ids.into();
        let examined = examine_requested(&sandbox, ids, requested).expect("they are a pair");
        let expect = expectation_requested(&sandbox, ids, requested, &mut silent);
        let expect = expect.ok().flatten().expect("steps can be made again");
        Self { objects, examined, expect }
    }

    /// The scene, with the truth as its expectations.
    pub(in crate::cli) fn into_scene(self, title: String, note: String) -> Scene {
        let (objects, expects) = (self.objects, vec![self.expect]);
        Scene { title, note, objects, expects, ..Scene::default() }
    }
}

/// An example of a method in a sandbox, after its frame.
pub(super) struct ExampleScene<'a> {
    example: &'a CompareExample,
    pair: PairScene,
}

impl<'a> ExampleScene<'a> {
    pub(super) fn of(example: &'a CompareExample) -> Self {
        let requested = Requested::These(vec![example.method]);
        Self { example, pair: PairScene::of(&example.case, &requested) }
    }

    /// A sentence that explains why the method differs here.
    pub(super) fn sentence(&self) -> String {
        let Pair { a, b, pair_result } = &self.pair.examined.pair;
        let CompareExample { method, reason, .. } = *self.example;
        if let (Some(_), Some(frame)) = (method.side_test(), &pair_result.frame) {
            return side_reason(a, b, frame, (method, reason));
        }
        let is_it = |row: &&Verdict| row.method == method && row.reason == Some(reason);
        let row = self.pair.examined.overlap.iter().find(is_it);
        row.and_then(|row| overlap_reason(a, b, row)).unwrap_or_default()
    }

    /// The scene, with the truth as its expectations.
    pub(super) fn scene(self) -> Scene {
        let CompareExample { method, reason, .. } = self.example;
        let (id, code) = (method.id(), reason.code());
        let title = match self.example.agreement() {
            Agreement::Wrong => format!("{id} is wrong: {code}"),
            Agreement::Convention => format!("{id} differs by convention: {code}"),
            Agreement::Agrees | Agreement::NotApplicable => {
                format!("{id} is right in f32 only: {code}")
            }
        };
        let is_frame = self.example.case.as_frame().is_some();
        let first = if is_frame { "Make one step ({step}), then open" } else { "Open" };
        let f32 = if *reason == Reason::Rounding { ", to f32 with {enter} {enter}" } else { "" };
        let sentence = self.sentence();
        let note =
            format!("{first} Why ({{why}}) and turn to {id} with {{next-method}}{f32}: {sentence}");
        self.pair.into_scene(title, note)
    }
}

/// The two objects, named after their kinds.
fn objects(case: &Case) -> Vec<Object> {
    let shapes = case.shapes();
    let mut names = shapes.each_ref().map(|shape| names(shape.kind())[0]);
    if names[0] == names[1] {
        names[1] = self::names(shapes[1].kind())[1];
    }
    let named = names.into_iter().zip(shapes).zip(case.motions());
    let object = |((name, shape), velocity)| {
        let name = Name::new(name).expect("a letter");
        Object { velocity, ..Object::new(name, shape) }
    };
    named.map(object).collect()
}

/// The names of the first and the second object of a kind.
const fn names(kind: ShapeKind) -> [&'static str; 2] {
    match kind {
        ShapeKind::Box => ["A", "B"],
        ShapeKind::Segment => ["L", "M"],
        ShapeKind::Polygon => ["P", "Q"],
    }
}
