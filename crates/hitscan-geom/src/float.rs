//! Conversions from and to binary floats. Floats are rounded nowhere else, and rounding
//! reports the error.

use std::cmp::Ordering;
use std::error::Error;
use std::fmt;

use super::{
    Aabb, ExactPoint, Fraction, Milli, NumberError, Point, Polygon, Segment, ShapeError, Vector,
};

/// A value made from floats, and how far it is from them.
///
/// ```
/// use hitscan_geom::{Milli, OutOfRange, Rounded, milli};
/// let Rounded { value, error } = Milli::rounded(0.062_5)?;
/// assert_eq!((value, error), (milli!(62), 0.0005));
/// assert_eq!(Milli::rounded(2.5)?.error, 0.0);
/// # Ok::<(), OutOfRange>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rounded<T> {
    /// The nearest value.
    pub value: T,
    /// The rounding error, in units: the greatest of all coordinates, 0 only if each is exact. At
    /// most half a thousandth; the error itself is rounded to the nearest double.
    pub error: f64,
}

/// The float is not a number, or lies beyond ±[`Milli::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfRange;

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a number, or beyond ±{}", Milli::MAX)
    }
}

impl Error for OutOfRange {}

impl From<OutOfRange> for NumberError {
    fn from(_: OutOfRange) -> Self {
        Self::OutOfRange { limit: Milli::MAX }
    }
}

impl From<OutOfRange> for ShapeError {
    fn from(fault: OutOfRange) -> Self {
        Self::Number(fault.into())
    }
}

impl Milli {
    /// The length nearest to a float in units: an `f64`, an `f32`, or any type that converts to a
    /// double without loss.
    ///
    /// - Ties: halves round to the even number of thousandths.
    /// - The binary value counts, not its decimal notation: `0.1_f32` is some billionths away from
    ///   a tenth, and the error says so.
    ///
    /// For text use [`Milli::parse`]; to reject inexact values, `Milli::try_from`.
    ///
    /// # Errors
    /// [`OutOfRange`] for NaN, infinities, and values beyond ±[`Milli::MAX`].
    ///
    /// ```
    /// use hitscan_geom::{Milli, OutOfRange, milli};
    /// let rounded = Milli::rounded(0.1)?;
    /// assert_eq!(rounded.value, milli!(100));
    /// assert!(rounded.error > 0.0 && rounded.error < 1e-17);
    /// assert_eq!(Milli::rounded(-1.5_f32)?.value, milli!(-1500));
    /// assert_eq!(Milli::rounded(f64::NAN), Err(OutOfRange));
    /// assert_eq!(Milli::rounded(1e9), Err(OutOfRange));
    /// # Ok::<(), OutOfRange>(())
    /// ```
    pub fn rounded(units: impl Into<f64>) -> Result<Rounded<Self>, OutOfRange> {
        let units = units.into();
        let magnitude = units.abs();
        // Larger than the range, yet small enough that nothing below overflows.
        if magnitude.is_nan() || magnitude >= 131_072.0 {
            return Err(OutOfRange);
        }
        let (nearest, error) = nearest_thousandth(magnitude);
        let nearest = i32::try_from(nearest).map_err(|_| OutOfRange)?;
        let signed = if units.is_sign_negative() { -nearest } else { nearest };
        let value = Self::new(signed).map_err(|_| OutOfRange)?;
        Ok(Rounded { value, error })
    }
}

