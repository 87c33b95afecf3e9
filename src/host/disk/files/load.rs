//! Loads scene files from disk, and finds what `hitscan FILE|NAME` opens.

use std::path::{Path, PathBuf};
use std::{fmt, fs};

use hitscan_core::engine::recording::recorded;
use hitscan_core::scene::{Fault, ReadOptions, Rounding, Scene, SceneSource, gallery, printable};
use hitscan_core::words::nearest;

use super::read::{ReadFault, SCENE, read_text};

/// What to say about any other name where files are on a desk.
pub const PLAIN_NAMES: &str = "here a file has a plain name, such as mine.toml";

/// Why a file could not be loaded: what was asked for, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    /// The file or the name as the user gave it; not safe to print raw.
    pub target: PathBuf,
    /// The reason.
    pub refusal: Refusal,
}

/// Why a file could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It does not exist; the built-in scene that may be meant.
    NotFound(Option<&'static str>),
    /// The name is not allowed on a desk.
    NotPlain,
    /// It does not exist, and neither does its directory.
    NoDirectory,
    /// It cannot be read.
    Unread(ReadFault),
    /// It is a recording or work in lessons: what it is, and which commands read it.
    Recorded([&'static str; 2]),
    /// Its text is not a scene: every fault, at least one.
    Faults(Vec<Fault>),
}

/// One line; for faults one line each, `file.toml:12:8: ...`.
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
            Refusal::NotPlain => write!(f, "{target}: {PLAIN_NAMES}"),
            Refusal::NoDirectory => {
                let folder = self.target.parent().unwrap_or(&self.target).to_string_lossy();
                let folder = printable(&folder);
                write!(f, "{target}: no such file, and no directory {folder} to save it in")
            }
            Refusal::Unread(fault) => f.write_str(&fault.message(&self.target, &SCENE)),
            Refusal::Recorded([found, readers]) => {
                write!(f, "{target}: {found}, not a scene; {readers}")
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
    /// The same in one line: the first of several faults, and how many more there are.
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
/// Why it cannot be loaded; for a text with faults, all of them.
pub fn load(path: &Path) -> Result<Scene, LoadError> {
    load_as(path, &mut ReadOptions::default())
}

/// Like [`load`], with these read options.
fn load_as(path: &Path, reading: &mut ReadOptions<'_>) -> Result<Scene, LoadError> {
    let refused = |refusal| LoadError { target: path.to_owned(), refusal };
    let text = read_text(path, &SCENE).map_err(|fault| {
        refused(match fault {
            ReadFault::NotFound => Refusal::NotFound(built_in_like(path)),
            fault => Refusal::Unread(fault),
        })
    })?;
    parse(&text, reading).map_err(refused)
}

/// Parses the text of a scene file.
///
/// # Errors
/// Why it is not a scene.
pub(in crate::host::disk) fn parse(
    text: &str,
    reading: &mut ReadOptions<'_>,
) -> Result<Scene, Refusal> {
    match recorded(text) {
        Some(recorded) => Err(Refusal::Recorded(recorded)),
        None => Scene::parse_as(text, reading).map_err(Refusal::Faults),
    }
}

/// The file that a name of a scene stands for, to open and to save: the file of exactly this name
/// if there is one, else the name with `.toml` added, unless it has an ending.
pub fn scene_path(name: &Path) -> PathBuf {
    let is_there = || fs::symlink_metadata(name).is_ok_and(|found| !found.is_dir());
    if is_there() { name.to_owned() } else { with_ending(name) }
}

/// A name with `.toml` added, unless it has an ending or is that of a directory.
pub fn with_ending(name: &Path) -> PathBuf {
    let names_a_file = name.file_name().is_some() && !name.to_string_lossy().ends_with('/');
    if !names_a_file || name.extension().is_some() {
        return name.to_owned();
    }
    let mut whole = name.as_os_str().to_owned();
    whole.push(".toml");
    whole.into()
}

/// What `hitscan TARGET` opens: the file of exactly that name if there is one, else the built-in
/// scene of that name, else the file with `.toml` added. (A directory does not hide a scene.)
///
/// # Errors
/// As [`load`]; if there is neither, it names the built-in scene nearest to it.
pub fn find(target: &str) -> Result<(Scene, SceneSource), LoadError> {
    find_as(target, &mut ReadOptions::default())
}

/// Like [`find`], with these read options.
///
/// # Errors
/// As [`find`].
pub fn find_as(
    target: &str,
    reading: &mut ReadOptions<'_>,
) -> Result<(Scene, SceneSource), LoadError> {
    let path = Path::new(target);
    let named = gallery().iter().find(|(name, _)| *name == target);
    match (fs::symlink_metadata(path), named) {
        (Err(_), Some((name, text))) => read_built_in(name, text),
        (Ok(found), Some((name, text))) if found.is_dir() => read_built_in(name, text),
        _ => {
            let found = scene_path(path);
            let loaded = load_as(&found, reading).map_err(|fault| match fault.refusal {
                Refusal::NotFound(_) => LoadError { target: path.to_owned(), ..fault },
                _ => fault,
            });
            loaded.map(|scene| (scene, SceneSource::File(found)))
        }
    }
}

/// The built-in scene of this name.
///
/// # Errors
/// When there is none.
pub fn find_built_in(name: &str) -> Result<(Scene, SceneSource), LoadError> {
    match gallery().iter().find(|(known, _)| *known == name) {
        Some((name, text)) => read_built_in(name, text),
        None => Err(LoadError { target: name.into(), refusal: Refusal::NotFound(None) }),
    }
}

/// What `hitscan TARGET` shows: what [`find`] opens, or an empty scene that will be saved to this
/// new file.
#[derive(Clone, Debug, PartialEq)]
pub enum ShownTarget {
    /// An existing scene.
    Found(Box<Scene>, SceneSource),
    /// A file that does not exist yet, in a directory that does.
    New(PathBuf),
}

/// Finds what `hitscan TARGET` shows. A target that ends in `.toml` or has a directory
/// part names a file, which may be new; a plain word names a built-in scene.
///
/// # Errors
/// As [`find`], and when a new file's directory does not exist.
pub fn find_or_new(target: &str, rounding: &mut Rounding) -> Result<ShownTarget, LoadError> {
    let path = Path::new(target);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let is_named = path.extension().is_some_and(|it| it == "toml") || folder.is_some();
    let names_a_file = is_named && path.file_name().is_some() && !target.ends_with('/');
    let mut reading = ReadOptions { rounding: *rounding, own_methods: None };
    let found = find_as(target, &mut reading);
    *rounding = reading.rounding;
    match found {
        Err(LoadError { refusal: Refusal::NotFound(_), target }) if names_a_file => {
            if folder.is_none_or(Path::is_dir) {
                return Ok(ShownTarget::New(with_ending(&target)));
            }
            Err(LoadError { target, refusal: Refusal::NoDirectory })
        }
        found => found.map(|(scene, source)| ShownTarget::Found(Box::new(scene), source)),
    }
}

fn read_built_in(name: &'static str, text: &str) -> Result<(Scene, SceneSource), LoadError> {
    let refused = |faults| LoadError { target: name.into(), refusal: Refusal::Faults(faults) };
    Scene::parse(text).map(|scene| (scene, SceneSource::BuiltIn(name.to_owned()))).map_err(refused)
}

/// The built-in scene whose name is closest to that of a missing file.
fn built_in_like(path: &Path) -> Option<&'static str> {
    let stem = path.file_stem()?.to_str()?;
    let names = gallery().iter().map(|(name, _)| *name);
    names.clone().find(|name| *name == stem).or_else(|| nearest(stem, names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_may_be_new_but_a_plain_word_may_not() {
        let folder = tempfile::tempdir().expect("there is room");
        let found = |target: &str| find_or_new(target, &mut Rounding::default());
        let inside = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        for (target, new) in [
            (inside("NEW.toml"), inside("NEW.toml")),
            (inside("new"), inside("new.toml")),
            (inside("new.txt"), inside("new.txt")),
            ("not-there-yet.toml".to_owned(), "not-there-yet.toml".to_owned()),
        ] {
            assert_eq!(found(&target), Ok(ShownTarget::New(new.into())));
        }
        let refused = |target: &str| found(target).expect_err("refused").refusal;
        assert_eq!(refused("breakotu"), Refusal::NotFound(Some("breakout")));
        assert_eq!(refused(&inside("missing/NEW.toml")), Refusal::NoDirectory);
        assert_eq!(refused(&inside("missing/")), Refusal::NotFound(None));
        assert!(matches!(found("breakout"), Ok(ShownTarget::Found(..))));
    }

    #[test]
    fn a_name_without_an_ending_finds_the_file_with_it() {
        let folder = tempfile::tempdir().expect("there is room");
        let inside = |name: &str| folder.path().join(name);
        let source = |name: &str| {
            let found = find(&inside(name).to_string_lossy());
            found.map(|(_, source)| source).map_err(|fault| fault.target)
        };
        fs::create_dir(inside("lab1")).expect("there is room");
        assert_eq!(source("lab2"), Err(inside("lab2")), "called as it was typed");
        for name in ["lab1.toml", "lab2.toml", "lab2"] {
            fs::write(inside(name), "").expect("it can be written");
        }
        assert_eq!(source("lab1"), Ok(SceneSource::File(inside("lab1.toml"))));
        assert_eq!(source("lab2"), Ok(SceneSource::File(inside("lab2"))), "its exact name first");
        assert_eq!(source("lab2.toml"), Ok(SceneSource::File(inside("lab2.toml"))));
        for (name, saved) in
            [("lab1", "lab1.toml"), ("lab2", "lab2"), ("a.1", "a.1"), ("new", "new.toml")]
        {
            assert_eq!(scene_path(&inside(name)), inside(saved));
        }
    }
}
