//! Saves examples as scene files, without ever overwriting an existing file.

use std::fmt;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::example_scene::ExampleScene;
use super::report::CompareExample;
use crate::cli::CliError;
use crate::host::files::{self, reason_not_written};
use hitscan_core::scene::{Scene, printable};

/// A scene file and the result of saving it.
#[derive(Debug)]
struct Saved {
    /// The file.
    path: PathBuf,
    /// The result.
    state: State,
}

/// The result of saving a scene file.
#[derive(Debug)]
enum State {
    /// It was written.
    New,
    /// It existed with the same text.
    Same,
    /// Another file with that name exists, and was left alone.
    Other,
    /// It cannot be written.
    Failed(io::Error),
}

impl Saved {
    /// Whether the file now has the scene.
    const fn is_there(&self) -> bool {
        matches!(self.state, State::New | State::Same)
    }
}

/// A one-line report.
impl fmt::Display for Saved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = printable(&self.path.to_string_lossy());
        match &self.state {
            State::New => write!(f, "saved {path}"),
            State::Same => write!(f, "{path} exists already, unchanged"),
            State::Other => write!(
                f,
                "{path}: not saved: a different file has that name; \
                 move it away or save to another directory"
            ),
            State::Failed(error) => {
                write!(f, "{path}: not saved: {}", reason_not_written(error))
            }
        }
    }
}

impl CompareExample {
    /// The example as a scene.
    #[must_use]
    pub fn scene(&self) -> Scene {
        ExampleScene::of(self).scene()
    }
}

/// The result of saving the scenes of examples.
#[derive(Debug, Default)]
pub(in crate::cli) struct SavedScenes {
    /// The first file that has its scene.
    pub(in crate::cli) first: Option<PathBuf>,
    /// Whether a file does not have its scene.
    pub(in crate::cli) is_one_missing: bool,
}

/// Writes scenes to a directory, each to a file with its name; reports the files that exist now to
/// `output`, and failures to `errors`.
///
/// # Errors
/// When reporting fails.
pub(in crate::cli) fn save_all(
    directory: &Path,
    scenes: impl Iterator<Item = (String, Scene)>,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<SavedScenes> {
    let mut all = SavedScenes::default();
    for (name, scene) in scenes {
        let saved = saved(directory, &name, &scene);
        if saved.is_there() {
            writeln!(output, "{saved}")?;
            all.first.get_or_insert(saved.path);
        } else {
            writeln!(errors, "hitscan: {saved}")?;
            all.is_one_missing = true;
        }
    }
    Ok(all)
}

/// Creates the directory for examples.
///
/// # Errors
/// Why it cannot be created.
pub(in crate::cli) fn create_directory(directory: &Path) -> Result<(), CliError> {
    fs::create_dir_all(directory).map_err(|error| {
        let directory = printable(&directory.to_string_lossy());
        let reason = printable(&error.to_string());
        CliError::other(format_args!("{directory}: cannot be created: {reason}"))
    })
}

/// Writes a scene to a file with this name and the extension of scenes.
fn saved(directory: &Path, name: &str, scene: &Scene) -> Saved {
    let path = directory.join(format!("{name}.toml"));
    let text = scene.to_toml();
    let state = match files::write_new(&path, text.as_bytes()) {
        Ok(()) => State::New,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => compare(&path, &text),
        Err(error) => State::Failed(error),
    };
    Saved { path, state }
}

/// Compares with the existing file. One that cannot be read counts as different.
fn compare(path: &Path, text: &str) -> State {
    match files::read_text(path, &files::SCENE) {
        Ok(found) if found == text => State::Same,
        Ok(_) | Err(_) => State::Other,
    }
}
