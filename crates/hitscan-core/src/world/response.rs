//! One frame of boxes that respond to hits: where each one ends, its velocity after that, and what
//! happened during the frame.
//!
//! Under [`Method::SWEPT`] nothing is ever pushed into anything else. The two classical methods may
//! go wrong, as they do in the programs that use them: tunnelling, sticking and leaving through the
//! wrong face are reproduced on purpose.
//!
//! All positions are whole thousandths. A bounce mirrors an overshoot, and equal masses
//! exchange their lines, which is exact. A box that stops between two thousandths is rounded
//! towards its start.
//!
//! | files | contents |
//! | --- | --- |
//! | `contacts` | `stop`, `slide` and `bounce` under `swept`, in order of time |
//! | `push_out` | `push-out` under `swept` |
//! | `one_way` | what passes a one-way box or polygon |
//! | `regions` `velocity` | contacts of which one side is a polygon; the velocity after one |
//! | `named` | the side methods without a notion of time, right or wrong |
//! | `repair` | sends boxes back that rounding pushed into each other |
//! | `neighbors` | the boxes around one whose line changed |
//! | `trajectory` | the path of one box, and all rounding |
//!
//! Calls go down this list; this file has the velocity after a contact, and chooses. `tests` looks at
//! what is visible only from inside: `tests/steps` compares single frames with answers worked out
//! elsewhere, and `tests/slopes` looks at any frame with polygons.
//!
//! A polygon has the bounds of its line, too: what searches and ends need is the same for both.
//!
//! Not here: lasers, which never push, and the records of contacts ([`super::frame`]).

mod contacts;
mod named;
mod neighbors;
mod one_way;
mod push_out;
mod regions;
mod repair;
#[cfg(test)]
mod tests;
mod trajectory;
mod velocity;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter::successors;

use super::broad_phase::{BroadPhaseCounts, PairFinder};
use super::limits::Budget;
use super::pair_result::StoredContact;
use super::{Body, ChangeError, ContactReply, ObjectId, Response, Rules};
use crate::methods::{Method, ResponseTiming};
use hitscan_geom::broad_phase::{BroadPhase, SweptAabb, SweptAabbs};
use hitscan_geom::inside::Ratio;
use hitscan_geom::{Axis, Moving, Polygon, Sides, Vector, milli};
use neighbors::Neighbors;
use one_way::OneWays;
use regions::Regions;

pub(super) use trajectory::{BodyState, Trajectory};

/// The most contacts of a box in one frame: at the last one it gives up.
const MOST_CONTACTS: u32 = 64;
/// The work of a contact, besides searching for the next ones.
const WORK_OF_A_CONTACT: usize = 64;
/// The memory of a contact while a frame is computed: the contact itself, two path segments, and
/// what the world and its records store of it.
const CONTACT_BYTES: usize = size_of::<ContactEvent>()
    + 2 * size_of::<((Ratio, Moving), Option<usize>)>()
    + 2 * size_of::<(ObjectId, (Ratio, Moving))>()
    + 3 * size_of::<StoredContact>();
/// The memory of a predicted contact.
const EXPECTED_BYTES: usize = size_of::<Reverse<ExpectedContact>>();

/// A frame of boxes and the buffers to compute it. Kept from frame to frame, so that a
/// frame allocates nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct ContactSolver {
    /// The boxes as the frame begins, in scene order.
    pub(super) bodies: Vec<BodyState>,
    /// The boxes as the frame ends, in the same order.
    pub(super) trajectories: Vec<Trajectory>,
    /// What happened, in order of time.
    pub(super) events: Vec<ContactEvent>,
    /// The segments of deflected paths, in order of time: when each begins and the line that the
    /// box follows from then on, and the index of the previous segment of the same path. Segments
    /// of a box that gave up stay in this list, but are no longer part of its path.
    path_segments: Vec<((Ratio, Moving), Option<usize>)>,
    expected: BinaryHeap<Reverse<ExpectedContact>>,
    /// What passes one-way bodies in this frame.
    pub(super) one_ways: OneWays,
    /// The same bodies with their outlines, in a frame with a polygon.
    regions: Regions,
    /// The bounds of the lines that the boxes currently follow; moving boxes are active.
    aabbs: SweptAabbs,
    /// The boxes by the bounds of their lines, filled once a line has changed.
    neighbors: Neighbors,
    /// The boxes found by the last search.
    found: Vec<usize>,
    pair_finder: PairFinder,
    /// Which broad phase finds the pairs.
    broad_phase: BroadPhase,
    /// The rules of the history.
    rules: Rules,
}

/// A contact that changed a motion, or at which a box gave up.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactEvent {
    /// The mover, then the other, as indices of the bodies.
    pub(super) pair: [usize; 2],
    /// Its time in the frame; `None` if the method has no notion of time.
    pub(super) t: Option<Ratio>,
    /// The sides of the other that were hit.
    pub(super) sides: Sides,
    /// How the boxes responded.
    pub(super) reply: ContactReply,
    /// The velocities of both before it.
    pub(super) before: [Vector; 2],
    /// The velocities of both after it.
    pub(super) after: [Vector; 2],
    /// The motions that led to it.
    pub(super) approach: [Moving; 2],
}

