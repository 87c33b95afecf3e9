//! The two axes, the four sides of a box, and sets of sides.
//!
//! Which sides are hit is decided in `relate/segments.rs` for lasers and in `sweep.rs` for boxes.

use std::fmt;

/// One of the two axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// Left to right.
    X,
    /// Top to bottom.
    Y,
}

/// A side of a box, in the order in which sides are listed. y grows downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side with the least x.
    Left,
    /// The side with the least y.
    Top,
    /// The side with the greatest x.
    Right,
    /// The side with the greatest y.
    Bottom,
}

impl Axis {
    /// Both axes, x first.
    pub const ALL: [Self; 2] = [Self::X, Self::Y];

    /// Its token, as `Display` writes it: `x`, `y`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
        }
    }

    /// The sides with the least and with the greatest coordinate along this axis.
    #[must_use]
    pub const fn sides(self) -> [Side; 2] {
        match self {
            Self::X => [Side::Left, Side::Right],
            Self::Y => [Side::Top, Side::Bottom],
        }
    }
}

impl Side {
    /// All sides, in the order in which they are listed.
    pub const ALL: [Self; 4] = [Self::Left, Self::Top, Self::Right, Self::Bottom];

    /// Its token, as `Display` writes it: `left`, `top`, `right`, `bottom`.
    #[must_use]
    pub const fn token(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Top => "top",
            Self::Right => "right",
            Self::Bottom => "bottom",
        }
    }

    /// The side across from this one.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Top => Self::Bottom,
            Self::Right => Self::Left,
            Self::Bottom => Self::Top,
        }
    }

    /// The axis perpendicular to this side.
    #[must_use]
    pub const fn axis(self) -> Axis {
        match self {
            Self::Left | Self::Right => Axis::X,
            Self::Top | Self::Bottom => Axis::Y,
        }
    }

    const fn bit(self) -> u8 {
        match self {
            Self::Left => 1,
            Self::Top => 2,
            Self::Right => 4,
            Self::Bottom => 8,
        }
    }
}

/// A set of sides: none, one, or the two that meet at a corner.
///
/// ```
/// use hitscan_geom::{Side, Sides};
/// let corner = Sides::from(Side::Top).with(Side::Left);
/// assert_eq!(corner.to_string(), "left+top");
/// assert!(corner.contains(Side::Left) && !corner.contains(Side::Right));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Sides(u8);

impl Sides {
    /// No side.
    pub const NONE: Self = Self(0);

    /// This set plus `side`.
    #[must_use]
    pub const fn with(self, side: Side) -> Self {
        Self(self.0 | side.bit())
    }

    /// Whether the set contains `side`.
    #[must_use]
    pub const fn contains(self, side: Side) -> bool {
        self.0 & side.bit() != 0
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of sides in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The sides in the order left, top, right, bottom.
    pub fn iter(self) -> impl Iterator<Item = Side> {
        Side::ALL.into_iter().filter(move |&side| self.contains(side))
    }
}

impl From<Side> for Sides {
    fn from(side: Side) -> Self {
        Self::NONE.with(side)
    }
}

impl FromIterator<Side> for Sides {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Self {
        sides.into_iter().fold(Self::NONE, Self::with)
    }
}

/// `left`, `left+top` at a corner, or the empty text.
impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, side) in self.iter().enumerate() {
            f.write_str(if index > 0 { "+" } else { "" })?;
            f.write_str(side.token())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
