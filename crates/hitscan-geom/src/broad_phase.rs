//! Which pairs can meet in a frame: the broad phase, in three forms.
//!
//! What moves is given by its [`SweptAabb`], the smallest box around everywhere it
//! is between the start and the end of the frame. A broad phase finds the pairs of
//! which these meet, touching included, and of which one is active. Only those are
//! worth an exact test.
//!
//! All three find the same pairs and list them in the same order, that of the scene.
//! They differ in their *candidates*, the pairs that they compare to find them:
//!
//! | | candidates | what it costs |
//! | --- | --- | --- |
//! | [`AllPairs`] | every pair | grows with the square of the scene |
//! | [`Sweep`] | pairs that share an x | sorting, and what shares an x |
//! | [`Grid`] | pairs in neighbouring cells | grows with the scene and what it finds |
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
mod sweep;
mod swept_aabb;

pub use all_pairs::AllPairs;
pub use grid::Grid;
pub use index::{Hit, Index, Nearest};
pub use search::{Counts, Limits, Stopped};
pub use sweep::Sweep;
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
    /// All, the plainest first.
    pub const ALL: [Self; 3] = [Self::AllPairs, Self::Sweep, Self::Grid];

    /// The token in every format: `all-pairs`, `sweep`, `grid`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::AllPairs => "all-pairs",
            Self::Sweep => "sweep",
            Self::Grid => "grid",
        }
    }
}

/// A broad phase of each kind and its memory, for searches frame after frame.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    sweep: Sweep,
    grid: Grid,
}

impl Finder {
    /// Replaces `pairs` by what this broad phase finds.
    ///
    /// # Errors
    /// When the limits stop it. `pairs` then means nothing.
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
