//! The cost of a piece of work.

use std::time::{Duration, Instant};

/// Does the work, and returns how long it took by the clock, since nothing else is fine enough:
/// processor time of a thread is counted in ticks of milliseconds on some systems. So only ratios
/// are asserted, and nothing else runs at the same time as these tests.
pub(crate) fn effort_of<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let done = work();
    (done, begun.elapsed())
}