/// The whole number of thousandths nearest to a float in [0, 2^17), half to even, and the rounding
/// error in units.
fn nearest_thousandth(units: f64) -> (u64, f64) {
    let bits = units.to_bits();
    let (exponent, fraction) = (bits >> 52, bits & ((1 << 52) - 1));
    // The float is `mantissa` / 2^`shift`: at most 53 bits, at least 36 of them after
    // the binary point.
    let mantissa = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    let shift = 1075 - u32::try_from(exponent.max(1)).unwrap_or(u32::MAX);
    let scaled = mantissa * 1000;
    if shift >= u64::BITS {
        return (0, units);
    }
    let (whole, rest) = (scaled >> shift, scaled & ((1 << shift) - 1));
    let up = match rest.cmp(&(1 << (shift - 1))) {
        Ordering::Less => 0,
        Ordering::Equal => whole & 1,
        Ordering::Greater => 1,
    };
    let beside = if up == 1 { (1 << shift) - rest } else { rest };
    let per_thousandth = power_of_two(shift);
    (whole + up, widened(beside) / per_thousandth / 1000.0)
}

/// 2^`exponent`, for exponents below 1024.
fn power_of_two(exponent: u32) -> f64 {
    f64::from_bits((1023 + u64::from(exponent)) << 52)
}

/// The nearest double: both halves are exact, and their sum is rounded once.
fn widened(number: u64) -> f64 {
    let half = |part: u64| f64::from(u32::try_from(part).unwrap_or(u32::MAX));
    half(number >> 32) * power_of_two(32) + half(number & u64::from(u32::MAX))
}

/// Exact or an error: 0.5 is a whole number of thousandths, but no float equals 0.1.
impl TryFrom<f64> for Milli {
    type Error = NumberError;
    fn try_from(units: f64) -> Result<Self, NumberError> {
        if units.is_nan() {
            return Err(NumberError::NotDecimal);
        }
        let Rounded { value, error } = Self::rounded(units)?;
        if error > 0.0 { Err(NumberError::TooFine { rounded: value }) } else { Ok(value) }
    }
}

/// Exact or an error.
impl TryFrom<f32> for Milli {
    type Error = NumberError;
    fn try_from(units: f32) -> Result<Self, NumberError> {
        Self::try_from(f64::from(units))
    }
}

/// To the nearest double, in units. [`Milli::rounded`] recovers the same length.
impl From<Milli> for f64 {
    fn from(length: Milli) -> Self {
        // Both operands are exact, and division rounds to nearest.
        Self::from(length.thousandths()) / 1000.0
    }
}

/// To the nearest single, in units. From 2^14 units on, singles are more than a thousandth apart,
/// so neighbouring lengths can become the same float.
impl From<Milli> for f32 {
    fn from(length: Milli) -> Self {
        let magnitude = u128::from(length.thousandths().unsigned_abs());
        if magnitude == 0 {
            return 0.0;
        }
        let (mantissa, exponent) = quotient(magnitude, 1000, 24);
        let bits = u32::try_from(packed(mantissa, exponent, 23, 127)).unwrap_or_default();
        let nearest = Self::from_bits(bits);
        if length < Milli::ZERO { -nearest } else { nearest }
    }
}

impl Fraction {
    /// The nearest double, half to even; every fraction has one.
    ///
    /// Rounding preserves order but may make two fractions equal: compare fractions, not doubles.
    ///
    /// ```
    /// use hitscan_geom::Fraction;
    /// let third = Fraction::new(1, 3).expect("a denominator other than 0");
    /// assert_eq!(third.to_f64(), 1.0 / 3.0);
    /// ```
    #[must_use]
    pub fn to_f64(self) -> f64 {
        let [over, under] = [self.numerator(), self.denominator()].map(i128::unsigned_abs);
        let small = |part: u128| u64::try_from(part).ok().filter(|part| *part <= 1 << 53);
        let nearest = if let (Some(over), Some(under)) = (small(over), small(under)) {
            // Both operands are exact, and division rounds to nearest.
            widened(over) / widened(under)
        } else {
            let (mantissa, exponent) = quotient(over, under, 53);
            f64::from_bits(packed(mantissa, exponent, 52, 1023))
        };
        if self.numerator() < 0 { -nearest } else { nearest }
    }
}

