//! The record of one test: which objects, when, and the result.

use super::object::heap_bytes;
use super::pair_result::{ComparedAnswer, PairHistory};
use super::{Name, ObjectId, PairResult};
use hitscan_geom::{Moving, Relation, Shape, Vector};

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
    #[must_use]
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
    /// The object's id.
    pub id: ObjectId,
    /// Its name at that time.
    pub name: Name,
    /// Its shape at the end of the frame.
    pub shape: Shape,
    /// Its displacement in the frame.
    pub motion: Vector,
}

impl Participant {
    /// The box and its motion, if it is a box.
    #[must_use]
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
    #[must_use]
    pub fn pair_result(&self) -> PairResult {
        self.history.pair_result(&self.a, &self.b)
    }
}

/// A test that made no record: the first of a pair that met nothing, or one with the same answer as
/// the test before. With its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnrecordedTest {
    /// The frame it belongs to.
    pub frame: u64,
    /// How many changes of the history led to it.
    pub position: usize,
    /// The mover, or the first in scene order if both or neither moved.
    pub a: Participant,
    /// The other.
    pub b: Participant,
    /// The result.
    pub pair_result: PairResult,
}

/// The first test of a pair, which made no record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstTest {
    /// The frame it belongs to.
    pub frame: u64,
    /// How many changes of the history led to it.
    pub position: usize,
    /// The two objects, in scene order.
    pub ids: [ObjectId; 2],
    /// HIT, TOUCH or MISS.
    pub outcome: TestResult,
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
    pub(super) fn key(&self) -> PairKey {
        PairKey::new(self.ids[0], self.ids[1])
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PairKey(pub(super) ObjectId, pub(super) ObjectId);

impl PairKey {
    pub(super) fn new(one: ObjectId, other: ObjectId) -> Self {
        Self(one.min(other), one.max(other))
    }
}
