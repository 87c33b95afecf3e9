//! The picker of scenes: what it lists, the search, and the chosen scene with its preview.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `entry` | one scene: its source, its content, and the text that a search matches |
//!
//! This file has the list, the search and the preview; it calls `entry`.

mod entry;

use std::path::Path;

use crossterm::event::{KeyCode, KeyModifiers};
use tui_input::InputRequest;

use super::super::{Overlays, Viewport};
use super::text_field::{MAX_FIELD_BYTES, TextField};
use super::{Arrow, KeyMap, KeyPress};
use crate::app::{Layout, PickerLayout};
pub use entry::{Entry, LessonEntry, SceneFile};
use hitscan_core::engine::{Compared, Engine, Pair, Sandbox};
use hitscan_core::lab::CourseStanding;
use hitscan_core::methods::Method;
use hitscan_core::scene::{Scene, SceneSource, gallery};
use hitscan_core::world::tests_of_pair;

/// A row of the list.
#[derive(Clone, Copy, Debug)]
pub enum PickerRow<'a> {
    /// A heading for the scenes below, and how many there are.
    Heading(&'a str, usize),
    /// A scene and its place among the matches, counted from 0.
    Entry(usize, &'a Entry),
}

/// What a picker lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Scenes: built-in ones and files.
    Scenes,
    /// The lessons of a course, and the progress in all of them.
    Lessons(CourseStanding),
}

/// The picker while it is open.
#[derive(Clone, Debug)]
pub struct Picker {
    /// What it lists.
    pub listed: Listed,
    pub(in crate::app) entries: Vec<Entry>,
    /// The indices of the matches.
    found: Vec<usize>,
    /// The chosen match.
    pub(in crate::app) chosen: usize,
    field: TextField,
    pub(in crate::app) preview: Option<Preview>,
}

impl Picker {
    /// A picker of these lessons and of the built-in scenes.
    pub(in crate::app) fn new(lessons: Vec<Entry>, keys: &KeyMap) -> Self {
        let built_in = gallery().iter().map(|scene| Entry::built_in(scene, keys));
        let scenes = [Entry::empty()].into_iter().chain(built_in);
        Self::of(Listed::Scenes, lessons.into_iter().chain(scenes).collect())
    }

    /// Where its parts are on a screen with this layout.
    pub const fn places(&self, layout: &Layout) -> PickerLayout {
        match self.listed {
            Listed::Scenes => layout.picker(),
            Listed::Lessons(_) => layout.lessons(),
        }
    }

    /// Lists these files before the built-in scenes. The chosen scene stays chosen.
    pub(in crate::app) fn list_files(&mut self, files: Vec<Entry>) {
        let chosen = self.chosen().filter(|entry| entry.as_lesson().is_none());
        let (place, chosen) = (self.chosen, chosen.map(|entry| entry.source.clone()));
        self.entries.retain(|entry| !entry.is_file());
        let at = self.entries.iter().position(Entry::is_built_in).unwrap_or(self.entries.len());
        self.entries.splice(at..at, files);
        self.found.clear();
        self.search();
        match chosen.filter(|_| self.query().is_empty()) {
            Some(chosen) => self.choose_source(&chosen),
            // Lessons come before all files.
            None => self.chosen = place.min(self.found.len().saturating_sub(1)),
        }
    }

    /// Replaces the listed lessons by new versions of themselves.
    pub(in crate::app) fn list_lessons(&mut self, lessons: Vec<Entry>) {
        let listed = self.entries.iter_mut().filter(|entry| entry.as_lesson().is_some());
        listed.zip(lessons).for_each(|(entry, lesson)| *entry = lesson);
    }

    /// A picker of these entries.
    pub(in crate::app) fn of(listed: Listed, entries: Vec<Entry>) -> Self {
        let found = (0..entries.len()).collect();
        Self {
            listed,
            entries,
            found,
            chosen: 0,
            field: TextField::new("", MAX_FIELD_BYTES),
            preview: None,
        }
    }

    /// The text searched for.
    pub fn query(&self) -> &str {
        self.field.text()
    }

    /// The position of the cursor in the search text, in characters.
    pub fn cursor(&self) -> usize {
        self.field.cursor()
    }

    /// The scene that would be opened.
    pub fn chosen(&self) -> Option<&Entry> {
        self.found.get(self.chosen).map(|&index| &self.entries[index])
    }

    /// Whether all listed lessons are open.
    pub fn all_are_open(&self) -> bool {
        self.entries.iter().filter_map(Entry::as_lesson).all(|lesson| lesson.closed.is_none())
    }

    /// The place of the chosen scene among the matches, from 1, the number of matches, and the
    /// number of all scenes.
    pub fn counts(&self) -> [usize; 3] {
        let found = self.found.len();
        [(self.chosen + 1).min(found), found, self.entries.len()]
    }

