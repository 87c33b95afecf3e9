//! Writing files so that the old one is never lost: the new text goes to a
//! temporary file beside it, which then takes its place in one stroke.

use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::Scene;
use super::fault::printable;

/// Why a file was not written. What stood there before still does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveFault {
    /// The file as it was given; not fit to be printed raw.
    pub path: PathBuf,
    /// The reason, in words.
    pub reason: String,
}

/// One line, `file.toml: not saved: no permission`.
impl fmt::Display for SaveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = printable(&self.path.to_string_lossy());
        write!(f, "{path}: not saved: {}", self.reason)
    }
}

impl std::error::Error for SaveFault {}

/// Writes the text of a scene to a file, through a temporary one in the same
/// directory. Permissions stay as they were, and a symbolic link stays a link.
///
/// # Errors
/// Says why not, and leaves everything as it was: the text is more than a scene
/// file may have, the target is no file or may not be written, or the disk
/// refuses.
pub fn save(path: &Path, text: &str) -> Result<(), SaveFault> {
    let refused = |reason| SaveFault { path: path.to_owned(), reason };
    if text.len() > Scene::MAX_BYTES {
        let most = Scene::MAX_BYTES;
        let found = text.len();
        let reason = format!("it has {found} bytes; a scene file has at most {most} (1 MiB)");
        return Err(refused(reason));
    }
    replace_file(path, text.as_bytes()).map_err(|error| refused(reason_not_written(&error)))
}

/// Gives the file at `path` this content, or leaves it as it is.
///
/// # Errors
/// When it is a directory or a device, when it or its directory may not be
/// written, or when the disk refuses.
pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let old = match fs::metadata(path) {
        Ok(found) => Some(found),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if let Some(old) = &old {
        check_replaceable(path, old)?;
    }
    // Through a link: the file it points to is replaced, not the link.
    let target = if old.is_some() { fs::canonicalize(path)? } else { through_link(path)? };
    let (temporary, mut file) = temporary_beside(&target, old.is_some())?;
    let written = file
        .write_all(content)
        .and_then(|()| old.as_ref().map_or(Ok(()), |old| file.set_permissions(old.permissions())))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        // The error that counts is the first one; what is left over does no harm.
        let _ = fs::remove_file(&temporary);
    }
    written?;
    sync_directory(&target);
    Ok(())
}

fn check_replaceable(path: &Path, old: &Metadata) -> io::Result<()> {
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

/// A new file in the directory of `target`, which nobody else may read while a
/// file that may be private is being replaced.
fn temporary_beside(target: &Path, is_replacement: bool) -> io::Result<(PathBuf, File)> {
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
        let path = target.with_file_name(format!(".hitscan-{process}-{attempt}.tmp"));
        match options.open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("its directory is full of temporary files"))
}

/// Makes the new name last through a power cut. Not every file system can, and
/// the file itself is safe already.
fn sync_directory(target: &Path) {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}

/// Why a file was not written, in words that fit behind a colon.
#[must_use]
pub fn reason_not_written(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such directory".to_owned(),
        ErrorKind::PermissionDenied => "no permission to write there".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
        ErrorKind::InvalidFilename => "the file name is too long".to_owned(),
        _ => printable(&error.to_string()),
    }
}
