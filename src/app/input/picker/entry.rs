//! A scene in the picker: its source, its content, and the text that a search matches.

use std::path::Path;

use super::KeyMap;
use hitscan_core::lab::LessonState;
use hitscan_core::scene::{GalleryGroup, Scene, SceneSource, printable};
use hitscan_core::words::found_in;
use hitscan_core::world::ObjectKind;

/// The extension of scene files.
const SCENE_ENDING: &str = "toml";

/// A scene file in the directory where the program was started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneFile {
    /// The name to open it by.
    pub name: String,
    /// Its scene, or why it cannot be shown.
    pub scene: Result<Scene, String>,
}

/// The kind of a picker entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Empty,
    File,
    BuiltIn,
    /// A scene file whose name was typed.
    Typed,
    /// A file with another extension whose name was typed.
    TypedOther,
    Lesson,
}

/// A scene that can be opened.
#[derive(Clone, Debug)]
pub struct Entry {
    kind: Kind,
    pub(in crate::app) source: SceneSource,
    /// The name to open it by.
    pub(in crate::app) target: String,
    /// The same name, printable.
    name: String,
    pub(in crate::app) scene: Result<Scene, String>,
    /// Name, title, note and sources in lower case, for the search.
    searched: [String; 4],
    /// What to try, with the current keys, or why the scene cannot be shown.
    note: String,
    /// The state of a lesson.
    lesson: Option<LessonEntry>,
}

/// The state of a lesson that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonEntry {
    /// Why it may not be opened, if it is closed.
    pub closed: Option<String>,
    /// Its number, from 1.
    pub number: usize,
    /// Whether it is new, begun or done.
    pub state: LessonState,
    /// The points reached, and the most points.
    pub points: [u32; 2],
    /// The next step, from 1, and how many there are.
    pub step: [usize; 2],
    /// The titles of the articles it is about.
    pub sources: String,
}

impl Entry {
    fn new(
        kind: Kind,
        source: SceneSource,
        target: String,
        scene: Result<Scene, String>,
        keys: &KeyMap,
    ) -> Self {
        let name = printable(&target);
        let title = scene.as_ref().map_or("", |scene| scene.title.shown());
        let note = match &scene {
            Ok(scene) => keys.filled(scene.note.shown()),
            Err(why) => why.clone(),
        };
        let in_note = if scene.is_ok() { note.as_str() } else { "" };
        let sources = scene.as_ref().map(sources).unwrap_or_default();
        let searched = [&name, title, in_note, &sources].map(str::to_lowercase);
        Self { kind, source, target, name, scene, searched, note, lesson: None }
    }

    /// An empty scene; its title and note say what the entry is.
    fn about(kind: Kind, source: SceneSource, target: &str, [title, note]: [&str; 2]) -> Self {
        let scene = Scene { title: title.into(), note: note.into(), ..Scene::default() };
        Self::new(kind, source, target.to_owned(), Ok(scene), &KeyMap::default())
    }

    /// A new, empty scene without a file.
    pub(in crate::app) fn empty() -> Self {
        let words = [
            "nothing in it",
            "Begins an empty scene. Type the name of a new file, like lab.toml, to begin one \
             that is saved there.",
        ];
        let new = Self::about(Kind::Empty, SceneSource::New, "new", words);
        Self { name: "empty".to_owned(), ..new }
    }

    /// The file with this name, if the name is complete: with an extension or a directory.
    pub(in crate::app) fn typed(name: &str) -> Option<Self> {
        let path = Path::new(name);
        let ending = path.extension()?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if ending.is_empty() || name.contains(char::is_whitespace) {
            return None;
        }
        let words = match folder {
            Some(_) => [
                "this file, or a new one",
                "Opens this file. If there is none, an empty scene begins that is saved to it.",
            ],
            None if ending == SCENE_ENDING => [
                "a new file",
                "There is no such file here yet. Begins an empty scene that is saved to it.",
            ],
            None => ["this file", "Opens this file, if there is one."],
        };
        let kind = if ending == SCENE_ENDING { Kind::Typed } else { Kind::TypedOther };
        Some(Self::about(kind, SceneSource::File(name.into()), name, words))
    }

    /// The new file that a word stands for if nothing else matches: `lab.toml` for `lab`.
    pub(in crate::app) fn new_file(word: &str) -> Option<Self> {
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        let is_name = !word.is_empty() && word.chars().all(is_plain);
        is_name.then(|| Self::typed(&format!("{word}.{SCENE_ENDING}"))).flatten()
    }

    pub(in crate::app) fn built_in((name, text): &(&str, &str), keys: &KeyMap) -> Self {
        let scene = Scene::parse(text).map_err(|_| "this scene cannot be read".to_owned());
        let source = SceneSource::BuiltIn((*name).to_owned());
        Self::new(Kind::BuiltIn, source, (*name).to_owned(), scene, keys)
    }

    /// A lesson: its id and title, its scene, whose note says what the lesson is about, and its
    /// state.
    pub(in crate::app) fn lesson(
        [id, title]: [&str; 2],
        scene: Scene,
        state: LessonEntry,
        keys: &KeyMap,
    ) -> Self {
        let entry = Self::new(Kind::Lesson, SceneSource::New, title.to_owned(), Ok(scene), keys);
        let [.., sources] = &entry.searched;
        let sources = format!("{sources} {id}");
        let [name, title, note, _] = entry.searched.clone();
        Self {
            target: id.to_owned(),
            searched: [name, title, note, sources],
            lesson: Some(state),
            ..entry
        }
    }

