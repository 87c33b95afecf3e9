//! `hitscan stats`: how many pairs each broad phase compares in a scene, how long its frames take,
//! and how both grow with a crowd.

mod args;
mod crowd;
mod measure;
mod report;

use std::io::{self, IsTerminal, Write};

pub use args::{MOST_COMPARED, StatsArgs};
use measure::{Measured, Passed, measure};
use report::{ndjson, table};

use super::progress::Progress;
use super::{CliError, ExitStatus, ListFormat, print};
use crate::host::files;
use hitscan_core::scene::{Scene, printable};
use hitscan_core::world::WORK_BETWEEN_QUESTIONS;
use hitscan_geom::broad_phase::BroadPhase;

/// How many comparisons make one unit of the progress bar.
const MILLION: u64 = 1_000_000;

/// A row to be measured.
struct Plan<'a> {
    scene: &'a Scene,
    broad_phase: BroadPhase,
    frames: u32,
    /// The expected work per frame, in comparisons.
    work_of_frame: u64,
}

impl Plan<'_> {
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
    fn add(&mut self, what: Passed, plan: &Plan<'_>) {
        match what {
            // Work beyond the expected amount is not shown before the frame ends.
            Passed::Work => {
                let more = self.work + WORK_BETWEEN_QUESTIONS as u64;
                self.work = more.min(plan.work_of_frame);
            }
            Passed::Frame => *self = Self { frames: self.frames + 1, work: 0 },
        }
    }

    fn work(&self, plan: &Plan<'_>) -> u64 {
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
        let total = plans.iter().map(Plan::work).sum::<u64>() / MILLION;
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
    fn plan<'a>(&self, scene: &'a Scene, broad_phase: BroadPhase) -> Plan<'a> {
        let objects = scene.objects.len();
        let frames = self.frames_of(objects, broad_phase);
        Plan { scene, broad_phase, frames, work_of_frame: expected_work(objects, broad_phase) }
    }

    /// The scene, or one of each size.
    fn scenes(&self, scene: Scene) -> Result<Vec<Scene>, CliError> {
        if self.scale.is_empty() {
            return Ok(vec![scene]);
        }
        let of_size = |&count| crowd::of_size(&scene, count);
        let scenes: Result<Vec<_>, _> = self.scale.iter().map(of_size).collect();
        scenes.map_err(|why| self.refused(&why.to_string()))
    }

    fn refused(&self, why: &str) -> CliError {
        CliError::InFile(format!("{}: {why}", printable(&self.scene)))
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
        let scene = crowd::of_size(&crowd, 3000).expect("it fits");
        let which = BroadPhase::AllPairs;
        let work_of_frame = expected_work(scene.objects.len(), which);
        let plan = Plan { scene: &scene, broad_phase: which, frames: 2, work_of_frame };
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
