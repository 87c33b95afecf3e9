//! Classes in files, the default store. The files are the only state, so `hitscan grade` can read
//! them and a copy of them is a backup.
//!
//! ```text
//! DATA/lock             one server
//! DATA/audit.ndjson     the audit log; .1 … .8 are older
//! DATA/classes/3b/      a class
//! ```
//!
//! | file | what lives there |
//! | --- | --- |
//! | `class_folder` `class_file` `place_log` | a class, its record, the events of its places |
//! | `copy_folder` | copying a class from and to other stores |
//! | `work_file` | the work of a student |
//! | `audit_file` | the audit log |
//! | `disk` | crash-safe files, and syncing them to disk |
//!
//! This file calls `class_folder`, `copy_folder` and `audit_file`; `class_folder` calls `class_file`,
//! `place_log` and `work_file`; whatever is written goes through `disk`.

mod audit_file;
mod class_file;
mod class_folder;
mod copy_folder;
mod disk;
mod place_log;
mod work_file;

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use hitscan::seat::{DeskFiles, DeskLimits, FolderDesk, LineSink};

use self::audit_file::AuditFile;
use self::class_folder::{ClassFolder, unpack};
use self::disk::Syncer;
use super::{Erase, FilesOfStudents, KeptClass, KeptFile, Store, StoreError};
use crate::audit::AuditEntry;
use crate::class::{Class, ClassId, PackVersion};
use crate::code::{CodeHash, TypedCode};
use crate::config::{Config, SyncPolicy};
use crate::key::LoginKey;
use crate::locked;
use crate::pack::PackFiles;
use crate::place::{Claim, Claimed, Listed, Place, UserId};
use crate::reached::Earned;

/// Classes in a folder, which one process uses at a time.
#[derive(Debug)]
pub struct FileStore {
    classes_folder: PathBuf,
    classes: RwLock<BTreeMap<ClassId, Arc<Mutex<ClassFolder>>>>,
    audit: Mutex<AuditFile>,
    sync: SyncPolicy,
    syncer: Arc<Syncer>,
    desk: DeskLimits,
    /// Syncs the scenes of all desks on a single thread.
    desk_syncer: hitscan::seat::Syncer,
    /// Held while the store is open.
    _lock: FolderLock,
}

impl FileStore {
    /// Opens the folder that a configuration names, or makes it.
    ///
    /// # Errors
    /// When another process uses it, it contains something invalid, or the disk fails.
    pub fn open(config: &Config) -> Result<Self, StoreError> {
        let data = &config.data;
        disk::make_folder(data)?;
        let lock = FolderLock::of(data)?;
        let classes_folder = data.join("classes");
        disk::make_folder(&classes_folder)?;
        disk::sweep(&classes_folder)?;
        let classes = RwLock::new(open_classes(&classes_folder)?);
        let audit = Mutex::new(AuditFile::open(data)?);
        let syncer = Syncer::start().map_err(|why| disk::refused(data, &why))?;
        let desk = DeskLimits {
            files: usize::try_from(config.limits.desk_files).unwrap_or(usize::MAX),
            bytes: config.limits.desk_bytes,
        };
        let sync = config.sync;
        let desk_syncer = hitscan::seat::Syncer::default();
        Ok(Self { classes_folder, classes, audit, sync, syncer, desk, desk_syncer, _lock: lock })
    }

    fn folder(&self, id: &ClassId) -> Result<Arc<Mutex<ClassFolder>>, StoreError> {
        let classes = self.classes.read().unwrap_or_else(PoisonError::into_inner);
        classes.get(id).cloned().ok_or_else(|| StoreError::NoClass(id.clone()))
    }

    /// Runs `work` on a class while it is locked.
    fn within<T>(
        &self,
        id: &ClassId,
        work: impl FnOnce(&mut ClassFolder) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let folder = self.folder(id)?;
        work(&mut locked(&folder))
    }
}

impl Drop for FileStore {
    fn drop(&mut self) {
        self.syncer.end();
    }
}

/// Makes a machine's folder, which no other user can read.
///
/// # Errors
/// When the disk fails.
#[cfg(feature = "postgres")]
pub(super) fn make_folder(folder: &Path) -> Result<(), StoreError> {
    disk::make_folder(folder)
}

/// Writes the files of a pack into a temporary folder inside `folder`, which is made if needed.
///
/// # Errors
/// When the disk fails.
#[cfg(feature = "postgres")]
pub(super) fn unpacked_in(
    pack: &PackFiles,
    folder: &Path,
) -> Result<tempfile::TempDir, StoreError> {
    disk::make_folder(folder)?;
    unpack(pack, folder)
}

