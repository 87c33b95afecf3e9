//! What keys and the mouse do while the picker of scenes is open.
//!
//! Files are listed and read outside: [`Effect::ListScenes`] asks for them, and
//! [`App::scenes_listed`] and [`App::lessons_reached`] take them.

use super::input::TooLong;
use super::{
    Action, App, Arrow, Effect, Entry, KeyPress, Listed, Overlays, Pane, Picker, Preview, Prompt,
    SceneFile, Viewport,
};
use hitscan_core::command::Command;
use hitscan_core::engine::{Compared, Sandbox};
use hitscan_core::lab::{Order, Progress};
use hitscan_core::scene::Source;

impl App {
    pub(super) fn open_picker(&mut self) -> Vec<Effect> {
        // The clock must not run unseen.
        self.engine.stop_playing();
        if let Some(lessons) = self.lessons() {
            self.show_picker(lessons);
            return Vec::new();
        }
        let lessons = self.built_in_lessons(&Progress::default());
        let mut picker = Picker::new(lessons, &self.input.keymap);
        picker.choose_source(self.engine.source());
        self.show_picker(picker);
        vec![Effect::ListScenes]
    }

    /// Lists the lessons of a course, and chooses this one.
    pub(super) fn open_picker_at(&mut self, lesson: &str) -> Vec<Effect> {
        let effects = self.open_picker();
        if let Some(mut picker) = self.take_picker() {
            picker.choose_lesson(lesson);
            self.show_picker(picker);
        }
        effects
    }

    /// Takes the scene files that were listed. If the picker is closed by now,
    /// they are dropped.
    pub fn scenes_listed(&mut self, files: Vec<SceneFile>) {
        if let Some(mut picker) = self.take_picker() {
            if picker.listed != Listed::Scenes {
                return self.show_picker(picker);
            }
            let files = files.into_iter().map(|file| Entry::file(file, &self.input.keymap));
            picker.list_files(files.collect());
            if matches!(self.engine.source(), Source::File(_)) && picker.query().is_empty() {
                picker.choose_source(self.engine.source());
            }
            self.show_picker(picker);
        }
    }

    /// Shows what a student has reached in the lessons that are listed with the scenes.
    pub fn lessons_reached(&mut self, progress: &Progress) {
        let lessons = self.built_in_lessons(progress);
        if let Some(mut picker) = self.take_picker() {
            if picker.listed == Listed::Scenes {
                picker.list_lessons(lessons);
            }
            self.show_picker(picker);
        }
    }

    fn take_picker(&mut self) -> Option<Picker> {
        match self.input.prompt.take_if(|prompt| matches!(prompt, Prompt::Scenes(_)))? {
            Prompt::Scenes(picker) => Some(*picker),
            Prompt::Command(_) | Prompt::Leave(_) | Prompt::SaveOver(_) => None,
        }
    }

    fn show_picker(&mut self, mut picker: Picker) {
        picker.preview = picker.chosen().and_then(|entry| self.preview(entry, &picker));
        self.input.prompt = Some(Prompt::Scenes(Box::new(picker)));
    }

    /// The preview of an entry's scene, all of it in view.
    fn preview(&self, entry: &Entry, picker: &Picker) -> Option<Preview> {
        let scene = entry.scene.as_ref().ok()?;
        let is_small = scene.objects.len() <= Preview::MOST_TESTED;
        let sandbox = if is_small { Sandbox::new } else { Sandbox::untested };
        let sandbox = sandbox(scene.clone()).ok()?;
        let (cols, rows) = self.screen.layout().map_or((1, 1), |layout| {
            let layout = picker.places(&layout);
            (layout.preview_cols, layout.preview_rows)
        });
        let mut viewport = Viewport::new(cols, rows);
        viewport.show_all(sandbox.world(), Viewport::MOST_FITTED_SPARING);
        let pair = sandbox.pair_in_view(None);
        let compared = Compared::of(scene.opening.method.into(), sandbox.world().settings());
        let method = pair.as_ref().and_then(|pair| compared.for_shapes(pair));
        let covered = pair.filter(|_| self.engine.is_predicting());
        let overlays = Overlays::of_pictures().opened_with(&scene.opening.overlays);
        Some(Preview { sandbox, viewport, overlays, method, covered })
    }

    /// Updates the preview for a new screen size.
    pub(super) fn resize_picker(&mut self) {
        if let Some(picker) = self.take_picker() {
            self.show_picker(picker);
        }
    }

    /// Scrolls the list by the wheel.
    pub(super) fn turn_picker(&mut self, arrow: Arrow, lines: usize) {
        if let Some(mut picker) = self.take_picker() {
            picker.go(arrow, lines);
            self.show_picker(picker);
        }
    }

    /// A click on a scene chooses it, or opens it if it was chosen.
    pub(super) fn click_scene(&mut self, place: usize) -> Vec<Effect> {
        let Some(mut picker) = self.take_picker() else {
            return Vec::new();
        };
        if picker.chosen == place {
            return self.open_chosen(picker);
        }
        picker.chosen = place;
        self.show_picker(picker);
        Vec::new()
    }

    pub(super) fn paste_into_picker(&mut self, text: &str) {
        let Some(mut picker) = self.take_picker() else { return };
        let pasted = picker.paste(text);
        self.show_refusal(pasted);
        self.show_picker(picker);
    }

    /// Says why typed text was refused, if it was.
    pub(super) fn show_refusal(&mut self, typed: Result<(), TooLong>) {
        if let Err(why) = typed {
            self.screen.fail(why.to_string());
        }
    }

    /// Handles a key while the picker is open. Every letter is part of the
    /// search, never an action.
    pub(super) fn press_in_picker(&mut self, mut picker: Picker, key: KeyPress) -> Vec<Effect> {
        self.screen.message = None;
        if let Some(edited) = picker.edit(key) {
            self.show_refusal(edited);
            self.show_picker(picker);
            return Vec::new();
        }
        let action = self.input.action_over(key, Pane::Arena);
        let page = self.screen.layout().map_or(1, |layout| {
            usize::from(picker.places(&layout).list_rows).saturating_sub(2).max(1)
        });
        match action {
            Some(Action::Escape | Action::Interrupt) => return Vec::new(),
            Some(Action::Enter) => return self.open_chosen(picker),
            Some(Action::Arrow(arrow, _)) => picker.go(arrow, 1),
            Some(Action::SelectNext) => picker.go_to_group(Arrow::Down),
            Some(Action::SelectPrevious) => picker.go_to_group(Arrow::Up),
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
        if picker.listed != Listed::Scenes {
            let done = self.say_to_lab(Order::Lesson(Some(entry.target.clone()), None));
            return self.or_fail(done);
        }
        if entry.as_lesson().is_some() {
            return self.run_line(&entry.line());
        }
        let command =
            if entry.is_empty_scene() { Command::New } else { Command::Open(entry.target.clone()) };
        self.run(&command)
    }
}
