//! The built-in scenes expect what is true of them.

use std::collections::BTreeSet;
use std::fmt::Debug;

use hitscan::methods::{Against, AnyMethod, Reason, SideMethod, frame_verdicts, verdicts};
use hitscan::scene::{ExpectedTime, Scene, SweptOutcome, builtin, gallery};
use hitscan::script::{Command, Pair, Sandbox};

/// The methods that are wrong about a pair, and all reasons that are given.
fn said_of(pair: &Pair, scene: &Scene) -> (BTreeSet<AnyMethod>, BTreeSet<Reason>) {
    let contact = scene.settings.contact;
    let (mut wrong, mut reasons) = (BTreeSet::new(), BTreeSet::new());
    let mut note = |method, against, reason: Option<Reason>| {
        wrong.extend((against == Against::Wrong).then_some(method));
        reasons.extend(reason);
    };
    for said in verdicts(&pair.a.shape, &pair.b.shape, &pair.judgement.meeting, contact) {
        note(AnyMethod::Whether(said.method), said.against, said.reason);
    }
    if let Some((a, b)) = pair.a.moving().zip(pair.b.moving()).filter(|(a, b)| a.motion != b.motion)
    {
        let said = frame_verdicts(&a, &b);
        let by_velocity = AnyMethod::FromWhichSide(SideMethod::RelativeVelocity);
        note(by_velocity, said.relative_velocity.against, said.relative_velocity.reason);
        let by_corner = AnyMethod::FromWhichSide(SideMethod::PredictCorner);
        note(by_corner, said.predict_corner.against, said.predict_corner.reason);
    }
    (wrong, reasons)
}

fn holds<T: PartialEq + Debug>(scene: &str, expected: Option<T>, found: &T) {
    if let Some(expected) = expected {
        assert_eq!(*found, expected, "{scene}");
    }
}

#[test]
fn every_built_in_scene_expects_what_is_true() {
    for (name, _) in gallery() {
        let scene = builtin(name).expect(name);
        for expect in &scene.expects {
            let mut sandbox = Sandbox::new(scene.clone()).expect("a world");
            if expect.after_frames > 0 {
                sandbox.apply(&Command::Step(expect.after_frames)).expect("steps");
            }
            let [a, b] = expect.pair.map(|name| sandbox.world().find(&name).expect("there"));
            let pair = sandbox.pair(a, b).expect("a pair");
            let found = &pair.judgement;
            let swept = found.swept.map(SweptOutcome::from);
            let (wrong, reasons) = said_of(&pair, &scene);
            let set = |list: &Vec<AnyMethod>| list.iter().copied().collect();
            holds(name, expect.relation, &found.meeting.relation);
            holds(name, expect.result, &found.outcome);
            holds(name, expect.direction, &found.meeting.direction);
            holds(name, expect.outcome.map(Some), &swept);
            holds(name, expect.sides, &found.sides());
            holds(name, expect.t.map(Some), &found.time().map(ExpectedTime::Frame));
            holds(name, expect.wrong.as_ref().map(set), &wrong);
            holds(name, expect.reasons.clone().map(BTreeSet::from_iter), &reasons);
        }
    }
}
