//! `hitscan try` from its options to the exit status.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;

use super::args::TryArgs;
use super::examine::Trial;
use super::fault::TryFault;
use super::following::Follower;
use super::report::TryReport;
use super::watch::{Watch, clear};
use super::{ndjson, points, table};
use crate::cli::compare::{ComparePlan, create_directory, save_all};
use crate::cli::config::tolerance_of;
use crate::cli::{CliError, ExitStatus, ReportFormat, print};
use crate::host::program::{CommandWords, Listener, Remarks};
use hitscan_core::methods::JudgingRules;
use hitscan_core::scene::printable;

/// The exit status after Ctrl-C.
pub(super) const INTERRUPTED: ExitStatus = ExitStatus::Ended(crate::term::End::Signal(SIGINT));

/// The outcome of a trial.
#[derive(Debug)]
struct Tried {
    status: ExitStatus,
    /// The first saved scene.
    first_saved: Option<PathBuf>,
}

/// The outcome of the `--build` command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Built {
    /// It succeeded, or there is none.
    Done,
    /// It was stopped.
    Interrupted,
}

/// What can stop a trial.
#[derive(Debug, Default)]
struct Stops {
    /// Set by anything that stops it.
    stop: Arc<AtomicBool>,
    /// Set by Ctrl-C.
    interrupted: Arc<AtomicBool>,
    /// Set when a watched file is saved.
    saved: AtomicBool,
}

/// The counts, for a format that prints them before the examples.
fn counts(format: ReportFormat, report: &TryReport) -> String {
    match format {
        ReportFormat::Text => table::counts(report),
        ReportFormat::Ndjson => ndjson::counts(report),
        ReportFormat::Tap | ReportFormat::Junit => String::new(),
    }
}

/// The examples, and everything that has not been printed yet.
fn examples(format: ReportFormat, report: &TryReport) -> String {
    match format {
        ReportFormat::Text => table::examples(report),
        ReportFormat::Ndjson => ndjson::examples(report),
        ReportFormat::Tap => points::tap(report),
        ReportFormat::Junit => points::junit(report),
    }
}

impl TryArgs {
    /// Asks the program, and prints the report to `output`. Faults of the program, and what it
    /// writes to standard error, go to `errors`. `open` shows a scene.
    ///
    /// # Errors
    /// When the options are incompatible, or writing fails.
    pub fn run(
        &self,
        mut output: impl Write,
        mut errors: impl Write,
        open: impl FnOnce(PathBuf) -> Result<ExitStatus, CliError>,
    ) -> Result<ExitStatus, CliError> {
        if let Some(template) = self.template {
            return print(template.text(self.kind), output);
        }
        let plan = self.plan()?;
        let tolerance = tolerance_of(self.tolerance)?;
        let rules = JudgingRules { contact: self.contact.into(), tolerance };
        let words = CommandWords::new(self.program.iter().cloned());
        let words = words.ok_or_else(|| CliError::other("PROGRAM is missing"))?;
        let stops = Stops::default();
        let handlers = [&stops.stop, &stops.interrupted]
            .map(|flag| signal_hook::flag::register(SIGINT, Arc::clone(flag)));
        let tried = match &self.file {
            Some(file) => self
                .ask_for_submission(file, &words, &stops.stop, (&mut output, &mut errors))
                .map(|status| Tried { status, first_saved: None }),
            None => self.try_and_watch((&plan, rules), &words, &stops, &mut output, &mut errors),
        };
        for handler in handlers {
            signal_hook::low_level::unregister(handler?);
        }
        match tried? {
            Tried { first_saved: Some(path), status } if self.open => {
                drop(output);
                open(path).map(|_| status)
            }
            Tried { status, .. } => Ok(status),
        }
    }

    /// Runs a trial, and runs it again whenever a watched file is saved.
    fn try_and_watch(
        &self,
        asked: (&ComparePlan, JudgingRules),
        words: &CommandWords,
        stops: &Stops,
        output: &mut impl Write,
        errors: &mut impl Write,
    ) -> Result<Tried, CliError> {
        if self.watch.is_empty() {
            return self.try_once(asked, words, stops, output, errors);
        }
        let mut watch = Watch::new(&self.watch);
        loop {
            let tried = watch.during(&stops.saved, &stops.stop, || {
                self.try_once(asked, words, stops, output, errors)
            })?;
            let is_saved = stops.saved.swap(false, Ordering::SeqCst);
            if is_saved && !stops.interrupted.load(Ordering::SeqCst) {
                stops.stop.store(false, Ordering::SeqCst);
            }
            if !watch.wait(&stops.stop) {
                return Ok(Tried { status: INTERRUPTED, ..tried });
            }
            clear(output)?;
        }
    }

