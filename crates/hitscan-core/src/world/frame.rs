//! One frame: everything that moves makes its way and answers to what it hits.
//!
//! What the answers are stands in [`super::response`], what is then judged in
//! `judge.rs`.

use super::judge::PairKey;
use super::pair_result::{Answer, PairHistory, StoredContact};
use super::record::{ContactChange, LastContact};
use super::response::{BodyState, Event};
use super::scratch::Scratch;
use super::state::{Entry, check_bounds};
use super::{ChangeError, ObjectId, Response, World};
use hitscan_geom::kernel::sweep;
use hitscan_geom::{Moving, Ratio, Swept, Vector};

/// The ways that objects made in the last frame; the others made none.
#[derive(Clone, Debug, Default)]
pub(super) struct Ways {
    /// By id.
    ways: Vec<Way>,
    /// The pieces of the ways that were bent, by object and then by time.
    bends: Vec<(ObjectId, Piece)>,
}

/// The way of one object in a frame, from where it started to where it ended.
#[derive(Clone, Copy, Debug)]
struct Way {
    id: ObjectId,
    made: Vector,
}

/// A piece of a way: from this time on along this line, as if it had been
/// followed through the whole frame.
pub(super) type Piece = (Ratio, Moving);

impl Ways {
    /// What was edited since did not move: the ways of the last frame are over.
    pub(super) fn clear(&mut self) {
        self.ways.clear();
        self.bends.clear();
    }

    /// About how much room they take.
    pub(super) fn bytes(&self) -> usize {
        self.ways.len() * size_of::<Way>() + self.bends.len() * size_of::<(ObjectId, Piece)>()
    }

    pub(super) fn made(&self, id: ObjectId) -> Vector {
        let found = self.ways.binary_search_by_key(&id, |way| way.id);
        found.map_or(Vector::ZERO, |index| self.ways[index].made)
    }

    /// Whether the object had a way to make, be it that an answer left nothing
    /// of it.
    pub(super) fn made_one(&self, id: ObjectId) -> bool {
        self.ways.binary_search_by_key(&id, |way| way.id).is_ok()
    }

    /// The pieces of a way that was bent; none of a straight one.
    pub(super) fn pieces(&self, id: ObjectId) -> impl Iterator<Item = Piece> + Clone {
        let from = self.bends.partition_point(|bend| bend.0 < id);
        self.bends[from..].iter().take_while(move |bend| bend.0 == id).map(|bend| bend.1)
    }

    /// Whether any way was bent.
    pub(super) fn are_straight(&self) -> bool {
        self.bends.is_empty()
    }
}

/// Which of the two kinds of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// Everything moves by its velocity.
    Step,
    /// One object moves by a vector that is its velocity for this frame only.
    Move(ObjectId, Vector),
}

impl Frame {
    /// The way an object would make if nothing stood in it.
    fn way_of(self, entry: &Entry) -> Vector {
        match self {
            Self::Step => entry.object.velocity,
            Self::Move(id, by) if entry.id == id => by,
            Self::Move(..) => Vector::ZERO,
        }
    }
}

/// Where one object ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// Its place in the scene.
    place: usize,
    made: Vector,
    velocity: Vector,
}

impl World {
    /// One frame: everything moves and answers to what it hits, or nothing
    /// happens at all. A step leaves the velocities as the answers made them; a
    /// move does not.
    pub(super) fn make_frame(
        &mut self,
        frame: Frame,
        scratch: &mut Scratch,
    ) -> Result<(), ChangeError> {
        let mut response = self.settings().response;
        if let Frame::Move(id, _) = frame
            && self.object(id).ok_or(ChangeError::NoObject)?.fixed
        {
            response = Response::Pass;
        }
        scratch.ends.clear();
        scratch.encounters.clear();
        if response == Response::Pass {
            self.pass(frame, scratch);
        } else {
            self.respond(frame, response, scratch);
        }
        for end in &scratch.ends {
            let object = &self.entries()[end.place].object;
            let (min, max) = object.shape.bounds();
            check_bounds(&object.name, min + end.made, max + end.made)?;
        }
        self.frame += 1;
        self.ways.clear();
        scratch.concerned.clear();
        scratch.concerned.resize(self.len(), false);
        for end in &scratch.ends {
            scratch.concerned[end.place] = true;
            let id = self.carry(end.place, end.made);
            if frame == Frame::Step {
                self.entry_mut(end.place).object.velocity = end.velocity;
            }
            self.ways.ways.push(Way { id, made: end.made });
        }
        self.keep_bends(scratch);
        self.record_contacts(scratch);
        self.judge_concerned(scratch);
        Ok(())
    }

