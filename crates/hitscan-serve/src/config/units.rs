//! Parsing times and sizes: `20s`, `2m`, `4 MB`.

use std::time::Duration;

/// The units of times, the longest first.
const TIMES: [(&str, u64); 4] = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)];
/// The units of sizes, the largest first.
const SIZES: [(&str, u64); 2] = [("MB", 1_000_000), ("KB", 1_000)];

/// A valid time, for faults.
pub(super) const A_TIME: &str = "a number of s, m, h or d between quotation marks, such as \"20s\"";
/// A valid size, for faults.
pub(super) const A_SIZE: &str = "a number of KB or MB between quotation marks, such as \"4 MB\"";

/// Parses a time.
pub(super) fn time(text: &str) -> Option<Duration> {
    amount(text, &TIMES).map(Duration::from_secs)
}

/// Parses a size, in bytes.
pub(super) fn size(text: &str) -> Option<u64> {
    amount(text, &SIZES)
}

/// Formats a time: `2m`, `90s`.
#[must_use]
pub(super) fn written_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let units = TIMES.iter().filter(|(_, unit)| seconds.is_multiple_of(*unit));
    let (name, unit) = units.max_by_key(|(_, unit)| *unit).unwrap_or(&("s", 1));
    format!("{}{name}", seconds / unit)
}

fn amount(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, name) = text.split_at(digits);
    let (_, unit) = units.iter().find(|(unit, _)| *unit == name.trim_start())?;
    number.parse::<u64>().ok()?.checked_mul(*unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_numbers_with_a_unit() {
        for (text, seconds) in [("0s", 0), ("20s", 20), ("2m", 120), ("2 h", 7200), ("7d", 604_800)]
        {
            assert_eq!(time(text), Some(Duration::from_secs(seconds)), "{text}");
        }
        for (text, bytes) in [("4 MB", 4_000_000), ("64KB", 64_000)] {
            assert_eq!(size(text), Some(bytes), "{text}");
        }
        for wrong in ["", "s", "20", "-1s", "1.5h", "1 week", "99999999999999999d", "1s1s", "é"] {
            assert_eq!(time(wrong), None, "{wrong}");
            assert_eq!(size(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_time_is_formatted_in_its_longest_unit() {
        for (seconds, text) in [(20, "20s"), (90, "90s"), (120, "2m"), (7200, "2h"), (86_400, "1d")]
        {
            assert_eq!(written_time(Duration::from_secs(seconds)), text);
        }
    }
}
