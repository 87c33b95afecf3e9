//! Reading and writing scenes, and the gallery of built-in scenes.
//!
//! People write scene files by hand, in TOML. [`Scene::parse`] reports every fault with its
//! position; [`update_toml`] writes a scene over its old text and keeps comments and order. Numbers
//! are parsed from the text, never through a binary float.
//!
//! Not here: the world made from a scene ([`crate::world`]), and files.

mod difference;
mod expect;
mod fault;
mod gallery;
mod game;
mod opening;
pub mod read;
mod rounding;
mod size;
mod source;
mod update;
mod write;

use std::collections::BTreeMap;

use crate::world::{Crowd, Name, Object, Settings};

pub use difference::differences;
pub use expect::{Expect, ExpectSubject, ExpectedTime, SweptOutcome, relations_of};
pub use fault::{Fault, excerpt, is_forbidden, printable};
pub use gallery::{GalleryGroup, OPENING, builtin, gallery};
pub use game::{EndCondition, GameEnds};
pub use opening::{Opening, OpeningEdit, Overlay, PanelView, View};
pub use rounding::Rounding;
pub use size::{crowd_bytes, expect_bytes, object_bytes};
pub use source::SceneSource;
pub use update::update_toml;

/// The contents of a scene file: objects in scene order, which is the order of their
/// tables, and expectations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The title: one line in any script, without control characters.
    pub title: String,
    /// What to try: one line in any script, without control characters.
    pub note: String,
    /// Where it comes from: one line in any script, without control characters.
    pub source: String,
    /// What is selected, shown and in view when the scene opens.
    pub opening: Opening,
    /// The conditions that win and lose, if it is a game.
    pub game_ends: GameEnds,
    /// The settings of the world.
    pub settings: Settings,
    /// In scene order, with unique names.
    pub objects: Vec<Object>,
    /// The crowds whose objects are all among `objects`, consecutive and unchanged.
    pub crowds: Vec<Crowd>,
    /// What `hitscan check` checks.
    pub expects: Vec<Expect>,
}

/// How to read a scene.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions<'n> {
    /// Whether to round its numbers, and what has been rounded.
    pub rounding: Rounding,
    /// The user's own methods that expectations may name; `None` for any.
    pub own_methods: Option<&'n [Name]>,
}

/// Anything with its own table in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Declaration<'a> {
    Object(&'a Object),
    Crowd(&'a Crowd),
}

impl Scene {
    /// Parses the text of a scene file.
    ///
    /// # Errors
    /// Every fault, at least one, in the order of the file.
    pub fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        Self::parse_as(text, &mut ReadOptions::default())
    }

    /// [`Scene::parse`] with options.
    ///
    /// # Errors
    /// As [`Scene::parse`].
    pub fn parse_as(text: &str, reading: &mut ReadOptions<'_>) -> Result<Self, Vec<Fault>> {
        read::scene(text, reading)
    }

    /// Everything with its own table: objects, and crowds in place of their objects.
    fn declarations(&self) -> Vec<Declaration<'_>> {
        let mut starts: BTreeMap<usize, &Crowd> = BTreeMap::new();
        for crowd in &self.crowds {
            let first = self.objects.iter().position(|object| crowd.begins_with(object));
            starts.extend(first.map(|first| (first, crowd)));
        }
        let (mut items, mut place) = (Vec::new(), 0);
        while let Some(object) = self.objects.get(place) {
            if let Some(crowd) = starts.get(&place) {
                items.push(Declaration::Crowd(crowd));
                place += crowd.count as usize;
            } else {
                items.push(Declaration::Object(object));
                place += 1;
            }
        }
        items
    }
}
