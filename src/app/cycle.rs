//! Actions that go to the next value of a setting of the scene: speed, body, beam, strictness.

use std::cmp::Ordering;

use super::intent::{Intent, Then};
use hitscan_core::command::Command;
use hitscan_core::engine::Sandbox;
use hitscan_core::methods::BoundaryRule;
use hitscan_core::world::{Attribute, Body, Object};

/// The next of the usual speeds, or the last of them.
pub(super) fn next_speed(sandbox: &Sandbox, direction: Ordering) -> Command {
    const SPEEDS: [u16; 8] = [1, 2, 5, 10, 20, 30, 60, 120];
    let now = sandbox.world().settings().speed;
    let next = match direction {
        Ordering::Less => SPEEDS.into_iter().rev().find(|&speed| speed < now),
        _ => SPEEDS.into_iter().find(|&speed| speed > now),
    };
    Command::Speed(next.unwrap_or(now))
}

/// Gives an object the next body, and says what it means. Only boxes can be kinematic.
pub(super) fn next_body(object: &Object) -> Intent {
    let is_box = object.shape.as_box().is_some();
    let body = match object.body {
        Body::Static if is_box => Body::Kinematic,
        Body::Static | Body::Kinematic => Body::Dynamic,
        Body::Dynamic => Body::Static,
    };
    given(object, body)
}

/// Makes an object static or dynamic, and says what it means.
pub(super) fn toggle_fixed(object: &Object) -> Intent {
    given(object, if object.is_static() { Body::Dynamic } else { Body::Static })
}

fn given(object: &Object, body: Body) -> Intent {
    let meaning = match body {
        Body::Static => "static: no hit moves it",
        Body::Kinematic => "kinematic: pushes, and no hit moves it",
        Body::Dynamic => "dynamic: hits move it",
    };
    let said = format!("{} is {meaning}", object.name);
    Intent::RunThen(Command::Body(object.name, body), Then::Say(said))
}

/// Makes a laser end at the first thing it enters, or go on, and says which.
pub(super) fn toggle_beam(object: &Object) -> Intent {
    let (name, beam) = (object.name, !object.behavior.beam);
    let said = if beam {
        format!("{name} is a beam: it ends at what it enters first")
    } else {
        format!("{name} is no beam: it goes through everything")
    };
    Intent::RunThen(Command::SetAttribute(name, Attribute::Beam(beam)), Then::Say(said))
}

/// Switches to the next strictness of the box methods, and says which it is.
pub(super) fn next_strictness(sandbox: &Sandbox) -> Intent {
    let (next, meaning) = match sandbox.world().settings().boundary_rule {
        BoundaryRule::Source => (BoundaryRule::Inclusive, "touching counts as meeting"),
        BoundaryRule::Inclusive => (BoundaryRule::Strict, "touching does not count"),
        BoundaryRule::Strict => (BoundaryRule::Source, "each box method as its source has it"),
    };
    let said = format!("contact {}: {meaning}", next.token());
    Intent::RunThen(Command::BoundaryRule(next), Then::Say(said))
}
