//! The record of one test: which objects, when, and the result.

use std::collections::VecDeque;

use super::object::heap_bytes;
use super::pair_result::{ComparedAnswer, PairHistory};
use super::{MemoryLimit, Name, ObjectId, ObjectKind, PairResult};
use crate::methods::{Method, MethodInput, Requested, Verdict};
use hitscan_geom::{Meeting, Moving, Relation, Shape, Vector};

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TestResult {
    /// They do not meet, or only touched at the start of the frame.
    Miss,
    /// They meet, but not in an interior.
    Touch,
    /// They hit each other.
    Hit,
}

impl TestResult {
    /// All results, the strongest first.
    pub const ALL: [Self; 3] = [Self::Hit, Self::Touch, Self::Miss];

    /// The result of a pair at rest in this relation.
    pub const fn at_rest(relation: Relation) -> Self {
        match relation {
            Relation::Disjoint => Self::Miss,
            Relation::Touches => Self::Touch,
            Relation::Crosses
            | Relation::Overlaps
            | Relation::Within
            | Relation::Contains
            | Relation::Equals => Self::Hit,
        }
    }

    /// The word shown to users: `HIT`, `TOUCH`, `MISS`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Hit => "HIT",
            Self::Touch => "TOUCH",
            Self::Miss => "MISS",
        }
    }

    /// The token in commands and formats: `hit`, `touch`, `miss`.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Touch => "touch",
            Self::Miss => "miss",
        }
    }
}

/// One of the two objects of a test, as it was at the end of the frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    /// The object's id.
    pub id: ObjectId,
    /// Its name at that time.
    pub name: Name,
    /// Its shape at the end of the frame.
    pub shape: Shape,
    /// Its displacement in the frame.
    pub motion: Vector,
    /// Whether it is called a point.
    pub is_point: bool,
}

impl Participant {
    /// What it is called.
    pub fn kind(&self) -> ObjectKind {
        if self.is_point { ObjectKind::Point } else { self.shape.kind().into() }
    }

    /// Whether a method has an answer for this and another.
    pub fn takes(&self, method: Method, other: &Self) -> bool {
        self.kind().takes(method, other.kind())
    }

    /// The answers of these methods about this and another.
    pub fn verdicts<'g>(
        &self,
        other: &Self,
        requested: &Requested,
        meeting: &Meeting,
        given: impl Into<MethodInput<'g>>,
    ) -> Vec<Verdict> {
        let (a, b) = (&self.shape, &other.shape);
        if ObjectKind::are_region_and_point(self.kind(), other.kind()) {
            return requested.point_verdicts(a, b, meeting, given);
        }
        if self.is_point || other.is_point {
            return Vec::new();
        }
        requested.verdicts(a, b, meeting, given)
    }

    /// The box and its motion, if it is a box.
    pub fn moving(&self) -> Option<Moving> {
        match &self.shape {
            // Ends and motions lie within the plane, so starts do too.
            Shape::Box(end) => Moving::ending_at(*end, self.motion).ok(),
            Shape::Segment(_) | Shape::Polygon(_) => None,
        }
    }
}

/// One line of the log. It stores only what cannot be recomputed, since the log holds a hundred
/// thousand of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number in the log, from 1.
    pub seq: u64,
    /// The frame it belongs to.
    pub frame: u64,
    /// How many changes of the history led to it.
    pub position: usize,
    /// The mover, or the first in scene order if both or neither moved.
    pub a: Participant,
    /// The other.
    pub b: Participant,
    /// HIT, TOUCH or MISS.
    pub outcome: TestResult,
    pub(super) history: PairHistory,
}

impl Record {
    /// Its size in bytes, with its shapes.
    pub(super) fn bytes(&self) -> usize {
        let shapes = heap_bytes(&self.a.shape) + heap_bytes(&self.b.shape);
        size_of::<Self>() + self.history.heap_bytes() + shapes
    }

    /// The whole result, recomputed from where the two were.
    pub fn pair_result(&self) -> PairResult {
        self.history.pair_result(&self.a, &self.b)
    }
}

/// Two objects and the result of their test, the mover first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The mover; without motion the selected object or a laser.
    pub a: Participant,
    /// The other one, which sides refer to.
    pub b: Participant,
    /// The result.
    pub pair_result: PairResult,
}

impl From<&Record> for Pair {
    fn from(record: &Record) -> Self {
        let (a, b) = (record.a.clone(), record.b.clone());
        Self { a, b, pair_result: record.pair_result() }
    }
}

/// An entry of the log: a record, or a test that made none, such as the first test of a pair that
/// meets nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Its number in the log; `None` for a test that made no record.
    pub seq: Option<u64>,
    /// The frame it belongs to.
    pub frame: u64,
    /// How many changes of the history led to it.
    pub position: usize,
    /// The two objects: the mover first in a record, otherwise in scene order.
    pub ids: [ObjectId; 2],
    /// HIT, TOUCH or MISS.
    pub outcome: TestResult,
}

impl From<&Record> for LogEntry {
    fn from(record: &Record) -> Self {
        let Record { seq, frame, position, outcome, .. } = *record;
        Self { seq: Some(seq), frame, position, ids: [record.a.id, record.b.id], outcome }
    }
}

/// The last HIT, TOUCH or contact of a pair. The world knows where the two are: moving or editing either of
/// them tests the pair again.
#[derive(Clone, Debug)]
pub(super) struct LastContact {
    /// The mover first.
    pub(super) ids: [ObjectId; 2],
    pub(super) motions: [Vector; 2],
    pub(super) answer: ComparedAnswer,
    pub(super) history: PairHistory,
}

impl LastContact {
    /// The pair, in scene order.
    pub(super) fn key(&self) -> [ObjectId; 2] {
        in_order(self.ids)
    }

    /// Its size in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + self.history.heap_bytes()
    }
}

/// A tested pair whose answer changed, or that had a contact; it becomes a record.
#[derive(Clone, Debug)]
pub(super) struct ContactChange {
    /// The places of the two in the scene, the mover first.
    pub(super) places: [usize; 2],
    pub(super) outcome: TestResult,
    pub(super) history: PairHistory,
}

/// A pair of objects, in scene order.
pub(crate) fn in_order([one, other]: [ObjectId; 2]) -> [ObjectId; 2] {
    [one.min(other), one.max(other)]
}

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
    pub fn records(&self) -> impl DoubleEndedIterator<Item = &Record> + ExactSizeIterator {
        self.records.iter()
    }

    /// The record at this index, counted from the oldest.
    pub fn get(&self, index: usize) -> Option<&Record> {
        self.records.get(index)
    }

    /// The record with this number.
    pub fn by_seq(&self, seq: u64) -> Option<&Record> {
        self.get(self.records.binary_search_by_key(&seq, |record| record.seq).ok()?)
    }

    /// How many of its records have this number or a lower one.
    pub fn len_up_to(&self, seq: u64) -> usize {
        self.records.partition_point(|record| record.seq <= seq)
    }

    /// The records after the one with this number, oldest first.
    pub fn after(&self, seq: u64) -> impl Iterator<Item = &Record> {
        self.records.range(self.len_up_to(seq)..)
    }

    /// How many records it holds.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// How many of its records belong to the first `position` changes.
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
