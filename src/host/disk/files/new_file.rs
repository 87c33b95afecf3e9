//! Creates new files: under a free name, with their whole content, synced to disk.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::faults::{FileCall, before};

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
