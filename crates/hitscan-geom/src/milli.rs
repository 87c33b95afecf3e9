//! Thousandths of a unit: the number type of coordinates, and the only conversion between decimal
//! text and coordinates.

use std::error::Error;
use std::fmt;
use std::io::Write as _;
use std::ops::Neg;
use std::str::FromStr;

/// A length or coordinate: a whole number of thousandths of a unit, so that the number typed is
/// exactly the number tested.
///
/// Every value lies within ±[`Milli::MAX`]. Text is limited to the narrower ±[`Milli::LIMIT`];
/// shapes may reach ±[`Milli::REACH`], which leaves room for where a motion starts or ends. Sums
/// that could leave the range are checked.
///
/// ```
/// use hitscan_geom::{Milli, milli};
///
/// let length = Milli::parse("12.345")?;
/// assert_eq!(length, Milli::new(12_345)?);
/// assert_eq!(length, milli!(12_345));
/// assert_eq!(length.checked_add(length), Some(milli!(24_690)));
/// assert_eq!(Milli::MAX.checked_add(length), None);
/// assert!(Milli::new(100_000_000).is_err());
/// # Ok::<(), hitscan_geom::NumberError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Milli(i32);

/// A [`Milli`] constant from a number of thousandths, checked at compile time.
///
/// ```
/// use hitscan_geom::{Milli, milli};
/// assert_eq!(milli!(-1500), Milli::parse("-1.5")?);
/// # Ok::<(), hitscan_geom::NumberError>(())
/// ```
///
/// ```compile_fail
/// hitscan_geom::milli!(67_108_864);
/// ```
#[macro_export]
macro_rules! milli {
    ($thousandths:expr) => {
        const {
            match $crate::Milli::new($thousandths) {
                Ok(length) => length,
                Err(_) => panic!("beyond the greatest length"),
            }
        }
    };
}

/// Why a number or a text is not a [`Milli`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// Neither a decimal number nor a fraction: `abc`, `1e3`, `NaN`, `1.`, `1/0`, the empty text.
    NotDecimal,
    /// More than three decimals, not counting trailing zeros.
    TooFine {
        /// The nearest coordinate, half away from zero, as a suggestion.
        rounded: Milli,
    },
    /// A fraction that is not a whole number of thousandths.
    BetweenSteps {
        /// The nearest number below it.
        below: Milli,
        /// The nearest number above it.
        above: Milli,
    },
    /// Beyond the limit.
    OutOfRange {
        /// The greatest magnitude allowed here.
        limit: Milli,
    },
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotDecimal => f.write_str("not a decimal number"),
            Self::TooFine { .. } => f.write_str("at most three decimals"),
            Self::BetweenSteps { below, above } => {
                write!(f, "not a whole number of thousandths; the nearest are {below} and {above}")
            }
            Self::OutOfRange { limit } => write!(f, "beyond ±{limit}"),
        }
    }
}

impl Error for NumberError {}

impl Milli {
    /// Zero.
    pub const ZERO: Self = Self(0);
    /// The greatest magnitude of a position or a velocity read from text: 16 000 units.
    pub const LIMIT: Self = Self(16_000_000);
    /// The greatest magnitude of a width or a height read from text: 32 000
    /// units, for a box from edge to edge of the plane.
    pub const SIZE_LIMIT: Self = Self(32_000_000);
    /// The greatest magnitude of a coordinate of a shape, and of a motion: 2^25 − 1 thousandths,
    /// slightly more than twice [`LIMIT`](Self::LIMIT).
    pub const REACH: Self = Self((1 << 25) - 1);
    /// The greatest magnitude of any `Milli`, 2^26 − 1 thousandths: the difference of any two
    /// coordinates of shapes fits.
    pub const MAX: Self = Self((1 << 26) - 1);

    /// The length of this many thousandths of a unit.
    ///
    /// # Errors
    /// [`NumberError::OutOfRange`] beyond ±[`Milli::MAX`].
    pub const fn new(thousandths: i32) -> Result<Self, NumberError> {
        if thousandths.unsigned_abs() <= Self::MAX.0.unsigned_abs() {
            Ok(Self(thousandths))
        } else {
            Err(NumberError::OutOfRange { limit: Self::MAX })
        }
    }

    /// The length of this many thousandths; the caller guarantees that it is in range.
    pub(crate) const fn raw(thousandths: i32) -> Self {
        debug_assert!(thousandths.unsigned_abs() <= Self::MAX.0.unsigned_abs());
        Self(thousandths)
    }

    /// The length of this many whole units; every `i16` is in range.
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

    /// The number of thousandths, widened for sums and products.
    #[must_use]
    pub const fn wide(self) -> i64 {
        self.0 as i64
    }

    /// Whether this may be a position or a velocity: within ±[`Milli::LIMIT`].
    #[must_use]
    pub const fn in_range(self) -> bool {
        self.0.unsigned_abs() <= Self::LIMIT.0.unsigned_abs()
    }

