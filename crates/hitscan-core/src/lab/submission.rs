//! The file that a student hands in, and from which `learn` continues: a recording of what was done
//! in each step, with a chain of hashes.
//!
//! ```text
//! # hitscan recording 3
//! # lab collisions student anna seed anna version 0.2.0
//! # at 2026-11-22T09:14:02Z
//! lesson inside hide 5c1e09ab
//! | [[box]]
//! | …
//! move L 15 0
//! # chain 8f0c…
//! ```
//!
//! A `lesson` line opens a step; its number is the start of the SHA-256 of the `lesson.toml`. The
//! scene below it is that of the step, if the step starts fresh. Points are never read from a file:
//! everything is replayed.
//!
//! | file | contents |
//! | --- | --- |
//! | `afresh` | removes some steps from a file |
//! | `chain` | the chain of hashes |
//! | `header` | pack, student and seed |
//! | `replay` | replaying a file |
//! | `unlinked` | whether a crash explains the lines after the last link |
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

use super::pack::{Lesson, LessonStep};
use crate::scene::Scene;

/// The largest file; a larger one is rejected.
pub const MOST_BYTES: usize = 4 << 20;
/// The most lines; further lines are ignored.
pub const MOST_LINES: u64 = 200_000;
/// The start of every line of a scene.
const SCENE_MARK: &str = "|";
/// The byte order mark that some editors put before a text. It is ignored.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The lines that open a step, including the scene if the step starts fresh.
#[must_use]
pub fn opening_lines(lesson: &Lesson, step: &LessonStep, afresh: Option<&Scene>) -> String {
    let mut lines = format!("lesson {} {} {}\n", lesson.id, step.id, lesson.edition);
    for line in afresh.map(Scene::to_toml).unwrap_or_default().lines() {
        lines.push_str(SCENE_MARK);
        lines.push(' ');
        lines.push_str(line);
        lines.push('\n');
    }
    lines
}
