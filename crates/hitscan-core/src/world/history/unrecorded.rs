//! The tests that made no record: the first ones of pairs, and those with the same answer as the
//! test before. [`times_tested`](super::times_tested) counts them.

use std::cmp::Reverse;
use std::iter::once;
use std::ops::{Range, RangeInclusive};

use super::super::pair_tests::count_pairs;
use super::super::record::in_order;
use super::super::{Change, LogEntry, ObjectId, Pair, TestResult, World};
use super::{History, Log, Scratch};

/// Objects that appeared together: those of the initial world, or those that a change added.
#[derive(Clone, Debug)]
pub(super) struct Newcomers {
    pub(super) frame: u64,
    /// How many changes of the history led to it.
    pub(super) position: usize,
    pub(super) ids: Range<u32>,
}

impl History {
    /// The most tests of one change that are listed: a frame of 10 000 objects tests 50
    /// million pairs.
    pub const MOST_OF_A_CHANGE: usize = 1000;
    /// The most tests of one change whose pairs are listed with all their first tests: what a
    /// crowd that moves tests is counted.
    pub const MOST_OF_FEW: usize = 10_000;

    /// The tests of the last change that made no record, in scene order, the mover first: pairs
    /// whose answer stayed the same, and contacts that merely continued. `is_recorded` tells
    /// whether a pair has a record.
    pub fn unrecorded<'h>(
        &'h self,
        is_recorded: impl Fn([ObjectId; 2]) -> bool + 'h,
    ) -> impl Iterator<Item = Pair> + 'h {
        unrecorded_in(&self.world, self.last_change(), is_recorded)
    }

    /// The first test of each pair, where it made no record, oldest first, and how many pairs
    /// are left out. None is left out of an object that is `selected`, or that a change tested by
    /// itself or with [few others](Self::MOST_OF_FEW); pairs of the others are listed until there
    /// are `most_of_all`.
    ///
    /// In the initial world, the pairs in `foremost` come first, then those of the selected object,
    /// of tested ones and of all others; among those, pairs that meet come first.
    pub fn first_tests(
        &self,
        foremost: &[[ObjectId; 2]],
        selected: Option<ObjectId>,
        most_of_all: usize,
    ) -> (Vec<LogEntry>, u64) {
        let first_world = self.snapshots.first();
        let ids = 0..first_world.next_id;
        let opening = Newcomers { frame: first_world.frame(), position: 0, ids };
        let (mut newest_first, mut listed, mut left_out) = (Vec::new(), 0, 0);
        for newcomers in once(&opening).chain(&self.newcomers).rev() {
            let pairs = NewPairs::of(self, newcomers, selected);
            let is_known = listed < Log::MAX_RECORDS && !self.log.lacks_some_of(newcomers.position);
            let tests = if is_known { pairs.listed(foremost, most_of_all) } else { Vec::new() };
            listed += tests.len();
            left_out += pairs.count().saturating_sub(tests.len() as u64);
            newest_first.push(tests);
        }
        (newest_first.into_iter().rev().flatten().collect(), left_out)
    }

    /// Changes whenever there are other [first tests](Self::first_tests) than before, unless that is
    /// because other changes were dropped.
    pub fn version_of_first_tests(&self) -> [usize; 2] {
        [self.newcomers.len(), self.times_tested.of_few().len()]
    }

    /// The tests of the change at this position, which led to this world, that made no record.
    fn unrecorded_at(&self, position: usize, world: &World, change: Option<&Change>) -> Vec<Pair> {
        let mut recorded: Vec<_> = self
            .log
            .of_change(position)
            .map(|record| in_order([record.a.id, record.b.id]))
            .collect();
        recorded.sort_unstable();
        let is_recorded = |ids| recorded.binary_search(&in_order(ids)).is_ok();
        unrecorded_in(world, change, is_recorded).take(Self::MOST_OF_A_CHANGE).collect()
    }

    /// For each of the changes at these positions, counted from 1, its tests that made no record.
    /// They are recomputed from the snapshot before them.
    pub fn unrecorded_between(&self, positions: RangeInclusive<usize>) -> Vec<Vec<Pair>> {
        let (first, last) = (*positions.start(), (*positions.end()).min(self.len()));
        if first == self.position && last == self.position {
            return vec![self.unrecorded_at(self.position, &self.world, self.last_change())];
        }
        let mut all = Vec::new();
        let (mut world, mut scratch) = (self.world_at(first.saturating_sub(1)), Scratch::default());
        for position in first..=last {
            let Some(change) = self.changes.get(position - 1) else { break };
            let again = world.apply(change, &mut scratch, &mut |_| false);
            debug_assert!(again.is_ok(), "a change that was made can be made again: {again:?}");
            all.push(self.unrecorded_at(position, &world, Some(change)));
        }
        all
    }

    /// How many of the changes at these positions tested this pair; `None` if that was forgotten
    /// to save memory.
    pub fn times_tested(
        &self,
        pair: [ObjectId; 2],
        positions: RangeInclusive<usize>,
    ) -> Option<usize> {
        self.times_tested.count(pair, positions)
    }

    /// The last of the changes at these positions that tested this pair; `None` if none did, or if
    /// that was forgotten.
    pub fn last_tested(
        &self,
        pair: [ObjectId; 2],
        positions: RangeInclusive<usize>,
    ) -> Option<usize> {
        let end = *positions.end();
        let is_tested_from = |from: usize| self.times_tested(pair, from..=end);
        let (mut known, mut too_late) = (*positions.start(), end + 1);
        if is_tested_from(known)? == 0 {
            return None;
        }
        while too_late - known > 1 {
            let middle = usize::midpoint(known, too_late);
            if is_tested_from(middle)? > 0 { known = middle } else { too_late = middle }
        }
        Some(known)
    }
}

