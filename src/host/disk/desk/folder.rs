//! A desk that is a folder. Links in it lead nowhere: they are no files of the desk.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::{DeskFault, DeskFiles, LineSink, Urgency, is_plain};
use crate::host::disk::files::{self, ReadFault, SCENE, reason_not_written};
use crate::host::disk::line_file::LineFile;
use hitscan_core::lab::{self, is_student};

/// How much a desk holds.
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
}

impl FolderDesk {
    /// The desk in a folder, which is there.
    #[must_use]
    pub const fn new(folder: PathBuf, limits: DeskLimits) -> Self {
        Self { folder, limits }
    }

    fn at(&self, name: &str) -> Result<PathBuf, DeskFault> {
        if is_plain(name) {
            return Ok(self.folder.join(name));
        }
        Err(DeskFault::Refused(files::PLAIN_NAMES.to_owned()))
    }

    /// Whether there is room for a file of this many bytes under a name.
    fn check_room(&self, name: &str, bytes: usize) -> Result<(), DeskFault> {
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
        // What is no text of a scene is another's, too.
        if self.read(name)?.as_deref() != expected {
            return Err(DeskFault::Conflict);
        }
        self.check_room(name, text.len())?;
        files::replace_file(&self.at(name)?, text.as_bytes()).map_err(|why| fault_of(&why))
    }

    fn lines(&self, name: &str) -> Result<Box<dyn LineSink>, DeskFault> {
        let is_work = name.strip_suffix(".hits").is_some_and(is_student);
        if !is_work {
            return Err(DeskFault::Refused("work is kept in a file such as anna.hits".to_owned()));
        }
        Ok(Box::new(FileLines::open(&self.folder.join(name))?))
    }
}

/// The lines of a file, which is locked.
#[derive(Debug)]
struct FileLines(LineFile);

impl FileLines {
    fn open(path: &Path) -> Result<Self, DeskFault> {
        let flags = i32::try_from((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits()).unwrap_or_default();
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true).mode(0o600).custom_flags(flags);
        let file = options.open(path).map_err(|why| fault_of(&why))?;
        let about = file.metadata().map_err(|why| fault_of(&why))?;
        if !about.is_file() {
            return Err(DeskFault::Refused("no regular file".to_owned()));
        }
        match file.try_lock() {
            Ok(()) => Ok(Self(LineFile::new(file, about.len()))),
            Err(TryLockError::WouldBlock) => {
                Err(DeskFault::Refused("it is in use by another hitscan".to_owned()))
            }
            Err(TryLockError::Error(why)) => Err(fault_of(&why)),
        }
    }
}

impl LineSink for FileLines {
    fn held(&mut self) -> Result<Vec<u8>, DeskFault> {
        let most = u64::try_from(lab::MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
        let mut held = Vec::new();
        let mut file: &File = self.0.file();
        let read =
            io::Seek::rewind(&mut file).and_then(|()| file.take(most).read_to_end(&mut held));
        read.map(|_| held).map_err(|why| fault_of(&why))
    }

    fn append(&mut self, lines: &str, urgency: Urgency) -> Result<(), DeskFault> {
        self.0.append(lines).map_err(|why| fault_of(&why))?;
        match urgency {
            // A disk that cannot sync keeps what it can.
            Urgency::BeforeThePicture => drop(self.0.file().sync_data()),
            Urgency::Soon => {}
        }
        Ok(())
    }

    fn truncate(&mut self, bytes: u64) -> Result<(), DeskFault> {
        self.0.truncate(bytes).map_err(|why| fault_of(&why))
    }
}

fn fault_of(why: &io::Error) -> DeskFault {
    match why.kind() {
        ErrorKind::StorageFull => DeskFault::Full,
        _ => DeskFault::Refused(reason_not_written(why)),
    }
}
