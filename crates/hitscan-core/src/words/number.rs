//! Exact numbers in limited space.

pub use crate::world::grouped;
use hitscan_geom::{Fraction, Milli, Shape};

/// The most decimals that are shown: enough to distinguish any two times of contact, and few enough
/// that no product overflows.
pub(super) const MOST_DECIMALS: usize = 18;

/// A whole number within a text: from 10 000 on, its thousands are separated.
#[must_use]
pub fn in_text(number: u64) -> String {
    if number < 10_000 { number.to_string() } else { grouped(number) }
}

/// A fraction in at most `width` columns: itself if it fits, otherwise `≈` and up to three decimals
/// if there is room, rounded half up, but never to 0 or 1 unless exact.
#[must_use]
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
#[must_use]
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
#[must_use]
pub fn in_halves(halves: i64) -> String {
    let units = Fraction::new(halves.into(), 2000).unwrap_or(Fraction::ZERO);
    with_zero(&decimal(units, 4))
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
