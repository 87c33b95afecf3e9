//! A number in one of the arithmetics, for explanations.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

use hitscan_geom::{Fraction, Milli};

/// A quantity that a method computed. Lengths are in units, areas in square
/// units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An exact number.
    Exact(Fraction),
    /// A single-precision number.
    Single(f32),
    /// A double-precision number.
    Double(f64),
}

impl Number {
    /// An orientation or cross product, from square thousandths.
    pub fn area(square_thousandths: i64) -> Self {
        Self::Exact(Fraction::area(square_thousandths))
    }

    /// The sign; NaN counts as zero.
    pub fn sign(self) -> Ordering {
        match self {
            Self::Exact(number) => number.cmp(&Fraction::ZERO),
            Self::Single(number) => number.partial_cmp(&0.0).unwrap_or(Ordering::Equal),
            Self::Double(number) => number.partial_cmp(&0.0).unwrap_or(Ordering::Equal),
        }
    }
}

/// Numbers of different arithmetics are not comparable.
impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Exact(one), Self::Exact(other)) => Some(one.cmp(other)),
            (Self::Single(one), Self::Single(other)) => one.partial_cmp(other),
            (Self::Double(one), Self::Double(other)) => one.partial_cmp(other),
            _ => None,
        }
    }
}

impl Neg for Number {
    type Output = Self;
    fn neg(self) -> Self {
        match self {
            Self::Exact(number) => Self::Exact(-number),
            Self::Single(number) => Self::Single(-number),
            Self::Double(number) => Self::Double(-number),
        }
    }
}

/// As the formats print it: `-5/2`, `0.3`.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(number) => number.fmt(f),
            Self::Single(number) => number.fmt(f),
            Self::Double(number) => number.fmt(f),
        }
    }
}

impl From<Fraction> for Number {
    fn from(number: Fraction) -> Self {
        Self::Exact(number)
    }
}

impl From<Milli> for Number {
    fn from(length: Milli) -> Self {
        Self::Exact(length.into())
    }
}

impl From<f32> for Number {
    fn from(number: f32) -> Self {
        Self::Single(number)
    }
}

impl From<f64> for Number {
    fn from(number: f64) -> Self {
        Self::Double(number)
    }
}
