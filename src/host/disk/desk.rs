//! A desk is the set of files that a session may read and write: all that the user of the computer
//! may, or only those kept for one student, which have plain names and no folder.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `folder` | a desk that is a folder |
//!
//! This file says what a desk can do, and opens scenes from it; `folder` does it.
//!
//! A desk may be stored anywhere. Its location never reaches the engine, a message or a recording.

mod folder;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hitscan_core::scene::{ReadOptions, Rounding, SceneSource, gallery};
use hitscan_core::words::nearest;

use super::crash_recovery::CrashRecovery;
use super::files;
use super::files::{LoadError, ReadFault, Refusal, ShownTarget};
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
    pub fn folder(folder: impl Into<PathBuf>) -> Self {
        let desk = FolderDesk::new(folder.into(), DeskLimits::default(), Syncer::default());
        Self::Of(Arc::new(desk))
    }

    /// Crash recovery for a session on this desk, if it has any.
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
pub fn is_plain(name: &str) -> bool {
    let Some(stem) = name.strip_suffix(".toml") else { return false };
    let may_follow = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    stem.len() <= MOST_CHARACTERS
        && stem.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric())
        && stem.bytes().all(may_follow)
}

/// The message for commands that write files other than scenes.
pub const NOT_HERE: &str = "not here: your work is kept for you";

// Opens scenes from a desk. Built-in names come first; any other name is a file on the desk, with
// `.toml` added if it has no ending.

impl Desk {
    /// Opens the scene named by a target, or an empty one with a new file.
    ///
    /// # Errors
    /// When there is no such scene and the name cannot be that of a new file, or the scene has
    /// faults.
    pub fn find_or_new(
        &self,
        target: &str,
        rounding: &mut Rounding,
    ) -> Result<ShownTarget, LoadError> {
        match self {
            Self::Anywhere => files::find_or_new(target, rounding),
            Self::Of(desk) => find_on(&**desk, target, rounding),
        }
    }
}

fn find_on(
    desk: &dyn DeskFiles,
    target: &str,
    rounding: &mut Rounding,
) -> Result<ShownTarget, LoadError> {
    let refused = |refusal| Err(LoadError { target: target.into(), refusal });
    if gallery().iter().any(|(name, _)| *name == target) {
        let (scene, source) = files::find_built_in(target)?;
        return Ok(ShownTarget::Found(Box::new(scene), source));
    }
    let whole = files::with_ending(Path::new(target)).to_string_lossy().into_owned();
    let is_there = || is_plain(&whole) && matches!(desk.read(&whole), Ok(Some(_)));
    let target = if !is_plain(target) && is_there() { &*whole } else { target };
    if !is_plain(target) {
        let is_word = target.chars().all(|char| char.is_ascii_alphanumeric() || char == '-');
        let names = gallery().iter().map(|(name, _)| *name);
        return refused(match nearest(target, names).filter(|_| is_word) {
            Some(meant) => Refusal::NotFound(Some(meant)),
            None => Refusal::NotPlain,
        });
    }
    let path = PathBuf::from(target);
    let mut reading = ReadOptions { rounding: *rounding, own_methods: None };
    let parsed = match desk.read(target) {
        Ok(None) => return Ok(ShownTarget::New(path)),
        Ok(Some(text)) => files::parse(&text, &mut reading),
        Err(why) => return refused(Refusal::Unread(ReadFault::Unreadable(why.to_string()))),
    };
    *rounding = reading.rounding;
    match parsed {
        Ok(scene) => Ok(ShownTarget::Found(Box::new(scene), SceneSource::File(path))),
        Err(why) => refused(why),
    }
}

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
        let others = "; .toml; mine; mine.txt; .mine.toml; -mine.toml; _.toml; ../mine.toml; \
            a/b.toml; /etc/passwd; /etc/a.toml; ~/mine.toml; ~.toml; ..toml; a\0.toml; \
            a\n.toml; a b.toml; m\u{fc}.toml; \u{1b}[31m.toml; mine.TOML";
        for name in others.split("; ").chain([&*too_long, &*far_too_long]) {
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

#[cfg(test)]
mod scenes_tests {
    use super::*;

    #[test]
    fn a_name_on_a_desk_finds_the_file_with_its_ending() {
        let folder = tempfile::tempdir().expect("there is room");
        let desk = Desk::folder(folder.path());
        let found = |name: &str| desk.find_or_new(name, &mut Rounding::default());
        assert!(matches!(found("lab1"), Err(LoadError { refusal: Refusal::NotPlain, .. })));
        let saved = desk.file_to_save("lab1".into(), &SceneSource::New);
        std::fs::write(folder.path().join(&saved), "").expect("it can be written");
        let lab = SceneSource::File("lab1.toml".into());
        assert!(matches!(found("lab1"), Ok(ShownTarget::Found(_, source)) if source == lab));
    }
}
