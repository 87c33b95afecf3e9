//! The records, oldest first.

use std::collections::VecDeque;

use super::super::pair_result::PairHistory;
use super::super::{MemoryLimit, Participant, Record, TestResult};

/// The records, oldest first, including those ahead of the current position.
#[derive(Clone, Debug)]
pub struct Log {
    records: VecDeque<Record>,
    /// The number of the latest record.
    last_seq: u64,
    /// The size of all records.
    bytes: usize,
    /// The limit on that size.
    most_bytes: usize,
}

impl Log {
    /// The most records it holds; older ones are dropped. Records of large polygons
    /// may be dropped earlier, for memory.
    pub const MAX_RECORDS: usize = 100_000;

    /// An empty log with its share of this memory.
    pub(super) fn within(memory: MemoryLimit) -> Self {
        Self { records: VecDeque::new(), last_seq: 0, bytes: 0, most_bytes: memory.log_bytes() }
    }

    /// All records it holds, oldest first, including those ahead of the current position.
    #[must_use]
    pub fn records(&self) -> impl DoubleEndedIterator<Item = &Record> + ExactSizeIterator {
        self.records.iter()
    }

    /// The record at this index, counted from the oldest.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&Record> {
        self.records.get(index)
    }

    /// The record with this number.
    #[must_use]
    pub fn by_seq(&self, seq: u64) -> Option<&Record> {
        self.get(self.records.binary_search_by_key(&seq, |record| record.seq).ok()?)
    }

    /// How many of its records have this number or a lower one.
    #[must_use]
    pub fn len_up_to(&self, seq: u64) -> usize {
        self.records.partition_point(|record| record.seq <= seq)
    }

    /// The records after the one with this number, oldest first.
    pub fn after(&self, seq: u64) -> impl Iterator<Item = &Record> {
        self.records.range(self.len_up_to(seq)..)
    }

    /// How many records it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// How many of its records belong to the first `position` changes.
    #[must_use]
    pub fn len_at(&self, position: usize) -> usize {
        self.records.partition_point(|record| record.position <= position)
    }

    /// The records of the change at this position, counted from 1.
    pub fn of_change(&self, position: usize) -> impl Iterator<Item = &Record> {
        let before = self.records.partition_point(|record| record.position < position);
        self.records.range(before..self.len_at(position))
    }

    /// Whether it has dropped records of this change, or may have.
    pub(super) fn lacks_some_of(&self, position: usize) -> bool {
        let oldest = self.records.front();
        position > 0 && oldest.is_some_and(|it| it.seq > 1 && it.position >= position)
    }

    /// Drops the records of later changes. `recorded` is the number of records made up to
    /// `position`, some of which the log may have dropped as its oldest.
    pub(super) fn drop_after(&mut self, position: usize, recorded: u64) {
        while self.records.back().is_some_and(|record| record.position > position) {
            self.bytes -= self.records.pop_back().as_ref().map_or(0, Record::bytes);
        }
        self.last_seq = recorded;
    }

    /// Adds the record of a change that led to this frame, and drops the oldest
    /// ones if there is no room.
    pub(super) fn push(
        &mut self,
        position: usize,
        frame: u64,
        [a, b]: [Participant; 2],
        (outcome, history): (TestResult, PairHistory),
    ) -> &Record {
        self.last_seq += 1;
        let seq = self.last_seq;
        let record = Record { seq, frame, position, a, b, outcome, history };
        self.bytes += record.bytes();
        self.records.push_back(record);
        while self.records.len() > Self::MAX_RECORDS
            || (self.bytes > self.most_bytes && self.records.len() > 1)
        {
            self.bytes -= self.records.pop_front().as_ref().map_or(0, Record::bytes);
        }
        &self.records[self.records.len() - 1]
    }
}