impl ContactEvent {
    /// The sides of each of the two that alone are named, if it is one-way.
    pub(super) fn counting(&self, bodies: &[BodyState]) -> [Sides; 2] {
        let is_put_out = self.pair.iter().any(|&index| bodies[index].response == Response::PushOut);
        self.pair.map(|index| if is_put_out { Sides::NONE } else { bodies[index].one_way })
    }
}

/// A predicted contact, which happens unless something else comes first. Ordered as contacts are
/// resolved: by time, then one-sided ones before corners, then in scene order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ExpectedContact {
    t: Ratio,
    sides_count: u32,
    pair: [usize; 2],
    sides: Sides,
    /// How often the lines of the two had changed when this was predicted. If either changes again,
    /// the prediction is void.
    changes: [u32; 2],
}

/// Why a frame is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// There is no memory for it, or it was interrupted.
    Change(ChangeError),
    /// A contact would give a box a velocity out of range along this axis.
    TooFast {
        /// Which box, as an index of the bodies.
        body: usize,
        /// Along which axis.
        axis: Axis,
    },
}

impl From<ChangeError> for Refusal {
    fn from(error: ChangeError) -> Self {
        Self::Change(error)
    }
}

impl ContactSolver {
    /// Starts a frame without boxes, with this broad phase, by these rules.
    pub(super) fn begin(&mut self, broad_phase: BroadPhase, rules: Rules) {
        (self.broad_phase, self.rules) = (broad_phase, rules);
        self.pair_finder.take_counts();
        self.neighbors.clear();
        self.regions.clear();
        self.one_ways.clear();
        self.bodies.clear();
        self.trajectories.clear();
        self.events.clear();
        self.path_segments.clear();
        self.expected.clear();
    }

    /// Adds the next box in scene order.
    pub(super) fn add(&mut self, body: BodyState) {
        self.one_ways.any |= !body.one_way.is_empty();
        self.bodies.push(body);
        self.trajectories.push(Trajectory::unhindered(&body));
    }

    /// Adds the next polygon in scene order, which is followed with its bounding box.
    pub(super) fn add_polygon(&mut self, body: BodyState, polygon: Polygon) {
        self.regions.add(self.bodies.len(), polygon);
        self.add(body);
    }

    /// Resolves the frame.
    pub(super) fn resolve(&mut self, side: Method, budget: &mut Budget<'_>) -> Result<(), Refusal> {
        let Some(timing) = side.side_test().and_then(|test| test.timing) else { return Ok(()) };
        match timing {
            ResponseTiming::AtContact => {
                self.fill_regions();
                self.begin_drops();
                self.respond_by_time(budget)?;
                self.push_out(budget)?;
                if !self.events.is_empty() {
                    self.repair(budget)?;
                }
            }
            ResponseTiming::AfterMotion | ResponseTiming::AfterMotionOnTheWay => {
                self.respond_after_moving(side, budget)?;
            }
            ResponseTiming::BeforeMotion => self.respond_before_moving(side, budget)?,
        }
        Ok(())
    }

    /// The counts of the first search for pairs, if there was one.
    pub(super) fn take_counts(&mut self) -> Option<BroadPhaseCounts> {
        self.pair_finder.take_counts()
    }

    /// Counts the work of a contact, and the memory of all contacts so far.
    fn spend_on_contact(&self, budget: &mut Budget<'_>) -> Result<(), ChangeError> {
        let (made, expected) = (self.events.len(), self.expected.len());
        budget.check_contacts(made + expected, made * CONTACT_BYTES + expected * EXPECTED_BYTES)?;
        budget.test(1)?;
        budget.spend(WORK_OF_A_CONTACT)
    }

    /// Counts the search for the neighbours of a box, and their tests.
    fn spend_on_neighbors(&self, found: usize, budget: &mut Budget<'_>) -> Result<(), ChangeError> {
        let search = 1 + found + self.bodies.len() / 16;
        budget.test(search as u64)?;
        budget.spend(search)
    }

    /// Whether the interiors of two boxes meet at the start of the frame. Such boxes ignore each
    /// other in it.
    fn overlap_at_start(&self, i: usize, j: usize) -> bool {
        if self.has_polygon([i, j]) {
            return self.regions_overlap_at_start(i, j);
        }
        self.bodies[i].line.start().overlaps(&self.bodies[j].line.start())
    }

