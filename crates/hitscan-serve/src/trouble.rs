//! What the journal is told of something that is in trouble: at once, then once a minute at most,
//! and that it is over.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hitscan_core::scene::printable;

/// How often it is said of one thing, at most, that it is in trouble.
const EVERY: Duration = Duration::from_secs(60);

/// The trouble of one thing.
#[derive(Debug, Default)]
pub struct Trouble(Mutex<TroubleState>);

/// What was told of it.
#[derive(Debug, Default)]
struct TroubleState {
    at: Option<Instant>,
    /// Whether the last that was told is that it is in trouble.
    is_open: bool,
}

impl Trouble {
    /// It is in trouble.
    pub fn say(&self, what: impl fmt::Display) {
        if self.is_to_be_told(Instant::now()) {
            eprintln!("{}", printable(&what.to_string()));
        }
    }

    /// It is well: which is said where it was said before that it is not.
    pub fn is_over(&self, what: impl fmt::Display) {
        if self.ends() {
            eprintln!("{}", printable(&what.to_string()));
        }
    }

    fn is_to_be_told(&self, now: Instant) -> bool {
        let mut told = self.told();
        let is_due = told.at.is_none_or(|at| now.saturating_duration_since(at) >= EVERY);
        if is_due {
            *told = TroubleState { at: Some(now), is_open: true };
        }
        is_due
    }

    fn ends(&self) -> bool {
        std::mem::take(&mut self.told().is_open)
    }

    fn told(&self) -> MutexGuard<'_, TroubleState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_is_told_once_a_minute_and_its_end_where_it_was_told() {
        let (trouble, begun) = (Trouble::default(), Instant::now());
        assert!(!trouble.ends(), "nothing was said");
        let told = [0, 1, 59, 60, 61]
            .map(|after| trouble.is_to_be_told(begun + Duration::from_secs(after)));
        assert_eq!(told, [true, false, false, true, false]);
        assert_eq!([trouble.ends(), trouble.ends()], [true, false]);
        // It comes and goes: neither is told again so soon.
        assert!(!trouble.is_to_be_told(begun + Duration::from_secs(62)));
        assert!(!trouble.ends());
    }
}
