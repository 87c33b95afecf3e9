//! Parsing due times: `10:30`, `45m`, `2026-11-27 10:30`, `none`.

use jiff::civil::{DateTime, Time};
use jiff::{Span, Timestamp, ToSpan as _, ZonedDateTime};

/// Why a due time was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DueFault {
    /// It is not a time.
    #[error("expected 10:30, 45m, 2h, 2026-11-27 10:30 or none")]
    NoTime,
    /// It has passed.
    #[error("that time has passed")]
    Over,
}

/// Parses a due time; none for `none`. A time of day means its next occurrence, in the machine's
/// time zone.
///
/// # Errors
/// When it is not a time, or has passed.
pub fn parse_due(asked: &str, now: &ZonedDateTime) -> Result<Option<Timestamp>, DueFault> {
    let asked = asked.trim();
    if asked == "none" {
        return Ok(None);
    }
    let due = within(asked, now).or_else(|| of_day(asked, now)).or_else(|| at(asked, now));
    let due = due.ok_or(DueFault::NoTime)?;
    if due <= now.timestamp() { Err(DueFault::Over) } else { Ok(Some(due)) }
}

/// `45m`, `2h`, `3d`: from now.
fn within(asked: &str, now: &ZonedDateTime) -> Option<Timestamp> {
    const MOST: i64 = 10_000;
    let digits = asked.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = asked.split_at(digits);
    let number: i64 = number.parse().ok().filter(|number| *number <= MOST)?;
    let span: Span = match unit {
        "m" => number.minutes(),
        "h" => number.hours(),
        "d" => number.days(),
        _ => return None,
    };
    now.checked_add(span).ok().map(|due| due.timestamp())
}

/// `10:30`: today, or tomorrow if that has passed.
fn of_day(asked: &str, now: &ZonedDateTime) -> Option<Timestamp> {
    let (hour, minute) = asked.split_once(':')?;
    let number = |digits: &str| {
        let is_number =
            (1..=2).contains(&digits.len()) && digits.bytes().all(|it| it.is_ascii_digit());
        is_number.then(|| digits.parse::<i8>().ok()).flatten()
    };
    let time = Time::new(number(hour)?, number(minute)?, 0, 0).ok()?;
    let on = |date: jiff::civil::Date| {
        date.to_datetime(time).to_zoned_datetime(now.time_zone().clone()).ok()
    };
    let today = on(now.date())?;
    let due = if today > *now { today } else { on(now.date().tomorrow().ok()?)? };
    Some(due.timestamp())
}

/// `2026-11-27 10:30`, in the machine's time zone, or with its own offset.
fn at(asked: &str, now: &ZonedDateTime) -> Option<Timestamp> {
    let of_zone = asked.parse::<Timestamp>().ok();
    let local = || {
        let local =
            asked.parse::<DateTime>().ok()?.to_zoned_datetime(now.time_zone().clone()).ok()?;
        Some(local.timestamp())
    };
    of_zone.or_else(local)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(asked: &str) -> Result<Option<String>, DueFault> {
        let now: ZonedDateTime = "2026-11-27T09:15:20+00:00[UTC]".parse().expect("a time");
        parse_due(asked, &now).map(|due| due.map(|due| due.to_string()))
    }

    #[test]
    fn due_times_are_parsed_in_every_form() {
        for (asked, expected) in [
            ("10:30", "2026-11-27T10:30:00Z"),
            ("9:15", "2026-11-28T09:15:00Z"),
            ("45m", "2026-11-27T10:00:20Z"),
            ("2h", "2026-11-27T11:15:20Z"),
            ("3d", "2026-11-30T09:15:20Z"),
            ("2026-12-01 08:00", "2026-12-01T08:00:00Z"),
            ("2026-12-01T08:00", "2026-12-01T08:00:00Z"),
            ("2026-12-01T08:00:00+02:00", "2026-12-01T06:00:00Z"),
        ] {
            assert_eq!(due(asked), Ok(Some(expected.to_owned())), "{asked}");
        }
        assert_eq!(due("none"), Ok(None));
    }

    #[test]
    fn other_words_and_times_that_have_passed_are_refused() {
        for asked in ["", "soon", "25:00", "10:60", "-5m", "5", "99999d", "1:2:3", "\u{1b}[2J", "é"]
        {
            assert_eq!(due(asked), Err(DueFault::NoTime), "{asked}");
        }
        for asked in ["2026-11-27 09:00", "0m", "2020-01-01T00:00:00Z"] {
            assert_eq!(due(asked), Err(DueFault::Over), "{asked}");
        }
    }
}
