//! What a piece of work takes.

use std::time::{Duration, Instant};

/// Does the work, and gives how long it took. The clock is the only one that is fine enough: the
/// time that a thread had a processor is counted in ticks of milliseconds on some systems. So
/// what is asserted are ratios, and nothing else runs beside these tests.
pub(crate) fn effort_of<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let done = work();
    (done, begun.elapsed())
}
