//! Writes what students have reached, a moment after it was kept: all of it together, on a thread
//! of its own, which sleeps while there is nothing to write. Sessions put it here and go on.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::database::Database;
use super::progress_rows::{self, StudentOf, Unwritten};
use crate::reached::ReachedStep;
use crate::store::StoreError;

/// How long it waits for more, and before it tries again.
const PAUSE: Duration = Duration::from_millis(500);
const STACK_BYTES: usize = 256 << 10;

/// What writes it, until this is closed or dropped.
#[derive(Debug)]
pub(super) struct ProgressWriter {
    queue: Arc<Queue>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug, Default)]
struct Queue {
    waiting: Mutex<ToWrite>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct ToWrite {
    students: BTreeMap<StudentOf, Unwritten>,
    is_closed: bool,
}

impl Unwritten {
    /// What there is to write after a later one.
    fn then(mut self, later: Self) -> Self {
        if later.is_whole {
            return later;
        }
        for step in later.steps {
            let is_same = |it: &&mut ReachedStep| it.lesson == step.lesson && it.step == step.step;
            match self.steps.iter_mut().find(is_same) {
                Some(before) => *before = step,
                None => self.steps.push(step),
            }
        }
        Self { steps: self.steps, is_whole: self.is_whole, ..later }
    }
}

impl Queue {
    fn put(&self, student: StudentOf, unwritten: Unwritten) {
        let mut waiting = self.waiting();
        let next = match waiting.students.remove(&student) {
            Some(before) => before.then(unwritten),
            None => unwritten,
        };
        waiting.students.insert(student, next);
        self.changed.notify_one();
    }

    /// What could not be written waits again, before what has come since.
    fn put_back(&self, unwritten: BTreeMap<StudentOf, Unwritten>) {
        let mut waiting = self.waiting();
        for (student, before) in unwritten {
            let next = match waiting.students.remove(&student) {
                Some(later) => before.then(later),
                None => before,
            };
            waiting.students.insert(student, next);
        }
    }

    /// Waits for something to write, and a moment for more of it. None after the last.
    fn take(&self) -> Option<BTreeMap<StudentOf, Unwritten>> {
        let waiting = self.waiting();
        let waiting =
            self.changed.wait_while(waiting, |it| it.students.is_empty() && !it.is_closed);
        let waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(waiting, PAUSE, |it| !it.is_closed);
        let (mut waiting, _) = waited.unwrap_or_else(PoisonError::into_inner);
        Some(mem::take(&mut waiting.students)).filter(|taken| !taken.is_empty())
    }

    fn waiting(&self) -> MutexGuard<'_, ToWrite> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ProgressWriter {
    pub(super) fn new(database: &Arc<Database>) -> Result<Self, StoreError> {
        let (queue, database) = (Arc::<Queue>::default(), Arc::clone(database));
        let of_thread = Arc::clone(&queue);
        let thread = thread::Builder::new().name("progress".to_owned()).stack_size(STACK_BYTES);
        let thread = thread.spawn(move || {
            while let Some(all) = of_thread.take() {
                let written =
                    database.within_aside(async |on| progress_rows::write(on, &all).await);
                if written.is_err() && !of_thread.waiting().is_closed {
                    // Later: it can be made again from the work, but nobody would know to.
                    of_thread.put_back(all);
                }
            }
        });
        let thread = thread.map_err(|why| StoreError::Refused(why.to_string()))?;
        Ok(Self { queue, thread: Mutex::new(Some(thread)) })
    }

    /// Takes what is to be written soon.
    pub(super) fn put(&self, student: StudentOf, unwritten: Unwritten) {
        self.queue.put(student, unwritten);
    }

    /// Writes the rest.
    pub(super) fn close(&self) {
        self.queue.waiting().is_closed = true;
        self.queue.changed.notify_one();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Where it has panicked, that was told.
        let _ = thread.map(JoinHandle::join);
    }
}

impl Drop for ProgressWriter {
    fn drop(&mut self) {
        self.close();
    }
}
