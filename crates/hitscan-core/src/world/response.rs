//! One frame of boxes that respond to hits: where each one ends, its velocity
//! then, and what happened on the way.
//!
//! Under [`Method::SWEPT`] nothing is ever pushed into anything. The two
//! classical methods may go wrong, as they do in the programs that use them:
//! tunnelling, sticking and leaving through the wrong face stay visible on
//! purpose.
//!
//! All positions are whole thousandths. A bounce mirrors an overshoot, and equal
//! masses exchange their lines, which is exact. Where a box stops between two
//! thousandths, it is rounded towards its start.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `contacts` | `stop`, `slide` and `bounce` under `swept`, in order of time |
//! | `push_out` | `push-out` under `swept` |
//! | `repair` | sends boxes back that rounding pushed into each other |
//! | `named` | the side methods that know no time, right or wrong |
//! | `candidates` | the pairs that those are asked about |
//! | `trajectory` | the path of one box, and all rounding |
//!
//! What does not live here: lasers and polygons, which never push, and the
//! records of contacts ([`super::frame`]).

mod candidates;
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
use super::memory::Budget;
use super::pair_result::StoredContact;
use super::{ChangeError, ObjectId, Reply, Response, motion};
use crate::methods::{Method, Timing};
use hitscan_geom::{Axis, Milli, Moving, Ratio, Side, Sides, Vector};

pub(super) use trajectory::{BodyState, Trajectory};

/// The most contacts of a box in one frame: at the last one it gives up.
const MOST_CONTACTS: u32 = 64;
/// The work of a contact, besides looking for the next ones.
const WORK_OF_A_CONTACT: usize = 64;
/// What a contact takes in memory while a frame is worked out: itself, two path
/// segments, and what the world and its records store of it.
const CONTACT_BYTES: usize = size_of::<Event>()
    + 2 * size_of::<PathSegment>()
    + 2 * size_of::<(ObjectId, motion::PathSegment)>()
    + 3 * size_of::<StoredContact>();
/// What a contact takes that may still happen.
const EXPECTED_BYTES: usize = size_of::<Reverse<Expected>>();

/// A frame of boxes and the buffers to work it out. Kept from frame to frame, so
/// that a frame allocates nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct ContactSolver {
    /// The boxes as the frame begins, in scene order.
    pub(super) bodies: Vec<BodyState>,
    /// The boxes as the frame ends, in the same order.
    pub(super) trajectories: Vec<Trajectory>,
    /// What happened, in order of time.
    pub(super) events: Vec<Event>,
    /// The segments of deflected paths, in order of time.
    pub(super) path_segments: Vec<PathSegment>,
    expected: BinaryHeap<Reverse<Expected>>,
    aabbs: Vec<SweptAabb>,
    active: Vec<bool>,
    broad_phase: BroadPhase,
}

/// A segment of a deflected path: from its time on the box follows this line.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathSegment {
    /// Which box, as an index of the bodies.
    pub(super) body: usize,
    /// When it begins; the first segment at the start of the frame.
    pub(super) t: Ratio,
    /// The line, as if followed through the whole frame.
    pub(super) line: Moving,
}

/// A contact that changed a motion, or at which a box gave up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    /// The mover, as an index of the bodies, and the other.
    pub(super) pair: [usize; 2],
    /// When in the frame; none if the method knows no time.
    pub(super) t: Option<Ratio>,
    /// The sides of the other that were hit.
    pub(super) sides: Sides,
    /// What the boxes did.
    pub(super) reply: Reply,
    /// The velocities of both before it.
    pub(super) before: [Vector; 2],
    /// The velocities of both after it.
    pub(super) after: [Vector; 2],
    /// The motions that led to it.
    pub(super) approach: [Moving; 2],
}

/// A contact that will happen if nothing happens before it. Ordered as they are
/// resolved: by time, then one-sided ones before corners, then in scene order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Expected {
    t: Ratio,
    sides_count: u32,
    pair: [usize; 2],
    sides: Sides,
    /// How often the lines of the two had changed when this was predicted. It is
    /// void once either changes again.
    changes: [u32; 2],
}

impl ContactSolver {
    /// Starts a frame without boxes.
    pub(super) fn clear(&mut self) {
        self.bodies.clear();
        self.trajectories.clear();
        self.events.clear();
        self.path_segments.clear();
        self.expected.clear();
    }

    /// Adds the next box in scene order.
    pub(super) fn add(&mut self, body: BodyState) {
        self.bodies.push(body);
        self.trajectories.push(Trajectory::unhindered(&body));
    }

    /// Resolves the frame.
    pub(super) fn resolve(
        &mut self,
        response: Response,
        side: Method,
        budget: &mut Budget<'_>,
    ) -> Result<(), ChangeError> {
        let Some(timing) = side.side_test().and_then(|test| test.timing) else { return Ok(()) };
        match (timing, response) {
            (_, Response::Pass) => {}
            (Timing::AtContact, Response::PushOut) => self.push_out(budget)?,
            (Timing::AtContact, response) => self.respond_by_time(response, budget)?,
            (Timing::AfterMotion(_), response) => {
                self.respond_after_moving(response, side, budget)?;
            }
            (Timing::BeforeMotion, response) => {
                self.respond_before_moving(response, side, budget)?;
            }
        }
        if timing == Timing::AtContact && !self.events.is_empty() {
            self.repair(budget)?;
        }
        Ok(())
    }

    /// Counts the work of a contact, and the memory of all so far.
    fn spend_on_contact(&self, budget: &mut Budget<'_>) -> Result<(), ChangeError> {
        let (made, expected) = (self.events.len(), self.expected.len());
        budget.check_contacts(made + expected, made * CONTACT_BYTES + expected * EXPECTED_BYTES)?;
        budget.spend(WORK_OF_A_CONTACT + self.bodies.len())
    }

    /// Whether the interiors of two boxes meet at the start of the frame. Such
    /// boxes do not act on each other in it.
    fn start_in_each_other(&self, i: usize, j: usize) -> bool {
        self.bodies[i].line.start().overlaps(&self.bodies[j].line.start())
    }

    /// A pair with the mover first, or in scene order if both or neither moved.
    fn mover_first(&self, i: usize, j: usize) -> [usize; 2] {
        let moves = |k: usize| {
            let trajectory = &self.trajectories[k];
            !trajectory.gave_up
                && (self.bodies[k].line.motion() != Vector::ZERO || trajectory.changes > 0)
        };
        match (moves(i), moves(j)) {
            (true, false) => [i, j],
            (false, true) => [j, i],
            _ => [i.min(j), i.max(j)],
        }
    }

    /// Whether a response can move this box.
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
            self.trajectories.iter().map(|trajectory| trajectory.line.motion() != Vector::ZERO),
        );
    }

    fn gives_up(&mut self, index: usize) {
        self.trajectories[index].give_up(&self.bodies[index]);
        self.aabbs[index] = SweptAabb::of(&self.trajectories[index].line);
        self.path_segments.retain(|segment| segment.body != index);
    }

    /// Records that a pair gave up.
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

/// The velocities of a and b after `response` to a hit through `sides`.
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
