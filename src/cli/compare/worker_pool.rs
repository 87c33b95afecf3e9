//! All cores at work on one plan.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::generator::Generator;
use super::plan::Plan;
use super::tally::Tally;

/// How many pairs a worker takes at a time: enough that fetching costs nothing,
/// few enough that all end at about the same time.
const BLOCK_PAIRS: u64 = 1024;

/// How often it is told how far they are.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// Draws and judges all pairs of a plan. What is found does not depend on the
/// number of threads, nor on who draws what. `tell` hears from time to time how
/// many pairs are done.
pub(super) fn tally(plan: &Plan, threads: NonZeroUsize, tell: &mut dyn FnMut(u64)) -> Tally {
    let generator = Generator::new(plan);
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = || {
        let mut tally = Tally::default();
        loop {
            let first = next.fetch_add(BLOCK_PAIRS, Ordering::Relaxed);
            if first >= plan.pairs {
                return tally;
            }
            let end = plan.pairs.min(first.saturating_add(BLOCK_PAIRS));
            for number in first..end {
                tally.add(&generator.pair(number));
            }
            done.fetch_add(end - first, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        let (ended, tallies) = mpsc::channel();
        for _ in 0..threads.get() {
            let ended = ended.clone();
            // Nobody listens any more only when this function panics itself.
            scope.spawn(move || drop(ended.send(work())));
        }
        drop(ended);
        let mut all = Tally::default();
        loop {
            match tallies.recv_timeout(TELL_EVERY) {
                Ok(tally) => all.merge(tally),
                Err(RecvTimeoutError::Timeout) => tell(done.load(Ordering::Relaxed)),
                Err(RecvTimeoutError::Disconnected) => return all,
            }
        }
    })
}
