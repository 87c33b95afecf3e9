//! What the broad phase looks at, for display.

use super::entries::Entry;
use super::{ObjectId, World};
use hitscan_geom::Point;
use hitscan_geom::broad_phase::SweptAabbs;
use hitscan_geom::inside;

/// What the active broad phase looks at, as of the last change, for display.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BroadPhaseInspection {
    /// The corners of occupied cells, or of the interval of the one object.
    pub regions: Vec<[Point; 2]>,
    /// The objects that the one object is compared with, in scene order.
    pub candidates: Vec<ObjectId>,
}

impl World {
    /// What the active broad phase looks at, and what it compares this object with.
    #[must_use]
    pub fn inspect_broad_phase(&self, of: Option<ObjectId>) -> BroadPhaseInspection {
        // If nothing has moved, everything was tested at rest.
        let moved = |entry: &Entry| self.motion.took_part(entry.id);
        let is_at_rest = !self.entries().iter().any(moved);
        let active = self.entries().iter().map(|each| is_at_rest || moved(each));
        let mut scene = SweptAabbs::default();
        self.collect_aabbs(&active.collect::<Vec<_>>(), &mut scene);
        let place = of.and_then(|id| self.index(id));
        let found = inside::inspect(self.broad_phase(), &scene, place);
        let candidates = found.candidates.iter().map(|&place| self.entries()[place].id);
        BroadPhaseInspection { candidates: candidates.collect(), regions: found.regions }
    }
}
