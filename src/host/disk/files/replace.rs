//! A file gets a new content in one stroke: the content goes to a temporary
//! file beside it, which then takes its place. Whatever happens, and wherever
//! the process ends, the file is the old one or the new one, whole.
//!
//! A file whose place no other can take is written itself (`in_place`).

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::attributes::copy_attributes;
use super::faults::{FileCall, before};
use super::in_place::write_in_place;
use super::new_file::{folder_of, sync, sync_folder, write_all};

/// Gives the file at `path` this content, or leaves it as it is. Its owner,
/// permissions, extended attributes and further names stay.
///
/// # Errors
/// When it is a directory or a device, when it may not be written, when a new
/// file may not be made, or when the disk refuses.
pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    before(FileCall::Look)?;
    let old = match fs::metadata(path) {
        Ok(found) => Some(open_old(path, &found)?),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    // Through a link: the file it points to is replaced, not the link.
    before(FileCall::Look)?;
    let Some(old) = old else {
        let target = end_of_links(path)?;
        return substitute(&target, content, None).map_err(ReplaceFailure::into_error);
    };
    let target = fs::canonicalize(path)?;
    let has_further_names = old.metadata()?.nlink() > 1;
    if !has_further_names {
        match substitute(&target, content, Some(&old)) {
            Err(ReplaceFailure::NoSubstitute(_)) => {}
            done => return done.map_err(ReplaceFailure::into_error),
        }
    }
    write_in_place(&target, &old, content)
}

/// Why a temporary file has not taken the place of another.
enum ReplaceFailure {
    /// None can; the file itself may still be written.
    NoSubstitute(io::Error),
    /// The disk refuses.
    Disk(io::Error),
}

impl ReplaceFailure {
    fn into_error(self) -> io::Error {
        let (Self::NoSubstitute(error) | Self::Disk(error)) = self;
        error
    }
}

impl From<io::Error> for ReplaceFailure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            // A folder that may not be written, or a file that is mounted there.
            ErrorKind::PermissionDenied
            | ErrorKind::ReadOnlyFilesystem
            | ErrorKind::ResourceBusy
            | ErrorKind::CrossesDevices => Self::NoSubstitute(error),
            _ => Self::Disk(error),
        }
    }
}

/// Replaces the old file, if there is one, with a new one of this content. What is left of a
/// temporary file goes, however this ends.
fn substitute(target: &Path, content: &[u8], old: Option<&File>) -> Result<(), ReplaceFailure> {
    let folder = folder_of(target);
    remove_leftovers(folder);
    let mut temporary = temporary_in(folder, old.is_some())?;
    fill(temporary.as_file_mut(), content, old)?;
    before(FileCall::Rename)?;
    temporary.persist(target).map_err(|refused| refused.error)?;
    sync_folder(folder);
    Ok(())
}

/// Opens the old file for writing, and leaves its content.
fn open_old(path: &Path, old: &Metadata) -> io::Result<File> {
    let refused = |reason| Err(io::Error::other(reason));
    if old.is_dir() {
        return refused("it is a directory");
    }
    if !old.is_file() {
        return refused("it is a pipe, a socket or a device");
    }
    // To rename over it would be possible; a write-protected file is meant to stay.
    if old.permissions().readonly() {
        return refused("it is write-protected");
    }
    before(FileCall::TryOld)?;
    OpenOptions::new().write(true).open(path)
}

/// Where a chain of links that leads nowhere yet points to; other paths as they
/// are.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    // As many as the kernel follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(to) => path = path.parent().map_or_else(|| to.clone(), |folder| folder.join(&to)),
            Err(_) if path.file_name().is_some() => return Ok(path),
            Err(_) => return Err(io::Error::other("it has no file name")),
        }
    }
    Err(io::Error::other("too many links lead to each other"))
}

const PREFIX: &str = ".hitscan-";
const SUFFIX: &str = ".tmp";

/// The whole content, like the old file where there is one, safe on the disk.
fn fill(file: &mut File, content: &[u8], old: Option<&File>) -> Result<(), ReplaceFailure> {
    write_all(file, content)?;
    if let Some(old) = old {
        copy_attributes(old, file).map_err(ReplaceFailure::NoSubstitute)?;
    }
    Ok(sync(file)?)
}

/// A new file, private while the file that it replaces may be. Its name says which process
/// it belongs to.
fn temporary_in(folder: &Path, is_replacement: bool) -> io::Result<NamedTempFile> {
    before(FileCall::Create)?;
    let mode = Permissions::from_mode(if is_replacement { 0o600 } else { 0o666 });
    let prefix = format!("{PREFIX}{}-", std::process::id());
    tempfile::Builder::new().prefix(&prefix).suffix(SUFFIX).permissions(mode).tempfile_in(folder)
}

/// Removes the temporary files of processes that have ended before their save
/// had. What cannot be listed or removed stays, and does no harm.
fn remove_leftovers(folder: &Path) {
    if before(FileCall::List).is_err() {
        return;
    }
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let owner = entry.file_name().to_str().and_then(owner_of);
        let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
        if owner.is_some_and(|owner| !is_running(owner)) && is_file() {
            if before(FileCall::RemoveLeftover).is_err() {
                return;
            }
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The process that a temporary file belongs to, by its name.
fn owner_of(name: &str) -> Option<i32> {
    let (process, rest) = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?.split_once('-')?;
    if rest.is_empty() || !rest.chars().all(|char| char.is_ascii_alphanumeric()) {
        return None;
    }
    process.parse().ok().filter(|&process| process > 0)
}

/// Whether there is a process of this number; where that cannot be told, there
/// is.
fn is_running(process: i32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};
    Pid::from_raw(process).is_none_or(|process| test_kill_process(process) != Err(Errno::SRCH))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_temporary_files_of_ours_are_taken_for_such() {
        assert_eq!(owner_of(".hitscan-123-0.tmp"), Some(123));
        for other in [
            ".hitscan-.tmp",
            ".hitscan-a-0.tmp",
            ".hitscan-1-.tmp",
            "hitscan-1-0.tmp",
            ".hitscan--1-0.tmp",
        ] {
            assert_eq!(owner_of(other), None, "{other}");
        }
        assert!(is_running(std::process::id().try_into().expect("process numbers are small")));
    }
}
