//! Scene files on disk, and what `hitscan FILE|NAME` opens.
//!
//! Only regular files are read, and never more of one than a scene may have: a
//! pipe or a device might never end.

use std::fmt;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use hitscan_core::scene::{Fault, Scene, Source, gallery, printable};
use hitscan_core::words::nearest;

/// Why a file is no scene: what was asked for, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    /// The file or the name, as it was given; not fit to be printed raw.
    pub target: PathBuf,
    /// What is the matter with it.
    pub refusal: Refusal,
}

/// What is the matter with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is none; and the built-in scene that may be meant.
    NotFound(Option<&'static str>),
    /// A directory, a pipe or a device: what it is, in words.
    NotAFile(&'static str),
    /// It may not be read, or cannot be: the reason, in words.
    Unreadable(String),
    /// More than [`Scene::MAX_BYTES`].
    TooLarge,
    /// Bytes that are no text: the place of the first of them.
    NotText {
        /// The line, from 1.
        line: usize,
        /// The column, in characters, from 1.
        column: usize,
        /// What it may be instead, in words.
        kind: &'static str,
    },
    /// Text that is no scene: every fault, at least one.
    Faults(Vec<Fault>),
}

/// One line; of faults one line each, `file.toml:12:8: ...`.
impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let target = printable(&self.target.to_string_lossy());
        match &self.refusal {
            Refusal::NotFound(Some(meant)) => {
                write!(f, "{target}: no such file or built-in scene; did you mean {meant}?")
            }
            Refusal::NotFound(None) => {
                write!(f, "{target}: no such file or built-in scene; hitscan scenes lists those")
            }
            Refusal::NotAFile(kind) => write!(f, "{target}: {kind}, not a scene file"),
            Refusal::Unreadable(reason) => write!(f, "{target}: it cannot be read: {reason}"),
            Refusal::TooLarge => {
                let most = Scene::MAX_BYTES;
                write!(f, "{target}: larger than 1 MiB; a scene file has at most {most} bytes")
            }
            Refusal::NotText { line, column, kind } => {
                write!(f, "{target}:{line}:{column}: {kind}; a scene file is UTF-8 text")
            }
            Refusal::Faults(faults) => {
                for (i, fault) in faults.iter().enumerate() {
                    let newline = if i == 0 { "" } else { "\n" };
                    write!(f, "{newline}{target}:{fault}")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for LoadError {}

impl LoadError {
    /// The same in one line: of many faults the first, and how many more there
    /// are.
    #[must_use]
    pub fn brief(&self) -> String {
        let text = self.to_string();
        let first = text.lines().next().unwrap_or_default();
        match &self.refusal {
            Refusal::Faults(faults) if faults.len() > 1 => {
                format!("{first} (and {} more)", faults.len() - 1)
            }
            _ => first.to_owned(),
        }
    }
}

/// Reads the scene file at `path`.
///
/// # Errors
/// Says why it is none; of a text that is none, every fault.
pub fn load(path: &Path) -> Result<Scene, LoadError> {
    let refused = |refusal| LoadError { target: path.to_owned(), refusal };
    let text = read(path).map_err(refused)?;
    Scene::parse(&text).map_err(|faults| refused(Refusal::Faults(faults)))
}

/// What `hitscan TARGET` opens: the file at that path if there is one, else the
/// built-in scene of that name. (A directory does not hide a built-in scene.)
///
/// # Errors
/// As [`load`]; if there is neither, it names the built-in scene nearest to it.
pub fn find(target: &str) -> Result<(Scene, Source), LoadError> {
    let path = Path::new(target);
    let named = gallery().iter().find(|(name, _)| *name == target);
    match (fs::symlink_metadata(path), named) {
        (Err(_), Some((name, text))) => read_built_in(name, text),
        (Ok(found), Some((name, text))) if found.is_dir() => read_built_in(name, text),
        _ => load(path).map(|scene| (scene, Source::File(path.to_owned()))),
    }
}

fn read_built_in(name: &'static str, text: &str) -> Result<(Scene, Source), LoadError> {
    let refused = |faults| LoadError { target: name.into(), refusal: Refusal::Faults(faults) };
    Scene::parse(text).map(|scene| (scene, Source::BuiltIn(name.to_owned()))).map_err(refused)
}

fn read(path: &Path) -> Result<String, Refusal> {
    let unreadable = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => Refusal::NotFound(built_in_like(path)),
        ErrorKind::PermissionDenied => Refusal::Unreadable("no permission".to_owned()),
        _ => Refusal::Unreadable(printable(&error.to_string())),
    };
    // Asked before opening: to open a pipe already waits for its other end.
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(Refusal::NotAFile("a directory"));
    }
    if !metadata.is_file() {
        return Err(Refusal::NotAFile("a pipe, a socket or a device"));
    }
    let most = u64::try_from(Scene::MAX_BYTES).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() > Scene::MAX_BYTES {
        return Err(Refusal::TooLarge);
    }
    text(bytes)
}

fn text(bytes: Vec<u8>) -> Result<String, Refusal> {
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
    Err(Refusal::NotText {
        line: before.matches('\n').count() + 1,
        column: line_text.chars().count() + 1,
        kind,
    })
}

/// The built-in scene that a missing file's name is near to.
fn built_in_like(path: &Path) -> Option<&'static str> {
    let stem = path.file_stem()?.to_str()?;
    let names = gallery().iter().map(|(name, _)| *name);
    names.clone().find(|name| *name == stem).or_else(|| nearest(stem, names))
}
