//! One frame: everything moves, and boxes respond to what they hit.
//!
//! The responses are in [`super::response`]; `frame_contacts.rs` computes their results, and
//! `pair_tests.rs` tests the other pairs afterwards.

use std::mem;

use super::change::check_range;
use super::effort::tests_of_motion;
use super::entries::Entry;
use super::memory::{Budget, free_if_large};
use super::motion::FrameEnd;
use super::response::{BodyState, Refusal};
use super::scratch::Scratch;
use super::{Body, BroadPhaseCounts, ChangeError, Object, ObjectId, Response, World};
use hitscan_geom::broad_phase::Counts;
use hitscan_geom::{Axis, Moving, Vector};

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
    fn displacement_of(self, entry: &Entry, gravity: Vector) -> Result<Vector, ChangeError> {
        let object = &entry.object;
        match self {
            Self::Step if object.body == Body::Dynamic && object.shape.as_box().is_some() => {
                faster(object, gravity)
            }
            Self::Step => Ok(object.velocity),
            Self::Move(id, by) if entry.id == id => Ok(by),
            Self::Move(..) => Ok(Vector::ZERO),
        }
    }

    /// Whether the frame changes the velocity of an object, given its velocity at the end.
    fn changes_velocity(self, entry: &Entry, velocity: Vector) -> bool {
        self == Self::Step && entry.object.velocity != velocity
    }
}

/// The velocity of an object with gravity added.
fn faster(object: &Object, gravity: Vector) -> Result<Vector, ChangeError> {
    let mut velocity = object.velocity;
    for axis in Axis::ALL {
        let sum = velocity.along(axis).checked_add(gravity.along(axis));
        let sum = sum.filter(|sum| sum.in_range());
        let sum = sum.ok_or(ChangeError::TooFast { name: object.name, axis })?;
        velocity = velocity.with(axis, sum);
    }
    Ok(velocity)
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
        let passes = match frame {
            // Moving what is static is an edit.
            Frame::Move(id, _) => self.object(id).ok_or(ChangeError::NoObject)?.is_static(),
            Frame::Step => false,
        };
        scratch.ends.clear();
        scratch.solver.begin(self.broad_phase());
        scratch.pair_finder.take_counts();
        let responds = |entry: &Entry| self.response_of(&entry.object) != Response::Pass;
        if passes || !self.entries().iter().any(responds) {
            self.pass(frame, scratch)?;
        } else {
            self.respond(frame, scratch, budget)?;
        }
        for end in &scratch.ends {
            let object = &self.entries()[end.place].object;
            check_range(&object.name, &object.shape, end.displacement)?;
            budget.test(tests_of_motion(&object.shape))?;
        }
        self.advance(frame, scratch);
        self.collect_contacts(scratch);
        self.test_concerned(scratch, budget).inspect_err(|_| self.undo_advance(frame, scratch))?;
        mem::swap(&mut self.resting, &mut scratch.resting);
        free_if_large(&mut scratch.resting);
        if frame == Frame::Step {
            self.last_step = self.frame;
        }
        let at_end = scratch.pair_finder.take_counts();
        let counts = scratch.solver.take_counts().or(at_end);
        let broad_phase = self.broad_phase();
        // Where nothing moves, there is nothing to search.
        let nothing = BroadPhaseCounts { broad_phase, counts: Counts::default() };
        self.broad_phase_counts = Some(counts.unwrap_or(nothing));
        self.break_boxes(scratch);
        Ok(())
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
    fn undo_advance(&mut self, frame: Frame, scratch: &mut Scratch) {
        for end in &mut scratch.ends {
            self.carry(end.place, -end.displacement);
            self.exchange_velocity(frame, end);
        }
        mem::swap(&mut self.motion, &mut scratch.motion_before);
        self.frame -= 1;
    }

    /// Only steps change velocities.
    fn exchange_velocity(&mut self, frame: Frame, end: &mut FrameEnd) {
        if frame == Frame::Step {
            self.objects.change(end.place, |entry| {
                mem::swap(&mut entry.object.velocity, &mut end.velocity);
            });
        }
    }

    /// What an object does when it hits another.
    fn response_of(&self, object: &Object) -> Response {
        match object.body {
            _ if object.shape.as_box().is_none() || object.behavior.sensor => Response::Pass,
            Body::Static => Response::Pass,
            Body::Kinematic => object.behavior.response.unwrap_or(Response::Pass),
            Body::Dynamic => object.behavior.response.unwrap_or(self.settings().response),
        }
    }

    /// Everything moves all the way.
    fn pass(&self, frame: Frame, scratch: &mut Scratch) -> Result<(), ChangeError> {
        let places = match frame {
            Frame::Step => 0..self.len(),
            // Nothing else moves.
            Frame::Move(id, _) => self.index(id).map_or(0..0, |place| place..place + 1),
        };
        for place in places {
            let entry = &self.entries()[place];
            let displacement = frame.displacement_of(entry, self.settings().gravity)?;
            if displacement != Vector::ZERO || frame.changes_velocity(entry, displacement) {
                scratch.ends.push(FrameEnd { place, displacement, velocity: displacement });
            }
        }
        Ok(())
    }

    /// Boxes respond to hits; everything else moves all the way.
    fn respond(
        &self,
        frame: Frame,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<(), ChangeError> {
        scratch.body_places.clear();
        for (place, entry) in self.entries().iter().enumerate() {
            let displacement = frame.displacement_of(entry, self.settings().gravity)?;
            let object = &entry.object;
            // A box that cannot move so far leaves the plane, which `make_frame` refuses.
            let line = object.shape.as_box().map(|&start| Moving::new(start, displacement));
            if let Some(Ok(line)) = line.filter(|_| !object.behavior.sensor) {
                scratch.body_places.push(place);
                let (body, response) = (object.body, self.response_of(object));
                scratch.solver.add(BodyState { line, body, response });
            } else if displacement != Vector::ZERO || frame.changes_velocity(entry, displacement) {
                scratch.ends.push(FrameEnd { place, displacement, velocity: displacement });
            }
        }
        let solver = &mut scratch.solver;
        solver.resolve(self.settings().side, budget).map_err(|refusal| match refusal {
            Refusal::Change(why) => why,
            Refusal::TooFast { body, axis } => {
                let name = self.entries()[scratch.body_places[body]].object.name;
                ChangeError::TooFast { name, axis }
            }
        })?;
        let others = scratch.ends.len();
        let bodies = solver.bodies.iter().zip(&solver.trajectories);
        for ((body, trajectory), &place) in bodies.zip(&scratch.body_places) {
            let displacement = body.line.start().displacement_to(&trajectory.end());
            let velocity = trajectory.velocity;
            // A box may also be pushed away and back to where it was.
            if trajectory.is_deflected()
                || [displacement, body.line.motion(), velocity] != [Vector::ZERO; 3]
                || frame.changes_velocity(&self.entries()[place], velocity)
            {
                scratch.ends.push(FrameEnd { place, displacement, velocity });
            }
        }
        if others > 0 {
            scratch.ends.sort_unstable_by_key(|end| end.place);
        }
        Ok(())
    }

    fn store_path_segments(&mut self, scratch: &Scratch) {
        let mut segments = Vec::new();
        for body in 0..scratch.solver.bodies.len() {
            let id = self.entries()[scratch.body_places[body]].id;
            scratch.solver.collect_segments(body, |segment| segments.push((id, segment)));
        }
        self.motion.set_segments(segments);
    }
}
