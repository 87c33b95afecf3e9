//! Reads coordinates and whole numbers from the text of the file.

use hitscan_geom::{Fraction, Milli, NumberError};

use crate::scene::rounding::Parse;

/// What would be right where no number was found.
pub(super) const DECIMAL: &str = "a number with digits on both sides of its point, such as 12.5";

/// Reads a number by the rules of this parser, or says what would be right.
pub(super) fn read(text: &str, parse: Parse) -> Result<Milli, String> {
    parse(text).map_err(|fault| message(text, fault))
}

/// What is wrong with a number, and what would be right.
pub(super) fn message(text: &str, fault: NumberError) -> String {
    match fault {
        NumberError::TooFine { rounded } => {
            format!("at most three decimals; {rounded} is the nearest")
        }
        NumberError::BetweenSteps { below, above } => {
            format!("a whole number of thousandths; the nearest are {below} and {above}")
        }
        NumberError::OutOfRange { limit } => format!("a number from -{limit} to {limit}"),
        NumberError::NotDecimal => {
            let text = text.trim_start_matches(['+', '-']);
            let starts_like_a_number = text.starts_with(|c: char| c.is_ascii_digit());
            if starts_like_a_number && text.contains('_') {
                "a number without underscores".to_owned()
            } else if text.starts_with("0x") || text.starts_with("0o") || text.starts_with("0b") {
                "a number in decimal digits".to_owned()
            } else if starts_like_a_number && text.contains(['e', 'E']) {
                "expected a number without an exponent".to_owned()
            } else {
                DECIMAL.to_owned()
            }
        }
    }
}

/// A whole number without a sign.
pub(super) fn whole(text: &str) -> Option<u32> {
    let all_digits = text.bytes().all(|b| b.is_ascii_digit());
    all_digits.then(|| text.parse().ok()).flatten()
}

/// A fraction such as `2/3` or `-1`, or a decimal.
pub(super) fn fraction(text: &str) -> Option<Fraction> {
    const MOST_DIGITS: usize = 18;
    let whole = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let fits = (1..=MOST_DIGITS).contains(&digits.len());
        let is_whole = fits && digits.bytes().all(|b| b.is_ascii_digit());
        is_whole.then(|| text.parse::<i128>().ok()).flatten()
    };
    match text.split_once('/') {
        Some((above, below)) => {
            let below = whole(below).filter(|&below| below > 0)?;
            Fraction::new(whole(above)?, below)
        }
        None => Milli::parse(text).ok().map(Fraction::from),
    }
}
