//! `hitscan stats`: what each broad phase compares in a scene, how long its frames take,
//! and how both grow with a crowd.

mod args;
mod crowd;
mod measure;
mod report;

use std::io::{self, IsTerminal, Write};

pub use args::{MOST_COMPARED, StatsArgs, StatsFormat, Which};
use measure::{Measured, measure};
use report::{ndjson, table};

use super::progress::Progress;
use super::{CliError, ExitStatus, print};
use crate::host::files;
use hitscan_core::scene::{Scene, printable};

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
            .flat_map(|scene| self.broad_phases().iter().map(move |&which| (scene, which)))
            .collect();
        let frames = |(scene, which): &(&Scene, _)| self.frames_of(scene.objects.len(), *which);
        let total = plans.iter().map(|plan| u64::from(frames(plan))).sum();
        let terminal = io::stderr();
        let mut progress = terminal.is_terminal().then(|| Progress::new(terminal, total, "frames"));
        let mut done = 0;
        let mut rows = Vec::new();
        for plan in &plans {
            let mut frame_made = || {
                done += 1;
                if let Some(progress) = &mut progress {
                    progress.update(done);
                }
            };
            let row = measure(plan.0, plan.1, frames(plan), &mut frame_made);
            rows.push(row.map_err(|why| self.refused(&why.to_string()))?);
        }
        if let Some(mut progress) = progress {
            progress.clear();
        }
        let text = match self.format {
            StatsFormat::Text => table(&rows),
            StatsFormat::Ndjson => ndjson(&rows),
        };
        print(&text, output)
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
