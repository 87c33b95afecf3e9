//! What the command line says of a comparison, each option documented once.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::ValueEnum;

use super::plan::{Angle, Kind, Plan, PlanError};
use hitscan_geom::{Milli, NumberError};

const EXAMPLES: &str = "\
Examples:
  hitscan compare                              two lasers, 100 000 times
  hitscan compare --kind frame --save out      boxes that run into each other,
                                               and the smallest examples in out/
  hitscan compare | grep '^{' | hitscan query  the exact answers to the examples

All numbers of a pair are multiples of --step. Few steps in a span bring what
is degenerate: things that touch, or lie in one line. There single precision
rounds too, unless it holds every multiple of the step, as it does of 0.5. The
same seed and the same options draw the same pairs on every machine.

Exit status: 0 when all went well, 1 when an example was not saved, 2 when the
command line is at fault.";

/// The options of `hitscan compare`.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    /// How many pairs to draw
    #[arg(
        long,
        value_name = "N",
        default_value = "100000",
        value_parser = count,
        allow_negative_numbers = true
    )]
    pub pairs: NonZeroU64,

    /// Where the drawing starts; another seed draws other pairs
    #[arg(
        long,
        value_name = "S",
        default_value = "1",
        value_parser = seed,
        allow_negative_numbers = true
    )]
    pub seed: u64,

    /// What a pair is
    #[arg(long, value_enum, default_value_t = Kind::LaserLaser)]
    pub kind: Kind,

    /// Coordinates are drawn from 0 to this
    #[arg(
        long,
        value_name = "UNITS",
        default_value = "12",
        value_parser = units,
        allow_negative_numbers = true
    )]
    pub span: Milli,

    /// Every number is a multiple of this
    #[arg(
        long,
        value_name = "UNITS",
        default_value = "0.6",
        value_parser = units,
        allow_negative_numbers = true
    )]
    pub step: Milli,

    /// Of a frame: velocities are drawn from minus this to this, in each axis [default: 6]
    #[arg(long, value_name = "UNITS", value_parser = units, allow_negative_numbers = true)]
    pub velocity: Option<Milli>,

    /// Of a frame: which ways one box moves against the other [default: any]
    #[arg(long, value_enum)]
    pub angle: Option<Angle>,

    /// How to print what was found
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,

    /// Write the smallest examples to this directory, one scene file each
    ///
    /// The directory is made if need be. A file that is there already stays as it is.
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,
}

/// How to print what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table, and each example as a line for `hitscan query`
    Table,
    /// One JSON object a line, each with an "event"
    Ndjson,
}

impl CompareArgs {
    /// What is to be done, if the options go together.
    ///
    /// # Errors
    /// Names the option at fault and says what would be right.
    pub fn plan(&self) -> Result<Plan, PlanError> {
        if self.kind != Kind::Frame {
            if self.velocity.is_some() {
                return Err(PlanError::OfFrames("--velocity"));
            }
            if self.angle.is_some() {
                return Err(PlanError::OfFrames("--angle"));
            }
        }
        let plan = Plan {
            pairs: self.pairs.get(),
            seed: self.seed,
            kind: self.kind,
            span: self.span,
            step: self.step,
            velocity: self.velocity.unwrap_or(Milli::from_units(6)),
            angle: self.angle.unwrap_or(Angle::Any),
        };
        plan.check()?;
        Ok(plan)
    }
}

fn count(text: &str) -> Result<NonZeroU64, &'static str> {
    text.parse().map_err(|_| "a whole number above 0 would be right")
}

fn seed(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "a whole number from 0 to 18446744073709551615 would be right")
}

fn units(text: &str) -> Result<Milli, String> {
    Milli::parse(text).map_err(|fault| match fault {
        NumberError::NotDecimal => format!("{fault}; one such as 12 or 0.25 would be right"),
        NumberError::TooFine { rounded } => format!("{fault}; {rounded} is nearest"),
        NumberError::OutOfRange { .. } => fault.to_string(),
    })
}
