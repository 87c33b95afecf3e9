//! How far a long command has come.

use super::grouped;
use crate::world::Progress;

/// What is shown while a command runs: its name, how far it has come where that is
/// known, and the key that stops it.
#[must_use]
pub fn progress(command: &str, progress: Progress, stop: &str) -> String {
    let Progress { done, total } = progress;
    match total {
        0 => format!("{command}   {stop} stops"),
        _ => format!("{command} {} of {}   {stop} stops", grouped(done), grouped(total)),
    }
}
