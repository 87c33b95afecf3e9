//! `hitscan stats`: how many pairs each broad phase compares in a scene, how long its frames take,
//! and how both grow with a crowd.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `measure` | makes the frames under one broad phase, and counts and times them |
//! | `report` | prints the measurements as a table and as NDJSON |
//!
//! This file has the options; it calls `measure`, then `report`.

mod measure;
mod report;

use std::io::{self, IsTerminal, Write};

use measure::{Measured, Passed, measure};
use report::{ndjson, table};

use super::progress::Progress;
use super::{CliError, ExitStatus, ListFormat, print};
use crate::host::files;
use clap::ValueEnum;
use clap::builder::RangedU64ValueParser;
use hitscan_core::scene::{OPENING, Scene, printable};
use hitscan_core::world::{WORK_BETWEEN_QUESTIONS, World};
use hitscan_geom::broad_phase::BroadPhase;

/// How many comparisons make one unit of the progress bar.
const MILLION: u64 = 1_000_000;

/// A row to be measured.
struct StatsPlan<'a> {
    scene: &'a Scene,
    broad_phase: BroadPhase,
    frames: u32,
    /// The expected work per frame, in comparisons.
    work_of_frame: u64,
}

impl StatsPlan<'_> {
    fn work(&self) -> u64 {
        u64::from(self.frames).saturating_mul(self.work_of_frame)
    }
}

/// Roughly the number of comparisons that a frame is worth, so that the progress bar is
/// proportional to time.
fn expected_work(objects: usize, broad_phase: BroadPhase) -> u64 {
    /// The other work of a frame, per object.
    const BESIDES: u64 = 64;
    let objects = objects as u64;
    let compared = match broad_phase {
        BroadPhase::AllPairs => objects * objects.saturating_sub(1) / 2,
        BroadPhase::Sweep => objects * objects.isqrt(),
        BroadPhase::Grid => 0,
    };
    compared + BESIDES * objects
}

/// How much of a plan is done.
#[derive(Default)]
struct Done {
    frames: u64,
    /// Of the current frame.
    work: u64,
}

impl Done {
    fn add(&mut self, what: Passed, plan: &StatsPlan<'_>) {
        match what {
            // Work beyond the expected amount is not shown before the frame ends.
            Passed::Work => {
                let more = self.work + WORK_BETWEEN_QUESTIONS as u64;
                self.work = more.min(plan.work_of_frame);
            }
            Passed::Frame => *self = Self { frames: self.frames + 1, work: 0 },
        }
    }

    fn work(&self, plan: &StatsPlan<'_>) -> u64 {
        self.frames * plan.work_of_frame + self.work
    }
}

impl StatsArgs {
    /// Prints a row for each broad phase and size; a progress bar goes to standard error
    /// if that is a terminal.
    ///
    /// # Errors
    /// When the scene cannot be read, has no crowd to scale, or makes no frame.
    pub fn run(&self, output: impl Write) -> Result<ExitStatus, CliError> {
        let (scene, _) = files::find(&self.scene)?;
        let scenes = self.scenes(scene)?;
        let plans: Vec<_> = scenes
            .iter()
            .flat_map(|scene| self.broad_phases().iter().map(|&which| self.plan(scene, which)))
            .collect();
        let total = plans.iter().map(StatsPlan::work).sum::<u64>() / MILLION;
        let terminal = io::stderr();
        let mut progress =
            terminal.is_terminal().then(|| Progress::new(terminal, total, "million comparisons"));
        let mut before = 0;
        let mut rows = Vec::new();
        for plan in &plans {
            let mut done = Done::default();
            let mut passed = |what| {
                done.add(what, plan);
                if let Some(progress) = &mut progress {
                    progress.update((before + done.work(plan)) / MILLION);
                }
            };
            let row = measure(plan.scene, plan.broad_phase, plan.frames, &mut passed);
            rows.push(row.map_err(|why| self.refused(&why.to_string()))?);
            before += plan.work();
        }
        if let Some(mut progress) = progress {
            progress.clear();
        }
        let text = match self.format {
            ListFormat::Text => table(&rows),
            ListFormat::Ndjson => ndjson(&rows),
        };
        print(text, output)
    }

    /// What to measure for one row.
    fn plan<'a>(&self, scene: &'a Scene, broad_phase: BroadPhase) -> StatsPlan<'a> {
        let objects = scene.objects.len();
        let frames = self.frames_of(objects, broad_phase);
        StatsPlan { scene, broad_phase, frames, work_of_frame: expected_work(objects, broad_phase) }
    }

    /// The scene, or one of each size.
    fn scenes(&self, scene: Scene) -> Result<Vec<Scene>, CliError> {
        if self.scale.is_empty() {
            return Ok(vec![scene]);
        }
        let of_size = |&count| measure::of_size(&scene, count);
        let scenes: Result<Vec<_>, _> = self.scale.iter().map(of_size).collect();
        scenes.map_err(|why| self.refused(&why))
    }

    fn refused(&self, why: &str) -> CliError {
        CliError::InFile(format!("{}: {why}", printable(&self.scene)))
    }
}

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
    const fn broad_phases(&self) -> &'static [BroadPhase] {
        match self.broad_phase {
            Which::All => &BroadPhase::ALL,
            Which::AllPairs => &[BroadPhase::AllPairs],
            Which::Sweep => &[BroadPhase::Sweep],
            Which::Grid => &[BroadPhase::Grid],
        }
    }

    /// How many frames to make for a scene of this size.
    fn frames_of(&self, objects: usize, which: BroadPhase) -> u32 {
        let objects = objects as u64;
        let pairs = (objects * objects.saturating_sub(1) / 2).max(1);
        let most = u32::try_from(MOST_COMPARED / pairs).unwrap_or(u32::MAX);
        match which {
            BroadPhase::AllPairs => self.frames.min(most.max(1)),
            _ => self.frames,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitscan_core::scene::builtin;

    /// A single frame of all pairs takes seconds, and shows progress.
    #[test]
    fn the_bar_advances_within_a_frame_but_never_beyond_it() {
        let crowd = builtin("crowd").expect("it is built in");
        let scene = measure::of_size(&crowd, 3000).expect("it fits");
        let which = BroadPhase::AllPairs;
        let work_of_frame = expected_work(scene.objects.len(), which);
        let plan = StatsPlan { scene: &scene, broad_phase: which, frames: 2, work_of_frame };
        let (mut done, mut seen) = (Done::default(), vec![0]);
        let measured = measure(plan.scene, which, plan.frames, &mut |what| {
            done.add(what, &plan);
            seen.push(done.work(&plan));
        });
        assert_eq!(measured.expect("two frames").frames, 2);
        assert!(seen.is_sorted(), "{seen:?}");
        assert_eq!(seen.last(), Some(&plan.work()));
        let most = seen.windows(2).map(|two| two[1] - two[0]).max();
        assert!(most < Some(plan.work() / 10), "{most:?} of {}", plan.work());
    }
}
