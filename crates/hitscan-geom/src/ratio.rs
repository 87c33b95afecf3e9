//! Unreduced quotients, for decisions: compared by cross-multiplication. [`Fraction`] is
//! the reduced form.

use std::cmp::Ordering;

use super::Fraction;

/// A quotient of whole numbers, as queries compute it. Numerator and denominator each fit an `i64`,
/// so cross-multiplying in `i128` compares exactly.
///
/// ```
/// use hitscan_geom::{Fraction, inside::Ratio};
/// assert!(Ratio::ZERO < Ratio::ONE);
/// assert_eq!(Fraction::from(Ratio::ONE), Fraction::ONE);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    over: i64,
    under: i64,
}

impl Ratio {
    /// Zero.
    pub const ZERO: Self = Self { over: 0, under: 1 };
    /// One.
    pub const ONE: Self = Self { over: 1, under: 1 };

    /// `over / under`; `under` must not be zero.
    pub(crate) const fn new(over: i64, under: i64) -> Self {
        debug_assert!(under != 0, "a quotient needs a divisor");
        if under < 0 { Self { over: -over, under: -under } } else { Self { over, under } }
    }

    /// Numerator and denominator, not reduced; the denominator is above zero.
    #[must_use]
    pub const fn parts(self) -> [i64; 2] {
        [self.over, self.under]
    }

    /// Whether `length` is this share of `whole`.
    pub(crate) fn is_part(self, length: i64, whole: i64) -> bool {
        i128::from(length) * i128::from(self.under) == i128::from(whole) * i128::from(self.over)
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = i128::from(self.over) * i128::from(other.under);
        left.cmp(&(i128::from(other.over) * i128::from(self.under)))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ratio {}

impl From<Ratio> for Fraction {
    fn from(ratio: Ratio) -> Self {
        Self::reduced_word(ratio.over, ratio.under)
    }
}