/// `over / under` to `bits` binary digits, half to even, as `(digits, exponent)`: the value is
/// digits · 2^exponent. Both operands are below 2^127, and `over` is not 0.
fn quotient(over: u128, under: u128, bits: u32) -> (u64, i32) {
    let (mut quotient, mut rest) = (over / under, over % under);
    let mut exponent = 0;
    // One digit at a time, until there are two more than requested.
    while quotient >> (bits + 1) == 0 {
        rest <<= 1;
        let digit = rest >= under;
        rest -= if digit { under } else { 0 };
        quotient = quotient << 1 | u128::from(digit);
        exponent -= 1;
    }
    let behind = u128::BITS - quotient.leading_zeros() - bits;
    let (kept, cut) = (quotient >> behind, quotient & ((1 << behind) - 1));
    let up = match cut.cmp(&(1 << (behind - 1))) {
        Ordering::Less => false,
        Ordering::Equal => rest != 0 || kept & 1 == 1,
        Ordering::Greater => true,
    };
    let digits = u64::try_from(kept).unwrap_or(u64::MAX) + u64::from(up);
    (digits, exponent + behind.cast_signed())
}

/// The bits of the float digits · 2^exponent, in a format with `fraction` bits after an implicit
/// leading one. Digits that were rounded up to a power of two carry into the exponent.
fn packed(digits: u64, exponent: i32, fraction: u32, bias: i32) -> u64 {
    let biased = u64::from((exponent + fraction.cast_signed() + bias).unsigned_abs());
    (biased << fraction) + (digits - (1 << fraction))
}

// Points and shapes from floats: exact or an error by `try_from`, to the nearest
// thousandth by `rounded`.

/// Rounds several lengths, and reports the greatest error among them.
fn rounded<const N: usize>(units: [f64; N]) -> Result<Rounded<[Milli; N]>, OutOfRange> {
    let mut all = Rounded { value: [Milli::ZERO; N], error: 0.0 };
    for (into, units) in all.value.iter_mut().zip(units) {
        let Rounded { value, error } = Milli::rounded(units)?;
        *into = value;
        all.error = error.max(all.error);
    }
    Ok(all)
}

/// Converts several lengths exactly.
fn exact<T, const N: usize>(units: [T; N]) -> Result<[Milli; N], NumberError>
where
    Milli: TryFrom<T, Error = NumberError>,
{
    let mut all = [Milli::ZERO; N];
    for (into, units) in all.iter_mut().zip(units) {
        *into = Milli::try_from(units)?;
    }
    Ok(all)
}

impl<T> Rounded<T> {
    /// Builds something from the value and keeps the rounding error.
    fn then<U, E>(self, make: impl FnOnce(T) -> Result<U, E>) -> Result<Rounded<U>, E> {
        Ok(Rounded { value: make(self.value)?, error: self.error })
    }
}

