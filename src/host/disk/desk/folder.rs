//! A desk that is a folder. Symbolic links in it are not followed: they are not files of the desk.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::{fs, io};

use rustix::fs::OFlags;

use super::{DeskFault, DeskFiles, LineSink, Urgency, is_plain};
use crate::host::disk::crash_recovery::CrashRecovery;
use crate::host::disk::files::{self, ReadFault, SCENE, reason_not_written};
use crate::host::disk::recorder::LineFile;
use crate::host::disk::syncer::{SyncedFile, Syncer};
use hitscan_core::lab::{self, is_student};

/// The limits of a desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeskLimits {
    /// The most scenes.
    pub files: usize,
    /// The most bytes that all of them have together.
    pub bytes: u64,
}

/// 64 files, 4 MB.
impl Default for DeskLimits {
    fn default() -> Self {
        Self { files: 64, bytes: 4_000_000 }
    }
}

/// A desk that is a folder.
#[derive(Clone, Debug)]
pub struct FolderDesk {
    folder: PathBuf,
    limits: DeskLimits,
    syncer: Syncer,
}

impl FolderDesk {
    /// The desk in an existing folder. Desks that share a syncer share one syncing thread.
    pub const fn new(folder: PathBuf, limits: DeskLimits, syncer: Syncer) -> Self {
        Self { folder, limits, syncer }
    }

    fn at(&self, name: &str) -> Result<PathBuf, DeskFault> {
        if is_plain(name) {
            return Ok(self.folder.join(name));
        }
        Err(DeskFault::Refused(files::PLAIN_NAMES.to_owned()))
    }

    /// Checks whether there is room for a file of this many bytes under a name, in place of `old`
    /// bytes. A file that does not grow always has room.
    fn check_room(&self, name: &str, bytes: usize, old: Option<usize>) -> Result<(), DeskFault> {
        if old.is_some_and(|old| bytes <= old) {
            return Ok(());
        }
        let DeskLimits { files, bytes: most } = self.limits;
        let mut others = self.list()?;
        others.retain(|other| other != name);
        if others.len() >= files {
            return Err(DeskFault::Refused(format!(
                "there are {files} files here, and no room for another; save over one of them"
            )));
        }
        let sizes = others.iter().filter_map(|other| fs::metadata(self.folder.join(other)).ok());
        let held: u64 = sizes.map(|found| found.len()).sum();
        if held.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX)) > most {
            return Err(DeskFault::Refused(format!(
                "your files may have {most} bytes in all; save a smaller scene over one of them"
            )));
        }
        Ok(())
    }
}

impl DeskFiles for FolderDesk {
    fn list(&self) -> Result<Vec<String>, DeskFault> {
        let entries = fs::read_dir(&self.folder).map_err(|why| fault_of(&why))?;
        let files = entries.filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name().into_string().ok()?;
            (is_plain(&name) && entry.file_type().ok()?.is_file()).then_some(name)
        });
        let mut names: Vec<_> = files.collect();
        names.sort_unstable();
        Ok(names)
    }

    fn read(&self, name: &str) -> Result<Option<String>, DeskFault> {
        let read = files::open_no_link(&self.at(name)?);
        match read.and_then(|file| files::text_of(file, &SCENE)) {
            Ok(text) => Ok(Some(text)),
            Err(ReadFault::NotFound) => Ok(None),
            Err(why) => Err(DeskFault::Refused(why.reason(&SCENE))),
        }
    }

    fn write(&self, name: &str, text: &str, expected: Option<&str>) -> Result<(), DeskFault> {
        // A file that is not a scene's text was written by another program: a conflict, too.
        let old = self.read(name)?;
        if old.as_deref() != expected {
            return Err(DeskFault::Conflict);
        }
        self.check_room(name, text.len(), old.map(|old| old.len()))?;
        files::replace_file(&self.at(name)?, text.as_bytes()).map_err(|why| fault_of(&why))
    }

    fn recovery(&self) -> Option<CrashRecovery> {
        Some(CrashRecovery::on_desk(self.folder.clone(), self.syncer.clone()))
    }

    fn lines(&self, name: &str) -> Result<Box<dyn LineSink>, DeskFault> {
        let is_work = name.strip_suffix(".hits").is_some_and(is_student);
        if !is_work {
            return Err(DeskFault::Refused("work is kept in a file such as anna.hits".to_owned()));
        }
        Ok(Box::new(FileLines::open(&self.folder.join(name), &self.syncer)?))
    }
}

/// The lines of a locked file.
#[derive(Debug)]
struct FileLines {
    lines: LineFile,
    synced: SyncedFile,
    /// The path, if no file was there before.
    made: Option<PathBuf>,
}

impl FileLines {
    fn open(path: &Path, syncer: &Syncer) -> Result<Self, DeskFault> {
        let flags = i32::try_from((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits()).unwrap_or_default();
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true).mode(0o600).custom_flags(flags);
        let made = (!path.exists()).then(|| path.to_owned());
        let file = options.open(path).map_err(|why| fault_of(&why))?;
        let about = file.metadata().map_err(|why| fault_of(&why))?;
        if !about.is_file() {
            return Err(DeskFault::Refused("no regular file".to_owned()));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(DeskFault::Refused("it is in use by another hitscan".to_owned()));
            }
            Err(TryLockError::Error(why)) => return Err(fault_of(&why)),
        }
        let folder = path.parent().and_then(|folder| File::open(folder).ok());
        let to_sync = file.try_clone().map_err(|why| fault_of(&why))?;
        let synced = syncer.watch(to_sync, folder);
        Ok(Self { lines: LineFile::new(file, about.len()), synced, made })
    }
}

