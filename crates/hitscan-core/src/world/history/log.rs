//! The records, oldest first.

use std::collections::VecDeque;

use super::super::Record;
use super::super::record::ContactChange;

/// The records, oldest first, including those ahead of now.
#[derive(Clone, Debug, Default)]
pub struct Log {
    records: VecDeque<Record>,
    /// The number of the latest record.
    last_seq: u64,
}

impl Log {
    /// The most records it holds; older ones are dropped.
    pub const MAX_RECORDS: usize = 100_000;

    /// All records it holds, oldest first, including those ahead of now.
    #[must_use]
    pub fn records(&self) -> impl DoubleEndedIterator<Item = &Record> + ExactSizeIterator {
        self.records.iter()
    }

    /// The record at this index, oldest first.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&Record> {
        self.records.get(index)
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

    /// Drops the records of later changes. `recorded` were made up to `position`,
    /// some of which may have been dropped as the oldest.
    pub(super) fn drop_after(&mut self, position: usize, recorded: u64) {
        self.records.truncate(self.len_at(position));
        self.last_seq = recorded;
    }

    /// Adds a record, dropping the oldest if there is no room.
    pub(super) fn push(&mut self, position: usize, frame: u64, change: ContactChange) -> &Record {
        let ContactChange { a, b, outcome, history } = change;
        self.last_seq += 1;
        if self.records.len() == Self::MAX_RECORDS {
            self.records.pop_front();
        }
        let seq = self.last_seq;
        self.records.push_back(Record { seq, frame, position, a, b, outcome, history });
        &self.records[self.records.len() - 1]
    }
}
