//! The only way to open a file for reading. Only regular files are accepted: a pipe or a device
//! might never end. Opening never blocks, and a text is never read beyond the limit of its kind.
//!
//! Not here: parsing.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use hitscan_core::lab::{self, Lesson};
use hitscan_core::scene::{Scene, printable};
use rustix::fs::{Mode, OFlags};
use rustix::io::retry_on_intr;

use crate::app::config::Config;

/// A kind of file: what messages call it, and how large it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileKind {
    /// As in "a directory, not a recording".
    pub noun: &'static str,
    /// The size limit of a file that is read whole; a larger one is rejected.
    pub most_bytes: usize,
}

/// A scene.
pub const SCENE: FileKind = FileKind { noun: "scene file", most_bytes: Scene::MAX_BYTES };
/// Settings and keys.
pub const CONFIG: FileKind = FileKind { noun: "configuration", most_bytes: Config::MAX_BYTES };
/// A file of a pack of lessons.
pub const LESSON: FileKind = FileKind { noun: "file of a lesson", most_bytes: Lesson::MAX_BYTES };
/// The file of a student. A longer one is rejected.
pub const SUBMISSION: FileKind =
    FileKind { noun: "file of a student", most_bytes: lab::MOST_BYTES };
/// The students of a class.
pub const ROSTER: FileKind = FileKind { noun: "roster", most_bytes: 4 << 20 };
/// A map of a level editor, or a file that it names.
pub const MAP: FileKind = FileKind { noun: "map", most_bytes: 16 << 20 };
/// A recording. It is read line by line, so only its lines have a limit.
pub const RECORDING: FileKind = FileKind { noun: "recording", most_bytes: usize::MAX };
/// The records beside a recording, also read line by line.
pub const RECORDS: FileKind = FileKind { noun: "file of records", most_bytes: usize::MAX };

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadFault {
    /// It does not exist.
    NotFound,
    /// A directory, a pipe or a device: what it is, in words.
    NotAFile(&'static str),
    /// It may not or cannot be read: the reason, in words.
    Unreadable(String),
    /// It is larger than the limit of its kind.
    TooLarge,
    /// It is not UTF-8 text: the position of the first invalid byte.
    NotText {
        /// The line, from 1.
        line: usize,
        /// The column, in characters, from 1.
        column: usize,
        /// What the file may be instead, in words.
        kind: &'static str,
    },
}

impl ReadFault {
    /// A message in one line, starting with the file.
    pub fn message(&self, path: &Path, kind: &FileKind) -> String {
        let path = printable(&path.to_string_lossy());
        match self {
            Self::NotText { line, column, .. } => {
                format!("{path}:{line}:{column}: {}", self.reason(kind))
            }
            _ => format!("{path}: {}", self.reason(kind)),
        }
    }

    /// The same without the file.
    pub fn reason(&self, kind: &FileKind) -> String {
        let FileKind { noun, most_bytes } = kind;
        match self {
            Self::NotFound => format!("no such {noun}"),
            Self::NotAFile(found) => format!("{found}, not a {noun}"),
            Self::Unreadable(reason) => format!("it cannot be read: {reason}"),
            Self::TooLarge => format!("too large; a {noun} has at most {most_bytes} bytes"),
            Self::NotText { kind, .. } => format!("{kind}; a {noun} is UTF-8 text"),
        }
    }
}

impl From<io::Error> for ReadFault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound => Self::NotFound,
            ErrorKind::NotADirectory => {
                Self::Unreadable("a part of its path is not a directory".to_owned())
            }
            ErrorKind::PermissionDenied => Self::Unreadable("no permission".to_owned()),
            // A file of the kernel that has nothing to read now.
            ErrorKind::WouldBlock => Self::NotAFile(NO_REGULAR_FILE),
            _ => Self::Unreadable(printable(&error.to_string())),
        }
    }
}

const NO_REGULAR_FILE: &str = "a pipe, a socket or a device";

/// Opens a regular file for reading.
///
/// # Errors
/// When it does not exist, is not a regular file, or may not be read.
pub fn open(path: &Path) -> Result<File, ReadFault> {
    // Checked before opening, because opening a device may already have effects.
    check_regular(&fs::metadata(path)?)?;
    open_checked(path, OFlags::empty())
}

/// Like [`open`], but refuses a symbolic link.
///
/// # Errors
/// As [`open`].
pub fn open_no_link(path: &Path) -> Result<File, ReadFault> {
    check_regular(&fs::symlink_metadata(path)?)?;
    open_checked(path, OFlags::NOFOLLOW)
}

fn open_checked(path: &Path, further: OFlags) -> Result<File, ReadFault> {
    // It may have become a pipe since; then this does not block until a writer comes.
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC | further;
    let opened = retry_on_intr(|| rustix::fs::open(path, flags, Mode::empty()));
    let file = File::from(opened.map_err(io::Error::from)?);
    check_regular(&file.metadata()?)?;
    Ok(file)
}

fn check_regular(found: &Metadata) -> Result<(), ReadFault> {
    match () {
        () if found.is_file() => Ok(()),
        () if found.is_dir() => Err(ReadFault::NotAFile("a directory")),
        () if found.is_symlink() => Err(ReadFault::NotAFile("a symbolic link")),
        () => Err(ReadFault::NotAFile(NO_REGULAR_FILE)),
    }
}

/// The text of a file of this kind.
///
/// # Errors
/// As [`open`]; also when it is larger than its kind allows, or not UTF-8.
pub fn read_text(path: &Path, kind: &FileKind) -> Result<String, ReadFault> {
    text_of(open(path)?, kind)
}

/// The text of an open file of this kind.
///
/// # Errors
/// When it is larger than its kind allows, or not UTF-8.
pub fn text_of(file: File, kind: &FileKind) -> Result<String, ReadFault> {
    let most = u64::try_from(kind.most_bytes).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() > kind.most_bytes {
        return Err(ReadFault::TooLarge);
    }
    text(bytes)
}

fn text(bytes: Vec<u8>) -> Result<String, ReadFault> {
    let is_utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let zero = bytes.iter().position(|&byte| byte == 0);
    let (at, bytes) = match (String::from_utf8(bytes), zero) {
        (Ok(text), None) => return Ok(text),
        (Ok(text), Some(zero)) => (zero, text.into_bytes()),
        (Err(error), zero) => {
            let at = error.utf8_error().valid_up_to();
            (zero.map_or(at, |zero| zero.min(at)), error.into_bytes())
        }
    };
    let before = String::from_utf8_lossy(&bytes[..at]);
    let line_text = before.rsplit('\n').next().unwrap_or_default();
    let kind = match bytes.get(at) {
        _ if is_utf16 => "UTF-16 text",
        Some(0) => "a binary file",
        _ => "a byte that is not UTF-8",
    };
    Err(ReadFault::NotText {
        line: before.matches('\n').count() + 1,
        column: line_text.chars().count() + 1,
        kind,
    })
}
