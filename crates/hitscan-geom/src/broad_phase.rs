//! The broad phase: which pairs can meet in a frame. Three algorithms.
//!
//! Each moving thing is given by its [`SweptAabb`], the smallest box around every place it occupies
//! during the frame. A broad phase finds the pairs whose swept AABBs meet (touching counts) and of
//! which at least one thing is active. Only those pairs need an exact test.
//!
//! All three find the same pairs and list them in the same order, that of the scene. They differ in
//! their *candidates*: the pairs that they compare to find them.
//!
//! | | candidates | what it costs |
//! | --- | --- | --- |
//! | [`AllPairs`] | every pair | grows with the square of the scene |
//! | [`Sweep`] | pairs that overlap in x | sorting, plus the pairs that overlap in x |
//! | [`Grid`] | pairs in neighbouring cells | grows with the scene and the pairs found |
//!
//! | files | contents |
//! | --- | --- |
//! | `grid` `sweep_and_prune` `all_pairs` | the three algorithms |
//! | `index` | boxes that are packed once and queried often |
//! | `search` | what a search may cost, and its counts |
//! | `swept_aabb` | the region that each thing covers in a frame |
//!
//! Calls go down this list; `grid` leaves scenes in which little moves to `all_pairs`.
//!
//! ```
//! use hitscan_geom::broad_phase::{BroadPhase, Finder, Limits, SweptAabb, SweptAabbs};
//! use hitscan_geom::Point;
//!
//! let point = Point::from_units;
//! let at = |x, y| SweptAabb::around(point(x, y), point(x + 2, y + 2));
//! let scene: SweptAabbs = [(at(0, 0), true), (at(9, 0), true), (at(1, 1), false)].into_iter().collect();
//!
//! let mut finder = Finder::default();
//! for broad_phase in BroadPhase::ALL {
//!     let mut pairs = Vec::new();
//!     let counts = finder.find(broad_phase, &scene, &mut Limits::none(), &mut pairs)?;
//!     assert_eq!(pairs, [[0, 2]]);
//!     assert_eq!((counts.pairs, counts.meet), (3, 1));
//! }
//! # Ok::<(), hitscan_geom::broad_phase::Stopped>(())
//! ```

mod all_pairs;
mod grid;
mod index;
mod search;
mod sweep_and_prune;
mod swept_aabb;

use super::{Milli, Point};

pub use all_pairs::AllPairs;
pub use grid::Grid;
pub use index::{Hit, Index, Nearest};
pub use search::{Counts, Limits, Stopped};
pub use sweep_and_prune::Sweep;
pub use swept_aabb::{SweptAabb, SweptAabbs};

/// The three broad phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum BroadPhase {
    /// [`AllPairs`].
    AllPairs,
    /// [`Sweep`].
    Sweep,
    /// [`Grid`], the fastest.
    #[default]
    Grid,
}

impl BroadPhase {
    /// All three, the simplest first.
    pub const ALL: [Self; 3] = [Self::AllPairs, Self::Sweep, Self::Grid];

    /// Its token, as `Display` writes it: `all-pairs`, `sweep`, `grid`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::AllPairs => "all-pairs",
            Self::Sweep => "sweep",
            Self::Grid => "grid",
        }
    }
}

/// One broad phase of each kind with its memory, for searches frame after frame.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    sweep: Sweep,
    grid: Grid,
}

