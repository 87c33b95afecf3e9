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
//! | files | contents |
//! | --- | --- |
//! | `journal` | everything done so far, in recording format |
//! | `reader` | reads a recording, or a script, item by item |
//!
//! The two do not know each other. This file has what they share: the marks of the format, the digest
//! of records and where they go, the predictions, and the comments for resuming after a crash.
//!
//! Nothing here opens a file.

mod journal;
mod reader;

use std::fmt;
use std::fmt::Write;
use std::io::BufRead;
use std::sync::{Arc, Mutex, PoisonError};

use hitscan_geom::Direction;
use sha2::{Digest as _, Sha256};

use super::ndjson::{Test, write_test};
use super::{Engine, Outcome, Prediction, Show, silent};
use crate::command::{Command, CommandError};
use crate::scene::{Scene, SceneSource};
use crate::words::written_order;
use crate::world::{Name, Record, Rules, TestResult};
pub use journal::{Journal, RecoveryMark};
pub(super) use journal::{Kept, counting};
pub use reader::{CUT_OFF, Item, Kind, ReadError, RecordingEnd, replay};

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
pub fn recorded(text: &str) -> Option<[&'static str; 2]> {
    let rest = text.strip_prefix('\u{feff}').unwrap_or(text).strip_prefix(HEADER)?;
    let is_work = rest.split_once('\n').is_some_and(|(_, second)| second.starts_with(LAB_MARK));
    Some(if is_work { WORK } else { RECORDING })
}

/// The start of every line of a scene.
const SCENE_MARK: &str = "|";

/// SHA-256 over the lines of all records so far.
#[derive(Clone, Debug, Default)]
pub struct Digest {
    state: Sha256,
    line: String,
}

impl Digest {
    /// Adds the next record, and returns its line.
    pub fn add(&mut self, record: &Record) -> &str {
        self.line.clear();
        write_test(&Test::from(record), None, &mut self.line);
        self.state.update(self.line.as_bytes());
        &self.line
    }
}

/// 64 hexadecimal digits, as in the last line of a recording.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.state.clone().finalize();
        let hex = bytes.iter().try_fold(String::with_capacity(64), |mut hex, byte| {
            write!(hex, "{byte:02x}").map(|()| hex)
        });
        f.write_str(&hex?)
    }
}

/// Receives the records of a recording, in blocks of whole lines.
///
/// Records leave the engine while a command is still running, so that a long command needs no more
/// memory than a short one. Copies share the same destination.
#[derive(Clone)]
pub struct RecordSink(Arc<Mutex<Take>>);

type Take = dyn FnMut(&str) + Send;

impl RecordSink {
    /// A sink that calls `take` with each block.
    pub fn new(take: impl FnMut(&str) + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(take)))
    }

    fn take(&self, lines: &str) {
        let mut take = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        take(lines);
    }
}

impl fmt::Debug for RecordSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecordSink")
    }
}

/// The comment for a skipped question in old recordings. Now there is a command for it.
const SKIPPED: &str = "# skipped ";

/// One question of predict mode, with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedQuestion {
    /// The frame that was asked about.
    pub frame: u64,
    /// The pair; sides are those of the second.
    pub pair: [Name; 2],
    /// The truth about it.
    pub truth: (TestResult, Option<Direction>),
    /// The prediction: the result, and the side if one was given; `None` if it was skipped.
    pub said: Option<(TestResult, Option<Direction>)>,
    /// Whether the prediction is right.
    pub is_right: bool,
}

/// Collects the questions of a recording, in the order in which they were asked. Also returns the
/// number of the last line, if it is cut off and ignored.
///
/// # Errors
/// Which line cannot be parsed or executed, and why.
pub fn predictions(
    recording: impl BufRead,
) -> Result<(Vec<RecordedQuestion>, Option<u64>), String> {
    let empty = Engine::new(Scene::default(), SceneSource::New);
    let mut engine = empty.map_err(|error| error.to_string())?;
    let mut questions = Vec::new();
    let cut_off = engine.go_through(recording, &mut silent, |engine, (line, command), _| {
        questions.extend(execute_line(engine, line, command)?);
        Ok(())
    })?;
    Ok((questions, cut_off))
}

/// Executes one line; returns the question that it answers, if any.
fn execute_line(
    engine: &mut Engine,
    line: &str,
    command: Option<Command>,
) -> Result<Option<RecordedQuestion>, CommandError> {
    if let Some(names) = line.strip_prefix(SKIPPED) {
        // In a handwritten comment the words may mean something else.
        let names = names_in(names);
        let skipped =
            names.and_then(|names| Prediction::of(engine.sandbox(), Some(&names), None).ok());
        return Ok(skipped.map(|skipped| question(engine, &skipped)));
    }
    let Some(mut command) = command else { return Ok(None) };
    // If the command names no pair, use the names next to the truth in the comment. A command typed
    // without that comment means the selection and its partner.
    if let Command::Predict(names @ None, _) = &mut command {
        let beside = line.split_once('#').and_then(|(_, truth)| names_in(truth));
        *names = beside.filter(|names| engine.sandbox().found(Some(names)).is_ok());
    }
    match engine.execute(&command, &mut silent)? {
        Outcome::Show(Show::Prediction(prediction)) => Ok(Some(question(engine, &prediction))),
        _ => Ok(None),
    }
}

fn question(engine: &Engine, prediction: &Prediction) -> RecordedQuestion {
    let (x, y) = written_order(&prediction.pair.a, &prediction.pair.b);
    RecordedQuestion {
        frame: engine.world().frame(),
        // In display order: a laser before a region.
        pair: [x.name, y.name],
        truth: prediction.truth(),
        said: prediction.said,
        is_right: prediction.is_right,
    }
}

fn names_in(text: &str) -> Option<[Name; 2]> {
    let mut words = text.split_whitespace().map(Name::new);
    Some([words.next()?.ok()?, words.next()?.ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_records_have_the_digest_of_the_empty_message() {
        // From FIPS 180-4's own examples: the empty message.
        let of_nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(Digest::default().to_string(), of_nothing);
    }
}
