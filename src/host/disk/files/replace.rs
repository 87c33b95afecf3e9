//! Replaces a file atomically: writes a temporary file beside it, then renames it over the old one.
//! Whatever fails, and wherever the process is killed, the file is either the old one or the new
//! one, whole.
//!
//! A file that cannot be replaced is written in place (`in_place`).

use std::ffi::OsString;
use std::fs::{DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{
    DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt, PermissionsExt, fchown,
};
use std::path::{Path, PathBuf};
use std::{fs, io};

use etcetera::BaseStrategy;
use hitscan_core::scene::printable;
use tempfile::NamedTempFile;

use super::faults::{FileCall, before};

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

// The attributes of a file beyond its content: a new file gets the owner, the extended attributes
// and the permissions of the file that it replaces.

/// Makes `new` like `old`.
///
/// # Errors
/// When an attribute may not be set or cannot be stored; then `new` must not replace `old`.
pub(super) fn copy_attributes(old: &File, new: &File) -> io::Result<()> {
    let (was, now) = (old.metadata()?, new.metadata()?);
    // The owner first: changing it clears permission bits.
    if (was.uid(), was.gid()) != (now.uid(), now.gid()) {
        before(FileCall::SetOwner)?;
        fchown(new, Some(was.uid()), Some(was.gid()))?;
    }
    copy_extended(old, new)?;
    before(FileCall::SetPermissions)?;
    new.set_permissions(was.permissions())
}

/// Access control lists, security labels and users' own attributes.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn copy_extended(old: &File, new: &File) -> io::Result<()> {
    use rustix::fs::XattrFlags;
    use rustix::fs::fsetxattr;
    for name in attribute_names(old)?.split(|&byte| byte == 0).filter(|name| !name.is_empty()) {
        let value = attribute_value(old, name)?;
        // A label may be set by the system, and may not be set by us even to the same value.
        if attribute_value(new, name).is_ok_and(|there| there == value) {
            continue;
        }
        before(FileCall::SetAttribute)?;
        fsetxattr(new, name, &value, XattrFlags::empty())?;
    }
    Ok(())
}

