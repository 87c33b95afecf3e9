//! The file that a student hands in: read at the start, locked, and written line by line.
//!
//! Other programs replace and remove files: version control, editors, folder synchronization. So
//! before each write, the file at the path must still be the one that was opened, unchanged.
//! Otherwise the whole work goes to a new file beside it, and what another program wrote is never
//! touched.
//!
//! [`hitscan_core::lab`] defines the lines.

#[cfg(test)]
mod tests;

use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fmt, fs, io};

use hitscan_core::lab::{Learning, MOST_BYTES};
use hitscan_core::scene::printable;

use super::files::{folder_of, reason_not_written};
use super::recorder::LineFile;

/// The file that a student hands in.
#[derive(Debug)]
pub struct SubmissionFile {
    /// The file that was opened first.
    first: PathBuf,
    /// The file that has the work now: the first, or a new one beside it.
    path: PathBuf,
    lines: LineFile,
    /// Everything in it.
    work: Vec<u8>,
    /// When it was last written, if known.
    modified: Option<SystemTime>,
    /// Whether the first file was not there before.
    is_new: bool,
}

/// Where a student's work is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// Where it was before.
    InPlace,
    /// Complete in a new file; this says why and where.
    Anew(String),
}

/// What is at the path where the work was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// The file with the work.
    Ours,
    /// Nothing.
    Gone,
    /// Another file, whatever its content.
    Replaced,
    /// The file, with other content.
    Changed,
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ours => "is as it was",
            Self::Gone => "is gone",
            Self::Replaced => "was replaced by another file",
            Self::Changed => "was changed by another program",
        })
    }
}

/// How closely to check a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closeness {
    /// Its identity, its length and its modification time.
    AtItsEntry,
    /// Its content, too.
    AtItsText,
}

/// The highest number in the name of a new file.
const MOST_BESIDE: u32 = 100;