    fn try_once(
        &self,
        asked: (&ComparePlan, JudgingRules),
        words: &CommandWords,
        stops: &Stops,
        output: &mut impl Write,
        errors: &mut impl Write,
    ) -> Result<Tried, CliError> {
        let (plan, rules) = asked;
        let follower = Follower::new();
        let listener = |reply| follower.hear(reply);
        let following = (&follower, &listener as Listener<'_>);
        let mut trial = Trial::new(self, (plan.clone(), rules), words, &stops.stop, following);
        let report = match self.build(&stops.stop) {
            Ok(Built::Done) => trial.ask_all(),
            Ok(Built::Interrupted) => {
                return Ok(Tried { status: INTERRUPTED, first_saved: None });
            }
            Err(fault) => Err(fault),
        };
        follower.clear();
        let is_anew = || stops.saved.load(Ordering::SeqCst);
        let mut tried = Tried { status: ExitStatus::ProgramAtFault, first_saved: None };
        match report {
            // A trial that is about to be repeated has no result.
            _ if is_anew() => return Ok(tried),
            Ok(mut report) => {
                output.write_all(counts(self.format, &report).as_bytes())?;
                output.flush()?;
                let minimised = trial.minimise(&mut report);
                if is_anew() {
                    return Ok(tried);
                }
                output.write_all(examples(self.format, &report).as_bytes())?;
                tried.first_saved = self.save(&report, output, errors)?;
                match minimised {
                    Ok(()) if trial.is_interrupted() => tried.status = INTERRUPTED,
                    Ok(()) => tried.status = ExitStatus::of(report.is_right()),
                    Err(fault) => writeln!(errors, "hitscan: {fault}")?,
                }
            }
            Err(fault) => writeln!(errors, "hitscan: {fault}")?,
        }
        output.flush()?;
        write_remarks(&trial.remarks(), errors)?;
        Ok(tried)
    }

    /// Runs the `--build` command to its end.
    pub(super) fn build(&self, stop: &AtomicBool) -> Result<Built, TryFault> {
        let Some(command) = &self.build else { return Ok(Built::Done) };
        let words =
            CommandWords::parse(command).ok_or_else(|| TryFault::NoBuild(printable(command)))?;
        match words.run(stop)? {
            None => Ok(Built::Interrupted),
            Some(status) if status.success() => Ok(Built::Done),
            Some(status) => Err(TryFault::Build(status)),
        }
    }

    /// Saves the examples as scenes, if requested, and returns the first. Formats for programs do
    /// not mention it.
    fn save(
        &self,
        report: &TryReport,
        output: &mut impl Write,
        errors: &mut impl Write,
    ) -> Result<Option<PathBuf>, CliError> {
        let Some(directory) = &self.save else { return Ok(None) };
        create_directory(directory)?;
        let scenes = report.examples.iter().map(|each| (each.file_name(), each.scene()));
        let mut nowhere = io::sink();
        let told: &mut dyn Write =
            if self.format == ReportFormat::Text { output } else { &mut nowhere };
        Ok(save_all(directory, scenes, told, errors)?.first)
    }

    /// The name of the program: its file name without extension. For `python3 my_hit.py` that is
    /// the script.
    pub(super) fn name_of_program(&self) -> String {
        if let Some(name) = &self.name {
            return printable(name);
        }
        let stem = |word: &std::ffi::OsString| {
            Path::new(word).file_stem().map(|stem| printable(&stem.to_string_lossy()))
        };
        let script = self.program.iter().skip(1).find(|word| Path::new(word).is_file());
        script.or(self.program.first()).and_then(stem).unwrap_or_default()
    }
}

/// Writes the first lines of its standard error, each after a bar.
pub(super) fn write_remarks(remarks: &Remarks, errors: &mut impl Write) -> io::Result<()> {
    for line in remarks.first() {
        writeln!(errors, "| {}", printable(line))?;
    }
    if remarks.more() > 0 {
        writeln!(errors, "… {} more", remarks.more())?;
    }
    Ok(())
}