macro_rules! pairs {
    ($($type:ident),+) => {$(
        impl $type {
            /// The nearest one to these coordinates, in units: see [`Milli::rounded`].
            ///
            /// # Errors
            /// [`OutOfRange`] where a coordinate is not a number or lies beyond ±[`Milli::MAX`].
            ///
            /// ```
            #[doc = concat!("use hitscan_geom::{OutOfRange, ", stringify!($type), ", milli};")]
            #[doc = concat!("let rounded = ", stringify!($type), "::rounded(0.1, -2.0)?;")]
            #[doc = concat!(
                "assert_eq!(rounded.value, ", stringify!($type), "::new(milli!(100), milli!(-2000)));"
            )]
            /// assert!(rounded.error < 1e-17);
            /// # Ok::<(), OutOfRange>(())
            /// ```
            pub fn rounded(
                x: impl Into<f64>,
                y: impl Into<f64>,
            ) -> Result<Rounded<Self>, OutOfRange> {
                rounded([x.into(), y.into()])?.then(|[x, y]| Ok(Self::new(x, y)))
            }
        }

        /// Exact coordinates in units, or an error.
        impl TryFrom<[f64; 2]> for $type {
            type Error = NumberError;
            fn try_from(units: [f64; 2]) -> Result<Self, NumberError> {
                exact(units).map(|[x, y]| Self::new(x, y))
            }
        }

        /// Exact coordinates in units, or an error.
        impl TryFrom<[f32; 2]> for $type {
            type Error = NumberError;
            fn try_from(units: [f32; 2]) -> Result<Self, NumberError> {
                exact(units).map(|[x, y]| Self::new(x, y))
            }
        }

        /// The nearest doubles, in units.
        impl From<$type> for [f64; 2] {
            fn from(of: $type) -> Self {
                [of.x.into(), of.y.into()]
            }
        }

        /// The nearest singles, in units: see `f32::from` of [`Milli`].
        ///
        /// ```
        #[doc = concat!("use hitscan_geom::", stringify!($type), ";")]
        #[doc = concat!("let of = ", stringify!($type), "::try_from([0.5, -2.0])?;")]
        /// assert_eq!(<[f32; 2]>::from(of), [0.5, -2.0]);
        /// # Ok::<(), hitscan_geom::NumberError>(())
        /// ```
        impl From<$type> for [f32; 2] {
            fn from(of: $type) -> Self {
                [of.x.into(), of.y.into()]
            }
        }
    )+};
}

pairs!(Point, Vector);

/// The nearest doubles, in units: see [`Fraction::to_f64`](crate::Fraction::to_f64).
///
/// ```
/// use hitscan_geom::{Fraction, Segment};
/// let segment = Segment::try_from([0.0, 0.0, 1.0, 3.0])?;
/// let third = Fraction::new(1, 3).expect("a denominator other than 0");
/// let [x, y]: [f64; 2] = segment.at(third).expect("a small t").into();
/// assert_eq!((x, y), (1.0 / 3.0, 1.0));
/// # Ok::<(), hitscan_geom::ShapeError>(())
/// ```
impl From<ExactPoint> for [f64; 2] {
    fn from(of: ExactPoint) -> Self {
        [of.x.to_f64(), of.y.to_f64()]
    }
}

fn segment([x1, y1, x2, y2]: [Milli; 4]) -> Result<Segment, ShapeError> {
    Segment::new(Point::new(x1, y1), Point::new(x2, y2))
}

fn aabb([left, top, right, bottom]: [Milli; 4]) -> Result<Aabb, ShapeError> {
    Aabb::from_corners(Point::new(left, top), Point::new(right, bottom))
}

impl Segment {
    /// The segment nearest to the one from (`x1`, `y1`) to (`x2`, `y2`), in units: see
    /// [`Milli::rounded`].
    ///
    /// # Errors
    /// [`ShapeError`] where a coordinate is not a number or out of range.
    ///
    /// ```
    /// use hitscan_geom::{Segment, ShapeError, milli};
    /// let segment = Segment::rounded(0.0, 0.0, 1.0, 0.333_333)?.value;
    /// assert_eq!(segment.end().y, milli!(333));
    /// # Ok::<(), ShapeError>(())
    /// ```
    pub fn rounded(
        x1: impl Into<f64>,
        y1: impl Into<f64>,
        x2: impl Into<f64>,
        y2: impl Into<f64>,
    ) -> Result<Rounded<Self>, ShapeError> {
        rounded([x1.into(), y1.into(), x2.into(), y2.into()])?.then(segment)
    }
}

