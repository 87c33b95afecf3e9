//! Files on disk: read within limits, and written so that the old content is never lost.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `read` | the only way to open a file for reading |
//! | `load` | loads scenes, and finds what `hitscan FILE|NAME` opens |
//! | `replace` | replaces a file atomically |
//! | `faults` | makes file system calls fail, for tests |
//! | `tests` | saving never loses a file |
//!
//! `load` calls `read`; `replace` asks `faults` before each call of the system.

mod faults;
mod load;
mod read;
mod replace;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{fmt, io};

use hitscan_core::scene::{Scene, printable};
use rustix::process::Signal;
use signal_hook::flag;

pub(super) use load::parse;
pub use load::{
    LoadError, PLAIN_NAMES, Refusal, ShownTarget, find, find_as, find_built_in, find_or_new, load,
    scene_path, with_ending,
};
pub use read::{
    CONFIG, LESSON, MAP, RECORDING, RECORDS, ROSTER, ReadFault, SCENE, SUBMISSION, open,
    open_no_link, read_text, text_of,
};
pub(super) use replace::folder_of;
pub use replace::{create_numbered, replace_file, state_directory, write_new};

/// Why a file was not written. Its old content is intact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveError {
    /// The file as the user gave it; not safe to print raw.
    pub path: PathBuf,
    /// The reason, in words.
    pub reason: String,
}

/// One line, `file.toml: not saved: no permission`.
impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = printable(&self.path.to_string_lossy());
        write!(f, "{path}: not saved: {}", self.reason)
    }
}

impl std::error::Error for SaveError {}

/// Writes the text of a scene to a file, as [`replace_file`] does. A symbolic link stays a link.
///
/// # Errors
/// When the text is too long for a scene file, the target is not a file or may not be written, or
/// the disk refuses. Everything is then as it was.
pub fn save(path: &Path, text: &str) -> Result<(), SaveError> {
    let refused = |reason| SaveError { path: path.to_owned(), reason };
    if text.len() > Scene::MAX_BYTES {
        let most = Scene::MAX_BYTES;
        let found = text.len();
        let reason = format!("it has {found} bytes; a scene file has at most {most}");
        return Err(refused(reason));
    }
    replace_file(path, text.as_bytes()).map_err(|error| refused(reason_not_written(&error)))
}

/// Why a file was not written, in words that fit after a colon.
pub fn reason_not_written(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such directory".to_owned(),
        ErrorKind::PermissionDenied => "no permission to write there".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::QuotaExceeded => "your disk quota is used up".to_owned(),
        ErrorKind::FileTooLarge => {
            "files may not be larger here; ulimit -f shows and sets how large".to_owned()
        }
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
        ErrorKind::InvalidFilename => "the file name is too long".to_owned(),
        _ => printable(&error.to_string()),
    }
}

// The file size limit of the shell (`ulimit -f`).
//
// The kernel sends SIGXFSZ to a program that writes beyond the limit. By default the signal kills
// the program: the terminal would stay in raw mode, and unsaved work would be lost. Once the
// signal is caught, the write itself fails, as on a full disk, and is reported by its caller.

/// From now on, exceeding the limit is a write error and does not kill the program.
///
/// The signal is caught, not ignored: child processes would inherit an ignored signal, while a
/// handler is reset when they start.
///
/// # Errors
/// When the handler cannot be installed.
pub fn catch_size_limit() -> io::Result<()> {
    // The flag is never read: the failed write says everything.
    flag::register(Signal::XFSZ.as_raw(), Arc::new(AtomicBool::new(false))).map(drop)
}

#[cfg(test)]
mod tests;
