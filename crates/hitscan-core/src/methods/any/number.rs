//! A number as another program writes it, read exactly.

use std::fmt;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

/// An exact number of any size: a fraction of two whole numbers.
///
/// ```
/// use hitscan_core::methods::AnyNumber;
///
/// let read = |text| AnyNumber::parse(text).map(|number| number.to_string());
/// assert_eq!(read("9.009702"), Ok("4504851/500000".to_owned()));
/// assert_eq!(read("-25e-1"), read("-5/2"));
/// assert_eq!(read("0x1.8p+1"), Ok("3".to_owned()));
/// let fault = AnyNumber::parse("-inf").expect_err("no number");
/// assert_eq!(fault.in_field("A's left"), "A's left is infinite; it must be a finite number");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnyNumber(pub(super) RBig);

/// Why a text is not an [`AnyNumber`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyNumberError {
    /// `NaN`, in any case and with any sign.
    NotANumber,
    /// `inf` or `infinity`.
    Infinite,
    /// Written out without an exponent, it has more digits than [`AnyNumber::MOST_DIGITS`].
    TooLong,
    /// None of the forms: `abc`, `1.`, `1/0`, the empty text.
    NoForm,
}

impl AnyNumberError {
    /// The sentence about the number of this field, such as `A's left` or `a.box[0]`.
    pub fn in_field(self, field: &str) -> String {
        format!("{field} {self}")
    }
}

/// The sentence without its subject: `is infinite; it must be a finite number`.
impl fmt::Display for AnyNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber => f.write_str("is NaN; it must be a finite number"),
            Self::Infinite => f.write_str("is infinite; it must be a finite number"),
            Self::TooLong => {
                let most = AnyNumber::MOST_DIGITS;
                write!(f, "has more than {most} digits; it must have {most} at most")
            }
            Self::NoForm => {
                f.write_str("is not a number; it must be like 1.25, 5e-3, 2/3 or 0x1.4p+0")
            }
        }
    }
}

impl std::error::Error for AnyNumberError {}

impl AnyNumber {
    /// The most digits of a number written out without an exponent. Every double has fewer in its
    /// shortest form.
    pub const MOST_DIGITS: usize = 400;

    /// The largest power of two, either way, of a double as C writes it: that of the smallest one,
    /// whose digits are cut off before the point.
    const MOST_TWOS: usize = 1100;

    /// Reads an optional sign, and then a decimal with or without an exponent, a fraction of two
    /// whole numbers, or a double as C's `%a` writes it.
    ///
    /// # Errors
    /// [`AnyNumberError`] says what the text is instead.
    pub fn parse(text: &str) -> Result<Self, AnyNumberError> {
        let (is_negative, magnitude) = match text.as_bytes() {
            [b'-', ..] => (true, &text[1..]),
            [b'+', ..] => (false, &text[1..]),
            _ => (false, text),
        };
        let is = |words: [&str; 2]| words.iter().any(|word| magnitude.eq_ignore_ascii_case(word));
        if is(["nan", "-nan"]) || starts_with(magnitude, "nan(") {
            return Err(AnyNumberError::NotANumber);
        }
        if is(["inf", "infinity"]) {
            return Err(AnyNumberError::Infinite);
        }
        let number = if starts_with(magnitude, "0x") {
            hexadecimal(&magnitude[2..])?
        } else if let Some((above, below)) = magnitude.split_once('/') {
            fraction(above, below)?
        } else {
            decimal(magnitude)?
        };
        Ok(Self(if is_negative { -number } else { number }))
    }

    /// The sum.
    pub fn plus(&self, other: &Self) -> Self {
        Self(&self.0 + &other.0)
    }

    /// The difference.
    pub fn minus(&self, other: &Self) -> Self {
        Self(&self.0 - &other.0)
    }

    /// The product.
    pub fn times(&self, other: &Self) -> Self {
        Self(&self.0 * &other.0)
    }

    /// The quotient; `None` for a division by 0.
    pub fn over(&self, other: &Self) -> Option<Self> {
        (other.0 != RBig::ZERO).then(|| Self(&self.0 / &other.0))
    }

    /// Whether it is a whole number.
    pub fn is_whole(&self) -> bool {
        self.0.is_int()
    }

    /// The nearest whole number, of two equally near ones the even one; `None` beyond an `i64`.
    pub fn to_even(&self) -> Option<i64> {
        let below = self.0.floor();
        let rest = &self.0 - &below;
        let half = RBig::from_parts(IBig::ONE, UBig::from(2_u8));
        let below = i64::try_from(below).ok()?;
        let is_above = rest > half || rest == half && below % 2 != 0;
        below.checked_add(i64::from(is_above))
    }

