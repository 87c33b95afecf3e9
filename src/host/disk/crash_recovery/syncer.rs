//! Syncs a file a moment after it was written, on a thread of its own: a slow
//! disk holds up nothing, and where nothing is written nothing wakes.

use std::fs::File;
use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// How long what was written may be missing from the disk after a power cut, apart
/// from the time the disk itself takes.
const SYNC_AFTER: Duration = Duration::from_millis(900);
const STACK_BYTES: usize = 64 * 1024;

/// The thread that syncs a file; it ends soon after this goes.
#[derive(Debug)]
pub(super) struct Syncer(SyncSender<()>);

impl Syncer {
    /// Syncs `file`, and its directory the first time, whenever asked.
    pub(super) fn start(file: File, directory: Option<File>) -> io::Result<Self> {
        let (ask, asked) = sync_channel(1);
        let thread = thread::Builder::new().name("sync".to_owned()).stack_size(STACK_BYTES);
        thread.spawn(move || sync_when(&asked, &file, directory))?;
        Ok(Self(ask))
    }

    /// Asks for a sync of what has been written; one for all that comes soon.
    pub(super) fn ask(&self) {
        // Where it cannot be sent, it has been asked for already.
        let _ = self.0.try_send(());
    }
}

fn sync_when(asked: &Receiver<()>, file: &File, mut directory: Option<File>) {
    while asked.recv().is_ok() {
        thread::sleep(SYNC_AFTER);
        // What was asked for meanwhile is written, and this sync is for it, too.
        let _ = asked.try_recv();
        // A disk that cannot sync keeps what it can.
        let _ = file.sync_data();
        if let Some(directory) = directory.take() {
            let _ = directory.sync_all();
        }
    }
}
