//! When the last key came. It is noted with every key, so it costs nothing but a store.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The longest time without a key that is known of those at other machines.
const MOST_QUIET: Duration = Duration::from_secs(86_400);

/// When a visitor did something last.
#[derive(Debug)]
pub struct Activity {
    begun: Instant,
    /// In milliseconds since then.
    last: AtomicU64,
}

impl Activity {
    /// Of someone who came just now.
    #[must_use]
    pub fn new() -> Self {
        Self::begun_at(Instant::now())
    }

    /// Of someone at another machine, who may have been quiet for long.
    pub(super) fn elsewhere() -> Self {
        let now = Instant::now();
        Self::begun_at(now.checked_sub(MOST_QUIET).unwrap_or(now))
    }

    fn begun_at(begun: Instant) -> Self {
        Self { begun, last: AtomicU64::new(0) }
    }

    /// Something came just now.
    pub fn touch(&self) {
        let since = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.last.store(since, Ordering::Relaxed);
    }

    /// Something came so long ago.
    pub(super) fn was_quiet_for(&self, quiet: Duration) {
        let since = self.begun.elapsed().saturating_sub(quiet).as_millis();
        self.last.store(u64::try_from(since).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// When something came last.
    #[must_use]
    pub fn last(&self) -> Instant {
        self.begun + Duration::from_millis(self.last.load(Ordering::Relaxed))
    }

    /// How long nothing has come.
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