    /// The absolute value.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// The sum, if it is in range.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        Self::new(self.0 + other.0).ok()
    }

    /// The difference, if it is in range.
    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        Self::new(self.0 - other.0).ok()
    }

    /// The difference of two coordinates of shapes, which is always in range.
    pub(crate) const fn minus(self, other: Self) -> Self {
        Self::raw(self.0 - other.0)
    }

    /// Half of it, if that is a whole number of thousandths.
    ///
    /// ```
    /// use hitscan_geom::milli;
    /// assert_eq!(milli!(1500).half(), Some(milli!(750)));
    /// assert_eq!(milli!(1501).half(), None);
    /// ```
    #[must_use]
    pub const fn half(self) -> Option<Self> {
        if self.0 % 2 == 0 { Some(Self(self.0 / 2)) } else { None }
    }

    /// The midpoint of two coordinates; a half rounds towards zero.
    ///
    /// ```
    /// use hitscan_geom::milli;
    /// assert_eq!(milli!(0).midpoint(milli!(1501)), milli!(750));
    /// ```
    #[must_use]
    pub const fn midpoint(self, other: Self) -> Self {
        Self(i32::midpoint(self.0, other.0))
    }

    /// Reads a number within ±[`Milli::LIMIT`]: an optional sign, digits, and at most three
    /// decimals (more only if they are zeros), or a fraction of whole numbers such as `1/4`. No
    /// exponents, no spaces, no `.5` or `5.`.
    ///
    /// # Errors
    /// [`NumberError`] says which rule the text breaks; a value is never rounded.
    ///
    /// ```
    /// use hitscan_geom::{Milli, NumberError, milli};
    /// assert_eq!(Milli::parse("-0.50"), Ok(milli!(-500)));
    /// assert_eq!(Milli::parse("-3/4"), Ok(milli!(-750)));
    /// assert_eq!(Milli::parse("1e3"), Err(NumberError::NotDecimal));
    /// let (below, above) = (milli!(333), milli!(334));
    /// assert_eq!(Milli::parse("1/3"), Err(NumberError::BetweenSteps { below, above }));
    /// let rounded = milli!(103_457);
    /// assert_eq!(Milli::parse("103.4567"), Err(NumberError::TooFine { rounded }));
    /// let limit = Milli::LIMIT;
    /// assert_eq!(Milli::parse("16000.001"), Err(NumberError::OutOfRange { limit }));
    /// ```
    pub fn parse(text: &str) -> Result<Self, NumberError> {
        Self::parse_within(text, Self::LIMIT)
    }

    /// Reads a width or a height: like [`Milli::parse`], within ±[`Milli::SIZE_LIMIT`].
    /// [`Aabb`](crate::Aabb) refuses sizes of zero or less.
    ///
    /// # Errors
    /// As [`Milli::parse`].
    pub fn parse_size(text: &str) -> Result<Self, NumberError> {
        Self::parse_within(text, Self::SIZE_LIMIT)
    }

    fn parse_within(text: &str, limit: Self) -> Result<Self, NumberError> {
        let out_of_range = NumberError::OutOfRange { limit };
        let (negative, digits) = match text.as_bytes() {
            [b'-', digits @ ..] => (true, digits),
            [b'+', digits @ ..] | digits => (false, digits),
        };
        let leading = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (whole, rest) = digits.split_at(leading(digits));
        let (decimals, rest) = match rest {
            [] => (&b"0"[..], rest),
            [b'.', rest @ ..] => rest.split_at(leading(rest)),
            _ => (&b""[..], rest),
        };
        if whole.is_empty() || decimals.is_empty() || !rest.is_empty() {
            let (above, below) = text.split_once('/').ok_or(NumberError::NotDecimal)?;
            return Self::parse_fraction(above, below, limit);
        }
        let digit = |i: usize| decimals.get(i).map_or(0, |b| i64::from(b - b'0'));
        // Saturates once it is out of range, however many digits follow.
        let push = |n: i64, b: &u8| (n * 10 + i64::from(b - b'0')).min(limit.wide() + 1);
        let magnitude =
            whole.iter().fold(0, push) * 1000 + digit(0) * 100 + digit(1) * 10 + digit(2);
        let too_fine = decimals.iter().skip(3).any(|b| *b != b'0');
        let nearest = magnitude + i64::from(too_fine && digit(3) >= 5);
        if nearest > limit.wide() || (too_fine && magnitude >= limit.wide()) {
            return Err(out_of_range);
        }
        let signed = if negative { -nearest } else { nearest };
        let value = Self(i32::try_from(signed).map_err(|_| out_of_range)?);
        if too_fine { Err(NumberError::TooFine { rounded: value }) } else { Ok(value) }
    }

    fn parse_fraction(above: &str, below: &str, limit: Self) -> Result<Self, NumberError> {
        let whole = |digits: &str| {
            let all_digits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            // A number too long for an i64 is out of range as a numerator, and as a denominator
            // makes a fraction that is certainly too fine.
            all_digits.then(|| digits.parse::<i64>().unwrap_or(i64::MAX))
        };
        let magnitude = above.strip_prefix(['-', '+']).unwrap_or(above);
        let (numerator, denominator) = whole(magnitude)
            .zip(whole(below))
            .filter(|&(_, denominator)| denominator > 0)
            .ok_or(NumberError::NotDecimal)?;
        let (numerator, denominator) = (i128::from(numerator) * 1000, i128::from(denominator));
        let signed = if above.starts_with('-') { -numerator } else { numerator };
        let step = |steps: i128| {
            let value = i32::try_from(steps).map(Self).ok();
            let value = value.filter(|value| value.abs() <= limit);
            value.ok_or(NumberError::OutOfRange { limit })
        };
        let below = signed.div_euclid(denominator);
        if signed.rem_euclid(denominator) == 0 {
            return step(below);
        }
        Err(NumberError::BetweenSteps { below: step(below)?, above: step(below + 1)? })
    }
}

