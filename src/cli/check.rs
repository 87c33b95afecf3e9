//! `hitscan check`: what every method says of every pair of a scene, and
//! whether the scene is as its author expects.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `text` | a pair, an expectation, a fault as lines of at most 80 columns |
//! | `table` `ndjson` `tap` `junit` | the four reports |
//! | `replays` | what was predicted in recordings, and by whom |
//!
//! Each file is read, checked and reported before the next one; the order of
//! files, pairs and expectations is the order of every report. What is true of
//! a pair is found elsewhere ([`hitscan_core::engine::expect`]).

mod args;
mod junit;
mod ndjson;
mod replays;
mod table;
mod tap;
mod text;

use crate::host::files;
use std::io::{self, Write};

pub use args::{CheckArgs, Format};

use self::replays::Answers;
use crate::host::files::{LoadError, Refusal};
use hitscan_core::engine::Sandbox;
use hitscan_core::engine::expect::{Check, Examined, Finding};
use hitscan_core::scene::Scene;
use hitscan_core::world::ChangeError;

/// How all files went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every expectation holds: exit status 0.
    AllAsExpected,
    /// One does not, or a file is no scene: exit status 1.
    SomeNot,
}

/// Which pairs are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listing {
    All,
    /// Of scenes with more than [`MOST_PAIRS`], those with something to say.
    Telling,
}

/// Up to so many pairs are all listed: those of 14 objects.
const MOST_PAIRS: u64 = 100;

/// How much is gathered before it is written.
const BLOCK_BYTES: usize = 64 * 1024;

/// How many there were of each.
#[derive(Default)]
struct Tally {
    files: u64,
    held: u64,
    not_held: u64,
    at_fault: u64,
}

/// A format: it is told what is found, in order, and writes it.
trait Report {
    /// Before everything.
    fn start(&mut self, _out: &mut String) {}
    /// A file begins that is a scene.
    fn scene(&mut self, file: &str, scene: &Scene, out: &mut String);
    /// The pairs after so many frames begin.
    fn frame(&mut self, frame: u64, out: &mut String);
    /// A pair.
    fn pair(&mut self, examined: &Examined, out: &mut String);
    /// So many pairs of the frame were left out, one at least.
    fn left_out(&mut self, count: u64, out: &mut String);
    /// What came of an expectation; the first of a scene is number 1.
    fn finding(&mut self, number: usize, finding: &Finding, out: &mut String);
    /// The scene ends.
    fn scene_ends(&mut self, _out: &mut String) {}
    /// A file that is no scene.
    fn fault(&mut self, file: &str, fault: &LoadError, out: &mut String);
    /// After everything.
    fn end(&mut self, tally: &Tally, out: &mut String);
}

/// Checks every file and writes the report.
///
/// # Errors
/// When writing fails, and where the answers in recordings are asked for in a
/// format for scenes. A file that is no scene is no error: it is reported, and
/// the others are checked.
pub fn run(args: &CheckArgs, mut output: impl Write) -> io::Result<Outcome> {
    if args.replay {
        return list_answers(args, &mut output);
    }
    let mut report: Box<dyn Report> = match args.format {
        Format::Table => Box::<table::Table>::default(),
        Format::Ndjson => Box::<ndjson::Ndjson>::default(),
        Format::Tap => Box::<tap::Tap>::default(),
        Format::Junit => Box::<junit::Junit>::default(),
    };
    let listing = if args.all { Listing::All } else { Listing::Telling };
    let mut out = Blocks { output, pending: String::new() };
    let mut tally = Tally::default();
    report.start(&mut out.pending);
    for file in &args.files {
        tally.files += 1;
        match begin(file) {
            Ok((scene, check)) => {
                report.scene(file, &scene, &mut out.pending);
                run_scene(check, listing, report.as_mut(), &mut tally, &mut out)?;
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
    let all_right = tally.not_held == 0 && tally.at_fault == 0;
    Ok(if all_right { Outcome::AllAsExpected } else { Outcome::SomeNot })
}

/// What was predicted in recordings; that somebody was wrong is no fault.
fn list_answers(args: &CheckArgs, output: &mut impl Write) -> io::Result<Outcome> {
    let answers = Answers::read(&args.files);
    let mut text = String::new();
    match args.format {
        Format::Ndjson => answers.write_ndjson(&mut text),
        Format::Table => answers.write_table(&mut text),
        Format::Tap | Format::Junit => {
            let why = "answers are told as table or ndjson; --format tap and junit are for scenes";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
    }
    output.write_all(text.as_bytes())?;
    output.flush()?;
    Ok(if answers.are_whole() { Outcome::AllAsExpected } else { Outcome::SomeNot })
}

fn begin(file: &str) -> Result<(Scene, Check), LoadError> {
    let (scene, _) = files::find(file)?;
    // What was read makes a world; were it not so, this is how it would be said.
    let refused = |why: ChangeError| LoadError {
        target: file.into(),
        refusal: Refusal::Unreadable(why.to_string()),
    };
    let check = Check::new(scene.clone()).map_err(refused)?;
    Ok((scene, check))
}

fn run_scene(
    mut check: Check,
    listing: Listing,
    report: &mut dyn Report,
    tally: &mut Tally,
    out: &mut Blocks<impl Write>,
) -> io::Result<()> {
    while let Some(sandbox) = check.next_frame() {
        report.frame(sandbox.world().frame(), &mut out.pending);
        list_pairs(sandbox, listing, report, out)?;
    }
    for (number, finding) in (1..).zip(check.findings()) {
        let count = if finding.holds() { &mut tally.held } else { &mut tally.not_held };
        *count += 1;
        report.finding(number, &finding, &mut out.pending);
        out.write_if_full()?;
    }
    Ok(())
}

fn list_pairs(
    sandbox: &Sandbox,
    listing: Listing,
    report: &mut dyn Report,
    out: &mut Blocks<impl Write>,
) -> io::Result<()> {
    let ids: Vec<_> = sandbox.world().objects().map(|(id, _)| id).collect();
    let objects = ids.len() as u64;
    let is_telling =
        listing == Listing::Telling && objects * objects.saturating_sub(1) / 2 > MOST_PAIRS;
    let mut left_out = 0;
    for (index, &first) in ids.iter().enumerate() {
        for &second in &ids[index + 1..] {
            let Some(pair) = sandbox.pair(first, second) else { continue };
            let examined = Examined::of(pair, sandbox.world().settings().contact);
            if is_telling && examined.is_plain_miss() {
                left_out += 1;
            } else {
                report.pair(&examined, &mut out.pending);
                out.write_if_full()?;
            }
        }
    }
    if left_out > 0 {
        report.left_out(left_out, &mut out.pending);
    }
    Ok(())
}

/// What is to be written, gathered.
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
