//! The responses of the two classical side methods, used as their sources use
//! them. What they name may be wrong, and then so is what the boxes do.

use super::{Body, Course, Event, Resolved, answered, flush, mover_first};
use crate::geom::{Axis, Fraction, Milli, Moving, Side, Sides, Vector};
use crate::methods::{CornerLabel, SideCode, predict_corner, relative_velocity};
use crate::world::Response;

/// `relative-velocity`: everything moves the whole way; then each pair, in
/// scene order, with positions and velocities as changed so far.
pub(super) fn after_moving(bodies: &[Body], response: Response) -> Resolved {
    let mut courses: Vec<_> = bodies.iter().map(Course::unhindered).collect();
    let mut events = Vec::new();
    for i in 0..bodies.len() {
        for j in i + 1..bodies.len() {
            let (a, b) = mover_first(bodies, i, j);
            if bodies[a].starts_in(&bodies[b]) || !bodies[a].is_free {
                continue;
            }
            let judged = [a, b].map(|k| {
                let Course { end, velocity, .. } = courses[k];
                Moving { start: end.translated(-velocity), motion: velocity }
            });
            let SideCode::Side(side) = relative_velocity(&judged[0], &judged[1]) else { continue };
            let before = [courses[a].velocity, courses[b].velocity];
            let after = answered(response, before, bodies[b].is_free, side.into());
            courses[a].end = flush(&courses[a].end, &courses[b].end, side);
            courses[a].velocity = after[0];
            courses[b].velocity = after[1];
            events.push(Event { a, b, t: None, sides: side.into(), before, after, judged });
        }
    }
    for (body, course) in bodies.iter().zip(&mut courses) {
        course.pieces = vec![(Fraction::ZERO, made(body, course))];
    }
    Resolved { courses, events }
}

/// `predict-corner`: before anything moves, each free box that is about to,
/// against the others in scene order, which it takes as standing still.
pub(super) fn before_moving(bodies: &[Body], response: Response) -> Resolved {
    let mut ways: Vec<_> = bodies.iter().map(|body| body.way).collect();
    let mut velocities = ways.clone();
    let mut events = Vec::new();
    for (i, body) in bodies.iter().enumerate() {
        if !body.is_free || body.way == Vector::ZERO {
            continue;
        }
        for (j, other) in bodies.iter().enumerate() {
            if j == i || body.starts_in(other) {
                continue;
            }
            let judged = [
                Moving { start: body.start, motion: ways[i] },
                Moving { start: other.start, motion: ways[j] },
            ];
            let label = predict_corner(&judged[0], &judged[1]);
            let Some(axes) = named_axes(label) else { continue };
            let before = [velocities[i], velocities[j]];
            ways[i] = turned(response, ways[i], axes, Kind::Way);
            velocities[i] = turned(response, velocities[i], axes, Kind::Velocity);
            let after = [velocities[i], velocities[j]];
            let sides = faced(&judged, axes);
            events.push(Event { a: i, b: j, t: None, sides, before, after, judged });
        }
    }
    let courses = bodies.iter().zip(ways).zip(velocities).map(|((body, way), velocity)| {
        let moving = Moving { start: body.start, motion: way };
        Course { end: moving.end(), velocity, pieces: vec![(Fraction::ZERO, moving)] }
    });
    Resolved { courses: courses.collect(), events }
}

/// The straight way from the start to the end.
fn made(body: &Body, course: &Course) -> Moving {
    Moving { start: body.start, motion: course.end.min() - body.start.min() }
}

/// The axes that a label stands for, corner labels as the axis they name.
fn named_axes(label: CornerLabel) -> Option<&'static [Axis]> {
    match (label, label.axis()) {
        (CornerLabel::None, _) => None,
        (_, Some(Axis::X)) => Some(&[Axis::X]),
        (_, Some(Axis::Y)) => Some(&[Axis::Y]),
        (_, None) => Some(&[Axis::X, Axis::Y]),
    }
}

/// What of a box an answer changes: how it moves in this frame, or from then on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Way,
    Velocity,
}

fn turned(response: Response, motion: Vector, axes: &[Axis], kind: Kind) -> Vector {
    let turn = |motion: Vector, axis: Axis| {
        let along = motion.along(axis);
        let new = match response {
            Response::Bounce => -along,
            Response::Slide => Milli::ZERO,
            // Put out, it stays on that axis for this frame only.
            Response::PushOut if kind == Kind::Way => Milli::ZERO,
            Response::PushOut | Response::Stop | Response::Pass => along,
        };
        motion.with(axis, new)
    };
    if response == Response::Stop {
        return Vector::ZERO;
    }
    axes.iter().fold(motion, |motion, &axis| turn(motion, axis))
}

/// The sides of the other box that a motion faces along these axes.
fn faced([a, b]: &[Moving; 2], axes: &[Axis]) -> Sides {
    let motion = a.motion - b.motion;
    let facing = |&axis: &Axis| {
        let [low, high]: [Side; 2] = axis.sides();
        match motion.along(axis).thousandths().signum() {
            1 => Some(low),
            -1 => Some(high),
            _ => None,
        }
    };
    axes.iter().filter_map(facing).collect()
}
