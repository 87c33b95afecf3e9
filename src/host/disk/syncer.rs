//! Syncs files a moment after they were written, on one thread for all of them: a slow
//! disk holds up nothing, and where nothing is written nothing wakes.

use std::fmt;
use std::fs::File;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How long what was written may be missing from the disk after a power cut, apart
/// from the time the disk itself takes.
const SYNC_AFTER: Duration = Duration::from_millis(900);
const STACK_BYTES: usize = 64 * 1024;

/// What syncs files; all clones are one. Its thread begins with the first file that is
/// written, and ends soon after the last clone and the last file are gone.
#[derive(Clone, Default)]
pub struct Syncer {
    line: Arc<Mutex<Option<Sender<Arc<Watched>>>>>,
    /// Told of each write, in place of a sync.
    told: Option<Arc<dyn Fn() + Send + Sync>>,
}

/// A file that is synced after it was written.
#[derive(Debug)]
pub(super) struct SyncedFile {
    syncer: Syncer,
    watched: Arc<Watched>,
}

#[derive(Debug)]
struct Watched {
    file: File,
    /// The directory, synced with the file the first time.
    directory: Mutex<Option<File>>,
    /// Whether it waits for its sync: it does so once.
    is_asked: AtomicBool,
}

impl Syncer {
    /// One that syncs nothing, and calls this after each write: for files of a moment, which
    /// something else keeps.
    pub fn telling(told: impl Fn() + Send + Sync + 'static) -> Self {
        Self { line: Arc::default(), told: Some(Arc::new(told)) }
    }

    /// Syncs `file`, and its directory the first time, whenever asked.
    pub(super) fn watch(&self, file: File, directory: Option<File>) -> SyncedFile {
        let watched = Watched { file, directory: directory.into(), is_asked: false.into() };
        SyncedFile { syncer: self.clone(), watched: Arc::new(watched) }
    }

    fn ask(&self, watched: &Arc<Watched>) {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        if line.is_none() {
            let (ask, asked) = channel();
            let thread = thread::Builder::new().name("sync".to_owned()).stack_size(STACK_BYTES);
            // Without the thread the system syncs as it likes.
            let begun = thread.spawn(move || sync_when(&asked));
            *line = begun.ok().map(|_| ask);
        }
        if let Some(ask) = &*line {
            // The thread is there while this is.
            let _ = ask.send(Arc::clone(watched));
        }
    }
}

impl fmt::Debug for Syncer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Syncer")
    }
}

impl SyncedFile {
    /// Asks for a sync of what has been written; one for all that comes soon.
    pub(super) fn ask(&self) {
        if let Some(told) = &self.syncer.told {
            told();
        } else if !self.watched.is_asked.swap(true, Ordering::SeqCst) {
            self.syncer.ask(&self.watched);
        }
    }
}

fn sync_when(asked: &Receiver<Arc<Watched>>) {
    while let Ok(first) = asked.recv() {
        thread::sleep(SYNC_AFTER);
        for watched in [first].into_iter().chain(asked.try_iter()) {
            // Before the sync: what is written from here on asks again.
            watched.is_asked.store(false, Ordering::SeqCst);
            // A disk that cannot sync keeps what it can.
            let _ = watched.file.sync_data();
            let directory = &mut *watched.directory.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(directory) = mem::take(directory) {
                let _ = directory.sync_all();
            }
        }
    }
}
