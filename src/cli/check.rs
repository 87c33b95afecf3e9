//! `hitscan check`: the answers of every method for every pair of a scene, and whether the scene
//! meets its expectations.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `text` | a pair and the errors of a file as lines of at most 80 columns |
//! | `reporters` `ndjson` | the reports: a table, TAP and `JUnit`; NDJSON |
//! | `own_methods` | methods of the user's own |
//! | `notes` | the note of a scene |
//! | `predictions` | the predictions in recordings |
//!
//! This file runs the checks and calls a report for each result; the reports call `text`.
//!
//! Each file is read, checked and reported before the next one; every report keeps the order of
//! files, pairs and expectations. The checks themselves are in [`hitscan_core::engine::expect`].

mod ndjson;
mod notes;
mod own_methods;
mod predictions;
mod reporters;
mod text;

use std::io;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::options::{MethodArgs, RoundArg};
use super::progress::TerminalProgress;
use super::reasons;
use super::{CliError, ExitStatus, ReportFormat, print};
use crate::host::files::{self, LoadError, ReadFault, Refusal};
use hitscan_core::engine::expect::{Check, Examined, Finding};
use hitscan_core::engine::{Event, Sandbox, Tell};
use hitscan_core::scene::{Scene, SceneSource, gallery, printable};
use hitscan_core::words::LeftOutPairs;
use hitscan_core::world::{ChangeError, CommandProgress, MemoryLimit, Name, tests_of_pair};
use own_methods::{Askers, OwnMethods};
use predictions::AllPredictions;

/// How much is collected before a block is written.
const BLOCK_BYTES: usize = 64 * 1024;

/// Counts for the summary.
#[derive(Default)]
struct Tally {
    files: u64,
    held: u64,
    not_held: u64,
    at_fault: u64,
}

/// A report format: receives the findings in order and writes them.
trait Report {
    /// The report starts.
    fn start(&mut self, _out: &mut String) {}
    /// A file starts, and it is a scene.
    fn scene(&mut self, file: &str, scene: &Scene, out: &mut String);
    /// The pairs after this many frames follow.
    fn frame(&mut self, frame: u64, out: &mut String);
    /// A pair.
    fn pair(&mut self, examined: &Examined, out: &mut String);
    /// This many pairs of the frame were left out; at least one.
    fn left_out(&mut self, count: u64, what: LeftOutPairs, out: &mut String);
    /// The result of an expectation; the first of a scene is number 1.
    fn finding(&mut self, number: usize, finding: &Finding, out: &mut String);
    /// The scene ends.
    fn scene_ends(&mut self, _out: &mut String) {}
    /// A file that is not a scene.
    fn fault(&mut self, file: &str, fault: &LoadError, out: &mut String);
    /// The report ends.
    fn end(&mut self, tally: &Tally, out: &mut String);
}

