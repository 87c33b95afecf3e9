//! Crash-safe files: replaced by a rename, or extended by whole lines.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use std::{fs, io, thread};

use hitscan_core::scene::printable;
use rustix::fs::OFlags;

use crate::locked;
use crate::store::StoreError;

/// An error about a file, for teachers and operators; students never see it.
pub(super) fn refused(path: &Path, why: &io::Error) -> StoreError {
    match why.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full,
        _ => StoreError::Refused(printable(&format!("{}: {why}", path.display()))),
    }
}

/// Makes a folder that only the server can read, and its parents.
pub(super) fn make_folder(path: &Path) -> Result<(), StoreError> {
    let made = DirBuilder::new().recursive(true).mode(0o700).create(path);
    made.map_err(|why| refused(path, &why))
}

/// Reads a file up to a limit; none if it does not exist.
pub(super) fn read(path: &Path, most: u64) -> Result<Option<Vec<u8>>, StoreError> {
    let file = match no_link(OpenOptions::new().read(true)).open(path) {
        Ok(file) => file,
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(None),
        Err(why) => return Err(refused(path, &why)),
    };
    let mut held = Vec::new();
    let read = file.take(most.saturating_add(1)).read_to_end(&mut held);
    read.map_err(|why| refused(path, &why))?;
    if u64::try_from(held.len()).unwrap_or(u64::MAX) > most {
        return Err(StoreError::Faulty(format!("{}: more than {most} bytes", shown(path))));
    }
    Ok(Some(held))
}

/// The same, as text.
pub(super) fn read_text(path: &Path, most: u64) -> Result<Option<String>, StoreError> {
    let Some(bytes) = read(path, most)? else { return Ok(None) };
    let text = String::from_utf8(bytes);
    text.map(Some).map_err(|_| StoreError::Faulty(format!("{}: not UTF-8 text", shown(path))))
}

/// Replaces a file atomically: after a crash there is the old one or the new one.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let replaced = (|| {
        let mut new = tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder)?;
        new.write_all(bytes)?;
        new.as_file().sync_all()?;
        new.persist(path).map_err(|why| why.error)?;
        File::open(folder)?.sync_all()
    })();
    replaced.map_err(|why| refused(path, &why))
}

/// The prefix of temporary files, which a crash may leave behind.
pub(super) const TEMPORARY: &str = ".new-";

/// Removes temporary files that a crash left in a folder.
pub(super) fn sweep(folder: &Path) -> Result<(), StoreError> {
    let entries = fs::read_dir(folder).map_err(|why| refused(folder, &why))?;
    for entry in entries.filter_map(Result::ok) {
        if entry.file_name().to_string_lossy().starts_with(TEMPORARY) {
            let path = entry.path();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let gone = if is_folder { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            gone.map_err(|why| refused(&path, &why))?;
        }
    }
    Ok(())
}

/// Syncs a folder, so that new and changed names survive a crash.
pub(super) fn sync_folder(folder: &Path) -> Result<(), StoreError> {
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|why| refused(folder, &why))
}

/// Opens a file for appending, or makes it, readable only by the server.
pub(super) fn open_to_append(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    no_link(options.read(true).append(true).create(true).mode(0o600)).open(path)
}

/// Appends all bytes or nothing.
pub(super) fn append(mut file: &File, bytes: &[u8]) -> io::Result<()> {
    let before = file.metadata()?.len();
    file.write_all(bytes).inspect_err(|_| {
        // A full disk may have written a partial line. If truncating fails, too, the next reader
        // finds that the last line has no end, and skips it.
        let _ = file.set_len(before);
    })
}

/// Refuses symbolic links, which could lead out of the store, and does not block on pipes.
fn no_link(options: &mut OpenOptions) -> &mut OpenOptions {
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits();
    options.custom_flags(i32::try_from(flags).unwrap_or_default())
}

/// A path, safe to print.
pub(super) fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

// Syncs files to disk within a second. One thread serves all files, and sleeps while there are
// none.

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
        let mut waiting = locked(&self.waiting);
        if !waiting.files.iter().any(|known| Arc::ptr_eq(known, file)) {
            waiting.files.push(Arc::clone(file));
            self.wake.notify_one();
        }
    }

    /// Ends the thread after it has synced the pending files.
    pub(super) fn end(&self) {
        locked(&self.waiting).is_over = true;
        self.wake.notify_one();
    }

    fn run(&self) {
        loop {
            let waiting = locked(&self.waiting);
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
