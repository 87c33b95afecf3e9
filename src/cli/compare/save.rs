//! Saving examples as scene files, never over a file that exists.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::example_scene::ExampleScene;
use super::report::{Example, Report};
use crate::host::files::{self, reason_not_written};
use hitscan_core::scene::{Scene, printable};

/// A scene file and what happened to it.
#[derive(Debug)]
pub struct Saved {
    /// The file.
    pub path: PathBuf,
    /// What happened to it.
    pub state: State,
}

/// What happened to a scene file.
#[derive(Debug)]
pub enum State {
    /// It was written.
    New,
    /// It existed with the same text.
    Same,
    /// Another file has that name, and was kept.
    Other,
    /// It cannot be written.
    Failed(io::Error),
}

impl Saved {
    /// Whether the file now holds the scene.
    #[must_use]
    pub const fn is_there(&self) -> bool {
        matches!(self.state, State::New | State::Same)
    }
}

/// One line.
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

impl Example {
    /// The example as a scene.
    #[must_use]
    pub fn scene(&self) -> Scene {
        ExampleScene::of(self).scene()
    }
}

/// Writes each example of a report to its own file, named after its id.
#[must_use]
pub fn save(report: &Report, directory: &Path) -> Vec<Saved> {
    report.examples.iter().map(|each| save_one(directory, &each.id(), &each.scene())).collect()
}

/// Writes a scene to a file with this name and the ending of scenes.
pub(in crate::cli) fn save_one(directory: &Path, name: &str, scene: &Scene) -> Saved {
    let path = directory.join(format!("{name}.toml"));
    let text = scene.to_toml();
    let state = match files::write_new(&path, text.as_bytes()) {
        Ok(()) => State::New,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => compare(&path, &text),
        Err(error) => State::Failed(error),
    };
    Saved { path, state }
}

/// Compares with the file that exists. One that cannot be read is another.
fn compare(path: &Path, text: &str) -> State {
    match files::read_text(path, &files::SCENE) {
        Ok(found) if found == text => State::Same,
        Ok(_) | Err(_) => State::Other,
    }
}
