//! Which pairs are tested after a frame or an edit, and how.

use std::mem;

use super::beams::{Beam, beam_pair, find_beams};
use super::broad_phase::swept_to;
use super::limits::{Budget, IsInterrupted, tests_of_pair};
use super::motion::{regions_in_pieces, swept_in_pieces};
use super::pair_result::{ComparedAnswer, PairHistory, on_line};
use super::record::{ContactChange, LastContact, in_order};
use super::scratch::Scratch;
use super::state::Entry;
use super::{
    Body, Change, ChangeError, Entered, Object, ObjectId, Pair, Participant, Passes, Rules,
    TestResult, World,
};
use hitscan_geom::broad_phase::{SweptAabb, SweptAabbs};
use hitscan_geom::inside::Ratio;
use hitscan_geom::{Moving, MovingRegion, Shape, Vector};

impl World {
    /// The current result of a pair, the mover first, as found by the last frame or edit
    /// that concerned it.
    ///
    /// `None` if one of them is gone, or both are the same.
    pub fn pair(&self, one: ObjectId, other: ObjectId) -> Option<Pair> {
        if one == other {
            return None;
        }
        if let Some(last_contact) = self.last_contact([one, other]) {
            return self.restored(last_contact);
        }
        let places = [self.index(one.min(other))?, self.index(one.max(other))?];
        let [a, b] = self.mover_first(places).map(|place| self.participant(place));
        let pair_result = self.history(&self.beams, &a, &b).pair_result(&a, &b);
        Some(Pair { a, b, pair_result })
    }

    /// The pairs whose last result is HIT or TOUCH, in scene order.
    pub fn meeting_pairs(&self) -> impl Iterator<Item = Pair> {
        self.meeting().filter_map(|contact| self.restored(contact))
    }

    /// The objects of those pairs, in scene order.
    pub fn meeting_ids(&self) -> impl Iterator<Item = [ObjectId; 2]> {
        self.meeting().map(|contact| contact.ids)
    }

    fn meeting(&self) -> impl Iterator<Item = &LastContact> {
        self.last_contacts.iter().filter(|contact| contact.answer.outcome != TestResult::Miss)
    }

    /// The results of a pair in the last change that are not in the log: each contact that merely
    /// continued; or if there is none, the pair's result, unless the log has a record of the pair.
    pub(super) fn unrecorded(&self, ids: [ObjectId; 2], is_recorded: bool) -> Vec<Pair> {
        let key = in_order(ids);
        let first = self.resting.partition_point(|contact| contact.key() < key);
        let resting = self.resting[first..].iter().take_while(|contact| contact.key() == key);
        let mut found: Vec<_> = resting.filter_map(|contact| self.restored(contact)).collect();
        if found.is_empty() && !is_recorded {
            found.extend(self.pair(ids[0], ids[1]));
        }
        found
    }

    /// Those objects and their results.
    pub(super) fn meeting_outcomes(&self) -> impl Iterator<Item = ([ObjectId; 2], TestResult)> {
        self.last_contacts.iter().map(|contact| (contact.key(), contact.answer.outcome))
    }

    pub(super) fn last_contact(&self, ids: [ObjectId; 2]) -> Option<&LastContact> {
        let found = self.last_contacts.binary_search_by_key(&in_order(ids), LastContact::key);
        found.ok().map(|index| &self.last_contacts[index])
    }

    pub(super) fn restored(&self, last_contact: &LastContact) -> Option<Pair> {
        let [a, b] = [self.index(last_contact.ids[0])?, self.index(last_contact.ids[1])?];
        let a = Participant { motion: last_contact.motions[0], ..self.participant(a) };
        let b = Participant { motion: last_contact.motions[1], ..self.participant(b) };
        let pair_result = last_contact.history.pair_result(&a, &b);
        Some(Pair { a, b, pair_result })
    }

