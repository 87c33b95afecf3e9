//! A file gets a new content in one stroke: the content goes to a temporary
//! file beside it, which then takes its place. Whatever happens, and wherever
//! the process ends, the file is the old one or the new one, whole.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::gate::{Call, Gate};

/// Gives the file at `path` this content, or leaves it as it is.
///
/// # Errors
/// When it is a directory or a device, when it or its directory may not be
/// written, or when the disk refuses.
pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    replace_file_through(&mut (), path, content)
}

/// The same; `gate` is asked before every call to the file system.
///
/// # Errors
/// As [`replace_file`], and whatever `gate` refuses.
pub fn replace_file_through(gate: &mut dyn Gate, path: &Path, content: &[u8]) -> io::Result<()> {
    gate.before(Call::Look)?;
    let old = match fs::metadata(path) {
        Ok(found) => Some(found),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if let Some(old) = &old {
        check_replaceable(gate, path, old)?;
    }
    // Through a link: the file it points to is replaced, not the link.
    gate.before(Call::Look)?;
    let target = if old.is_some() { fs::canonicalize(path)? } else { through_link(path)? };
    remove_leftovers(gate, folder_of(&target));
    let (temporary, file) = temporary_beside(gate, &target, old.is_some())?;
    let written = fill(gate, file, content, old.as_ref()).and_then(|()| {
        gate.before(Call::Rename)?;
        fs::rename(&temporary, &target)
    });
    if written.is_err() && gate.before(Call::Remove).is_ok() {
        // The error that counts is the first one; what is left over does no harm.
        let _ = fs::remove_file(&temporary);
    }
    written?;
    sync_folder(gate, folder_of(&target));
    Ok(())
}

fn check_replaceable(gate: &mut dyn Gate, path: &Path, old: &Metadata) -> io::Result<()> {
    let refused = |reason| Err(io::Error::other(reason));
    if old.is_dir() {
        return refused("it is a directory");
    }
    if !old.is_file() {
        return refused("it is a pipe, a socket or a device");
    }
    // To rename over it would be possible; whoever write-protects a file means it.
    if old.permissions().readonly() {
        return refused("it is write-protected");
    }
    gate.before(Call::TryOld)?;
    OpenOptions::new().append(true).open(path).map(drop)
}

/// Where a link that leads nowhere yet points to; other paths as they are.
fn through_link(path: &Path) -> io::Result<PathBuf> {
    match fs::read_link(path) {
        Ok(to) => Ok(path.parent().map_or_else(|| to.clone(), |folder| folder.join(&to))),
        Err(_) if path.file_name().is_some() => Ok(path.to_owned()),
        Err(_) => Err(io::Error::other("it has no file name")),
    }
}

fn folder_of(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The whole content and the permissions of the old file, safe on the disk.
fn fill(
    gate: &mut dyn Gate,
    mut file: File,
    content: &[u8],
    old: Option<&Metadata>,
) -> io::Result<()> {
    const CHUNK_BYTES: usize = 1 << 16;
    for chunk in content.chunks(CHUNK_BYTES) {
        gate.before(Call::Write)?;
        file.write_all(chunk)?;
    }
    if let Some(old) = old {
        gate.before(Call::SetPermissions)?;
        file.set_permissions(old.permissions())?;
    }
    gate.before(Call::Sync)?;
    file.sync_all()
}

const PREFIX: &str = ".hitscan-";
const SUFFIX: &str = ".tmp";

/// A new file in the directory of `target`, which nobody else may read while a
/// file that may be private is being replaced. Its name says whose it is.
fn temporary_beside(
    gate: &mut dyn Gate,
    target: &Path,
    is_replacement: bool,
) -> io::Result<(PathBuf, File)> {
    const MOST_TRIES: u32 = 100;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(if is_replacement { 0o600 } else { 0o666 });
    }
    #[cfg(not(unix))]
    let _ = is_replacement;
    let process = std::process::id();
    for attempt in 0..MOST_TRIES {
        let path = target.with_file_name(format!("{PREFIX}{process}-{attempt}{SUFFIX}"));
        gate.before(Call::Create)?;
        match options.open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("its directory is full of temporary files"))
}

/// Removes the temporary files of processes that have ended before their save
/// had. What cannot be listed or removed stays, and does no harm.
fn remove_leftovers(gate: &mut dyn Gate, folder: &Path) {
    if gate.before(Call::List).is_err() {
        return;
    }
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let owner = entry.file_name().to_str().and_then(owner_of);
        let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
        if owner.is_some_and(|owner| !is_running(owner)) && is_file() {
            if gate.before(Call::RemoveLeftover).is_err() {
                return;
            }
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The process that a temporary file belongs to, by its name.
fn owner_of(name: &str) -> Option<i32> {
    let (process, attempt) = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?.split_once('-')?;
    attempt.parse::<u32>().ok()?;
    process.parse().ok().filter(|&process| process > 0)
}

/// Whether there is a process of this number; where that cannot be told, there
/// is.
fn is_running(process: i32) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        use rustix::process::{Pid, test_kill_process};
        Pid::from_raw(process).is_none_or(|process| test_kill_process(process) != Err(Errno::SRCH))
    }
    #[cfg(not(unix))]
    {
        let _ = process;
        true
    }
}

/// Makes the new name last through a power cut. Not every file system can, and
/// the file itself is safe already.
fn sync_folder(gate: &mut dyn Gate, folder: &Path) {
    if gate.before(Call::SyncFolder).is_ok()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
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
