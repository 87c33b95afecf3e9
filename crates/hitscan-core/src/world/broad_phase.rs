//! Finds the pairs that can meet in a frame, within the budget of a change. The
//! broad phases themselves are in [`hitscan_geom::broad_phase`].

use super::limits::{Budget, free_if_large};
use super::state::Entry;
use super::{ChangeError, ObjectId, World};
use hitscan_geom::broad_phase::{
    BroadPhase, Counts, Finder, Limits, Stopped, SweptAabb, SweptAabbs,
};
use hitscan_geom::{Point, Vector, inside};

/// What the broad phase did in its first search of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BroadPhaseCounts {
    /// Which broad phase was used.
    pub broad_phase: BroadPhase,
    /// How much it compared and found.
    pub counts: Counts,
}

/// Finds the pairs, and keeps its memory from frame to frame.
#[derive(Clone, Debug, Default)]
pub(super) struct PairFinder {
    finder: Finder,
    /// The pairs found by the last search.
    pub(super) pairs: Vec<[usize; 2]>,
    /// The counts of the first search since `take_counts`.
    first: Option<BroadPhaseCounts>,
}

impl PairFinder {
    /// The pairs that meet and have an active member, the lower index first, in ascending order.
    /// `others` is the number of further pairs that need memory at the same time.
    pub(super) fn find(
        &mut self,
        broad_phase: BroadPhase,
        scene: &SweptAabbs,
        others: usize,
        budget: &mut Budget<'_>,
    ) -> Result<&mut Vec<[usize; 2]>, ChangeError> {
        let most = budget.pairs().saturating_sub(others);
        let mut goes_on = |work| budget.spend(work).is_ok();
        let mut limits = Limits::new(most, &mut goes_on);
        let found = self.finder.find(broad_phase, scene, &mut limits, &mut self.pairs);
        let counts = found.map_err(|stopped| {
            self.pairs = Vec::new();
            match stopped {
                Stopped::OnRequest => ChangeError::Interrupted,
                Stopped::TooManyPairs => budget.too_many_pairs(),
            }
        })?;
        self.first.get_or_insert(BroadPhaseCounts { broad_phase, counts });
        Ok(&mut self.pairs)
    }

    /// The counts of the first search since this was last called.
    pub(super) fn take_counts(&mut self) -> Option<BroadPhaseCounts> {
        self.first.take()
    }

    /// Frees the pairs found, if they take much memory.
    pub(super) fn free(&mut self) {
        free_if_large(&mut self.pairs);
    }
}

/// The swept AABB of an object that ends with these bounds after this displacement.
pub(super) fn swept_to(end: &SweptAabb, displacement: Vector) -> SweptAabb {
    let mut aabb = *end;
    // Positions and displacements lie within `Milli::LIMIT`, so their sums lie within `MAX`.
    let start = |end: Point| end.checked_add(-displacement).unwrap_or(end);
    aabb.include(start(end.min()));
    aabb.include(start(end.max()));
    aabb
}

impl World {
    /// What the active broad phase looks at as of the last change, for display: the corners of
    /// occupied cells, or of the interval of this object; and the objects that it compares this
    /// one with, in scene order.
    pub fn inspect_broad_phase(&self, of: Option<ObjectId>) -> (Vec<[Point; 2]>, Vec<ObjectId>) {
        // If nothing has moved, everything was tested at rest.
        let moved = |entry: &Entry| self.motion.took_part(entry.id);
        let is_at_rest = !self.entries().iter().any(moved);
        let active = self.entries().iter().map(|each| is_at_rest || moved(each));
        let mut scene = SweptAabbs::default();
        self.collect_aabbs(&active.collect::<Vec<_>>(), &mut scene);
        let place = of.and_then(|id| self.index(id));
        let found = inside::inspect(self.broad_phase(), &scene, place);
        let candidates = found.candidates.iter().map(|&place| self.entries()[place].id);
        let candidates = candidates.collect();
        (found.regions, candidates)
    }
}
