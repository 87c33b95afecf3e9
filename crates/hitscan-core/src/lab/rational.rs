//! Arithmetic on exact fractions. The result is `None` if its numerator or denominator would need
//! more than 127 bits.

use hitscan_geom::Fraction;

/// The sum of two fractions.
pub(super) fn sum(a: Fraction, b: Fraction) -> Option<Fraction> {
    let left = a.numerator().checked_mul(b.denominator())?;
    let right = b.numerator().checked_mul(a.denominator())?;
    Fraction::new(left.checked_add(right)?, a.denominator().checked_mul(b.denominator())?)
}

/// The first minus the second.
pub(super) fn difference(a: Fraction, b: Fraction) -> Option<Fraction> {
    sum(a, -b)
}

/// The product of two fractions.
pub(super) fn product(a: Fraction, b: Fraction) -> Option<Fraction> {
    // Reduce crosswise first, so that large factors cancel before they are multiplied.
    let one = Fraction::new(a.numerator(), b.denominator())?;
    let other = Fraction::new(b.numerator(), a.denominator())?;
    Fraction::new(
        one.numerator().checked_mul(other.numerator())?,
        one.denominator().checked_mul(other.denominator())?,
    )
}

/// The first divided by the second; also `None` if the second is 0.
pub(super) fn quotient(a: Fraction, b: Fraction) -> Option<Fraction> {
    product(a, Fraction::new(b.denominator(), b.numerator())?)
}

/// The greatest integer that is not above it.
pub(super) fn floor(value: Fraction) -> Option<Fraction> {
    Fraction::new(value.numerator().div_euclid(value.denominator()), 1)
}

/// The nearest number in single precision, ties to even. `None` beyond its normal range.
pub(super) fn single(value: Fraction) -> Option<Fraction> {
    const DIGITS: i32 = 24;
    const EXPONENTS: std::ops::Range<i32> = -126..128;
    let (over, under) = (value.numerator().unsigned_abs(), value.denominator().unsigned_abs());
    if over == 0 {
        return Some(value);
    }
    // 2^(exponent - 1) <= value < 2^(exponent + 1); one comparison decides which half.
    let bits = |part: u128| part.checked_ilog2().and_then(|bits| i32::try_from(bits).ok());
    let mut exponent = bits(over)? - bits(under)?;
    let scaled = |exponent: i32| -> Option<(u128, u128)> {
        let shift = DIGITS - 1 - exponent;
        let by = 1_u128.checked_shl(shift.unsigned_abs())?;
        if shift >= 0 {
            Some((over.checked_mul(by)?, under))
        } else {
            Some((over, under.checked_mul(by)?))
        }
    };
    let (above, below) = scaled(exponent)?;
    if above / below < 1 << (DIGITS - 1) {
        exponent -= 1;
    }
    if !EXPONENTS.contains(&exponent) {
        return None;
    }
    let (above, below) = scaled(exponent)?;
    let (whole, rest) = (above / below, above % below);
    let rounds_up = rest > below - rest || (rest == below - rest && whole % 2 == 1);
    let digits = i128::try_from(whole + u128::from(rounds_up)).ok()?;
    let digits = if value.numerator() < 0 { -digits } else { digits };
    let by = 1_i128.checked_shl((exponent - (DIGITS - 1)).unsigned_abs())?;
    if exponent >= DIGITS - 1 {
        Fraction::new(digits.checked_mul(by)?, 1)
    } else {
        Fraction::new(digits, by)
    }
}

/// The shortest notation: a decimal of at most three places if that is exact, else a fraction.
#[must_use]
pub fn written(value: Fraction) -> String {
    const THOUSAND: i128 = 1000;
    let thousandths = (THOUSAND % value.denominator() == 0)
        .then(|| value.numerator().checked_mul(THOUSAND / value.denominator()))
        .flatten();
    let Some(thousandths) = thousandths else { return value.to_string() };
    let sign = if thousandths < 0 { "-" } else { "" };
    let size = thousandths.unsigned_abs();
    let decimals = format!("{:03}", size % 1000);
    match decimals.trim_end_matches('0') {
        "" => format!("{sign}{}", size / 1000),
        decimals => format!("{sign}{}.{decimals}", size / 1000),
    }
}

/// The same as a value in a scene file, where a fraction is a string.
pub(super) fn written_for_scene(value: Fraction) -> String {
    let written = written(value);
    if written.contains('/') { format!("\"{written}\"") } else { written }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fraction(over: i128, under: i128) -> Fraction {
        Fraction::new(over, under).expect("a fraction")
    }

    #[test]
    fn results_that_do_not_fit_are_none() {
        let large = fraction(i128::MAX, 1);
        assert_eq!(sum(large, Fraction::ONE), None);
        assert_eq!(product(large, large), None);
        assert_eq!(product(large, fraction(1, i128::MAX)), Some(Fraction::ONE));
        assert_eq!(quotient(Fraction::ONE, Fraction::ZERO), None);
    }

    /// If the denominator is not a power of two, the first guess of the exponent may be one too
    /// large: these are the digits of 1/3, 7/5 and 1/10 in single precision.
    #[test]
    fn single_precision_keeps_all_its_digits_for_any_fraction() {
        for (value, digits, exponent) in
            [((1, 3), 11_184_811, 25), ((7, 5), 11_744_051, 23), ((1, 10), 13_421_773, 27)]
        {
            let expected = fraction(digits, 1 << exponent);
            assert_eq!(single(fraction(value.0, value.1)), Some(expected), "{value:?}");
        }
    }

    #[test]
    fn numbers_are_written_as_decimals_if_that_is_exact() {
        let cases = [
            ((1, 2), "0.5"),
            ((-15, 2), "-7.5"),
            ((1, 3), "1/3"),
            ((1, 2000), "1/2000"),
            ((-1, 8), "-0.125"),
            ((40, 1), "40"),
        ];
        for ((over, under), expected) in cases {
            assert_eq!(written(fraction(over, under)), expected);
        }
    }

    proptest! {
        /// Compared with the processor, which rounds a single integer once.
        #[test]
        fn single_precision_rounds_as_the_processor_does(value in -(1_i64 << 52)..1_i64 << 52, shift in 0..40_u32) {
            let by = 1_i64 << shift;
            #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "both are below 2^53; the rounding is what is tested")]
            let expected = (value as f64 / by as f64) as f32;
            let found = single(fraction(value.into(), by.into())).expect("in range");
            #[expect(clippy::cast_precision_loss, reason = "24 digits fit")]
            let as_float = found.numerator() as f64 / found.denominator() as f64;
            prop_assert_eq!(as_float.to_bits(), f64::from(expected).to_bits());
        }

        #[test]
        fn sums_and_products_undo_each_other(a in -9999_i128..9999, b in 1_i128..999, c in -9999_i128..9999, d in 1_i128..999) {
            let (x, y) = (fraction(a, b), fraction(c, d));
            prop_assert_eq!(difference(sum(x, y).expect("small"), y), Some(x));
            if c != 0 {
                prop_assert_eq!(quotient(product(x, y).expect("small"), y), Some(x));
            }
        }
    }
}
