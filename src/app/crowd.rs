//! Crowds: many bodies in view that are smaller than a cell, each drawn as a dot. [`crate::view`]
//! draws them.

use super::{ArenaModel, Viewport};
use hitscan_core::engine::{Engine, LogLines, LogQuery};
use hitscan_core::world::{ObjectId, World};
use hitscan_geom::broad_phase::SweptAabb;

/// What the dots of a crowd mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrowdLook {
    /// Each dot marks the middle of a body.
    Dots,
    /// More dots in a cell mean more bodies there.
    Density,
}

impl CrowdLook {
    /// Dots per cell. With more bodies per cell than this on average, dots show density.
    pub const DOTS: usize = 8;

    /// The look of the bodies in view that are smaller than a cell; `None` if they are too few for
    /// a crowd. Costs a few comparisons per body.
    #[must_use]
    pub fn of(world: &World, view: &Viewport) -> Option<Self> {
        let (cols, rows) = (usize::from(view.cols()), usize::from(view.rows()));
        let mut is_taken = Vec::new();
        let (mut bodies, mut cells) = (0, 0);
        for bounds in world.bounds() {
            let (min, max) = (bounds.min(), bounds.max());
            if !view.is_under_a_cell(min, max) {
                continue;
            }
            let (cell, _) = view.middle_dot(min, max);
            let Some(place) = view.place_of(cell) else { continue };
            if is_taken.is_empty() {
                is_taken.resize(cols * rows, false);
            }
            bodies += 1;
            cells += usize::from(!std::mem::replace(&mut is_taken[place], true));
        }
        match bodies {
            ..=ArenaModel::MOST_NAMED => None,
            _ if bodies > Self::DOTS * cells => Some(Self::Density),
            _ => Some(Self::Dots),
        }
    }
}

/// The pairs that met in the last change and still touch or overlap after it, by their bounds,
/// which are all that a dot shows.
pub(super) fn contacts(world: &World) -> impl Iterator<Item = [ObjectId; 2]> {
    let bounds = |id| {
        let (min, max) = world.object(id)?.shape.bounds();
        Some(SweptAabb::around(min, max))
    };
    world.meeting_ids().filter(move |&[one, other]| {
        bounds(one).zip(bounds(other)).is_some_and(|(one, other)| one.meets(&other))
    })
}

/// The counts of a crowd and of its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrowdCounts {
    /// Bodies that touch or overlap another.
    pub in_contact: u64,
    /// Tests so far, including those of frame 0.
    pub tests: u64,
    /// Log lines so far, whatever the filter.
    pub lines: u64,
}

impl CrowdCounts {
    /// The current counts.
    #[must_use]
    pub fn of(engine: &Engine) -> Self {
        let mut met: Vec<_> = contacts(engine.world()).flatten().collect();
        met.sort_unstable();
        met.dedup();
        let lines = LogLines::under(engine, &LogQuery::default());
        Self {
            in_contact: met.len() as u64,
            tests: Self::tests_in_all(engine),
            lines: lines.up_to(engine.history().position()) as u64,
        }
    }

    /// How many tests there were so far, including those of frame 0.
    #[must_use]
    pub fn tests_in_all(engine: &Engine) -> u64 {
        let objects = engine.history().first_world().len() as u64;
        engine.world().tested() + objects * objects.saturating_sub(1) / 2
    }
}
