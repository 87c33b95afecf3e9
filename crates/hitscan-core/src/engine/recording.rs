//! Recordings: what was done, in the command language, with the scene it was done to and a digest
//! of the results.
//!
//! ```text
//! # hitscan recording 3
//! | [[box]]
//! | name = "A"
//! | …
//! move A 1 0
//! step
//! # digest 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
//! ```
//!
//! The number of the format selects the [`Rules`] for the replay. Lines that start with `| ` are a
//! scene; a block of them replaces the world. The digest is the SHA-256 of the kept records as
//! [`super::ndjson`] writes them, in the order in which they were made, including those that were
//! later undone. A recording without it is unfinished. Every line ends with a line feed; a last
//! line without one was cut off, and is ignored.
//!
//! | file | contents |
//! | --- | --- |
//! | `journal` | everything done so far, in recording format |
//! | `reader` | reads a recording, or a script, item by item |
//! | `predictions` | the predictions in a recording, and the truth |
//! | `digest` | the digest of records |
//! | `record_sink` | where records go as they are made |
//! | `recovery_mark` | comments for resuming a session after a crash |
//!
//! Nothing here opens a file.

mod digest;
mod journal;
mod predictions;
mod reader;
mod record_sink;
mod recovery_mark;

use crate::world::Rules;
pub use digest::Digest;
pub use journal::Journal;
pub(super) use journal::{Kept, counting};
pub use predictions::{RecordedPredictions, RecordedQuestion, Said, predictions};
pub use reader::{CUT_OFF, Item, Kind, ReadError, RecordingEnd, replay};
pub use record_sink::RecordSink;
pub use recovery_mark::RecoveryMark;

/// The first line, without the format number.
const HEADER: &str = "# hitscan recording ";
/// The format numbers, each with its rules for the replay.
const FORMATS: [(&str, Rules); 3] = [("1", Rules::V1), ("2", Rules::V2), ("3", Rules::V3)];
/// The last line, without the digest.
const DIGEST: &str = "# digest ";
/// The start of the second line of a student's work in lessons.
pub(crate) const LAB_MARK: &str = "# lab ";
/// What a recording is, and which commands read it.
pub const RECORDING: [&str; 2] = [
    "a recording",
    "hitscan run --replay makes it again, hitscan check --replay lists its predictions",
];
/// What a student's work in lessons is, and which commands read it.
pub const WORK: [&str; 2] =
    ["work in lessons", "hitscan learn --file goes on with it, hitscan grade judges it"];

/// What a text is that begins like a recording, and which commands read it. Both kinds of file may
/// end in `.hits`.
#[must_use]
pub fn recorded(text: &str) -> Option<[&'static str; 2]> {
    let rest = text.strip_prefix('\u{feff}').unwrap_or(text).strip_prefix(HEADER)?;
    let is_work = rest.split_once('\n').is_some_and(|(_, second)| second.starts_with(LAB_MARK));
    Some(if is_work { WORK } else { RECORDING })
}

/// The start of every line of a scene.
const SCENE_MARK: &str = "|";
