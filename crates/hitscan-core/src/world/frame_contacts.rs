//! The results of a frame's contacts: answers, records, and boxes that break.
//!
//! The contacts themselves are found in [`super::response`].

use super::pair_result::{ComparedAnswer, PairHistory, StoredContact, responded_result};
use super::record::{ContactChange, LastContact, PairKey};
use super::response::ContactEvent;
use super::scratch::{Broken, Scratch};
use super::{Body, ContactReply, ObjectId, Rules, TestResult, World};
use hitscan_geom::inside::Ratio;
use hitscan_geom::kernel::sweep;
use hitscan_geom::{Side, Sides, Swept};

impl World {
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
        let swept = match t {
            Some(t) => Swept::Hit { t, sides },
            None => sweep(&approach[0], &approach[1]).quotients(),
        };
        let shapes = [&a.shape, &b.shape];
        // With a time, the exact method found the contact.
        let is_exact = t.is_some() || reply != ContactReply::Responded;
        let outcome = if is_exact || self.rules < Rules::V3 {
            TestResult::Hit
        } else {
            responded_result(&approach, swept, shapes)
        };
        let mistaken_by = (outcome != TestResult::Hit).then(|| self.settings().side);
        let answer = ComparedAnswer::of_contact(outcome, shapes, swept);
        let ids = [a.id, b.id];
        let rests = t == Some(Ratio::ZERO) && self.rests(ids, sides, &answer);
        let counts = reply == ContactReply::Responded && !rests;
        let broken = if counts { self.count_hit(places, scratch) } else { [false; 2] };
        let approach = approach.map(|line| (line.start().min(), line.motion()));
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
        let Some(last) = self.last_contact(PairKey::new(a, b)) else { return false };
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
            stored.frame == self.last_step && own.contains(side)
        })
    }
}

fn opposite(sides: Sides) -> Sides {
    sides.iter().map(Side::opposite).collect()
}
