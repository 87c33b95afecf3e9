//! Exact fractions: the type of intersection points, parameters and times.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

use super::{Milli, NumberError};

/// A reduced fraction with a positive denominator; equal values are equal bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    /// Zero.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    /// One.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// `numerator / denominator`, reduced; `None` when the denominator is zero or the reduced
    /// numerator or denominator is 2^127 or more in magnitude.
    ///
    /// ```
    /// use hitscan_geom::Fraction;
    /// assert_eq!(Fraction::new(6, -4).map(|f| f.to_string()).as_deref(), Some("-3/2"));
    /// assert_eq!(Fraction::new(1, 0), None);
    /// assert_eq!(Fraction::new(i128::MIN, 1), None);
    /// ```
    #[must_use]
    pub fn new(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let (over, under) = (numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = gcd(over, under);
        let part = |part: u128| i128::try_from(part / divisor).ok();
        let is_negative = numerator != 0 && (numerator < 0) != (denominator < 0);
        let over = part(over)?;
        let numerator = if is_negative { -over } else { over };
        Some(Self { numerator, denominator: part(under)? })
    }

    /// An area or a cross product in square units, from square thousandths.
    ///
    /// ```
    /// use hitscan_geom::Fraction;
    /// assert_eq!(Fraction::area(1_500_000).to_string(), "3/2");
    /// ```
    #[must_use]
    pub fn area(square_thousandths: i64) -> Self {
        Self::reduced(square_thousandths.into(), 1_000_000)
    }

    /// `numerator / denominator`, reduced. Both must be below 2^127 in magnitude and the
    /// denominator above zero.
    pub(crate) fn reduced(numerator: i128, denominator: i128) -> Self {
        debug_assert!(denominator > 0 && numerator != i128::MIN);
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        // The divisor is at most the denominator, which fits an i128.
        let divisor = i128::try_from(divisor).unwrap_or(1);
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// [`reduced`](Self::reduced) for operands in a machine word, where division is far faster.
    pub(crate) fn reduced_word(numerator: i64, denominator: i64) -> Self {
        debug_assert!(denominator > 0 && numerator != i64::MIN);
        let divisor = gcd_by_shifts(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i64::try_from(divisor).unwrap_or(1);
        Self {
            numerator: (numerator / divisor).into(),
            denominator: (denominator / divisor).into(),
        }
    }

    /// The numerator, which carries the sign.
    #[must_use]
    pub const fn numerator(self) -> i128 {
        self.numerator
    }

    /// The denominator, always positive.
    #[must_use]
    pub const fn denominator(self) -> i128 {
        self.denominator
    }
}

/// Euclid's algorithm until both fit in a machine word, then the binary algorithm: a 128-bit
/// division costs as much as all the shifts together, and one or two divisions are enough for every
/// number that occurs here.
fn gcd(mut a: u128, mut b: u128) -> u128 {
    loop {
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
            return gcd_by_shifts(a, b).into();
        }
        if b == 0 {
            return a;
        }
        (a, b) = (b, a % b);
    }
}

pub(crate) fn gcd_by_shifts(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        (a, b) = (a.min(b), a.abs_diff(b));
    }
    a << twos
}

/// A product of up to 192 bits, as its high 128 and its low 64: in the order of the products.
///
/// ```
/// use hitscan_geom::inside::wide_product;
/// assert_eq!(wide_product(u128::MAX, u64::MAX).1, 1);
/// assert!(wide_product(1 << 127, 3) > wide_product(u128::MAX, 1));
/// ```
#[must_use]
pub fn wide_product(one: u128, other: u64) -> (u128, u64) {
    let half = u128::from(u64::MAX);
    let low = (one & half) * u128::from(other);
    let high = (one >> 64) * u128::from(other) + (low >> 64);
    (high, u64::try_from(low & half).unwrap_or(u64::MAX))
}

impl From<i32> for Fraction {
    fn from(whole: i32) -> Self {
        Self { numerator: whole.into(), denominator: 1 }
    }
}

/// The length in units.
impl From<Milli> for Fraction {
    fn from(length: Milli) -> Self {
        Self::reduced(length.thousandths().into(), 1000)
    }
}

