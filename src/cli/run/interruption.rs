//! Whether a command should stop early, and whether the session should end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use hitscan_core::engine::Flow;

/// Set by signals, and read by running commands.
#[derive(Clone, Debug, Default)]
pub(super) struct Interruption {
    /// Whether the user has asked to stop.
    pub(super) asked: Arc<AtomicBool>,
    /// Whether a command has stopped because of it, and said so.
    heeded: Arc<AtomicBool>,
    /// The signal that ends the session; 0 while there is none.
    pub(super) ending: Arc<AtomicUsize>,
}

impl Interruption {
    /// Whether to stop.
    pub(super) fn is_raised(&self) -> bool {
        self.asked.load(Ordering::SeqCst) || self.ending().is_some()
    }

    /// The same, as the return value of a listener.
    pub(super) fn flow(&self) -> Flow {
        if self.is_raised() { Flow::Stop } else { Flow::GoOn }
    }

    /// Notes that a command has stopped because of it, and said so.
    pub(super) fn heed(&self) {
        self.heeded.store(true, Ordering::SeqCst);
    }

    /// Whether the user has asked to stop, and has had no answer yet.
    pub(super) fn is_unanswered(&self) -> bool {
        self.asked.load(Ordering::SeqCst) && !self.heeded.load(Ordering::SeqCst)
    }

    /// Resets the request before something new begins. A signal that ends the session is not
    /// forgotten.
    pub(super) fn forget(&self) {
        self.asked.store(false, Ordering::SeqCst);
        self.heeded.store(false, Ordering::SeqCst);
    }

    /// The signal that ends the session, if one has arrived.
    pub(super) fn ending(&self) -> Option<i32> {
        i32::try_from(self.ending.load(Ordering::SeqCst)).ok().filter(|&signal| signal != 0)
    }
}
