//! What a comparison generates, checked.

use clap::ValueEnum;
use thiserror::Error;

use hitscan_core::diagnosis::PairKind;
use hitscan_core::methods::Requested;
use hitscan_geom::Milli;

/// What a pair is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ComparedPair {
    /// Two lasers
    LaserLaser,
    /// A box and a laser
    BoxLaser,
    /// Two boxes
    BoxBox,
    /// A polygon of 3 to 6 vertices and a laser
    PolygonLaser,
    /// Two shapes with an area, at least one a polygon
    RegionRegion,
    /// A box and a point
    BoxPoint,
    /// A polygon of 3 to 6 vertices and a point
    PolygonPoint,
    /// Two small boxes in a frame of relative motion
    Frame,
}

/// The direction of the relative motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Angle {
    /// Any direction
    Any,
    /// As far along x as along y
    #[value(name = "45")]
    Diagonal,
}

/// What a comparison generates, made from its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparePlan {
    pub(in crate::cli) pairs: u64,
    pub(in crate::cli) seed: u64,
    pub(in crate::cli) kind: ComparedPair,
    pub(in crate::cli) span: Milli,
    pub(in crate::cli) step: Milli,
    pub(in crate::cli) velocity: Milli,
    pub(in crate::cli) angle: Angle,
    /// The methods besides those that are always listed.
    pub(in crate::cli) requested: Requested,
}

impl ComparePlan {
    /// What a trial of a kind asks without options, with this many random pairs.
    pub(in crate::cli) fn usual(kind: PairKind, pairs: u64) -> Self {
        let same = ComparedPair::value_variants().iter().find(|it| it.pair_kind() == kind);
        Self {
            pairs,
            seed: 1,
            kind: same.copied().unwrap_or(ComparedPair::BoxLaser),
            span: Milli::from_units(12),
            step: Milli::from_units(1),
            velocity: Milli::from_units(6),
            angle: Angle::Any,
            requested: Requested::Nothing,
        }
    }
}

/// Why options are incompatible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// There is nothing to compare.
    #[error("--pairs 0: must be above 0")]
    NoPairs,
    /// The step is not above 0.
    #[error("--step {0}: must be above 0")]
    NoStep(Milli),
    /// The span is less than a step.
    #[error("--span {span}: must be at least --step {step}")]
    NoRoom {
        /// The span.
        span: Milli,
        /// The step.
        step: Milli,
    },
    /// The velocity is less than a step, so nothing would move.
    #[error("--velocity {velocity}: must be at least --step {step}")]
    NoMotion {
        /// The velocity.
        velocity: Milli,
        /// The step.
        step: Milli,
    },
    /// A frame could end outside the plane.
    #[error(
        "--span {span} and --velocity {velocity}: together they must not exceed {}",
        Milli::LIMIT
    )]
    TooFar {
        /// The span.
        span: Milli,
        /// The velocity.
        velocity: Milli,
    },
    /// The table of speeds is only for frames.
    #[error("--table speeds needs --kind frame")]
    SpeedsOfFrames,
    /// An option that is only for frames, without frames.
    #[error("{0} needs --kind frame")]
    OfFrames(&'static str),
}

impl ComparedPair {
    /// The kind as the catalogue of mistakes knows it.
    pub(in crate::cli) fn pair_kind(self) -> PairKind {
        let same = PairKind::ALL.into_iter().find(|kind| kind.token() == self.token());
        same.unwrap_or(PairKind::BoxLaser)
    }

    /// The token in every format.
    pub const fn token(self) -> &'static str {
        match self {
            Self::LaserLaser => "laser-laser",
            Self::BoxLaser => "box-laser",
            Self::BoxBox => "box-box",
            Self::PolygonLaser => "polygon-laser",
            Self::RegionRegion => "region-region",
            Self::BoxPoint => "box-point",
            Self::PolygonPoint => "polygon-point",
            Self::Frame => "frame",
        }
    }
}

impl Angle {
    /// The token in every format: `any`, `45`.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Diagonal => "45",
        }
    }
}

impl ComparePlan {
    pub(in crate::cli) fn check(&self) -> Result<(), PlanError> {
        let &Self { span, step, velocity, .. } = self;
        if step <= Milli::ZERO {
            return Err(PlanError::NoStep(step));
        }
        if span < step {
            return Err(PlanError::NoRoom { span, step });
        }
        if self.kind == ComparedPair::Frame {
            if velocity < step {
                return Err(PlanError::NoMotion { velocity, step });
            }
            if span.wide() + velocity.wide() > Milli::LIMIT.wide() {
                return Err(PlanError::TooFar { span, velocity });
            }
        }
        Ok(())
    }
}

/// `100 pairs: laser-laser, seed 1, …`: the heading of a table.
impl std::fmt::Display for ComparePlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let &Self { pairs, seed, kind, span, step, velocity, angle, .. } = self;
        let s = if pairs == 1 { "" } else { "s" };
        write!(f, "{pairs} pair{s}: {}, seed {seed}, span {span}, step {step}", kind.token())?;
        if kind == ComparedPair::Frame {
            write!(f, ", velocity {velocity}, angle {}", angle.token())?;
        }
        Ok(())
    }
}