/// From units: exact, or [`NumberError::BetweenSteps`] with the nearest lengths on both sides, or
/// [`NumberError::OutOfRange`] beyond ±[`Milli::MAX`].
///
/// ```
/// use hitscan_geom::{Fraction, Milli, NumberError, milli};
/// let fraction = |over, under| Fraction::new(over, under).expect("a denominator other than 0");
/// assert_eq!(Milli::try_from(fraction(-5, 8)), Ok(milli!(-625)));
/// let (below, above) = (milli!(666), milli!(667));
/// assert_eq!(Milli::try_from(fraction(2, 3)), Err(NumberError::BetweenSteps { below, above }));
/// let limit = Milli::MAX;
/// assert_eq!(Milli::try_from(fraction(70_000, 1)), Err(NumberError::OutOfRange { limit }));
/// ```
impl TryFrom<Fraction> for Milli {
    type Error = NumberError;
    fn try_from(units: Fraction) -> Result<Self, NumberError> {
        let Fraction { numerator, denominator } = units;
        // The fraction is reduced, so only these denominators give a whole number of thousandths.
        if 1000 % denominator == 0 {
            return Self::try_from(numerator.saturating_mul(1000 / denominator));
        }
        // 1000 times the remainder may overflow, so search for its position between whole units.
        let rest = Fraction { numerator: numerator.rem_euclid(denominator), denominator };
        let (mut low, mut high) = (0, 1000);
        while high - low > 1 {
            let middle = i128::midpoint(low, high);
            if Fraction::reduced(middle, 1000) < rest {
                low = middle;
            } else {
                high = middle;
            }
        }
        let whole = numerator.div_euclid(denominator);
        let steps = whole.saturating_mul(1000).saturating_add(low);
        let (below, above) = (Self::try_from(steps)?, Self::try_from(steps.saturating_add(1))?);
        Err(NumberError::BetweenSteps { below, above })
    }
}

impl Neg for Fraction {
    type Output = Self;
    fn neg(self) -> Self {
        Self { numerator: -self.numerator, ..self }
    }
}

/// By value. Compares the whole parts, then the reciprocals of the remainders, so that no product
/// is formed and nothing can overflow.
impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut a, mut b) = (*self, *other);
        let mut swapped = false;
        loop {
            let whole =
                (a.numerator.div_euclid(a.denominator), b.numerator.div_euclid(b.denominator));
            let rest =
                (a.numerator.rem_euclid(a.denominator), b.numerator.rem_euclid(b.denominator));
            let decided = match whole.0.cmp(&whole.1) {
                Ordering::Equal if rest.0 == 0 || rest.1 == 0 => Some(rest.0.cmp(&rest.1)),
                Ordering::Equal => None,
                unequal => Some(unequal),
            };
            if let Some(order) = decided {
                return if swapped { order.reverse() } else { order };
            }
            a = Self { numerator: a.denominator, denominator: rest.0 };
            b = Self { numerator: b.denominator, denominator: rest.1 };
            swapped = !swapped;
        }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An integer such as `-3`, or a reduced fraction such as `5/2`.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = TextFromEnd::default();
        if self.denominator != 1 {
            text.put_number(self.denominator.unsigned_abs());
            text.put(b'/');
        }
        text.put_number(self.numerator.unsigned_abs());
        if self.numerator < 0 {
            text.put(b'-');
        }
        f.write_str(text.get())
    }
}

/// Parses the `Display` format, and quotients that are not reduced.
///
/// ```
/// use hitscan_geom::{Fraction, NumberError};
/// assert_eq!("-6/4".parse(), Ok(Fraction::new(-3, 2).expect("a denominator other than 0")));
/// assert_eq!("1/0".parse::<Fraction>(), Err(NumberError::NotDecimal));
/// ```
impl FromStr for Fraction {
    type Err = NumberError;
    fn from_str(text: &str) -> Result<Self, NumberError> {
        let (over, under) = text.split_once('/').unwrap_or((text, "1"));
        let digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_number = digits(over.strip_prefix('-').unwrap_or(over)) && digits(under);
        let parts = over.parse().ok().zip(under.parse().ok()).filter(|_| is_number);
        parts.and_then(|(over, under)| Self::new(over, under)).ok_or(NumberError::NotDecimal)
    }
}

/// Two numbers of 39 digits, a sign and a slash.
const LONGEST_TEXT: usize = 80;

/// The text of a fraction, built from its end so that it is written in one call: explanations
/// contain many fractions.
struct TextFromEnd {
    bytes: [u8; LONGEST_TEXT],
    start: usize,
}

impl Default for TextFromEnd {
    fn default() -> Self {
        Self { bytes: [b'0'; LONGEST_TEXT], start: LONGEST_TEXT }
    }
}

impl TextFromEnd {
    fn put(&mut self, byte: u8) {
        self.start -= 1;
        self.bytes[self.start] = byte;
    }

    fn put_number(&mut self, number: u128) {
        let mut wide = number;
        // Division in a machine word is far faster.
        let mut word = loop {
            match u64::try_from(wide) {
                Ok(word) => break word,
                Err(_) => self.put_digit(wide % 10),
            }
            wide /= 10;
        };
        while word >= 10 {
            self.put_digit(word % 10);
            word /= 10;
        }
        self.put_digit(word);
    }

