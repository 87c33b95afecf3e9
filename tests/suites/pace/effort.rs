//! What a piece of work takes of a processor.

use std::fs;
use std::time::{Duration, Instant};

/// Does the work, and gives how long this thread has had a processor for it. Other programs
/// and the tests beside this one do not count, however busy the machine is. Where the system
/// does not tell, it is the time that went by.
pub(crate) fn effort_of<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let (begun, before) = (Instant::now(), had());
    let done = work();
    let effort = before.zip(had()).map(|(before, after)| after.saturating_sub(before));
    (done, effort.unwrap_or_else(|| begun.elapsed()))
}

/// How long this thread has had a processor since it began.
fn had() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}
