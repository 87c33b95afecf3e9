//! What a test says to a pair, and which mistakes it makes.

use super::time::Time;
use crate::methods::ClaimedSides;

/// What a test says to a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// Whether the two meet.
    pub hit: bool,
    /// Where, if it names sides: two sides are a tie, of which either will do.
    pub sides: Option<ClaimedSides>,
    /// When, if it says so.
    pub at: Option<SaidMoment>,
}

/// A time as a test says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaidMoment {
    /// A share of the way.
    Share(Time),
    /// A length in place of a share: the share times the root of a whole number of square
    /// thousandths.
    Length(Time, i128),
}

impl Said {
    /// No.
    pub const MISS: Self = Self { hit: false, sides: None, at: None };

    /// Yes or no, and nothing else.
    pub const fn only(hit: bool) -> Self {
        Self { hit, sides: None, at: None }
    }
}

/// Which mistakes of a kind are made: bit `n` is the mistake `n` of [`mistakes_of`](super::mistakes_of).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Switches(u128);

impl Switches {
    /// None.
    pub const NONE: Self = Self(0);

    /// One of them.
    pub const fn one(number: usize) -> Self {
        Self(1 << number)
    }

    /// Whether any of `others` is on.
    pub const fn has(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// All of both.
    pub const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Without `others`.
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Whether none is on.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The numbers of those that are on.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..128).filter(move |&number| self.has(Self::one(number)))
    }
}