    /// Everything goes its whole way.
    fn pass(&self, frame: Frame, scratch: &mut Scratch) {
        for (place, entry) in self.entries().iter().enumerate() {
            let made = frame.way_of(entry);
            if made != Vector::ZERO {
                scratch.ends.push(End { place, made, velocity: made });
            }
        }
    }

    /// Boxes answer, the others go their whole way.
    fn respond(&self, frame: Frame, response: Response, scratch: &mut Scratch) {
        scratch.places.clear();
        for (place, entry) in self.entries().iter().enumerate() {
            let way = frame.way_of(entry);
            if let Some(&start) = entry.object.shape.as_box() {
                scratch.places.push(place);
                scratch.encounters.add(BodyState { start, way, is_free: !entry.object.fixed });
            } else if way != Vector::ZERO {
                scratch.ends.push(End { place, made: way, velocity: way });
            }
        }
        let encounters = &mut scratch.encounters;
        encounters.resolve(response, self.settings().side);
        let others = scratch.ends.len();
        let bodies = encounters.bodies.iter().zip(&encounters.courses);
        for ((body, course), &place) in bodies.zip(&scratch.places) {
            let (made, velocity) = (course.end().min() - body.start.min(), course.velocity);
            // One may also have been pushed away and back to where it was.
            if course.has_bent() || [made, body.way, velocity] != [Vector::ZERO; 3] {
                scratch.ends.push(End { place, made, velocity });
            }
        }
        if others > 0 {
            scratch.ends.sort_unstable_by_key(|end| end.place);
        }
    }

    fn keep_bends(&mut self, scratch: &Scratch) {
        let id_of = |body: usize| self.entries()[scratch.places[body]].id;
        let bends =
            scratch.encounters.bends.iter().map(|bend| (id_of(bend.body), (bend.t, bend.line)));
        let mut bends: Vec<_> = bends.collect();
        // A stable sort: of each object they are in the order of their times.
        bends.sort_by_key(|bend| bend.0);
        self.ways.bends = bends;
    }

    /// Tells the news of every contact, in the order in which they happened,
    /// and leaves the pairs that had one on the desk.
    fn record_contacts(&mut self, scratch: &mut Scratch) {
        scratch.contacted.clear();
        for (number, event) in (1..).zip(&scratch.encounters.events) {
            let Event { pair, t, sides, reply, before, after, led } = *event;
            let places = pair.map(|body| scratch.places[body]);
            let [a, b] = places.map(|place| self.party(place));
            let happened = match t {
                Some(t) => Swept::Hit { t, sides },
                None => sweep(&led[0], &led[1]).unpack(),
            };
            let answer = Answer::of_contact(&a.shape, &b.shape, happened);
            let led = led.map(|line| (line.start.min(), line.motion));
            let answered = StoredContact { number, t, sides, reply, before, after, led };
            let happened = PairHistory::Contact(Box::new(answered));
            let met = LastContact {
                ids: [a.id, b.id],
                motions: [a.motion, b.motion],
                answer,
                happened: happened.clone(),
            };
            self.met.insert(PairKey::new(a.id, b.id), met);
            scratch.contacted.push([places[0].min(places[1]), places[0].max(places[1])]);
            scratch.news.push(ContactChange { a, b, outcome: answer.outcome, happened });
        }
        scratch.contacted.sort_unstable();
        scratch.contacted.dedup();
    }
}