/// A whole number of thousandths, displayed in units: the shortest decimal that reads back as
/// the same number.
pub(crate) struct InUnits(pub(crate) i64);

impl fmt::Display for InUnits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.unsigned_abs();
        // On the stack: every picture has dozens of numbers.
        let mut text = [0; 24];
        let mut room = &mut text[..];
        write!(room, "{}.{:03}", magnitude / 1000, magnitude % 1000).map_err(|_| fmt::Error)?;
        let written = 24 - room.len();
        let text = str::from_utf8(&text[..written]).map_err(|_| fmt::Error)?;
        f.pad_integral(self.0 >= 0, "", text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// The shortest decimal that reads back as the same number: `3`, `-0.5`, `12.345`.
impl fmt::Display for Milli {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        InUnits(self.wide()).fmt(f)
    }
}

impl fmt::Debug for Milli {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// From thousandths, for sums and products computed in wider integers.
impl TryFrom<i128> for Milli {
    type Error = NumberError;
    fn try_from(thousandths: i128) -> Result<Self, NumberError> {
        let out_of_range = NumberError::OutOfRange { limit: Self::MAX };
        i32::try_from(thousandths).map_err(|_| out_of_range).and_then(Self::new)
    }
}

/// Parses the `Display` format, like [`Milli::parse`] but over the whole range.
///
/// ```
/// use hitscan_geom::{Milli, milli};
/// assert_eq!("-0.5".parse(), Ok(milli!(-500)));
/// assert_eq!("67108.863".parse(), Ok(Milli::MAX));
/// ```
impl FromStr for Milli {
    type Err = NumberError;
    fn from_str(text: &str) -> Result<Self, NumberError> {
        Self::parse_within(text, Self::MAX)
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
    fn an_error_says_which_rule_the_text_breaks() {
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
        let rounded = milli!(103_457);
        assert_eq!(Milli::parse("103.4567"), Err(NumberError::TooFine { rounded }));
        let rounded = milli!(-1);
        assert_eq!(Milli::parse("-0.0005"), Err(NumberError::TooFine { rounded }));
    }

    #[test]
    fn fractions_read_exactly_or_name_their_neighbours() {
        for (text, thousandths) in [("1/2", 500), ("-1/8", -125), ("+4/2", 2000), ("0/7", 0)] {
            assert_eq!(Milli::parse(text), Ok(Milli(thousandths)), "{text}");
        }
        for (text, below, above) in [("1/3", 333, 334), ("-2/3", -667, -666), ("1/1999", 0, 1)] {
            let (below, above) = (Milli(below), Milli(above));
            assert_eq!(Milli::parse(text), Err(NumberError::BetweenSteps { below, above }));
        }
        for text in ["1/0", "/2", "1/", "1/-2", "1/2/3", "1.5/3", "--1/2", "1 /2", "1/1e3"] {
            assert_eq!(Milli::parse(text), Err(NumberError::NotDecimal), "{text}");
        }
        let limit = Milli::LIMIT;
        for text in ["32001/2", "99999999999999999999/1", "-48000001/3000"] {
            assert_eq!(Milli::parse(text), Err(NumberError::OutOfRange { limit }), "{text}");
        }
    }

    #[test]
    fn nothing_leaves_the_range() {
        assert_eq!(Milli::new(Milli::MAX.0), Ok(Milli::MAX));
        for beyond in [Milli::MAX.0 + 1, -Milli::MAX.0 - 1, i32::MAX, i32::MIN] {
            assert_eq!(Milli::new(beyond), Err(NumberError::OutOfRange { limit: Milli::MAX }));
        }
        let least = -Milli::MAX;
        assert_eq!((least.abs(), least.checked_sub(milli!(1))), (Milli::MAX, None));
        assert!(Milli::from_units(i16::MIN).checked_sub(Milli::REACH).is_some());
    }
}
