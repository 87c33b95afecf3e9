//! What a method's answer is worth: the judgement and its reason codes.

use super::catalogue::{CornerLabel, Method, SideCode};
use hitscan_geom::{Axis, Relation, Side, Swept};

/// A method's answer against the exact one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Agreement {
    /// They say the same.
    Agrees,
    /// They differ only where an author may choose.
    Convention,
    /// A miss of a real crossing, or a hit of things apart.
    Wrong,
    /// The question does not arise: the boxes were inside each other before.
    NotApplicable,
}

impl Agreement {
    /// The token in every format.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Convention => "convention",
            Self::Wrong => "wrong",
            Self::NotApplicable => "not-applicable",
        }
    }
}

/// Why a method differs from the exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// They lie in one line, apart.
    CollinearApart,
    /// A laser of length 0 has no direction.
    ZeroLength,
    /// They only touch.
    Touching,
    /// Parallel lasers are turned away.
    Parallel,
    /// One lies inside the other and meets no edge.
    InsideUnseen,
    /// Single precision made another answer of it.
    Rounding,
    /// Past each other at the end of the frame.
    Tunnelled,
    /// Sliding along.
    Flush,
    /// Both sides at once; one is named.
    CornerTie,
    /// Equal depth, yet one face was hit.
    SquareOverlap,
    /// The corner labels are the wrong way round.
    LabelsSwapped,
    /// The shallower axis was taken.
    AxisGuess,
    /// Nothing moves against the other.
    NoMotion,
}

impl Reason {
    /// All of them, in the order of their codes in the tables of methods.
    pub const ALL: [Self; 13] = [
        Self::CollinearApart,
        Self::ZeroLength,
        Self::Touching,
        Self::Parallel,
        Self::InsideUnseen,
        Self::Rounding,
        Self::Tunnelled,
        Self::Flush,
        Self::CornerTie,
        Self::SquareOverlap,
        Self::LabelsSwapped,
        Self::AxisGuess,
        Self::NoMotion,
    ];

    /// The code in every format.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::CollinearApart => "collinear-apart",
            Self::ZeroLength => "zero-length",
            Self::Touching => "touching",
            Self::Parallel => "parallel",
            Self::InsideUnseen => "inside-unseen",
            Self::Rounding => "rounding",
            Self::Tunnelled => "tunnelled",
            Self::Flush => "flush",
            Self::CornerTie => "corner-tie",
            Self::SquareOverlap => "square-overlap",
            Self::LabelsSwapped => "labels-swapped",
            Self::AxisGuess => "axis-guess",
            Self::NoMotion => "no-motion",
        }
    }
}

impl Agreement {
    /// What a yes or no is worth against the exact relation.
    pub(super) fn of_hit(method: Method, hit: bool, relation: Relation) -> Self {
        let turns_parallel_away = method == Method::Proper && relation == Relation::Overlaps;
        if hit == relation.is_hit() {
            Self::Agrees
        } else if relation == Relation::Touches || turns_parallel_away {
            Self::Convention
        } else {
            Self::Wrong
        }
    }
}

impl Reason {
    /// Why the exact form of a method differs from the relation, if it does.
    /// `is_point`: a laser of the pair has length 0.
    pub(super) fn of_hit(
        method: Method,
        hit: bool,
        relation: Relation,
        is_point: bool,
    ) -> Option<Self> {
        match (hit, relation.is_hit()) {
            (true, true) | (false, false) => None,
            (true, false) if is_point => Some(Self::ZeroLength),
            (true, false) => Some(Self::CollinearApart),
            (false, true) => Some(match (method, relation) {
                (Method::Straddle | Method::Edges, _) => Self::InsideUnseen,
                (Method::Proper, Relation::Overlaps) => Self::Parallel,
                (Method::Proper | Method::CenterDistance | Method::EdgeRelations, _) => {
                    Self::Touching
                }
            }),
        }
    }
}

/// What a side method claims, for the judgement.
#[derive(Clone, Copy)]
pub(super) enum Claim {
    /// They do not meet.
    Nothing,
    /// They meet, but nothing moves.
    NoMotion,
    /// Both sides at once.
    Corner,
    /// This side.
    Side(Side),
    /// One of the two sides across this axis.
    Axis(Axis, Branch),
}

/// Which branch of `predict-corner` spoke.
#[derive(Clone, Copy)]
pub(super) enum Branch {
    Corner,
    Edge,
}

impl From<SideCode> for Claim {
    fn from(code: SideCode) -> Self {
        match code {
            SideCode::None => Self::Nothing,
            SideCode::Side(side) => Self::Side(side),
            SideCode::Impossible => Self::NoMotion,
        }
    }
}

impl From<CornerLabel> for Claim {
    fn from(label: CornerLabel) -> Self {
        match label {
            CornerLabel::None => Self::Nothing,
            CornerLabel::LeftRight => Self::Axis(Axis::X, Branch::Edge),
            CornerLabel::TopBottom => Self::Axis(Axis::Y, Branch::Edge),
            CornerLabel::Corner => Self::Corner,
            CornerLabel::CornerLeftRight => Self::Axis(Axis::X, Branch::Corner),
            CornerLabel::CornerTopBottom => Self::Axis(Axis::Y, Branch::Corner),
        }
    }
}

/// What a claim is worth against the exact answer: the first rule that fits.
pub(super) fn against_swept(claim: Claim, swept: &Swept) -> (Agreement, Option<Reason>) {
    let wrong = |reason| (Agreement::Wrong, Some(reason));
    let convention = |reason| (Agreement::Convention, Some(reason));
    let agrees = (Agreement::Agrees, None);
    match (claim, *swept) {
        (_, Swept::Overlap { .. }) => (Agreement::NotApplicable, None),
        (Claim::NoMotion, _) => convention(Reason::NoMotion),
        (Claim::Nothing, Swept::Hit { .. }) => wrong(Reason::Tunnelled),
        (Claim::Nothing, _) => agrees,
        // No method claims anything of boxes that do not meet at the end.
        (_, Swept::Miss) => (Agreement::Wrong, None),
        (_, Swept::Graze { flush: Some(_), .. }) => wrong(Reason::Flush),
        (_, Swept::Graze { flush: None, .. }) => convention(Reason::Touching),
        (Claim::Corner, Swept::Hit { sides, .. }) if sides.len() == 2 => agrees,
        (_, Swept::Hit { sides, .. }) if sides.len() == 2 => convention(Reason::CornerTie),
        (Claim::Corner, Swept::Hit { .. }) => wrong(Reason::SquareOverlap),
        (Claim::Side(side), Swept::Hit { sides, .. }) if sides.contains(side) => agrees,
        (Claim::Axis(axis, _), Swept::Hit { sides, .. })
            if sides.iter().any(|side| side.axis() == axis) =>
        {
            agrees
        }
        (Claim::Axis(_, Branch::Corner), Swept::Hit { .. }) => wrong(Reason::LabelsSwapped),
        (Claim::Axis(_, Branch::Edge) | Claim::Side(_), Swept::Hit { .. }) => {
            wrong(Reason::AxisGuess)
        }
    }
}
