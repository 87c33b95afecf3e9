//! Two objects and what was found of them.

use crate::methods::{AnyMethod, SideMethod, methods_for};
use crate::world::{ObjectId, PairResult, Participant, Record, TestResult};
use hitscan_geom::Vector;

/// Two objects and what was found of them, the mover first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The mover; without motion the selected one or a laser.
    pub a: Participant,
    /// The other. Sides are its.
    pub b: Participant,
    /// What was found.
    pub pair_result: PairResult,
}

impl Pair {
    /// Every method that applies to this pair: first the overlap tests, then for
    /// two boxes the side tests.
    #[must_use]
    pub fn methods(&self) -> Vec<AnyMethod> {
        let whether = methods_for(&self.a.shape, &self.b.shape).iter().copied();
        let sides = [SideMethod::RelativeVelocity, SideMethod::PredictCorner];
        let sides = sides.into_iter().filter(|_| self.pair_result.frame.is_some());
        whether.map(AnyMethod::OverlapTest).chain(sides.map(AnyMethod::SideTest)).collect()
    }

    /// The same pair seen from the other object: sides become those of `a`.
    #[must_use]
    pub fn reversed(self) -> Self {
        let pair_result = self.pair_result.reversed(&self.b, &self.a);
        Self { a: self.b, b: self.a, pair_result }
    }

    /// Whether it is the pair of these two objects, in either order.
    #[must_use]
    pub fn is_of(&self, ids: [ObjectId; 2]) -> bool {
        ids == [self.a.id, self.b.id] || ids == [self.b.id, self.a.id]
    }

    /// The pair with `first` first where nothing has moved and nothing meets.
    pub(super) fn with_first(
        first: ObjectId,
        (a, b, pair_result): (Participant, Participant, PairResult),
    ) -> Self {
        let at_rest = a.motion == Vector::ZERO && b.motion == Vector::ZERO;
        if at_rest && b.id == first && pair_result.outcome == TestResult::Miss {
            let pair_result = PairResult::of(&b, &a);
            return Self { a: b, b: a, pair_result };
        }
        Self { a, b, pair_result }
    }
}

impl From<&Record> for Pair {
    fn from(record: &Record) -> Self {
        let (a, b) = (record.a.clone(), record.b.clone());
        Self { a, b, pair_result: record.pair_result() }
    }
}
