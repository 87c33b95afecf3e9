//! When the last key came. It is noted with every key, so it costs nothing but a store.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

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
        Self { begun: Instant::now(), last: AtomicU64::new(0) }
    }

    /// Something came just now.
    pub fn touch(&self) {
        let since = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.last.store(since, Ordering::Relaxed);
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
