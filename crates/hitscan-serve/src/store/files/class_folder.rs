//! The folder of a class: its record, its places, and the files of its students.
//!
//! ```text
//! 3b/class.toml    pack/  pack-2/  roster.csv
//! 3b/places.ndjson
//! 3b/work/anna/    anna.hits  earned.ndjson  mine.toml  left-….hits
//! ```

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hitscan_core::lab::MOST_BYTES;
use jiff::Timestamp;
use tempfile::TempDir;

use super::disk::Syncer;
use super::place_log::PlaceEvent;
use super::work_file::WorkFile;
use super::{Looked, class_file, disk, place_log};
use crate::class::{Class, ClassId, PackVersion, RosterRule};
use crate::code::CodeHash;
use crate::config::SyncPolicy;
use crate::key::LoginKey;
use crate::pack::PackFiles;
use crate::place;
use crate::place::{Claim, Claimed, Listed, Place, UserId};
use crate::reached::Earned;
use crate::store::{Erase, StoreError, is_new_key};

/// The most bytes of a record, and of the file of places.
const MOST_RECORD_BYTES: u64 = 1 << 20;
const MOST_PLACE_BYTES: u64 = 64 << 20;
/// The file with the times at which a student's steps earned points, and its most bytes.
const EARNED: &str = "earned.ndjson";
const MOST_EARNED_BYTES: u64 = 4 << 20;

/// A class in its folder. Only one instance may be open.
#[derive(Debug)]
pub(super) struct ClassFolder {
    pub(super) folder: PathBuf,
    pub(super) class: Class,
    pub(super) code: CodeHash,
    pub(super) roster: Vec<Listed>,
    pub(super) taken: BTreeMap<UserId, Place>,
    log: File,
}

impl ClassFolder {
    /// Makes the folder of a class, which must not exist.
    pub(super) fn make(classes: &Path, class: &Class, code: &CodeHash) -> Result<Self, StoreError> {
        Self::make_with(classes, class, code, |_| Ok(()))
    }

    /// The same, with the files that `fill` puts into it.
    pub(super) fn make_with(
        classes: &Path,
        class: &Class,
        code: &CodeHash,
        fill: impl FnOnce(&Path) -> Result<(), StoreError>,
    ) -> Result<Self, StoreError> {
        let folder = classes.join(class.id.as_str());
        if folder.symlink_metadata().is_ok() {
            return Err(StoreError::ClassExists(class.id.clone()));
        }
        // Build it under a temporary name and rename it, so that a crash never leaves a partial
        // class.
        let unnamed = tempfile::Builder::new().prefix(disk::TEMPORARY).tempdir_in(classes);
        let unnamed = unnamed.map_err(|why| disk::refused(classes, &why))?;
        let record = class_file::written(class, code);
        disk::replace(&unnamed.path().join("class.toml"), record.as_bytes())?;
        fill(unnamed.path())?;
        fs::rename(unnamed.path(), &folder).map_err(|why| disk::refused(&folder, &why))?;
        // Already renamed: do not remove the temporary folder.
        drop(unnamed.keep());
        disk::sync_folder(classes)?;
        Self::open(&folder, &class.id)
    }

    /// Opens an existing folder, and repairs what a crash left behind.
    pub(super) fn open(folder: &Path, id: &ClassId) -> Result<Self, StoreError> {
        disk::sweep(folder)?;
        let (class, code) = read_record(&folder.join("class.toml"), id)?;
        let roster = read_roster(&folder.join("roster.csv"))?;
        let path = folder.join("places.ndjson");
        let bytes = read_places(&path)?;
        let (taken, whole) = places_in(&bytes, &path)?;
        let log = disk::open_to_append(&path).map_err(|why| disk::refused(&path, &why))?;
        if whole < bytes.len() {
            let whole = u64::try_from(whole).unwrap_or(u64::MAX);
            log.set_len(whole).map_err(|why| disk::refused(&path, &why))?;
        }
        disk::make_folder(&folder.join("work"))?;
        Ok(Self { folder: folder.to_owned(), class, code, roster, taken, log })
    }

    pub(super) fn change(&mut self, class: &Class, code: &CodeHash) -> Result<(), StoreError> {
        let record = class_file::written(class, code);
        disk::replace(&self.folder.join("class.toml"), record.as_bytes())?;
        (self.class, self.code) = (class.clone(), code.clone());
        Ok(())
    }

