//! Sandboxes that were not saved. While a screen has them they are files in a folder of this
//! machine; they are copied into the database a moment after they change, and come from there at
//! whichever machine the student plays next.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hitscan::seat::{CrashRecovery, Syncer};
use tempfile::TempDir;

use super::database::Database;
use super::work_rows::WorkName;
use crate::class::ClassId;
use crate::store::StoreError;
use crate::user::UserId;

/// The sandboxes of one student.
#[derive(Debug)]
pub(super) struct Unsaved {
    database: Arc<Database>,
    class: ClassId,
    student: UserId,
    folder: TempDir,
    /// What is in the database, by the names of the files.
    copied: Mutex<BTreeMap<String, Vec<u8>>>,
}

/// Removes folders that screens had long ago, whose machine was killed.
pub(super) fn remove_left_ones(within: &Path) {
    const LONG_AGO: Duration = Duration::from_secs(86_400);
    let entries = fs::read_dir(within).into_iter().flatten().flatten();
    for entry in entries {
        let changed = entry.metadata().and_then(|about| about.modified());
        if changed.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > LONG_AGO)) {
            // What is in it is in the database.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

impl Unsaved {
    /// Those of a student, in a folder of their own within this one.
    pub(super) fn of(
        database: &Arc<Database>,
        (class, student): (&ClassId, &UserId),
        within: &Path,
    ) -> Result<Self, StoreError> {
        let kept = database.ask(async |on| {
            let mut kept = BTreeMap::new();
            for name in WorkName::all(on, (class, student)).await? {
                if CrashRecovery::is_file(&name) {
                    let bytes = WorkName::of(class, student, name.clone()).read(on).await?;
                    kept.insert(name, bytes);
                }
            }
            Ok(kept)
        })?;
        let refused = |why: io::Error| StoreError::Refused(format!("{}: {why}", within.display()));
        fs::create_dir_all(within).map_err(refused)?;
        let folder = TempDir::new_in(within).map_err(refused)?;
        for (name, bytes) in &kept {
            fs::write(folder.path().join(name), bytes).map_err(refused)?;
        }
        let (database, copied) = (Arc::clone(database), Mutex::new(kept));
        Ok(Self { database, class: class.clone(), student: student.clone(), folder, copied })
    }

    /// What keeps them while they go on.
    pub(super) fn recovery(self: &Arc<Self>) -> CrashRecovery {
        let unsaved = Arc::downgrade(self);
        let copies = move || {
            if let Some(unsaved) = unsaved.upgrade() {
                // It is tried again with the next change, and at the end.
                let _ = unsaved.copy();
            }
        };
        CrashRecovery::on_desk(self.folder.path().to_owned(), Syncer::telling(copies))
    }

    /// Copies what is otherwise in the folder.
    fn copy(&self) -> Result<(), StoreError> {
        let mut copied = self.copied.lock().unwrap_or_else(PoisonError::into_inner);
        let refused = |why: io::Error| StoreError::Refused(why.to_string());
        let mut there = BTreeMap::new();
        for entry in fs::read_dir(self.folder.path()).map_err(refused)? {
            let Ok(name) = entry.map_err(refused)?.file_name().into_string() else { continue };
            if CrashRecovery::is_file(&name) {
                match fs::read(self.folder.path().join(&name)) {
                    Ok(bytes) => drop(there.insert(name, bytes)),
                    Err(why) if why.kind() == io::ErrorKind::NotFound => {}
                    Err(why) => return Err(refused(why)),
                }
            }
        }
        if there == *copied {
            return Ok(());
        }
        self.database.within_aside(async |on| {
            for name in copied.keys().filter(|name| !there.contains_key(*name)) {
                WorkName::of(&self.class, &self.student, name.clone()).remove(on).await?;
            }
            for (name, bytes) in &there {
                let (before, name) = (copied.get(name), name.clone());
                let work = WorkName::of(&self.class, &self.student, name);
                work.become_of(on, before.map(Vec::as_slice), bytes).await?;
            }
            Ok(())
        })?;
        *copied = there;
        Ok(())
    }
}

impl Drop for Unsaved {
    fn drop(&mut self) {
        // The last second of them is lost where the database does not answer.
        let _ = self.copy();
    }
}
