//! What a side method can name, in one type for all of them.

use super::Reason;
use hitscan_geom::{Axis, Side};

/// What a side method answers: the meaning, and how its source writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// What it means.
    pub named: Named,
    /// The token in every format.
    pub label: &'static str,
    /// The source's number for it, if it has numbers.
    pub code: Option<u8>,
    /// Why it is wrong when another face was hit.
    pub(super) if_wrong: Reason,
}

/// The meaning of a side method's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    /// The boxes do not meet.
    Nothing,
    /// This side of b.
    Side(Side),
    /// One of the two sides of b across this axis.
    Axis(Axis),
    /// Both axes at once.
    Corner,
    /// The boxes meet, but neither moves relative to the other.
    Impossible,
}

impl Named {
    /// The axes it names: none, one, or both at a corner.
    #[must_use]
    pub fn axes(self) -> &'static [Axis] {
        match self {
            Self::Nothing | Self::Impossible => &[],
            Self::Corner => &Axis::ALL,
            Self::Axis(Axis::X) | Self::Side(Side::Left | Side::Right) => &[Axis::X],
            Self::Axis(Axis::Y) | Self::Side(Side::Top | Side::Bottom) => &[Axis::Y],
        }
    }
}
