//! The options of `hitscan stats`.

use clap::ValueEnum;
use clap::builder::RangedU64ValueParser;

use crate::cli::ListFormat;
use hitscan_core::scene::OPENING;
use hitscan_core::world::World;
use hitscan_geom::broad_phase::BroadPhase;

const EXAMPLES: &str = "\
Examples:
  hitscan stats crowd                            what each one compares
  hitscan stats crowd --scale 1000,10000,100000  how the cost grows
  hitscan stats my.toml --broad-phase grid --frames 600

Candidates are the pairs whose bounding boxes were compared, and meet those
whose bounding boxes meet: in the first search of each frame, on average. Times
are of whole frames, with all else that a frame is. An exponent of 1 means that
ten times as many objects cost ten times as much; of 2, a hundred times.";

/// What is measured, and how it is printed.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct StatsArgs {
    /// A scene file, or the name of a built-in scene
    #[arg(default_value = OPENING)]
    pub scene: String,

    /// How many frames to make; fewer where all pairs of a large scene are compared
    #[arg(long, value_name = "N", default_value = "30",
          value_parser = RangedU64ValueParser::<u32>::new().range(1..=1_000_000))]
    pub frames: u32,

    /// Which broad phase
    #[arg(long, value_name = "all|NAME", default_value = "all")]
    pub broad_phase: Which,

    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ListFormat,

    /// Make the scene's crowd this large, its area with it, and print how the cost grows
    #[arg(long, value_name = "COUNT,COUNT...", value_delimiter = ',', num_args = 1,
          value_parser = RangedU64ValueParser::<u32>::new().range(1..=World::MAX_OBJECTS as u64))]
    pub scale: Vec<u32>,
}

/// One broad phase, or all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Which {
    /// All three, one after another
    #[default]
    All,
    /// Every pair is compared
    AllPairs,
    /// Sweep and prune on one axis
    Sweep,
    /// Cells of a grid
    Grid,
}

/// The most pairs that are compared for one row by [`BroadPhase::AllPairs`]. If a scene has more,
/// fewer frames are made, but at least one.
pub const MOST_COMPARED: u64 = 2_000_000_000;

impl StatsArgs {
    pub(super) const fn broad_phases(&self) -> &'static [BroadPhase] {
        match self.broad_phase {
            Which::All => &BroadPhase::ALL,
            Which::AllPairs => &[BroadPhase::AllPairs],
            Which::Sweep => &[BroadPhase::Sweep],
            Which::Grid => &[BroadPhase::Grid],
        }
    }

    /// How many frames to make for a scene of this size.
    pub(super) fn frames_of(&self, objects: usize, which: BroadPhase) -> u32 {
        let objects = objects as u64;
        let pairs = (objects * objects.saturating_sub(1) / 2).max(1);
        let most = u32::try_from(MOST_COMPARED / pairs).unwrap_or(u32::MAX);
        match which {
            BroadPhase::AllPairs => self.frames.min(most.max(1)),
            _ => self.frames,
        }
    }
}