impl CheckArgs {
    /// Checks every file and writes the report; [`ExitStatus::Failure`] unless
    /// every file is a scene and meets its expectations.
    ///
    /// # Errors
    /// When writing fails, and when the format cannot show predictions.
    pub fn run(&self, output: impl Write) -> Result<ExitStatus, CliError> {
        if let Some(recordings) = self.recordings()? {
            return self.list_predictions(recordings, output);
        }
        let mut report: Box<dyn Report> = match self.format {
            ReportFormat::Text => Box::<text::CheckTable>::default(),
            ReportFormat::Ndjson => Box::<ndjson::Ndjson>::default(),
            ReportFormat::Tap => Box::<reporters::Tap>::default(),
            ReportFormat::Junit => Box::<reporters::Junit>::default(),
        };
        let (own, stop) = (OwnMethods::of(self)?, AtomicBool::new(false));
        let (names, mut askers) = (own.names(), own.askers(&stop));
        let listing = if self.all { Listing::All } else { Listing::Telling };
        let mut out = Blocks { output, pending: String::new() };
        let mut tally = Tally::default();
        report.start(&mut out.pending);
        for file in &self.files {
            tally.files += 1;
            let progress = TerminalProgress::of("check");
            let mut tell = |event: Event<'_>| progress.hear(event);
            match begin(file, self.rounding, &names, &mut tell) {
                Ok((scene, check)) => {
                    report.scene(file, &scene, &mut out.pending);
                    let (report, tell) = (report.as_mut(), &mut tell as &mut Tell<'_>);
                    let ran =
                        run_scene(check, tell, listing, report, &mut tally, &mut askers, &mut out);
                    if let Err(CliError::Program(_)) = &ran {
                        out.write_all()?;
                    }
                    ran?;
                    report.scene_ends(&mut out.pending);
                }
                Err(fault) => {
                    tally.at_fault += 1;
                    report.fault(file, &fault, &mut out.pending);
                }
            }
            out.write_all()?;
        }
        report.end(&tally, &mut out.pending);
        out.write_all()?;
        out.output.flush()?;
        Ok(ExitStatus::of(tally.not_held == 0 && tally.at_fault == 0))
    }

    /// The recordings, if predictions are to be listed: those of `--replay`, and files of students,
    /// recognized by their extension.
    fn recordings(&self) -> Result<Option<&[String]>, CliError> {
        let recordings = self.named_recordings()?;
        if recordings.is_some() && !self.methods.method.is_empty() {
            return Err(CliError::other("--method is for scenes, not for recordings"));
        }
        Ok(recordings)
    }

    fn named_recordings(&self) -> Result<Option<&[String]>, CliError> {
        let is_of_student =
            |file: &&String| Path::new(file).extension().is_some_and(|end| end == "hits");
        match self.files.iter().find(is_of_student) {
            None if self.replay.is_empty() => Ok(None),
            None if self.rounding.round => Err(CliError::other(
                "--round is for scenes: no number of a recording needs rounding",
            )),
            None => Ok(Some(&self.replay)),
            Some(file) => match (self.files.iter().all(|file| is_of_student(&file)), self.all) {
                (true, false) => Ok(Some(&self.files)),
                (true, true) => {
                    Err(CliError::other("--all is for scenes, not for files of students"))
                }
                (false, _) => Err(CliError::other(format_args!(
                    "{}: the file of a student is not checked together with scenes",
                    printable(file)
                ))),
            },
        }
    }

    /// Lists the predictions in recordings; [`ExitStatus::Failure`] only if a file could not be
    /// read.
    fn list_predictions(
        &self,
        recordings: &[String],
        output: impl Write,
    ) -> Result<ExitStatus, CliError> {
        let answers = AllPredictions::read(recordings);
        let text = match self.format {
            ReportFormat::Ndjson => answers.ndjson(),
            ReportFormat::Text => answers.table(),
            ReportFormat::Tap | ReportFormat::Junit => {
                return Err(CliError::other(
                    "--format tap and junit are for scenes; a recording has text and ndjson",
                ));
            }
        };
        print(text, output)?;
        Ok(ExitStatus::of(answers.are_whole()))
    }
}

fn begin(
    file: &str,
    rounding: RoundArg,
    own_methods: &[Name],
    tell: &mut Tell<'_>,
) -> Result<(Scene, Check), LoadError> {
    let (scene, source) = rounding.find_knowing(file, Some(own_methods))?;
    let faults = notes::faults(&scene, &text_of(&source));
    if !faults.is_empty() {
        return Err(LoadError { target: file.into(), refusal: Refusal::Faults(faults) });
    }
    // A scene that was read always makes a world; the compiler does not know.
    let refused = |why: ChangeError| LoadError {
        target: file.into(),
        refusal: Refusal::Unread(ReadFault::Unreadable(why.to_string())),
    };
    let check = Check::begun(MemoryLimit::default(), scene.clone(), tell).map_err(refused)?;
    Ok((scene, check))
}

/// The text of a scene that has just been read; empty if it can no longer be read.
fn text_of(source: &SceneSource) -> String {
    match source {
        SceneSource::New => String::new(),
        SceneSource::BuiltIn(name) => {
            let found = gallery().iter().find(|(each, _)| each == name);
            found.map_or_else(String::new, |(_, text)| (*text).to_owned())
        }
        SceneSource::File(path) => files::read_text(path, &files::SCENE).unwrap_or_default(),
    }
}

fn run_scene(
    mut check: Check,
    tell: &mut Tell<'_>,
    listing: Listing,
    report: &mut dyn Report,
    tally: &mut Tally,
    askers: &mut Askers<'_>,
    out: &mut Blocks<impl Write>,
) -> Result<(), CliError> {
    while let Some(sandbox) = check.next_frame(tell) {
        report.frame(sandbox.world().frame(), &mut out.pending);
        list_pairs(sandbox, listing, report, tell, out)?;
    }
    for (number, finding) in (1..).zip(askers.judge(check.findings())?) {
        let count = if finding.holds() { &mut tally.held } else { &mut tally.not_held };
        *count += 1;
        report.finding(number, &finding, &mut out.pending);
        out.write_if_full()?;
    }
    Ok(())
}

/// Output, written in blocks.
struct Blocks<W> {
    output: W,
    pending: String,
}

impl<W: Write> Blocks<W> {
    fn write_if_full(&mut self) -> io::Result<()> {
        if self.pending.len() < BLOCK_BYTES { Ok(()) } else { self.write_all() }
    }

