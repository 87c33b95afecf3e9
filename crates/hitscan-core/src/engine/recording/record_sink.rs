//! The destination of a recording's records as they are made.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Receives the records of a recording, in blocks of whole lines.
///
/// Records leave the engine while a command is still running, so that a long command needs no more
/// memory than a short one. Copies share the same destination.
#[derive(Clone)]
pub struct RecordSink(Arc<Mutex<Take>>);

type Take = dyn FnMut(&str) + Send;

impl RecordSink {
    /// A sink that calls `take` with each block.
    pub fn new(take: impl FnMut(&str) + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(take)))
    }

    pub(super) fn take(&self, lines: &str) {
        let mut take = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        take(lines);
    }
}

impl fmt::Debug for RecordSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecordSink")
    }
}
