//! How much time the machine takes from the program: processors that others have,
//! and a machine that stands still. An answer is judged without it.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use crate::process::waited;

/// How often the watchdog wakes.
const NAP: Duration = Duration::from_millis(10);

/// How late the watchdog has woken so far, in nanoseconds all together.
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

/// A stretch of time, as the clock has it and as the program had it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elapsed {
    pub(crate) raw: Duration,
    /// Without what the machine took.
    pub(crate) corrected: Duration,
}

/// Times what a process does.
#[derive(Debug)]
pub(crate) struct Stopwatch {
    begun: Instant,
    process: Option<Pid>,
    /// What the machine had taken when this began.
    taken: Duration,
}

impl Stopwatch {
    /// Begins now, with what this process does.
    pub(crate) fn begin(process: Option<Pid>) -> Self {
        Self { begun: Instant::now(), process, taken: taken(process) }
    }

    /// How long it is.
    pub(crate) fn elapsed(&self) -> Elapsed {
        let raw = self.begun.elapsed();
        let taken = taken(self.process).saturating_sub(self.taken);
        Elapsed { raw, corrected: raw.saturating_sub(taken) }
    }

    /// Whether it is longer than this without what the machine took.
    pub(crate) fn is_over(&self, bound: Duration) -> bool {
        self.begun.elapsed() > bound && self.elapsed().corrected > bound
    }
}

/// What the machine has taken: from the process, which waited for a processor, and
/// from the driver, which woke late.
fn taken(process: Option<Pid>) -> Duration {
    let late = Duration::from_nanos(LATE.load(Ordering::Relaxed));
    late + process.and_then(waited).unwrap_or_default()
}