    fn write_all(&mut self) -> io::Result<()> {
        self.output.write_all(self.pending.as_bytes())?;
        self.pending.clear();
        Ok(())
    }
}

/// What to check, and how to report it.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
#[command(after_long_help = reasons())]
pub struct CheckArgs {
    /// Scene files or names of built-in scenes, or files of students: FILE.hits
    #[arg(required_unless_present = "replay", value_name = "FILE")]
    pub files: Vec<String>,

    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ReportFormat,

    /// Replay a recording instead of a scene. Each prediction in it is listed, and whose
    /// it is
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["files", "all"])]
    pub replay: Vec<String>,

    /// Leave nothing out. Every pair is listed, even in large scenes
    #[arg(long)]
    pub all: bool,

    /// Programs that are methods: where an expectation lists what is wrong, they are asked,
    /// too, and may be listed by their names.
    #[command(flatten)]
    pub methods: MethodArgs,

    /// Numbers from elsewhere.
    #[command(flatten)]
    pub rounding: RoundArg,
}

// Which pairs are listed: in large scenes only those that say something, and in very large ones only
// those that meet.

/// Which pairs are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listing {
    All,
    /// In scenes with more than [`MOST_PAIRS`] pairs, all but plain misses.
    Telling,
}

/// Up to this many pairs, all of them are listed: the pairs of 14 objects.
pub(super) const MOST_PAIRS: u64 = 100;

/// With more pairs than this, those of 1 415 objects, methods run only on pairs that meet. Polygons
/// count by their pairs of edges, as in [`tests_of_pair`].
pub(super) const MOST_EXAMINED: u64 = 1_000_000;

/// Reports the pairs of one moment, and how many were left out.
fn list_pairs(
    sandbox: &Sandbox,
    listing: Listing,
    report: &mut dyn Report,
    tell: &mut Tell<'_>,
    out: &mut Blocks<impl Write>,
) -> io::Result<()> {
    let ids: Vec<_> = sandbox.world().objects().map(|(id, _)| id).collect();
    let objects = ids.len() as u64;
    let pairs = objects * objects.saturating_sub(1) / 2;
    let is_telling = listing == Listing::Telling && pairs > MOST_PAIRS;
    let boundary_rule = sandbox.world().settings().boundary_rule;
    if is_telling && is_too_much(sandbox) {
        let mut left_out = pairs;
        for [first, second] in sandbox.world().meeting_ids() {
            let Some(pair) = sandbox.pair(first, second) else { continue };
            report.pair(&Examined::of(pair, boundary_rule), &mut out.pending);
            out.write_if_full()?;
            left_out -= 1;
        }
        report.left_out(left_out, LeftOutPairs::Missed, &mut out.pending);
        return Ok(());
    }
    let (mut left_out, mut done) = (0, 0);
    for (index, &first) in ids.iter().enumerate() {
        for &second in &ids[index + 1..] {
            tell(Event::Working(CommandProgress { done, total: pairs }));
            done += 1;
            let Some(pair) = sandbox.pair(first, second) else { continue };
            let examined = Examined::of(pair, boundary_rule);
            if is_telling && examined.is_plain_miss() {
                left_out += 1;
            } else {
                report.pair(&examined, &mut out.pending);
                out.write_if_full()?;
            }
        }
    }
    if left_out > 0 {
        report.left_out(left_out, LeftOutPairs::Agreed, &mut out.pending);
    }
    Ok(())
}

/// Whether running all methods on all pairs would take too long.
fn is_too_much(sandbox: &Sandbox) -> bool {
    let shapes: Vec<_> = sandbox.world().objects().map(|(_, object)| &object.shape).collect();
    let mut tests = 0;
    shapes.iter().enumerate().any(|(index, one)| {
        // Each pair of a row counts as at least one test.
        tests += shapes[index + 1..].iter().map(|other| tests_of_pair(one, other)).sum::<u64>();
        tests > MOST_EXAMINED
    })
}
