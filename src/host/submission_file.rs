//! The file that a student hands in: read at the start, locked, and written by whole
//! lines.
//!
//! What its lines say is decided in [`hitscan_core::lab`].

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use hitscan_core::lab::{Learning, MOST_BYTES};
use hitscan_core::scene::printable;

use super::files::reason_not_written;
use super::line_file::LineFile;

/// The file that a student hands in.
#[derive(Debug)]
pub struct SubmissionFile {
    path: PathBuf,
    lines: LineFile,
}

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
        let bytes = u64::try_from(held.len()).unwrap_or(u64::MAX);
        Ok((Self { path: path.to_owned(), lines: LineFile::new(file, bytes) }, held))
    }

    /// Drops a half line at the end: this many bytes are whole lines.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn keep(&mut self, bytes: usize) -> Result<(), String> {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        if bytes == self.lines.bytes() {
            return Ok(());
        }
        self.lines.truncate(bytes).map_err(|why| self.refused(&why))
    }

    /// Writes what a student has done since the last call.
    ///
    /// # Errors
    /// When the disk refuses; the next call tries again.
    pub fn update(&mut self, learning: &mut Learning) -> Result<(), String> {
        if learning.unwritten().is_empty() {
            return Ok(());
        }
        self.lines.append(learning.unwritten()).map_err(|why| self.refused(&why))?;
        learning.wrote();
        Ok(())
    }

    /// The name of the file, for messages.
    #[must_use]
    pub fn name(&self) -> String {
        printable(&self.path.to_string_lossy())
    }

    fn refused(&self, why: &io::Error) -> String {
        format!("{}: your work is not written: {}", self.name(), reason_not_written(why))
    }
}

/// What a file holds, and one byte more than it may at most.
fn read(file: &File) -> io::Result<Vec<u8>> {
    let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let mut held = Vec::new();
    file.take(most).read_to_end(&mut held)?;
    Ok(held)
}
