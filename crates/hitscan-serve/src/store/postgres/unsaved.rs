//! Unsaved sandboxes. While a session is open, crash recovery keeps them as files in a temporary
//! folder of this machine. A moment after a change they are copied into the database, batched over
//! all students, so that the student can resume them on any machine.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use std::{fs, io, iter};

use hitscan::seat::{CrashRecovery, Syncer};
use tempfile::TempDir;

use super::batch_writer::BatchWriter;
use super::database::Database;
use super::work_rows::{WorkName, offset};
use crate::class::ClassId;
use crate::locked;
use crate::place::{StudentOf, UserId};
use crate::store::StoreError;
use crate::store::files::make_folder;

/// Copies the unsaved sandboxes of all students.
#[derive(Debug)]
pub(super) struct UnsavedWriter {
    database: Arc<Database>,
    /// The parent of the temporary folders.
    within: PathBuf,
    batches: BatchWriter<Weak<Unsaved>>,
}

/// The unsaved sandboxes of one student.
#[derive(Debug)]
pub(super) struct Unsaved {
    database: Arc<Database>,
    class: ClassId,
    student: UserId,
    folder: TempDir,
    /// The contents of the database, by file name.
    copied: Mutex<BTreeMap<String, Vec<u8>>>,
}

/// The difference between a folder and the database.
#[derive(Default)]
struct Changes {
    removed: Vec<WorkName>,
    /// Files to append to, and the offset of their first new byte.
    grown: Vec<(WorkName, usize)>,
    /// The contents of the folder, by file name.
    there: BTreeMap<String, Vec<u8>>,
}

impl UnsavedWriter {
    /// Starts the thread that copies, with temporary folders within this one.
    pub(super) fn new(database: &Arc<Database>, within: PathBuf) -> Result<Self, StoreError> {
        let of_thread = Arc::clone(database);
        // A folder is compared as a whole when the batch is written, so only the latest one matters.
        let latest = |_, later| later;
        let copy = move |batch: &_| copy_batch(&of_thread, batch);
        let batches = BatchWriter::new("unsaved", latest, copy)?;
        Ok(Self { database: Arc::clone(database), within, batches })
    }

    /// Creates the parent folder, and deletes temporary folders that a killed process left behind.
    pub(super) fn make_folder(&self) -> Result<(), StoreError> {
        const LONG_AGO: Duration = Duration::from_secs(86_400);
        make_folder(&self.within)?;
        let entries = fs::read_dir(&self.within).into_iter().flatten().flatten();
        for entry in entries {
            let changed = entry.metadata().and_then(|about| about.modified());
            if changed.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > LONG_AGO)) {
                // The database has its contents.
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        Ok(())
    }

    /// Loads the unsaved sandboxes of a student into a new temporary folder.
    pub(super) fn unsaved_of(
        &self,
        class: &ClassId,
        student: &UserId,
    ) -> Result<Arc<Unsaved>, StoreError> {
        Unsaved::of(&self.database, class, student, &self.within).map(Arc::new)
    }

    /// The crash recovery of a session, which enqueues a copy after each change.
    pub(super) fn recovery(self: &Arc<Self>, unsaved: &Arc<Unsaved>) -> CrashRecovery {
        let student = (unsaved.class.clone(), unsaved.student.clone());
        let (writer, changed) = (Arc::clone(self), Arc::downgrade(unsaved));
        let tell = move || writer.batches.put(student.clone(), Weak::clone(&changed));
        CrashRecovery::on_desk(unsaved.folder.path().to_owned(), Syncer::telling(tell))
    }

    /// Copies the last changes and ends the thread.
    pub(super) fn close(&self) {
        self.batches.close();
    }
}

/// Copies a batch in one transaction; if that fails, copies each student alone. If the database
/// does not answer, the whole batch is retried.
fn copy_batch(
    database: &Database,
    batch: &BTreeMap<StudentOf, Weak<Unsaved>>,
) -> Result<(), StoreError> {
    let all: Vec<Arc<Unsaved>> = batch.values().filter_map(Weak::upgrade).collect();
    match copy(database, all.iter().map(|it| (it.as_ref(), it.changes()))) {
        Err(why) if why != StoreError::NotAnswering => {
            for one in all {
                // The next change retries it, and so does the end of the session.
                let _ = one.copy_anew();
            }
            Ok(())
        }
        done => done,
    }
}

