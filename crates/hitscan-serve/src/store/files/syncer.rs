//! Syncs files to disk within a second. One thread serves all files, and sleeps while there are
//! none.

use std::fs::File;
use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The files that wait to be synced.
#[derive(Debug, Default)]
struct Waiting {
    files: Vec<Arc<File>>,
    is_over: bool,
}

/// A handle to the thread.
#[derive(Debug, Default)]
pub(super) struct Syncer {
    waiting: Mutex<Waiting>,
    wake: Condvar,
}

/// The longest time that a file waits.
const PATIENCE: Duration = Duration::from_millis(900);

impl Syncer {
    /// Starts the thread; it ends with [`Self::end`].
    ///
    /// # Errors
    /// When the system has no more threads.
    pub(super) fn start() -> io::Result<Arc<Self>> {
        let syncer = Arc::new(Self::default());
        let of_thread = Arc::clone(&syncer);
        thread::Builder::new()
            .name("sync".to_owned())
            .stack_size(64 << 10)
            .spawn(move || of_thread.run())?;
        Ok(syncer)
    }

    /// Syncs this file within a second.
    pub(super) fn soon(&self, file: &Arc<File>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if !waiting.files.iter().any(|known| Arc::ptr_eq(known, file)) {
            waiting.files.push(Arc::clone(file));
            self.wake.notify_one();
        }
    }

    /// Ends the thread after it has synced the pending files.
    pub(super) fn end(&self) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).is_over = true;
        self.wake.notify_one();
    }

    fn run(&self) {
        loop {
            let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let waiting = self
                .wake
                .wait_while(waiting, |waiting| waiting.files.is_empty() && !waiting.is_over)
                .unwrap_or_else(PoisonError::into_inner);
            // Collect the files that arrive meanwhile into one round.
            let (mut waiting, _) = self
                .wake
                .wait_timeout_while(waiting, PATIENCE, |waiting| !waiting.is_over)
                .unwrap_or_else(PoisonError::into_inner);
            let (files, is_over) = (std::mem::take(&mut waiting.files), waiting.is_over);
            drop(waiting);
            for file in files {
                // If the disk fails, the next urgent append reports it.
                let _ = file.sync_data();
            }
            if is_over {
                return;
            }
        }
    }
}