    /// The line that opens it; for a lesson, the line that begins it.
    pub fn line(&self) -> String {
        match self.kind {
            Kind::Lesson => format!("learn {}", self.target),
            Kind::Empty => "new".to_owned(),
            _ => format!("open {}", self.target),
        }
    }

    /// The state of the lesson, if the entry is one.
    pub const fn as_lesson(&self) -> Option<&LessonEntry> {
        self.lesson.as_ref()
    }

    pub(in crate::app) fn file(SceneFile { name, scene }: SceneFile, keys: &KeyMap) -> Self {
        Self::new(Kind::File, SceneSource::File(name.clone().into()), name, scene, keys)
    }

    /// The name to open it by, printable.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its title; empty if unknown.
    pub fn title(&self) -> &str {
        self.scene.as_ref().map_or("", |scene| scene.title.shown())
    }

    /// What to try, or why the scene cannot be shown.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Whether it can be opened.
    pub const fn is_readable(&self) -> bool {
        self.scene.is_ok()
    }

    /// What it is listed under.
    pub(in crate::app) fn group(&self) -> &'static str {
        match (self.kind, &self.scene) {
            (Kind::BuiltIn, Ok(scene)) => scene.group().english(),
            (Kind::Lesson, _) => "Lessons",
            (Kind::Empty, _) => "new",
            _ => "in this directory",
        }
    }

    /// What the scene contains; empty if its note says what it is.
    pub fn contents(&self) -> String {
        match (self.kind, &self.scene) {
            (Kind::BuiltIn | Kind::File, Ok(scene)) => contents(scene),
            _ => String::new(),
        }
    }

    /// The title of the article that the scene comes from, as its author wrote it; empty without an
    /// article.
    pub fn source_titles(&self) -> [&'static str; 2] {
        match self.scene.as_ref().map(Scene::group) {
            Ok(group @ GalleryGroup::Article(article)) => [article.title(), group.english()],
            _ => ["", ""],
        }
    }

    pub(in crate::app) fn is_file(&self) -> bool {
        self.kind == Kind::File
    }

    pub(in crate::app) fn is_built_in(&self) -> bool {
        self.kind == Kind::BuiltIn
    }

    pub(in crate::app) fn is_typed(&self) -> bool {
        matches!(self.kind, Kind::Typed | Kind::TypedOther)
    }

    pub(in crate::app) fn is_empty_scene(&self) -> bool {
        self.kind == Kind::Empty
    }

    /// How well it matches words, given in lower case: the whole name first, then a whole word
    /// before a part of one; of these the name before a title, a title before a note, and a note
    /// before the sources. Lessons also match the name of their group, last of all. The lowest rank is best; `None` if a word is missing.
    pub(in crate::app) fn rank(&self, words: &str) -> Option<usize> {
        // Someone may search notes for `1.5`, and a new file is what nothing else is.
        if self.kind == Kind::TypedOther || self.kind == Kind::Typed && self.name != words {
            return Some(usize::MAX);
        }
        let count = self.searched.len();
        let found = |word: &str| {
            let fits = self.searched.iter().enumerate();
            let fits = fits.filter_map(|(at, text)| Some(at + found_in(text, word)? * count));
            fits.min().or_else(|| self.is_in_group(word).then_some(2 * count))
        };
        let rank_of = |word: &str| {
            if self.searched[0] == word { Some(0) } else { found(word).map(|at| at + 1) }
        };
        let ranks: Option<Vec<_>> = words.split_whitespace().map(rank_of).collect();
        Some(ranks?.into_iter().max().unwrap_or_default())
    }

    /// Whether it is a lesson, and a lower-case word begins the name of the lessons' group.
    fn is_in_group(&self, word: &str) -> bool {
        const FEWEST_LETTERS: usize = 3;
        self.kind == Kind::Lesson
            && word.chars().count() >= FEWEST_LETTERS
            && self.group().to_lowercase().starts_with(word)
    }
}

/// How many objects of each kind a scene has: `2 boxes, 1 laser`.
fn contents(scene: &Scene) -> String {
    let kinds = [
        (ObjectKind::Box, ["box", "boxes"]),
        (ObjectKind::Laser, ["laser", "lasers"]),
        (ObjectKind::Polygon, ["polygon", "polygons"]),
        (ObjectKind::Point, ["point", "points"]),
    ];
    let parts = kinds.iter().filter_map(|(kind, [one, many])| {
        match scene.objects.iter().filter(|object| object.kind() == *kind).count() {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {many}")),
        }
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// Where a scene comes from, in words to search for: its source, the English title of its article,
/// and the ids and functions of its methods.
fn sources(scene: &Scene) -> String {
    let mut words = vec![scene.source.as_str()];
    if let GalleryGroup::Article(article) = scene.group() {
        words.push(scene.group().english());
        words.extend(article.variables.iter().chain(article.ideas));
    }
    for method in scene.methods() {
        words.push(method.id());
        let functions = method.source().map_or(&[][..], |source| source.functions);
        words.extend(functions.iter().map(|(name, _)| *name));
    }
    words.extend(scene.title.in_all().chain(scene.search.iter().map(String::as_str)));
    words.join(" ")
}
