//! How much time the machine takes away from the program: processors used by others, and stalls of
//! the whole machine. Response times are judged without it.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use crate::process::waited;

/// How often the watchdog wakes.
const NAP: Duration = Duration::from_millis(10);

/// The total lateness of the watchdog so far, in nanoseconds.
static LATE: LazyLock<&'static AtomicU64> = LazyLock::new(|| {
    let late: &AtomicU64 = Box::leak(Box::default());
    thread::spawn(|| {
        loop {
            let begun = Instant::now();
            thread::sleep(NAP);
            let by = begun.elapsed().saturating_sub(NAP);
            late.fetch_add(u64::try_from(by.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
        }
    });
    late
});

/// A duration, by the clock and corrected.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elapsed {
    pub(crate) raw: Duration,
    /// Without the time that the machine took away.
    pub(crate) corrected: Duration,
}

/// Measures the time of a process.
#[derive(Debug)]
pub(crate) struct Stopwatch {
    begun: Instant,
    process: Option<Pid>,
    /// The time that the machine had taken away at the start.
    taken: Duration,
}

impl Stopwatch {
    /// Starts now, for this process.
    pub(crate) fn begin(process: Option<Pid>) -> Self {
        Self { begun: Instant::now(), process, taken: taken(process) }
    }

    /// The time since the start.
    pub(crate) fn elapsed(&self) -> Elapsed {
        let raw = self.begun.elapsed();
        let taken = taken(self.process).saturating_sub(self.taken);
        Elapsed { raw, corrected: raw.saturating_sub(taken) }
    }

    /// Whether the corrected time exceeds this bound.
    pub(crate) fn is_over(&self, bound: Duration) -> bool {
        self.begun.elapsed() > bound && self.elapsed().corrected > bound
    }
}

/// The time taken away so far: from the process while it waited for a processor, and from the
/// driver when it woke late.
fn taken(process: Option<Pid>) -> Duration {
    let late = Duration::from_nanos(LATE.load(Ordering::Relaxed));
    late + process.and_then(waited).unwrap_or_default()
}
