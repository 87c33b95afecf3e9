//! Which files a session may read and write: all that the user of the computer may, or only those
//! on a desk, which have plain names and no folder.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `folder` | a desk that is a folder |
//! | `scenes` | opens scenes from a desk |
//!
//! A desk may be stored anywhere. Its location never reaches the engine, a message or a recording.

mod folder;
mod scenes;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use super::crash_recovery::CrashRecovery;
use super::syncer::Syncer;
pub use folder::{DeskLimits, FolderDesk};

/// Which files a session may read and write.
#[derive(Clone, Debug, Default)]
pub enum Desk {
    /// All that the process may.
    #[default]
    Anywhere,
    /// Only those on this desk.
    Of(Arc<dyn DeskFiles>),
}

impl Desk {
    /// The desk in an existing folder.
    #[must_use]
    pub fn folder(folder: impl Into<PathBuf>) -> Self {
        let desk = FolderDesk::new(folder.into(), DeskLimits::default(), Syncer::default());
        Self::Of(Arc::new(desk))
    }

    /// Crash recovery for a session on this desk, if it has any.
    #[must_use]
    pub fn recovery(&self) -> Option<CrashRecovery> {
        match self {
            Self::Anywhere => Some(CrashRecovery::of_this_user()),
            Self::Of(desk) => desk.recovery(),
        }
    }
}

/// The scenes on a desk, by name. Callers ask only for names that [`is_plain`] allows.
pub trait DeskFiles: Send + Sync + fmt::Debug {
    /// The names of all files, in order.
    ///
    /// # Errors
    /// When they cannot be listed.
    fn list(&self) -> Result<Vec<String>, DeskFault>;

    /// The text of a file, if it exists; at most as much as a scene file may have.
    ///
    /// # Errors
    /// When it cannot be read.
    fn read(&self, name: &str) -> Result<Option<String>, DeskFault>;

    /// Writes a whole file, or nothing. Its old text must be as `expected`; `None` if the file must
    /// not exist.
    ///
    /// # Errors
    /// When the old text differs, or the file cannot be written.
    fn write(&self, name: &str, text: &str, expected: Option<&str>) -> Result<(), DeskFault>;

    /// Crash recovery for a session on this desk, if it has any.
    fn recovery(&self) -> Option<CrashRecovery> {
        None
    }

    /// Opens or creates a file that grows by lines: the work of a student, `anna.hits`.
    ///
    /// # Errors
    /// When another screen is using it, or it cannot be opened.
    fn lines(&self, name: &str) -> Result<Box<dyn LineSink>, DeskFault>;
}

/// An append-only store of lines: the work of one student. Its holder is the only writer.
pub trait LineSink: Send + fmt::Debug {
    /// Everything stored. A crash may have left an incomplete line at the end.
    ///
    /// # Errors
    /// When it cannot be read.
    fn held(&mut self) -> Result<Vec<u8>, DeskFault>;

    /// Appends complete lines. When it returns they are stored, as safely as `urgency` demands.
    ///
    /// # Errors
    /// When they cannot be stored; then none of them is. The caller tries the same lines again.
    fn append(&mut self, lines: &str, urgency: Urgency) -> Result<(), DeskFault>;

    /// Removes everything from this offset on.
    ///
    /// # Errors
    /// When it cannot be removed; then it stays.
    fn truncate(&mut self, bytes: u64) -> Result<(), DeskFault>;
}

/// How soon lines must be safe from a power failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// Before the next picture, because it shows their result: an answer, a hint, a finished task.
    BeforeThePicture,
    /// Within about a second.
    Soon,
}

/// Why something cannot be stored or opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeskFault {
    /// There is no space left.
    #[error("the disk is full")]
    Full,
    /// The storage does not answer.
    #[error("the store does not answer")]
    NoAnswer,
    /// Another writer has changed it.
    #[error("it was changed at another screen")]
    Conflict,
    /// Another reason, in words.
    #[error("{0}")]
    Refused(String),
}

impl DeskFault {
    /// The message about work that cannot be saved: `not kept: the disk is full; nothing counts
    /// until it is`.
    #[must_use]
    pub fn about_work(&self) -> String {
        let until = match self {
            Self::Full | Self::Conflict | Self::Refused(_) => "is",
            Self::NoAnswer => "does",
        };
        format!("not kept: {self}; nothing counts until it {until}")
    }
}

/// The most characters of a plain name before its extension.
const MOST_CHARACTERS: usize = 60;

/// Whether a scene on a desk may have this name: letters, digits, `.`, `_` and `-`, starting with a
/// letter or digit, then `.toml`.
#[must_use]
pub fn is_plain(name: &str) -> bool {
    let Some(stem) = name.strip_suffix(".toml") else { return false };
    let may_follow = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    stem.len() <= MOST_CHARACTERS
        && stem.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric())
        && stem.bytes().all(may_follow)
}

/// The message for commands that write files other than scenes.
pub const NOT_HERE: &str = "not here: your work is kept for you";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_name_stays_on_the_desk() {
        let longest = format!("{}.toml", "a".repeat(60));
        for name in ["mine.toml", "2.toml", "a.b_c-d.toml", "CON.toml", "a..toml", &*longest] {
            assert!(is_plain(name), "{name}");
        }
        let too_long = format!("{}.toml", "a".repeat(61));
        let far_too_long = format!("{}.toml", "a".repeat(295));
        for name in [
            "",
            ".toml",
            "mine",
            "mine.txt",
            ".mine.toml",
            "-mine.toml",
            "_.toml",
            "../mine.toml",
            "a/b.toml",
            "/etc/passwd",
            "/etc/a.toml",
            "~/mine.toml",
            "~.toml",
            "..toml",
            "a\0.toml",
            "a\n.toml",
            "a b.toml",
            "m\u{fc}.toml",
            "\u{1b}[31m.toml",
            "mine.TOML",
            &*too_long,
            &*far_too_long,
        ] {
            assert!(!is_plain(name), "{name:?}");
        }
    }

    #[test]
    fn a_failed_save_is_reported_with_what_has_to_change() {
        let said = [DeskFault::Full, DeskFault::NoAnswer].map(|fault| fault.about_work());
        assert_eq!(said[0], "not kept: the disk is full; nothing counts until it is");
        assert_eq!(said[1], "not kept: the store does not answer; nothing counts until it does");
    }
}