    /// The preview of the chosen scene; `None` if it has none.
    pub const fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }

    /// The visible rows of a list `height` rows high, and which of them is chosen. Pages overlap by
    /// one row.
    pub fn rows(&self, height: usize) -> (Vec<PickerRow<'_>>, Option<usize>) {
        let mut rows = Vec::new();
        let mut chosen = 0;
        let mut group = "";
        // The best matches come first, whatever their group.
        let has_headings = self.listed == Listed::Scenes && self.query().trim().is_empty();
        for (place, &index) in self.found.iter().enumerate() {
            let entry = &self.entries[index];
            if has_headings && entry.group() != group {
                group = entry.group();
                let count = self.groups().filter(|other| *other == group).count();
                rows.push(PickerRow::Heading(group, count));
            }
            if place == self.chosen {
                chosen = rows.len();
            }
            rows.push(PickerRow::Entry(place, entry));
        }
        let top = top_row(chosen, rows.len(), height);
        let seen: Vec<_> = rows.into_iter().skip(top).take(height).collect();
        let chosen = (!self.found.is_empty()).then(|| chosen - top);
        (seen, chosen)
    }

    /// Chooses the lesson with this id.
    pub(in crate::app) fn choose_lesson(&mut self, id: &str) {
        let is_it = |&index: &usize| self.entries[index].target == id;
        self.chosen = self.found.iter().position(is_it).unwrap_or(self.chosen);
    }

    /// Chooses the scene with this source.
    pub(in crate::app) fn choose_source(&mut self, source: &SceneSource) {
        let is_it = |entry: &Entry| match (source, &entry.source) {
            (SceneSource::File(path), SceneSource::File(listed)) => {
                path.strip_prefix(Path::new(".")).unwrap_or(path) == listed
            }
            (one, other) => one == other,
        };
        let is_it = |entry: &Entry| entry.as_lesson().is_none() && is_it(entry);
        if let Some(place) = self.found.iter().position(|&index| is_it(&self.entries[index])) {
            self.chosen = place;
        }
    }

    /// Searches for the text, best match first. The chosen scene stays chosen unless another
    /// matches better.
    pub(in crate::app) fn search(&mut self) {
        let chosen = self.found.get(self.chosen).copied();
        let words = self.query().to_lowercase();
        self.entries.retain(|entry| !entry.is_typed());
        self.entries.extend(self.typed());
        let entries = self.entries.iter().enumerate();
        let ranked = entries.filter_map(|(index, entry)| Some((entry.rank(&words)?, index)));
        let mut ranked: Vec<_> = ranked.collect();
        ranked.sort_unstable();
        let best = ranked.first().map(|(rank, _)| *rank);
        let stays = |(rank, index): &(usize, usize)| Some(*index) == chosen && Some(*rank) == best;
        self.chosen = ranked.iter().position(stays).unwrap_or(0);
        self.found = ranked.into_iter().map(|(_, index)| index).collect();
    }

    /// The unlisted file that the search names: by its full name, or by a plain word.
    fn typed(&self) -> Option<Entry> {
        let name = self.query().trim();
        let typed = Entry::typed(name).or_else(|| Entry::new_file(name));
        let is_new = |typed: &Entry| {
            let mut targets = self.entries.iter().map(|entry| entry.target.as_str());
            !targets.any(|target| target == name || target == typed.target)
        };
        typed.filter(|typed| self.listed == Listed::Scenes && is_new(typed))
    }

    /// The group of each match.
    fn groups(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.found.iter().map(|&index| self.entries[index].group())
    }

    /// Chooses the first scene of the next or previous group; without groups, the next or previous
    /// scene.
    pub(in crate::app) fn go_to_group(&mut self, arrow: Arrow) {
        let groups: Vec<_> = self.groups().collect();
        if !self.query().trim().is_empty() || self.listed != Listed::Scenes {
            return self.go(arrow, 1);
        }
        let is_first = |at: &usize| *at == 0 || groups[*at] != groups[at - 1];
        let mut firsts = (0..groups.len()).filter(is_first);
        let found = match arrow {
            Arrow::Up => {
                let last = (0..groups.len()).rfind(is_first);
                firsts.rfind(|at| *at < self.chosen).or(last)
            }
            _ => firsts.find(|at| *at > self.chosen),
        };
        self.chosen = found.unwrap_or(0);
    }

    pub(in crate::app) fn go(&mut self, arrow: Arrow, by: usize) {
        let last = self.found.len().saturating_sub(1);
        self.chosen = match arrow {
            Arrow::Up => self.chosen.saturating_sub(by),
            _ => self.chosen.saturating_add(by).min(last),
        };
    }

    /// Types into the search; `None` if the key does not type.
    pub(in crate::app) fn edit(&mut self, key: KeyPress) -> Option<Result<(), String>> {
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        let request = match key.code {
            KeyCode::Backspace => InputRequest::DeletePrevChar,
            KeyCode::Delete => InputRequest::DeleteNextChar,
            KeyCode::Left => InputRequest::GoToPrevChar,
            KeyCode::Right => InputRequest::GoToNextChar,
            KeyCode::Char('u') if ctrl => InputRequest::DeleteLine,
            KeyCode::Char('w') if ctrl => InputRequest::DeletePrevWord,
            KeyCode::Char(c) if !ctrl => InputRequest::InsertChar(c),
            _ => return None,
        };
        let before = self.query().to_owned();
        let edited = self.field.edit(request);
        if self.query() != before {
            self.search();
        }
        Some(edited)
    }

    /// Pastes into the search, without control characters.
    pub(in crate::app) fn paste(&mut self, text: &str) -> Result<(), String> {
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        self.field.insert(&text)?;
        self.search();
        Ok(())
    }
}