    /// Puts one decimal digit.
    fn put_digit(&mut self, digit: impl TryInto<u8>) {
        self.put(b'0' + digit.try_into().unwrap_or_default());
    }

    fn get(&self) -> &str {
        std::str::from_utf8(&self.bytes[self.start..]).unwrap_or_default()
    }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

// Unreduced quotients, for decisions: compared by cross-multiplication. [`Fraction`] is
// the reduced form.

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

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: i128, denominator: i128) -> Fraction {
        Fraction::new(numerator, denominator).expect("a fraction")
    }

    #[test]
    fn fractions_are_reduced_and_the_numerator_carries_the_sign() {
        assert_eq!(fraction(6, -4).to_string(), "-3/2");
        assert_eq!(fraction(-6, -3).to_string(), "2");
        assert_eq!(fraction(0, -7), Fraction::ZERO);
    }

    #[test]
    fn a_length_is_a_fraction_of_units() {
        assert_eq!(Fraction::from(crate::milli!(-12_500)).to_string(), "-25/2");
        assert_eq!(Fraction::from(Milli::from_units(7)), Fraction::from(7));
    }

    #[test]
    fn a_fraction_becomes_a_length_exactly_or_names_its_neighbours() {
        let each = (-67_108_863..=67_108_863).step_by(99_991).chain([67_108_863, 0, 1]);
        for thousandths in each {
            let length = Milli::new(thousandths).expect("in range");
            assert_eq!(Milli::try_from(Fraction::from(length)), Ok(length));
            // Slightly more, and slightly less.
            for (part, below) in [(7, thousandths), (-7, thousandths - 1)] {
                let beside = fraction(i128::from(thousandths) * 9001 + part, 9_001_000);
                let neighbours = Milli::new(below).and_then(|below| {
                    Ok(NumberError::BetweenSteps {
                        below,
                        above: Milli::new(below.thousandths() + 1)?,
                    })
                });
                assert_eq!(Milli::try_from(beside), Err(neighbours.unwrap_or_else(|fault| fault)));
            }
        }
    }

    #[test]
    fn parts_of_any_size_make_a_length_or_an_error() {
        let between = |below| {
            let [below, above] = [below, below + 1].map(|at| Milli::new(at).expect("in range"));
            Err(NumberError::BetweenSteps { below, above })
        };
        let beyond = Err(NumberError::OutOfRange { limit: Milli::MAX });
        let most = i128::MAX;
        for (over, under, expected) in [
            (most / 3, most, between(333)),
            (-(most / 3), most, between(-334)),
            (1, most, between(0)),
            (-1, most, between(-1)),
            (most - 1, most, between(999)),
            (most, most - 1, between(1000)),
            (most, 1, beyond),
            (-most, 3, beyond),
            (most, 7, beyond),
            // Beyond the last length by less than a thousandth.
            (67_108_863 * 3 + 1, 3000, beyond),
            (-67_108_863 * 3 - 1, 3000, beyond),
        ] {
            assert_eq!(Milli::try_from(fraction(over, under)), expected, "{over}/{under}");
        }
    }

    #[test]
    fn every_fraction_is_written_in_full() {
        for (numerator, denominator) in [
            (0, 1),
            (10, 1),
            (-100, 9),
            (i128::from(u64::MAX), 7),
            (i128::from(u64::MAX) + 1, 3),
            (-i128::MAX, i128::MAX - 1),
        ] {
            let written = fraction(numerator, denominator);
            let (numerator, denominator) = (written.numerator(), written.denominator());
            let bar = if denominator == 1 { String::new() } else { format!("/{denominator}") };
            assert_eq!(written.to_string(), format!("{numerator}{bar}"));
            assert_eq!(written.to_string().parse(), Ok(written));
        }
    }

    #[test]
    fn no_other_text_is_a_fraction() {
        let long = format!("{}0", i128::MAX);
        for text in ["", "-", "1/", "/2", "1/0", "1/-2", "--1", "+1", "1.5", "1 /2", "1/2/3", &long]
        {
            assert_eq!(text.parse::<Fraction>(), Err(NumberError::NotDecimal), "{text}");
        }
    }

    #[test]
    fn numbers_beyond_a_machine_word_are_reduced() {
        let wide = 6 * (i128::from(u64::MAX) + 2);
        assert_eq!(fraction(wide * 35, wide * -14).to_string(), "-5/2");
        assert_eq!(fraction(wide, 9).denominator(), 3);
        assert_eq!(fraction(0, wide), Fraction::ZERO);
    }

    #[test]
    fn order_is_exact_where_products_would_overflow() {
        let big = i128::MAX / 2;
        let below = fraction(big - 1, big);
        let above = fraction(big, big + 1);
        assert!(below < above);
        assert!(fraction(-big, big + 1) < fraction(1 - big, big));
        assert!(above < Fraction::ONE);
    }
}