    /// Half of it.
    pub fn half(&self) -> Self {
        Self(&self.0 / UBig::from(2_u8))
    }

    /// Where it lies from one number to another: 0 at the first, 1 at the second. `None` if these
    /// are equal.
    pub(crate) fn share(&self, from: &Self, to: &Self) -> Option<Self> {
        let whole = &to.0 - &from.0;
        (whole != RBig::ZERO).then(|| Self((&self.0 - &from.0) / whole))
    }

    /// The nearest single-precision number.
    pub(in crate::methods) fn to_f32(&self) -> f32 {
        self.0.to_f32().value()
    }

    /// The nearest double-precision number.
    pub(in crate::methods) fn to_f64(&self) -> f64 {
        self.0.to_f64().value()
    }

    /// As a decimal if it has a short one, else as a fraction: `0.25`, `1/3`.
    pub fn written(&self) -> String {
        /// More decimals than anybody reads.
        const MOST_DECIMALS: usize = 20;
        for decimals in 0..=MOST_DECIMALS {
            let scaled = &self.0 * UBig::from(10_u8).pow(decimals);
            if scaled.is_int() {
                return with_point(&scaled.numerator().to_string(), decimals);
            }
        }
        self.to_string()
    }

    /// As a decimal with all its digits; `None` if it has no end, such as 1/3.
    pub fn decimal(&self) -> Option<String> {
        let mut rest = self.0.denominator().clone();
        let twos = rest.trailing_zeros().unwrap_or(0);
        rest >>= twos;
        let fives = rest.remove(&UBig::from(5_u8)).unwrap_or(0);
        if rest != UBig::ONE {
            return None;
        }
        let decimals = twos.max(fives);
        let scaled = &self.0 * UBig::from(10_u8).pow(decimals);
        Some(with_point(&scaled.numerator().to_string(), decimals))
    }
}

/// A whole number, or a reduced fraction such as `5/2`.
impl fmt::Display for AnyNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A whole number with a point before its last digits.
fn with_point(digits: &str, decimals: usize) -> String {
    let sign = if digits.starts_with('-') { "-" } else { "" };
    let digits = format!("{:0>1$}", digits.trim_start_matches('-'), decimals + 1);
    let (units, rest) = digits.split_at(digits.len() - decimals);
    let point = if decimals == 0 { "" } else { "." };
    format!("{sign}{units}{point}{rest}")
}

fn starts_with(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start))
}

/// The whole number of these digits.
fn whole(digits: &str, radix: u32) -> Result<UBig, AnyNumberError> {
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return Err(AnyNumberError::NoForm);
    }
    if digits.trim_start_matches('0').len() > AnyNumber::MOST_DIGITS {
        return Err(AnyNumberError::TooLong);
    }
    UBig::from_str_radix(digits, radix).map_err(|_| AnyNumberError::NoForm)
}

fn fraction(above: &str, below: &str) -> Result<RBig, AnyNumberError> {
    let (above, below) = (whole(above, 10)?, whole(below, 10)?);
    if below == UBig::ZERO {
        return Err(AnyNumberError::NoForm);
    }
    Ok(RBig::from_parts(IBig::from(above), below))
}

/// Digits with a point, and the exponent behind a letter.
struct Parts<'t> {
    digits: String,
    /// How many of the digits stand behind the point.
    behind: i64,
    exponent: Option<&'t str>,
}

/// The parts of a text with a point and an exponent behind one of these letters.
fn parts(text: &str, letters: [char; 2]) -> Result<Parts<'_>, AnyNumberError> {
    let (mantissa, exponent) = match text.split_once(letters) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (before, behind) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    if before.is_empty() || behind.is_empty() {
        return Err(AnyNumberError::NoForm);
    }
    let behind = if behind.bytes().all(|byte| byte == b'0') { "" } else { behind };
    let length = i64::try_from(behind.len()).map_err(|_| AnyNumberError::TooLong)?;
    Ok(Parts { digits: [before, behind].concat(), behind: length, exponent })
}

/// A decimal exponent; one that is too long for its type counts as the greatest.
fn power(text: Option<&str>) -> Result<i64, AnyNumberError> {
    /// Far beyond every limit, and far from overflow.
    const MOST: i64 = 1 << 40;
    let Some(text) = text else { return Ok(0) };
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(AnyNumberError::NoForm);
    }
    let magnitude = digits.parse::<i64>().unwrap_or(MOST).min(MOST);
    Ok(if text.starts_with('-') { -magnitude } else { magnitude })
}

