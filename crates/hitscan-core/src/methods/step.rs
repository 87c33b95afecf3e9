//! The steps by which the methods decide, as data.
//!
//! Like [`hitscan_geom::Step`], they hold numbers and no text. Quantities on both axes are
//! arrays, x first.

use super::agreement::SideClaim;
use super::number::Number;
use super::placement::Placement;
use hitscan_geom::{Aabb, Axis, Milli, Operand, Side, Trace, Vector};

/// One step of a method.
#[derive(Clone, Debug, PartialEq)]
pub enum MethodStep {
    /// `swept`: a step of the exact answer.
    Exact(hitscan_geom::Step),
    /// `straddle`, `proper`, `edges`: on which side of a line two ends lie.
    Straddle(Straddle),
    /// `proper`: the cross product of the two directions.
    Directions {
        /// The cross product.
        cross: Number,
        /// Whether it is 0, which is a miss.
        parallel: bool,
    },
    /// `edges`: whether any edge of the region straddles the laser.
    AnyEdge {
        /// Whether an edge straddles.
        straddles: bool,
    },
    /// `edges`: a pair of edges of the two regions straddles.
    PairStraddles,
    /// `edges`: no pair of edges straddles.
    NoPairStraddles {
        /// How many pairs there are.
        pairs: usize,
    },
    /// `center-distance`: the comparison along one axis.
    CentreDistance(CentreDistance),
    /// A comparison of an edge of the first box with an edge of the second.
    CompareEdges(CompareEdges),
    /// `predict-corner`: whether the boxes start in the corner region.
    CornerRegion {
        /// The distance of the centres at the start.
        distance: [Number; 2],
        /// Half the summed sizes.
        half_sizes: [Number; 2],
        /// Whether the distance is greater along both axes.
        inside: bool,
    },
    /// `predict-corner`: whether the boxes meet after the move.
    AfterMove {
        /// The relative motion.
        velocity: [Number; 2],
        /// The distance of the centres after the move.
        distance: [Number; 2],
        /// Half the summed sizes.
        half_sizes: [Number; 2],
        /// Whether the distance is no greater than half the sizes on both axes.
        meet: bool,
    },
    /// `predict-corner`: the depths after the move select the label.
    Depths {
        /// The depths.
        depth: [Number; 2],
        /// What it names.
        claim: SideClaim,
    },
    /// `relative-velocity`: whether the boxes meet at the end of the frame.
    FrameEnd {
        /// The first box at the end.
        a: Aabb,
        /// The second box at the end.
        b: Aabb,
        /// Whether they meet there.
        meet: bool,
    },
    /// `relative-velocity`: the motion is along one axis or zero, which determines the side.
    OneAxis {
        /// The relative motion.
        velocity: Vector,
        /// What it names.
        claim: SideClaim,
    },
    /// `relative-velocity`: the cross product of overshoot and motion.
    Overshoot {
        /// How far the leading corner has passed the corner that it met first.
        overshoot: [Number; 2],
        /// The relative motion.
        velocity: Vector,
        /// Their cross product.
        cross: Number,
    },
    /// `relative-velocity`, as printed: the product with exchanged components.
    PrintedProduct {
        /// How far the leading corner has passed the corner that it met first.
        overshoot: [Number; 2],
        /// The relative motion.
        velocity: Vector,
        /// `r.x * v.x - r.y * v.y`.
        product: Number,
    },
    /// `proper`, as printed: the product about b's line.
    PrintedHalf {
        /// The two cross products.
        factors: [Number; 2],
        /// Their product.
        product: Number,
        /// Whether it is below 0.
        holds: bool,
        /// Whether this determines the answer.
        decides: bool,
    },
    /// `sat`: the ranges of both regions along the normal of an edge.
    Projection(Projection),
    /// `slab`: when the laser passes the edges of the box along one axis.
    SlabAxis(SlabAxis),
    /// `slab`: whether it enters both slabs before it leaves either.
    SlabOrder {
        /// tmin and tmax.
        times: [Number; 2],
        /// Whether tmin is no greater than tmax.
        hit: bool,
    },
    /// A step of a method that looks at two boxes within a frame.
    Frame(FrameStep),
    /// `relative-velocity`: the sign of that cross product selects the axis.
    LastEntered {
        /// How the cross product is compared with 0.
        operator: Operator,
        /// Whether the comparison holds, which means that x was entered last.
        x_last: bool,
        /// The side that the method names.
        side: Side,
    },
    /// A test of a point that belongs to a single method.
    PointTest(PointTest),
    /// `even-odd`, `winding`: an edge of a region, and a point.
    PointEdge(PointEdge),
    /// `even-odd`, `winding`: what all edges add up to.
    PointSum(PointSum),
}

