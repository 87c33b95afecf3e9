//! `hitscan compare` from options to output.

use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

use thiserror::Error;

use super::args::{CompareArgs, Format};
use super::ndjson::ndjson;
use super::plan::Plan;
use super::progress::Progress;
use super::report::{Report, compare};
use super::save::save;
use super::table::table;
use hitscan_core::scene::printable;

/// How it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All that was asked for: exit status 0.
    Done,
    /// The report is printed, but a scene is not saved: exit status 1.
    NotAllSaved,
}

/// Why there is no report.
#[derive(Debug, Error)]
pub enum RunError {
    /// The directory for the scenes cannot be made, said before any work is done.
    #[error("{directory}: cannot be made: {reason}")]
    Directory {
        /// The directory, fit to be printed.
        directory: String,
        /// The reason, in words.
        reason: String,
    },
    /// What was found cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Where it is told how far the work has come.
pub enum Watcher<'a> {
    /// Somebody at a terminal.
    Terminal(&'a mut dyn Write),
    /// Nobody.
    Nobody,
}

/// Carries out `plan`, which is that of `args`: the report goes to `output`,
/// and what is said about files too, but what is wrong with one to `errors`.
///
/// # Errors
/// When there is no directory to save to, or when `output` takes no more.
pub fn run(
    args: &CompareArgs,
    plan: &Plan,
    watcher: Watcher<'_>,
    mut output: impl Write,
    errors: impl Write,
) -> Result<Outcome, RunError> {
    if let Some(directory) = &args.save {
        fs::create_dir_all(directory).map_err(|error| RunError::Directory {
            directory: printable(&directory.to_string_lossy()),
            reason: printable(&error.to_string()),
        })?;
    }
    let report = watched(plan, watcher);
    let text = match args.format {
        Format::Table => table(&report),
        Format::Ndjson => ndjson(&report),
    };
    output.write_all(text.as_bytes())?;
    let outcome = match (&args.save, args.format) {
        (Some(directory), format) => {
            let told = match format {
                Format::Table => Some(&mut output),
                Format::Ndjson => None,
            };
            save_all(&report, directory, told, errors)?
        }
        (None, Format::Table) if !report.examples.is_empty() => {
            writeln!(
                output,
                "\n--save DIR writes them as scenes: hitscan DIR/NAME.toml opens one"
            )?;
            Outcome::Done
        }
        (None, _) => Outcome::Done,
    };
    output.flush()?;
    Ok(outcome)
}

fn watched(plan: &Plan, watcher: Watcher<'_>) -> Report {
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    match watcher {
        Watcher::Terminal(terminal) => {
            let mut progress = Progress::new(terminal, plan.pairs);
            let report = compare(plan, threads, &mut |done| progress.tell(done));
            progress.clear();
            report
        }
        Watcher::Nobody => compare(plan, threads, &mut |_| {}),
    }
}

/// Files that are saved are told to `told`, those that are not to `errors`.
fn save_all(
    report: &Report,
    directory: &Path,
    mut told: Option<&mut impl Write>,
    mut errors: impl Write,
) -> io::Result<Outcome> {
    let mut outcome = Outcome::Done;
    if let Some(output) = &mut told {
        writeln!(output)?;
    }
    for saved in save(report, directory) {
        if !saved.is_there() {
            outcome = Outcome::NotAllSaved;
            writeln!(errors, "hitscan: {saved}")?;
        } else if let Some(output) = &mut told {
            writeln!(output, "{saved}")?;
        }
    }
    Ok(outcome)
}
