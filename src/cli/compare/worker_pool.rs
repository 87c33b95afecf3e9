//! Runs a plan on all cores.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::generator::Generator;
use super::plan::ComparePlan;
use super::tally::CompareTally;

/// How many pairs a worker takes at a time: enough to make taking them cheap, few enough that all
/// workers finish together.
const BLOCK_PAIRS: u64 = 1024;

/// How often progress is reported.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// Generates and judges all pairs of a plan. The result does not depend on the number of threads.
/// `report` is called regularly with the number of pairs done.
pub(super) fn tally(
    plan: &ComparePlan,
    threads: NonZeroUsize,
    report: &mut dyn FnMut(u64),
) -> CompareTally {
    let generator = Generator::new(plan);
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = |report: &mut dyn FnMut(u64)| {
        let mut tally = CompareTally::default();
        loop {
            let first = next.fetch_add(BLOCK_PAIRS, Ordering::Relaxed);
            if first >= plan.pairs {
                return tally;
            }
            report(first);
            let end = plan.pairs.min(first.saturating_add(BLOCK_PAIRS));
            for number in first..end {
                tally.add(&generator.pair(number), &plan.requested);
            }
            done.fetch_add(end - first, Ordering::Relaxed);
        }
    };
    if threads == NonZeroUsize::MIN {
        // Another thread might have no memory of its own.
        return work(report);
    }
    thread::scope(|scope| {
        let (ended, tallies) = mpsc::channel();
        for _ in 0..threads.get() {
            let ended = ended.clone();
            // Sending fails only if this function panics.
            scope.spawn(move || drop(ended.send(work(&mut |_| {}))));
        }
        drop(ended);
        let mut all = CompareTally::default();
        loop {
            match tallies.recv_timeout(REPORT_EVERY) {
                Ok(tally) => all.merge(tally),
                Err(RecvTimeoutError::Timeout) => report(done.load(Ordering::Relaxed)),
                Err(RecvTimeoutError::Disconnected) => return all,
            }
        }
    })
}