/// What an edge of a region adds to the count about a point.
#[derive(Clone, Debug, PartialEq)]
pub struct PointEdge {
    /// The edge.
    pub edge: Edge,
    /// The point.
    pub point: [Number; 2],
    /// Where the edge lies.
    pub found: EdgeAtLevel,
    /// What it adds.
    pub adds: i32,
}

/// How an edge lies to the level of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EdgeAtLevel {
    /// `even-odd`: it does not cross the level.
    Elsewhere,
    /// `even-odd`: it crosses the level at this x.
    Crossing(Number),
    /// `winding`: it does not cross the level.
    Beside,
    /// `winding`: it crosses the level downwards; the cross product with the point.
    Down(Number),
    /// `winding`: it crosses the level upwards; the cross product with the point.
    Up(Number),
    /// `winding`: the point lies on it.
    On,
}

/// What the edges of a region add up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointSum {
    /// `even-odd`: how many edges cross the level to the right of the point.
    Crossings {
        /// How many.
        count: i32,
        /// Whether they are an odd number.
        hit: bool,
    },
    /// `winding`: how often the outline winds around the point.
    Turns {
        /// How often, negative to the left.
        sum: i32,
        /// Whether it does at all.
        hit: bool,
    },
}

/// A test of a point that needs no layout of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct PointTest {
    /// What is tested, in the notation of the catalogue; `{a}` and `{b}` stand for the two names,
    /// `{point}` for the point.
    pub formula: &'static str,
    /// The point.
    pub point: [Number; 2],
    /// Whether the test holds.
    pub holds: bool,
    /// Whether this determines the answer.
    pub decides: bool,
}

/// Whether the two ends of one segment lie on different sides of the other's line, by the product
/// of their orientations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Straddle {
    /// What the two segments are.
    pub segments: Segments,
    /// Which segment's ends.
    pub ends_of: Operand,
    /// The orientations of the ends about the other's line.
    pub orientations: [Number; 2],
    /// Their product.
    pub product: Number,
    /// How the product is compared with 0.
    pub operator: Operator,
    /// Whether the comparison holds.
    pub holds: bool,
    /// Whether this determines the answer.
    pub decides: bool,
}

/// What the segments `a` and `b` of a [`Straddle`] are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segments {
    /// Two lasers.
    Lasers,
    /// `a` is this edge of a region, `b` a laser.
    EdgeAndLaser(Edge),
    /// Both are edges of regions, by their indices.
    Edges([usize; 2]),
}

/// An edge of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// A box's.
    Side(Side),
    /// A polygon's: from the vertex with this index to the next one.
    Index(usize),
}

/// The centres of two boxes along one axis, compared with half the summed sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CentreDistance {
    /// The axis.
    pub axis: Axis,
    /// The two centres.
    pub centres: [Number; 2],
    /// The distance between them.
    pub distance: Number,
    /// The sizes of the two boxes along the axis.
    pub sizes: [Number; 2],
    /// Half the sum of the sizes.
    pub half_sizes: Number,
    /// How the distance is compared with it.
    pub operator: Operator,
    /// Whether the comparison holds.
    pub holds: bool,
    /// Whether this determines the answer.
    pub decides: bool,
}

