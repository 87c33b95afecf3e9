//! The tests that made no record: those of the initial world, and those with the same answer as the
//! test before. [`times_tested`](super::times_tested) counts them.

use std::ops::RangeInclusive;

use super::super::{Change, ObjectId, PairResult, Participant, UnrecordedTest, World};
use super::{History, Scratch};

impl History {
    /// The most objects of a world for which the first tests of every pair are listed.
    pub const MOST_FOR_EVERY_PAIR: usize = 6;
    /// The most tests of one change that are listed: a frame of 10 000 objects tests 50
    /// million pairs.
    pub const MOST_OF_A_CHANGE: usize = 1000;

    /// The tests of the last change that made no record, in scene order, the mover first: pairs
    /// whose answer stayed the same, and contacts that merely continued. `is_recorded` tells
    /// whether a pair has a record.
    pub fn unrecorded<'h>(
        &'h self,
        is_recorded: impl Fn([ObjectId; 2]) -> bool + 'h,
    ) -> impl Iterator<Item = (Participant, Participant, PairResult)> + 'h {
        unrecorded_in(&self.world, self.last_change(), is_recorded)
    }

    /// The tests of the initial world, those that met something first: of every pair, or in a large
    /// world, of the pairs of `selected` that the broad phase proposes.
    #[must_use]
    pub fn opening_tests(&self, selected: Option<ObjectId>) -> Vec<UnrecordedTest> {
        let world = self.snapshots.first();
        let pairs: Vec<_> = if world.len() <= Self::MOST_FOR_EVERY_PAIR {
            world.pairs_of(world.objects().map(|(id, _)| id).collect()).collect()
        } else {
            let of = |one: ObjectId| {
                world.proposed_for(one).into_iter().map(move |other| in_order([one, other]))
            };
            selected.filter(|&id| world.object(id).is_some()).into_iter().flat_map(of).collect()
        };
        let found = pairs.into_iter().take(Self::MOST_OF_A_CHANGE);
        let found = found.filter_map(|[one, other]| world.pair_result(one, other));
        let mut tests: Vec<_> = found.map(|found| test((world.frame(), 0), found)).collect();
        tests.sort_by_key(|test| std::cmp::Reverse(test.pair_result.outcome));
        tests
    }

    /// The first tests of pairs whose younger object was added later, where they made no record, in
    /// the order in which they were made.
    #[must_use]
    pub fn first_tests(&self) -> &[UnrecordedTest] {
        &self.first_tests
    }

    /// How many of them the first `position` changes made.
    pub(super) fn first_tests_up_to(&self, position: usize) -> usize {
        self.first_tests.partition_point(|test| test.position <= position)
    }

    /// Keeps the first tests of the object that the last change added, if the world is small.
    pub(super) fn keep_first_tests(&mut self) {
        let is_small = self.world.len() <= Self::MOST_FOR_EVERY_PAIR;
        if is_small && matches!(self.last_change(), Some(Change::Add(_))) {
            let tests = self.unrecorded_now();
            self.first_tests.extend(tests);
        }
    }

    /// The tests of the last change that made no record.
    fn unrecorded_now(&self) -> Vec<UnrecordedTest> {
        let now = (self.world.frame(), self.position);
        self.unrecorded_at(now, &self.world, self.last_change())
    }

    fn unrecorded_at(
        &self,
        at: (u64, usize),
        world: &World,
        change: Option<&Change>,
    ) -> Vec<UnrecordedTest> {
        let mut recorded: Vec<_> =
            self.log.of_change(at.1).map(|record| in_order([record.a.id, record.b.id])).collect();
        recorded.sort_unstable();
        let is_recorded = |ids| recorded.binary_search(&in_order(ids)).is_ok();
        let found = unrecorded_in(world, change, is_recorded).take(Self::MOST_OF_A_CHANGE);
        found.map(|found| test(at, found)).collect()
    }

    /// For each of the changes at these positions, counted from 1, its tests that made no record.
    /// They are recomputed from the snapshot before them.
    #[must_use]
    pub fn unrecorded_between(&self, positions: RangeInclusive<usize>) -> Vec<Vec<UnrecordedTest>> {
        let (first, last) = (*positions.start(), (*positions.end()).min(self.len()));
        if first == self.position && last == self.position {
            return vec![self.unrecorded_now()];
        }
        let mut all = Vec::new();
        let (mut world, mut scratch) = (self.world_at(first.saturating_sub(1)), Scratch::default());
        for position in first..=last {
            let Some(change) = self.changes.get(position - 1) else { break };
            let again = world.apply(change, &mut scratch, &mut || false);
            debug_assert!(again.is_ok(), "a change that was made can be made again: {again:?}");
            all.push(self.unrecorded_at((world.frame(), position), &world, Some(change)));
        }
        all
    }

    /// How many of the changes at these positions tested this pair; `None` if that was forgotten
    /// to save memory.
    #[must_use]
    pub fn times_tested(
        &self,
        pair: [ObjectId; 2],
        positions: RangeInclusive<usize>,
    ) -> Option<usize> {
        self.times_tested.count(pair, positions)
    }
}

fn unrecorded_in<'w>(
    world: &'w World,
    change: Option<&'w Change>,
    is_recorded: impl Fn([ObjectId; 2]) -> bool + 'w,
) -> impl Iterator<Item = (Participant, Participant, PairResult)> + 'w {
    let tested = change.into_iter().flat_map(|change| world.pairs_tested_by(change));
    tested.flat_map(move |ids| world.unrecorded(ids, is_recorded(ids)))
}

fn in_order([one, other]: [ObjectId; 2]) -> [ObjectId; 2] {
    [one.min(other), one.max(other)]
}

fn test(
    (frame, position): (u64, usize),
    (a, b, pair_result): (Participant, Participant, PairResult),
) -> UnrecordedTest {
    UnrecordedTest { frame, position, a, b, pair_result }
}
