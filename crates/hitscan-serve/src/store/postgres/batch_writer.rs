//! Delayed writes: a thread of its own collects them for half a second and writes those of all
//! students in one batch. Sessions only enqueue and never wait. The thread sleeps while the queue
//! is empty.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use std::{mem, thread};

use crate::class::ClassId;
use crate::place::UserId;
use crate::store::StoreError;

/// How long a batch is collected, which is also the delay before a retry.
const PAUSE: Duration = Duration::from_millis(500);
const STACK_BYTES: usize = 256 << 10;

/// A student of a class.
pub(super) type StudentOf = (ClassId, UserId);

/// Pending writes, by student.
pub(super) type Batch<T> = BTreeMap<StudentOf, T>;

/// A pending write for one student.
pub(super) trait Unwritten: Send + 'static {
    /// Merges this write with a later one of the same student.
    fn then(self, later: Self) -> Self;
}

/// The queue and its thread, which runs until this is closed or dropped.
#[derive(Debug)]
pub(super) struct BatchWriter<T> {
    queue: Arc<Queue<T>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug)]
struct Queue<T> {
    waiting: Mutex<Pending<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct Pending<T> {
    batch: Batch<T>,
    is_closed: bool,
}

impl<T: Unwritten> Queue<T> {
    fn put(&self, student: StudentOf, unwritten: T) {
        let mut waiting = self.waiting();
        let next = match waiting.batch.remove(&student) {
            Some(before) => before.then(unwritten),
            None => unwritten,
        };
        waiting.batch.insert(student, next);
        self.changed.notify_one();
    }

    /// Puts a failed batch back, ahead of the writes that came since.
    fn put_back(&self, batch: Batch<T>) {
        let mut waiting = self.waiting();
        for (student, before) in batch {
            let next = match waiting.batch.remove(&student) {
                Some(later) => before.then(later),
                None => before,
            };
            waiting.batch.insert(student, next);
        }
    }

    /// Blocks until there is a batch, and returns `None` when the queue is closed and empty.
    fn take(&self) -> Option<Batch<T>> {
        let waiting = self.waiting();
        let waiting = self.changed.wait_while(waiting, |it| it.batch.is_empty() && !it.is_closed);
        let waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(waiting, PAUSE, |it| !it.is_closed);
        let (mut waiting, _) = waited.unwrap_or_else(PoisonError::into_inner);
        Some(mem::take(&mut waiting.batch)).filter(|taken| !taken.is_empty())
    }
}

impl<T> Queue<T> {
    fn waiting(&self) -> MutexGuard<'_, Pending<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Unwritten> BatchWriter<T> {
    /// Starts a thread of this name, which passes each batch to `write`. A batch for which `write`
    /// fails is retried.
    ///
    /// # Errors
    /// When the system cannot start a thread.
    pub(super) fn new(
        name: &str,
        write: impl Fn(&Batch<T>) -> Result<(), StoreError> + Send + 'static,
    ) -> Result<Self, StoreError> {
        let waiting = Mutex::new(Pending { batch: BTreeMap::new(), is_closed: false });
        let queue = Arc::new(Queue { waiting, changed: Condvar::new() });
        let of_thread = Arc::clone(&queue);
        let thread = thread::Builder::new().name(name.to_owned()).stack_size(STACK_BYTES);
        let thread = thread.spawn(move || {
            while let Some(batch) = of_thread.take() {
                if write(&batch).is_err() && !of_thread.waiting().is_closed {
                    of_thread.put_back(batch);
                }
            }
        });
        let thread = thread.map_err(|why| StoreError::Refused(why.to_string()))?;
        Ok(Self { queue, thread: Mutex::new(Some(thread)) })
    }

    /// Enqueues a write.
    pub(super) fn put(&self, student: StudentOf, unwritten: T) {
        self.queue.put(student, unwritten);
    }
}

impl<T> BatchWriter<T> {
    /// Writes the last batch and ends the thread.
    pub(super) fn close(&self) {
        self.queue.waiting().is_closed = true;
        self.queue.changed.notify_one();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        // A panic of the thread was reported when it happened.
        let _ = thread.map(JoinHandle::join);
    }
}

impl<T> Drop for BatchWriter<T> {
    fn drop(&mut self) {
        self.close();
    }
}
