//! The file that a student hands in: read at the start, locked, and written by whole
//! lines.
//!
//! Other programs replace and remove files: version control, editors, what keeps folders
//! alike. So before each write the file at the path must still be the one that was
//! opened, as it was left; else the whole work goes to a new file beside it, and nothing
//! that another program wrote is touched.
//!
//! What its lines say is decided in [`hitscan_core::lab`].

#[cfg(test)]
mod tests;

use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hitscan_core::lab::{Learning, MOST_BYTES};
use hitscan_core::scene::printable;

use super::files::{folder_of, reason_not_written};
use super::line_file::LineFile;

/// The file that a student hands in.
#[derive(Debug)]
pub struct SubmissionFile {
    /// The file that was opened first.
    first: PathBuf,
    /// The file that has the work: the same, or a new one beside it.
    path: PathBuf,
    lines: LineFile,
    /// All that is in it.
    work: Vec<u8>,
    /// When it was last written to, as far as is known.
    modified: Option<SystemTime>,
}

/// Where the work of a student is now.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum Submitted {
    /// Where it was before.
    InPlace,
    /// Whole in a new file; this says why and where.
    Anew(String),
}

/// What stands where the work was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// The file with the work.
    Ours,
    /// Nothing.
    Gone,
    /// Another file, whatever it holds.
    Replaced,
    /// The file, with something else in it.
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

/// How closely a file is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closeness {
    /// Which it is, how long, and when it was written to.
    AtItsEntry,
    /// What it says, too.
    AtItsText,
}

/// The greatest number in the name of a new file.
const MOST_BESIDE: u32 = 100;

impl SubmissionFile {
    /// Opens or makes a file and locks it; gives what it holds.
    ///
    /// # Errors
    /// Says why not: another hitscan has it, it is too large or no file, or the disk
    /// refuses.
    pub fn open(path: &Path) -> Result<(Self, Vec<u8>), String> {
        let name = printable(&path.to_string_lossy());
        let refused = |why: &io::Error| format!("{name}: {}", reason_not_written(why));
        let is_file = match path.metadata() {
            Ok(found) => found.is_file(),
            Err(why) if why.kind() == ErrorKind::NotFound => true,
            Err(why) => return Err(refused(&why)),
        };
        if !is_file {
            return Err(format!("{name}: no regular file, so that nothing can be kept in it"));
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
        Ok((Self { first, path, lines, work: held.clone(), modified }, held))
    }

    /// Drops a half line at the end: this many bytes are whole lines.
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

    /// Links and writes the rest, and makes sure that the work is in the file.
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

    /// What stands at the path now.
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
        // It may have been touched alone.
        let is_ours = read(&File::open(&self.path)?)? == self.work;
        Ok(if is_ours { Standing::Ours } else { Standing::Changed })
    }

    /// Writes the whole work with these lines into a new file beside the first, and goes
    /// on there.
    fn write_anew(&mut self, lines: &str) -> Result<(), String> {
        let (path, mut file) = self.new_file()?;
        let permissions = self.lines.file().metadata().map(|old| old.permissions());
        // Where that fails, those of any new file do.
        let _ = permissions.and_then(|permissions| file.set_permissions(permissions));
        let written = file.write_all(&self.work).and_then(|()| file.write_all(lines.as_bytes()));
        let locked = written.and_then(|()| file.try_lock().map_err(io::Error::from));
        if let Err(why) = locked {
            // Made a moment ago, and half of it would only mislead.
            let _ = fs::remove_file(&path);
            return Err(reason_not_written(&why));
        }
        let bytes = length(&self.work) + length(lines.as_bytes());
        self.lines = LineFile::new(file, bytes);
        self.path = path;
        Ok(())
    }

    /// Makes `anna-2.hits`, or the first after it that is not there yet.
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
    #[must_use]
    pub fn name(&self) -> String {
        printable(&self.path.to_string_lossy())
    }

    /// The file without its folder, and the folder in full, for the first line.
    #[must_use]
    pub fn name_and_folder(&self) -> [String; 2] {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let folder = fs::canonicalize(folder_of(&self.path)).unwrap_or_default();
        [printable(&name), printable(&folder.to_string_lossy())]
    }

    /// Where the work is now.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What a student hands in, for the end: `this file is what you hand in`.
    #[must_use]
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

/// `anna-2.hits` of `anna.hits`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// Whether two entries are of one file.
#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Without numbers of files, what it says decides.
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

/// What a file holds, and one byte more than it may at most.
fn read(file: &File) -> io::Result<Vec<u8>> {
    let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let mut held = Vec::new();
    file.take(most).read_to_end(&mut held)?;
    Ok(held)
}
