//! Brings lines to the disk within a second. One thread for all files, which sleeps while
//! there are none.

use std::fs::File;
use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// What waits to be brought to the disk.
#[derive(Debug, Default)]
struct Waiting {
    files: Vec<Arc<File>>,
    is_over: bool,
}

/// The thread, as others see it.
#[derive(Debug, Default)]
pub(super) struct Syncer {
    waiting: Mutex<Waiting>,
    wake: Condvar,
}

/// How long lines may wait.
const PATIENCE: Duration = Duration::from_millis(900);

impl Syncer {
    /// Starts the thread; it ends with [`Self::end`].
    ///
    /// # Errors
    /// When the system has no thread for it.
    pub(super) fn start() -> io::Result<Arc<Self>> {
        let syncer = Arc::new(Self::default());
        let of_thread = Arc::clone(&syncer);
        thread::Builder::new()
            .name("sync".to_owned())
            .stack_size(64 << 10)
            .spawn(move || of_thread.run())?;
        Ok(syncer)
    }

    /// Brings this file to the disk within a second.
    pub(super) fn soon(&self, file: &Arc<File>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if !waiting.files.iter().any(|known| Arc::ptr_eq(known, file)) {
            waiting.files.push(Arc::clone(file));
            self.wake.notify_one();
        }
    }

    /// Ends the thread, after what waits.
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
            // Those who come while it waits share one trip.
            let (mut waiting, _) = self
                .wake
                .wait_timeout_while(waiting, PATIENCE, |waiting| !waiting.is_over)
                .unwrap_or_else(PoisonError::into_inner);
            let (files, is_over) = (std::mem::take(&mut waiting.files), waiting.is_over);
            drop(waiting);
            for file in files {
                // A disk that fails tells the next line that is urgent.
                let _ = file.sync_data();
            }
            if is_over {
                return;
            }
        }
    }
}
