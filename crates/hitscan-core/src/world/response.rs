//! One frame of boxes that answer when they hit each other: where each one
//! ends, how fast it then is, and what happened on the way.
//!
//! Under [`SideMethod::Swept`] nothing is ever pushed into anything. Under the
//! two classical methods things may go wrong, as they do in the programs that
//! use them: tunnelling, sticking and leaving through the wrong face stay
//! visible, for that is what they are here for.
//!
//! All positions are whole thousandths throughout. A bounce mirrors an
//! overshoot, and equal masses exchange their lines, which is exact; what is
//! not whole, where a box stops on its way along a side or two moving ones stop
//! each other, is rounded towards where the box started.
//!
//! - `contacts.rs`: `stop`, `slide` and `bounce` under `swept`, in order of time;
//! - `push_out.rs`: `push-out` under `swept`;
//! - `repair.rs`: what goes back when boxes were rounded into each other;
//! - `named.rs`: `relative-velocity` and `predict-corner`, right or wrong;
//! - `course.rs`: the way of one box, and all rounding.
//!
//! What does not live here: lasers and polygons, which never push, and the
//! records made of what happened ([`super::frame`]).

mod contacts;
mod named;
mod push_out;
mod repair;
#[cfg(test)]
mod tests;
mod trajectory;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::broad_phase::{BroadPhase, SweptAabb};
use super::{Reply, Response};
use crate::methods::SideMethod;
use hitscan_geom::{Axis, Milli, Moving, Ratio, Side, Sides, Vector};

pub(super) use trajectory::{BodyState, Trajectory};

/// How many contacts a box may have in one frame: with the last of them it
/// gives up.
const MOST_CONTACTS: u32 = 64;

/// A frame of boxes, and everything it is worked out with. Kept from frame to
/// frame, so that none asks for memory again.
#[derive(Clone, Debug, Default)]
pub(super) struct ContactSolver {
    /// The boxes as the frame begins, in scene order.
    pub(super) bodies: Vec<BodyState>,
    /// The boxes as the frame ends, in the same order.
    pub(super) trajectories: Vec<Trajectory>,
    /// What happened, in the order in which it did.
    pub(super) events: Vec<Event>,
    /// The pieces of the ways that were bent, in the order of their times.
    pub(super) path_segments: Vec<PathSegment>,
    expected: BinaryHeap<Reverse<Expected>>,
    aabbs: Vec<SweptAabb>,
    active: Vec<bool>,
    broad_phase: BroadPhase,
}

/// A piece of a way: from its time on the box is on this line.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathSegment {
    /// Which box, as an index of the bodies.
    pub(super) body: usize,
    /// From when on; the first piece from the start of the frame.
    pub(super) t: Ratio,
    /// The line, as if it had been followed through the whole frame.
    pub(super) line: Moving,
}

/// One contact that changed a motion, or one that was given up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    /// The mover, as an index of the bodies, and the other.
    pub(super) pair: [usize; 2],
    /// When in the frame; none where the method knows no time.
    pub(super) t: Option<Ratio>,
    /// The sides of the other that were answered to.
    pub(super) sides: Sides,
    /// What was done.
    pub(super) reply: Reply,
    /// The velocities of the two, before it.
    pub(super) before: [Vector; 2],
    /// After it.
    pub(super) after: [Vector; 2],
    /// The motions that led to it.
    pub(super) approach: [Moving; 2],
}

/// A contact that will come if nothing comes before it. The order is that in
/// which they are answered: by time, then one-sided ones before corners, then
/// in scene order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Expected {
    t: Ratio,
    sides_count: u32,
    pair: [usize; 2],
    sides: Sides,
    /// How often the lines of the two had changed when this was expected: of
    /// older lines it is expected no more.
    changes: [u32; 2],
}

impl ContactSolver {
    /// Begins a frame without boxes.
    pub(super) fn clear(&mut self) {
        self.bodies.clear();
        self.trajectories.clear();
        self.events.clear();
        self.path_segments.clear();
        self.expected.clear();
    }

