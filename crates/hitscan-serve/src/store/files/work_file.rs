//! The work of a student: an append-only file of lines, locked while a session has it open.

use std::fs::{File, TryLockError};
use std::io::{Read as _, Seek as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hitscan::seat::{DeskFault, LineSink, Urgency};
use hitscan_core::lab::MOST_BYTES;

use super::disk;
use super::disk::Syncer;
use crate::config::SyncPolicy;
use crate::store::StoreError;

/// A student's open work. Nothing else writes to it until it is dropped.
#[derive(Debug)]
pub(super) struct WorkFile {
    path: PathBuf,
    file: Arc<File>,
    length: u64,
    sync: SyncPolicy,
    syncer: Arc<Syncer>,
}

impl WorkFile {
    /// Opens the file, or makes it.
    ///
    /// # Errors
    /// When another session has it open, or the disk fails.
    pub(super) fn open(
        path: &Path,
        sync: SyncPolicy,
        syncer: &Arc<Syncer>,
    ) -> Result<Self, StoreError> {
        let refused = |why: &std::io::Error| disk::refused(path, why);
        let is_new = path.symlink_metadata().is_err();
        let file = disk::open_to_append(path).map_err(|why| refused(&why))?;
        let about = file.metadata().map_err(|why| refused(&why))?;
        if !about.is_file() {
            return Err(StoreError::Faulty(format!("{}: not a regular file", disk::shown(path))));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::Conflict),
            Err(TryLockError::Error(why)) => return Err(refused(&why)),
        }
        if let (true, Some(folder)) = (is_new, path.parent()) {
            disk::sync_folder(folder)?;
        }
        let (path, syncer) = (path.to_owned(), Arc::clone(syncer));
        Ok(Self { path, file: Arc::new(file), length: about.len(), sync, syncer })
    }

    fn refused(&self, why: &std::io::Error) -> DeskFault {
        match disk::refused(&self.path, why) {
            StoreError::Full => DeskFault::Full,
            // Students must not see the path.
            _ => DeskFault::Refused("the disk refuses it".to_owned()),
        }
    }

    /// Truncates an append that could not be synced.
    fn take_back(&self, why: &std::io::Error) -> DeskFault {
        // If this fails, too, the lines may be there after a restart. That does no harm: the
        // student did do what they say.
        let _ = self.file.set_len(self.length);
        self.refused(why)
    }
}

impl LineSink for WorkFile {
    fn held(&mut self) -> Result<Vec<u8>, DeskFault> {
        let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
        let mut held = Vec::new();
        let mut file: &File = &self.file;
        let read = file.rewind().and_then(|()| file.take(most).read_to_end(&mut held));
        read.map(|_| held).map_err(|why| self.refused(&why))
    }

    fn append(&mut self, lines: &str, urgency: Urgency) -> Result<(), DeskFault> {
        let length = self.length.saturating_add(u64::try_from(lines.len()).unwrap_or(u64::MAX));
        if length > u64::try_from(MOST_BYTES).unwrap_or(u64::MAX) {
            let why = "your work has as many lines as count; your teacher can reset a lesson";
            return Err(DeskFault::Refused(why.to_owned()));
        }
        disk::append(&self.file, lines.as_bytes()).map_err(|why| self.refused(&why))?;
        match (self.sync, urgency) {
            (SyncPolicy::Answer, Urgency::BeforeThePicture) => {
                self.file.sync_data().map_err(|why| self.take_back(&why))?;
            }
            (SyncPolicy::Answer, Urgency::Soon) | (SyncPolicy::Second, _) => {
                self.syncer.soon(&self.file);
            }
            (SyncPolicy::Never, _) => {}
        }
        self.length = length;
        Ok(())
    }

    fn truncate(&mut self, bytes: u64) -> Result<(), DeskFault> {
        self.file.set_len(bytes).map_err(|why| self.refused(&why))?;
        self.length = bytes;
        Ok(())
    }
}

/// Syncs the last lines when a session closes its work, instead of a second later.
impl Drop for WorkFile {
    fn drop(&mut self) {
        if self.sync != SyncPolicy::Never {
            // The error has no receiver any more; the syncer tries again.
            let _ = self.file.sync_data();
        }
        // The syncer may hold the file a moment longer; unlock it, so the next session need not
        // wait.
        let _ = self.file.unlock();
    }
}