impl Aabb {
    /// The box nearest to the one with these edges, in units: see [`Milli::rounded`].
    /// Like [`Aabb::from_corners`] it takes two opposite corners in any order.
    ///
    /// # Errors
    /// [`ShapeError`] where a coordinate is not a number or out of range, and where the width or
    /// the height rounds to zero.
    ///
    /// ```
    /// use hitscan_geom::{Aabb, Milli, ShapeError, milli};
    /// let rounded = Aabb::rounded(0.0, 0.0, 0.100_4, 2.0)?;
    /// assert_eq!(rounded.value.width(), milli!(100));
    /// assert!(rounded.error > 0.000_39 && rounded.error < 0.000_41);
    /// let flat = Aabb::rounded(0.0, 0.0, 0.000_4, 2.0);
    /// assert_eq!(flat, Err(ShapeError::NoWidth(Milli::ZERO)));
    /// # Ok::<(), ShapeError>(())
    /// ```
    pub fn rounded(
        left: impl Into<f64>,
        top: impl Into<f64>,
        right: impl Into<f64>,
        bottom: impl Into<f64>,
    ) -> Result<Rounded<Self>, ShapeError> {
        rounded([left.into(), top.into(), right.into(), bottom.into()])?.then(aabb)
    }
}

impl Polygon {
    /// The polygon with the vertices nearest to these, in units: see [`Milli::rounded`].
    ///
    /// # Errors
    /// [`ShapeError`] where a coordinate is not a number or out of range, and where the vertices
    /// make no simple polygon: rounding may make two of them coincide.
    ///
    /// ```
    /// use hitscan_geom::{Polygon, ShapeError, milli};
    /// let rounded = Polygon::rounded(&[[0.0, 0.0], [4.0, 0.0], [0.0, 3.000_1]])?;
    /// assert_eq!(rounded.value.vertices()[2].y, milli!(3000));
    /// # Ok::<(), ShapeError>(())
    /// ```
    pub fn rounded<T: Into<f64> + Copy>(vertices: &[[T; 2]]) -> Result<Rounded<Self>, ShapeError> {
        let mut all = Rounded { value: Vec::with_capacity(vertices.len()), error: 0.0 };
        for &[x, y] in vertices {
            let Rounded { value, error } = Point::rounded(x, y)?;
            all.value.push(value);
            all.error = error.max(all.error);
        }
        all.then(|vertices| Self::new(&vertices).map_err(Into::into))
    }
}

macro_rules! from_four {
    ($($type:ident by $make:ident from $floats:ty),+) => {$(
        /// Exact coordinates in units, or an error.
        impl TryFrom<$floats> for $type {
            type Error = ShapeError;
            fn try_from(units: $floats) -> Result<Self, ShapeError> {
                exact(units).map_err(ShapeError::from).and_then($make)
            }
        }
    )+};
}

from_four!(
    Segment by segment from [f64; 4], Segment by segment from [f32; 4],
    Aabb by aabb from [f64; 4], Aabb by aabb from [f32; 4]
);

/// From a shape by value and by reference.
macro_rules! to_four {
    ($($type:ident by $a:ident, $b:ident, $list:literal in $float:ident: $what:literal);+) => {$(
        #[doc = concat!("The nearest ", $what, ", `", $list, "`, in units.")]
        ///
        /// ```
        #[doc = concat!("use hitscan_geom::", stringify!($type), ";")]
        #[doc = concat!("let shape = ", stringify!($type), "::try_from([0.0, 0.5, 2.0, 1.25])?;")]
        #[doc = concat!("let floats: [", stringify!($float), "; 4] = (&shape).into();")]
        /// assert_eq!(floats, [0.0, 0.5, 2.0, 1.25]);
        /// # Ok::<(), hitscan_geom::ShapeError>(())
        /// ```
        impl From<&$type> for [$float; 4] {
            fn from(shape: &$type) -> Self {
                let ([x1, y1], [x2, y2]) = (shape.$a().into(), shape.$b().into());
                [x1, y1, x2, y2]
            }
        }

        #[doc = concat!("The nearest ", $what, ", `", $list, "`, in units.")]
        impl From<$type> for [$float; 4] {
            fn from(shape: $type) -> Self {
                (&shape).into()
            }
        }
    )+};
}

