//! Writes a file in place if no other file can replace it: it has several names, or an owner that a
//! new file cannot get, or its folder may not be written. In the meantime a copy of the new content
//! is stored elsewhere.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, FileExt};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use hitscan_core::scene::printable;

use super::faults::{FileCall, before};
use super::new_file::{create_numbered, folder_of, sync, sync_folder, write_all};

/// Writes `content` over the `old` file at `target`.
///
/// # Errors
/// When the copy cannot be written, or the disk refuses. Either the file is as it was, or the error
/// names the copy.
pub(super) fn write_in_place(target: &Path, old: &File, content: &[u8]) -> io::Result<()> {
    let copy = keep_copy(target, content)?;
    let length = old.metadata()?.len();
    let written = lengthen(old, length, content).map_err(|error| (error, Half::No));
    let written =
        written.and_then(|()| overwrite(old, length, content).map_err(|error| (error, Half::Yes)));
    if let Err((error, Half::Yes)) = written {
        let copy = printable(&copy.to_string_lossy());
        return Err(io::Error::other(format!("{error}; it is half written, and whole in {copy}")));
    }
    if before(FileCall::Remove).is_ok() {
        // A leftover copy does no harm.
        let _ = fs::remove_file(copy);
    }
    written.map_err(|(error, _)| error)
}

/// Whether the file is half written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    Yes,
    No,
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
        io::Error::other(format!("{error}; nor can a copy be kept in {state} meanwhile: {why}"))
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
#[must_use]
pub fn state_directory() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    let state = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
    Some(state.join("hitscan"))
}