/// The pairs that were first tested when objects appeared.
struct NewPairs<'h> {
    history: &'h History,
    newcomers: &'h Newcomers,
    selected: Option<ObjectId>,
    /// The objects that existed then; the new ones are the last.
    present: Vec<ObjectId>,
    /// How many of them were there before.
    earlier: usize,
    /// The pairs that met then, in scene order: those that an added object met have records.
    met: Vec<([ObjectId; 2], TestResult)>,
}

impl<'h> NewPairs<'h> {
    fn of(history: &'h History, newcomers: &'h Newcomers, selected: Option<ObjectId>) -> Self {
        let ids = (0..newcomers.ids.end).map(ObjectId);
        let is_present = |&id: &ObjectId| !history.times_tested.is_gone(id, newcomers.position);
        let present: Vec<_> = ids.filter(is_present).collect();
        let earlier = present.partition_point(|id| id.0 < newcomers.ids.start);
        let mut met: Vec<_> = if newcomers.position == 0 {
            history.snapshots.first().meeting_outcomes().collect()
        } else {
            let records = history.log.of_change(newcomers.position);
            let pairs = records.map(|it| (in_order([it.a.id, it.b.id]), it.outcome));
            // What appears may end a beam elsewhere, and so change the answer of other pairs.
            pairs.filter(|([_, other], _)| newcomers.ids.contains(&other.0)).collect()
        };
        met.sort_unstable_by_key(|(ids, _)| *ids);
        met.dedup_by_key(|(ids, _)| *ids);
        Self { history, newcomers, selected, present, earlier, met }
    }

    /// How many of them made no record.
    fn count(&self) -> u64 {
        let recorded = if self.is_opening() { 0 } else { self.met.len() as u64 };
        let all = count_pairs(self.present.len() - self.earlier, self.present.len());
        all.saturating_sub(recorded)
    }

    const fn is_opening(&self) -> bool {
        self.newcomers.position == 0
    }

    /// The tests that are listed, in order.
    fn listed(&self, foremost: &[[ObjectId; 2]], most_of_all: usize) -> Vec<LogEntry> {
        let Newcomers { frame, position, .. } = *self.newcomers;
        let mut foremost: Vec<_> = foremost.iter().copied().map(in_order).collect();
        foremost.dedup();
        let mut listed: Vec<LogEntry> = Vec::new();
        let mut list = |ids, outcome, most: usize| {
            let has_room = listed.len() < most;
            if has_room {
                listed.push(LogEntry { seq: None, frame, position, ids, outcome });
            }
            has_room
        };
        for &ids in &foremost {
            if let Some(outcome) = self.outcome(ids) {
                list(ids, outcome, Log::MAX_RECORDS);
            }
        }
        let mut met: Vec<_> =
            if self.is_opening() { self.met.iter().collect() } else { Vec::new() };
        met.sort_by_key(|(_, outcome)| Reverse(*outcome));
        for group in [Group::Selected, Group::Tested, Group::Others] {
            let most = if group == Group::Others { most_of_all } else { Log::MAX_RECORDS };
            let is_of_group =
                |ids: &[ObjectId; 2]| self.group(*ids) == group && !foremost.contains(ids);
            let met = met.iter().copied().filter(|(ids, _)| is_of_group(ids)).copied();
            let missed = self.pairs_of(group).filter(is_of_group).filter(|&ids| !self.meets(ids));
            let all = met.chain(missed.map(|ids| (ids, TestResult::Miss)));
            for (ids, outcome) in all {
                if !list(ids, outcome, most) {
                    break;
                }
            }
        }
        listed
    }

