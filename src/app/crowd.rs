//! Crowds: when many bodies in view are smaller than a cell, each is drawn as a dot. How
//! they look is up to [`crate::view`].

use super::{ArenaModel, Viewport};
use hitscan_core::engine::Engine;
use hitscan_core::world::{ObjectId, World};
use hitscan_geom::broad_phase::SweptAabb;

/// How the dots of a crowd are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrowdLook {
    /// Each stands where a body has its middle.
    Dots,
    /// A cell has the more of them the more bodies it has.
    Density,
}

impl CrowdLook {
    /// The dots of a cell. With more bodies in a cell on average they are a density.
    pub const DOTS: usize = 8;

    /// That of the bodies of a world which are under a cell and in view; `None` where
    /// they are too few for a crowd. It costs a few comparisons for each.
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

/// The pairs that met in the last change and still touch or overlap after it, by their
/// bounds, which are all that is seen of a dot.
pub(super) fn contacts(world: &World) -> impl Iterator<Item = [ObjectId; 2]> {
    let bounds = |id| {
        let (min, max) = world.object(id)?.shape.bounds();
        Some(SweptAabb::around(min, max))
    };
    world.meeting_ids().filter(move |&[one, other]| {
        bounds(one).zip(bounds(other)).is_some_and(|(one, other)| one.meets(&other))
    })
}

/// How much there is of a crowd, and of its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrowdCounts {
    /// The bodies that touch or overlap another one.
    pub in_contact: u64,
    /// The tests up to now, those of frame 0 among them.
    pub tests: u64,
    /// All lines of the log up to now, whatever its filter.
    pub lines: u64,
}

impl ArenaModel<'_> {
    /// The most objects in view that all show their names. Of more, only the pair in
    /// focus does, and what met in the last change, if that is not more either. More than
    /// these under a cell are a crowd.
    pub const MOST_NAMED: usize = 40;
}

impl CrowdCounts {
    /// The counts of now.
    #[must_use]
    pub fn of(engine: &Engine) -> Self {
        let mut met: Vec<_> = contacts(engine.world()).flatten().collect();
        met.sort_unstable();
        met.dedup();
        Self {
            in_contact: met.len() as u64,
            tests: Self::tests_in_all(engine),
            lines: engine.log().len_at(engine.history().position()) as u64,
        }
    }

    /// How many tests there were up to now, those of frame 0 among them.
    #[must_use]
    pub fn tests_in_all(engine: &Engine) -> u64 {
        let objects = engine.history().first_world().len() as u64;
        engine.world().tested() + objects * objects.saturating_sub(1) / 2
    }
}
