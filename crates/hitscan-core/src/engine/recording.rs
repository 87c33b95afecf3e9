//! Recordings: what was done, in the command language, with the scene it was
//! done to and a digest of what was found.
//!
//! ```text
//! # hitscan recording 2
//! | [[box]]
//! | name = "A"
//! | …
//! move A 1 0
//! step
//! # digest 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
//! ```
//!
//! The number of the format says by which [`Rules`] it replays. Lines that begin with
//! `| ` are a scene; a block of them replaces the world. The digest is the SHA-256 of the kept records
//! as [`super::ndjson`] writes them, in the order in which they were made, also
//! of those that were taken back later. Without it a recording is unfinished.
//! Every line ends with a line feed; a last one without it was cut off, and is left
//! out.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `journal` | what has been done so far, as a recording says it |
//! | `reader` | a recording, or a script, item by item |
//! | `predictions` | what was predicted in one, and the truth |
//! | `digest` | the digest of records |
//! | `record_sink` | where records go as they are made |
//! | `recovery_mark` | comments from which a session that crashed is resumed |
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
pub use predictions::{Predictions, Question, Said, predictions};
pub use reader::{CUT_OFF, Item, Kind, Numbered, ReadError, Reader, replay};
pub use record_sink::RecordSink;
pub use recovery_mark::RecoveryMark;

/// The first line, without the number of the format.
const HEADER: &str = "# hitscan recording ";
/// The numbers of the formats, each with the rules that it replays by.
const FORMATS: [(&str, Rules); 2] = [("1", Rules::V1), ("2", Rules::V2)];
/// The last line, without the digest.
const DIGEST: &str = "# digest ";
/// What a line of a scene begins with.
const SCENE_MARK: &str = "|";