impl Finder {
    /// Replaces `pairs` with the pairs that this broad phase finds: those that meet and have an
    /// active member, in ascending order, the lower index first.
    ///
    /// # Errors
    /// [`Stopped`] when the limits stop the search; the contents of `pairs` are then unspecified.
    ///
    /// ```
    /// use hitscan_geom::broad_phase::{BroadPhase, Finder, Limits, SweptAabb, SweptAabbs};
    /// use hitscan_geom::{Aabb, Moving, Point, Swept, Vector, swept};
    ///
    /// let point = Point::from_units;
    /// let at = |x| Aabb::from_corners(point(x, 0), point(x + 2, 2));
    /// let mover = Moving::new(at(0)?, Vector::from_units(4, 0))?;
    /// let things = [mover, Moving::at_rest(at(4)?), Moving::at_rest(at(5)?)];
    ///
    /// // Kept from frame to frame. Things that move are active: two walls make no pair.
    /// let (mut finder, mut pairs) = (Finder::default(), Vec::new());
    /// let is_active = |thing: &Moving| thing.motion() != Vector::ZERO;
    /// let each = things.iter().map(|thing| (SweptAabb::from(thing), is_active(thing)));
    /// let scene: SweptAabbs = each.collect();
    /// let counts = finder.find(BroadPhase::Grid, &scene, &mut Limits::none(), &mut pairs)?;
    /// assert_eq!((&pairs[..], counts.pairs), (&[[0, 1], [0, 2]][..], 2));
    /// for [a, b] in pairs {
    ///     assert!(matches!(swept(&things[a], &things[b]), Swept::Hit { .. }));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(
        &mut self,
        broad_phase: BroadPhase,
        scene: &SweptAabbs,
        limits: &mut Limits<'_>,
        pairs: &mut Vec<[usize; 2]>,
    ) -> Result<Counts, Stopped> {
        match broad_phase {
            BroadPhase::AllPairs => AllPairs.find(scene, limits, pairs),
            BroadPhase::Sweep => self.sweep.find(scene, limits, pairs),
            BroadPhase::Grid => self.grid.find(scene, limits, pairs),
        }
    }
}

/// What a broad phase looks at in a scene, overall and for one thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspection {
    /// The least and the greatest corner of each region of the plane: the occupied cells of a grid,
    /// or the interval of the one thing. All pairs has no regions.
    pub regions: Vec<[Point; 2]>,
    /// The scene indices of the things that the one thing is compared with, in ascending order, if
    /// it is one that searches for pairs itself.
    pub candidates: Vec<usize>,
}

/// What a broad phase looks at, and what it compares the thing at `place` with.
#[must_use]
pub fn inspect(broad_phase: BroadPhase, scene: &SweptAabbs, place: Option<usize>) -> Inspection {
    match broad_phase {
        BroadPhase::AllPairs => AllPairs::inspect(scene, place),
        BroadPhase::Sweep => Sweep::inspect(scene, place),
        BroadPhase::Grid => Grid::default().inspect(scene, place),
    }
}

/// The point nearest to these coordinates, which are in thousandths and may be out of range.
fn nearest_point(x: i64, y: i64) -> Point {
    let milli = |at: i64| {
        let at = at.clamp(-Milli::LIMIT.wide(), Milli::LIMIT.wide());
        Milli::try_from(i128::from(at)).unwrap_or(Milli::ZERO)
    };
    Point::new(milli(x), milli(y))
}

#[cfg(test)]
mod tests {
    use super::Finder;
    use super::Limits;
    use super::SweptAabb;
    use super::*;

    /// Forty things of three sizes in a row, every third at rest.
    fn scene() -> SweptAabbs {
        let thing = |at: i64| {
            let size = [900, 2500, 30_000][usize::try_from(at % 3).unwrap_or_default()];
            let corner = |by| nearest_point(at * 1300 + by, at % 4 * 1000 + by);
            (SweptAabb::around(corner(0), corner(size)), at % 3 != 1)
        };
        (0..40).map(thing).collect()
    }

    #[test]
    fn everything_a_thing_meets_is_among_its_candidates() {
        let (scene, mut finder) = (scene(), Finder::default());
        let mut found = Vec::new();
        for broad_phase in BroadPhase::ALL {
            finder.find(broad_phase, &scene, &mut Limits::none(), &mut found).expect("no limits");
            assert!(found.len() > 100);
            for place in 0..scene.len() {
                let Inspection { candidates, .. } = inspect(broad_phase, &scene, Some(place));
                let is_own = |pair: &&[usize; 2]| pair.contains(&place);
                for [one, other] in found.iter().filter(is_own) {
                    let partner = if *one == place { other } else { one };
                    assert!(candidates.contains(partner), "{broad_phase:?} {place} {partner}");
                }
            }
        }
    }

    #[test]
    fn each_thing_begins_in_a_cell_of_the_grid() {
        let scene = scene();
        let Inspection { regions, candidates } = inspect(BroadPhase::Grid, &scene, None);
        assert_eq!(candidates, [0; 0]);
        for thing in scene.as_slice() {
            let at = thing.min();
            let holds = |[min, max]: &[Point; 2]| {
                (min.x..max.x).contains(&at.x) && (min.y..max.y).contains(&at.y)
            };
            assert!(regions.iter().any(holds), "{at:?}");
        }
    }
}
