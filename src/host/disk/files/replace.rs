//! Replaces a file atomically: writes a temporary file beside it, then renames it over the old one.
//! Whatever fails, and wherever the process is killed, the file is either the old one or the new
//! one, whole.
//!
//! A file that cannot be replaced is written in place (`in_place`).

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::attributes::copy_attributes;
use super::faults::{FileCall, before};
use super::in_place::write_in_place;
use super::new_file::{folder_of, sync, sync_folder, write_all};

/// Replaces the content of the file at `path`, or leaves it as it is. Its owner, permissions,
/// extended attributes and other names stay.
///
/// # Errors
/// When it is a directory or a device, when it may not be written, when a new file may not be
/// created, or when the disk refuses.
pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    before(FileCall::Look)?;
    let old = match fs::metadata(path) {
        Ok(found) => Some(open_old(path, &found)?),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    // Through a symbolic link: the file that it points to is replaced, not the link.
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

/// Why a temporary file has not replaced the old one.
enum ReplaceFailure {
    /// It may not replace it; the old file can still be written in place.
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
            // A folder that may not be written, or a file that is a mount point.
            ErrorKind::PermissionDenied
            | ErrorKind::ReadOnlyFilesystem
            | ErrorKind::ResourceBusy
            | ErrorKind::CrossesDevices => Self::NoSubstitute(error),
            _ => Self::Disk(error),
        }
    }
}

/// Replaces the old file, if there is one, with a new file of this content. The temporary file
/// never stays.
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

/// Opens the old file for writing, without truncating it.
fn open_old(path: &Path, old: &Metadata) -> io::Result<File> {
    let refused = |reason| Err(io::Error::other(reason));
    if old.is_dir() {
        return refused("it is a directory");
    }
    if !old.is_file() {
        return refused("it is a pipe, a socket or a device");
    }
    // Renaming over it would work, but a write-protected file is meant to stay.
    if old.permissions().readonly() {
        return refused("it is write-protected");
    }
    before(FileCall::TryOld)?;
    OpenOptions::new().write(true).open(path)
}

/// The end of a chain of symbolic links to a file that does not exist yet; other paths unchanged.
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

/// Writes the whole content, copies the attributes of the old file if there is one, and syncs.
fn fill(file: &mut File, content: &[u8], old: Option<&File>) -> Result<(), ReplaceFailure> {
    write_all(file, content)?;
    if let Some(old) = old {
        copy_attributes(old, file).map_err(ReplaceFailure::NoSubstitute)?;
    }
    Ok(sync(file)?)
}

/// A new file; private if it replaces one, which may be private. Its name says which process owns
/// it.
fn temporary_in(folder: &Path, is_replacement: bool) -> io::Result<NamedTempFile> {
    before(FileCall::Create)?;
    let mode = Permissions::from_mode(if is_replacement { 0o600 } else { 0o666 });
    let prefix = format!("{PREFIX}{}-", std::process::id());
    tempfile::Builder::new().prefix(&prefix).suffix(SUFFIX).permissions(mode).tempfile_in(folder)
}

/// Removes temporary files of processes that ended before their save did. What cannot be listed or
/// removed stays, and does no harm.
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

/// The process that owns a temporary file, by its name.
fn owner_of(name: &str) -> Option<i32> {
    let (process, rest) = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?.split_once('-')?;
    if rest.is_empty() || !rest.chars().all(|char| char.is_ascii_alphanumeric()) {
        return None;
    }
    process.parse().ok().filter(|&process| process > 0)
}

/// Whether a process with this id exists; if unknown, assumes that it does.
fn is_running(process: i32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};
    Pid::from_raw(process).is_none_or(|process| test_kill_process(process) != Err(Errno::SRCH))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_temporary_files_are_recognized() {
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