to_four!(
    Segment by start, end, "[x1, y1, x2, y2]" in f64: "doubles";
    Segment by start, end, "[x1, y1, x2, y2]" in f32: "singles";
    Aabb by min, max, "[left, top, right, bottom]" in f64: "doubles";
    Aabb by min, max, "[left, top, right, bottom]" in f32: "singles"
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::milli;

    #[test]
    fn a_float_rounds_to_the_nearest_thousandth_and_a_half_to_even() {
        for (units, thousandths, error) in [
            (0.0, 0, 0.0),
            (-0.0, 0, 0.0),
            (12.345, 12_345, 6.394_884_621_840_902e-16),
            (0.062_5, 62, 0.000_5),
            (0.187_5, 188, 0.000_5),
            (-0.062_5, -62, 0.000_5),
            (-0.312_5, -312, 0.000_5),
            (0.000_5, 1, 0.000_5),
            (0.000_499_999_9, 0, 0.000_499_999_9),
            (f64::from_bits(1), 0, f64::from_bits(1)),
            (-67_108.863, -67_108_863, 2.444_721_758_365_631_3e-12),
        ] {
            let rounded = Milli::rounded(units).expect("in range");
            assert_eq!(rounded.value.thousandths(), thousandths, "{units}");
            assert!((rounded.error - error).abs() <= error * 1e-3, "{units}: {rounded:?}");
            assert_eq!(rounded.error > 0.0, error > 0.0, "{units}: {rounded:?}");
        }
        for units in [67_108.864, -67_108.864, 131_072.0, 1e300, f64::INFINITY, f64::NAN] {
            assert_eq!(Milli::rounded(units), Err(OutOfRange), "{units}");
        }
    }

    #[test]
    fn only_exact_floats_convert_without_rounding() {
        assert_eq!(Milli::try_from(-2.125), Ok(milli!(-2125)));
        assert_eq!(Milli::try_from(0.5_f32), Ok(milli!(500)));
        let rounded = milli!(100);
        assert_eq!(Milli::try_from(0.1), Err(NumberError::TooFine { rounded }));
        assert_eq!(Milli::try_from(0.1_f32), Err(NumberError::TooFine { rounded }));
        assert_eq!(Milli::try_from(f64::NAN), Err(NumberError::NotDecimal));
        let limit = Milli::MAX;
        for beyond in [1e6, f64::NEG_INFINITY] {
            assert_eq!(Milli::try_from(beyond), Err(NumberError::OutOfRange { limit }));
        }
    }

    #[test]
    fn every_length_round_trips_through_f64() {
        let each = (-67_108_863..=67_108_863).step_by(9_973);
        for length in each.chain([67_108_863, 1, -1]).map(|at| Milli::new(at).expect("in range")) {
            let back = Milli::rounded(f64::from(length)).expect("in range");
            assert_eq!(back.value, length);
            // The same as parsing the decimal text, which the standard library rounds correctly.
            let text = length.to_string();
            assert_eq!(Ok(f64::from(length)), text.parse::<f64>());
            assert_eq!(Ok(f32::from(length)), text.parse::<f32>());
        }
        assert_eq!(f32::from(Milli::ZERO).to_bits(), 0);
    }

    #[test]
    fn fractions_with_parts_of_any_size_become_the_nearest_double() {
        let fraction = |over, under| Fraction::new(over, under).expect("a fraction");
        let whole = 1_i128 << 53;
        for (over, under, expected) in [
            (0, 1, 0.0),
            (-5, 2, -2.5),
            (whole + 1, 1, 9_007_199_254_740_992.0),
            (whole + 3, 1, 9_007_199_254_740_996.0),
            // Exactly half way, and slightly more.
            (-(whole + 1), 1, -9_007_199_254_740_992.0),
            ((whole + 1) * 9 + 1, 9, 9_007_199_254_740_994.0),
            // Rounded up to a power of two.
            (2 * whole - 1, whole * 2, 1.0),
            (i128::MAX, 1, 170_141_183_460_469_231_731_687_303_715_884_105_728.0),
            (1, i128::MAX, 1.0 / 170_141_183_460_469_231_731_687_303_715_884_105_728.0),
            (i128::MAX, i128::MAX - 1, 1.0),
            (i128::MAX / 3, i128::MAX, 1.0 / 3.0),
        ] {
            assert_eq!(
                fraction(over, under).to_f64().to_bits(),
                f64::to_bits(expected),
                "{over}/{under}"
            );
        }
    }
}