    /// The places on the roster, then other claimed places, sorted by name.
    pub(super) fn places(&self) -> Vec<Place> {
        let listed = self.roster.iter().filter_map(|listed| {
            let student = listed.id.parse().ok()?;
            let taken = self.taken.get(&student).cloned();
            Some(taken.unwrap_or_else(|| Place::free(student, listed.seed.clone())))
        });
        let is_listed =
            |place: &&Place| self.roster.iter().any(|it| it.id == place.student.as_str());
        let others = self.taken.values().filter(|place| !is_listed(place)).cloned();
        listed.chain(others).collect()
    }

    pub(super) fn place(&self, student: &UserId) -> Option<Place> {
        let listed = || self.roster.iter().find(|listed| listed.id == student.as_str());
        let free = || listed().map(|it| Place::free(student.clone(), it.seed.clone()));
        self.taken.get(student).cloned().or_else(free)
    }

    fn known_place(&self, student: &UserId) -> Result<Place, StoreError> {
        self.place(student).ok_or_else(|| self.no_place(student))
    }

    fn taken_place(&self, student: &UserId) -> Result<&Place, StoreError> {
        self.taken.get(student).ok_or_else(|| self.no_place(student))
    }

    fn no_place(&self, student: &UserId) -> StoreError {
        StoreError::NoPlace { class: self.class.id.clone(), student: student.clone() }
    }

    pub(super) fn set_roster(&mut self, roster: &[Listed]) -> Result<(), StoreError> {
        let text = place::written(roster);
        disk::replace(&self.folder.join("roster.csv"), text.as_bytes())?;
        self.roster = roster.to_vec();
        Ok(())
    }

    pub(super) fn claim(&mut self, student: &UserId, by: &Claim) -> Result<Claimed, StoreError> {
        let place = match (self.place(student), self.class.roster) {
            (Some(place), _) if place.is_taken() => return Ok(Claimed::Taken),
            (Some(place), _) => place,
            (None, RosterRule::Closed) => return Ok(Claimed::NoSuchPlace),
            (None, RosterRule::Open) => {
                let most = usize::try_from(self.class.most_students).unwrap_or(usize::MAX);
                if self.places().len() >= most {
                    return Ok(Claimed::Full);
                }
                Place::free(student.clone(), student.to_string())
            }
        };
        self.log(&PlaceEvent::claimed(&place, now(), by))?;
        Ok(Claimed::Yes)
    }

    pub(super) fn add_key(&mut self, student: &UserId, key: &LoginKey) -> Result<(), StoreError> {
        let place = self.taken_place(student)?;
        if !is_new_key(place, key)? {
            return Ok(());
        }
        self.log(&PlaceEvent::key(student, now(), key))
    }

    pub(super) fn set_code(&mut self, student: &UserId, code: &CodeHash) -> Result<(), StoreError> {
        self.taken_place(student)?;
        self.log(&PlaceEvent::code(student, now(), code))
    }

    pub(super) fn free(&mut self, student: &UserId, what: Erase) -> Result<(), StoreError> {
        self.known_place(student)?;
        let folder = self.work_folder(student);
        if folder.symlink_metadata().is_ok() {
            // While this lock is held, no session can open the work.
            let _locked = self.locked_work(student)?;
            match what {
                Erase::Nothing => {
                    let aside = self.set_aside(student)?;
                    self.set_earned_aside(student, aside.as_deref())?;
                }
                Erase::Work => {
                    fs::remove_dir_all(&folder).map_err(|why| disk::refused(&folder, &why))?;
                    disk::sync_folder(&self.folder.join("work"))?;
                }
            }
        }
        if self.taken.contains_key(student) {
            self.log(&PlaceEvent::freed(student, now()))?;
        }
        Ok(())
    }

    /// Appends an event to the log, then applies it in memory: an event that was not stored did not
    /// happen.
    fn log(&mut self, event: &PlaceEvent) -> Result<(), StoreError> {
        let path = self.folder.join("places.ndjson");
        let refused = |why: &std::io::Error| disk::refused(&path, why);
        let before = self.log.metadata().map_err(|why| refused(&why))?.len();
        disk::append(&self.log, event.line().as_bytes()).map_err(|why| refused(&why))?;
        self.log.sync_data().map_err(|why| {
            let _ = self.log.set_len(before);
            refused(&why)
        })?;
        event.apply(&mut self.taken).map_err(StoreError::Faulty)
    }

    pub(super) fn work_folder(&self, student: &UserId) -> PathBuf {
        self.folder.join("work").join(student.as_str())
    }

