//! A scene in the picker: its source, its content, and the text that searches
//! match.

use super::KeyMap;
use hitscan_core::scene::{GalleryGroup, Scene, Source, printable};

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
    /// Name, title, note and sources in lower case, for searches.
    searched: [String; 4],
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
        let sources = scene.as_ref().map(sources).unwrap_or_default();
        let searched = [&name, title, in_note, &sources].map(str::to_lowercase);
        Self { source, target, name, scene, searched, note }
    }

    pub(in crate::app) fn built_in((name, text): &(&str, &str), keys: &KeyMap) -> Self {
        let scene = Scene::parse(text).map_err(|_| "this scene cannot be read".to_owned());
        Self::new(Source::BuiltIn((*name).to_owned()), (*name).to_owned(), scene, keys)
    }

    /// A lesson of a course: its number, id and scene, which has as its title how far it
    /// is, and as its note what it is about.
    pub(in crate::app) fn lesson(number: usize, id: &str, scene: Scene, keys: &KeyMap) -> Self {
        let entry = Self::new(Source::New, id.to_owned(), Ok(scene), keys);
        Self { name: format!("{number:>2} {id}"), ..entry }
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

    /// The headings that it is listed under, one below the other.
    pub(in crate::app) fn headings(&self) -> &'static [&'static str] {
        match (&self.source, &self.scene) {
            (Source::BuiltIn(_), Ok(scene)) => scene.group().headings(),
            // Lessons have an order of their own.
            (Source::New, _) => &[],
            _ => &["in this directory"],
        }
    }

    pub(in crate::app) fn is_file(&self) -> bool {
        matches!(self.source, Source::File(_))
    }

    /// How well it matches words, given in lower case: the whole name before a part of
    /// it, that before a title, a title before a note, and a note before the sources.
    /// The least is best; `None` if a word is missing.
    pub(in crate::app) fn rank(&self, words: &str) -> Option<usize> {
        let found = |word: &str| self.searched.iter().position(|text| text.contains(word));
        let rank_of = |word: &str| {
            if self.searched[0] == word { Some(0) } else { found(word).map(|at| at + 1) }
        };
        let ranks: Option<Vec<_>> = words.split_whitespace().map(rank_of).collect();
        Some(ranks?.into_iter().max().unwrap_or_default())
    }
}

/// Where a scene comes from, in words to search for: its source, the English title of
/// its article, and the ids and functions of the methods that it is about.
fn sources(scene: &Scene) -> String {
    let mut words = vec![scene.source.as_str()];
    if let GalleryGroup::Article(_) = scene.group() {
        words.push(scene.group().english());
    }
    for method in scene.methods() {
        words.push(method.id());
        words.extend(method.source().and_then(|source| source.function));
    }
    words.join(" ")
}
