//! The steps of methods that look at two boxes within a frame.

use crate::methods::placement::Placement;
use crate::methods::{Number, SideClaim};
use hitscan_geom::{Axis, Milli, Side, Vector};

/// A step of a method that looks at two boxes within a frame.
#[derive(Clone, Debug, PartialEq)]
pub enum FrameStep {
    /// `sampled`, `substeps`: whether the boxes meet at the end of an equal part of the frame.
    PartEnd {
        /// How many parts have passed.
        part: i64,
        /// The gaps there; negative where ranges overlap.
        gaps: [Number; 2],
        /// Whether they meet there.
        meet: bool,
        /// Whether this determines the answer.
        decides: bool,
    },
    /// `least-overlap`: the distance out through each side, in the order of [`Side::ALL`].
    WaysOut {
        /// The depths.
        depths: [Number; 4],
        /// What it names.
        claim: SideClaim,
    },
    /// `center-angle`: the direction from the centre of b to that of a.
    CentreAngle {
        /// From centre to centre.
        offset: [Number; 2],
        /// Half the summed sizes.
        half_sizes: [Number; 2],
        /// `|d.x| * H` and `|d.y| * W`.
        products: [Number; 2],
        /// What it names.
        claim: SideClaim,
    },
    /// `previous-frame`: along which axes the boxes were apart at the start.
    ApartAtStart {
        /// The gaps; negative where ranges overlap.
        gaps: [Number; 2],
        /// The relative motion.
        velocity: Vector,
        /// What it names.
        claim: SideClaim,
    },
    /// `axis-by-axis`: the move along one axis.
    AxisMove {
        /// The axis.
        axis: Axis,
        /// The displacement along it.
        way: Milli,
        /// The gaps along both axes after it.
        gaps: [Number; 2],
        /// The side that the box runs into, if any.
        side: Option<Side>,
    },
}

impl FrameStep {
    /// The number of equal parts that a frame is divided into.
    pub const PARTS: i64 = Placement::PARTS;

    /// Whether this step alone determines the answer.
    #[must_use]
    pub const fn decides(&self) -> bool {
        match self {
            Self::PartEnd { decides, .. } => *decides,
            Self::AxisMove { side, .. } => side.is_some(),
            Self::WaysOut { .. } | Self::CentreAngle { .. } | Self::ApartAtStart { .. } => true,
        }
    }
}