    /// Whether the interiors of two boxes meet at the end of the frame.
    fn overlap_at_end(&self, i: usize, j: usize) -> bool {
        if self.has_polygon([i, j]) {
            return self.regions_overlap_at_end(i, j);
        }
        self.trajectories[i].end().overlaps(&self.trajectories[j].end())
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

    /// Whether a box responds to a contact with the other one by the table.
    fn answers(&self, index: usize, other: usize) -> bool {
        let (body, other) = (&self.bodies[index], &self.bodies[other]);
        match body.body {
            Body::Static => false,
            Body::Kinematic => body.response != Response::Pass && other.body == Body::Static,
            Body::Dynamic => body.response != Response::Pass,
        }
    }

    /// Whether one of two boxes responds to the other, and they were apart at the start.
    fn act_on_each_other(&self, i: usize, j: usize) -> bool {
        (self.answers(i, j) || self.answers(j, i))
            && !self.overlap_at_start(i, j)
            && !self.passes([i, j])
    }

    /// What a box is to one that responds to it: static if it never moves, kinematic if its
    /// velocity never changes, dynamic if it responds, too.
    fn against(&self, other: usize) -> Body {
        let body = &self.bodies[other];
        match body.body {
            Body::Static => Body::Static,
            Body::Kinematic => Body::Kinematic,
            Body::Dynamic if self.trajectories[other].gave_up => Body::Static,
            Body::Dynamic if body.response == Response::Pass => Body::Kinematic,
            Body::Dynamic => Body::Dynamic,
        }
    }

    /// The velocities of a pair after a contact through `sides` of the second.
    fn answered(
        &self,
        [a, b]: [usize; 2],
        [of_a, of_b]: [Vector; 2],
        sides: Sides,
    ) -> Result<[Vector; 2], Refusal> {
        let after = |index: usize, other: usize, [own, others]: [Vector; 2]| {
            if !self.answers(index, other) || self.trajectories[index].gave_up {
                return Ok(own);
            }
            let response = self.bodies[index].response;
            contacts::answer(response, self.against(other), [own, others], sides)
                .map_err(|axis| Refusal::TooFast { body: index, axis })
        };
        Ok([after(a, b, [of_a, of_b])?, after(b, a, [of_b, of_a])?])
    }

    /// Fills `aabbs` with the bounds of the lines that the boxes follow. Moving boxes are active.
    fn collect_aabbs(&mut self) {
        self.neighbors.clear();
        self.aabbs.clear();
        self.aabbs.extend(self.trajectories.iter().map(|trajectory| {
            let line = &trajectory.line;
            (SweptAabb::from(line), line.motion() != Vector::ZERO)
        }));
    }

    /// Updates the bounds of a box after its line has changed.
    fn follow_line(&mut self, index: usize) {
        let aabb = SweptAabb::from(&self.trajectories[index].line);
        self.aabbs[index] = aabb;
        if self.neighbors.is_filled() {
            self.neighbors.relocate(index, &aabb);
        }
        self.follow_region(index);
    }

    /// Replaces `found` with the other boxes whose bounds meet those of this one.
    fn find_neighbors(&mut self, index: usize, found: &mut Vec<usize>) {
        if !self.neighbors.is_filled() {
            self.neighbors.fill(&self.aabbs);
        }
        self.neighbors.meeting(&self.aabbs, index, found);
    }

    /// Replaces `found` with the other boxes whose bounds come near those of this one, as near as
    /// a line is rounded.
    fn find_near(&mut self, index: usize, found: &mut Vec<usize>) {
        let aabb = self.aabbs[index];
        self.aabbs[index] = aabb.grown(milli!(4));
        self.find_neighbors(index, found);
        self.aabbs[index] = aabb;
    }

    /// Sends a box back to its start for the rest of the frame.
    fn give_up(&mut self, index: usize) {
        self.trajectories[index].give_up(&self.bodies[index]);
        self.follow_line(index);
        self.trajectories[index].last_segment = None;
    }

    /// Adds a segment to the path of a box, which follows this line from `t` on.
    fn add_segment(&mut self, index: usize, t: Ratio, line: Moving) {
        let number = self.path_segments.len();
        let before = self.trajectories[index].last_segment.replace(number);
        self.path_segments.push(((t, line), before));
    }

    /// Passes the segments of a deflected path to `add`, in order of time; none for a
    /// straight path.
    pub(super) fn collect_segments(&self, index: usize, mut add: impl FnMut((Ratio, Moving))) {
        let numbers = successors(self.trajectories[index].last_segment, |&number| {
            self.path_segments[number].1
        });
        let mut numbers: Vec<_> = numbers.collect();
        numbers.reverse();
        for number in numbers {
            add(self.path_segments[number].0);
        }
    }

    /// Records that a pair gave up, or that one of it was crushed.
    fn record_return(&mut self, pair: [usize; 2], approach: [Moving; 2], reply: ContactReply) {
        let velocities = pair.map(|index| self.trajectories[index].velocity);
        self.events.push(ContactEvent {
            pair,
            t: None,
            sides: Sides::NONE,
            reply,
            before: velocities,
            after: velocities,
            approach,
        });
    }
}

/// Both axes.
const AXES: [Axis; 2] = Axis::ALL;
