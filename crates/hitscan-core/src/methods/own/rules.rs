//! The rules for judging answers: whether touching counts, and the tolerance for times.

use std::fmt;
use std::str::FromStr;

use super::answer::Says;
use hitscan_geom::Fraction;

/// The rules for judging answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct JudgingRules {
    /// Whether touching counts as meeting.
    pub contact: ContactRule,
    /// How far a time may be off.
    pub tolerance: Tolerance,
}

/// Whether touching counts as meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ContactRule {
    /// It may or may not: a difference is a convention.
    #[default]
    Any,
    /// It counts.
    Inclusive,
    /// It does not count.
    Strict,
}

impl ContactRule {
    /// The required answer for two shapes that only touch; `None` if either is allowed.
    #[must_use]
    pub const fn must_say(self) -> Option<Says> {
        match self {
            Self::Any => None,
            Self::Inclusive => Some(Says::Hit),
            Self::Strict => Some(Says::Miss),
        }
    }
}

/// How far a time may be off. The default is larger than the rounding of a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tolerance {
    over: i128,
    under: i128,
}

impl Tolerance {
    /// No tolerance.
    pub const ZERO: Self = Self { over: 0, under: 1 };

    /// What would be valid, in words.
    pub const RIGHT: &str = "a number from 0 to 1, such as 0.00001";

    const MOST_DECIMALS: usize = 12;

    /// Whether `said` is near enough to `exact`. A time before the frame is as good as its start.
    /// Numbers too large to compare are not near.
    #[must_use]
    pub fn covers(self, said: Fraction, exact: Fraction) -> bool {
        if exact == Fraction::ZERO && said <= exact {
            return true;
        }
        let is_near = || {
            let one = said.numerator().checked_mul(exact.denominator())?;
            let other = exact.numerator().checked_mul(said.denominator())?;
            let apart = one.checked_sub(other)?.checked_abs()?;
            let per = said.denominator().checked_mul(exact.denominator())?;
            Some(apart.checked_mul(self.under)? <= per.checked_mul(self.over)?)
        };
        is_near().unwrap_or(said == exact)
    }
}

impl Default for Tolerance {
    fn default() -> Self {
        Self { over: 1, under: 100_000 }
    }
}

/// The text is not a tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToleranceError;

impl fmt::Display for ToleranceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", Tolerance::RIGHT)
    }
}

impl std::error::Error for ToleranceError {}

impl FromStr for Tolerance {
    type Err = ToleranceError;

    fn from_str(text: &str) -> Result<Self, ToleranceError> {
        let (units, places) = text.split_once('.').unwrap_or((text, ""));
        let mut digits = units.bytes().chain(places.bytes());
        if places.len() > Self::MOST_DECIMALS || !digits.all(|byte| byte.is_ascii_digit()) {
            return Err(ToleranceError);
        }
        let over = format!("{units}{places}").parse().map_err(|_| ToleranceError)?;
        let decimals = u32::try_from(places.len()).map_err(|_| ToleranceError)?;
        let under = 10_i128.pow(decimals);
        if over > under { Err(ToleranceError) } else { Ok(Self { over, under }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(over: i128, under: i128) -> Fraction {
        Fraction::new(over, under).expect("a denominator other than 0")
    }

    #[test]
    fn a_double_is_near_and_a_hundredth_is_not() {
        let third = fraction(1, 3);
        let said = fraction(333_333_333_333_333, 1_000_000_000_000_000);
        let usual = Tolerance::default();
        assert!(usual.covers(said, third));
        assert!(usual.covers(fraction(33_334, 100_000), third));
        assert!(!usual.covers(fraction(33_335, 100_000), third));
        assert!(!Tolerance::ZERO.covers(said, third));
        assert!(Tolerance::ZERO.covers(third, third));
    }

    #[test]
    fn a_time_before_the_frame_counts_as_its_start() {
        assert!(Tolerance::ZERO.covers(fraction(-3, 2), Fraction::ZERO));
        assert!(!Tolerance::default().covers(fraction(1, 100), Fraction::ZERO));
        assert!(!Tolerance::default().covers(fraction(-1, 2), fraction(1, 2)));
    }

    #[test]
    fn a_tolerance_is_parsed_as_typed() {
        assert_eq!("0.00001".parse(), Ok(Tolerance::default()));
        assert_eq!("0".parse(), Ok(Tolerance::ZERO));
        for text in ["", "2", "-1", "1e-5", "0.0000000000001", "x"] {
            assert_eq!(text.parse::<Tolerance>(), Err(ToleranceError), "{text:?}");
        }
    }
}