#[cfg(test)]
mod shapes_tests {
    use super::*;
    use crate::milli;

    #[test]
    fn rounding_reports_the_greatest_error_of_all_coordinates() {
        let rounded = Aabb::rounded(0.0, 0.000_25, 1.0, 2.000_125).expect("a box");
        let edges: [f64; 4] = (&rounded.value).into();
        assert_eq!(edges.map(f64::to_bits), [0.0, 0.0, 1.0, 2.0].map(f64::to_bits));
        assert!((rounded.error - 0.000_25).abs() < 1e-18, "{rounded:?}");
        let exact = Segment::rounded(0.5, 1, 2_u8, -0.25_f32).expect("a segment");
        assert_eq!(exact.error.to_bits(), 0);
        let ends: [f64; 4] = (&exact.value).into();
        assert_eq!(ends.map(f64::to_bits), [0.5, 1.0, 2.0, -0.25].map(f64::to_bits));
    }

    #[test]
    fn exact_floats_make_shapes_and_others_are_refused() {
        let made = Aabb::try_from([0.5, 0.0, 2.0, 1.25]).expect("a box");
        assert_eq!((made.left(), made.bottom()), (milli!(500), milli!(1250)));
        let rounded = milli!(100);
        let too_fine = NumberError::TooFine { rounded };
        assert_eq!(Aabb::try_from([0.1, 0.0, 2.0, 1.0]), Err(too_fine.into()));
        assert_eq!(Point::try_from([0.0, 0.1]), Err(too_fine));
        assert_eq!(Vector::try_from([1.0_f32, 0.5]), Ok(Vector::new(milli!(1000), milli!(500))));
        let beyond = Segment::try_from([40_000.0, 0.0, 0.0, 0.0]);
        assert!(matches!(beyond, Err(ShapeError::OutOfRange { .. })), "{beyond:?}");
        let beyond = Segment::rounded(0.0, f64::NAN, 0.0, 0.0).map(|rounded| rounded.value);
        assert_eq!(beyond, Err(OutOfRange.into()));
    }

    #[test]
    fn each_coordinate_becomes_its_nearest_float() {
        let made = Aabb::rounded(0.1, -0.3, 16_384.001, 2.5).expect("a box").value;
        let doubles: [f64; 4] = made.into();
        assert_eq!(doubles.map(f64::to_bits), [0.1, -0.3, 16_384.001, 2.5].map(f64::to_bits));
        let singles: [f32; 4] = made.into();
        assert_eq!(singles.map(f32::to_bits), [0.1, -0.3, 16_384.002, 2.5].map(f32::to_bits));
        let segment = Segment::new(made.max(), made.min()).expect("in range");
        let turned: [f32; 4] = (&segment).into();
        assert_eq!(turned.map(f32::to_bits), [16_384.002, 2.5, 0.1, -0.3].map(f32::to_bits));
        let middle: [f64; 2] = made.center().into();
        assert_eq!(middle.map(f64::to_bits), [8_192.050_5, 1.1].map(f64::to_bits));
    }

    #[test]
    fn a_polygon_that_rounding_spoils_is_refused() {
        let thin = [[0.0, 0.0], [1.0, 0.0], [1.0, 0.000_4]];
        assert!(matches!(Polygon::rounded(&thin), Err(ShapeError::Polygon(_))));
        assert!(Polygon::rounded(&[[0.0_f32, 0.0], [1.0, 0.0], [1.0, 1.0]]).is_ok());
    }
}
