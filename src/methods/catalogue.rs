//! Which methods there are, and all of them asked about one pair.

use super::{Against, Reason};
use crate::geom::{Meeting, Moving, Shape, Side, Sides, Swept};

/// A method that says whether two shapes meet, in the order of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// Two lasers: do both straddle the line of the other?
    Straddle,
    /// Two lasers: do they cross properly?
    Proper,
    /// Two boxes: are the centres nearer than half the sizes?
    CenterDistance,
    /// Two boxes: the four relations of their edges.
    EdgeRelations,
    /// A region and anything: does an edge straddle?
    Edges,
}

impl Method {
    /// The id in every format.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Straddle => "straddle",
            Self::Proper => "proper",
            Self::CenterDistance => "center-distance",
            Self::EdgeRelations => "edge-relations",
            Self::Edges => "edges",
        }
    }
}

/// A method that says from which side one box runs into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum SideMethod {
    /// The exact one.
    #[default]
    Swept,
    /// From the positions at the end of the frame.
    RelativeVelocity,
    /// From the depth that is about to be.
    PredictCorner,
}

impl SideMethod {
    /// All, the exact one first.
    pub const ALL: [Self; 3] = [Self::Swept, Self::RelativeVelocity, Self::PredictCorner];

    /// The id in every format.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Swept => "swept",
            Self::RelativeVelocity => "relative-velocity",
            Self::PredictCorner => "predict-corner",
        }
    }
}

/// What a formula is computed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arithmetic {
    /// Integers: the formula's own blind spots show.
    Exact,
    /// Single precision, as the source wrote it.
    F32,
}

impl Arithmetic {
    /// The token in every format: `exact`, `f32`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::F32 => "f32",
        }
    }
}

/// Whether `center-distance` and `edge-relations` count touching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Contact {
    /// As each source has it: strict for the first, inclusive for the second.
    #[default]
    Source,
    /// Touching counts.
    Inclusive,
    /// Touching does not count.
    Strict,
}

impl Contact {
    /// All, the default first.
    pub const ALL: [Self; 3] = [Self::Source, Self::Inclusive, Self::Strict];

    /// The token in every format.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Inclusive => "inclusive",
            Self::Strict => "strict",
        }
    }
}

/// What one method says in one arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The method.
    pub method: Method,
    /// The arithmetic.
    pub arithmetic: Arithmetic,
    /// Its yes or no.
    pub hit: bool,
    /// Box × laser by `edges`: the edges that hit, to be listed in test order
    /// (top, right, bottom, left).
    pub edges: Option<Sides>,
    /// What that is worth.
    pub against: Against,
    /// Why it differs.
    pub reason: Option<Reason>,
}

/// What `relative-velocity` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SideCode {
    /// Code 0: they do not meet at the end.
    None,
    /// Codes 1 to 4: left, top, right, bottom.
    Side(Side),
    /// Code 5: they meet but nothing moves.
    Impossible,
}

/// What `predict-corner` names: an axis, by its source's own labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CornerLabel {
    /// No hit.
    None,
    /// The x axis, in the edge branch.
    LeftRight,
    /// The y axis, in the edge branch.
    TopBottom,
    /// Both at once.
    Corner,
    /// The x axis, in the corner branch.
    CornerLeftRight,
    /// The y axis, in the corner branch.
    CornerTopBottom,
}

/// What a side method names, and what that is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideVerdict<T> {
    /// What it names.
    pub named: T,
    /// Against `swept`.
    pub against: Against,
    /// Why it differs.
    pub reason: Option<Reason>,
}

/// What all side methods say of two boxes in one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameVerdicts {
    /// The exact answer.
    pub swept: Swept,
    /// 動的当たり判定.
    pub relative_velocity: SideVerdict<SideCode>,
    /// 矩形同士の当たり判定.
    pub predict_corner: SideVerdict<CornerLabel>,
}

/// What every method that applies to this pair says, in the order of the
/// catalogue, each exact first and then in f32. `meeting` is the exact answer
/// for the same pair.
#[must_use]
pub fn verdicts(a: &Shape, b: &Shape, meeting: &Meeting, contact: Contact) -> Vec<Verdict> {
    let _ = (a, b, meeting, contact);
    unimplemented!()
}

/// What the three side methods say when `a` runs into `b` in one frame.
#[must_use]
pub fn frame_verdicts(a: &Moving, b: &Moving) -> FrameVerdicts {
    let _ = (a, b);
    unimplemented!()
}