/// `digits` times `base` to the power of `exponent`.
fn scaled(digits: UBig, base: u8, exponent: i64, most: usize) -> Result<RBig, AnyNumberError> {
    let places = usize::try_from(exponent.unsigned_abs()).unwrap_or(usize::MAX);
    if digits == UBig::ZERO {
        return Ok(RBig::ZERO);
    }
    if places > most {
        return Err(AnyNumberError::TooLong);
    }
    let factor = UBig::from(base).pow(places);
    Ok(if exponent < 0 {
        RBig::from_parts(IBig::from(digits), factor)
    } else {
        RBig::from(digits * factor)
    })
}

fn decimal(text: &str) -> Result<RBig, AnyNumberError> {
    let Parts { digits, behind, exponent } = parts(text, ['e', 'E'])?;
    let exponent = power(exponent)? - behind;
    let number = whole(&digits, 10)?;
    let written = digits.trim_start_matches('0').len();
    let most = AnyNumber::MOST_DIGITS;
    // Zeros behind the digits count, too, and those between the point and the digits.
    let most = if exponent > 0 { most - written } else { most };
    scaled(number, 10, exponent, most)
}

fn hexadecimal(text: &str) -> Result<RBig, AnyNumberError> {
    let Parts { digits, behind, exponent } = parts(text, ['p', 'P'])?;
    let exponent = power(exponent)? - 4 * behind;
    scaled(whole(&digits, 16)?, 2, exponent, AnyNumber::MOST_TWOS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, AnyNumberError> {
        AnyNumber::parse(text).map(|number| number.to_string())
    }

    #[test]
    fn every_form_is_read_exactly() {
        for (text, number) in [
            ("0", "0"),
            ("-0.000", "0"),
            ("+12.50", "25/2"),
            ("0.1", "1/10"),
            ("1.7976931348623157e308", &format!("17976931348623157{}", "0".repeat(292))),
            ("5e-324", &format!("1/2{}", "0".repeat(323))),
            ("1E+2", "100"),
            ("0e9999999999999999999", "0"),
            ("-6/4", "-3/2"),
            ("0x1.8p+1", "3"),
            ("-0X1.999999999999ap-4", "-3602879701896397/36028797018963968"),
            ("0x0p+0", "0"),
            ("0x10", "16"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(number), "{text}");
        }
        assert!(read("0x0.0000000000001p-1022").is_ok());
        assert!(read("0x1.fffffffffffffp+1023").is_ok());
    }

    #[test]
    fn a_short_decimal_is_written_as_one() {
        for (text, written) in [
            ("1/4", "0.25"),
            ("-5/1000", "-0.005"),
            ("-12", "-12"),
            ("100", "100"),
            ("1/3", "1/3"),
            ("1e-30", &format!("1/1{}", "0".repeat(30))),
        ] {
            assert_eq!(AnyNumber::parse(text).expect(text).written(), written);
        }
    }

    #[test]
    fn a_text_that_is_no_number_says_what_it_is() {
        use AnyNumberError::{Infinite, NoForm, NotANumber, TooLong};
        let [fine, long] = [400, 401].map(|digits| "7".repeat(digits));
        assert_eq!(read(&fine), Ok(fine.clone()));
        assert!(read(&format!("0.{fine}")).is_ok());
        for (fault, texts) in [
            (NotANumber, &["nan", "NaN", "-nan", "nan(0x8)"][..]),
            (Infinite, &["inf", "-Infinity", "+INF"]),
            (TooLong, &[&long, "1e400", "1e-401", "12e399", "0x1p+1101", "1e99999999999999999999"]),
            (
                NoForm,
                &[
                    "", "-", "--1", ".5", "5.", "1e", "1e+", "1.2.3", "1/0", "1/-2", "1/2/3", "0x",
                    "0x1.p", "0x1p", "1_000", "1 ", "１", "é",
                ],
            ),
        ] {
            for text in texts {
                assert_eq!(read(text), Err(fault), "{text}");
            }
        }
    }

    #[test]
    fn the_nearest_whole_number_is_even_between_two() {
        for (text, nearest) in [
            ("0.5", Some(0)),
            ("1.5", Some(2)),
            ("-0.5", Some(0)),
            ("-1.5", Some(-2)),
            ("-2.51", Some(-3)),
            ("5/3", Some(2)),
            ("7", Some(7)),
            ("1e19", None),
        ] {
            let number = AnyNumber::parse(text).expect(text);
            assert_eq!(
                (number.to_even(), number.is_whole()),
                (nearest, text.len() == 1 || nearest.is_none())
            );
        }
    }

    #[test]
    fn a_decimal_has_all_its_digits_or_is_none() {
        for (text, decimal) in [
            ("-0x1p-24", Some("-0.000000059604644775390625")),
            ("1e3", Some("1000")),
            ("3/40", Some("0.075")),
            ("0", Some("0")),
            ("1/3", None),
        ] {
            assert_eq!(AnyNumber::parse(text).expect(text).decimal().as_deref(), decimal);
        }
    }
}