    fn work_path(&self, student: &UserId) -> PathBuf {
        self.work_folder(student).join(format!("{student}.hits"))
    }

    /// The folder of a student, who must have a place.
    pub(super) fn desk_folder(&self, student: &UserId) -> Result<PathBuf, StoreError> {
        self.known_place(student)?;
        let folder = self.work_folder(student);
        disk::make_folder(&folder)?;
        Ok(folder)
    }

    pub(super) fn work(
        &self,
        student: &UserId,
        sync: SyncPolicy,
        syncer: &Arc<Syncer>,
    ) -> Result<WorkFile, StoreError> {
        self.desk_folder(student)?;
        WorkFile::open(&self.work_path(student), sync, syncer)
    }

    pub(super) fn read_work(&self, student: &UserId) -> Result<Vec<u8>, StoreError> {
        self.known_place(student)?;
        let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX);
        Ok(disk::read(&self.work_path(student), most)?.unwrap_or_default())
    }

    pub(super) fn note_earned(&self, student: &UserId, earned: &Earned) -> Result<(), StoreError> {
        let path = self.desk_folder(student)?.join(EARNED);
        let appended = disk::open_to_append(&path)
            .and_then(|file| disk::append(&file, earned.line().as_bytes()));
        appended.map_err(|why| disk::refused(&path, &why))
    }

    pub(super) fn earned(&self, student: &UserId) -> Result<Vec<Earned>, StoreError> {
        self.known_place(student)?;
        let path = self.work_folder(student).join(EARNED);
        Ok(Earned::read(&disk::read(&path, MOST_EARNED_BYTES)?.unwrap_or_default()))
    }

    pub(super) fn replace_work(&self, student: &UserId, by: &[u8]) -> Result<(), StoreError> {
        self.desk_folder(student)?;
        let _locked = self.locked_work(student)?;
        let aside = self.set_aside(student)?;
        if by.is_empty() {
            return self.set_earned_aside(student, aside.as_deref());
        }
        disk::replace(&self.work_path(student), by).inspect_err(|_| {
            // Restore the old work.
            let _ = aside.map(|aside| fs::rename(aside, self.work_path(student)));
        })
    }

    /// Locks a student's work, if there is any, so that no session can open it.
    fn locked_work(&self, student: &UserId) -> Result<Option<File>, StoreError> {
        let path = self.work_path(student);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(why) if why.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(why) => return Err(disk::refused(&path, &why)),
        };
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(fs::TryLockError::WouldBlock) => Err(StoreError::Conflict),
            Err(fs::TryLockError::Error(why)) => Err(disk::refused(&path, &why)),
        }
    }

    /// Renames a student's work: `left-20261127T103000Z.hits`.
    fn set_aside(&self, student: &UserId) -> Result<Option<PathBuf>, StoreError> {
        let path = self.work_path(student);
        if path.symlink_metadata().is_err() {
            return Ok(None);
        }
        let time = now().strftime("%Y%m%dT%H%M%S").to_string();
        let aside = (1..).map(|number| match number {
            1 => path.with_file_name(format!("left-{time}Z.hits")),
            number => path.with_file_name(format!("left-{time}Z-{number}.hits")),
        });
        // More than 1000 within a second are not to be expected.
        let aside = aside.take(1000).find(|aside| aside.symlink_metadata().is_err());
        let aside = aside.ok_or(StoreError::Conflict)?;
        fs::rename(&path, &aside).map_err(|why| disk::refused(&path, &why))?;
        disk::sync_folder(&self.work_folder(student))?;
        Ok(Some(aside))
    }

    /// Renames the times of earned points, to match the renamed work: `left-….ndjson`.
    fn set_earned_aside(&self, student: &UserId, work: Option<&Path>) -> Result<(), StoreError> {
        let path = self.work_folder(student).join(EARNED);
        let Some(work) = work.filter(|_| path.symlink_metadata().is_ok()) else { return Ok(()) };
        let aside = work.with_extension("ndjson");
        fs::rename(&path, &aside).map_err(|why| disk::refused(&path, &why))
    }

    pub(super) fn pack_folder(&self, pack: PackVersion) -> Result<Option<PathBuf>, StoreError> {
        pack_in(&self.folder, pack)
    }

    /// Removes the folder, if no place was ever claimed.
    pub(super) fn remove(&self) -> Result<(), StoreError> {
        let log = self.log.metadata().map_err(|why| disk::refused(&self.folder, &why))?;
        if log.len() > 0 {
            let id = &self.class.id;
            return Err(StoreError::Refused(format!("{id}: students have had places in it")));
        }
        fs::remove_dir_all(&self.folder).map_err(|why| disk::refused(&self.folder, &why))
    }

    /// Renames an unpacked folder to the name of the next version.
    pub(super) fn adopt(&self, unpacked: TempDir) -> Result<PackVersion, StoreError> {
        let mut versions = (1..=u32::MAX).map(PackVersion::Put);
        let is_free = |version: &PackVersion| {
            self.folder.join(version.to_string()).symlink_metadata().is_err()
        };
        let version = versions.find(is_free).ok_or(StoreError::Conflict)?;
        let folder = self.folder.join(version.to_string());
        fs::rename(unpacked.path(), &folder).map_err(|why| disk::refused(&folder, &why))?;
        // Already renamed: do not remove the temporary folder.
        drop(unpacked.keep());
        disk::sync_folder(&self.folder)?;
        Ok(version)
    }
}