/// The first visible row, chosen so that the chosen row is visible.
fn top_row(chosen: usize, count: usize, height: usize) -> usize {
    let page = height.saturating_sub(2).max(1);
    (chosen / page * page).saturating_sub(1).min(count.saturating_sub(height))
}

/// A scene as its preview shows it.
#[derive(Clone, Debug)]
pub struct Preview {
    pub(in crate::app) sandbox: Sandbox,
    pub(in crate::app) viewport: Viewport,
    /// The layers that it opens with.
    pub(in crate::app) overlays: Overlays,
    /// The method that its log compares with the truth.
    pub method: Option<Method>,
    /// The pair whose result predict mode covers.
    pub(in crate::app) covered: Option<Pair>,
}

impl Preview {
    /// The most objects of a scene whose pairs are all tested for the preview. In larger scenes no
    /// pair is marked.
    pub const MOST_OBJECTS: usize = 40;
    /// The fewest columns of a picture that is fitted as closely as a scene.
    const LARGE_COLS: u16 = 100;
    /// The most tests that this may take, as [`tests_of_pair`] counts them: the preview is made for
    /// each key.
    pub const MOST_TESTS: u64 = 10_000;

    /// The preview of an entry's scene, with everything in view in an arena of this size; `None` if
    /// it has no scene.
    pub(in crate::app) fn of(entry: &Entry, cols: u16, rows: u16, engine: &Engine) -> Option<Self> {
        let scene = entry.scene.as_ref().ok()?;
        let sandbox = if Self::is_quick(scene) { Sandbox::new } else { Sandbox::untested };
        let sandbox = sandbox(scene.clone()).ok()?;
        let mut viewport = Viewport::new(cols, rows);
        // A large picture may be as close as the scene itself.
        let is_large = cols >= Self::LARGE_COLS;
        let most = if is_large { Viewport::MOST_FITTED } else { Viewport::MOST_FITTED_SPARING };
        viewport.show_all(sandbox.world(), most);
        let pair = sandbox.pair_in_view(None);
        let compared = Compared::of(scene.opening.method.into(), sandbox.world().settings());
        let method = pair.as_ref().and_then(|pair| compared.for_shapes(pair));
        let covered = pair.filter(|_| engine.is_predicting());
        let overlays = Overlays::of_pictures().opened_with(&scene.opening.overlays);
        Some(Self { sandbox, viewport, overlays, method, covered })
    }

    /// Whether all pairs of a scene are tested within the time that a key has.
    fn is_quick(scene: &Scene) -> bool {
        let objects = &scene.objects;
        let pairs = || (0..objects.len()).flat_map(|at| (0..at).map(move |before| [before, at]));
        let tests = || {
            pairs().map(|pair| pair.map(|at| &objects[at].shape)).map(|[a, b]| tests_of_pair(a, b))
        };
        objects.len() <= Self::MOST_OBJECTS && tests().sum::<u64>() <= Self::MOST_TESTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_row_is_visible_with_one_before_and_after_it() {
        for height in [3, 7, 20] {
            for count in [1, 2, 20, 41] {
                for chosen in 0..count {
                    let top = top_row(chosen, count, height);
                    let last = top + height - 1;
                    assert!((top..=last).contains(&chosen), "{chosen} of {count} in {height}");
                    assert!(chosen == 0 || chosen > top, "{chosen} of {count} in {height}");
                    assert!(chosen + 1 >= count || chosen < last, "{chosen} of {count}");
                    assert!(top == 0 || top + height <= count, "{chosen}: no blank rows");
                }
            }
        }
    }
}
