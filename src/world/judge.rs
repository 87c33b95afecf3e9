//! Which pairs are judged after a frame or an edit, and how.

use std::collections::BTreeSet;

use super::frame::Way;
use super::state::{Entry, Met, News};
use super::{Judgement, ObjectId, Outcome, Party, World};
use crate::geom::{Fraction, Moving, Point, Swept, Vector, first_meeting, swept};

/// Two objects, the first in scene order first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PairKey(ObjectId, ObjectId);

impl PairKey {
    pub(super) fn new(one: ObjectId, other: ObjectId) -> Self {
        Self(one.min(other), one.max(other))
    }

    pub(super) fn holds(self, id: ObjectId) -> bool {
        self.0 == id || self.1 == id
    }

    fn ids(self) -> [ObjectId; 2] {
        [self.0, self.1]
    }
}

/// The least box around all places an object was at in the frame.
#[derive(Clone, Copy)]
struct Reach {
    min: Point,
    max: Point,
}

impl Reach {
    fn of(entry: &Entry, way: Option<&Way>) -> Self {
        let (min, max) = entry.object.shape.bounds();
        let mut reach = Self { min, max };
        if let Some(way) = way {
            reach.hold(min - way.made, max - way.made);
            // The pieces' lines reach further than the pieces, which is safe.
            for (_, piece) in &way.pieces {
                reach.hold(piece.start.min(), piece.start.max());
                reach.hold(piece.end().min(), piece.end().max());
            }
        }
        reach
    }

    fn hold(&mut self, min: Point, max: Point) {
        self.min = Point::new(self.min.x.min(min.x), self.min.y.min(min.y));
        self.max = Point::new(self.max.x.max(max.x), self.max.y.max(max.y));
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
        let judgement = self.judge(&a, &b);
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
        self.judge_all_but(&BTreeSet::new(), changed, news);
    }

    pub(super) fn judge_all_but(
        &mut self,
        done: &BTreeSet<PairKey>,
        changed: &[ObjectId],
        news: &mut dyn FnMut(News),
    ) {
        for pair in self.pairs_to_judge(changed) {
            if done.contains(&pair) {
                continue;
            }
            let Some((a, b)) = self.parties(pair) else { continue };
            let judgement = self.judge(&a, &b);
            let same = match self.met.get(&pair) {
                Some(before) => before.judgement.same_answer(&judgement),
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

    /// Judges a pair on the motions it has made.
    fn judge(&self, a: &Party, b: &Party) -> Judgement {
        let bent = |party: &Party| self.ways.of(party.id).is_some_and(|way| !way.pieces.is_empty());
        match (a.moving(), b.moving()) {
            (Some(of_a), Some(of_b)) if bent(a) || bent(b) => {
                let pieces = |party: &Party, straight: Moving| match self.ways.of(party.id) {
                    Some(way) if !way.pieces.is_empty() => way.pieces.clone(),
                    _ => vec![(Fraction::ZERO, straight)],
                };
                let swept = swept_in_pieces(&pieces(a, of_a), &pieces(b, of_b));
                Judgement::on_the_way(a, b, swept)
            }
            _ => Judgement::of(a, b),
        }
    }

    /// The pairs whose answer may be another than MISS, before or after.
    fn pairs_to_judge(&mut self, changed: &[ObjectId]) -> Vec<PairKey> {
        let entries = self.entries();
        let reach = |entry: &Entry| Reach::of(entry, self.ways.of(entry.id));
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

    pub(super) fn party(&self, id: ObjectId) -> Option<Party> {
        let object = self.object(id)?;
        let motion = self.ways.made(id);
        Some(Party { id, name: object.name, shape: object.shape.clone(), motion })
    }

    /// The two of a pair as they are now, the mover first.
    fn parties(&self, pair: PairKey) -> Option<(Party, Party)> {
        let (first, second) = (self.party(pair.0)?, self.party(pair.1)?);
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

/// What happens between two boxes of which one makes its way in pieces.
fn swept_in_pieces(a: &[(Fraction, Moving)], b: &[(Fraction, Moving)]) -> Swept {
    let (mut of_a, mut of_b) = (a.iter().peekable(), b.iter().peekable());
    let (Some(&(_, mut a)), Some(&(_, mut b))) = (of_a.next(), of_b.next()) else {
        return Swept::Miss;
    };
    if let overlap @ Swept::Overlap { .. } = swept(&a, &b) {
        return overlap;
    }
    let mut from = Fraction::ZERO;
    loop {
        let next_of = |pieces: &[Option<&&(Fraction, Moving)>; 2]| {
            pieces.iter().flatten().map(|(t, _)| *t).min().unwrap_or(Fraction::ONE)
        };
        let to = next_of(&[of_a.peek(), of_b.peek()]);
        match swept(&a, &b) {
            hit @ Swept::Hit { t, .. } if from <= t && t <= to => return hit,
            _ => {}
        }
        if let Some((t, flush)) = first_meeting(&a, &b, [from, to]) {
            return Swept::Graze { t: Some(t), flush };
        }
        if of_a.peek().is_none() && of_b.peek().is_none() {
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