    /// What a pair's first test found; `None` if that was at another time, or made a record.
    fn outcome(&self, [one, other]: [ObjectId; 2]) -> Option<TestResult> {
        let is_present = [one, other].iter().all(|id| self.present.binary_search(id).is_ok());
        if one == other || !is_present || !self.is_new(other) {
            return None;
        }
        match self.met.binary_search_by_key(&[one, other], |(ids, _)| *ids) {
            Ok(at) => Some(self.met[at].1).filter(|_| self.is_opening()),
            Err(_) => Some(TestResult::Miss),
        }
    }

    fn meets(&self, pair: [ObjectId; 2]) -> bool {
        self.met.binary_search_by_key(&pair, |(ids, _)| *ids).is_ok()
    }

    const fn is_new(&self, id: ObjectId) -> bool {
        self.newcomers.ids.start <= id.0
    }

    fn is_tested(&self, id: ObjectId) -> bool {
        self.history.times_tested.of_few().contains_key(&id)
    }

    fn group(&self, pair: [ObjectId; 2]) -> Group {
        match self.selected {
            Some(selected) if pair.contains(&selected) => Group::Selected,
            _ if pair.iter().any(|&id| self.is_tested(id)) => Group::Tested,
            _ => Group::Others,
        }
    }

    /// All pairs of a group, each once; pairs of other groups may be among them.
    fn pairs_of(&self, group: Group) -> Box<dyn Iterator<Item = [ObjectId; 2]> + '_> {
        match group {
            Group::Selected => Box::new(self.selected.into_iter().flat_map(|id| self.with(id))),
            Group::Tested => {
                let tested = self.history.times_tested.of_few().keys().copied();
                // A pair of two such objects is listed with the first of them.
                let is_later =
                    |one: ObjectId, other: &ObjectId| *other > one || !self.is_tested(*other);
                Box::new(tested.flat_map(move |one| {
                    let others = self.with(one).map(move |[a, b]| if a == one { b } else { a });
                    others
                        .filter(move |other| is_later(one, other))
                        .map(move |other| in_order([one, other]))
                }))
            }
            Group::Others => {
                let is_other = |id: &ObjectId| self.selected != Some(*id) && !self.is_tested(*id);
                let all: Vec<_> = self.present.iter().copied().filter(is_other).collect();
                let earlier = all.partition_point(|&id| !self.is_new(id));
                Box::new((0..all.len()).flat_map(move |at| {
                    let after: Vec<_> = all[earlier.max(at + 1)..].to_vec();
                    let one = all[at];
                    after.into_iter().map(move |other| [one, other])
                }))
            }
        }
    }

    /// The new pairs of an object.
    fn with(&self, one: ObjectId) -> impl Iterator<Item = [ObjectId; 2]> + '_ {
        let is_there = self.present.binary_search(&one).is_ok();
        let from = if self.is_new(one) { 0 } else { self.earlier };
        let others = if is_there { &self.present[from..] } else { &[] };
        others.iter().filter(move |&&other| other != one).map(move |&other| in_order([one, other]))
    }
}

/// Which pairs come first among new ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    /// Those of the selected object.
    Selected,
    /// Those of objects that changes tested.
    Tested,
    /// All others.
    Others,
}

fn unrecorded_in<'w>(
    world: &'w World,
    change: Option<&'w Change>,
    is_recorded: impl Fn([ObjectId; 2]) -> bool + 'w,
) -> impl Iterator<Item = Pair> + 'w {
    let tested = change.into_iter().flat_map(|change| world.pairs_tested_by(change));
    tested.flat_map(move |ids| world.unrecorded(ids, is_recorded(ids)))
}
