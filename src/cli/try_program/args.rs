//! The options of `hitscan try`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use super::mistaken::MistakenTest;
use super::save_test::TestLanguage;
use super::template::Template;
use crate::app::{GlyphSet, ThemeName};
use crate::cli::ReportFormat;
use crate::cli::compare::{ComparePlan, ComparedPair, PairsArgs, PlanError};
use crate::host::program::Protocol;
use hitscan_core::methods::{ContactRule, Requested, Tolerance};

const EXAMPLES: &str = r#"Examples:
  hitscan try -- python3 my_hit.py         27 named pairs of a box and a laser,
                                           then 10 000 random ones
  hitscan try --kind frame -- ./collide    two boxes in motion
  hitscan try --template c --kind frame > my_hit.c    a program to start from
  hitscan try --watch my_hit.py -- python3 my_hit.py   again at each save
  hitscan try --file anna.hits -- python3 my_hit.py    what a task of a lesson
                                           asks it, kept in that file

The program reads lines until the end of its input, a pair each, and prints one
answer a line:
  box 0 0 10 5 laser -5 0 15 10            hit
  polygon 3 0 0 6 0 0 6 laser 1 1 2 3      yes
  box 0 0 2 2 move 3 0 box 4 0 6 2 move 0 0    hit left 2/3
With --protocol ndjson it reads what hitscan query reads, and answers by id:
  {"id":"1","a":{"box":[0,0,10,5]},"b":{"laser":[-5,0,15,10]}}
                                           {"id":"1","hit":true}
A box is left, top, right, bottom; y grows down. Right are hit, yes, true, 1 and
miss, no, false, 0, and touch, in any case; sides and a time may follow. ? says
that it does not know such pairs. hitscan guide own says all of it. The program
runs with your rights.

Exit status: 0 if it is right, or off by convention only, 1 if it is wrong, 2 if
the command line is wrong, 3 if the program is at fault, 130 after Ctrl-C."#;

/// How long examples are minimised, unless `--shrink` says otherwise.
pub(in crate::cli) const SHRINK_SECONDS: &str = "12";

