//! Thousandths of a unit: the one number that coordinates are made of, and the
//! only way from decimal text to it and back.

use std::error::Error;
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A length or coordinate, held as a whole number of thousandths of a unit, so
/// that what a person types is exactly what is tested.
///
/// Whatever is read from text lies within ±[`Milli::LIMIT`]; the motion of one
/// frame may lead out of that range by as much again, which still leaves room
/// in an `i32` for every sum and difference made here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Milli(i32);

/// Why a text is not a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// Not a decimal number at all: `abc`, `1e3`, `NaN`, `1.`, nothing.
    NotDecimal,
    /// More than three decimals that are not zeros; `rounded` is the nearest
    /// coordinate, half away from zero, offered and never taken in silence.
    TooFine {
        /// The nearest coordinate.
        rounded: Milli,
    },
    /// Beyond the limit, ±16 000 units (a size: ±32 000).
    OutOfRange {
        /// The greatest magnitude that was allowed.
        limit: Milli,
    },
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotDecimal => f.write_str("not a decimal number"),
            Self::TooFine { .. } => f.write_str("at most three decimals"),
            Self::OutOfRange { limit } => write!(f, "beyond ±{limit}"),
        }
    }
}

impl Error for NumberError {}

impl Milli {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// The greatest magnitude that a position or a velocity may have: 16 000 units.
    pub const LIMIT: Self = Self(16_000_000);
    /// The greatest magnitude that a width or a height may have: a box from
    /// edge to edge of the plane.
    pub const SIZE_LIMIT: Self = Self(32_000_000);

    /// That many thousandths of a unit.
    #[must_use]
    pub const fn from_thousandths(thousandths: i32) -> Self {
        Self(thousandths)
    }

    /// That many whole units.
    #[must_use]
    pub const fn from_units(units: i16) -> Self {
        // Widening only: `From` is not yet const.
        Self(units as i32 * 1000)
    }

    /// The number of thousandths.
    #[must_use]
    pub const fn thousandths(self) -> i32 {
        self.0
    }

    /// The number of thousandths, ready for products.
    #[must_use]
    pub const fn wide(self) -> i64 {
        self.0 as i64
    }

    /// Whether this may stand for a position or a velocity.
    #[must_use]
    pub const fn in_range(self) -> bool {
        self.0.unsigned_abs() <= Self::LIMIT.0.unsigned_abs()
    }

    /// The distance from zero.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// Reads a decimal: an optional sign, digits, and at most three decimals
    /// (more only if they are zeros). No exponent, no blanks, no `.5` or `5.`.
    ///
    /// # Errors
    /// Says which of the three rules the text breaks; a value is never rounded.
    pub fn parse(text: &str) -> Result<Self, NumberError> {
        Self::parse_within(text, Self::LIMIT)
    }

    /// The same for a width or a height, which may reach 32 000 units.
    ///
    /// # Errors
    /// As [`Milli::parse`]. A size of zero or less is for the box to refuse.
    pub fn parse_size(text: &str) -> Result<Self, NumberError> {
        Self::parse_within(text, Self::SIZE_LIMIT)
    }

    fn parse_within(text: &str, limit: Self) -> Result<Self, NumberError> {
        let out_of_range = NumberError::OutOfRange { limit };
        let (negative, digits) = match text.as_bytes() {
            [b'-', ..] => (true, &text[1..]),
            [b'+', ..] => (false, &text[1..]),
            _ => (false, text),
        };
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
        let all_digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
        if !all_digits(whole) || !all_digits(decimals) {
            return Err(NumberError::NotDecimal);
        }
        let digit = |i: usize| decimals.as_bytes().get(i).map_or(0, |b| i64::from(b - b'0'));
        // Six digits hold every number in range; a longer one is out of it.
        let whole = whole.trim_start_matches('0');
        if whole.len() > 6 {
            return Err(out_of_range);
        }
        let whole = whole.bytes().fold(0, |n, b| n * 10 + i64::from(b - b'0'));
        let magnitude = whole * 1000 + digit(0) * 100 + digit(1) * 10 + digit(2);
        let too_fine = decimals.bytes().skip(3).any(|b| b != b'0');
        let nearest = magnitude + i64::from(too_fine && digit(3) >= 5);
        if nearest > limit.wide() || (too_fine && magnitude >= limit.wide()) {
            return Err(out_of_range);
        }
        let signed = if negative { -nearest } else { nearest };
        let value = Self(i32::try_from(signed).map_err(|_| out_of_range)?);
        if too_fine { Err(NumberError::TooFine { rounded: value }) } else { Ok(value) }
    }
}

/// The shortest decimal that reads back as the same number: `3`, `-0.5`, `12.345`.
impl fmt::Display for Milli {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.unsigned_abs();
        let (whole, rest) = (magnitude / 1000, magnitude % 1000);
        let mut text = whole.to_string();
        if rest != 0 {
            text.push('.');
            text.push_str(format!("{rest:03}").trim_end_matches('0'));
        }
        f.pad_integral(self.0 >= 0, "", &text)
    }
}

impl fmt::Debug for Milli {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Add for Milli {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Milli {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Milli {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_read_and_print_exactly() {
        for (text, thousandths, printed) in [
            ("0", 0, "0"),
            ("-0", 0, "0"),
            ("12.345", 12_345, "12.345"),
            ("+1.5", 1500, "1.5"),
            ("-0.05", -50, "-0.05"),
            ("007.1000000", 7100, "7.1"),
            ("16000", 16_000_000, "16000"),
        ] {
            let read = Milli::parse(text).expect(text);
            assert_eq!((read.thousandths(), read.to_string().as_str()), (thousandths, printed));
        }
    }

    #[test]
    fn what_is_not_a_coordinate_says_which_rule_it_breaks() {
        for text in ["", "-", ".5", "5.", "1e3", "NaN", "inf", "0x10", "1,5", "1 ", "--1", "１"] {
            assert_eq!(Milli::parse(text), Err(NumberError::NotDecimal), "{text}");
        }
        for text in ["16000.001", "-16001", "99999999999999999999", "16000.0001"] {
            let limit = Milli::LIMIT;
            assert_eq!(Milli::parse(text), Err(NumberError::OutOfRange { limit }), "{text}");
        }
        assert_eq!(Milli::parse_size("32000"), Ok(Milli::SIZE_LIMIT));
        let beyond = Milli::parse_size("32000.001").expect_err("too long");
        assert_eq!(beyond.to_string(), "beyond ±32000");
        let rounded = Milli::from_thousandths(103_457);
        assert_eq!(Milli::parse("103.4567"), Err(NumberError::TooFine { rounded }));
        let rounded = Milli::from_thousandths(-1);
        assert_eq!(Milli::parse("-0.0005"), Err(NumberError::TooFine { rounded }));
    }
}
