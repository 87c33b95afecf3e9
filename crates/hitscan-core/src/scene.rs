//! Reading and writing scenes, and the gallery of built-in scenes.
//!
//! People write scene files by hand, in TOML. [`Scene::parse`] reports every fault with its
//! position; [`update_toml`] writes a scene over its old text and keeps comments and order. Numbers
//! are parsed from the text, never through a binary float.
//!
//! | files | contents |
//! | --- | --- |
//! | `gallery` | the built-in scenes |
//! | `update` | writes a scene over its old text |
//! | `read` | from text to a scene, with every fault |
//! | `write` | from a scene to text |
//! | `difference` | the differences between two scenes |
//! | `expect` `opening` `note` | what a scene expects; how it opens; what it says about itself |
//! | `rounding` | numbers that are too fine |
//!
//! Calls go down this list: `update` and `read` write values as `write` does.
//!
//! Not here: the world made from a scene ([`crate::world`]), and files.

mod difference;
mod expect;
mod gallery;
mod note;
mod opening;
pub mod read;
mod rounding;
mod update;
mod write;

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use crate::world::{Crowd, Name, Object, Settings};

pub use difference::differences;
pub use expect::{Expect, ExpectSubject, ExpectedTime, SweptOutcome, relations_of};
pub use gallery::{GalleryGroup, OPENING, builtin, gallery};
pub use note::{NoteStep, SceneText, StepKey};
pub use opening::{EndCondition, GameEnds, Opening, OpeningEdit, Overlay, PanelView, View};
pub use rounding::Rounding;
pub use update::update_toml;
pub use write::{crowd_bytes, expect_bytes, object_bytes};

/// The contents of a scene file: objects in scene order, which is the order of their
/// tables, and expectations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The title: in each language one line in any script, without control characters.
    pub title: SceneText,
    /// What the scene is about: in each language one line in any script, without control
    /// characters.
    pub note: SceneText,
    /// What to do one after another, and what is seen then.
    pub steps: Vec<NoteStep>,
    /// Words that the scene is found by, besides its title.
    pub search: Vec<String>,
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

// Faults of a scene file: where, what was found, what would be right. Also makes foreign text
// safe to print.

/// One fault of a scene file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters, from 1.
    pub column: usize,
    /// The offending text: printable, and truncated if long.
    pub found: String,
    /// What is wrong, or what would be right.
    pub message: String,
}

/// `12:8: speed "fast": a whole number of frames a second, 1 to 240`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}: {}", self.line, self.column, self.found, self.message)
    }
}

/// Whether a character could affect the terminal outside its cell: control characters, line
/// separators, byte order marks, and anything that changes the direction of text. Scenes may not
/// contain them, and none is ever printed raw.
pub fn is_forbidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Escapes everything that a terminal might act on.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_forbidden(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// The text as a fault shows it: printable, and truncated to 40 characters.
pub fn excerpt(text: &str) -> String {
    const MOST_CHARACTERS: usize = 40;
    match text.char_indices().nth(MOST_CHARACTERS) {
        None => printable(text),
        Some((cut, _)) => printable(&text[..cut]) + "...",
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_acts_on_is_shown_raw() {
        assert_eq!(printable("a\u{1b}[31m\tb\u{202e}c"), "a\\u{1b}[31m\\tb\\u{202e}c");
        assert_eq!(printable("箱 é ✓"), "箱 é ✓");
        let all = (char::MIN..=char::MAX).filter(|&c| is_forbidden(c)).collect::<String>();
        assert!(printable(&all).is_ascii() && !printable(&all).contains(char::is_control));
    }

    #[test]
    fn long_text_is_cut_by_characters() {
        assert_eq!(excerpt(&"é".repeat(41)), "é".repeat(40) + "...");
        assert_eq!(excerpt(&"é".repeat(40)), "é".repeat(40));
    }
}