/// A class, read without opening it.
#[derive(Clone, Debug)]
pub struct Looked {
    /// Its record.
    pub class: Class,
    /// The IDs of its students.
    pub students: Vec<String>,
    /// The folder of its pack; none for the built-in one.
    pub pack: Option<PathBuf>,
}

/// Reads every class in the folder that a configuration names, and changes nothing: a server may be
/// using it. The result is the state or the fault of each, in the order of the names of their folders.
pub fn look_at(config: &Config) -> Vec<Result<Looked, StoreError>> {
    let Ok(entries) = fs::read_dir(config.data.join("classes")) else { return Vec::new() };
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let named =
        paths.map(|path| (disk::shown(Path::new(path.file_name().unwrap_or_default())), path));
    let named = named.filter(|(name, _)| !name.starts_with(disk::TEMPORARY));
    let mut named: Vec<_> = named.collect();
    named.sort_by(|(one, _), (other, _)| one.cmp(other));
    let look = |(name, path): (String, PathBuf)| {
        let id = name.parse::<ClassId>();
        let id = id.map_err(|why| StoreError::Faulty(format!("{name}: not a class: {why}")))?;
        class_folder::look(&path, &id)
    };
    named.into_iter().map(look).collect()
}

/// Keeps other processes from the folder.
#[derive(Debug)]
struct FolderLock(File);

impl FolderLock {
    fn of(data: &Path) -> Result<Self, StoreError> {
        let path = data.join("lock");
        let file = disk::open_to_append(&path).map_err(|why| disk::refused(&path, &why))?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(disk::shown(data))),
            Err(TryLockError::Error(why)) => Err(disk::refused(&path, &why)),
        }
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // A child process that is just starting may hold the file open, which would keep the lock.
        let _ = self.0.unlock();
    }
}

/// Opens every class. Reports the faults of all classes, not just of the first.
fn open_classes(folder: &Path) -> Result<BTreeMap<ClassId, Arc<Mutex<ClassFolder>>>, StoreError> {
    let (mut classes, mut faults) = (BTreeMap::new(), Vec::new());
    let entries = fs::read_dir(folder).map_err(|why| disk::refused(folder, &why))?;
    for entry in entries {
        let path = entry.map_err(|why| disk::refused(folder, &why))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match name.parse::<ClassId>() {
            Ok(id) => match ClassFolder::open(&path, &id) {
                Ok(class) => drop(classes.insert(id, Arc::new(Mutex::new(class)))),
                Err(why) => faults.push(why.to_string()),
            },
            Err(why) => faults.push(format!("{}: not a class: {why}", disk::shown(&path))),
        }
    }
    faults.sort();
    if faults.is_empty() { Ok(classes) } else { Err(StoreError::Faulty(faults.join("\n"))) }
}

impl Store for FileStore {
    fn classes(&self) -> Result<Vec<Class>, StoreError> {
        let classes = self.classes.read().unwrap_or_else(PoisonError::into_inner);
        Ok(classes.values().map(|class| locked(class).class.clone()).collect())
    }

    fn class(&self, id: &ClassId) -> Result<Option<Class>, StoreError> {
        match self.folder(id) {
            Ok(folder) => Ok(Some(locked(&folder).class.clone())),
            Err(_) => Ok(None),
        }
    }

    fn make_class(&self, class: &Class, code: &CodeHash) -> Result<(), StoreError> {
        let mut classes = self.classes.write().unwrap_or_else(PoisonError::into_inner);
        let folder = ClassFolder::make(&self.classes_folder, class, code)?;
        classes.insert(class.id.clone(), Arc::new(Mutex::new(folder)));
        Ok(())
    }

    fn remove_class(&self, id: &ClassId) -> Result<(), StoreError> {
        let mut classes = self.classes.write().unwrap_or_else(PoisonError::into_inner);
        let folder = classes.get(id).ok_or_else(|| StoreError::NoClass(id.clone()))?;
        locked(folder).remove()?;
        classes.remove(id);
        Ok(())
    }

    fn change_class(&self, id: &ClassId, change: &dyn Fn(&mut Class)) -> Result<Class, StoreError> {
        self.within(id, |folder| {
            let class = folder.class.changed(change);
            let code = folder.code.clone();
            folder.change(&class, &code)?;
            Ok(class)
        })
    }

    fn set_class_code(&self, id: &ClassId, code: &CodeHash) -> Result<(), StoreError> {
        self.within(id, |folder| {
            let class = folder.class.clone();
            folder.change(&class, code)
        })
    }

    fn class_code_matches(&self, id: &ClassId, typed: &TypedCode<'_>) -> Result<bool, StoreError> {
        let kept = self.folder(id).map(|folder| locked(&folder).code.clone());
        Ok(typed.is_of_class(&kept.unwrap_or(CodeHash::OF_NOTHING)))
    }

