//! `hitscan run`: the sandbox without a screen. Commands in, one line for each
//! test out.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `args` | its options |
//! | `session` | lines go to an engine |
//! | `present` | what comes of them goes to the printer |
//! | `printer` | tests and answers as lines of text or JSON |
//! | `line_width` | lines broken between words at a terminal |
//! | `questions` | predict mode: what is asked, and held back until it is answered |
//! | `replay_check` | a replay checked against the digest and the records of its recording |
//! | `lab` | a course: what a student says to the lab, and what is told of it |
//! | `prompt` | typing at a terminal: line editing, history, completion |
//! | `interactive` | the thread that waits for lines, and the one for signals |
//! | `interruption` | whether to stop early |
//! | `start` | from the options to the exit status |
//!
//! What commands do is decided in [`hitscan_core::engine`], what files do in
//! [`crate::host`].

mod args;
mod interactive;
mod interruption;
mod lesson_lines;
mod line_width;
mod present;
mod printer;
mod prompt;
mod questions;
mod replay_check;
mod run_line;
mod session;
mod start;

use std::io::{BufRead, Write};

use crate::host::Ending;
use crate::term::Charset;
use hitscan_core::command::LogFilter;
use hitscan_core::methods::Requested;
use hitscan_core::scene::{Scene, Source};
use hitscan_core::world::MemoryLimit;

pub use args::{Format, RunArgs};
pub use line_width::LineWidth;
pub use replay_check::Reference;
use session::Session;
use start::Manner;
pub(crate) use start::{AttendedLines, attend_lines, engine_of};
pub(super) use start::{learn_by_lines, opened};

use super::query::Flush;
use super::{CliError, ExitStatus};

/// How to run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How to print what happens.
    pub format: Format,
    /// Which tests are printed, until a command says otherwise.
    pub log: LogFilter,
    /// The methods of which it is printed what they say, if any.
    pub methods: Option<Requested>,
    /// Whether what the broad phase did is printed after each frame.
    pub stats: Stats,
    /// How wide lines of text may be.
    pub width: LineWidth,
    /// When lines leave.
    pub flush: Flush,
    /// Whether the user waits for an answer to each command.
    pub talk: Talk,
    /// What the reader of text can be trusted to show.
    pub charset: Charset,
    /// Whether answers are to be predicted.
    pub answers: Answers,
    /// How much memory the scene and its history may take.
    pub memory: MemoryLimit,
}

/// Whether answers are predicted before they are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answers {
    /// They are printed at once.
    #[default]
    Shown,
    /// That of the pair in view is held back until it is predicted.
    Covered,
}

/// Whether what the broad phase did is printed after each frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stats {
    /// It is not.
    #[default]
    Omitted,
    /// It is.
    Printed,
}

/// Whether the user waits for an answer to each command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Talk {
    /// Only what happens is printed.
    #[default]
    None,
    /// If nothing happened, that is printed, too.
    Answers,
}

/// Runs the commands of `input` on a scene and tells on `output` what happens;
/// [`ExitStatus::Failure`] if a command was at fault or a claim did not hold.
///
/// # Errors
/// When reading or writing fails. A command at fault is none: it gets an error
/// in its place and the rest goes on.
pub fn run(
    (scene, source): (Scene, Source),
    input: impl BufRead,
    output: impl Write,
    options: Options,
) -> Result<ExitStatus, CliError> {
    let mut session = Session::new((scene, source), output, options)?;
    session.read(input)?;
    Ok(session.finish(Ending::ByChoice)?)
}

/// Does what a recording says. With `records`, or the digest alone, it is held
/// to what came of it then: [`ExitStatus::Failure`] if it differs.
///
/// # Errors
/// As [`run`]. A bad recording is no error: where and why is printed.
pub fn replay(
    recording: impl BufRead,
    reference: Reference<'_>,
    output: impl Write,
    options: Options,
) -> Result<ExitStatus, CliError> {
    let mut session = Session::new((Scene::default(), Source::New), output, options)?;
    session.replay(recording, reference, None)?;
    Ok(session.finish(Ending::ByChoice)?)
}
