//! The progress of a long command.

use super::grouped;
use crate::world::CommandProgress;

/// The text shown while a command runs: its name, its progress if known, and the key that stops it.
#[must_use]
pub fn progress(command: &str, progress: CommandProgress, stop: &str) -> String {
    let CommandProgress { done, total } = progress;
    match total {
        0 => format!("{command}   {stop} stops"),
        _ => format!("{command} {} of {}   {stop} stops", grouped(done), grouped(total)),
    }
}
