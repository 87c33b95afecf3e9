//! The file that a student hands in, which is also what `learn` goes on from: a
//! recording with what was done in each step, and a chain of hashes.
//!
//! ```text
//! # hitscan recording 2
//! # lab collisions student anna seed anna version 0.2.0
//! # at 2026-11-22T09:14:02Z
//! lesson inside hide 5c1e09ab
//! | [[box]]
//! | …
//! move L 15 0
//! # chain 8f0c…
//! ```
//!
//! A `lesson` line opens a step; its number begins the SHA-256 of the `lesson.toml`.
//! The scene below is that of the step, where it begins afresh. Points are never read
//! from a file: everything is done again.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `afresh` | a file without some of its steps |
//! | `chain` | the chain of hashes |
//! | `header` | pack, student and seed |
//! | `replay` | going through a file again |
//! | `unlinked` | whether a crash left the lines after the last link |
//!
//! Nothing here opens a file.

mod afresh;
mod chain;
mod header;
mod replay;
#[cfg(test)]
mod tests;
mod unlinked;

pub use afresh::without_steps;
pub use chain::Chain;
pub use header::{Header, is_student};
pub use replay::{
    DrawnPack, GoesOn, HintsOf, NotRead, Note, NoteKind, Replayed, StepId, header_of, replay,
};

use super::pack::{Lesson, Step};
use crate::scene::Scene;

/// The largest file; of a larger one nothing is read.
pub const MOST_BYTES: usize = 4 << 20;
/// The most lines; those after them are left out.
pub const MOST_LINES: u64 = 200_000;
/// What a line of a scene begins with.
const SCENE_MARK: &str = "|";
/// What some editors put before a text. It counts for nothing.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The lines that open a step; the scene stands where the step begins afresh.
#[must_use]
pub fn opening_lines(lesson: &Lesson, step: &Step, afresh: Option<&Scene>) -> String {
    let mut lines = format!("lesson {} {} {}\n", lesson.id, step.id, lesson.edition);
    for line in afresh.map(Scene::to_toml).unwrap_or_default().lines() {
        lines.push_str(SCENE_MARK);
        lines.push(' ');
        lines.push_str(line);
        lines.push('\n');
    }
    lines
}
