//! The record of one test: who met whom, when, and with what result.

use super::pair_result::{Answer, PairHistory, StoredContact};
use super::{Name, ObjectId, PairResult};
use hitscan_geom::{Aabb, Moving, Shape, Vector};

/// The word of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TestResult {
    /// They do not meet, or met only in passing as the frame began.
    Miss,
    /// They meet, but no interior is met.
    Touch,
    /// They run into each other.
    Hit,
}

impl TestResult {
    /// All of them, the strongest first.
    pub const ALL: [Self; 3] = [Self::Hit, Self::Touch, Self::Miss];

    /// The word shown: `HIT`, `TOUCH`, `MISS`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Hit => "HIT",
            Self::Touch => "TOUCH",
            Self::Miss => "MISS",
        }
    }

    /// The token in commands and formats: `hit`, `touch`, `miss`.
    #[must_use]
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
    /// Which object.
    pub id: ObjectId,
    /// What it was called then.
    pub name: Name,
    /// Where it was at the end of the frame.
    pub shape: Shape,
    /// The way it made in the frame.
    pub motion: Vector,
}

impl Participant {
    /// The box and its motion, if it is a box.
    #[must_use]
    pub fn moving(&self) -> Option<Moving> {
        match &self.shape {
            Shape::Box(end) => Some(moving_to(end, self.motion)),
            Shape::Segment(_) | Shape::Polygon(_) => None,
        }
    }
}

pub(super) fn moving_to(end: &Aabb, motion: Vector) -> Moving {
    Moving { start: end.translated(-motion), motion }
}

/// One line of the log. It holds what cannot be worked out again: there are a
/// hundred thousand of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number in the log, from 1.
    pub seq: u64,
    /// The frame at whose end it was made.
    pub frame: u64,
    /// How many changes of the history had been made then.
    pub position: usize,
    /// The mover; if both or neither moved, the first in scene order.
    pub a: Participant,
    /// The other.
    pub b: Participant,
    /// The word.
    pub outcome: TestResult,
    pub(super) history: PairHistory,
}

impl Record {
    /// What was found, worked out again from where the two were.
    #[must_use]
    pub fn pair_result(&self) -> PairResult {
        self.history.pair_result(&self.a, &self.b)
    }
}

/// The last judgement of a pair whose word is not MISS. Where the two stand is
/// the world's to say: whatever moves or changes one of them judges them again.
#[derive(Clone, Debug)]
pub(super) struct LastContact {
    /// The mover first.
    pub(super) ids: [ObjectId; 2],
    pub(super) motions: [Vector; 2],
    pub(super) answer: Answer,
    pub(super) history: PairHistory,
}

impl LastContact {
    /// What one takes beside itself, at most.
    pub(super) const HEAP_BYTES: usize = size_of::<StoredContact>();
}

/// A judged pair whose answer is another than before, or that had a contact:
/// what a record is made of.
#[derive(Clone, Debug)]
pub(super) struct ContactChange {
    pub(super) a: Participant,
    pub(super) b: Participant,
    pub(super) outcome: TestResult,
    pub(super) history: PairHistory,
}

/// A pair of objects, in scene order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PairKey(pub(super) ObjectId, pub(super) ObjectId);

impl PairKey {
    pub(super) fn new(one: ObjectId, other: ObjectId) -> Self {
        Self(one.min(other), one.max(other))
    }

    pub(super) fn holds(self, id: ObjectId) -> bool {
        self.0 == id || self.1 == id
    }
}