    /// The objects that the last change tested against all others, in ascending order.
    pub(super) fn concerned_by(&self, change: &Change) -> impl Iterator<Item = ObjectId> + Clone {
        let changed = self.changed_by(change);
        // Usually there are no beams, and then nothing is allocated.
        let mut all = Vec::new();
        if !self.moved_beams.is_empty() {
            all.extend(changed.clone().chain(self.moved_beams.iter().copied()));
            all.sort_unstable();
            all.dedup();
        }
        let changed = changed.filter(|_| self.moved_beams.is_empty());
        changed.chain(all)
    }

    /// The objects that a change moved or edited, in ascending order.
    fn changed_by(&self, change: &Change) -> impl Iterator<Item = ObjectId> + Clone {
        // Consecutive ids. A frame moves objects instead.
        let reshaped = change.reshaped().map(|id| (id, 1));
        let edited = reshaped.or_else(|| self.newest(change.added()));
        let (first, count) = edited.unwrap_or((ObjectId(0), 0));
        let moved = change.is_frame().then(|| self.motion.ids());
        (first.0..first.0 + count).map(ObjectId).chain(moved.into_iter().flatten())
    }

    /// Every pair that the last change tested, in scene order, whether or not its answer changed.
    pub(super) fn pairs_tested_by(
        &self,
        change: &Change,
    ) -> impl Iterator<Item = [ObjectId; 2]> + '_ {
        let concerned: Vec<_> = self.concerned_by(change).collect();
        self.pairs_of(concerned)
    }

    /// The pairs that contain at least one of these objects, which must be in ascending order. The
    /// pairs are in scene order.
    pub(super) fn pairs_of(
        &self,
        concerned: Vec<ObjectId>,
    ) -> impl Iterator<Item = [ObjectId; 2]> + '_ {
        let all: Vec<_> = self.entries().iter().map(|entry| entry.id).collect();
        (0..all.len()).flat_map(move |index| {
            let one = all[index];
            let is_concerned = concerned.binary_search(&one).is_ok();
            let others = if is_concerned { &all } else { &concerned };
            let after = others.partition_point(|&other| other <= one);
            others[after..].iter().map(|&other| [one, other]).collect::<Vec<_>>()
        })
    }

    /// The first of the newest `count` objects, and their number.
    fn newest(&self, count: u32) -> Option<(ObjectId, u32)> {
        Some((ObjectId(self.next_id.checked_sub(count)?), count))
    }

    /// Tests every pair at rest and records nothing: the start of a scene.
    pub(super) fn test_all_pairs<'a>(
        &mut self,
        is_interrupted: &'a mut IsInterrupted<'a>,
    ) -> Result<(), ChangeError> {
        let mut scratch = Scratch::default();
        scratch.concerned.resize(self.len(), true);
        let mut budget = Budget::new(self.memory, 0, is_interrupted);
        self.test_concerned(&mut scratch, &mut budget)?;
        self.tested = 0;
        Ok(())
    }

    /// Tests every pair of the edited objects.
    pub(super) fn test_pairs_of(
        &mut self,
        is_edited: impl Fn(ObjectId) -> bool,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<(), ChangeError> {
        scratch.contacted.clear();
        scratch.concerned.clear();
        scratch.concerned.extend(self.entries().iter().map(|entry| is_edited(entry.id)));
        self.test_concerned(scratch, budget)
    }

    /// Tests every pair with a concerned object that had no contact, and collects the pairs whose
    /// answer changed. If it fails, it has only changed `scratch`.
    ///
    /// Pairs that were apart and whose swept AABBs stay apart are only counted: they are a MISS
    /// before and after.
    pub(super) fn test_concerned(
        &mut self,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<(), ChangeError> {
        self.concern_beams(scratch, budget)?;
        let concerned = scratch.concerned.iter().filter(|&&concerned| concerned).count();
        if concerned == 0 {
            mem::swap(&mut self.beams, &mut scratch.beams);
            return Ok(());
        }
        budget.test(count_pairs(concerned, self.len()))?;
        self.find_pairs(scratch, budget)?;
        self.test_pairs(scratch, budget)?;
        mem::swap(&mut self.beams, &mut scratch.beams);
        mem::swap(&mut self.last_contacts, &mut scratch.contacts);
        scratch.free();
        self.tested += count_pairs(concerned, self.len());
        Ok(())
    }

    /// Finds where the beams end, and marks those that end elsewhere than before as concerned.
    fn concern_beams(
        &self,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<(), ChangeError> {
        scratch.beams = find_beams(self, &scratch.broken, budget)?;
        for (beam, before) in scratch.beams.iter().zip(&self.beams) {
            if beam != before {
                scratch.moved_beams.push(beam.id);
                if let Some(place) = self.index(beam.id) {
                    scratch.concerned[place] = true;
                }
            }
        }
        Ok(())
    }

    /// Finds the pairs that may be more than a MISS, before or after.
    fn find_pairs(
        &self,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<(), ChangeError> {
        let Scratch { aabbs, concerned, contacted, pair_finder, one_to_many, .. } = scratch;
        self.collect_aabbs(concerned, aabbs);
        let (mut tested, mut others) = (Vec::new(), 0);
        for contact in &self.last_contacts {
            let [Some(one), Some(other)] = contact.key().map(|id| self.index(id)) else {
                continue;
            };
            if concerned[one] || concerned[other] {
                tested.push([one, other]);
            } else {
                others += 1;
            }
        }
        let pairs = pair_finder.find(self.broad_phase(), aabbs, others, budget)?;
        one_to_many.remove_misses(self, pairs);
        let found = pairs.len();
        pairs.extend(tested);
        pairs.extend(contacted.iter().map(|(pair, _)| *pair));
        if pairs.len() > found {
            pairs.sort_unstable();
            pairs.dedup();
        }
        Ok(())
    }

    /// Tests the pairs found, and merges the results with the last contacts of the other pairs.
    fn test_pairs(
        &self,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<(), ChangeError> {
        let Scratch { pair_finder, contacted, contacts, contact_changes, entered, beams, .. } =
            scratch;
        let passing = &scratch.passing;
        contacts.clear();
        let mut earlier = self.last_contacts.iter().peekable();
        let mut contacted = contacted.drain(..).peekable();
        let tests_of = |&pair: &[usize; 2]| self.tests_of(pair.map(|place| &self.entries()[place]));
        budget.begin_tests(pair_finder.pairs.iter().map(tests_of).sum());
        for &pair in &pair_finder.pairs {
            let [one, other] = pair.map(|place| &self.entries()[place]);
            budget.spend(work_of_test(&one.object.shape, &other.object.shape))?;
            let tests = tests_of(&pair);
            // Each pair has already been counted once.
            budget.test(tests - 1)?;
            budget.tested(tests);
            let key = [one.id, other.id];
            while let Some(unchanged) = earlier.next_if(|contact| contact.key() < key) {
                contacts.push(unchanged.clone());
            }
            let before = earlier.next_if(|contact| contact.key() == key);
            let mut last = None;
            while let Some((_, contact)) = contacted.next_if(|(of, _)| *of == pair) {
                last = Some(contact);
            }
            if let Some(contact) = last {
                contacts.push(contact);
                continue;
            }
            let places = self.mover_first(pair);
            let mut tested = self.test_pair(places, beams);
            if let Ok(at) = passing.binary_search_by_key(&pair, |passing| passing.0) {
                tested = self.with_passes(tested, &passing[at].1);
            }
            let (outcome, history) = (tested.answer.outcome, &tested.history);
            let was_hit = before.is_some_and(|before| before.answer.outcome == TestResult::Hit);
            if outcome == TestResult::Hit && !was_hit {
                entered.extend(self.entered(pair));
            }
            if tested.answer.is_change(before.map(|contact| &contact.answer)) {
                let history = history.clone();
                contact_changes.push(ContactChange { places, outcome, history });
            }
            if outcome != TestResult::Miss {
                contacts.push(tested);
            }
        }
        contacts.extend(earlier.cloned());
        Ok(())
    }

    /// How many tests a pair counts: at least one, and one for each piece of a deflected path.
    fn tests_of(&self, pair: [&Entry; 2]) -> u64 {
        let [one, other] = pair.map(|entry| &entry.object.shape);
        let tests = tests_of_pair(one, other);
        if self.motion.is_straight() {
            return tests;
        }
        let pieces = pair.map(|entry| self.motion.segments(entry.id).count() as u64);
        tests.max(pieces[0] + pieces[1])
    }

    /// The sensor event when a pair starts to hit, if one of the two is a sensor and the other
    /// a dynamic box.
    fn entered(&self, pair: [usize; 2]) -> Option<Entered> {
        let [one, other] = pair.map(|place| &self.entries()[place]);
        let enters = |entry: &Entry, by: &Object| {
            let (id, sensor) = (entry.id, &entry.object);
            let behavior = &sensor.behavior;
            let is_hit = behavior.sensor
                && by.body == Body::Dynamic
                && self.takes_part(&by.shape)
                && !by.behavior.sensor;
            is_hit.then(|| Entered {
                frame: self.frame(),
                id,
                sensor: sensor.name,
                by: by.name,
                action: behavior.on_enter,
                message: behavior.message.clone(),
            })
        };
        enters(one, &other.object).or_else(|| enters(other, &one.object))
    }

    /// Replaces `aabbs` with the swept AABB of each object in the last frame.
    pub(super) fn collect_aabbs(&self, active: &[bool], aabbs: &mut SweptAabbs) {
        aabbs.assign(self.bounds(), active);
        let mut next = 0;
        for id in self.motion.ids() {
            // Usually all objects move, so this is the next one in the list.
            let is_next = self.entries().get(next).is_some_and(|entry| entry.id == id);
            let place = if is_next { Some(next) } else { self.index(id) };
            let Some(place) = place else { continue };
            aabbs[place] = self.aabb(id, &self.bounds()[place]);
            next = place + 1;
        }
    }

    /// The swept AABB in the last frame of an object that ended with these bounds.
    fn aabb(&self, id: ObjectId, bounds: &SweptAabb) -> SweptAabb {
        let mut aabb = swept_to(bounds, self.motion.displacement(id));
        if !self.motion.is_straight() {
            // The lines extend beyond their segments, which errs on the safe side.
            for (_, line) in self.motion.segments(id) {
                aabb.include_all(&SweptAabb::from(&line));
            }
        }
        aabb
    }

    /// Tests a pair along its paths.
    fn test_pair(&self, [a, b]: [usize; 2], beams: &[Beam]) -> LastContact {
        let [entry_a, entry_b] = [a, b].map(|place| &self.entries()[place]);
        let ids = [entry_a.id, entry_b.id];
        let motions = ids.map(|id| self.motion.displacement(id));
        let shapes = [&entry_a.object.shape, &entry_b.object.shape];
        let are_boxes = shapes.iter().all(|shape| shape.as_box().is_some());
        let is_straight = beams.is_empty() && !self.is_deflected(ids);
        let is_simple = is_straight && (are_boxes || self.rules >= Rules::V3);
        let history = if is_simple {
            PairHistory::Straight
        } else {
            self.history(beams, &self.participant(a), &self.participant(b))
        };
        let answer = match &history {
            PairHistory::Deflected(swept) => {
                ComparedAnswer::of(shapes[0], shapes[1], Some(**swept))
            }
            PairHistory::DeflectedRegions(swept) => ComparedAnswer::of_way(shapes, swept),
            PairHistory::AtEnd => ComparedAnswer::of(shapes[0], shapes[1], None),
            PairHistory::Beam(of_beam) => {
                ComparedAnswer::straight(shapes, motions).of_beam(**of_beam)
            }
            _ => ComparedAnswer::straight(shapes, motions),
        };
        LastContact { ids, motions, answer, history }
    }

    /// The result of a pair of which one passes the other.
    fn with_passes(&self, tested: LastContact, passes: &Passes) -> LastContact {
        let mut passes = passes.clone();
        // The one-way one may be the first.
        let one_way = tested
            .ids
            .map(|id| self.object(id).is_some_and(|object| !object.behavior.one_way.is_empty()));
        let of = tested.ids[usize::from(one_way[1])];
        if let Some(shape @ Shape::Polygon(_)) = self.object(of).map(|object| &object.shape) {
            let region = MovingRegion::new(shape.clone(), Vector::ZERO).ok();
            let edges = match shape {
                Shape::Polygon(polygon) => polygon.vertices().len(),
                _ => 0,
            };
            passes.edge = region.and_then(|region| {
                let first = passes.normals.first().copied();
                (0..edges).find(|&edge| first.is_some() && region.normal(edge) == first)
            });
        }
        let history = PairHistory::Passes(Box::new((passes, tested.history)));
        LastContact { history, ..tested }
    }

    /// Whether the path of one of the two was deflected.
    pub(super) fn is_deflected(&self, ids: [ObjectId; 2]) -> bool {
        !self.motion.is_straight()
            && ids.iter().any(|&id| self.motion.segments(id).next().is_some())
    }

    /// What happened between two objects on their paths, given all beams.
    fn history(&self, beams: &[Beam], a: &Participant, b: &Participant) -> PairHistory {
        if let Some(of_beam) = beam_pair(self, beams, [a, b]) {
            return PairHistory::Beam(Box::new(of_beam));
        }
        match a.moving().zip(b.moving()) {
            Some((of_a, of_b)) if self.is_deflected([a.id, b.id]) => {
                let mut pieces = [(a.id, of_a), (b.id, of_b)].map(|(id, straight)| {
                    let mut pieces: Vec<(Ratio, Moving)> = self.motion.segments(id).collect();
                    if pieces.is_empty() {
                        pieces.push((Ratio::ZERO, straight));
                    }
                    pieces
                });
                let [a, b] = &mut pieces;
                PairHistory::Deflected(Box::new(swept_in_pieces(a, b)))
            }
            None if self.rules < Rules::V3 => PairHistory::AtEnd,
            None if self.is_deflected([a.id, b.id]) => {
                let pieces = self.region_pieces(a).zip(self.region_pieces(b));
                pieces.map_or(PairHistory::Straight, |(of_a, of_b)| {
                    PairHistory::DeflectedRegions(Box::new(regions_in_pieces(&of_a, &of_b)))
                })
            }
            Some(_) | None => PairHistory::Straight,
        }
    }

    /// The lines that a region followed, and when each began; `None` for a laser.
    fn region_pieces(&self, of: &Participant) -> Option<Vec<(Ratio, MovingRegion)>> {
        let segments = self.motion.segments(of.id).map(|(t, line)| {
            let line = on_line(&of.shape, line.start().min(), line.motion());
            line.map(|line| (t, line))
        });
        let mut pieces: Vec<_> = segments.collect::<Option<_>>()?;
        if pieces.is_empty() {
            let straight = MovingRegion::ending_at(of.shape.clone(), of.motion).ok()?;
            pieces.push((Ratio::ZERO, straight));
        }
        Some(pieces)
    }

    /// The current state of the object at this index of the scene.
    pub(super) fn participant(&self, place: usize) -> Participant {
        let Entry { id, object, .. } = &self.entries()[place];
        let (name, shape) = (object.name, object.shape.clone());
        let (motion, is_point) = (self.motion.displacement(*id), object.is_point);
        Participant { id: *id, name, shape, motion, is_point }
    }

    /// A pair with the mover first.
    fn mover_first(&self, [first, second]: [usize; 2]) -> [usize; 2] {
        let moved =
            |place: usize| self.motion.displacement(self.entries()[place].id) != Vector::ZERO;
        if moved(second) && !moved(first) { [second, first] } else { [first, second] }
    }
}

/// The approximate work of testing two shapes.
fn work_of_test(a: &Shape, b: &Shape) -> usize {
    const WORK_OF_A_TEST: usize = 32;
    let edges = |shape: &Shape| match shape {
        Shape::Box(_) | Shape::Segment(_) => 1,
        Shape::Polygon(polygon) => polygon.vertices().len(),
    };
    WORK_OF_A_TEST * edges(a) * edges(b)
}

/// How many pairs of `all` objects contain at least one of `concerned` objects.
pub(super) fn count_pairs(concerned: usize, all: usize) -> u64 {
    let choose_two = |n: u64| n * n.saturating_sub(1) / 2;
    let (concerned, all) = (concerned as u64, all as u64);
    choose_two(all) - choose_two(all - concerned)
}
