//! Which pairs are tested after a frame or an edit, and how.

use std::collections::btree_map::Entry as Slot;

use super::broad_phase::SweptAabb;
use super::motion::PathSegment;
use super::pair_result::{Answer, PairHistory};
use super::record::{ContactChange, LastContact, PairKey};
use super::scratch::Scratch;
use super::state::Entry;
use super::{Change, ObjectId, PairResult, Participant, TestResult, World};
use hitscan_geom::kernel::sweep;
use hitscan_geom::{Ratio, Swept, Vector, first_meeting};

impl World {
    /// The result of a pair now, the mover first: what the last frame or edit
    /// that concerned it found.
    ///
    /// `None` if one of them is gone, or both are the same.
    #[must_use]
    pub fn pair_result(
        &self,
        one: ObjectId,
        other: ObjectId,
    ) -> Option<(Participant, Participant, PairResult)> {
        if one == other {
            return None;
        }
        if let Some(last_contacts) = self.last_contacts.get(&PairKey::new(one, other)) {
            return self.restored(last_contacts);
        }
        let places = [self.index(one.min(other))?, self.index(one.max(other))?];
        let [a, b] = self.mover_first(places).map(|place| self.participant(place));
        let pair_result = self.history(&a, &b).pair_result(&a, &b);
        Some((a, b, pair_result))
    }

    /// The pairs whose last result is HIT or TOUCH, in scene order.
    pub fn meeting_pairs(&self) -> impl Iterator<Item = (Participant, Participant, PairResult)> {
        self.last_contacts.values().filter_map(|contact| self.restored(contact))
    }

    fn restored(
        &self,
        last_contacts: &LastContact,
    ) -> Option<(Participant, Participant, PairResult)> {
        let [a, b] = [self.index(last_contacts.ids[0])?, self.index(last_contacts.ids[1])?];
        let a = Participant { motion: last_contacts.motions[0], ..self.participant(a) };
        let b = Participant { motion: last_contacts.motions[1], ..self.participant(b) };
        let pair_result = last_contacts.history.pair_result(&a, &b);
        Some((a, b, pair_result))
    }

