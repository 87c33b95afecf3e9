//! Which files a session may read and write: any, as the user of a computer may, or those
//! on a desk, which have plain names and no folder.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `folder` | a desk that is a folder |
//! | `scenes` | scenes that are opened from a desk |
//!
//! A desk may be kept anywhere. Where it is never reaches the engine, a message or a
//! recording.

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
    /// Any that the process may.
    #[default]
    Anywhere,
    /// Those on this desk.
    Of(Arc<dyn DeskFiles>),
}

impl Desk {
    /// The desk in a folder that is there.
    #[must_use]
    pub fn folder(folder: impl Into<PathBuf>) -> Self {
        let desk = FolderDesk::new(folder.into(), DeskLimits::default(), Syncer::default());
        Self::Of(Arc::new(desk))
    }

    /// What keeps the sandbox of a session that is cut off, if anything does.
    #[must_use]
    pub fn recovery(&self) -> Option<CrashRecovery> {
        match self {
            Self::Anywhere => Some(CrashRecovery::of_this_user()),
            Self::Of(desk) => desk.recovery(),
        }
    }
}

/// The scenes on a desk, by their names: of each only one that [`is_plain`] allows is
/// asked for.
pub trait DeskFiles: Send + Sync + fmt::Debug {
    /// The names of all files, in order.
    ///
    /// # Errors
    /// When they cannot be listed.
    fn list(&self) -> Result<Vec<String>, DeskFault>;

    /// What a file says, if there is one: no more than a scene file may have.
    ///
    /// # Errors
    /// When it cannot be read.
    fn read(&self, name: &str) -> Result<Option<String>, DeskFault>;

    /// Writes a file whole, or not at all. It must say what is `expected`: `None` where there
    /// is to be no file.
    ///
    /// # Errors
    /// When it says something else, or cannot be written.
    fn write(&self, name: &str, text: &str, expected: Option<&str>) -> Result<(), DeskFault>;

    /// What keeps the sandbox of a session that is cut off, if anything does.
    fn recovery(&self) -> Option<CrashRecovery> {
        None
    }

    /// Opens or makes a file that grows by lines: the work of a student, `anna.hits`.
    ///
    /// # Errors
    /// When another screen has it, or it cannot be had.
    fn lines(&self, name: &str) -> Result<Box<dyn LineSink>, DeskFault>;
}

/// Lines that are kept in order, and only grow: the work of one student. It is the only
/// writer while it lives.
pub trait LineSink: Send + fmt::Debug {
    /// All that is kept; half a line at its end may have been left by a crash.
    ///
    /// # Errors
    /// When it cannot be read.
    fn held(&mut self) -> Result<Vec<u8>, DeskFault>;

    /// Appends whole lines. Once it returns they are kept, as safely as they are urgent.
    ///
    /// # Errors
    /// When they are not kept; then none of them is. The same lines are tried again.
    fn append(&mut self, lines: &str, urgency: Urgency) -> Result<(), DeskFault>;

    /// Takes out all from here on.
    ///
    /// # Errors
    /// When that is refused; then it stays.
    fn truncate(&mut self, bytes: u64) -> Result<(), DeskFault>;
}

/// How soon lines have to be safe from a power cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// Before the next picture, which shows what they came to: an answer, a hint, a task
    /// that is done.
    BeforeThePicture,
    /// Within about a second.
    Soon,
}

/// Why something is not kept, or cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeskFault {
    /// There is no room.
    #[error("the disk is full")]
    Full,
    /// What keeps it does not answer.
    #[error("the store does not answer")]
    NoAnswer,
    /// Another writer has been there.
    #[error("it was changed at another screen")]
    Conflict,
    /// Another reason, in words.
    #[error("{0}")]
    Refused(String),
}

impl DeskFault {
    /// What is said of work that is not kept: `not kept: the disk is full; nothing counts
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

/// The most characters of a plain name before its ending.
const MOST_CHARACTERS: usize = 60;

/// Whether a name may be that of a scene on a desk: letters, digits, `.`, `_` and `-`, after
/// a letter or digit, then `.toml`.
#[must_use]
pub fn is_plain(name: &str) -> bool {
    let Some(stem) = name.strip_suffix(".toml") else { return false };
    let may_follow = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    stem.len() <= MOST_CHARACTERS
        && stem.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric())
        && stem.bytes().all(may_follow)
}

/// What is said of commands that write other files than scenes.
pub const NOT_HERE: &str = "not here: your work is kept for you";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_name_leads_nowhere_else() {
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
    fn what_is_not_kept_is_said_with_what_has_to_come_true() {
        let said = [DeskFault::Full, DeskFault::NoAnswer].map(|fault| fault.about_work());
        assert_eq!(said[0], "not kept: the disk is full; nothing counts until it is");
        assert_eq!(said[1], "not kept: the store does not answer; nothing counts until it does");
    }
}