/// The names of all extended attributes, each followed by a zero byte.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn attribute_names(file: &File) -> io::Result<Vec<u8>> {
    use rustix::fs::flistxattr;
    use rustix::fs::flistxattr_query;
    use rustix::io::Errno;
    let length = match flistxattr_query(file) {
        Err(Errno::NOTSUP | Errno::NOSYS) => 0,
        length => length?,
    };
    let mut names = vec![0; length];
    let filled = flistxattr(file, &mut names[..])?;
    names.truncate(filled);
    Ok(names)
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn attribute_value(file: &File, name: &[u8]) -> io::Result<Vec<u8>> {
    use rustix::fs::fgetxattr;
    use rustix::fs::fgetxattr_query;
    let mut value = vec![0; fgetxattr_query(file, name)?];
    let filled = fgetxattr(file, name, &mut value[..])?;
    value.truncate(filled);
    Ok(value)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere attributes can fail to be copied")]
fn copy_extended(_: &File, _: &File) -> io::Result<()> {
    Ok(())
}

/// Writes a new file with this content, whole or not at all.
///
/// # Errors
/// When the file exists already, or the disk refuses.
pub fn write_new(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    let written = file.write_all(content).and_then(|()| file.sync_all());
    written.inspect_err(|_| {
        // Half a file is useless; the error is what counts.
        let _ = fs::remove_file(path);
    })
}

/// Creates a file under the first free name, and opens it for appending.
///
/// # Errors
/// When a hundred names are taken, or the disk refuses.
pub fn create_numbered(mode: u32, name: impl Fn(u32) -> PathBuf) -> io::Result<(PathBuf, File)> {
    const MOST_TRIES: u32 = 100;
    for attempt in 0..MOST_TRIES {
        let path = name(attempt);
        before(FileCall::Create)?;
        match OpenOptions::new().append(true).create_new(true).mode(mode).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("every name is taken"))
}

/// Writes the whole content in portions.
pub(super) fn write_all(file: &mut File, content: &[u8]) -> io::Result<()> {
    const CHUNK_BYTES: usize = 1 << 16;
    for chunk in content.chunks(CHUNK_BYTES) {
        before(FileCall::Write)?;
        file.write_all(chunk)?;
    }
    Ok(())
}

/// Syncs a file to the disk.
pub(super) fn sync(file: &File) -> io::Result<()> {
    before(FileCall::Sync)?;
    file.sync_all()
}

/// The folder of a file.
pub(in crate::host::disk) fn folder_of(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Syncs the folder, so that the new name survives a power failure. Not every file system can, and
/// the file itself is already safe.
pub(super) fn sync_folder(folder: &Path) {
    if before(FileCall::SyncFolder).is_ok()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}

// Writes a file in place if no other file can replace it: it has several names, or an owner that a
// new file cannot get, or its folder may not be written. In the meantime a copy of the new content
// is stored elsewhere.

/// Writes `content` over the `old` file at `target`.
///
/// # Errors
/// When the copy cannot be written, or the disk refuses. Either the file is as it was, or the error
/// names the copy.
pub(super) fn write_in_place(target: &Path, old: &File, content: &[u8]) -> io::Result<()> {
    let copy = keep_copy(target, content)?;
    let length = old.metadata()?.len();
    let written = lengthen(old, length, content).map_err(|error| (error, false));
    let written =
        written.and_then(|()| overwrite(old, length, content).map_err(|error| (error, true)));
    if let Err((error, true)) = written {
        let copy = printable(&copy.to_string_lossy());
        return Err(io::Error::other(format!("{error}; it is half written, and whole in {copy}")));
    }
    if before(FileCall::Remove).is_ok() {
        // A leftover copy does no harm.
        let _ = fs::remove_file(copy);
    }
    written.map_err(|(error, _)| error)
}

/// Appends the part beyond the old length. So a full disk is noticed before any of the old content
/// is overwritten.
fn lengthen(file: &File, length: u64, content: &[u8]) -> io::Result<()> {
    let Some(beyond) = usize::try_from(length).ok().and_then(|length| content.get(length..)) else {
        return Ok(());
    };
    if beyond.is_empty() {
        return Ok(());
    }
    before(FileCall::Lengthen)?;
    let written = file.write_all_at(beyond, length).and_then(|()| file.sync_all());
    written.inspect_err(|_| {
        // The first error is the one to report.
        let _ = file.set_len(length);
    })
}

fn overwrite(file: &File, length: u64, content: &[u8]) -> io::Result<()> {
    let all = u64::try_from(content.len()).map_err(io::Error::other)?;
    let common = usize::try_from(length.min(all)).map_err(io::Error::other)?;
    before(FileCall::Overwrite)?;
    file.write_all_at(&content[..common], 0)?;
    before(FileCall::Shorten)?;
    file.set_len(all)?;
    sync(file)
}

/// Writes the content to a new file: beside the target, or in the state directory.
fn keep_copy(target: &Path, content: &[u8]) -> io::Result<PathBuf> {
    let mut name = OsString::from(target.file_name().unwrap_or_default());
    name.push(".hitscan-copy");
    let beside = write_copy(folder_of(target), &name, content);
    let Err(error) = beside else { return beside };
    let Some(state) = state_directory() else { return Err(error) };
    // Scenes may be private.
    let made = DirBuilder::new().recursive(true).mode(0o700).create(&state);
    made.and_then(|()| write_copy(&state, &name, content)).map_err(|why| {
        let state = printable(&state.to_string_lossy());
        io::Error::other(format!("{error}; and no copy can be kept in {state} meanwhile: {why}"))
    })
}

fn write_copy(folder: &Path, name: &OsString, content: &[u8]) -> io::Result<PathBuf> {
    let numbered = |attempt: u32| {
        let mut name = name.clone();
        if attempt > 0 {
            name.push(format!("-{attempt}"));
        }
        folder.join(name)
    };
    let (copy, mut file) = create_numbered(0o600, numbered)?;
    let filled = write_all(&mut file, content).and_then(|()| sync(&file));
    if filled.is_err() && before(FileCall::Remove).is_ok() {
        let _ = fs::remove_file(&copy);
    }
    filled?;
    sync_folder(folder);
    Ok(copy)
}

/// The state directory of this program: `hitscan` in `XDG_STATE_HOME`, which defaults to
/// `~/.local/state`.
pub fn state_directory() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    let state = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
    Some(state.join("hitscan"))
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
