//! Everything that a side method can name, in one type.

use super::Reason;
use hitscan_geom::{Axis, Side, Sides};

/// The answer of a side method: what it means, and how its source writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SideClaim {
    /// What it means.
    pub named: Named,
    /// The token in every format.
    pub label: &'static str,
    /// The number that the source uses for it, if the source uses numbers.
    pub code: Option<u8>,
    /// Why the claim is wrong if another face was hit.
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
    /// The two sides of b that meet at this corner.
    Sides(Sides),
    /// The boxes meet, but neither moves relative to the other.
    NoMotion,
    /// The boxes meet, but the method finds no side.
    NoSide,
    /// The boxes meet; the method does not decide where.
    Meets,
}

impl SideClaim {
    /// Every label of every side method.
    pub const LABELS: [&'static str; 15] = [
        "left",
        "top",
        "right",
        "bottom",
        "left+top",
        "top+right",
        "left+bottom",
        "right+bottom",
        "left-right",
        "top-bottom",
        "corner",
        "corner-left-right",
        "corner-top-bottom",
        "none",
        "impossible",
    ];
    /// The boxes do not meet.
    pub(super) const NONE: Self = Self::of(Named::Nothing, "none");
    /// The boxes meet, but the method finds no side.
    pub(super) const NO_SIDE: Self = Self::of(Named::NoSide, "impossible");

    pub(super) const fn of(named: Named, label: &'static str) -> Self {
        Self { named, label, code: None, if_wrong: Reason::AxisGuess }
    }

    /// Names at most one side of b along each axis; `NONE` without either.
    pub(super) fn of_sides(x: Option<Side>, y: Option<Side>) -> Self {
        let label = match (x, y) {
            (None, None) => return Self::NONE,
            (Some(side), None) | (None, Some(side)) => {
                return Self::of(Named::Side(side), side.token());
            }
            (Some(Side::Right), Some(Side::Bottom)) => "right+bottom",
            (Some(Side::Right), Some(_)) => "top+right",
            (Some(_), Some(Side::Bottom)) => "left+bottom",
            (Some(_), Some(_)) => "left+top",
        };
        Self::of(Named::Sides(x.into_iter().chain(y).collect()), label)
    }
}

impl Named {
    /// The axes that it names: none, one, or both at a corner.
    #[must_use]
    pub fn axes(self) -> &'static [Axis] {
        match self {
            Self::Nothing | Self::NoMotion | Self::NoSide | Self::Meets => &[],
            Self::Corner | Self::Sides(_) => &Axis::ALL,
            Self::Axis(Axis::X) | Self::Side(Side::Left | Side::Right) => &[Axis::X],
            Self::Axis(Axis::Y) | Self::Side(Side::Top | Side::Bottom) => &[Axis::Y],
        }
    }

    /// The sides of b that it names.
    #[must_use]
    pub fn sides(self) -> Sides {
        match self {
            Self::Side(side) => side.into(),
            Self::Sides(sides) => sides,
            Self::Nothing
            | Self::Axis(_)
            | Self::Corner
            | Self::NoMotion
            | Self::NoSide
            | Self::Meets => Sides::NONE,
        }
    }
}
