//! `hitscan compare` from its options to the exit status.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

use clap::error::ErrorKind;

use super::args::{CompareArgs, Table};
use super::ndjson::ndjson;
use super::plan::{Plan, PlanError};
use super::report::{Report, compare};
use super::save::save;
use super::speeds::Speeds;
use super::table::table;
use crate::cli::progress::Progress;
use crate::cli::{CliError, ExitStatus, ListFormat, print};
use hitscan_core::scene::printable;

impl CompareArgs {
    /// Prints the report and the names of saved files on `output`, and on
    /// `errors` why a file was not saved; then the status is
    /// [`ExitStatus::Failure`].
    ///
    /// # Errors
    /// When the options do not go together, the directory cannot be created, or
    /// writing fails.
    pub fn run(&self, mut output: impl Write, errors: impl Write) -> Result<ExitStatus, CliError> {
        let plan = self.plan()?;
        if let Some(Table::Speeds) = self.table {
            let speeds = Speeds::count(self.pairs.get(), self.seed);
            let text = match self.format {
                ListFormat::Table => speeds.to_string(),
                ListFormat::Ndjson => speeds.ndjson(),
            };
            return print(&text, output);
        }
        if let Some(directory) = &self.save {
            create_directory(directory)?;
        }
        let report = watched(&plan);
        let text = match self.format {
            ListFormat::Table => table(&report),
            ListFormat::Ndjson => ndjson(&report),
        };
        output.write_all(text.as_bytes())?;
        let status = match (&self.save, self.format) {
            (Some(directory), ListFormat::Table) => {
                writeln!(output)?;
                save_all(&report, directory, &mut output, errors)?
            }
            (Some(directory), ListFormat::Ndjson) => {
                save_all(&report, directory, io::sink(), errors)?
            }
            (None, ListFormat::Table) if !report.examples.is_empty() => {
                let hint = "--save DIR writes them as scenes: hitscan DIR/NAME.toml opens one";
                writeln!(output, "\n{hint}")?;
                ExitStatus::Success
            }
            (None, _) => ExitStatus::Success,
        };
        output.flush()?;
        Ok(status)
    }
}

/// The error that clap prints for a single wrong option.
impl From<PlanError> for CliError {
    fn from(error: PlanError) -> Self {
        let message = format!("{error}\n\nFor more information, try '--help'.\n");
        clap::Error::raw(ErrorKind::ValueValidation, message).into()
    }
}

/// Makes the directory that examples go to.
pub(in crate::cli) fn create_directory(directory: &Path) -> Result<(), CliError> {
    fs::create_dir_all(directory).map_err(|error| {
        let directory = printable(&directory.to_string_lossy());
        let reason = printable(&error.to_string());
        CliError::other(format_args!("{directory}: cannot be created: {reason}"))
    })
}

/// Compares on all cores, with a progress bar if standard error is a terminal.
fn watched(plan: &Plan) -> Report {
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let terminal = io::stderr();
    if !terminal.is_terminal() {
        return compare(plan, threads, &mut |_| {});
    }
    let mut progress = Progress::new(terminal, plan.pairs, "pairs");
    let report = compare(plan, threads, &mut |done| progress.update(done));
    progress.clear();
    report
}

/// Saves every example; what was saved goes to `output`, what was not to
/// `errors`.
fn save_all(
    report: &Report,
    directory: &Path,
    mut output: impl Write,
    mut errors: impl Write,
) -> io::Result<ExitStatus> {
    let mut status = ExitStatus::Success;
    for saved in save(report, directory) {
        if saved.is_there() {
            writeln!(output, "{saved}")?;
        } else {
            status = ExitStatus::Failure;
            writeln!(errors, "hitscan: {saved}")?;
        }
    }
    Ok(status)
}