    /// Every pair that the change leading here tested, in scene order, the mover
    /// first, whether or not its answer changed.
    pub(super) fn pairs_tested_by(
        &self,
        change: &Change,
    ) -> impl Iterator<Item = (Participant, Participant, PairResult)> + '_ {
        let edited = match change {
            Change::Reshape(id, _) | Change::Turn(id, _) | Change::Stretch(id, _) => Some(*id),
            Change::Add(_) => self.entries().last().map(|entry| entry.id),
            _ => None,
        };
        let is_frame = change.is_frame();
        let is_concerned =
            move |id: ObjectId| edited == Some(id) || is_frame && self.motion.took_part(id);
        let all = self.entries();
        let pairs = all.iter().enumerate().flat_map(move |(index, one)| {
            let rest = all[index + 1..].iter().map(move |other| (one.id, other.id));
            rest.filter(move |&(one, other)| is_concerned(one) || is_concerned(other))
        });
        pairs.filter_map(|(one, other)| self.pair_result(one, other))
    }

    /// Tests every pair where it stands and records nothing: how a scene begins.
    pub(super) fn test_all_pairs(&mut self) {
        let mut scratch = Scratch::default();
        scratch.concerned.resize(self.len(), true);
        self.test_concerned(&mut scratch);
        self.tested = 0;
    }

    /// Tests every pair of an object that was edited.
    pub(super) fn test_pairs_of(&mut self, id: ObjectId, scratch: &mut Scratch) {
        scratch.contacted.clear();
        scratch.concerned.clear();
        scratch.concerned.extend(self.entries().iter().map(|entry| entry.id == id));
        self.test_concerned(scratch);
    }

    /// Tests every pair that holds a concerned object and had no contact, and
    /// collects those whose answer changed.
    ///
    /// Pairs that were apart and whose swept AABBs stay apart are only counted:
    /// they are a MISS before and after.
    pub(super) fn test_concerned(&mut self, scratch: &mut Scratch) {
        let concerned = scratch.concerned.iter().filter(|&&concerned| concerned).count();
        if concerned == 0 {
            return;
        }
        self.tested += count_pairs(concerned, self.len());
        self.find_pairs(scratch);
        for index in 0..scratch.pairs.len() {
            let pair = scratch.pairs[index];
            if scratch.contacted.binary_search(&pair).is_err() {
                self.test_pair(pair, &mut scratch.contact_changes);
            }
        }
    }

    /// The pairs that may be more than a MISS, before or after.
    fn find_pairs(&self, scratch: &mut Scratch) {
        scratch.aabbs.clear();
        scratch.aabbs.extend(self.entries().iter().map(|entry| self.aabb(entry)));
        scratch.pairs.clear();
        scratch.pairs.extend(scratch.broad_phase.pairs(&scratch.aabbs, &scratch.concerned));
        let broad_phase = scratch.pairs.len();
        for key in self.last_contacts.keys() {
            let [Some(one), Some(other)] = [self.index(key.0), self.index(key.1)] else { continue };
            if scratch.concerned[one] || scratch.concerned[other] {
                scratch.pairs.push([one, other]);
            }
        }
        if scratch.pairs.len() > broad_phase {
            scratch.pairs.sort_unstable();
            scratch.pairs.dedup();
        }
    }

    /// Everywhere an object was in the last frame.
    fn aabb(&self, entry: &Entry) -> SweptAabb {
        let mut aabb =
            SweptAabb::to(entry.object.shape.bounds(), self.motion.displacement(entry.id));
        if !self.motion.is_straight() {
            // The lines extend beyond their segments, which is safe.
            for (_, line) in self.motion.segments(entry.id) {
                aabb.include_all(&SweptAabb::of(&line));
            }
        }
        aabb
    }

    fn test_pair(&mut self, pair: [usize; 2], contact_changes: &mut Vec<ContactChange>) {
        let [a, b] = self.mover_first(pair);
        let [entry_a, entry_b] = [a, b].map(|place| &self.entries()[place]);
        let ids = [entry_a.id, entry_b.id];
        let motions = ids.map(|id| self.motion.displacement(id));
        let shapes = [&entry_a.object.shape, &entry_b.object.shape];
        let history = if self.is_deflected(ids) {
            self.history(&self.participant(a), &self.participant(b))
        } else {
            PairHistory::Straight
        };
        let answer = match &history {
            PairHistory::Deflected(swept) => Answer::of(shapes[0], shapes[1], Some(**swept)),
            _ => Answer::straight(shapes, motions),
        };
        let outcome = answer.outcome;
        let is_change = match self.last_contacts.entry(PairKey::new(ids[0], ids[1])) {
            Slot::Vacant(slot) => {
                let is_change = answer.is_change(None);
                if outcome != TestResult::Miss {
                    slot.insert(LastContact { ids, motions, answer, history: history.clone() });
                }
                is_change
            }
            Slot::Occupied(mut slot) => {
                let is_change = answer.is_change(Some(&slot.get().answer));
                if outcome == TestResult::Miss {
                    slot.remove();
                } else {
                    slot.insert(LastContact { ids, motions, answer, history: history.clone() });
                }
                is_change
            }
        };
        if is_change {
            let [a, b] = [a, b].map(|place| self.participant(place));
            contact_changes.push(ContactChange { a, b, outcome, history });
        }
    }

    /// Whether the path of one of the two was deflected.
    fn is_deflected(&self, ids: [ObjectId; 2]) -> bool {
        !self.motion.is_straight()
            && ids.iter().any(|&id| self.motion.segments(id).next().is_some())
    }

    /// What happened between two objects on their paths.
    fn history(&self, a: &Participant, b: &Participant) -> PairHistory {
        match a.moving().zip(b.moving()) {
            Some((of_a, of_b)) if self.is_deflected([a.id, b.id]) => {
                let mut pieces = [(a.id, of_a), (b.id, of_b)].map(|(id, straight)| {
                    let mut pieces: Vec<PathSegment> = self.motion.segments(id).collect();
                    if pieces.is_empty() {
                        pieces.push((Ratio::ZERO, straight));
                    }
                    pieces
                });
                let [a, b] = &mut pieces;
                PairHistory::Deflected(Box::new(swept_in_pieces(a, b)))
            }
            _ => PairHistory::Straight,
        }
    }

    /// The object at this index of the scene, as it is now.
    pub(super) fn participant(&self, place: usize) -> Participant {
        let Entry { id, object, .. } = &self.entries()[place];
        let (name, shape) = (object.name, object.shape.clone());
        Participant { id: *id, name, shape, motion: self.motion.displacement(*id) }
    }

    /// A pair with the mover first.
    fn mover_first(&self, [first, second]: [usize; 2]) -> [usize; 2] {
        let moved =
            |place: usize| self.motion.displacement(self.entries()[place].id) != Vector::ZERO;
        if moved(second) && !moved(first) { [second, first] } else { [first, second] }
    }
}

/// How many pairs of `all` objects hold at least one of `concerned` objects.
fn count_pairs(concerned: usize, all: usize) -> u64 {
    let choose_two = |n: u64| n * n.saturating_sub(1) / 2;
    let (concerned, all) = (concerned as u64, all as u64);
    choose_two(all) - choose_two(all - concerned)
}

/// What happens between two boxes, at least one on a deflected path, that had no
/// contact of their own.
fn swept_in_pieces(of_a: &[PathSegment], of_b: &[PathSegment]) -> Swept<Ratio> {
    let (mut of_a, mut of_b) = (of_a.iter().peekable(), of_b.iter().peekable());
    let (Some(&(_, mut a)), Some(&(_, mut b))) = (of_a.next(), of_b.next()) else {
        return Swept::Miss;
    };
    if let overlap @ Swept::Overlap { .. } = sweep(&a, &b).unpack() {
        return overlap;
    }
    let mut from = Ratio::ZERO;
    loop {
        let next = of_a.peek().into_iter().chain(of_b.peek()).map(|(t, _)| *t).min();
        let to = next.unwrap_or(Ratio::ONE);
        match sweep(&a, &b).unpack() {
            // At the very end of a segment they only touch: the path turns there.
            hit @ Swept::Hit { t, .. } if from <= t && (t < to || next.is_none()) => return hit,
            _ => {}
        }
        if let Some((t, flush)) = first_meeting(&a, &b, [from, to]) {
            return Swept::Graze { t: Some(t), flush };
        }
        if next.is_none() {
            return Swept::Miss;
        }
        if let Some((_, piece)) = of_a.next_if(|(t, _)| *t == to) {
            a = *piece;
        }
        if let Some((_, piece)) = of_b.next_if(|(t, _)| *t == to) {
            b = *piece;
        }
        from = to;
    }
}
