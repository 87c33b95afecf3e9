//! One frame: everything that moves makes its way and answers to what it hits.
//!
//! What the answers are stands in [`super::response`], what is then judged in
//! `judge.rs`.

use std::collections::BTreeSet;

use super::judge::PairKey;
use super::response::{self, Body, Event};
use super::state::{Met, News, check_range};
use super::{ChangeFault, Contact, Judgement, ObjectId, Response, World};
use crate::geom::{Fraction, Moving, Shape, Sides, Vector};

/// The ways that objects made in the last frame, by id; the others made none.
#[derive(Clone, Debug, Default)]
pub(super) struct Ways(Vec<Way>);

/// The way of one object in a frame.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) id: ObjectId,
    /// From where it started to where it ended.
    pub(super) made: Vector,
    /// The pieces of a way that was bent, each from its time on; none of a
    /// straight one.
    pub(super) pieces: Vec<(Fraction, Moving)>,
}

impl Ways {
    /// `ways` in the order of the ids.
    pub(super) fn new(ways: Vec<Way>) -> Self {
        Self(ways)
    }

    pub(super) fn of(&self, id: ObjectId) -> Option<&Way> {
        self.0.binary_search_by_key(&id, |way| way.id).ok().map(|index| &self.0[index])
    }

    pub(super) fn made(&self, id: ObjectId) -> Vector {
        self.of(id).map_or(Vector::ZERO, |way| way.made)
    }
}

/// Which of the two kinds of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrameKind {
    /// Everything moves by its velocity.
    Step,
    /// One object moves by a vector that is its velocity for this frame only.
    Move,
}

/// What a frame makes of the objects, before it is made.
struct Made {
    ends: Vec<(ObjectId, End)>,
    contacts: Vec<ContactOf>,
}

/// Where one object ends.
struct End {
    shape: Shape,
    made: Vector,
    /// Of a box that answers: how fast it is then.
    velocity: Option<Vector>,
    pieces: Vec<(Fraction, Moving)>,
}

impl End {
    fn straight(shape: &Shape, by: Vector) -> Self {
        Self { shape: shape.translated(by), made: by, velocity: None, pieces: Vec::new() }
    }
}

/// A contact, by the ids of its pair.
struct ContactOf {
    pair: [ObjectId; 2],
    t: Option<Fraction>,
    sides: Sides,
    before: [Vector; 2],
    after: [Vector; 2],
    led: [Moving; 2],
}

impl ContactOf {
    fn new(event: &Event, ids: &[ObjectId]) -> Self {
        let Event { a, b, t, sides, before, after, judged } = *event;
        Self { pair: [ids[a], ids[b]], t, sides, before, after, led: judged }
    }
}

impl World {
    /// One frame: everything in `motions` moves and answers to what it hits, or
    /// nothing happens at all. A step leaves the velocities as the answers made
    /// them; a move does not.
    pub(super) fn make_frame(
        &mut self,
        motions: &[(ObjectId, Vector)],
        kind: FrameKind,
        news: &mut dyn FnMut(News),
    ) -> Result<(), ChangeFault> {
        let made = self.respond(motions)?;
        for (id, course) in &made.ends {
            let object = self.object(*id).ok_or(ChangeFault::NoObject)?;
            check_range(&object.name, &course.shape)?;
        }
        self.frame += 1;
        let mut ways = Vec::with_capacity(made.ends.len());
        for (id, end) in made.ends {
            self.carry(id, end.shape, end.made, end.velocity.filter(|_| kind == FrameKind::Step));
            ways.push(Way { id, made: end.made, pieces: end.pieces });
        }
        let changed: Vec<_> = ways.iter().map(|way| way.id).collect();
        self.ways = Ways::new(ways);
        let contacted = self.record_contacts(&made.contacts, news);
        self.judge_all_but(&contacted, &changed, news);
        Ok(())
    }

    /// Where everything that moves or is moved ends, in the order of the ids.
    fn respond(&self, motions: &[(ObjectId, Vector)]) -> Result<Made, ChangeFault> {
        let fixed_moves = motions.iter().any(|&(id, _)| self.object(id).is_some_and(|o| o.fixed));
        let response = if fixed_moves { Response::Pass } else { self.settings().response };
        let mut ends = Vec::new();
        let is_body = |shape: &Shape| response != Response::Pass && shape.as_box().is_some();
        for &(id, by) in motions {
            let object = self.object(id).ok_or(ChangeFault::NoObject)?;
            if !is_body(&object.shape) {
                ends.push((id, End::straight(&object.shape, by)));
            }
        }
        let mut contacts = Vec::new();
        if response != Response::Pass {
            let way_of = |id| motions.iter().find(|(other, _)| *other == id).map(|(_, by)| *by);
            let (ids, bodies): (Vec<_>, Vec<_>) = self
                .entries()
                .iter()
                .filter_map(|entry| {
                    let start = *entry.object.shape.as_box()?;
                    let way = way_of(entry.id).unwrap_or(Vector::ZERO);
                    Some((entry.id, Body { start, way, is_free: !entry.object.fixed }))
                })
                .unzip();
            let resolved = response::resolve(&bodies, response, self.settings().side);
            contacts = resolved.events.iter().map(|event| ContactOf::new(event, &ids)).collect();
            for ((id, body), course) in ids.iter().zip(&bodies).zip(resolved.courses) {
                let made = course.end.min() - body.start.min();
                let stirred = body.way != Vector::ZERO || made != Vector::ZERO;
                if stirred || course.velocity != body.way {
                    let bent = course.pieces.len() > 1;
                    let pieces = if bent { course.pieces } else { Vec::new() };
                    let (shape, velocity) = (Shape::Box(course.end), Some(course.velocity));
                    ends.push((*id, End { shape, made, velocity, pieces }));
                }
            }
        }
        ends.sort_by_key(|(id, _)| *id);
        Ok(Made { ends, contacts })
    }

    /// Tells the news of every contact, in the order in which they happened;
    /// gives the pairs that had one.
    fn record_contacts(
        &mut self,
        contacts: &[ContactOf],
        news: &mut dyn FnMut(News),
    ) -> BTreeSet<PairKey> {
        let mut pairs = BTreeSet::new();
        for (number, contact) in (1..).zip(contacts) {
            let [Some(a), Some(b)] = contact.pair.map(|id| self.party(id)) else { continue };
            let ContactOf { t, sides, before, after, led, .. } = *contact;
            let answered = Contact { number, t, sides, before, after };
            let judgement = Judgement::of_contact(&a, &b, answered, led);
            let key = PairKey::new(a.id, b.id);
            pairs.insert(key);
            self.met.insert(key, Met { a: a.clone(), b: b.clone(), judgement });
            news(News { a, b, judgement });
        }
        pairs
    }
}
