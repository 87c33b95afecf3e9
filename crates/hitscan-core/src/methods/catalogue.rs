//! Which methods there are, and what an answer of theirs is made of.

use super::{Agreement, Operator, Reason};
use hitscan_geom::{Axis, Side, Sides, Swept};

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
    /// All, in the order of the catalogue.
    pub const ALL: [Self; 5] =
        [Self::Straddle, Self::Proper, Self::CenterDistance, Self::EdgeRelations, Self::Edges];

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

    /// The title of the article it comes from.
    #[must_use]
    pub const fn source(self) -> &'static str {
        match self {
            Self::Straddle | Self::Edges => "矩形と線分の当たり判定",
            Self::Proper => "DirectX「線分と線分の交差判定」で外積を応用する",
            Self::CenterDistance | Self::EdgeRelations => "矩形と矩形の当たり",
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

    /// The title of the article it comes from; the exact one has none.
    #[must_use]
    pub const fn source(self) -> Option<&'static str> {
        match self {
            Self::Swept => None,
            Self::RelativeVelocity => Some("動的当たり判定"),
            Self::PredictCorner => Some("矩形同士の当たり判定(角もあるよ!)"),
        }
    }
}

/// A method of either kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnyMethod {
    /// One that says whether they meet.
    OverlapTest(Method),
    /// One that says from which side.
    SideTest(SideMethod),
}

impl AnyMethod {
    /// The id in every format.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::OverlapTest(method) => method.id(),
            Self::SideTest(method) => method.id(),
        }
    }

    /// The title of the article it comes from; the exact one has none.
    #[must_use]
    pub const fn source(self) -> Option<&'static str> {
        match self {
            Self::OverlapTest(method) => Some(method.source()),
            Self::SideTest(method) => method.source(),
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
pub enum BoundaryRule {
    /// As each source has it: strict for the first, inclusive for the second.
    #[default]
    Source,
    /// Touching counts.
    Inclusive,
    /// Touching does not count.
    Strict,
}

impl BoundaryRule {
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

    /// The comparison that a method makes whose source has `source`.
    pub(super) const fn operator(self, source: Operator) -> Operator {
        match self {
            Self::Source => source,
            Self::Inclusive => Operator::LessOrEqual,
            Self::Strict => Operator::Less,
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
    pub against: Agreement,
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

impl SideCode {
    /// The source's number for it.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Side(Side::Left) => 1,
            Self::Side(Side::Top) => 2,
            Self::Side(Side::Right) => 3,
            Self::Side(Side::Bottom) => 4,
            Self::Impossible => 5,
        }
    }

    /// The token in every format: `none`, a side, `impossible`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Side(side) => side.token(),
            Self::Impossible => "impossible",
        }
    }
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

impl CornerLabel {
    /// The token in every format.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::LeftRight => "left-right",
            Self::TopBottom => "top-bottom",
            Self::Corner => "corner",
            Self::CornerLeftRight => "corner-left-right",
            Self::CornerTopBottom => "corner-top-bottom",
        }
    }

    /// The axis that it names, by its label.
    #[must_use]
    pub const fn axis(self) -> Option<Axis> {
        match self {
            Self::LeftRight | Self::CornerLeftRight => Some(Axis::X),
            Self::TopBottom | Self::CornerTopBottom => Some(Axis::Y),
            Self::None | Self::Corner => None,
        }
    }
}

/// What a side method names, and what that is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideVerdict<T> {
    /// What it names.
    pub named: T,
    /// Against `swept`.
    pub against: Agreement,
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
