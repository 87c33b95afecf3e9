//! Quotients of whole numbers, compared exactly.

use std::cmp::Ordering;

use hitscan_geom::Fraction;

/// A quotient of two whole numbers, or beyond all of them. Unlike [`Fraction`] it is not reduced:
/// it is made and compared millions of times.
#[derive(Clone, Copy, Debug)]
pub enum Time {
    /// Before every time.
    Never,
    /// `over / under`; `under` is positive.
    At {
        /// The numerator.
        over: i128,
        /// The denominator, above 0.
        under: i128,
    },
    /// After every time.
    Forever,
}

impl Time {
    /// The start of a laser or of a frame.
    pub const ZERO: Self = Self::whole(0);

    /// Its end.
    pub const ONE: Self = Self::whole(1);

    /// A whole number.
    pub const fn whole(number: i128) -> Self {
        Self::At { over: number, under: 1 }
    }

    /// `over / under`; a division by 0 is beyond all numbers, or 0 for `0 / 0`.
    pub const fn of(over: i64, under: i64) -> Self {
        #[allow(clippy::cast_lossless, reason = "From is not const")]
        let (over, under) = (over as i128, under as i128);
        if under > 0 {
            Self::At { over, under }
        } else if under < 0 {
            Self::At { over: -over, under: -under }
        } else if over > 0 {
            Self::Forever
        } else if over < 0 {
            Self::Never
        } else {
            Self::ZERO
        }
    }

    /// What is left when the digits behind the point are cut off, towards 0.
    #[must_use]
    pub const fn cut_off(self) -> Self {
        match self {
            Self::At { over, under } => Self::whole(over / under),
            beyond => beyond,
        }
    }

    /// With the other sign.
    #[must_use]
    pub const fn negative(self) -> Self {
        match self {
            Self::Never => Self::Forever,
            Self::At { over, under } => Self::At { over: -over, under },
            Self::Forever => Self::Never,
        }
    }

    /// `start + self * along`: where something is at this time.
    #[must_use]
    pub fn place(self, start: i64, along: i64) -> Self {
        match self {
            Self::At { over, under } => {
                Self::At { over: i128::from(start) * under + over * i128::from(along), under }
            }
            beyond => beyond,
        }
    }

    /// The time as a fraction, unless it is beyond all.
    pub fn fraction(self) -> Option<Fraction> {
        match self {
            Self::At { over, under } => Fraction::new(over, under),
            Self::Never | Self::Forever => None,
        }
    }
}

impl PartialEq for Time {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Time {}

impl PartialOrd for Time {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Time {
    /// Numerators and denominators come from products of at most two differences of coordinates, so
    /// the products here fit.
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::At { over, under }, Self::At { over: other, under: by }) => {
                (over * by).cmp(&(other * under))
            }
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

impl Time {
    const fn rank(&self) -> u8 {
        match self {
            Self::Never => 0,
            Self::At { .. } => 1,
            Self::Forever => 2,
        }
    }
}
