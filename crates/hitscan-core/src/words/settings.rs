//! What a setting is now, in plain words.

use crate::methods::{BoundaryRule, Method};
use crate::world::{Axes, Response, Settings};

/// The settings that differ, as they are now: `response stop: boxes stop where they
/// hit`. Empty if none does.
#[must_use]
pub fn settings_now(before: &Settings, now: &Settings) -> String {
    let changed = [
        (before.response != now.response).then(|| response(now.response)),
        (before.side != now.side).then(|| side(now.side)),
        (before.boundary_rule != now.boundary_rule).then(|| contact(now.boundary_rule)),
        (before.axes != now.axes).then(|| axes(now.axes)),
        (before.speed != now.speed).then(|| play_speed(now.speed)),
    ];
    changed.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

fn response(response: Response) -> String {
    let meaning = match response {
        Response::Pass => "boxes go through each other",
        Response::Stop => "boxes stop where they hit",
        Response::Slide => "boxes slide along what they hit",
        Response::PushOut => "boxes are pushed out of what they hit",
        Response::Bounce => "boxes bounce off what they hit",
    };
    format!("response {}: {meaning}", response.token())
}

fn side(method: Method) -> String {
    format!("side method {}: responses use the side that it names", method.id())
}

fn contact(rule: BoundaryRule) -> String {
    let meaning = match rule {
        BoundaryRule::Source => "each method counts touching as its source does",
        BoundaryRule::Inclusive => "methods count touching as a hit",
        BoundaryRule::Strict => "methods count touching as no hit",
    };
    format!("contact {}: {meaning}", rule.token())
}

fn axes(axes: Axes) -> String {
    let meaning = match axes {
        Axes::YDown => "y grows down the screen",
        Axes::YUp => "y grows up the screen",
    };
    format!("axes {}: {meaning}", axes.token())
}

fn play_speed(frames: u16) -> String {
    let frame = if frames == 1 { "frame" } else { "frames" };
    format!("play speed: {frames} {frame} a second")
}
