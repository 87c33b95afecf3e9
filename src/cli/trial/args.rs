//! The options of `hitscan try`.

use std::ffi::OsString;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use super::template::Template;
use crate::cli::compare::{FrameArgs, Kind, Plan, PlanError, count, seed, units};
use crate::host::program::Protocol;
use hitscan_core::methods::{Contact, Requested, Tolerance};
use hitscan_geom::Milli;

const EXAMPLES: &str = "\
Examples:
  hitscan try -- python3 my_hit.py         27 named pairs of a box and a laser,
                                           then 10 000 random ones
  hitscan try --kind frame -- ./collide    two boxes in motion
  hitscan try --template c --kind frame > my_hit.c    a program to start from
  hitscan try --watch my_hit.py -- python3 my_hit.py   again at each save
  hitscan try --file anna.hits -- python3 my_hit.py    what a task of a lesson
                                           asks it, kept in that file

The program reads a pair a line and prints one answer a line:
  box 0 0 10 5 laser -5 0 15 10            hit
  polygon 3 0 0 6 0 0 6 laser 1 1 2 3      yes
  box 0 0 2 2 move 3 0 box 4 0 6 2 move 0 0    hit left 2/3
A box is left, top, right, bottom; y grows down. Right are hit, yes, true, 1 and
miss, no, false, 0, and touch, in any case; sides and a time may follow. ? says
that it does not know such pairs. The program runs with your rights.

Exit status: 0 if it is right, or off by convention only, 1 if it is wrong, 2 if
the command line is wrong, 3 if the program is at fault, 130 after Ctrl-C.";

/// The options of `hitscan try`.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct TryArgs {
    /// What a pair is
    #[arg(long, value_enum, default_value_t = Kind::BoxLaser)]
    pub kind: Kind,

    /// The seed of the random pairs
    #[arg(
        long,
        value_name = "S",
        default_value = "1",
        value_parser = seed,
        allow_negative_numbers = true
    )]
    pub seed: u64,

    /// Coordinates range from 0 to this
    #[arg(
        long,
        value_name = "UNITS",
        default_value = "12",
        value_parser = units,
        allow_negative_numbers = true
    )]
    pub span: Milli,

    /// What frames are like.
    #[command(flatten)]
    pub frame: FrameArgs,

    /// How many random pairs to ask [default: 10000, or 300 if the program is
    /// started once a line]
    #[arg(long, value_name = "N", value_parser = pairs, allow_negative_numbers = true)]
    pub pairs: Option<u64>,

    /// Every number is a multiple of this
    #[arg(
        long,
        value_name = "UNITS",
        default_value = "1",
        value_parser = units,
        allow_negative_numbers = true
    )]
    pub step: Milli,

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

    /// What to call it [default: the name of its file]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,

    /// How to print the report
    #[arg(long, value_enum, default_value_t = TryFormat::Table)]
    pub format: TryFormat,

    /// Write the smallest examples to this directory, one scene file each
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,

    /// Show the first of the saved scenes on the screen
    #[arg(long, requires = "save", conflicts_with = "watch")]
    pub open: bool,

    /// Try again whenever this file is saved; may be given again
    #[arg(long, value_name = "FILE")]
    pub watch: Vec<PathBuf>,

    /// Run this before each trial: words and quotes, no shell
    #[arg(long, value_name = "COMMAND")]
    pub build: Option<String>,

    /// Ask what the open task in this file of `hitscan learn` asks, and keep the
    /// answers there
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = [
            "kind", "seed", "span", "velocity", "angle", "pairs", "step", "contact",
            "tolerance", "format", "save", "open", "watch",
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
            "tolerance", "timeout", "name", "format", "save", "open", "watch", "build", "file",
            "pack", "program",
        ]
    )]
    pub template: Option<Template>,

    /// The program to ask, and its arguments
    #[arg(value_name = "PROGRAM", required_unless_present = "template", trailing_var_arg = true)]
    pub program: Vec<OsString>,
}

/// Whether touching counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ContactArg {
    /// It may: to differ is a convention
    Any,
    /// It must
    Inclusive,
    /// It must not
    Strict,
}

/// How to print the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TryFormat {
    /// A table, and the smallest examples
    Table,
    /// One JSON object a line
    Ndjson,
    /// Test Anything Protocol 14
    Tap,
    /// The XML of `JUnit`
    Junit,
}

impl From<ContactArg> for Contact {
    fn from(contact: ContactArg) -> Self {
        match contact {
            ContactArg::Any => Self::Any,
            ContactArg::Inclusive => Self::Inclusive,
            ContactArg::Strict => Self::Strict,
        }
    }
}

impl TryArgs {
    /// Which random pairs to ask, if the options go together.
    ///
    /// # Errors
    /// Names the wrong option and says what is right.
    pub(super) fn plan(&self) -> Result<Plan, PlanError> {
        let (velocity, angle) = self.frame.of(self.kind)?;
        let plan = Plan {
            pairs: self.pairs.unwrap_or(Self::PAIRS),
            seed: self.seed,
            kind: self.kind,
            span: self.span,
            step: self.step,
            velocity,
            angle,
            requested: Requested::Nothing,
        };
        plan.check()?;
        Ok(plan)
    }

    /// The random pairs that are asked unless told.
    const PAIRS: u64 = 10_000;

    /// The same of a program that is started once a line.
    pub(super) const PAIRS_OF_SINGLE: u64 = 300;
}

/// A number of pairs; 0 asks the named ones alone.
fn pairs(text: &str) -> Result<u64, String> {
    if text == "0" {
        return Ok(0);
    }
    count(text).map(NonZeroU64::get).map_err(|_| "expected a whole number from 0 on".to_owned())
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    const RIGHT: &str = "expected a number of seconds from 0.1 to 86400, such as 5";
    let seconds: f64 = text.parse().map_err(|_| RIGHT)?;
    if (0.1..=86_400.0).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(RIGHT)
    }
}
