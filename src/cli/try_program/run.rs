//! `hitscan try` from its options to the exit status.

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{IsTerminal, Stderr, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{io, thread};

use signal_hook::consts::SIGINT;

use super::super::progress::StatusLine;
use super::args::TryArgs;
use super::examine::Trial;
use super::pairs_from::GivenPairs;
use super::report::{TryFault, TryReport};
use super::{ndjson, points, save_test, table};
use crate::cli::compare::{ComparePlan, create_directory, save_all};
use crate::cli::config::tolerance_of;
use crate::cli::{CliError, ExitStatus, ReportFormat, print};
use crate::host::program::{CommandWords, Remarks};
use crate::host::{Stamp, stamp};
use hitscan_core::methods::{JudgingRules, OwnReply};
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

/// The pairs of a trial: those of a plan, or given ones.
#[derive(Clone, Copy, Debug)]
struct PairsToAsk<'a> {
    plan: &'a ComparePlan,
    given: Option<&'a GivenPairs>,
}

/// What can stop a trial, and what trials of the same run have done.
#[derive(Debug, Default)]
struct Stops {
    /// Set by anything that stops it.
    stop: Arc<AtomicBool>,
    /// Set by Ctrl-C.
    interrupted: Arc<AtomicBool>,
    /// Set when a watched file is saved.
    saved: AtomicBool,
    /// Whether this run has made the file of unit tests, which it may write anew.
    has_made_tests: AtomicBool,
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
        if let Some(test) = &self.mistaken {
            test.answer_lines(io::stdin().lock(), &mut output)?;
            return Ok(ExitStatus::Success);
        }
        let plan = self.plan()?;
        let tolerance = tolerance_of(self.tolerance)?;
        let rules = JudgingRules { contact: self.contact.into(), tolerance };
        let given = self.pairs_from.as_deref();
        let given = given.map(|path| GivenPairs::read(path, self.kind)).transpose()?;
        let judges_dump = self.program.is_empty();
        if let Some(given) = given.as_ref().filter(|_| judges_dump)
            && let Some(line) = given.first_unanswered()
        {
            let name = &given.name;
            let why = format!("{name}:{line}: no answer, such as => hit, and PROGRAM is missing");
            return Err(CliError::other(why));
        }
        if judges_dump && given.is_none() {
            return Err(CliError::other("PROGRAM is missing"));
        }
        self.refuse_to_overwrite()?;
        let program = if judges_dump { vec!["no program".into()] } else { self.program.clone() };
        let words = CommandWords::new(program);
        let words = words.ok_or_else(|| CliError::other("PROGRAM is missing"))?;
        let pairs = PairsToAsk { plan: &plan, given: given.as_ref() };
        let stops = Stops::default();
        let handlers = [&stops.stop, &stops.interrupted]
            .map(|flag| signal_hook::flag::register(SIGINT, Arc::clone(flag)));
        let tried = match &self.file {
            Some(file) => self
                .ask_for_submission(file, &words, &stops.stop, &mut output, &mut errors)
                .map(|status| Tried { status, first_saved: None }),
            None => self.watching(&stops, &mut output, |output| {
                self.try_once(pairs, rules, &words, &stops, output, &mut errors)
            }),
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
    fn watching<W: Write>(
        &self,
        stops: &Stops,
        output: &mut W,
        mut try_once: impl FnMut(&mut W) -> Result<Tried, CliError>,
    ) -> Result<Tried, CliError> {
        if self.watch.is_empty() {
            return try_once(output);
        }
        let mut watch = Watch::new(&self.watch);
        loop {
            let tried = watch.during(&stops.saved, &stops.stop, || try_once(output))?;
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
        pairs: PairsToAsk<'_>,
        rules: JudgingRules,
        words: &CommandWords,
        stops: &Stops,
        output: &mut impl Write,
        errors: &mut impl Write,
    ) -> Result<Tried, CliError> {
        let follower = Follower::new();
        let listener = |reply| follower.hear(reply);
        let mut trial =
            Trial::new(self, pairs.plan.clone(), rules, words, &stops.stop, &follower, &listener);
        let trial = &mut trial;
        let report = match self.build(&stops.stop) {
            Ok(ControlFlow::Continue(())) => match pairs.given {
                Some(given) => trial.ask_given(given),
                None => trial.ask_all(),
            },
            Ok(ControlFlow::Break(())) => {
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
                let explained = trial.explain(&mut report);
                if is_anew() {
                    return Ok(tried);
                }
                output.write_all(examples(self.format, &report).as_bytes())?;
                tried.first_saved = self.save(&report, output, errors)?;
                self.save_test(&report, &stops.has_made_tests)?;
                match explained {
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

    /// Runs the `--build` command to its end, if there is one; breaks if it was stopped.
    pub(super) fn build(&self, stop: &AtomicBool) -> Result<ControlFlow<()>, TryFault> {
        let Some(command) = &self.build else { return Ok(ControlFlow::Continue(())) };
        let words =
            CommandWords::parse(command).ok_or_else(|| TryFault::NoBuild(printable(command)))?;
        match words.run(stop)? {
            None => Ok(ControlFlow::Break(())),
            Some(status) if status.success() => Ok(ControlFlow::Continue(())),
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
        let scenes = report.scenes().into_iter();
        let mut nowhere = io::sink();
        let told: &mut dyn Write =
            if self.format == ReportFormat::Text { output } else { &mut nowhere };
        Ok(save_all(directory, scenes, told, errors)?.0)
    }

    /// Refuses a file for unit tests that exists, before anything is asked.
    fn refuse_to_overwrite(&self) -> Result<(), CliError> {
        match &self.output {
            Some(path) if path.symlink_metadata().is_ok() => {
                let path = printable(&path.display().to_string());
                Err(CliError::other(format!("--output {path}: it exists; name a new file")))
            }
            _ => Ok(()),
        }
    }

    /// Writes the unit tests, if requested; never over a file that this run has not made.
    fn save_test(&self, report: &TryReport, has_made: &AtomicBool) -> Result<(), CliError> {
        let (Some(language), Some(path)) = (self.save_test, &self.output) else { return Ok(()) };
        let failed = |why: io::Error| CliError::other(format!("{}: {why}", path.display()));
        let is_again = has_made.load(Ordering::SeqCst);
        let opened = if is_again { File::create(path) } else { File::create_new(path) };
        let mut file = opened.map_err(failed)?;
        has_made.store(true, Ordering::SeqCst);
        file.write_all(save_test::tests(report, language).as_bytes()).map_err(failed)
    }

    /// The name of the program: its file name without extension. For `python3 my_hit.py` that is
    /// the script.
    pub(super) fn name_of_program(&self) -> String {
        if let Some(name) = &self.name {
            return printable(name);
        }
        if let (Some(dump), true) = (&self.pairs_from, self.program.is_empty()) {
            return dump
                .file_stem()
                .map_or_else(String::new, |it| printable(&it.to_string_lossy()));
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

// Follows a trial while it runs: collects the answers of a round as they arrive, and shows
// progress on a line of the terminal.

/// What a trial is doing.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    /// Asking pairs; this many of all were answered before this round.
    Asking { answered: u64, all: u64 },
    /// Experimenting; so many were asked for that before this round.
    Experimenting { asked: usize },
    /// Looking for smaller pairs.
    Minimising { reasons: usize, most: Duration },
}

/// Follows a trial.
pub(super) struct Follower {
    /// `None` while there is nothing to show.
    stage: Cell<Option<Stage>>,
    /// The answers of the round so far.
    replies: RefCell<Vec<OwnReply>>,
    /// `None` if standard error is not a terminal.
    line: Option<RefCell<StatusLine<Stderr>>>,
}

impl Follower {
    pub(super) fn new() -> Self {
        let terminal = io::stderr();
        let line = terminal.is_terminal().then(|| RefCell::new(StatusLine::new(terminal)));
        Self { stage: Cell::new(None), replies: RefCell::default(), line }
    }

    /// Begins a round.
    pub(super) fn begin(&self, stage: Stage) {
        self.replies.borrow_mut().clear();
        self.stage.set(Some(stage));
        self.show();
    }

    /// Takes an answer.
    pub(super) fn hear(&self, reply: OwnReply) {
        self.replies.borrow_mut().push(reply);
        self.show();
    }

    /// The answers of the round so far.
    pub(super) fn take(&self) -> Vec<OwnReply> {
        self.replies.take()
    }

    /// Erases the line, until the next round.
    pub(super) fn clear(&self) {
        self.stage.set(None);
        if let Some(line) = &self.line {
            line.borrow_mut().clear();
        }
    }

    fn show(&self) {
        if let (Some(line), Some(stage)) = (&self.line, self.stage.get()) {
            line.borrow_mut().update(|_| stage.text(self.replies.borrow().len()));
        }
    }
}

impl Stage {
    /// `asking 4096 of 10000`, `minimising 7 reasons, 12 s at most`.
    fn text(self, replies: usize) -> String {
        match self {
            Self::Asking { answered, all } => {
                let replies = u64::try_from(replies).unwrap_or(u64::MAX);
                format!("asking {} of {all}", answered.saturating_add(replies))
            }
            Self::Experimenting { asked } => {
                format!("experimenting, {} questions", asked.saturating_add(replies))
            }
            Self::Minimising { reasons, most } => {
                let noun = if reasons == 1 { "reason" } else { "reasons" };
                let tenths = most.as_millis() / 100;
                let (whole, tenth) = (tenths / 10, tenths % 10);
                let tenth = if tenth == 0 { String::new() } else { format!(".{tenth}") };
                format!("minimising {reasons} {noun}, {whole}{tenth} s at most")
            }
        }
    }
}

/// How often to check the files.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Clears the screen and moves the cursor to the top.
const CLEAR_SCREEN: &[u8] = b"\x1b[H\x1b[2J";

/// Clears the screen of the previous round. This happens before the build prints anything, so that
/// none of its output is lost.
pub(super) fn clear(output: &mut impl Write) -> io::Result<()> {
    if io::stdout().is_terminal() {
        output.write_all(CLEAR_SCREEN)?;
        output.flush()?;
    }
    Ok(())
}

/// The watched files.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    files: &'a [PathBuf],
    seen: Vec<Stamp>,
}

impl<'a> Watch<'a> {
    /// Watches files from now on.
    pub(super) fn new(files: &'a [PathBuf]) -> Self {
        Self { files, seen: stamps(files) }
    }

    /// Waits until a file has changed, and then not again until the next check. Returns false if
    /// `stop` is set first.
    pub(super) fn wait(&mut self, stop: &AtomicBool) -> bool {
        let mut is_changing = false;
        while !stop.load(Ordering::SeqCst) {
            thread::sleep(LOOK_EVERY);
            let now = stamps(self.files);
            if now != self.seen {
                is_changing = true;
                self.seen = now;
            } else if is_changing {
                return true;
            }
        }
        false
    }

    /// Does some work, and sets `saved` and `stop` if a file is saved in the meantime.
    pub(super) fn during<T>(
        &self,
        saved: &AtomicBool,
        stop: &AtomicBool,
        work: impl FnOnce() -> T,
    ) -> T {
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            let looks = scope.spawn(|| {
                while !is_done.load(Ordering::SeqCst) {
                    if stamps(self.files) != self.seen {
                        saved.store(true, Ordering::SeqCst);
                        stop.store(true, Ordering::SeqCst);
                        return;
                    }
                    thread::park_timeout(LOOK_EVERY);
                }
            });
            let result = work();
            is_done.store(true, Ordering::SeqCst);
            looks.thread().unpark();
            result
        })
    }
}

fn stamps(files: &[PathBuf]) -> Vec<Stamp> {
    files.iter().map(|file| stamp(file)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_shows_the_stage_and_its_progress() {
        let asking = Stage::Asking { answered: 4096, all: 10_000 };
        assert_eq!(asking.text(0), "asking 4096 of 10000");
        assert_eq!(asking.text(12), "asking 4108 of 10000");
        let minimising = |reasons, millis| {
            let most = Duration::from_millis(millis);
            Stage::Minimising { reasons, most }.text(99)
        };
        assert_eq!(minimising(7, 12_000), "minimising 7 reasons, 12 s at most");
        assert_eq!(minimising(1, 500), "minimising 1 reason, 0.5 s at most");
    }
}