/// Writes the files of a pack into a temporary folder inside this one.
pub(super) fn unpack(pack: &PackFiles, folder: &Path) -> Result<TempDir, StoreError> {
    let unpacked = tempfile::Builder::new().prefix(disk::TEMPORARY).tempdir_in(folder);
    let unpacked = unpacked.map_err(|why| disk::refused(folder, &why))?;
    for (path, text) in pack.files() {
        let path = unpacked.path().join(path);
        path.parent().map(disk::make_folder).transpose()?;
        disk::replace(&path, text)?;
    }
    Ok(unpacked)
}

/// The current time in whole seconds, as the store keeps times.
pub(super) fn now() -> Timestamp {
    let now = Timestamp::now();
    Timestamp::from_second(now.as_second()).unwrap_or(now)
}

fn read_roster(path: &Path) -> Result<Vec<Listed>, StoreError> {
    let most = u64::try_from(place::MOST_ROSTER_BYTES).unwrap_or(u64::MAX);
    let Some(bytes) = disk::read(path, most)? else { return Ok(Vec::new()) };
    place::parse(&bytes, &|_| false).map_err(|faults| {
        let file = disk::shown(path);
        let lines: Vec<_> = faults.iter().map(|fault| format!("{file}:{fault}")).collect();
        StoreError::Faulty(lines.join("\n"))
    })
}

/// The file with the events of places.
fn read_places(path: &Path) -> Result<Vec<u8>, StoreError> {
    Ok(disk::read(path, MOST_PLACE_BYTES)?.unwrap_or_default())
}

/// The claimed places, and the length of the whole lines of their file.
fn places_in(bytes: &[u8], path: &Path) -> Result<(BTreeMap<UserId, Place>, usize), StoreError> {
    let faulty = |why| StoreError::Faulty(format!("{}:{why}", disk::shown(path)));
    place_log::read(bytes).map_err(faulty)
}

fn read_record(path: &Path, id: &ClassId) -> Result<(Class, CodeHash), StoreError> {
    let text = disk::read_text(path, MOST_RECORD_BYTES)?;
    let text = text.ok_or_else(|| {
        StoreError::Faulty(format!("{}: there is no such file", disk::shown(path)))
    })?;
    class_file::read(id, &text).map_err(|faults| {
        let file = disk::shown(path);
        let lines: Vec<_> = faults.iter().map(|fault| format!("{file}:{fault}")).collect();
        StoreError::Faulty(lines.join("\n"))
    })
}

/// Reads a folder and changes nothing in it.
pub(super) fn look(folder: &Path, id: &ClassId) -> Result<Looked, StoreError> {
    let (class, _) = read_record(&folder.join("class.toml"), id)?;
    let roster = read_roster(&folder.join("roster.csv"))?;
    let path = folder.join("places.ndjson");
    let (taken, _) = places_in(&read_places(&path)?, &path)?;
    let listed = roster.into_iter().map(|listed| listed.id);
    let mut students: Vec<_> = listed.chain(taken.keys().map(UserId::to_string)).collect();
    students.sort();
    students.dedup();
    let pack = pack_in(folder, class.pack)?;
    Ok(Looked { class, students, pack })
}

fn pack_in(folder: &Path, pack: PackVersion) -> Result<Option<PathBuf>, StoreError> {
    let PackVersion::Put(_) = pack else { return Ok(None) };
    let folder = folder.join(pack.to_string());
    if folder.is_dir() {
        return Ok(Some(folder));
    }
    Err(StoreError::Faulty(format!("{}: there is no such folder", disk::shown(&folder))))
}
