//! Scene files in and out, and the gallery of ready-made scenes.
//!
//! A scene file is TOML that people write by hand. It is read with every fault
//! reported, each with its place ([`Scene::parse`]), and written back with its
//! comments and its order kept ([`update_toml`]). Numbers come from the text of
//! the file, never through a binary float.
//!
//! What does not live here: the world that is made of a scene
//! ([`crate::world`]), and what is done when a file cannot be read or written.

mod difference;
mod expect;
mod fault;
mod gallery;
pub mod read;
mod source;
mod update;
mod write;

use crate::world::{Object, Settings};

pub use difference::differences;
pub use expect::{Expect, ExpectedTime, SweptOutcome};
pub use fault::{Fault, excerpt, is_forbidden, printable};
pub use gallery::{builtin, gallery};
pub use source::Source;
pub use update::update_toml;

/// What a scene file says: the objects in scene order, which is the order of
/// their tables in the file, and what is expected of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// What it is called; one line, in any script, without control characters.
    pub title: String,
    /// What to try; one line, in any script, without control characters.
    pub note: String,
    /// What holds for the whole world.
    pub settings: Settings,
    /// In scene order, with names of their own.
    pub objects: Vec<Object>,
    /// What `hitscan check` must find.
    pub expects: Vec<Expect>,
}

impl Scene {
    /// The largest scene file, in bytes: 1 MiB.
    pub const MAX_BYTES: usize = 1 << 20;

    /// Reads the text of a scene file.
    ///
    /// # Errors
    /// Every fault, in the order of the file; never none.
    pub fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        read::scene(text)
    }
}
