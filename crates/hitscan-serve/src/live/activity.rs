//! The time of the last key. Recording it takes one atomic store per key.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The longest idle time that is tracked for users at other machines.
const MOST_QUIET: Duration = Duration::from_secs(86_400);

/// The time of a user's last key.
#[derive(Debug)]
pub struct Activity {
    begun: Instant,
    /// Milliseconds since `begun`.
    last: AtomicU64,
}

impl Activity {
    /// Starts with a key press now.
    #[must_use]
    pub fn new() -> Self {
        Self::begun_at(Instant::now())
    }

    /// Starts for a user at another machine, who may already have been idle for long.
    pub(super) fn elsewhere() -> Self {
        let now = Instant::now();
        Self::begun_at(now.checked_sub(MOST_QUIET).unwrap_or(now))
    }

    fn begun_at(begun: Instant) -> Self {
        Self { begun, last: AtomicU64::new(0) }
    }

    /// Records a key press now.
    pub fn touch(&self) {
        let since = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.last.store(since, Ordering::Relaxed);
    }

    /// Records that the last key press was this long ago.
    pub(super) fn was_quiet_for(&self, quiet: Duration) {
        let since = self.begun.elapsed().saturating_sub(quiet).as_millis();
        self.last.store(u64::try_from(since).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// The time of the last key.
    #[must_use]
    pub fn last(&self) -> Instant {
        self.begun + Duration::from_millis(self.last.load(Ordering::Relaxed))
    }

    /// The time since the last key.
    #[must_use]
    pub fn quiet(&self) -> Duration {
        self.last().elapsed()
    }
}

impl Default for Activity {
    fn default() -> Self {
        Self::new()
    }
}
