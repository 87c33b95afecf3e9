//! The options of `hitscan compare`.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::ValueEnum;

use super::plan::{Angle, ComparePlan, ComparedPair, PlanError};
use crate::cli::ListFormat;
use crate::cli::options::AnswersArgs;
use crate::cli::reasons;
use hitscan_core::methods::Requested;
use hitscan_geom::{Milli, NumberError};

const EXAMPLES: &str = "\
Examples:
  hitscan compare                              two lasers, 10 000 times
  hitscan compare --kind frame --save out      boxes that move into each other,
                                               and the smallest examples in out/
  hitscan compare | grep '^{' | hitscan query  the exact answers to the examples

All numbers of a pair are multiples of --step. Few steps in a span make many
degenerate pairs: shapes that touch, or lie in one line. Single precision then
rounds too, unless every multiple of the step fits it, as with 0.5. The same
seed and options generate the same pairs on every machine.

Exit status: 0 if all went well, 1 if an example was not saved, 2 if the
command line is wrong.";

/// A table of another kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareTable {
    /// How often each side method is right, wrong and silent, by speed and angle
    Speeds,
}

/// The options of `hitscan compare`.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", reasons()))]
pub struct CompareArgs {
    /// What a pair is
    #[arg(long, value_enum, default_value_t = ComparedPair::LaserLaser)]
    pub kind: ComparedPair,

    /// Random pairs.
    #[command(flatten)]
    pub random: PairsArgs,

    /// Which methods are compared.
    #[command(flatten)]
    pub answers: AnswersArgs,

    /// For frames: count how often each side method is right, by speed and angle
    ///
    /// Needs --kind frame, and looks at frames of its own: boxes that hit each other
    /// on one side, at a quarter, one and three box widths a frame.
    #[arg(long, value_enum, conflicts_with_all = ["save", "span", "step", "velocity", "angle", "methods", "readings"])]
    pub table: Option<CompareTable>,

    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ListFormat,

    /// Write the smallest examples to this directory, one scene file each
    ///
    /// Creates the directory if needed; never overwrites a file.
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,
}

/// Random pairs.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args)]
pub struct PairsArgs {
    /// How many random pairs [default: 10000]
    #[arg(long, value_name = "N", value_parser = pairs, allow_negative_numbers = true)]
    pub pairs: Option<u64>,

    /// The seed of the random numbers
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

    /// Every number is a multiple of this
    #[arg(
        long,
        value_name = "UNITS",
        default_value = "1",
        value_parser = units,
        allow_negative_numbers = true
    )]
    pub step: Milli,

    /// For frames: the greatest velocity along each axis [default: 6]
    #[arg(long, value_name = "UNITS", value_parser = units, allow_negative_numbers = true)]
    pub velocity: Option<Milli>,

    /// For frames: the direction of the relative motion [default: any]
    #[arg(long, value_enum)]
    pub angle: Option<Angle>,
}

impl PairsArgs {
    /// The random pairs there are unless told.
    const PAIRS: u64 = 10_000;

    /// Which pairs to generate, if the options are compatible.
    ///
    /// # Errors
    /// Names the wrong option and says what would be right.
    pub fn plan(&self, kind: ComparedPair, requested: Requested) -> Result<ComparePlan, PlanError> {
        let (velocity, angle) = self.motion(kind)?;
        let plan = ComparePlan {
            pairs: self.pairs.unwrap_or(Self::PAIRS),
            seed: self.seed,
            kind,
            span: self.span,
            step: self.step,
            velocity,
            angle,
            requested,
        };
        plan.check()?;
        Ok(plan)
    }
}

impl PairsArgs {
    /// The velocity and the angle, if they apply to pairs of this kind.
    fn motion(&self, kind: ComparedPair) -> Result<(Milli, Angle), PlanError> {
        let given = [self.velocity.map(|_| "--velocity"), self.angle.map(|_| "--angle")];
        if let Some(option) =
            given.into_iter().flatten().next().filter(|_| kind != ComparedPair::Frame)
        {
            return Err(PlanError::OfFrames(option));
        }
        let velocity = self.velocity.unwrap_or(Milli::from_units(6));
        Ok((velocity, self.angle.unwrap_or(Angle::Any)))
    }
}

/// A number of pairs; 0 asks only the named ones.
fn pairs(text: &str) -> Result<u64, String> {
    if text == "0" {
        return Ok(0);
    }
    count(text).map(Into::into).map_err(|_| "expected a whole number from 0 on".to_owned())
}

impl CompareArgs {
    /// What to do, if the options are compatible.
    ///
    /// # Errors
    /// Names the wrong option and says what would be right.
    pub fn plan(&self) -> Result<ComparePlan, PlanError> {
        let requested = self.answers.of.methods.clone().unwrap_or_default();
        let requested = if self.answers.readings { requested.with_readings() } else { requested };
        let plan = self.random.plan(self.kind, requested)?;
        if self.table.is_some() && self.kind != ComparedPair::Frame {
            return Err(PlanError::SpeedsOfFrames);
        }
        if plan.pairs == 0 {
            return Err(PlanError::NoPairs);
        }
        Ok(plan)
    }
}

fn count(text: &str) -> Result<NonZeroU64, &'static str> {
    text.parse().map_err(|_| "expected a whole number above 0")
}

fn seed(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "expected a whole number from 0 to 18446744073709551615")
}

fn units(text: &str) -> Result<Milli, String> {
    Milli::parse(text).map_err(|fault| match fault {
        NumberError::NotDecimal => {
            "expected a number such as 12 or 0.25, without an exponent".to_owned()
        }
        NumberError::TooFine { rounded } => format!("{fault}; {rounded} is nearest"),
        NumberError::BetweenSteps { .. } | NumberError::OutOfRange { .. } => fault.to_string(),
    })
}
