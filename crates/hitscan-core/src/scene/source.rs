//! Where a scene came from.

use std::path::PathBuf;

/// Where a scene came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Nowhere: it began empty.
    New,
    /// The built-in scene of that name.
    BuiltIn(String),
    /// The file at that path.
    File(PathBuf),
}
