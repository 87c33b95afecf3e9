//! `hitscan check`: the answers of every method for every pair of a scene, and whether the scene
//! meets its expectations.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `text` | a pair and the errors of a file as lines of at most 80 columns |
//! | `listing` | which pairs are listed |
//! | `table` `ndjson` `tap` `junit` | the four reports |
//! | `own_methods` | methods of the user's own |
//! | `predictions` | the predictions in recordings |
//!
//! Each file is read, checked and reported before the next one; every report keeps the order of
//! files, pairs and expectations. The checks themselves are in [`hitscan_core::engine::expect`].

mod args;
mod junit;
mod listing;
mod ndjson;
mod own_methods;
mod predictions;
mod table;
mod tap;
mod text;

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

pub use args::CheckArgs;
pub(super) use listing::{MOST_EXAMINED, MOST_PAIRS};

use super::options::RoundArg;
use super::progress::TerminalProgress;
use super::{CliError, ExitStatus, ReportFormat, print};
use crate::host::files::{LoadError, ReadFault, Refusal};
use hitscan_core::engine::expect::{Check, Examined, Finding};
use hitscan_core::engine::{Event, Tell};
use hitscan_core::scene::{Scene, printable};
use hitscan_core::words::LeftOutPairs;
use hitscan_core::world::{ChangeError, MemoryLimit, Name};
use listing::{Listing, list_pairs};
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
            ReportFormat::Text => Box::<table::CheckTable>::default(),
            ReportFormat::Ndjson => Box::<ndjson::Ndjson>::default(),
            ReportFormat::Tap => Box::<tap::Tap>::default(),
            ReportFormat::Junit => Box::<junit::Junit>::default(),
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
            match begin((file, self.rounding), &names, &mut tell) {
                Ok((scene, check)) => {
                    report.scene(file, &scene, &mut out.pending);
                    let counting = (&mut tally, &mut askers);
                    let begun = (check, &mut tell as &mut Tell<'_>);
                    let ran = run_scene(begun, listing, report.as_mut(), counting, &mut out);
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
    (file, rounding): (&str, RoundArg),
    own_methods: &[Name],
    tell: &mut Tell<'_>,
) -> Result<(Scene, Check), LoadError> {
    let (scene, _) = rounding.find_knowing(file, Some(own_methods))?;
    // A scene that was read always makes a world; the compiler does not know.
    let refused = |why: ChangeError| LoadError {
        target: file.into(),
        refusal: Refusal::Unread(ReadFault::Unreadable(why.to_string())),
    };
    let check = Check::begun(MemoryLimit::default(), scene.clone(), tell).map_err(refused)?;
    Ok((scene, check))
}

fn run_scene(
    (mut check, tell): (Check, &mut Tell<'_>),
    listing: Listing,
    report: &mut dyn Report,
    (tally, askers): (&mut Tally, &mut Askers<'_>),
    out: &mut Blocks<impl Write>,
) -> Result<(), CliError> {
    while let Some(sandbox) = check.next_frame(tell) {
        report.frame(sandbox.world().frame(), &mut out.pending);
        list_pairs(sandbox, listing, report, (tell, out))?;
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
