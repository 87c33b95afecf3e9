//! Numbers from other programs: finer than thousandths, or with an exponent.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use hitscan_geom::{Milli, NumberError};

/// [`Milli::parse`] for a coordinate, [`Milli::parse_size`] for a size.
pub(super) type Parse = fn(&str) -> Result<Milli, NumberError>;

/// Whether numbers finer than thousandths are rounded, half to even, and how many have been.
///
/// ```
/// use hitscan_core::scene::Rounding;
/// use hitscan_geom::{Milli, milli};
///
/// let mut rounding = Rounding::of(true);
/// assert_eq!(rounding.read("3.33333334", Milli::parse), Ok(milli!(3_333)));
/// assert_eq!(rounding.read("1.25e1", Milli::parse), Ok(milli!(12_500)));
/// assert_eq!(rounding.to_string(), "1 number was rounded, by 0.0004 at most");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rounding {
    rounds: bool,
    count: usize,
    /// The largest change of a number, in ten thousandths, rounded up.
    most: u8,
}

impl Rounding {
    /// A setting that either rounds or refuses.
    pub const fn of(rounds: bool) -> Self {
        Self { rounds, count: 0, most: 0 }
    }

    /// How many numbers were rounded.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The same setting, with nothing rounded so far.
    pub const fn anew(&self) -> Self {
        Self::of(self.rounds)
    }

    /// The message about it, if anything was rounded.
    pub fn told(&self) -> Option<String> {
        (self.count > 0).then(|| self.to_string())
    }

    /// Whether this is a number that would be rounded.
    pub fn takes(text: &str) -> bool {
        rounded(text).is_some()
    }

    /// Reads a number.
    ///
    /// # Errors
    /// As `parse`, for a number that is not rounded.
    pub fn read(&mut self, text: &str, parse: Parse) -> Result<Milli, NumberError> {
        match parse(text) {
            Err(NumberError::OutOfRange { limit }) => Err(NumberError::OutOfRange { limit }),
            Err(fault) => {
                let rounded = if self.rounds { rounded(text) } else { None };
                let (text, by) = rounded.ok_or(fault)?;
                let number = parse(&text)?;
                self.note(by);
                Ok(number)
            }
            read => read,
        }
    }

    /// Rounds each number that is too fine in a line of words.
    pub fn line<'t>(&mut self, line: &'t str) -> Cow<'t, str> {
        let is_fine =
            |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c));
        if !self.rounds || !line.split_whitespace().any(is_fine) {
            return Cow::Borrowed(line);
        }
        let words = line.split(' ').map(|word| match (Milli::parse(word), rounded(word)) {
            (Err(NumberError::OutOfRange { .. }) | Ok(_), _) | (_, None) => Cow::Borrowed(word),
            (Err(_), Some((text, by))) => {
                self.note(by);
                Cow::Owned(text)
            }
        });
        Cow::Owned(words.collect::<Vec<_>>().join(" "))
    }

    /// Counts a number, unless it was exact after all, as one with an exponent may be.
    fn note(&mut self, by: u8) {
        self.count += usize::from(by > 0);
        self.most = self.most.max(by);
    }
}

/// `5 numbers were rounded, by 0.0004 at most`.
impl fmt::Display for Rounding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let were = if self.count == 1 { "number was" } else { "numbers were" };
        write!(f, "{} {were} rounded, by 0.000{} at most", self.count, self.most)
    }
}

