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
pub(crate) mod inspection;
mod scene_order;
mod search;
mod sweep_and_prune;
mod swept_aabb;

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
