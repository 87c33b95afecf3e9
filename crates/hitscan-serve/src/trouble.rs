//! Reports of a failure to the system log: at once, then at most once a minute, and when it is
//! over.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hitscan_core::scene::printable;

use crate::locked;

/// The shortest time between two reports of the same failure.
const EVERY: Duration = Duration::from_secs(60);

/// The failures of one component.
#[derive(Debug, Default)]
pub struct Trouble {
    /// When one was last reported.
    reported: Mutex<Option<Instant>>,
    /// Whether the last report was of a failure.
    is_open: AtomicBool,
}

impl Trouble {
    /// Reports a failure.
    pub fn say(&self, what: impl fmt::Display) {
        if self.is_to_be_told(Instant::now()) {
            eprintln!("{}", printable(&what.to_string()));
        }
    }

    /// Reports that the failure is over, if it was reported.
    pub fn is_over(&self, what: impl fmt::Display) {
        if self.ends() {
            eprintln!("{}", printable(&what.to_string()));
        }
    }

    fn is_to_be_told(&self, now: Instant) -> bool {
        let mut reported = locked(&self.reported);
        let is_due = reported.is_none_or(|at| now.saturating_duration_since(at) >= EVERY);
        if is_due {
            *reported = Some(now);
            self.is_open.store(true, Ordering::SeqCst);
        }
        is_due
    }

    fn ends(&self) -> bool {
        self.is_open.swap(false, Ordering::SeqCst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_is_reported_once_a_minute_and_its_end_if_it_was_reported() {
        let (trouble, begun) = (Trouble::default(), Instant::now());
        assert!(!trouble.ends(), "nothing was said");
        let told = [0, 1, 59, 60, 61]
            .map(|after| trouble.is_to_be_told(begun + Duration::from_secs(after)));
        assert_eq!(told, [true, false, false, true, false]);
        assert_eq!([trouble.ends(), trouble.ends()], [true, false]);
        // A failure that returns within the minute is not reported, nor is its end.
        assert!(!trouble.is_to_be_told(begun + Duration::from_secs(62)));
        assert!(!trouble.ends());
    }
}
