//! Delayed writes: a thread of its own collects them for half a second and writes those of all
//! students in one batch. Sessions only enqueue and never wait. The thread sleeps while the queue
//! is empty.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use std::{mem, thread};

use crate::locked;
use crate::place::StudentOf;
use crate::store::StoreError;

/// How long a batch is collected, which is also the delay before a retry.
const PAUSE: Duration = Duration::from_millis(500);
const STACK_BYTES: usize = 256 << 10;

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
    /// Merges a write with a later one of the same student.
    merge: fn(T, T) -> T,
}

#[derive(Debug)]
struct Pending<T> {
    /// Pending writes, by student.
    batch: BTreeMap<StudentOf, T>,
    is_closed: bool,
}

impl<T> Queue<T> {
    fn put(&self, student: StudentOf, unwritten: T) {
        let mut waiting = locked(&self.waiting);
        let next = match waiting.batch.remove(&student) {
            Some(before) => (self.merge)(before, unwritten),
            None => unwritten,
        };
        waiting.batch.insert(student, next);
        self.changed.notify_one();
    }

    /// Puts a failed batch back, ahead of the writes that came since.
    fn put_back(&self, batch: BTreeMap<StudentOf, T>) {
        let mut waiting = locked(&self.waiting);
        for (student, before) in batch {
            let next = match waiting.batch.remove(&student) {
                Some(later) => (self.merge)(before, later),
                None => before,
            };
            waiting.batch.insert(student, next);
        }
    }

    /// Blocks until there is a batch, and returns `None` when the queue is closed and empty.
    fn take(&self) -> Option<BTreeMap<StudentOf, T>> {
        let waiting = locked(&self.waiting);
        let waiting = self.changed.wait_while(waiting, |it| it.batch.is_empty() && !it.is_closed);
        let waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(waiting, PAUSE, |it| !it.is_closed);
        let (mut waiting, _) = waited.unwrap_or_else(PoisonError::into_inner);
        Some(mem::take(&mut waiting.batch)).filter(|taken| !taken.is_empty())
    }
}

impl<T: Send + 'static> BatchWriter<T> {
    /// Starts a thread of this name, which passes each batch to `write`. A batch for which `write`
    /// fails is retried. `merge` joins a write with a later one of the same student.
    ///
    /// # Errors
    /// When the system cannot start a thread.
    pub(super) fn new(
        name: &str,
        merge: fn(T, T) -> T,
        write: impl Fn(&BTreeMap<StudentOf, T>) -> Result<(), StoreError> + Send + 'static,
    ) -> Result<Self, StoreError> {
        let waiting = Mutex::new(Pending { batch: BTreeMap::new(), is_closed: false });
        let queue = Arc::new(Queue { waiting, changed: Condvar::new(), merge });
        let of_thread = Arc::clone(&queue);
        let thread = thread::Builder::new().name(name.to_owned()).stack_size(STACK_BYTES);
        let thread = thread.spawn(move || {
            while let Some(batch) = of_thread.take() {
                if write(&batch).is_err() && !locked(&of_thread.waiting).is_closed {
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
        locked(&self.queue.waiting).is_closed = true;
        self.queue.changed.notify_one();
        let thread = locked(&self.thread).take();
        // A panic of the thread was reported when it happened.
        let _ = thread.map(JoinHandle::join);
    }
}

impl<T> Drop for BatchWriter<T> {
    fn drop(&mut self) {
        self.close();
    }
}
