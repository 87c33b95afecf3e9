//! `hitscan run`: the sandbox without a screen. Commands in, one line for each test out.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `start` | from the options to the exit status |
//! | `session` | passes lines to an engine |
//! | `present` `printer` | passes results on; prints them as lines of text or JSON |
//! | `line_width` | breaks lines between words at a terminal |
//! | `prompt` | input at a terminal: line editing, history, completion; predict mode |
//! | `interactive` `signals` | the thread that waits for lines; whether to stop early |
//! | `replay_check` | checks a replay against the digest and the records of its recording |
//! | `lesson_lines` | a course: a student's commands to the lab, and its replies |
//!
//! `start` calls `interactive` or the session; `session` calls `present`, and that the printer.
//!
//! [`hitscan_core::engine`] decides what commands do, and [`crate::host`] what happens to files.

mod interactive;
mod lesson_lines;
mod line_width;
mod present;
mod printer;
mod prompt;
mod replay_check;
mod session;
mod signals;
mod start;

use std::io::{BufRead, Write};

use crate::host::Ending;
use crate::term::Charset;
use hitscan_core::command::LogFilter;
use hitscan_core::methods::Requested;
use hitscan_core::scene::{Scene, SceneSource};
use hitscan_core::world::MemoryLimit;

pub use line_width::LineWidth;
pub use replay_check::Reference;
use session::Session;
use start::Manner;
pub(crate) use start::{AttendedLines, attend_lines, engine_of};
pub use start::{Format, RunArgs};
pub(super) use start::{learn_by_lines, opened};

use super::query::Flush;
use super::{CliError, ExitStatus};

/// How to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunOptions {
    /// How to print what happens.
    pub format: Format,
    /// Which tests are printed, until a command changes that.
    pub log: LogFilter,
    /// The methods whose answers are printed, if any.
    pub methods: Option<Requested>,
    /// Whether to print statistics of the broad phase after each frame.
    pub prints_stats: bool,
    /// How wide lines of text may be.
    pub width: LineWidth,
    /// When output is flushed.
    pub flush: Flush,
    /// Whether the user waits for an answer to each command: if there was no event, that is
    /// printed, too.
    pub talks: bool,
    /// Which characters the reader of text can show.
    pub charset: Charset,
    /// Whether the answer for the pair in view is held back until it is predicted.
    pub predicts: bool,
    /// The memory limit for the scene and its history.
    pub memory: MemoryLimit,
}

/// Runs the commands of `input` on a scene and prints what happens to `output`;
/// [`ExitStatus::Failure`] if a command was invalid or a claim did not hold.
///
/// # Errors
/// When reading or writing fails. An invalid command does not count: an error is printed in its
/// place, and the rest continues.
pub fn run(
    scene: Scene,
    source: SceneSource,
    input: impl BufRead,
    output: impl Write,
    options: RunOptions,
) -> Result<ExitStatus, CliError> {
    let mut session = Session::new(scene, source, output, options)?;
    session.read(input)?;
    Ok(session.finish(Ending::ByChoice)?)
}

/// Replays a recording. With `records`, or only the digest, the result is compared with the
/// recorded one: [`ExitStatus::Failure`] if it differs.
///
/// # Errors
/// As [`run`]. A bad recording does not count: its fault is printed.
pub fn replay(
    recording: impl BufRead,
    reference: Reference<'_>,
    output: impl Write,
    options: RunOptions,
) -> Result<ExitStatus, CliError> {
    let mut session = Session::new(Scene::default(), SceneSource::New, output, options)?;
    session.replay(recording, reference, None)?;
    Ok(session.finish(Ending::ByChoice)?)
}