/// Writes all changes in one transaction.
fn copy<'u>(
    database: &Database,
    all: impl Iterator<Item = (&'u Unsaved, io::Result<Changes>)>,
) -> Result<(), StoreError> {
    let mut changed = Vec::new();
    for (unsaved, changes) in all {
        changed.push((unsaved, changes.map_err(|why| StoreError::Refused(why.to_string()))?));
    }
    let changes = || changed.iter().map(|(_, changes)| changes);
    let removed: Vec<&WorkName> = changes().flat_map(|it| &it.removed).collect();
    let grown = changes().flat_map(Changes::grown).collect::<Result<Vec<_>, _>>()?;
    if !(removed.is_empty() && grown.is_empty()) {
        database.within_aside(async |on| {
            WorkName::remove_all(on, &removed).await?;
            WorkName::put_all(on, &grown).await
        })?;
    }
    for (unsaved, Changes { there, .. }) in changed {
        *locked(&unsaved.copied) = there;
    }
    Ok(())
}

impl Changes {
    fn grown(&self) -> impl Iterator<Item = Result<(&WorkName, i64, &[u8]), StoreError>> {
        self.grown.iter().map(|(name, from)| {
            let bytes = self.there.get(&name.name).map_or(&[][..], |bytes| &bytes[*from..]);
            Ok((name, offset(*from)?, bytes))
        })
    }
}

impl Unsaved {
    fn of(
        database: &Arc<Database>,
        class: &ClassId,
        student: &UserId,
        within: &Path,
    ) -> Result<Self, StoreError> {
        let kept = database.ask(async |on| {
            let mut kept = BTreeMap::new();
            for name in WorkName::all(on, class, student).await? {
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

    /// Compares the folder with the database.
    fn changes(&self) -> io::Result<Changes> {
        let (there, copied) = (self.files()?, locked(&self.copied));
        let mut changes = Changes::default();
        for (name, before) in &*copied {
            if !there.get(name).is_some_and(|now| now.starts_with(before)) {
                changes.removed.push(self.named(name));
            }
        }
        for (name, now) in &there {
            let before = copied.get(name).filter(|before| now.starts_with(before));
            let from = before.map_or(0, Vec::len);
            if from < now.len() {
                changes.grown.push((self.named(name), from));
            }
        }
        Ok(Changes { there, ..changes })
    }

    /// Replaces everything in the database. If the answer to a commit was lost, `copied` may be out
    /// of date.
    fn copy_anew(&self) -> Result<(), StoreError> {
        let changes = self.files().map(|there| {
            let copied = locked(&self.copied);
            let removed = copied.keys().chain(there.keys()).map(|name| self.named(name)).collect();
            let grown = there.keys().map(|name| (self.named(name), 0)).collect();
            Changes { removed, grown, there }
        });
        copy(&self.database, iter::once((self, changes)))
    }

    fn named(&self, name: &str) -> WorkName {
        WorkName::of(&self.class, &self.student, name.to_owned())
    }

    /// The contents of the folder, by file name.
    fn files(&self) -> io::Result<BTreeMap<String, Vec<u8>>> {
        let mut there = BTreeMap::new();
        for entry in fs::read_dir(self.folder.path())? {
            let Ok(name) = entry?.file_name().into_string() else { continue };
            if CrashRecovery::is_file(&name) {
                match fs::read(self.folder.path().join(&name)) {
                    Ok(bytes) => drop(there.insert(name, bytes)),
                    Err(why) if why.kind() == io::ErrorKind::NotFound => {}
                    Err(why) => return Err(why),
                }
            }
        }
        Ok(there)
    }
}

impl Drop for Unsaved {
    fn drop(&mut self) {
        let copied = copy(&self.database, iter::once((&*self, self.changes())));
        if copied.is_err_and(|why| why != StoreError::NotAnswering) {
            // If the database does not answer, the last second is lost.
            let _ = self.copy_anew();
        }
    }
}
