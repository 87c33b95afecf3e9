//! The current settings in plain words.

use crate::methods::{BoundaryRule, Method};
use crate::world::{Axes, BroadPhaseCounts, Response, Settings};
use hitscan_geom::broad_phase::{BroadPhase, Counts};

/// The new values of the settings that differ: `response stop: boxes stop where they hit`. Empty
/// if none differ.
pub fn settings_now(before: &Settings, now: &Settings) -> String {
    let changed = [
        (before.response != now.response).then(|| response(now.response)),
        (before.side != now.side).then(|| side(now.side)),
        (before.boundary_rule != now.boundary_rule).then(|| contact(now.boundary_rule)),
        (before.axes != now.axes).then(|| axes(now.axes)),
        (before.broad_phase != now.broad_phase)
            .then(|| now.broad_phase.map_or("broad phase: as configured".to_owned(), broad_phase)),
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
        BoundaryRule::Strict => "methods count touching as a miss",
    };
    format!("contact {}: {meaning}", rule.token())
}

fn axes(axes: Axes) -> String {
    let way = if axes == Axes::YDown { "down" } else { "up" };
    format!("axes {}: y grows {way} the screen", axes.token())
}

fn broad_phase(which: BroadPhase) -> String {
    let meaning = match which {
        BroadPhase::AllPairs => "every pair is compared",
        BroadPhase::Sweep => "pairs that share an x are compared",
        BroadPhase::Grid => "pairs in neighbouring cells are compared",
    };
    format!("broad phase {}: {meaning}", which.token())
}

/// The counts of the broad phase in a frame: `broad phase grid: 49995000 pairs, 31204
/// candidates, 812 meet`.
pub fn broad_phase_counts(BroadPhaseCounts { broad_phase, counts }: &BroadPhaseCounts) -> String {
    let Counts { pairs, candidates, meet } = counts;
    let which = broad_phase.token();
    format!("broad phase {which}: {pairs} pairs, {candidates} candidates, {meet} meet")
}

fn play_speed(frames: u16) -> String {
    let frame = if frames == 1 { "frame" } else { "frames" };
    format!("play speed: {frames} {frame} a second; objects keep their velocity")
}
