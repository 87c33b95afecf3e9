//! The picker of scenes: what there is to open, what is being looked for, and
//! the scene that would be opened, to be looked at.
//!
//! Files are listed and read outside: [`App::act`] on the action gives an
//! [`Effect::ListScenes`], which [`App::scenes_listed`] answers.

mod entry;

use std::path::Path;

use crossterm::event::{KeyCode, KeyModifiers};
use tui_input::{Input, InputRequest};

use super::{
    Action, App, Arrow, Effect, Focus, KeyMap, KeyPress, Layout, PickerLayout, Prompt, Viewport,
};
pub use entry::{Entry, SceneFile};
use hitscan_core::command::Command;
use hitscan_core::scene::{Source, gallery};

/// A row of the list.
#[derive(Clone, Copy, Debug)]
pub enum Row<'a> {
    /// What follows is of this kind.
    Heading(&'static str),
    /// A scene, by its place among those found, counted from 0.
    Entry(usize, &'a Entry),
}

/// The picker while it is open.
#[derive(Clone, Debug)]
pub struct Picker {
    entries: Vec<Entry>,
    /// The indices of those that are looked for.
    found: Vec<usize>,
    /// Which of those is chosen.
    chosen: usize,
    input: Input,
    preview: Option<Box<App>>,
}

impl Picker {
    /// Of scenes with more objects there is no picture: to judge all their pairs
    /// takes longer than a key press may.
    pub const MOST_OBJECTS: usize = 1000;

    fn new(keys: &KeyMap) -> Self {
        let entries: Vec<_> = gallery().iter().map(|scene| Entry::built_in(scene, keys)).collect();
        let found = (0..entries.len()).collect();
        Self { entries, found, chosen: 0, input: Input::default(), preview: None }
    }

    /// What is being looked for.
    #[must_use]
    pub fn query(&self) -> &str {
        self.input.value()
    }

    /// Where the cursor stands in it, in characters.
    #[must_use]
    pub fn cursor(&self) -> usize {
        self.input.cursor()
    }

    /// The scene that would be opened.
    #[must_use]
    pub fn chosen(&self) -> Option<&Entry> {
        self.found.get(self.chosen).map(|&index| &self.entries[index])
    }

    /// The place of the chosen scene among those found, from 1, how many they
    /// are, and how many there are in all.
    #[must_use]
    pub fn counts(&self) -> [usize; 3] {
        let found = self.found.len();
        [(self.chosen + 1).min(found), found, self.entries.len()]
    }

    /// The screen of the chosen scene, for its picture; none where it has none.
    #[must_use]
    pub fn preview(&self) -> Option<&App> {
        self.preview.as_deref()
    }

    /// The rows that are in sight in a list of so many, and which of them is
    /// chosen. They turn like pages, a row of the last one kept.
    #[must_use]
    pub fn rows(&self, height: usize) -> (Vec<Row<'_>>, Option<usize>) {
        let mut rows = Vec::new();
        let mut chosen = 0;
        let mut was_file = false;
        for (place, &index) in self.found.iter().enumerate() {
            let entry = &self.entries[index];
            if entry.is_file() && !was_file {
                rows.push(Row::Heading("in this directory"));
                was_file = true;
            }
            if place == self.chosen {
                chosen = rows.len();
            }
            rows.push(Row::Entry(place, entry));
        }
        let top = top_row(chosen, rows.len(), height);
        let seen: Vec<_> = rows.into_iter().skip(top).take(height).collect();
        let chosen = (!self.found.is_empty()).then(|| chosen - top);
        (seen, chosen)
    }

    /// Chooses the scene that came from there.
    fn choose_source(&mut self, source: &Source) {
        let is_it = |entry: &Entry| match (source, &entry.source) {
            (Source::File(path), Source::File(listed)) => {
                path.strip_prefix(Path::new(".")).unwrap_or(path) == listed
            }
            (one, other) => one == other,
        };
        if let Some(place) = self.found.iter().position(|&index| is_it(&self.entries[index])) {
            self.chosen = place;
        }
    }

    /// Looks for what has been typed; what was chosen stays so if it is found.
    fn search(&mut self) {
        let chosen = self.found.get(self.chosen).copied();
        let words = self.input.value().to_lowercase();
        let entries = self.entries.iter().enumerate();
        self.found =
            entries.filter(|(_, entry)| entry.holds(&words)).map(|(index, _)| index).collect();
        let place = self.found.iter().position(|&index| Some(index) == chosen);
        self.chosen = place.unwrap_or(0);
    }

    fn go(&mut self, arrow: Arrow, by: usize) {
        let last = self.found.len().saturating_sub(1);
        self.chosen = match arrow {
            Arrow::Up => self.chosen.saturating_sub(by),
            _ => self.chosen.saturating_add(by).min(last),
        };
    }

    /// Types into the search; gives whether the key was one that types.
    fn edit(&mut self, key: KeyPress) -> bool {
        const MOST_CHARS: usize = 64;
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        let request = match key.code {
            KeyCode::Backspace => InputRequest::DeletePrevChar,
            KeyCode::Delete => InputRequest::DeleteNextChar,
            KeyCode::Left => InputRequest::GoToPrevChar,
            KeyCode::Right => InputRequest::GoToNextChar,
            KeyCode::Char('u') if ctrl => InputRequest::DeleteLine,
            KeyCode::Char('w') if ctrl => InputRequest::DeletePrevWord,
            KeyCode::Char(c) if !ctrl && self.query().chars().count() < MOST_CHARS => {
                InputRequest::InsertChar(c)
            }
            _ => return false,
        };
        let before = self.query().to_owned();
        self.input.handle(request);
        if self.query() != before {
            self.search();
        }
        true
    }

    /// Makes the picture of the chosen scene, as this app would show it.
    fn look(&mut self, app: &App) {
        let scene = self.chosen().and_then(|entry| {
            let scene = entry.scene.as_ref().ok()?;
            let has_picture = scene.objects.len() <= Self::MOST_OBJECTS;
            has_picture.then(|| (scene.clone(), entry.source.clone()))
        });
        self.preview = scene.and_then(|(scene, source)| {
            let mut shown = App::new(scene, source, app.size, app.glyphs).ok()?;
            shown.predictions = app.predictions_anew();
            shown.frame_for_preview();
            Some(Box::new(shown))
        });
    }
}

/// The first row in sight so that the chosen one is.
fn top_row(chosen: usize, count: usize, height: usize) -> usize {
    let page = height.saturating_sub(2).max(1);
    (chosen / page * page).saturating_sub(1).min(count.saturating_sub(height))
}

impl App {
    /// The picker of scenes, while it is open.
    #[must_use]
    pub const fn picker(&self) -> Option<&Picker> {
        match &self.prompt {
            Some(Prompt::Scenes(picker)) => Some(picker),
            _ => None,
        }
    }

    pub(super) fn open_picker(&mut self) -> Vec<Effect> {
        // What cannot be seen is not to go on.
        self.playing = false;
        let mut picker = Picker::new(&self.keymap);
        picker.choose_source(&self.source);
        self.show_picker(picker);
        vec![Effect::ListScenes]
    }

    /// The scene files were listed; those of a picker that is closed by now are
    /// not kept.
    pub fn scenes_listed(&mut self, files: Vec<SceneFile>) {
        if let Some(Prompt::Scenes(mut picker)) = self.prompt.take_if(|prompt| prompt.is_picker()) {
            picker.entries.retain(|entry| !entry.is_file());
            picker.entries.extend(files.into_iter().map(|file| Entry::file(file, &self.keymap)));
            picker.search();
            if matches!(self.source, Source::File(_)) && picker.query().is_empty() {
                picker.choose_source(&self.source);
            }
            self.show_picker(*picker);
        }
    }

    fn show_picker(&mut self, mut picker: Picker) {
        picker.look(self);
        self.prompt = Some(Prompt::Scenes(Box::new(picker)));
    }

    /// The same picker in a screen of another size.
    pub(super) fn resize_picker(&mut self) {
        if let Some(Prompt::Scenes(picker)) = self.prompt.take_if(|prompt| prompt.is_picker()) {
            self.show_picker(*picker);
        }
    }

    /// The wheel was turned by so many lines.
    pub(super) fn turn_picker(&mut self, arrow: Arrow, lines: usize) {
        if let Some(Prompt::Scenes(mut picker)) = self.prompt.take_if(|prompt| prompt.is_picker()) {
            picker.go(arrow, lines);
            self.show_picker(*picker);
        }
    }

    /// A scene was clicked at: it is chosen, and opened if it was already.
    pub(super) fn click_scene(&mut self, place: usize) -> Vec<Effect> {
        let Some(Prompt::Scenes(mut picker)) = self.prompt.take_if(|prompt| prompt.is_picker())
        else {
            return Vec::new();
        };
        if picker.chosen == place {
            return self.open_chosen(*picker);
        }
        picker.chosen = place;
        self.show_picker(*picker);
        Vec::new()
    }

    /// Shows the whole scene in the place for pictures.
    fn frame_for_preview(&mut self) {
        let (cols, rows) = PickerLayout::of(self.size.0, self.size.1)
            .map_or((1, 1), |layout| (layout.preview_cols, layout.preview_rows));
        self.viewport = Viewport::new(cols, rows);
        self.show_everything();
    }

    pub(super) fn paste_into_picker(&mut self, text: &str) {
        let Some(Prompt::Scenes(mut picker)) = self.prompt.take() else { return };
        for c in text.chars().filter(|c| !c.is_control()) {
            picker.edit(KeyPress::plain(KeyCode::Char(c)));
        }
        self.show_picker(*picker);
    }

    /// A key, while the picker is open. What types is not looked up: every
    /// letter is one to search for.
    pub(super) fn press_in_picker(&mut self, mut picker: Picker, key: KeyPress) -> Vec<Effect> {
        if picker.edit(key) {
            self.show_picker(picker);
            return Vec::new();
        }
        let action = self.action_over(key, Focus::Arena);
        let page = Layout::of(self.size.0, self.size.1)
            .map_or(1, |layout| usize::from(layout.picker().list_rows).saturating_sub(2).max(1));
        match action {
            Some(Action::Escape | Action::Interrupt) => return Vec::new(),
            Some(Action::Enter) => return self.open_chosen(picker),
            Some(Action::Arrow(arrow, _)) => picker.go(arrow, 1),
            Some(Action::SelectNext) => picker.go(Arrow::Down, 1),
            Some(Action::SelectPrevious) => picker.go(Arrow::Up, 1),
            Some(Action::PageUp) => picker.go(Arrow::Up, page),
            Some(Action::PageDown) => picker.go(Arrow::Down, page),
            Some(Action::First) => picker.go(Arrow::Up, usize::MAX),
            Some(Action::Last) => picker.go(Arrow::Down, usize::MAX),
            _ => {}
        }
        self.show_picker(picker);
        Vec::new()
    }

    fn open_chosen(&mut self, picker: Picker) -> Vec<Effect> {
        let Some(entry) = picker.chosen() else {
            self.show_picker(picker);
            return Vec::new();
        };
        let command = Command::Open(entry.target.clone());
        self.run(&command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_row_is_in_sight_with_one_before_and_after_it() {
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
