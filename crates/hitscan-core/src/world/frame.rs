//! One frame: everything moves, and boxes respond to what they hit.
//!
//! The responses are in [`super::response`]; `pair_tests.rs` tests the pairs
//! afterwards.

use std::mem;

use super::change::check_range;
use super::memory::Budget;
use super::motion::End;
use super::pair_result::{Answer, PairHistory, StoredContact};
use super::record::{ContactChange, LastContact};
use super::response::{BodyState, Event};
use super::scratch::Scratch;
use super::state::Entry;
use super::{ChangeError, ObjectId, Response, World};
use hitscan_geom::kernel::sweep;
use hitscan_geom::{Moving, Swept, Vector};

/// The work of a frame in which nothing moves.
const WORK_OF_A_FRAME: usize = 256;

/// The two kinds of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// Everything moves by its velocity.
    Step,
    /// One object moves by a vector that is its velocity for this frame only.
    Move(ObjectId, Vector),
}

impl Frame {
    /// How far an object moves if nothing is in its way.
    fn displacement_of(self, entry: &Entry) -> Vector {
        match self {
            Self::Step => entry.object.velocity,
            Self::Move(id, by) if entry.id == id => by,
            Self::Move(..) => Vector::ZERO,
        }
    }
}

impl World {
    /// Makes one frame, or leaves everything as it was. A step keeps the
    /// velocities that the responses produced; a move does not.
    pub(super) fn make_frame(
        &mut self,
        frame: Frame,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<(), ChangeError> {
        budget.spend(WORK_OF_A_FRAME + self.len())?;
        let mut response = self.settings().response;
        if let Frame::Move(id, _) = frame
            && self.object(id).ok_or(ChangeError::NoObject)?.is_static()
        {
            response = Response::Pass;
        }
        scratch.ends.clear();
        scratch.solver.clear();
        if response == Response::Pass {
            self.pass(frame, scratch);
        } else {
            self.respond(frame, response, scratch, budget)?;
        }
        for end in &scratch.ends {
            let object = &self.entries()[end.place].object;
            check_range(&object.name, &object.shape, end.displacement)?;
        }
        self.advance(frame, scratch);
        self.collect_contacts(scratch);
        self.test_concerned(scratch, budget).inspect_err(|_| self.take_back(frame, scratch))
    }

    /// Moves everything to its end.
    fn advance(&mut self, frame: Frame, scratch: &mut Scratch) {
        self.frame += 1;
        mem::swap(&mut self.motion, &mut scratch.motion_before);
        self.motion.clear();
        scratch.concerned.clear();
        scratch.concerned.resize(self.len(), false);
        for end in &mut scratch.ends {
            scratch.concerned[end.place] = true;
            let id = self.carry(end.place, end.displacement);
            self.exchange_velocity(frame, end);
            self.motion.push(id, end.displacement);
        }
        self.store_path_segments(scratch);
    }

    /// Undoes [`World::advance`].
    fn take_back(&mut self, frame: Frame, scratch: &mut Scratch) {
        for end in &mut scratch.ends {
            self.carry(end.place, -end.displacement);
            self.exchange_velocity(frame, end);
        }
        mem::swap(&mut self.motion, &mut scratch.motion_before);
        self.frame -= 1;
    }

    /// Only steps change velocities.
    fn exchange_velocity(&mut self, frame: Frame, end: &mut End) {
        if frame == Frame::Step {
            mem::swap(&mut self.entry_mut(end.place).object.velocity, &mut end.velocity);
        }
    }

    /// Everything moves all the way.
    fn pass(&self, frame: Frame, scratch: &mut Scratch) {
        for (place, entry) in self.entries().iter().enumerate() {
            let displacement = frame.displacement_of(entry);
            if displacement != Vector::ZERO {
                scratch.ends.push(End { place, displacement, velocity: displacement });
            }
        }
    }

    /// Boxes respond to hits; everything else moves all the way.
    fn respond(
        &self,
        frame: Frame,
        response: Response,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<(), ChangeError> {
        scratch.body_places.clear();
        for (place, entry) in self.entries().iter().enumerate() {
            let displacement = frame.displacement_of(entry);
            // A box that cannot move so far leaves the plane, which `make_frame` refuses.
            let line = entry.object.shape.as_box().map(|&start| Moving::new(start, displacement));
            if let Some(Ok(line)) = line {
                scratch.body_places.push(place);
                scratch.solver.add(BodyState { line, is_free: !entry.object.is_static() });
            } else if displacement != Vector::ZERO {
                scratch.ends.push(End { place, displacement, velocity: displacement });
            }
        }
        let solver = &mut scratch.solver;
        solver.resolve(response, self.settings().side, budget)?;
        let others = scratch.ends.len();
        let bodies = solver.bodies.iter().zip(&solver.trajectories);
        for ((body, trajectory), &place) in bodies.zip(&scratch.body_places) {
            let displacement = body.line.start().displacement_to(&trajectory.end());
            let velocity = trajectory.velocity;
            // A box may also be pushed away and back to where it was.
            if trajectory.is_deflected()
                || [displacement, body.line.motion(), velocity] != [Vector::ZERO; 3]
            {
                scratch.ends.push(End { place, displacement, velocity });
            }
        }
        if others > 0 {
            scratch.ends.sort_unstable_by_key(|end| end.place);
        }
        Ok(())
    }

    fn store_path_segments(&mut self, scratch: &Scratch) {
        let id_of = |body: usize| self.entries()[scratch.body_places[body]].id;
        let segments = scratch.solver.path_segments.iter();
        let segments = segments.map(|s| (id_of(s.body), (s.t, s.line))).collect();
        self.motion.set_segments(segments);
    }

    /// Collects every contact in the order of their times, and the pairs that had
    /// one, in `scratch`.
    fn collect_contacts(&self, scratch: &mut Scratch) {
        scratch.contacted.clear();
        for (number, event) in (1..).zip(&scratch.solver.events) {
            let Event { pair, t, sides, reply, before, after, approach } = *event;
            let places = pair.map(|body| scratch.body_places[body]);
            let [a, b] = places.map(|place| self.participant(place));
            let swept = match t {
                Some(t) => Swept::Hit { t, sides },
                None => sweep(&approach[0], &approach[1]).unpack(),
            };
            let answer = Answer::of_contact(&a.shape, &b.shape, swept);
            let approach = approach.map(|line| (line.start().min(), line.motion()));
            let stored = StoredContact { number, t, sides, reply, before, after, approach };
            let history = PairHistory::Contact(Box::new(stored));
            let last_contact = LastContact {
                ids: [a.id, b.id],
                motions: [a.motion, b.motion],
                answer,
                history: history.clone(),
            };
            scratch
                .contacted
                .push(([places[0].min(places[1]), places[0].max(places[1])], last_contact));
            scratch.contact_changes.push(ContactChange {
                places,
                outcome: answer.outcome,
                history,
            });
        }
        // Stable, so that the last contact of a pair stays its last.
        scratch.contacted.sort_by_key(|(pair, _)| *pair);
    }
}
