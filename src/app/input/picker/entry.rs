//! A scene in the picker: its source, its content, and the text that searches
//! match.

use super::KeyMap;
use hitscan_core::scene::{Scene, Source, gallery_groups, printable};

/// A scene file in the directory that the program was started in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneFile {
    /// The name to open it by.
    pub name: String,
    /// Its scene, or why it cannot be shown.
    pub scene: Result<Scene, String>,
}

/// A scene that can be opened.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(in crate::app) source: Source,
    /// The name to open it by.
    pub(in crate::app) target: String,
    /// The same, printable.
    name: String,
    pub(in crate::app) scene: Result<Scene, String>,
    /// Name, title and note in lower case, for searches.
    searched: [String; 3],
    /// What to try, with the keys of now, or why it cannot be shown.
    note: String,
}

impl Entry {
    fn new(source: Source, target: String, scene: Result<Scene, String>, keys: &KeyMap) -> Self {
        let name = printable(&target);
        let title = scene.as_ref().map_or("", |scene| &scene.title);
        let note = match &scene {
            Ok(scene) => keys.filled(&scene.note),
            Err(why) => why.clone(),
        };
        let in_note = if scene.is_ok() { note.as_str() } else { "" };
        let searched = [&name, title, in_note].map(str::to_lowercase);
        Self { source, target, name, scene, searched, note }
    }

    pub(in crate::app) fn built_in((name, text): &(&str, &str), keys: &KeyMap) -> Self {
        let scene = Scene::parse(text).map_err(|_| "this scene cannot be read".to_owned());
        Self::new(Source::BuiltIn((*name).to_owned()), (*name).to_owned(), scene, keys)
    }

    pub(in crate::app) fn file(SceneFile { name, scene }: SceneFile, keys: &KeyMap) -> Self {
        Self::new(Source::File(name.clone().into()), name, scene, keys)
    }

    /// The name to open it by, printable.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its title; empty if unknown.
    #[must_use]
    pub fn title(&self) -> &str {
        self.scene.as_ref().map_or("", |scene| &scene.title)
    }

    /// What to try, or why it cannot be shown.
    #[must_use]
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Whether it can be opened.
    #[must_use]
    pub const fn is_readable(&self) -> bool {
        self.scene.is_ok()
    }

    /// The heading of the group of built-in scenes that begins with this one.
    pub(in crate::app) fn begins(&self) -> Option<&'static str> {
        let group = gallery_groups().iter().find(|group| group.first == self.target);
        group.filter(|_| !self.is_file()).map(|group| group.title)
    }

    pub(in crate::app) fn is_file(&self) -> bool {
        matches!(self.source, Source::File(_))
    }

    /// How well it matches words, given in lower case: a name before a title,
    /// and a title before a note. The least is best; `None` if a word is missing.
    pub(in crate::app) fn rank(&self, words: &str) -> Option<usize> {
        let of = |word: &str| self.searched.iter().position(|text| text.contains(word));
        let ranks: Option<Vec<_>> = words.split_whitespace().map(of).collect();
        Some(ranks?.into_iter().max().unwrap_or_default())
    }
}
