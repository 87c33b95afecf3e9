//! `hitscan compare`: the methods against the exact answer on many random pairs.
//!
//! A [`ComparePlan`] says what to generate. Each pair depends only on the seed and its number, so
//! the [`CompareReport`] is the same for any number of cores. For each method and each reason why
//! it differs, the simplest pair found is simplified further and shown.
//!
//! The methods, their agreement with the exact answer, and simplifying pairs are in
//! [`hitscan_core::methods`].
//!
//! | file | what lives there |
//! | --- | --- |
//! | `args` `plan` | the options, and what they ask for |
//! | `generator` | generates the pairs |
//! | `tally` `speeds` | counts findings, and keeps examples; the table of speeds |
//! | `report` `ndjson` | the result as text, and as JSON |
//! | `save` | saves examples as scenes |
//!
//! `args` calls this file with a plan; it generates, counts, and reports. `report` calls `save`.

mod args;
mod generator;
mod ndjson;
mod plan;
mod report;
mod save;
mod speeds;
mod tally;

use std::io::{IsTerminal, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;
use std::{io, thread};

use clap::error::ErrorKind;

use self::args::CompareTable;
use self::tally::CompareTally;
use super::environment::threads;
use super::progress::Progress;
use super::{CliError, ExitStatus, ListFormat, print};

pub use args::{CompareArgs, PairsArgs};
pub(in crate::cli) use generator::Generator;
pub(in crate::cli) use ndjson::PlanKeys;
pub use ndjson::ndjson;
pub use plan::{ComparePlan, ComparedPair, PlanError};
pub use report::{CompareExample, CompareReport, Hypotheses, HypothesisCounts, compare, table};
pub(in crate::cli) use save::{PairScene, create_directory, save_all};
pub use speeds::Speeds;
pub use tally::findings;

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
            let (_, are_all_there) = save_all(directory, scenes, told, &mut errors)?;
            status = ExitStatus::of(are_all_there);
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

/// How many pairs a worker takes at a time: enough to make taking them cheap, few enough that all
/// workers finish together.
const BLOCK_PAIRS: u64 = 1024;

/// How often progress is reported.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// Generates and judges all pairs of a plan. The result does not depend on the number of threads.
/// `report` is called regularly with the number of pairs done.
fn tally(plan: &ComparePlan, threads: NonZeroUsize, report: &mut dyn FnMut(u64)) -> CompareTally {
    let generator = Generator::new(plan);
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = |report: &mut dyn FnMut(u64)| {
        let mut tally = CompareTally::default();
        loop {
            let first = next.fetch_add(BLOCK_PAIRS, Ordering::Relaxed);
            if first >= plan.pairs {
                return tally;
            }
            report(first);
            let end = plan.pairs.min(first.saturating_add(BLOCK_PAIRS));
            for number in first..end {
                tally.add(&generator.pair(number), &plan.requested);
            }
            done.fetch_add(end - first, Ordering::Relaxed);
        }
    };
    if threads == NonZeroUsize::MIN {
        // Another thread might have no memory of its own.
        return work(report);
    }
    thread::scope(|scope| {
        let (ended, tallies) = mpsc::channel();
        for _ in 0..threads.get() {
            let ended = ended.clone();
            // Sending fails only if this function panics.
            scope.spawn(move || drop(ended.send(work(&mut |_| {}))));
        }
        drop(ended);
        let mut all = CompareTally::default();
        loop {
            match tallies.recv_timeout(REPORT_EVERY) {
                Ok(tally) => all.merge(tally),
                Err(RecvTimeoutError::Timeout) => report(done.load(Ordering::Relaxed)),
                Err(RecvTimeoutError::Disconnected) => return all,
            }
        }
    })
}
