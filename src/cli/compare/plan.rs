//! What a comparison draws, checked.

use clap::ValueEnum;
use thiserror::Error;

use hitscan_geom::Milli;

/// What a pair is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Two lasers
    LaserLaser,
    /// A box and a laser
    BoxLaser,
    /// Two boxes
    BoxBox,
    /// A polygon of 3 to 6 vertices and a laser
    PolygonLaser,
    /// Two regions, at least one of them a polygon
    RegionRegion,
    /// Two small boxes in one frame, one moving against the other
    Frame,
}

/// Which ways one box moves against the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Angle {
    /// All ways
    Any,
    /// As far along x as along y
    #[value(name = "45")]
    Diagonal,
}

/// What a comparison draws; from [`CompareArgs::plan`](super::CompareArgs::plan).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub(super) pairs: u64,
    pub(super) seed: u64,
    pub(super) kind: Kind,
    pub(super) span: Milli,
    pub(super) step: Milli,
    pub(super) velocity: Milli,
    pub(super) angle: Angle,
}

/// Options that do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// A step of 0 or less.
    #[error("--step {0}: a step is above 0")]
    NoStep(Milli),
    /// A span in which no two places are one step apart.
    #[error("--span {span}: no two places in it are --step {step} apart; it must be at least that")]
    NoRoom {
        /// The span.
        span: Milli,
        /// The step.
        step: Milli,
    },
    /// A velocity below one step: nothing would move.
    #[error("--velocity {velocity}: less than --step {step}, so that nothing would move")]
    NoMotion {
        /// The velocity.
        velocity: Milli,
        /// The step.
        step: Milli,
    },
    /// A frame could end beyond the plane.
    #[error(
        "--span {span} and --velocity {velocity} lead beyond ±{}; together they must not",
        Milli::LIMIT
    )]
    TooFar {
        /// The span.
        span: Milli,
        /// The velocity.
        velocity: Milli,
    },
    /// An option that frames alone have.
    #[error("{0} goes with --kind frame only")]
    OfFrames(&'static str),
}

impl Kind {
    /// The token in every format.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::LaserLaser => "laser-laser",
            Self::BoxLaser => "box-laser",
            Self::BoxBox => "box-box",
            Self::PolygonLaser => "polygon-laser",
            Self::RegionRegion => "region-region",
            Self::Frame => "frame",
        }
    }
}

impl Angle {
    /// The token in every format: `any`, `45`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Diagonal => "45",
        }
    }
}

impl Plan {
    pub(super) fn check(&self) -> Result<(), PlanError> {
        let Self { span, step, velocity, .. } = *self;
        if step <= Milli::ZERO {
            return Err(PlanError::NoStep(step));
        }
        if span < step {
            return Err(PlanError::NoRoom { span, step });
        }
        if self.kind == Kind::Frame {
            if velocity < step {
                return Err(PlanError::NoMotion { velocity, step });
            }
            if span + velocity > Milli::LIMIT {
                return Err(PlanError::TooFar { span, velocity });
            }
        }
        Ok(())
    }
}

/// `2 boxes …`: what was drawn, for the head of a table.
impl std::fmt::Display for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { pairs, seed, kind, span, step, velocity, angle } = *self;
        let s = if pairs == 1 { "" } else { "s" };
        write!(f, "{pairs} pair{s}: {}, seed {seed}, span {span}, step {step}", kind.token())?;
        if kind == Kind::Frame {
            write!(f, ", velocity {velocity}, angle {}", angle.token())?;
        }
        Ok(())
    }
}
