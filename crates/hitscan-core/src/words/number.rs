//! Exact numbers in limited space.

use std::cmp::Ordering;

pub use crate::world::grouped;
use hitscan_geom::{Axis, Fraction, Milli, Shape};

use crate::methods::{Number, Operator};
use crate::world::Settings;

/// The most decimals that are shown: enough to distinguish any two times of contact, and few enough
/// that no product overflows.
pub(super) const MOST_DECIMALS: usize = 18;

/// A whole number within a text: from 10 000 on, its thousands are separated.
pub fn in_text(number: u64) -> String {
    if number < 10_000 { number.to_string() } else { grouped(number) }
}

/// A fraction in at most `width` columns: itself if it fits, otherwise `≈` and up to three decimals
/// if there is room, rounded half up, but never to 0 or 1 unless exact.
pub fn short_fraction(value: Fraction, width: usize) -> String {
    let exact = value.to_string();
    if exact.len() <= width {
        return exact;
    }
    let whole_digits = match value.numerator().unsigned_abs() / value.denominator().unsigned_abs() {
        0 => 0,
        whole => whole.to_string().len(),
    };
    let sign = usize::from(value.numerator() < 0);
    let decimals = width.saturating_sub(2 + sign + whole_digits).clamp(1, 3);
    format!("≈{}", decimal(value, decimals))
}

/// A fraction as a decimal with up to `decimals` places (at most 18), without trailing zeros and
/// without the zero before the point: `.767`, `-1.5`, `2`.
pub fn decimal(value: Fraction, decimals: usize) -> String {
    let decimals = decimals.min(MOST_DECIMALS);
    let scale = (0..decimals).fold(1_i128, |scale, _| scale * 10);
    let denominator = value.denominator();
    let magnitude = value.numerator().abs();
    let (whole, rest) = (magnitude / denominator, magnitude % denominator);
    let rounded = whole * scale + (2 * rest * scale + denominator) / (2 * denominator);
    // A time just before 1 must not show as 1, nor one just after 0 as 0.
    let below_one = magnitude < denominator && rounded == scale;
    let above_zero = magnitude > 0 && rounded == 0;
    let shown = rounded - i128::from(below_one) + i128::from(above_zero);
    let sign = if value.numerator() < 0 { "-" } else { "" };
    let (whole, rest) = (shown / scale, shown % scale);
    let places = format!("{rest:0decimals$}");
    let places = places.trim_end_matches('0');
    match (whole, places) {
        (_, "") => format!("{sign}{whole}"),
        (0, places) => format!("{sign}.{places}"),
        (whole, places) => format!("{sign}{whole}.{places}"),
    }
}

/// A decimal with a digit before its point, as users may type it.
pub(super) fn with_zero(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(rest) if rest.starts_with('.') => format!("-0{rest}"),
        None if text.starts_with('.') => format!("0{text}"),
        _ => text.to_owned(),
    }
}

/// A number of half thousandths, in units: `10.5`, `-0.0005`.
pub fn in_halves(halves: i64) -> String {
    in_units(Fraction::new(halves.into(), 2000).unwrap_or(Fraction::ZERO))
}

/// A whole number of half thousandths, given in units: `10.5`, `-0.0005`.
pub fn in_units(number: Fraction) -> String {
    with_zero(&decimal(number, 4))
}

/// The distance of two collinear shapes, given by their gaps.
pub(super) fn apart(first: &Shape, second: &Shape) -> String {
    let gap = first.gap_to(second);
    diagonal(gap.x.max(Milli::ZERO), gap.y.max(Milli::ZERO))
}

/// The length of a hypotenuse with these legs: exact if it is a whole number of thousandths,
/// otherwise `≈` and three decimals.
fn diagonal(x: Milli, y: Milli) -> String {
    let square = (x.wide() * x.wide() + y.wide() * y.wide()).unsigned_abs();
    let root = square.isqrt();
    let nearest = if square - root * root > root { root + 1 } else { root };
    let length = Fraction::new(nearest.into(), 1000).unwrap_or(Fraction::ZERO);
    let text = decimal(length, 3);
    if root * root == square { text } else { format!("≈{text}") }
}

/// The columns for a number if nothing else limits it.
pub(super) const ROOM: usize = 14;
/// A longer fraction is shown only as a decimal.
const FRACTION_ROOM: usize = 15;
/// The decimals of a time, unless more are needed to distinguish two times.
const DECIMALS: usize = 3;

/// A length or an area: exact if that fits `room` columns, otherwise with `≈`.
pub(super) fn plain(number: impl Into<Number>, room: usize) -> String {
    match number.into() {
        Number::Exact(number) => exact(number, room),
        Number::Single(number) => single(number, room),
        Number::Double(number) => number.to_string(),
    }
}

