//! Which pairs are judged after a change, and how.

use super::state::{Entry, Met, News};
use super::{Judgement, ObjectId, Outcome, Party, World};
use crate::geom::{Point, Vector};

/// Two objects, the first in scene order first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PairKey(ObjectId, ObjectId);

impl PairKey {
    fn new(one: ObjectId, other: ObjectId) -> Self {
        Self(one.min(other), one.max(other))
    }

    pub(super) fn holds(self, id: ObjectId) -> bool {
        self.0 == id || self.1 == id
    }

    fn ids(self) -> [ObjectId; 2] {
        [self.0, self.1]
    }
}

/// The ways that objects made in the last frame, by id; the others made none.
#[derive(Clone, Debug, Default)]
pub(super) struct Motions(Vec<(ObjectId, Vector)>);

impl Motions {
    /// `motions` in the order of the ids.
    pub(super) fn new(motions: Vec<(ObjectId, Vector)>) -> Self {
        Self(motions)
    }

    fn of(&self, id: ObjectId) -> Vector {
        self.0.binary_search_by_key(&id, |&(id, _)| id).map_or(Vector::ZERO, |i| self.0[i].1)
    }
}

/// The least box around all places an object was at in the frame.
#[derive(Clone, Copy)]
struct Reach {
    min: Point,
    max: Point,
}

impl Reach {
    fn of(entry: &Entry, motion: Vector) -> Self {
        let (min, max) = entry.object.shape.bounds();
        let (from_min, from_max) = (min - motion, max - motion);
        Self {
            min: Point::new(min.x.min(from_min.x), min.y.min(from_min.y)),
            max: Point::new(max.x.max(from_max.x), max.y.max(from_max.y)),
        }
    }

    fn meets(&self, other: &Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }
}

impl World {
    /// The judgement of a pair as of now, the mover first: what the last frame
    /// or edit that concerned it has found.
    ///
    /// `None` when one of them is gone, or both are the same.
    #[must_use]
    pub fn judgement(&self, one: ObjectId, other: ObjectId) -> Option<(Party, Party, Judgement)> {
        if one == other {
            return None;
        }
        if let Some(met) = self.met.get(&PairKey::new(one, other)) {
            // Names may have changed since; everything else is as it was.
            let mut parties = [met.a.clone(), met.b.clone()];
            for party in &mut parties {
                party.name = self.object(party.id)?.name;
            }
            let [a, b] = parties;
            return Some((a, b, met.judgement));
        }
        let (a, b) = self.parties(PairKey::new(one, other))?;
        let judgement = Judgement::of(&a, &b);
        Some((a, b, judgement))
    }

    /// The pairs that meet as of now, in scene order: those whose last word is
    /// HIT or TOUCH.
    pub fn meeting_pairs(&self) -> impl Iterator<Item = (&Party, &Party, &Judgement)> {
        self.met.values().map(|met| (&met.a, &met.b, &met.judgement))
    }

    /// Judges every pair where it stands, without news: how a scene begins.
    pub(super) fn judge_all(&mut self) {
        let all: Vec<_> = self.entries().iter().map(|entry| entry.id).collect();
        self.judge_changed(&all, &mut |_| {});
        self.judged = 0;
    }

    /// Judges every pair of which one is in `changed` (in the order of the ids).
    ///
    /// Pairs that were apart and whose reaches stay apart are counted and not
    /// worked out: their answer is MISS before and after.
    pub(super) fn judge_changed(&mut self, changed: &[ObjectId], news: &mut dyn FnMut(News)) {
        for pair in self.pairs_to_judge(changed) {
            let Some((a, b)) = self.parties(pair) else { continue };
            let judgement = Judgement::of(&a, &b);
            let before = self.met.get(&pair).map(|met| met.judgement);
            let same = match before {
                Some(before) => before.same_answer(&judgement),
                None => judgement.outcome == Outcome::Miss,
            };
            if judgement.outcome == Outcome::Miss {
                self.met.remove(&pair);
            } else {
                self.met.insert(pair, Met { a: a.clone(), b: b.clone(), judgement });
            }
            if !same {
                news(News { a, b, judgement });
            }
        }
    }

    /// The pairs whose answer may be another than MISS, before or after.
    fn pairs_to_judge(&mut self, changed: &[ObjectId]) -> Vec<PairKey> {
        let entries = self.entries();
        let reach = |entry: &Entry| Reach::of(entry, self.motions.of(entry.id));
        let reaches: Vec<_> = entries.iter().map(reach).collect();
        let mut is_changed = vec![false; entries.len()];
        let mut pairs = Vec::new();
        for index in changed.iter().filter_map(|&id| self.index(id)) {
            is_changed[index] = true;
            for (other, entry) in entries.iter().enumerate() {
                // A pair of two changed ones is taken once, by the earlier of them.
                let taken = other == index || (is_changed[other] && other < index);
                if !taken && reaches[index].meets(&reaches[other]) {
                    pairs.push(PairKey::new(entries[index].id, entry.id));
                }
            }
        }
        let concerned = |id: ObjectId| self.index(id).is_some_and(|index| is_changed[index]);
        pairs.extend(self.met.keys().filter(|pair| pair.ids().into_iter().any(concerned)));
        pairs.sort_unstable();
        pairs.dedup();
        self.judged += count_pairs(changed.len(), self.len());
        pairs
    }

    /// The two of a pair as they are now, the mover first.
    fn parties(&self, pair: PairKey) -> Option<(Party, Party)> {
        let party = |id| {
            let object = self.object(id)?;
            let motion = self.motions.of(id);
            Some(Party { id, name: object.name, shape: object.shape.clone(), motion })
        };
        let (first, second) = (party(pair.0)?, party(pair.1)?);
        let second_alone = first.motion == Vector::ZERO && second.motion != Vector::ZERO;
        Some(if second_alone { (second, first) } else { (first, second) })
    }
}

/// How many pairs of `all` objects hold at least one of the `changed` ones.
fn count_pairs(changed: usize, all: usize) -> u64 {
    let choose_two = |n: u64| n * n.saturating_sub(1) / 2;
    let (changed, all) = (changed as u64, all as u64);
    choose_two(all) - choose_two(all - changed)
}