impl SubmissionFile {
    /// Opens or creates a file and locks it; also returns its content.
    ///
    /// # Errors
    /// When another hitscan is using it, it is too large or not a file, or the disk refuses.
    pub fn open(path: &Path) -> Result<(Self, Vec<u8>), String> {
        let name = printable(&path.to_string_lossy());
        let refused = |why: &io::Error| format!("{name}: {}", reason_not_written(why));
        let (is_file, is_new) = match path.metadata() {
            Ok(found) => (found.is_file(), false),
            Err(why) if why.kind() == ErrorKind::NotFound => (true, true),
            Err(why) => return Err(refused(&why)),
        };
        if !is_file {
            return Err(format!("{name}: not a regular file, so nothing can be kept in it"));
        }
        let opened = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = opened.map_err(|why| refused(&why))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(format!("{name} is in use by another hitscan"));
            }
            Err(TryLockError::Error(why)) => return Err(refused(&why)),
        }
        let held = read(&file).map_err(|why| refused(&why))?;
        let modified = modified(&file);
        let lines = LineFile::new(file, length(&held));
        let [first, path] = [path, path].map(Path::to_owned);
        Ok((Self { first, path, lines, work: held.clone(), modified, is_new }, held))
    }

    /// Drops an incomplete line at the end: this many bytes are complete lines.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn keep(&mut self, bytes: usize) -> Result<(), String> {
        if bytes == self.work.len() {
            return Ok(());
        }
        let standing = self.standing(Closeness::AtItsEntry).map_err(|why| self.refused(&why))?;
        self.work.truncate(bytes);
        if standing == Standing::Ours {
            self.lines.truncate(length(&self.work)).map_err(|why| self.refused(&why))?;
            self.modified = modified(self.lines.file());
        }
        Ok(())
    }

    /// Writes what a student has done since the last call.
    ///
    /// # Errors
    /// When the disk refuses; the next call tries again.
    pub fn update(&mut self, learning: &mut Learning) -> Result<Submitted, String> {
        if learning.unwritten().is_empty() {
            return Ok(Submitted::InPlace);
        }
        self.write(learning, Closeness::AtItsEntry)
    }

    /// Adds the final chain link and writes the rest, then verifies that the work is in the file.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn finish(&mut self, learning: &mut Learning) -> Result<Submitted, String> {
        learning.end();
        self.write(learning, Closeness::AtItsText)
    }

    fn write(&mut self, learning: &mut Learning, look: Closeness) -> Result<Submitted, String> {
        let lines = learning.unwritten();
        let standing = self.standing(look).map_err(|why| self.refused(&why))?;
        let submitted = if standing == Standing::Ours {
            self.lines.append(lines).map_err(|why| self.refused(&why))?;
            Submitted::InPlace
        } else {
            let lost = self.name();
            self.write_anew(lines)
                .map_err(|why| format!("{lost} {standing}, and your work is not written: {why}"))?;
            let name = self.name();
            Submitted::Anew(format!("{lost} {standing}; all your work is now in {name}"))
        };
        self.work.extend_from_slice(lines.as_bytes());
        self.modified = modified(self.lines.file());
        learning.wrote();
        Ok(submitted)
    }

    /// What is at the path now.
    fn standing(&self, look: Closeness) -> io::Result<Standing> {
        let there = match self.path.metadata() {
            Ok(there) => there,
            Err(why) if matches!(why.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Ok(Standing::Gone);
            }
            Err(why) => return Err(why),
        };
        if !there.is_file() || !is_same(&there, &self.lines.file().metadata()?) {
            return Ok(Standing::Replaced);
        }
        let is_untouched =
            there.len() == self.lines.bytes() && there.modified().ok() == self.modified;
        if is_untouched && look == Closeness::AtItsEntry {
            return Ok(Standing::Ours);
        }
        // Only its modification time may have changed.
        let is_ours = read(&File::open(&self.path)?)? == self.work;
        Ok(if is_ours { Standing::Ours } else { Standing::Changed })
    }

    /// Writes the whole work and these lines to a new file beside the first, and continues there.
    fn write_anew(&mut self, lines: &str) -> Result<(), String> {
        let (path, mut file) = self.new_file()?;
        let permissions = self.lines.file().metadata().map(|old| old.permissions());
        // If that fails, the default permissions remain.
        let _ = permissions.and_then(|permissions| file.set_permissions(permissions));
        let written = file.write_all(&self.work).and_then(|()| file.write_all(lines.as_bytes()));
        let locked = written.and_then(|()| file.try_lock().map_err(io::Error::from));
        if let Err(why) = locked {
            // It was created a moment ago, and half of it would only mislead.
            let _ = fs::remove_file(&path);
            return Err(reason_not_written(&why));
        }
        let bytes = length(&self.work) + length(lines.as_bytes());
        self.lines = LineFile::new(file, bytes);
        self.path = path;
        Ok(())
    }

    /// Creates `anna-2.hits`, or the first free name after it.
    fn new_file(&self) -> Result<(PathBuf, File), String> {
        for path in (2..=MOST_BESIDE).map(|number| numbered(&self.first, number)) {
            match OpenOptions::new().read(true).append(true).create_new(true).open(&path) {
                Ok(file) => return Ok((path, file)),
                Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
                Err(why) => return Err(reason_not_written(&why)),
            }
        }
        let [from, to] = [2, MOST_BESIDE].map(|number| numbered(&self.first, number));
        let [from, to] = [from, to].map(|path| printable(&path.to_string_lossy()));
        Err(format!("{from} to {to} are all there already"))
    }

    /// The name of the file, for messages.
    pub fn name(&self) -> String {
        printable(&self.path.to_string_lossy())
    }

    /// The file name, and the full path of its folder, for the first line.
    pub fn name_and_folder(&self) -> [String; 2] {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let folder = fs::canonicalize(folder_of(&self.path)).unwrap_or_default();
        [printable(&name), printable(&folder.to_string_lossy())]
    }

    /// The path of the file that has the work now.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The last line for the student: `this file is what you hand in`.
    pub fn about(&self) -> String {
        let what = "this file is what you hand in";
        if self.path == self.first {
            return what.to_owned();
        }
        let (name, first) = (self.name(), printable(&self.first.to_string_lossy()));
        format!("{what}, not {first}; learn --file {name} goes on with it")
    }

    fn refused(&self, why: &io::Error) -> String {
        format!("{}: your work is not written: {}", self.name(), reason_not_written(why))
    }
}

impl Drop for SubmissionFile {
    /// Removes a file that was made in vain, such as on a full disk: it would only mislead.
    fn drop(&mut self) {
        let is_in_vain = self.is_new && self.work.is_empty();
        if is_in_vain && matches!(self.standing(Closeness::AtItsText), Ok(Standing::Ours)) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// `anna-2.hits` for `anna.hits`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// Whether two entries are the same file.
#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Without inode numbers, the content decides.
#[cfg(not(unix))]
const fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

fn modified(file: &File) -> Option<SystemTime> {
    file.metadata().and_then(|found| found.modified()).ok()
}

fn length(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

/// The content of a file, up to one byte more than the limit.
fn read(file: &File) -> io::Result<Vec<u8>> {
    let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let mut held = Vec::new();
    file.take(most).read_to_end(&mut held)?;
    Ok(held)
}