/// `= 5`, or `≈ 5.1e18` if there is no room for more.
pub(super) fn equals(number: impl Into<Number>) -> String {
    let text = plain(number, ROOM);
    text.strip_prefix('≈').map_or_else(|| format!("= {text}"), |about| format!("≈ {about}"))
}

pub(super) const fn yes_no(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

fn exact(number: Fraction, room: usize) -> String {
    let about = |decimals| format!("≈{}", with_zero(&decimal(number, decimals)));
    let fits = |text: &String| text.chars().count() <= room;
    (0..=MOST_DECIMALS)
        .find(|&decimals| ends_within(number, decimals))
        .map(|decimals| with_zero(&decimal(number, decimals)))
        .filter(fits)
        .or_else(|| (0..=6).rev().map(about).find(fits))
        .unwrap_or_else(|| in_powers_of_ten(number))
}

/// Whether this many decimals give the exact number.
fn ends_within(number: Fraction, decimals: usize) -> bool {
    let scale = (0..decimals).fold(1_i128, |scale, _| scale * 10);
    scale % number.denominator() == 0
}

/// `≈-5.1e18`, for numbers with too many digits.
fn in_powers_of_ten(number: Fraction) -> String {
    let whole = (number.numerator() / number.denominator()).unsigned_abs();
    let sign = if number.numerator() < 0 { "-" } else { "" };
    let mut power = whole.to_string().len() - 1;
    let unit = (1..power).fold(1_u128, |unit, _| unit * 10);
    let mut two_digits = (whole + unit / 2) / unit;
    if two_digits > 99 {
        (two_digits, power) = (10, power + 1);
    }
    format!("≈{sign}{}.{}e{power}", two_digits / 10, two_digits % 10)
}

/// The shortest text that reads back as the same single-precision number.
fn single(number: f32, room: usize) -> String {
    // -0 is shown as 0.
    let number = if number == 0.0 { 0.0 } else { number };
    let fits = |text: &String| text.chars().count() <= room;
    let about = |digits: usize| format!("≈{number:.digits$e}");
    Some(number.to_string())
        .filter(fits)
        .or_else(|| Some(format!("{number:e}")).filter(fits))
        .or_else(|| (0..=5).rev().map(about).find(fits))
        .unwrap_or_else(|| about(0))
}

/// How many decimals it takes to distinguish these times.
pub(super) fn decimals_for(times: &[Fraction]) -> usize {
    let told_apart = |decimals: &usize| {
        times.iter().enumerate().all(|(index, time)| {
            times[..index].iter().all(|other| {
                other == time || decimal(*other, *decimals) != decimal(*time, *decimals)
            })
        })
    };
    (DECIMALS..=MOST_DECIMALS).find(told_apart).unwrap_or(MOST_DECIMALS)
}

/// A time or a parameter in its two forms: `23/30`, `≈ .767`. The first is empty if it is too long,
/// the second if it equals the first.
pub(super) fn time_parts(time: Fraction, decimals: usize) -> [String; 2] {
    if time.denominator() == 1 {
        return [time.to_string(), String::new()];
    }
    let (fraction, sign) = (time.to_string(), if ends_within(time, decimals) { "=" } else { "≈" });
    let decimals = decimal(time, decimals);
    if fraction.len() <= FRACTION_ROOM {
        [fraction, format!("{sign} {decimals}")]
    } else {
        let sign = if sign == "=" { "" } else { sign };
        [String::new(), format!("{sign}{decimals}")]
    }
}

/// `23/30 ≈ .767`, `3/4 = .75`, `2`.
pub(super) fn time(time: Fraction, decimals: usize) -> String {
    let [fraction, decimals] = time_parts(time, decimals);
    let both = !fraction.is_empty() && !decimals.is_empty();
    format!("{fraction}{}{decimals}", if both { " " } else { "" })
}

/// A time that is not compared with another one.
pub(super) fn lone_time(t: Fraction) -> String {
    time(t, DECIMALS)
}

/// A coordinate or a component along `axis`, as users read it.
pub(super) fn read(settings: &Settings, axis: Axis, number: impl Into<Number>) -> Number {
    settings.read(axis, number.into())
}

/// Both numbers of a pair, x first.
pub(super) fn both(numbers: [impl Into<Number>; 2]) -> [String; 2] {
    numbers.map(|number| plain(number, ROOM))
}

/// The components of a vector, as users read it.
pub(super) fn vector<N: Into<Number>>(settings: &Settings, [x, y]: [N; 2]) -> [Number; 2] {
    [x.into(), read(settings, Axis::Y, y)]
}

/// A point as users read it: `(1.5, -3)`.
pub(super) fn point(settings: &Settings, at: [impl Into<Number>; 2], room: usize) -> String {
    let [x, y] = vector(settings, at).map(|number| plain(number, room));
    format!("({x}, {y})")
}

/// How the first of two numbers compares with the second: `<`, `>` or `=`.
pub(super) fn sign_between([first, second]: [Number; 2]) -> &'static str {
    match first.partial_cmp(&second) {
        Some(Ordering::Less) => "<",
        Some(Ordering::Greater) => ">",
        Some(Ordering::Equal) | None => "=",
    }
}

