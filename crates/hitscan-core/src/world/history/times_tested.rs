//! How often a pair was tested, with or without a record: derived from which objects each change
//! tested, so that the tests themselves need not be stored.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::ops::RangeInclusive;

use super::super::ObjectId;

/// For each object, the changes that tested it with all others, by position in the history,
/// counted from 1.
#[derive(Clone, Debug, Default)]
pub(super) struct TimesTested {
    /// The objects of the last change, in order of id, each with the first of the consecutive
    /// changes that it took part in.
    latest: Vec<(ObjectId, usize)>,
    /// The same for the next change, while it is computed.
    next: Vec<(ObjectId, usize)>,
    /// The earlier runs of changes of each object, oldest first.
    earlier: BTreeMap<ObjectId, Vec<RangeInclusive<usize>>>,
    /// The objects that were tested on their own or with few others, each with the first change
    /// that did so.
    of_few: BTreeMap<ObjectId, usize>,
    /// Whether `of_few` has all of `latest`.
    knows_latest: bool,
    /// How many runs `earlier` holds.
    runs: usize,
    /// The change that removed each object.
    gone: BTreeMap<ObjectId, usize>,
    /// The position of the last change.
    position: usize,
    /// Everything up to this position is forgotten.
    forgotten: usize,
}

impl TimesTested {
    /// The most earlier runs that are kept; beyond that, the older half is forgotten. Two objects
    /// that alternate add one run with each change.
    const MOST_RUNS: usize = 1 << 18;

    /// Adds the next change, which tested these objects, in ascending order, with all others. They
    /// are few, or a crowd that moves.
    pub(super) fn push(&mut self, ids: impl Iterator<Item = ObjectId> + Clone, are_few: bool) {
        self.position += 1;
        self.note_few(ids.clone(), are_few);
        // Usually the same objects move all the time.
        if self.latest.iter().map(|(id, _)| *id).eq(ids.clone()) {
            return;
        }
        let mut next = std::mem::take(&mut self.next);
        next.clear();
        let mut before = std::mem::take(&mut self.latest);
        let mut ended = before.drain(..).peekable();
        for id in ids {
            self.end_before(id, &mut ended);
            let goes_on = ended.next_if(|(other, _)| *other == id);
            next.push(goes_on.unwrap_or((id, self.position)));
        }
        for (id, since) in ended.by_ref() {
            self.end(id, since);
        }
        drop(ended);
        (self.latest, self.next) = (next, before);
        while self.runs > Self::MOST_RUNS {
            self.forget_older_half();
        }
    }

    fn note_few(&mut self, ids: impl Iterator<Item = ObjectId> + Clone, are_few: bool) {
        let is_same = || self.latest.iter().map(|(id, _)| *id).eq(ids.clone());
        if !are_few {
            self.knows_latest = false;
        } else if !self.knows_latest || !is_same() {
            for id in ids {
                self.of_few.entry(id).or_insert(self.position);
            }
            self.knows_latest = true;
        }
    }

    /// Ends the runs of the objects before this one.
    fn end_before(
        &mut self,
        id: ObjectId,
        ended: &mut Peekable<impl Iterator<Item = (ObjectId, usize)>>,
    ) {
        while let Some((other, since)) = ended.next_if(|(other, _)| *other < id) {
            self.end(other, since);
        }
    }

    /// Ends the run of an object that the last change did not test.
    fn end(&mut self, id: ObjectId, since: usize) {
        self.earlier.entry(id).or_default().push(since..=self.position - 1);
        self.runs += 1;
    }

    fn forget_older_half(&mut self) {
        self.forgotten = self.forgotten.midpoint(self.position);
        let forgotten = self.forgotten;
        self.earlier.retain(|_, runs| {
            runs.retain(|run| *run.end() > forgotten);
            !runs.is_empty()
        });
        self.runs = self.earlier.values().map(Vec::len).sum();
    }

    /// Notes that the last change removed this object.
    pub(super) fn mark_removed(&mut self, id: ObjectId) {
        self.gone.insert(id, self.position);
    }

    /// Drops the changes after this position.
    pub(super) fn drop_after(&mut self, position: usize) {
        if position >= self.position {
            return;
        }
        for (id, since) in self.latest.drain(..) {
            self.earlier.entry(id).or_default().push(since..=self.position);
        }
        self.position = position;
        self.gone.retain(|_, gone| *gone <= position);
        let latest = &mut self.latest;
        self.earlier.retain(|&id, runs| {
            runs.truncate(runs.partition_point(|run| *run.start() <= position));
            // A run that was cut continues from where it began.
            let goes_on = runs.pop_if(|run| *run.end() >= position);
            latest.extend(goes_on.map(|run| (id, *run.start())));
            !runs.is_empty()
        });
        self.runs = self.earlier.values().map(Vec::len).sum();
        self.of_few.retain(|_, first| *first <= position);
        self.knows_latest = false;
        self.forgotten = self.forgotten.min(position);
    }

