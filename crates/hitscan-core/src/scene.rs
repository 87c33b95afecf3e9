//! Scene text in and out, and the gallery of built-in scenes.
//!
//! People write scene files by hand, in TOML. [`Scene::parse`] reports every
//! fault with its place; [`update_toml`] writes a scene over its old text and
//! keeps comments and order. Numbers are read from the text, never through a
//! binary float.
//!
//! What does not live here: the world made of a scene ([`crate::world`]), and
//! files.

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
pub use source::Source;
pub use update::update_toml;

/// What a scene file holds: objects in scene order, which is the order of their
/// tables, and expectations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The title: one line in any script, without control characters.
    pub title: String,
    /// What to try: one line in any script, without control characters.
    pub note: String,
    /// Where it comes from: one line in any script, without control characters.
    pub source: String,
    /// What is selected, shown and in view when it opens.
    pub opening: Opening,
    /// What wins and what loses, if it is a game.
    pub game_ends: GameEnds,
    /// The settings of the world.
    pub settings: Settings,
    /// In scene order, with unique names.
    pub objects: Vec<Object>,
    /// The crowds of which all objects are among them, one after another and as they
    /// were drawn.
    pub crowds: Vec<Crowd>,
    /// What `hitscan check` checks.
    pub expects: Vec<Expect>,
}

/// How a scene is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions<'n> {
    /// Whether its numbers are rounded, and what was.
    pub rounding: Rounding,
    /// The methods of the user's own that expectations may name; `None` for any.
    pub own_methods: Option<&'n [Name]>,
}

/// What has a table of its own in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Declaration<'a> {
    Object(&'a Object),
    Crowd(&'a Crowd),
}

impl Scene {
    /// Reads the text of a scene file.
    ///
    /// # Errors
    /// Every fault, at least one, in the order of the file.
    pub fn parse(text: &str) -> Result<Self, Vec<Fault>> {
        Self::parse_as(text, &mut ReadOptions::default())
    }

    /// The same, read as it is said.
    ///
    /// # Errors
    /// As [`Scene::parse`].
    pub fn parse_as(text: &str, reading: &mut ReadOptions<'_>) -> Result<Self, Vec<Fault>> {
        read::scene(text, reading)
    }

    /// What has a table of its own: objects, and crowds in the place of theirs.
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