    fn places(&self, id: &ClassId) -> Result<Vec<Place>, StoreError> {
        self.within(id, |folder| Ok(folder.places()))
    }

    fn place(&self, id: &ClassId, student: &UserId) -> Result<Option<Place>, StoreError> {
        self.within(id, |folder| Ok(folder.place(student)))
    }

    fn set_roster(&self, id: &ClassId, roster: &[Listed]) -> Result<(), StoreError> {
        self.within(id, |folder| folder.set_roster(roster))
    }

    fn claim(&self, id: &ClassId, student: &UserId, by: &Claim) -> Result<Claimed, StoreError> {
        self.within(id, |folder| folder.claim(student, by))
    }

    fn add_key(&self, id: &ClassId, student: &UserId, key: &LoginKey) -> Result<(), StoreError> {
        self.within(id, |folder| folder.add_key(student, key))
    }

    fn set_own_code(
        &self,
        id: &ClassId,
        student: &UserId,
        code: &CodeHash,
    ) -> Result<(), StoreError> {
        self.within(id, |folder| folder.set_code(student, code))
    }

    fn own_code_matches(
        &self,
        id: &ClassId,
        student: &UserId,
        typed: &TypedCode<'_>,
    ) -> Result<bool, StoreError> {
        let place = self.folder(id).map(|folder| locked(&folder).place(student));
        let kept = place.ok().flatten().and_then(|place| place.code);
        Ok(typed.is_own(&kept.unwrap_or(CodeHash::OF_NOTHING)))
    }

    fn free(&self, id: &ClassId, student: &UserId, what: Erase) -> Result<(), StoreError> {
        self.within(id, |folder| folder.free(student, what))
    }

    fn work(&self, id: &ClassId, student: &UserId) -> Result<Box<dyn LineSink>, StoreError> {
        let opened = self.within(id, |folder| folder.work(student, self.sync, &self.syncer));
        opened.map(|work| Box::new(work) as Box<dyn LineSink>)
    }

    fn read_work(&self, id: &ClassId, student: &UserId) -> Result<Vec<u8>, StoreError> {
        self.within(id, |folder| folder.read_work(student))
    }

    fn replace_work(&self, id: &ClassId, student: &UserId, by: &[u8]) -> Result<(), StoreError> {
        self.within(id, |folder| folder.replace_work(student, by))
    }

    fn desk(&self, id: &ClassId, student: &UserId) -> Result<Arc<dyn DeskFiles>, StoreError> {
        let folder = self.within(id, |folder| folder.desk_folder(student))?;
        Ok(Arc::new(FolderDesk::new(folder, self.desk, self.desk_syncer.clone())))
    }

    fn pack_folder(&self, id: &ClassId, pack: PackVersion) -> Result<Option<PathBuf>, StoreError> {
        self.within(id, |folder| folder.pack_folder(pack))
    }

    fn put_pack(
        &self,
        id: &ClassId,
        pack: &PackFiles,
        check: &dyn Fn(&Path) -> Result<(), String>,
    ) -> Result<PackVersion, StoreError> {
        // Do not hold the lock while checking: it takes seconds.
        let folder = self.within(id, |folder| Ok(folder.folder.clone()))?;
        let unpacked = unpack(pack, &folder)?;
        check(unpacked.path()).map_err(StoreError::Faulty)?;
        self.within(id, |folder| folder.adopt(unpacked))
    }

    fn note_earned(
        &self,
        id: &ClassId,
        student: &UserId,
        earned: &Earned,
    ) -> Result<(), StoreError> {
        self.within(id, |folder| folder.note_earned(student, earned))
    }

    fn earned(&self, id: &ClassId, student: &UserId) -> Result<Vec<Earned>, StoreError> {
        self.within(id, |folder| folder.earned(student))
    }

    fn note(&self, entry: &AuditEntry) -> Result<(), StoreError> {
        locked(&self.audit).note(entry)
    }

    fn kept(&self, id: &ClassId) -> Result<KeptClass, StoreError> {
        self.within(id, |folder| folder.kept())
    }

    fn kept_files(&self, id: &ClassId, student: &UserId) -> Result<Vec<KeptFile>, StoreError> {
        let folder = self.within(id, |folder| Ok(folder.work_folder(student)))?;
        copy_folder::files_in(&folder)
    }

    fn take_over(&self, kept: &KeptClass, students: FilesOfStudents<'_>) -> Result<(), StoreError> {
        let mut classes = self.classes.write().unwrap_or_else(PoisonError::into_inner);
        let folder = ClassFolder::take_over(&self.classes_folder, kept, students)?;
        classes.insert(kept.class.id.clone(), Arc::new(Mutex::new(folder)));
        Ok(())
    }
}
