//! `hitscan compare` from its options to the exit status.

use std::io::{self, IsTerminal, Write};

use clap::error::ErrorKind;

use super::args::{CompareArgs, CompareTable};
use super::ndjson::ndjson;
use super::plan::{ComparePlan, PlanError};
use super::report::{CompareReport, compare};
use super::save::{create_directory, save_all};
use super::speeds::Speeds;
use super::table::table;
use crate::cli::environment::threads;
use crate::cli::progress::Progress;
use crate::cli::{CliError, ExitStatus, ListFormat, print};

impl CompareArgs {
    /// Prints the report and the names of saved files to `output`. If a file cannot be saved,
    /// prints why to `errors`, and returns [`ExitStatus::Failure`].
    ///
    /// # Errors
    /// When the options are incompatible, the directory cannot be created, or writing fails.
    pub fn run(
        &self,
        mut output: impl Write,
        mut errors: impl Write,
    ) -> Result<ExitStatus, CliError> {
        let plan = self.plan()?;
        if let Some(CompareTable::Speeds) = self.table {
            let speeds = Speeds::count(plan.pairs, plan.seed);
            let text = match self.format {
                ListFormat::Text => speeds.to_string(),
                ListFormat::Ndjson => speeds.ndjson(),
            };
            return print(text, output);
        }
        if let Some(directory) = &self.save {
            create_directory(directory)?;
        }
        let report = watched(&plan);
        let text = match self.format {
            ListFormat::Text => table(&report),
            ListFormat::Ndjson => ndjson(&report),
        };
        output.write_all(text.as_bytes())?;
        let mut status = ExitStatus::Success;
        let is_table = self.format == ListFormat::Text;
        if let Some(directory) = &self.save {
            let scenes = report.examples.iter().map(|each| (each.id(), each.scene()));
            let mut nowhere = io::sink();
            let told: &mut dyn Write = if is_table { &mut output } else { &mut nowhere };
            if is_table {
                writeln!(told)?;
            }
            let saved = save_all(directory, scenes, told, &mut errors)?;
            status = ExitStatus::of(!saved.is_one_missing);
        } else if is_table && !report.examples.is_empty() {
            let hint = "--save DIR writes them as scenes: hitscan DIR/NAME.toml opens one";
            writeln!(output, "\n{hint}")?;
        }
        output.flush()?;
        Ok(status)
    }
}

/// The same error that clap prints for an invalid option.
impl From<PlanError> for CliError {
    fn from(error: PlanError) -> Self {
        let message = format!("{error}\n\nFor more information, try '--help'.\n");
        clap::Error::raw(ErrorKind::ValueValidation, message).into()
    }
}

/// Compares on all cores, with a progress bar if standard error is a terminal.
fn watched(plan: &ComparePlan) -> CompareReport {
    let terminal = io::stderr();
    let threads = threads(&terminal);
    if !terminal.is_terminal() {
        return compare(plan, threads, &mut |_| {});
    }
    let mut progress = Progress::new(terminal, plan.pairs, "pairs");
    let report = compare(plan, threads, &mut |done| progress.update(done));
    progress.clear();
    report
}