impl Drop for FileLines {
    fn drop(&mut self) {
        if let Some(made) = self.made.take_if(|_| self.lines.bytes() == 0) {
            // It was made in vain, such as on a full disk.
            let _ = fs::remove_file(made);
        }
        // The syncer may still hold the file open, which would keep the lock.
        let _ = self.lines.file().unlock();
    }
}

impl LineSink for FileLines {
    fn held(&mut self) -> Result<Vec<u8>, DeskFault> {
        let most = u64::try_from(lab::MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
        let mut held = Vec::new();
        let mut file: &File = self.lines.file();
        let read =
            io::Seek::rewind(&mut file).and_then(|()| file.take(most).read_to_end(&mut held));
        read.map(|_| held).map_err(|why| fault_of(&why))
    }

    fn append(&mut self, lines: &str, urgency: Urgency) -> Result<(), DeskFault> {
        self.lines.append(lines).map_err(|why| fault_of(&why))?;
        match urgency {
            // A disk that cannot sync does what it can.
            Urgency::BeforeThePicture => drop(self.lines.file().sync_data()),
            Urgency::Soon => self.synced.ask(),
        }
        Ok(())
    }

    fn truncate(&mut self, bytes: u64) -> Result<(), DeskFault> {
        self.lines.truncate(bytes).map_err(|why| fault_of(&why))
    }
}

fn fault_of(why: &io::Error) -> DeskFault {
    match why.kind() {
        ErrorKind::StorageFull => DeskFault::Full,
        _ => DeskFault::Refused(reason_not_written(why)),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn desk() -> (tempfile::TempDir, FolderDesk) {
        let folder = tempfile::tempdir().expect("there is room");
        let limits = DeskLimits { files: 2, bytes: 100 };
        let desk = FolderDesk::new(folder.path().to_owned(), limits, Syncer::default());
        (folder, desk)
    }

    fn refused(done: Result<impl Sized, DeskFault>) -> String {
        done.map(drop).expect_err("it is refused").to_string()
    }

    #[test]
    fn a_file_is_overwritten_only_if_it_has_the_expected_text() {
        let (_folder, desk) = desk();
        assert_eq!(desk.read("a.toml"), Ok(None));
        assert_eq!(desk.write("a.toml", "one", Some("two")), Err(DeskFault::Conflict));
        assert_eq!(desk.write("a.toml", "one", None), Ok(()));
        assert_eq!(desk.write("a.toml", "two", None), Err(DeskFault::Conflict));
        assert_eq!(desk.write("a.toml", "two", Some("one")), Ok(()));
        assert_eq!(desk.read("a.toml"), Ok(Some("two".to_owned())));
        assert_eq!(desk.list(), Ok(vec!["a.toml".to_owned()]));
    }

    #[test]
    fn files_and_bytes_are_limited() {
        let (_folder, desk) = desk();
        assert_eq!(desk.write("a.toml", &"a".repeat(60), None), Ok(()));
        let why = refused(desk.write("b.toml", &"b".repeat(60), None));
        assert!(why.starts_with("your files may have 100 bytes in all"), "{why}");
        assert_eq!(desk.write("b.toml", "b", None), Ok(()));
        let why = refused(desk.write("c.toml", "c", None));
        assert!(why.starts_with("there are 2 files here"), "{why}");
        let old = "a".repeat(60);
        assert_eq!(desk.write("a.toml", &"a".repeat(99), Some(&old)), Ok(()));
    }

    #[test]
    fn other_entries_of_the_folder_are_neither_listed_nor_read_nor_written() {
        let (folder, desk) = desk();
        let outside = folder.path().join("outside");
        fs::write(&outside, "secret").expect("there is room");
        symlink(&outside, folder.path().join("link.toml")).expect("a link");
        symlink(&outside, folder.path().join("anna.hits")).expect("a link");
        fs::create_dir(folder.path().join("folder.toml")).expect("there is room");
        assert_eq!(desk.list(), Ok(Vec::new()));
        assert_eq!(refused(desk.read("link.toml")), "a symbolic link, not a scene file");
        assert_eq!(
            refused(desk.write("link.toml", "x", None)),
            "a symbolic link, not a scene file"
        );
        assert_eq!(refused(desk.read("folder.toml")), "a directory, not a scene file");
        assert_eq!(refused(desk.read("outside")), files::PLAIN_NAMES);
        assert_eq!(refused(desk.write("../b.toml", "x", None)), files::PLAIN_NAMES);
        for name in ["anna.hits", "../anna.hits", "anna.toml", ".hits"] {
            assert!(desk.lines(name).is_err(), "{name}");
        }
        assert_eq!(fs::read_to_string(&outside).expect("it is there"), "secret");
    }

    #[test]
    fn lines_have_one_writer_and_persist() {
        let (folder, desk) = desk();
        let mut lines = desk.lines("anna.hits").expect("new lines");
        assert_eq!(refused(desk.lines("anna.hits")), "it is in use by another hitscan");
        assert_eq!(lines.append("one\n", Urgency::BeforeThePicture), Ok(()));
        assert_eq!(lines.append("two\n", Urgency::Soon), Ok(()));
        assert_eq!(lines.held(), Ok(b"one\ntwo\n".to_vec()));
        assert_eq!(lines.truncate(4), Ok(()));
        assert_eq!(lines.append("three\n", Urgency::Soon), Ok(()));
        drop(lines);
        let held = fs::read_to_string(folder.path().join("anna.hits"));
        assert_eq!(held.expect("it is there"), "one\nthree\n");
        assert!(desk.lines("anna.hits").is_ok());
    }
}
