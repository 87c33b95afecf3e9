//! One frame: everything moves, and boxes respond to what they hit.
//!
//! The responses are in [`super::response`]; here are their results, and `pair_tests.rs`
//! tests the other pairs afterwards.

use std::mem;

use super::change::check_range;
use super::limits::{Budget, free_if_large, tests_of_motion};
use super::motion::FrameEnd;
use super::pair_result::{
    ComparedAnswer, PairHistory, StoredContact, region_contact, responded_result,
};
use super::record::{ContactChange, LastContact};
use super::response::{BodyState, ContactEvent, Refusal};
use super::scratch::Scratch;
use super::state::{Broken, Entry};
use super::{
    Body, BroadPhaseCounts, ChangeError, ContactReply, Object, ObjectId, PassReason, Passes,
    Response, Rules, TestResult, World,
};
use crate::methods::Method;
use hitscan_geom::broad_phase::Counts;
use hitscan_geom::inside::Ratio;
use hitscan_geom::kernel::sweep;
use hitscan_geom::{Aabb, Axis, Moving, Shape, Side, Sides, Swept, Vector};

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
    fn displacement_of(self, entry: &Entry, world: &World) -> Result<Vector, ChangeError> {
        let object = &entry.object;
        match self {
            Self::Step if world.falls(object) => faster(object, world.settings().gravity),
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
        scratch.solver.begin(self.broad_phase(), self.rules);
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
        Self::collect_passing(scratch);
        self.end_drops(frame, scratch);
        let tested = self.test_concerned(scratch, budget);
        tested.inspect_err(|_| self.undo_advance(frame, scratch))?;
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

    /// Moves an object in a frame.
    fn carry(&mut self, place: usize, by: Vector) -> ObjectId {
        self.objects.change(place, |entry| {
            // The frame has checked that it stays in the plane.
            if let Ok(moved) = entry.object.shape.translated(by) {
                entry.object.shape = moved;
                entry.displacement[0] += by.x.wide();
                entry.displacement[1] += by.y.wide();
            }
            entry.id
        })
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
        mem::swap(&mut self.drops, &mut scratch.drops_before);
        self.frame -= 1;
    }

    /// A drop goes on as long as the two just touch as a frame begins.
    fn end_drops(&mut self, frame: Frame, scratch: &mut Scratch) {
        scratch.drops_before.clone_from(&self.drops);
        if frame != Frame::Step || self.drops.is_empty() {
            return;
        }
        let going_on = |ids: &[ObjectId; 2]| {
            let places = ids.map(|id| self.index(id));
            let [Some(one), Some(other)] = places else { return false };
            let key = [one.min(other), one.max(other)];
            let found = scratch.passing.iter().find(|passing| passing.0 == key);
            found.is_some_and(|passing| passing.1.why == PassReason::Dropped)
        };
        self.drops = self.drops.iter().copied().filter(going_on).collect();
    }

    /// Only steps change velocities.
    fn exchange_velocity(&mut self, frame: Frame, end: &mut FrameEnd) {
        if frame == Frame::Step {
            self.objects.change(end.place, |entry| {
                mem::swap(&mut entry.object.velocity, &mut end.velocity);
            });
        }
    }

    /// The sides of an object through which alone nothing comes in.
    fn one_way_of(object: &Object) -> Sides {
        if object.body == Body::Dynamic { Sides::NONE } else { object.behavior.one_way }
    }

    /// Whether an object of this shape can respond to others, or they to it: by the rules of older
    /// recordings only boxes do.
    pub(super) fn takes_part(&self, shape: &Shape) -> bool {
        match shape {
            Shape::Box(_) => true,
            Shape::Polygon(_) => self.rules >= Rules::V3,
            Shape::Segment(_) => false,
        }
    }

    /// Whether gravity makes an object faster.
    pub(super) fn falls(&self, object: &Object) -> bool {
        object.body == Body::Dynamic && self.takes_part(&object.shape)
    }

    /// What an object does when it hits another.
    fn response_of(&self, object: &Object) -> Response {
        match object.body {
            _ if !self.takes_part(&object.shape) || object.behavior.sensor => Response::Pass,
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
            let displacement = frame.displacement_of(entry, self)?;
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
        // The other side methods know boxes only.
        let is_exact = self.settings().side == Method::SWEPT;
        for (place, entry) in self.entries().iter().enumerate() {
            let displacement = frame.displacement_of(entry, self)?;
            let object = &entry.object;
            let start = match &object.shape {
                Shape::Polygon(polygon) if is_exact => Some(Aabb::from(polygon)),
                shape => shape.as_box().copied(),
            };
            let start = start.filter(|_| self.takes_part(&object.shape));
            // What cannot move so far leaves the plane, which `make_frame` refuses.
            let line = start.map(|start| Moving::new(start, displacement));
            if let Some(Ok(line)) = line.filter(|_| !object.behavior.sensor) {
                scratch.body_places.push(place);
                let (body, response) = (object.body, self.response_of(object));
                let one_way = Self::one_way_of(object);
                let state = BodyState { line, body, response, one_way };
                match &object.shape {
                    Shape::Polygon(polygon) => scratch.solver.add_polygon(state, polygon.clone()),
                    _ => scratch.solver.add(state),
                }
            } else if displacement != Vector::ZERO || frame.changes_velocity(entry, displacement) {
                scratch.ends.push(FrameEnd { place, displacement, velocity: displacement });
            }
        }
        scratch.solver.one_ways.drops = self.drops_of(&scratch.body_places);
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

    /// What drops through what, as indices of the bodies at these places.
    fn drops_of(&self, body_places: &[usize]) -> Vec<[usize; 2]> {
        let body_of = |id: ObjectId| {
            let place = self.index(id)?;
            body_places.iter().position(|&it| it == place)
        };
        let drops = self.drops.iter().map(|ids| Some([body_of(ids[0])?, body_of(ids[1])?]));
        drops.flatten().collect()
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

// The results of a frame's contacts: answers, records, and boxes that break.
//
// The contacts themselves are found in [`super::response`].

impl World {
    /// Collects the pairs that pass one-way objects, by their places in ascending order.
    fn collect_passing(scratch: &mut Scratch) {
        let places = &scratch.body_places;
        scratch.passing.clear();
        scratch.passing.extend(scratch.solver.one_ways.passing.iter().map(|passing| {
            let places = passing.pair.map(|body| places[body]);
            let t = passing.t.map(Into::into);
            let passes =
                Passes { why: passing.why, t, normals: passing.normals.clone(), edge: None };
            ([places[0].min(places[1]), places[0].max(places[1])], passes)
        }));
        scratch.passing.sort_by_key(|(places, _)| *places);
    }

    /// Collects every contact in order of time, and the pairs that had one, in `scratch`. Contacts
    /// that merely continue are not changes, and are collected separately.
    pub(super) fn collect_contacts(&self, scratch: &mut Scratch) {
        scratch.contacted.clear();
        scratch.resting.clear();
        scratch.hits.clear();
        scratch.broken.clear();
        let events = std::mem::take(&mut scratch.solver.events);
        for (number, event) in (1..).zip(&events) {
            self.collect_contact(number, event, scratch);
        }
        scratch.solver.events = events;
        // The sort is stable, so the last contact of a pair stays its last.
        scratch.contacted.sort_by_key(|(pair, _)| *pair);
        scratch.resting.sort_by_key(LastContact::key);
        scratch.broken.sort_by_key(|broken| broken.place);
    }

    fn collect_contact(&self, number: u32, event: &ContactEvent, scratch: &mut Scratch) {
        let ContactEvent { pair, t, sides, reply, before, after, approach } = *event;
        let places = pair.map(|body| scratch.body_places[body]);
        let [a, b] = places.map(|place| self.participant(place));
        let shapes = [&a.shape, &b.shape];
        let is_polygon = shapes.iter().any(|shape| matches!(shape, Shape::Polygon(_)));
        let counting = event.counting(&scratch.solver.bodies);
        let lines = approach.map(|line| (line.start().min(), line.motion()));
        let (outcome, answer) = if is_polygon {
            let met = region_contact(shapes, lines, t, counting);
            (TestResult::Hit, ComparedAnswer::of_regions(TestResult::Hit, shapes, &met))
        } else {
            let swept = match t {
                Some(t) => Swept::Hit { t, sides },
                None => sweep(&approach[0], &approach[1]).quotients(),
            };
            // With a time, the exact method found the contact.
            let is_exact = t.is_some() || reply != ContactReply::Responded;
            let outcome = if is_exact || self.rules < Rules::V3 {
                TestResult::Hit
            } else {
                responded_result(&approach, swept, shapes)
            };
            (outcome, ComparedAnswer::of_contact(outcome, shapes, swept))
        };
        let mistaken_by = (outcome != TestResult::Hit).then(|| self.settings().side);
        let ids = [a.id, b.id];
        let rests = t == Some(Ratio::ZERO) && self.rests(ids, sides, &answer);
        let counts = reply == ContactReply::Responded && !rests;
        let broken = if counts { self.count_hit(places, scratch) } else { [false; 2] };
        let approach = lines;
        let frame = self.frame();
        let history = PairHistory::Contact(Box::new(StoredContact {
            outcome,
            number,
            frame,
            t,
            sides,
            reply,
            broken,
            before,
            after,
            mistaken_by,
            approach,
            counting,
        }));
        let motions = [a.motion, b.motion];
        let last_contact = LastContact { ids, motions, answer, history: history.clone() };
        let key = [places[0].min(places[1]), places[0].max(places[1])];
        if rests {
            scratch.resting.push(last_contact.clone());
        } else {
            scratch.contact_changes.push(ContactChange { places, outcome, history });
        }
        scratch.contacted.push((key, last_contact));
    }

    /// Whether a contact at the start of the frame merely continues: the pair had one on the same
    /// sides, with the same answer, in the previous frame.
    fn rests(&self, [a, b]: [ObjectId; 2], sides: Sides, answer: &ComparedAnswer) -> bool {
        if self.rules == Rules::V1 {
            return false;
        }
        let Some(last) = self.last_contact([a, b]) else { return false };
        let PairHistory::Contact(stored) = &last.history else { return false };
        let (before, last_answer) = if last.ids[0] == a {
            (stored.sides, last.answer)
        } else {
            (opposite(stored.sides), last.answer.reversed())
        };
        stored.frame + 1 == self.frame() && before == sides && *answer == last_answer
    }

    /// Counts a contact for those of the two boxes that can break, and returns which of
    /// them break now.
    fn count_hit(&self, places: [usize; 2], scratch: &mut Scratch) -> [bool; 2] {
        [0, 1].map(|k| {
            let (place, other) = (places[k], places[1 - k]);
            let (entry, by) = (&self.entries()[place], &self.entries()[other]);
            let breaks_after = entry.object.behavior.breaks_after;
            let Some(most) = breaks_after.filter(|_| by.object.body == Body::Dynamic) else {
                return false;
            };
            let counted = scratch.hits.iter().rev().find(|hit| hit.0 == place);
            let hits = counted.map_or(entry.hits, |hit| hit.1).saturating_add(1);
            scratch.hits.push((place, hits));
            let breaks = hits == most.get();
            if breaks {
                let participant = self.participant(place);
                scratch.broken.push(Broken { place, participant, by: by.id });
            }
            breaks
        })
    }

    /// At the end of the frame: stores the hits, and removes boxes that broke. Their other pairs
    /// end without a record.
    pub(super) fn break_boxes(&mut self, scratch: &mut Scratch) {
        for &(place, hits) in &scratch.hits {
            self.objects.change(place, |entry| entry.hits = hits);
        }
        let Scratch { broken, contact_changes, .. } = scratch;
        if broken.is_empty() {
            return;
        }
        let is_broken = |place: usize| broken.iter().any(|broken| broken.place == place);
        contact_changes.retain(|change| {
            matches!(change.history, PairHistory::Contact(_))
                || !change.places.map(is_broken).contains(&true)
        });
        for broken in broken.iter().rev() {
            let entry = self.objects.remove(broken.place);
            self.last_contacts.retain(|contact| !contact.ids.contains(&entry.id));
            let at = self.broken.partition_point(|other| other.id < entry.id);
            self.broken.insert(at, entry);
        }
    }

    /// Whether an object had a contact on this side of it in the last step.
    pub(super) fn stands_on(&self, id: ObjectId, side: Side) -> bool {
        self.last_contacts.iter().filter(|last| last.ids.contains(&id)).any(|last| {
            let PairHistory::Contact(stored) = &last.history else { return false };
            let own = if last.ids[1] == id { stored.sides } else { opposite(stored.sides) };
            let by_normal = || {
                let pair = self.restored(last);
                let blocked = pair.as_ref().and_then(|pair| pair.pair_result.blocked());
                blocked.is_some_and(|(blocked, _)| {
                    blocked.normals.iter().any(|normal| {
                        let out = if last.ids[1] == id { *normal } else { normal.opposite() };
                        out.points_to(side)
                    })
                })
            };
            stored.frame == self.last_step && (own.contains(side) || by_normal())
        })
    }
}

fn opposite(sides: Sides) -> Sides {
    sides.iter().map(Side::opposite).collect()
}
