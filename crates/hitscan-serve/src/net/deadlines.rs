//! Timeouts of connections: one timer for the earliest deadline of all, so that an idle server
//! rarely wakes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use tokio::sync::Notify;

use crate::locked;

/// The callback of a deadline. It can return a later deadline.
type Due = Box<dyn FnMut(Instant) -> Option<Instant> + Send>;

/// The deadlines of all connections.
#[derive(Clone, Default)]
pub(super) struct Deadlines {
    all: Arc<Mutex<DeadlineList>>,
    /// Notified when the earliest deadline changes.
    earliest_changed: Arc<Notify>,
}

#[derive(Default)]
struct DeadlineList {
    last: u64,
    /// The time of each pending deadline.
    times: BTreeMap<u64, Instant>,
    by_time: BTreeMap<(Instant, u64), Due>,
}

/// A pending deadline; dropping it cancels it.
pub(super) struct Deadline {
    of: Deadlines,
    number: u64,
}

impl Deadlines {
    /// Calls `due` at this time, and again at each time it returns.
    pub(super) fn at(
        &self,
        time: Instant,
        due: impl FnMut(Instant) -> Option<Instant> + Send + 'static,
    ) -> Deadline {
        let number = self.change(|state| {
            state.last += 1;
            state.times.insert(state.last, time);
            state.by_time.insert((time, state.last), Box::new(due));
            state.last
        });
        Deadline { of: self.clone(), number }
    }

    /// Runs the timer, forever.
    pub(super) async fn run(&self) {
        loop {
            let earliest = locked(&self.all).earliest();
            let changed = self.earliest_changed.notified();
            match earliest {
                None => changed.await,
                Some(time) => tokio::select! {
                    () = tokio::time::sleep_until(time.into()) => self.pass(Instant::now()),
                    () = changed => (),
                },
            }
        }
    }

    /// Calls the callbacks that are due. They can make and drop deadlines.
    fn pass(&self, now: Instant) {
        loop {
            let mut state = locked(&self.all);
            let Some(first) = state.by_time.first_entry().filter(|it| it.key().0 <= now) else {
                return;
            };
            let ((_, number), mut due) = first.remove_entry();
            drop(state);
            let Some(later) = due(now) else { continue };
            let mut state = locked(&self.all);
            if let Some(time) = state.times.get_mut(&number) {
                *time = later.max(now);
                let key = (*time, number);
                state.by_time.insert(key, due);
            }
        }
    }

    fn change<T>(&self, change: impl FnOnce(&mut DeadlineList) -> T) -> T {
        let mut state = locked(&self.all);
        let before = state.earliest();
        let changed = change(&mut state);
        if state.earliest() != before {
            self.earliest_changed.notify_one();
        }
        changed
    }
}

impl DeadlineList {
    fn earliest(&self) -> Option<Instant> {
        self.by_time.first_key_value().map(|(&(time, _), _)| time)
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        let number = self.number;
        // The callback may own a value whose drop cancels another deadline, which takes the lock.
        let _dropped_after_the_lock = self.of.change(|state| {
            state.times.remove(&number).and_then(|time| state.by_time.remove(&(time, number)))
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn callbacks_run_in_order_and_again_at_the_time_they_return() {
        let deadlines = Deadlines::default();
        let start = Instant::now();
        let called = Arc::new(Mutex::new(Vec::new()));
        let note = |name: &'static str, again: Option<Instant>| {
            let (called, mut again) = (Arc::clone(&called), again);
            move |_| {
                called.lock().expect("no panic").push(name);
                again.take()
            }
        };
        let _late = deadlines.at(start + 3 * SECOND, note("late", None));
        let _early = deadlines.at(start + SECOND, note("early", Some(start + 2 * SECOND)));
        let forgotten = deadlines.at(start, note("forgotten", None));
        drop(forgotten);
        deadlines.pass(start + SECOND);
        assert_eq!(*called.lock().expect("no panic"), ["early"]);
        assert_eq!(locked(&deadlines.all).earliest(), Some(start + 2 * SECOND));
        deadlines.pass(start + 5 * SECOND);
        assert_eq!(*called.lock().expect("no panic"), ["early", "early", "late"]);
        assert_eq!(locked(&deadlines.all).earliest(), None);
    }

    #[test]
    fn a_postponed_deadline_can_be_cancelled() {
        let deadlines = Deadlines::default();
        let start = Instant::now();
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&calls);
        let deadline = deadlines.at(start, move |now| {
            counted.fetch_add(1, Ordering::SeqCst);
            Some(now + SECOND)
        });
        deadlines.pass(start);
        drop(deadline);
        deadlines.pass(start + 9 * SECOND);
        assert_eq!(calls.load(Ordering::SeqCst), 1);
        assert!(locked(&deadlines.all).times.is_empty());
    }

    #[tokio::test]
    async fn an_earlier_deadline_wakes_the_timer() {
        let deadlines = Deadlines::default();
        let running = deadlines.clone();
        tokio::spawn(async move { running.run().await });
        let now = Instant::now();
        let called = Arc::new(Notify::new());
        let rung = Arc::clone(&called);
        let _far = deadlines.at(now + 3600 * SECOND, |_| None);
        tokio::task::yield_now().await;
        let _near = deadlines.at(now, move |_| {
            rung.notify_one();
            None
        });
        called.notified().await;
    }
}