/// An orientation or a cross product, as users read it: reversing y in both vectors
/// changes its sign.
pub(super) fn read_area(settings: &Settings, area: impl Into<Number>) -> Number {
    read(settings, Axis::Y, area)
}

/// A comparison of two coordinates along `axis`, as users read it.
pub(super) fn read_operator(settings: &Settings, axis: Axis, operator: Operator) -> Operator {
    if axis == Axis::Y && settings.y_grows_up() { operator.reversed() } else { operator }
}

/// The range between two coordinates along `axis`, as users read it: `16..24`.
pub(super) fn range<N: Into<Number>>(settings: &Settings, axis: Axis, ends: [N; 2]) -> String {
    let [from, to] = ends.map(|end| read(settings, axis, end));
    let (low, high) = if from > to { (to, from) } else { (from, to) };
    format!("{}..{}", plain(low, ROOM), plain(high, ROOM))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_that_are_too_long_become_decimals_that_fit() {
        for (numerator, denominator, width, shown) in [
            (2, 3, 4, "2/3"),
            (23, 30, 4, "≈.77"),
            (23, 30, 5, "23/30"),
            (1233, 1339, 4, "≈.92"),
            (999_999, 1_000_000, 4, "≈.99"),
            (1, 1_000_000, 4, "≈.01"),
            (-12_345, 1_000, 7, "≈-12.35"),
            (4_000, 1_000, 4, "4"),
        ] {
            assert_eq!(
                short_fraction(Fraction::new(numerator, denominator).expect("in range"), width),
                shown
            );
        }
    }

    #[test]
    fn halves_of_thousandths_are_written_in_units() {
        for (halves, shown) in [(0, "0"), (30_000, "15"), (21_000, "10.5"), (-1, "-0.0005")] {
            assert_eq!(in_halves(halves), shown);
        }
    }

    #[test]
    fn diagonals_are_exact_if_possible() {
        let units = Milli::from_units;
        assert_eq!(diagonal(units(3), units(4)), "5");
        assert_eq!(diagonal(units(1), units(1)), "≈1.414");
        assert_eq!(diagonal(units(0), units(-7)), "7");
    }
}

#[cfg(test)]
mod format_tests {
    use super::*;

    #[test]
    fn lengths_are_exact_if_there_is_room() {
        for (numerator, denominator, room, shown) in [
            (1, 2, 8, "0.5"),
            (-1, 2000, 8, "-0.0005"),
            (-31_999_999, 1000, 10, "-31999.999"),
            (-31_999_999, 1000, 8, "≈-32000"),
            (12, 7, 8, "≈1.71429"),
            (1, 1_000_000_000, 8, "≈0.00001"),
            (-5_123_456_789_012_345_678, 1, 10, "≈-5.1e18"),
            (999_999_999_999, 1, 8, "≈1.0e12"),
        ] {
            assert_eq!(
                exact(Fraction::new(numerator, denominator).expect("in range"), room),
                shown
            );
        }
        for (number, room, shown) in [
            (10.25, 8, "10.25"),
            (-0.0, 8, "0"),
            (5.033_165e18, 10, "≈5.0332e18"),
            (1.0e20, 8, "1e20"),
            (0.000_122_070_31, 9, "≈1.221e-4"),
        ] {
            assert_eq!(single(number, room), shown);
        }
    }

    #[test]
    fn times_are_fractions_with_enough_decimals_to_distinguish_them() {
        let close = [
            Fraction::new(1, 3).expect("in range"),
            Fraction::new(333_334, 1_000_000).expect("in range"),
        ];
        assert_eq!(decimals_for(&close), 6);
        assert_eq!(close.map(|t| time(t, 6)), ["1/3 ≈ .333333", "166667/500000 = .333334"]);
        assert_eq!(lone_time(Fraction::new(23, 30).expect("in range")), "23/30 ≈ .767");
        assert_eq!(lone_time(Fraction::new(-5, 2).expect("in range")), "-5/2 = -2.5");
        assert_eq!(lone_time(Fraction::ONE), "1");
        let long = Fraction::new(1 << 40, (1 << 41) + 1).expect("in range");
        assert_eq!(lone_time(long), "≈.5");
    }
}
