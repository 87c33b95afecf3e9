//! From the options to the exit status: what is read, where from, and how.

use crate::host::files;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use super::interactive::attend;
use super::session::Session;
use super::{Answers, Held, Methods, Options, Outcome, RunArgs, RunError, Talk};
use crate::cli::query::Flush;
use crate::host::files::LoadError;
use crate::host::{CrashRecovery, Ending, records_beside};
use crate::term::Charset;
use hitscan_core::command::LogFilter;
use hitscan_core::engine::recording::Kind;
use hitscan_core::scene::{Scene, Source, printable};

/// How commands come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Out of a file or a pipe.
    Piped,
    /// From somebody at a terminal, with line editing.
    Edited,
    /// From somebody at a terminal, line by line.
    Plain,
}

/// Why it could not begin, or not go on to its end; fit to be printed.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The scene could not be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A recording cannot be read or written.
    #[error("{0}")]
    File(String),
    /// It could not run to its end.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl From<io::Error> for StartError {
    fn from(fault: io::Error) -> Self {
        Self::Run(fault.into())
    }
}

/// Does what the options say, on standard input and `output`. What `greeting`
/// says comes first, for somebody at a terminal.
///
/// # Errors
/// Says what went wrong with files, reading or writing.
pub fn start(
    args: &RunArgs,
    (manner, charset): (Manner, Charset),
    greeting: Option<&str>,
    output: impl Write + Send + 'static,
) -> Result<Outcome, StartError> {
    let talks = manner != Manner::Piped && args.replay.is_none();
    let options = Options {
        format: args.format,
        log: if args.all { LogFilter::All } else { LogFilter::default() },
        methods: if args.methods { Methods::Said } else { Methods::Omitted },
        // Whoever asks waits for an answer, a program too.
        flush: if talks || args.predict { Flush::EachLine } else { Flush::Blocks },
        talk: if talks { Talk::Answers } else { Talk::None },
        charset,
        answers: if args.predict { Answers::Covered } else { Answers::Shown },
    };
    let (scene, source) = match &args.scene {
        Some(target) => files::find(target)?,
        None => (Scene::default(), Source::New),
    };
    let replayed = args.replay.as_deref().map(opened).transpose()?;
    let mut session = Session::new((scene, source), output, options).map_err(RunError::from)?;
    if let Some(path) = &args.record {
        session.record(path).map_err(StartError::File)?;
    }
    match (replayed, &args.replay, manner) {
        (Some(recording), Some(path), _) => {
            let mut records = File::open(records_beside(path)).map(BufReader::new).ok();
            let held = match (&mut records, args.check) {
                (_, false) => Held::Not,
                (Some(records), true) => Held::Records(records),
                (None, true) => Held::Digest,
            };
            session.replay(recording, held)?;
        }
        (_, _, Manner::Piped) => session.read(io::stdin().lock(), Kind::Script)?,
        (_, _, Manner::Edited | Manner::Plain) => {
            session.recover_in(CrashRecovery::of_this_user());
            session.greet(greeting)?;
            return Ok(attend(session, manner)?);
        }
    }
    Ok(session.finish(Ending::ByChoice)?)
}

/// A recording, to be read from its beginning.
pub(in crate::cli) fn opened(path: &Path) -> Result<impl BufRead + use<>, StartError> {
    let refused = |why: &str| {
        let path = printable(&path.to_string_lossy());
        StartError::File(format!("{path}: {why}"))
    };
    let file = File::open(path).map_err(|why| match why.kind() {
        io::ErrorKind::NotFound => refused("no such recording"),
        io::ErrorKind::PermissionDenied => refused("no permission to read it"),
        _ => refused(&printable(&why.to_string())),
    })?;
    match file.metadata() {
        Ok(found) if found.is_dir() => Err(refused("a directory, not a recording")),
        _ => Ok(BufReader::with_capacity(64 * 1024, file)),
    }
}