/// A decimal number, with or without an exponent, or a fraction; `None` for any other text.
fn rounded(text: &str) -> Option<(String, u8)> {
    let (sign, magnitude) = match text.strip_prefix('-') {
        Some(magnitude) => ("-", magnitude),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (thousandths, by) = match magnitude.split_once('/') {
        Some((above, below)) => rounded_fraction(above, below)?,
        None => rounded_decimal(magnitude)?,
    };
    let (units, rest) = (thousandths / 1000, thousandths % 1000);
    Some((format!("{sign}{units}.{rest:03}"), by))
}

/// Larger than any valid number, in thousandths.
const BEYOND: u64 = 1_000_000_000_000;

fn is_whole(digits: &str) -> bool {
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Thousandths, and the difference in tenths of one.
fn rounded_decimal(text: &str) -> Option<(u64, u8)> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let power = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if ![whole, decimals, power].into_iter().all(is_whole) {
        return None;
    }
    let digits = [whole, decimals].concat();
    let digits = digits.bytes().map(|byte| byte - b'0');
    // An exponent too long for its type exceeds the digits of any line.
    let power = power.parse::<i64>().unwrap_or(i64::MAX / 2);
    let power = if exponent.starts_with('-') { -power } else { power };
    let kept = i64::try_from(whole.len()).ok()?.saturating_add(power).saturating_add(3);
    let mut thousandths: u64 = 0;
    // The digits cut off: the first one, and whether the rest are more than zeros.
    let (mut first, mut is_more) = (0, false);
    let mut count = 0;
    for (at, digit) in (0_i64..).zip(digits) {
        match at.cmp(&kept) {
            Ordering::Less => thousandths = (thousandths * 10 + u64::from(digit)).min(BEYOND),
            Ordering::Equal => first = digit,
            Ordering::Greater => is_more |= digit != 0,
        }
        count = at + 1;
    }
    for _ in count..kept.min(count + 20) {
        thousandths = (thousandths * 10).min(BEYOND);
    }
    if kept < 0 {
        is_more |= first != 0;
        first = 0;
    }
    Some(nearest(thousandths, first, is_more))
}

/// As [`rounded_decimal`], for a fraction.
fn rounded_fraction(above: &str, below: &str) -> Option<(u64, u8)> {
    let whole = |digits: &str| is_whole(digits).then(|| digits.parse::<u64>().ok()).flatten();
    let (above, below) = (whole(above)?, whole(below).filter(|&below| below > 0)?);
    let (above, below) = (u128::from(above) * 10_000, u128::from(below));
    let tenths = u64::try_from(above / below).ok()?.min(BEYOND);
    let first = u8::try_from(tenths % 10).ok()?;
    Some(nearest(tenths / 10, first, !above.is_multiple_of(below)))
}

/// Rounds half to even, given the first digit cut off and whether more follows it.
const fn nearest(thousandths: u64, first: u8, is_more: bool) -> (u64, u8) {
    let is_half = first == 5 && !is_more;
    if first > 5 || (first == 5 && is_more) || (is_half && thousandths % 2 == 1) {
        (thousandths + 1, 10 - first)
    } else {
        (thousandths, first + if is_more { 1 } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, Rounding) {
        let mut rounding = Rounding::of(true);
        let number = rounding.read(text, Milli::parse).expect(text);
        (number.to_string(), rounding)
    }

    #[test]
    fn numbers_are_rounded_half_to_even_on_their_digits() {
        for (by, numbers) in [
            (
                4,
                "3.33333334 is 3.333; 9.9996e0 is 10; 6E-4 is 0.001; 10/3 is 3.333; \
                -2/3 is -0.667",
            ),
            (
                5,
                "0.0005 is 0; 0.0015 is 0.002; -0.0025 is -0.002; \
                0.00050000000000000000000000001 is 0.001; 12345.67891e-4 is 1.235; 5e-4 is 0; \
                1/2000 is 0",
            ),
            (1, "1.99996 is 2; 1e-400 is 0; 99e-4 is 0.01; 6e-5 is 0"),
        ] {
            for (text, number) in numbers.split("; ").map(|one| one.split_once(" is ").expect(one))
            {
                let (found, rounding) = read(text);
                let told = (found.as_str(), rounding.most, rounding.count);
                assert_eq!(told, (number, by, 1), "{text}");
            }
        }
    }

    #[test]
    fn an_exact_number_is_read_and_not_counted() {
        for (text, number) in [
            ("1.5e-2", "0.015"),
            ("1.60E+4", "16000"),
            ("0e9999999999999999999", "0"),
            ("12.5", "12.5"),
        ] {
            let (found, rounding) = read(text);
            assert_eq!((found.as_str(), rounding.told()), (number, None), "{text}");
        }
    }

    #[test]
    fn invalid_and_out_of_range_numbers_are_still_refused() {
        let mut rounding = Rounding::of(true);
        for text in
            ["", "-", ".5", "5.", "e3", "1e", "1e+", "--1.2345", "1.2.3", "0x1p3", "nan", "1/0"]
        {
            assert_eq!(rounding.read(text, Milli::parse), Err(NumberError::NotDecimal), "{text}");
        }
        let limit = Milli::LIMIT;
        for text in ["1e5", "16000.0006", "1e99999999999999999999", "99999999999999999999999.12345"]
        {
            let found = rounding.read(text, Milli::parse);
            assert_eq!(found, Err(NumberError::OutOfRange { limit }), "{text}");
        }
        assert_eq!(rounding.count(), 0);
        assert!(Rounding::default().read("1.2345", Milli::parse).is_err());
    }

    #[test]
    fn a_line_keeps_its_words() {
        let mut rounding = Rounding::of(true);
        assert_eq!(
            rounding.line("put B 3.33333334  -1e-1 v1.23456"),
            "put B 3.333  -0.100 v1.23456"
        );
        assert_eq!(rounding.told().as_deref(), Some("1 number was rounded, by 0.0004 at most"));
        rounding.line("move B 0.12345 0.12344");
        assert_eq!(rounding.to_string(), "3 numbers were rounded, by 0.0005 at most");
    }
}
