//! What keys and the mouse do while the picker of scenes is open.
//!
//! Files are listed and read outside: [`Effect::ListScenes`](super::Effect::ListScenes) asks
//! for them.

use super::intent::Intent;
use super::{
    Action, Arrow, Entry, Input, KeyPress, Listed, Overlays, Pane, Picker, Preview, Prompt,
    SceneFile, Screen, Viewport,
};
use hitscan_core::command::Command;
use hitscan_core::engine::{Compared, Engine, Sandbox};
use hitscan_core::lab::Order;
use hitscan_core::scene::Source;

impl Input {
    /// Takes the scene files that were listed. If the picker is closed by now,
    /// they are dropped.
    pub(super) fn list_files(&mut self, files: Vec<SceneFile>, engine: &Engine, screen: &Screen) {
        let Some(mut picker) = self.take_picker() else { return };
        if picker.listed == Listed::Scenes {
            let files = files.into_iter().map(|file| Entry::file(file, &self.keymap));
            picker.list_files(files.collect());
            if matches!(engine.source(), Source::File(_)) && picker.query().is_empty() {
                picker.choose_source(engine.source());
            }
        }
        self.show_picker(picker, engine, screen);
    }

    /// Shows these lessons with the scenes: what a student has reached in them is known now.
    pub(super) fn list_lessons(&mut self, lessons: Vec<Entry>, engine: &Engine, screen: &Screen) {
        let Some(mut picker) = self.take_picker() else { return };
        if picker.listed == Listed::Scenes {
            picker.list_lessons(lessons);
        }
        self.show_picker(picker, engine, screen);
    }

    fn take_picker(&mut self) -> Option<Picker> {
        match self.prompt.take_if(|prompt| matches!(prompt, Prompt::Scenes(_)))? {
            Prompt::Scenes(picker) => Some(*picker),
            Prompt::Command(_) | Prompt::Leave(_) | Prompt::SaveOver(_) => None,
        }
    }

    pub(super) fn show_picker(&mut self, mut picker: Picker, engine: &Engine, screen: &Screen) {
        picker.preview = picker.chosen().and_then(|entry| preview(entry, &picker, engine, screen));
        self.prompt = Some(Prompt::Scenes(Box::new(picker)));
    }

    /// Updates the preview for a new screen size.
    pub(super) fn resize_picker(&mut self, engine: &Engine, screen: &Screen) {
        if let Some(picker) = self.take_picker() {
            self.show_picker(picker, engine, screen);
        }
    }

    /// Scrolls the list by the wheel.
    pub(super) fn turn_picker(
        &mut self,
        (arrow, lines): (Arrow, usize),
        engine: &Engine,
        screen: &Screen,
    ) {
        if let Some(mut picker) = self.take_picker() {
            picker.go(arrow, lines);
            self.show_picker(picker, engine, screen);
        }
    }

    /// A click on a scene chooses it, or opens it if it was chosen.
    pub(super) fn click_scene(
        &mut self,
        place: usize,
        engine: &Engine,
        screen: &Screen,
    ) -> Option<Intent> {
        let mut picker = self.take_picker()?;
        if picker.chosen == place && picker.chosen().is_some() {
            return opened(&picker);
        }
        picker.chosen = place;
        self.show_picker(picker, engine, screen);
        None
    }

    pub(super) fn paste_into_picker(&mut self, text: &str, engine: &Engine, screen: &mut Screen) {
        let Some(mut picker) = self.take_picker() else { return };
        if let Err(why) = picker.paste(text) {
            screen.fail(why.to_string());
        }
        self.show_picker(picker, engine, screen);
    }

    /// Handles a key while the picker is open. Every letter is part of the
    /// search, never an action.
    pub(super) fn press_in_picker(
        &mut self,
        (mut picker, key): (Picker, KeyPress),
        engine: &Engine,
        screen: &mut Screen,
    ) -> Option<Intent> {
        screen.message = None;
        if let Some(edited) = picker.edit(key) {
            if let Err(why) = edited {
                screen.fail(why.to_string());
            }
            self.show_picker(picker, engine, screen);
            return None;
        }
        let page = screen.layout().map_or(1, |layout| {
            usize::from(picker.places(&layout).list_rows).saturating_sub(2).max(1)
        });
        match self.action_over(key, Pane::Arena) {
            Some(Action::Escape | Action::Interrupt) => return None,
            Some(Action::Enter) if picker.chosen().is_some() => return opened(&picker),
            Some(Action::Arrow(arrow, _)) => picker.go(arrow, 1),
            Some(Action::SelectNext) => picker.go_to_group(Arrow::Down),
            Some(Action::SelectPrevious) => picker.go_to_group(Arrow::Up),
            Some(Action::PageUp) => picker.go(Arrow::Up, page),
            Some(Action::PageDown) => picker.go(Arrow::Down, page),
            Some(Action::First) => picker.go(Arrow::Up, usize::MAX),
            Some(Action::Last) => picker.go(Arrow::Down, usize::MAX),
            _ => {}
        }
        self.show_picker(picker, engine, screen);
        None
    }
}

/// The preview of an entry's scene, all of it in view.
fn preview(entry: &Entry, picker: &Picker, engine: &Engine, screen: &Screen) -> Option<Preview> {
    let scene = entry.scene.as_ref().ok()?;
    let is_small = scene.objects.len() <= Preview::MOST_TESTED;
    let sandbox = if is_small { Sandbox::new } else { Sandbox::untested };
    let sandbox = sandbox(scene.clone()).ok()?;
    let (cols, rows) = screen.layout().map_or((1, 1), |layout| {
        let layout = picker.places(&layout);
        (layout.preview_cols, layout.preview_rows)
    });
    let mut viewport = Viewport::new(cols, rows);
    viewport.show_all(sandbox.world(), Viewport::MOST_FITTED_SPARING);
    let pair = sandbox.pair_in_view(None);
    let compared = Compared::of(scene.opening.method.into(), sandbox.world().settings());
    let method = pair.as_ref().and_then(|pair| compared.for_shapes(pair));
    let covered = pair.filter(|_| engine.is_predicting());
    let overlays = Overlays::of_pictures().opened_with(&scene.opening.overlays);
    Some(Preview { sandbox, viewport, overlays, method, covered })
}

/// Opens the chosen scene or lesson.
fn opened(picker: &Picker) -> Option<Intent> {
    let entry = picker.chosen()?;
    Some(if picker.listed != Listed::Scenes {
        Intent::Order(Order::Lesson(Some(entry.target.clone()), None))
    } else if entry.as_lesson().is_some() {
        Intent::Line(entry.line())
    } else if entry.is_empty_scene() {
        Intent::Run(Command::New)
    } else {
        Intent::Run(Command::Open(entry.target.clone()))
    })
}
