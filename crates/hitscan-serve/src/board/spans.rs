//! Durations and due times as short texts.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp, ZonedDateTime};

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// `44 s`, `6 min`, `3 h`, `12 d`: rounded down.
#[must_use]
pub fn age(time: Duration) -> String {
    match time.as_secs() {
        seconds @ ..MINUTE => format!("{seconds} s"),
        seconds @ MINUTE..HOUR => format!("{} min", seconds / MINUTE),
        seconds @ HOUR..DAY => format!("{} h", seconds / HOUR),
        seconds => format!("{} d", (seconds / DAY).min(999)),
    }
}

/// `due in 41 min`, `due 3 min ago`.
#[must_use]
pub fn due_in(due: Timestamp, now: Timestamp) -> String {
    let left = due.duration_since(now);
    let of = |time: SignedDuration| age(time.unsigned_abs());
    if left.is_negative() {
        format!("due {} ago", of(left))
    } else {
        format!("due in {}", of(left))
    }
}

/// `due in 41 min, at 10:30`, in the machine's time zone; with the date if it is another day.
#[must_use]
pub fn due_at(due: Timestamp, now: &ZonedDateTime) -> String {
    let local = ZonedDateTime::new(due, now.time_zone().clone());
    let (at, date) = (local.strftime("%H:%M"), local.date());
    let on = if date == now.date() { String::new() } else { format!(" on {date}") };
    format!("{}, at {at}{on}", due_in(due, now.timestamp()))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(0, "0 s")]
    #[case(59, "59 s")]
    #[case(60, "1 min")]
    #[case(3599, "59 min")]
    #[case(3600, "1 h")]
    #[case(86_400, "1 d")]
    #[case(u64::MAX, "999 d")]
    fn an_age_uses_the_largest_unit_that_is_full(#[case] secs: u64, #[case] told: &str) {
        assert_eq!(age(Duration::from_secs(secs)), told);
    }

    #[test]
    fn a_due_time_on_another_day_has_its_date() {
        let now: ZonedDateTime =
            "2026-11-02T09:00:00+01:00[Europe/Berlin]".parse().expect("a time");
        let due = |minutes| due_at(now.timestamp() + SignedDuration::from_mins(minutes), &now);
        assert_eq!(due(41), "due in 41 min, at 09:41");
        assert_eq!(due(24 * 60), "due in 1 d, at 09:00 on 2026-11-03");
    }

    #[test]
    fn a_due_time_may_lie_ahead_or_behind() {
        let due: Timestamp = "2026-11-02T09:00:00Z".parse().expect("a time");
        let after = |minutes| due_in(due, due + SignedDuration::from_mins(minutes));
        assert_eq!(
            [after(-41), after(0), after(3)],
            ["due in 41 min", "due in 0 s", "due 3 min ago"]
        );
    }
}