    /// One more box, the next in scene order.
    pub(super) fn add(&mut self, body: BodyState) {
        self.bodies.push(body);
        self.trajectories.push(Trajectory::unhindered(&body));
    }

    /// Makes the frame.
    pub(super) fn resolve(&mut self, response: Response, side: SideMethod) {
        match (side, response) {
            (_, Response::Pass) => {}
            (SideMethod::Swept, Response::PushOut) => self.push_out(),
            (SideMethod::Swept, response) => self.respond_by_time(response),
            (SideMethod::RelativeVelocity, response) => self.respond_after_moving(response),
            (SideMethod::PredictCorner, response) => self.respond_before_moving(response),
        }
        if side == SideMethod::Swept && !self.events.is_empty() {
            self.repair();
        }
    }

    /// Whether the interiors of two boxes meet where the frame begins: such
    /// boxes do not act on each other in it.
    fn start_in_each_other(&self, i: usize, j: usize) -> bool {
        self.bodies[i].start.overlaps(&self.bodies[j].start)
    }

    /// The two of a pair, the mover first; the first in scene order where both
    /// have moved or neither has.
    fn mover_first(&self, i: usize, j: usize) -> [usize; 2] {
        let moves = |k: usize| {
            let trajectory = &self.trajectories[k];
            !trajectory.gave_up
                && (self.bodies[k].displacement != Vector::ZERO || trajectory.changes > 0)
        };
        match (moves(i), moves(j)) {
            (true, false) => [i, j],
            (false, true) => [j, i],
            _ => [i.min(j), i.max(j)],
        }
    }

    /// Whether an answer can move this box.
    fn yields(&self, index: usize) -> bool {
        self.bodies[index].is_free && !self.trajectories[index].gave_up
    }

    /// Fills `reaches` and `active` with the lines the boxes are on, and with
    /// whether they move.
    fn collect_aabbs(&mut self) {
        self.aabbs.clear();
        self.aabbs
            .extend(self.trajectories.iter().map(|trajectory| SweptAabb::of(&trajectory.line)));
        self.active.clear();
        self.active.extend(
            self.trajectories.iter().map(|trajectory| trajectory.line.motion != Vector::ZERO),
        );
    }

    fn gives_up(&mut self, index: usize) {
        self.trajectories[index].give_up(&self.bodies[index]);
        self.aabbs[index] = SweptAabb::of(&self.trajectories[index].line);
        self.path_segments.retain(|segment| segment.body != index);
    }

    /// Tells that a pair has given up.
    fn record_give_up(&mut self, pair: [usize; 2], approach: [Moving; 2]) {
        let velocities = pair.map(|index| self.trajectories[index].velocity);
        self.events.push(Event {
            pair,
            t: None,
            sides: Sides::NONE,
            reply: Reply::GaveUp,
            before: velocities,
            after: velocities,
            approach,
        });
    }
}

/// The velocities after `response` of a pair that met through `sides`: of a,
/// and of b.
fn responded(
    response: Response,
    [mut a, mut b]: [Vector; 2],
    b_yields: bool,
    sides: Sides,
) -> [Vector; 2] {
    for axis in sides.iter().map(Side::axis) {
        let (va, vb) = (a.along(axis), b.along(axis));
        let (new_a, new_b) = match response {
            Response::Bounce if b_yields => (vb, va),
            Response::Bounce => (-va, vb),
            Response::Slide | Response::Stop if b_yields => (Milli::ZERO, Milli::ZERO),
            Response::Slide | Response::Stop => (Milli::ZERO, vb),
            Response::Pass | Response::PushOut => (va, vb),
        };
        a = a.with(axis, new_a);
        b = b.with(axis, new_b);
    }
    match response {
        Response::Stop if b_yields => [Vector::ZERO; 2],
        Response::Stop => [Vector::ZERO, b],
        _ => [a, b],
    }
}

/// Both axes.
const AXES: [Axis; 2] = Axis::ALL;