    /// The objects that a change tested on their own or with few others.
    pub(super) const fn of_few(&self) -> &BTreeMap<ObjectId, usize> {
        &self.of_few
    }

    /// Whether one of the first `position` changes removed this object.
    pub(super) fn is_gone(&self, id: ObjectId, position: usize) -> bool {
        self.gone.get(&id).is_some_and(|&gone| gone <= position)
    }

    /// How many of the changes in this range of positions tested one of the two while both existed,
    /// and thus the pair; `None` if that is forgotten.
    pub(super) fn count(&self, pair: [ObjectId; 2], range: RangeInclusive<usize>) -> Option<usize> {
        let gone = pair.iter().filter_map(|id| self.gone.get(id)).min();
        let last = gone.map_or(*range.end(), |gone| (gone - 1).min(*range.end()));
        let range = *range.start()..=last;
        if range.is_empty() {
            return Some(0);
        }
        if *range.start() <= self.forgotten {
            return None;
        }
        let [one, other] = pair.map(|id| self.runs_within(id, range.clone()));
        let (mut one, mut other) = (one.peekable(), other.peekable());
        let (mut count, mut counted_to) = (0, range.start() - 1);
        loop {
            let first = match (one.peek(), other.peek()) {
                (Some(of_one), Some(of_other)) if of_other.start() < of_one.start() => other.next(),
                (None, _) => other.next(),
                _ => one.next(),
            };
            let Some(run) = first else { return Some(count) };
            let from = counted_to.max(run.start() - 1);
            count += run.end().saturating_sub(from);
            counted_to = counted_to.max(*run.end());
        }
    }

    /// The runs of an object, clipped to this range.
    fn runs_within(
        &self,
        id: ObjectId,
        range: RangeInclusive<usize>,
    ) -> impl Iterator<Item = RangeInclusive<usize>> + '_ {
        let earlier = self.earlier.get(&id).map_or(&[][..], Vec::as_slice);
        let from = earlier.partition_point(|run| run.end() < range.start());
        let latest = self.latest.binary_search_by_key(&id, |(id, _)| *id).ok();
        let latest = latest.map(|at| self.latest[at].1..=self.position);
        let cut = move |run: RangeInclusive<usize>| {
            *run.start().max(range.start())..=*run.end().min(range.end())
        };
        let all = earlier[from..].iter().cloned().chain(latest);
        all.map(cut).take_while(|run| !run.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn ids(change: &BTreeSet<u32>) -> impl Iterator<Item = ObjectId> + Clone {
        change.iter().map(|&id| ObjectId(id))
    }

    proptest! {
        /// Also after going back and making other changes.
        #[test]
        fn a_pair_was_tested_by_the_changes_that_one_of_the_two_took_part_in(
            branches in prop::collection::vec(
                (0_usize..12, prop::collection::vec(prop::collection::btree_set(0_u32..4, 0..4), 0..12)),
                1..5,
            ),
            range in (1_usize..30, 0_usize..30),
            pair in (0_u32..4, 0_u32..4),
        ) {
            let (mut known, mut changes) = (TimesTested::default(), Vec::new());
            for (back, branch) in branches {
                changes.truncate(changes.len().saturating_sub(back));
                known.drop_after(changes.len());
                for change in branch {
                    known.push(ids(&change), false);
                    changes.push(change);
                }
            }
            let range = range.0..=range.1.min(changes.len());
            let tests = |change: &&BTreeSet<u32>| {
                change.contains(&pair.0) || change.contains(&pair.1)
            };
            let expected = changes
                .iter()
                .zip(1..)
                .filter(|(_, position)| range.contains(position))
                .filter(|(change, _)| tests(change))
                .count();
            prop_assert_eq!(known.count([ObjectId(pair.0), ObjectId(pair.1)], range), Some(expected));
        }
    }

    #[test]
    fn runs_beyond_the_limit_are_forgotten_oldest_first_and_reported() {
        let mut known = TimesTested::default();
        let changes = 3 * TimesTested::MOST_RUNS;
        for change in 0..changes {
            known.push(std::iter::once(ObjectId(u32::from(change % 2 == 0))), true);
        }
        assert!(known.runs <= TimesTested::MOST_RUNS, "{}", known.runs);
        let pair = [ObjectId(0), ObjectId(7)];
        assert_eq!(known.count(pair, 1..=changes), None);
        assert_eq!(known.count(pair, changes - 9..=changes), Some(5));
    }
}