/// The options of `hitscan try`.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct TryArgs {
    /// What a pair is
    #[arg(long, value_enum, default_value_t = ComparedPair::BoxLaser)]
    pub kind: ComparedPair,

    /// Random pairs.
    #[command(flatten)]
    pub random: PairsArgs,

    /// Whether touching counts
    #[arg(long, value_enum, default_value_t = ContactArg::Any)]
    pub contact: ContactArg,

    /// What lines and answers look like
    #[arg(long, value_enum, default_value_t = Protocol::Text)]
    pub protocol: Protocol,

    /// How far a time that a program says may be off [default: 0.00001, or as your config
    /// says]
    #[arg(long, value_name = "T")]
    pub tolerance: Option<Tolerance>,

    /// How long the program may be silent
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    pub timeout: Duration,

    /// How long to experiment on a program that is wrong, to find its mistakes, with the search
    /// for smaller examples; 0: not at all
    #[arg(long, value_name = "SECONDS", default_value = SHRINK_SECONDS, value_parser = shrink)]
    pub explain: Duration,

    /// How long to look for smaller examples, in total; 0: show them as they were asked
    #[arg(long, value_name = "SECONDS", default_value = SHRINK_SECONDS, value_parser = shrink)]
    pub shrink: Duration,

    /// What to call it [default: the name of its file]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,

    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ReportFormat,

    /// Write the smallest examples to this directory, one scene file each
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,

    /// Write the smallest pair of each mistake as a unit test in this language
    #[arg(long, value_enum, requires = "output", conflicts_with = "file")]
    pub save_test: Option<TestLanguage>,

    /// The file for that, which must not exist yet
    #[arg(long, value_name = "FILE", requires = "save_test")]
    pub output: Option<PathBuf>,

    /// Show the first of the saved scenes on the screen
    #[arg(long, requires = "save", conflicts_with = "watch")]
    pub open: bool,

    /// The characters to draw with [default: lines; on the screen ascii, unless the locale
    /// is UTF-8]. With --open
    #[arg(long, value_name = "SET", requires = "open")]
    pub glyphs: Option<GlyphSet>,

    /// Which colours to use [default: terminal; on the screen light or dark, as the
    /// terminal says]. With --open
    #[arg(long, value_name = "THEME", requires = "open")]
    pub theme: Option<ThemeName>,

    /// Use this file instead of your config. With --open
    #[arg(long, value_name = "FILE", requires = "open")]
    pub config: Option<PathBuf>,

    /// Try again whenever this file is saved; may be given again
    #[arg(long, value_name = "FILE")]
    pub watch: Vec<PathBuf>,

    /// Run this before each trial: words and quotes, no shell
    ///
    /// What it prints is its own: it goes where it would go without hitscan, to standard output
    /// before the report, too.
    #[arg(long, value_name = "COMMAND")]
    pub build: Option<String>,

    /// The file that keeps your work in the lessons. What its open task asks is asked, and
    /// the answers are kept there
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = [
            "kind", "seed", "span", "velocity", "angle", "pairs", "step", "contact",
            "tolerance", "explain", "shrink", "format", "save", "open", "watch",
        ]
    )]
    pub file: Option<PathBuf>,

    /// With --file: the folder of its pack of lessons
    #[arg(long, value_name = "DIR", requires = "file")]
    pub pack: Option<PathBuf>,

    /// Print a program to start from instead, for pairs of --kind
    #[arg(
        long,
        value_enum,
        conflicts_with_all = [
            "seed", "span", "velocity", "angle", "pairs", "step", "contact", "protocol",
            "tolerance", "timeout", "explain", "shrink", "name", "format", "save", "open", "watch", "build", "file",
            "pack", "program",
        ]
    )]
    pub template: Option<Template>,

    /// Be a program with these usual mistakes instead, KIND:CODE+CODE, which reads lines
    #[arg(
        long = "as",
        value_name = "MISTAKES",
        hide = true,
        conflicts_with_all = ["template", "pairs_from", "file", "program"]
    )]
    pub mistaken: Option<MistakenTest>,

    /// Ask the pairs in this file instead, or on standard input (-): lines as programs read them,
    /// or as `hitscan query` does. A line may end in what your game answered, => hit left 0.25;
    /// if all do, no PROGRAM is needed. At most 100 000 lines of 1 MiB, and 64 MiB in all
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["seed", "span", "velocity", "angle", "pairs", "step", "file", "template"]
    )]
    pub pairs_from: Option<PathBuf>,

    /// The program to ask, and its arguments
    #[arg(
        value_name = "PROGRAM",
        required_unless_present_any = ["template", "pairs_from", "mistaken"],
        trailing_var_arg = true
    )]
    pub program: Vec<OsString>,
}

/// Whether touching counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ContactArg {
    /// Either way: to differ is a convention
    Any,
    /// It must
    Inclusive,
    /// It must not
    Strict,
}

impl From<ContactArg> for ContactRule {
    fn from(contact: ContactArg) -> Self {
        match contact {
            ContactArg::Any => Self::Any,
            ContactArg::Inclusive => Self::Inclusive,
            ContactArg::Strict => Self::Strict,
        }
    }
}

impl TryArgs {
    /// Whether it prints one report, for people.
    pub(in crate::cli) fn prints_text(&self) -> bool {
        let is_report = self.template.is_none() && self.mistaken.is_none();
        is_report && self.format == ReportFormat::Text && self.watch.is_empty()
    }

    /// Which random pairs to ask, if the options are compatible.
    ///
    /// # Errors
    /// Names the wrong option and says what would be right.
    pub(super) fn plan(&self) -> Result<ComparePlan, PlanError> {
        self.random.plan(self.kind, Requested::Nothing)
    }
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    let right = "expected a number of seconds from 0.1 to 86400, such as 5";
    duration(text).filter(|time| *time >= Duration::from_millis(100)).ok_or(right)
}

fn shrink(text: &str) -> Result<Duration, &'static str> {
    duration(text).ok_or("expected a number of seconds from 0 to 86400, such as 12")
}

/// A duration of at most a day.
fn duration(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=86_400.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}
