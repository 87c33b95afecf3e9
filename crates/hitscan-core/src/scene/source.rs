//! Where a scene came from.

use std::path::PathBuf;

/// Where a scene came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SceneSource {
    /// Nowhere: it started empty.
    New,
    /// The built-in scene with this name.
    BuiltIn(String),
    /// The file at this path.
    File(PathBuf),
}
