//! Finds the pairs that can meet in a frame, within the budget of a change. The
//! broad phases themselves are in [`hitscan_geom::broad_phase`].

use super::ChangeError;
use super::memory::{Budget, free_if_large};
use hitscan_geom::broad_phase::{
    BroadPhase, Counts, Finder, Limits, Stopped, SweptAabb, SweptAabbs,
};
use hitscan_geom::{Point, Vector};

/// What the broad phase of a frame did, in its first search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BroadPhaseCounts {
    /// Which broad phase it was.
    pub broad_phase: BroadPhase,
    /// What it compared and found.
    pub counts: Counts,
}

/// Finds the pairs, and keeps the memory to find them from frame to frame.
#[derive(Clone, Debug, Default)]
pub(super) struct PairFinder {
    finder: Finder,
    /// What was found last.
    pub(super) pairs: Vec<[usize; 2]>,
    /// What the first search since it was last asked for them did.
    first: Option<BroadPhaseCounts>,
}

impl PairFinder {
    /// The pairs that meet and of which one is active, the lower index first, in
    /// ascending order. `others` are pairs that take memory beside them.
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
        let counts = found.map_err(|Stopped| ChangeError::Interrupted)?;
        let checked = budget.check_pairs(others + counts.meet);
        checked.inspect_err(|_| self.pairs = Vec::new())?;
        self.first.get_or_insert(BroadPhaseCounts { broad_phase, counts });
        Ok(&mut self.pairs)
    }

    /// What the first search did since this was last asked.
    pub(super) fn take_counts(&mut self) -> Option<BroadPhaseCounts> {
        self.first.take()
    }

    /// Frees what was found, if it is much.
    pub(super) fn free(&mut self) {
        free_if_large(&mut self.pairs);
    }
}

/// Around everywhere an object was that ends with these bounds after this
/// displacement.
pub(super) fn swept_to(end: &SweptAabb, displacement: Vector) -> SweptAabb {
    let mut aabb = *end;
    // Positions and displacements lie within `Milli::LIMIT`, their sums within `MAX`.
    let start = |end: Point| end.checked_add(-displacement).unwrap_or(end);
    aabb.include(start(end.min()));
    aabb.include(start(end.max()));
    aabb
}