/// The ranges of two regions along the normal of an edge, as lengths multiplied by that
/// of the edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// Which region's edge.
    pub of: Operand,
    /// The edge.
    pub edge: Edge,
    /// The range of the first region.
    pub a: [Number; 2],
    /// The range of the second region.
    pub b: [Number; 2],
    /// Whether they are apart.
    pub apart: bool,
    /// Whether this determines the answer.
    pub decides: bool,
}

/// A laser and the two edges of a box along one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlabAxis {
    /// The axis.
    pub axis: Axis,
    /// The low edge and the high one.
    pub edges: [Number; 2],
    /// Where the laser starts.
    pub origin: Number,
    /// Its displacement along the axis.
    pub way: Number,
    /// When it passes the edges.
    pub times: SlabTimes,
}

/// When a laser passes the two edges of a box along one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SlabTimes {
    /// The low edge, then the high one.
    Times([Number; 2]),
    /// The laser does not move along the axis, and lies between the edges.
    Always,
    /// The laser does not move along the axis, and lies beyond one of the edges.
    Never,
}

/// An edge of the first box against an edge of the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompareEdges {
    /// The edge of the first box.
    pub a: BoxEdge,
    /// How the two are compared.
    pub operator: Operator,
    /// The edge of the second box.
    pub b: BoxEdge,
    /// Whether the comparison holds.
    pub holds: bool,
    /// Whether this determines the answer.
    pub decides: bool,
}

/// An edge of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxEdge {
    /// The side.
    pub side: Side,
    /// Its coordinate along the axis of the side.
    pub at: Number,
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Operator {
    /// The sign in every format.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }

    /// The operator with its operands exchanged.
    pub const fn reversed(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
        }
    }

    /// Whether the comparison holds.
    pub fn holds<N: PartialOrd + Copy>(self, left: N, right: N) -> bool {
        match self {
            Self::Less => left < right,
            Self::LessOrEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterOrEqual => left >= right,
        }
    }
}

impl MethodStep {
    /// Whether this step alone determines the answer.
    pub const fn decides(&self) -> bool {
        match self {
            Self::Exact(step) => step.decides(),
            Self::Straddle(Straddle { decides, .. })
            | Self::CentreDistance(CentreDistance { decides, .. })
            | Self::CompareEdges(CompareEdges { decides, .. })
            | Self::Projection(Projection { decides, .. })
            | Self::PrintedHalf { decides, .. }
            | Self::PointTest(PointTest { decides, .. }) => *decides,
            Self::PointEdge(PointEdge { found, .. }) => matches!(found, EdgeAtLevel::On),
            Self::SlabAxis(SlabAxis { times, .. }) => matches!(times, SlabTimes::Never),
            Self::Frame(step) => step.decides(),
            Self::Directions { parallel, .. } => *parallel,
            Self::AfterMove { meet, .. } | Self::FrameEnd { meet, .. } => !*meet,
            Self::NoPairStraddles { .. }
            | Self::PointSum(_)
            | Self::Depths { .. }
            | Self::OneAxis { .. }
            | Self::SlabOrder { .. }
            | Self::LastEntered { .. } => true,
            Self::AnyEdge { .. }
            | Self::PairStraddles
            | Self::CornerRegion { .. }
            | Self::PrintedProduct { .. }
            | Self::Overshoot { .. } => false,
        }
    }
}

/// A sink that wraps steps of the exact answer in steps of the methods.
pub(super) struct ExactSteps<'a, T>(pub(super) &'a mut T);

impl<T: Trace<MethodStep>> Trace for ExactSteps<'_, T> {
    fn step(&mut self, make: impl FnOnce() -> hitscan_geom::Step) {
        self.0.step(|| MethodStep::Exact(make()));
    }
}

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
    /// `previous-frame`: along which axes the boxes were apart, or touched, at the start.
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
    pub const fn decides(&self) -> bool {
        match self {
            Self::PartEnd { decides, .. } => *decides,
            Self::AxisMove { side, .. } => side.is_some(),
            Self::WaysOut { .. } | Self::CentreAngle { .. } | Self::ApartAtStart { .. } => true,
        }
    }
}
