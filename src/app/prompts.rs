//! Keys, the mouse and pasted text while a prompt is open: the `:` line, the picker of scenes, and
//! questions.
//!
//! The host lists and reads files: [`Effect::ListScenes`](super::Effect::ListScenes) asks it to.

use std::path::PathBuf;

use crossterm::event::KeyCode;

use super::intent::{Intent, ScreenChange};
use super::mouse::WHEEL_LINES;
use super::{
    Action, Arrow, Clash, CommandLine, Entry, HitRegion, Input, KeyPress, Leaving, Listed,
    MAX_LINE_BYTES, MouseKind, Pane, Picker, Preview, Prompt, SceneFile, Screen,
};
use hitscan_core::command::{Command, CommandError};
use hitscan_core::engine::{Effect, Engine, Outcome, Overwrite};
use hitscan_core::lab::Order;
use hitscan_core::scene::SceneSource;

const NOTHING_TO_PASTE_INTO: &str = "pasting works only while you are typing";

impl Input {
    /// Handles a key while a prompt is open. `is_order` says whether the line is an order to the
    /// lab.
    pub(super) fn press_in_prompt(
        &mut self,
        key: KeyPress,
        is_order: bool,
        engine: &mut Engine,
        screen: &mut Screen,
    ) -> Vec<Intent> {
        let interrupt = self.is_interrupt(key);
        match self.prompt.take() {
            Some(Prompt::Scenes(picker)) => {
                self.press_in_picker(*picker, key, engine, screen).into_iter().collect()
            }
            Some(Prompt::Command(line)) if !interrupt => {
                self.press_in_line(line, key, engine, is_order)
            }
            Some(Prompt::Leave(leaving)) => {
                self.answer_leave(leaving, key, interrupt, engine).into_iter().collect()
            }
            Some(Prompt::SaveOver(path, clash)) if !interrupt => {
                self.answer_save_over(path, clash, key, engine).into_iter().collect()
            }
            Some(Prompt::Command(_) | Prompt::SaveOver(..)) | None => {
                engine.stay();
                Vec::new()
            }
        }
    }

    /// Handles a mouse event while a prompt is open: a click chooses a row of its list, and a click
    /// on the chosen row works like Enter.
    pub(super) fn point_in_prompt(
        &mut self,
        kind: MouseKind,
        spot: Option<HitRegion>,
        is_order: bool,
        engine: &mut Engine,
        screen: &mut Screen,
    ) -> Vec<Intent> {
        match (kind.turns(), kind, spot) {
            (Some(arrow), ..) => {
                self.turn_picker(arrow, engine, screen);
                if let Some(Prompt::Command(line)) = &mut self.prompt {
                    line.step_palette(arrow, &self.keymap);
                }
            }
            (None, MouseKind::Press, Some(HitRegion::Scene(place))) => {
                return self.click_scene(place, engine, screen).into_iter().collect();
            }
            (None, MouseKind::Press, Some(HitRegion::Palette(row))) if self.click_palette(row) => {
                let enter = KeyPress::plain(KeyCode::Enter);
                return self.press_in_prompt(enter, is_order, engine, screen);
            }
            _ => {}
        }
        Vec::new()
    }

    /// Types pasted text into an open field, and ignores it elsewhere, so that pasted text never
    /// works as keys.
    pub fn paste(&mut self, text: &str, engine: &Engine, screen: &mut Screen) {
        match &mut self.prompt {
            Some(Prompt::Command(line)) => line.paste(text),
            Some(Prompt::Scenes(_)) => self.paste_into_picker(text, engine, screen),
            _ if self.editor.is_some() => {
                self.paste_into_form(text, screen.panel.form, engine.sandbox());
            }
            _ => screen.fail(NOTHING_TO_PASTE_INTO),
        }
    }

    /// Refuses a paste that is longer than any line. The text being typed stays unchanged.
    pub fn refuse_paste(&mut self, length: usize, screen: &mut Screen) {
        let why = if self.is_text() {
            format!("that is {length} bytes, and a line has {MAX_LINE_BYTES}; nothing was pasted")
        } else {
            NOTHING_TO_PASTE_INTO.to_owned()
        };
        self.refuse(why, screen);
    }

    /// Says why keys or pasted text were refused, beside the text being typed.
    pub fn refuse(&mut self, why: String, screen: &mut Screen) {
        match &mut self.prompt {
            Some(Prompt::Command(line)) => line.set_fault(CommandError::new(why)),
            _ => screen.fail(why),
        }
    }

    /// Opens a `:` line again that was refused, with the reason.
    pub(super) fn reopen_line(&mut self, mut line: CommandLine, fault: CommandError) {
        // An order to the lab was understood, and has its own reason.
        let is_order = self.order_in(&line).is_some();
        let fault = if is_order { fault } else { line.with_offer(fault, &self.keymap) };
        line.set_fault(fault);
        self.prompt = Some(Prompt::Command(line));
    }

    fn press_in_line(
        &mut self,
        mut line: CommandLine,
        key: KeyPress,
        engine: &mut Engine,
        is_order: bool,
    ) -> Vec<Intent> {
        let is_chosen = line.chosen.is_some();
        let offers = line.fault().is_some_and(CommandError::offers);
        match key.code {
            _ if self.order_in(&line).is_some() => return self.type_in_line(line, key, engine),
            KeyCode::Tab if !offers && line.chosen_row(&self.keymap).is_some() => {
                return self.take_chosen(line, key, engine);
            }
            KeyCode::Tab => {
                let objects = engine.sandbox().world().objects();
                let names: Vec<_> = objects.map(|(_, object)| object.name.to_string()).collect();
                line.complete(&names);
            }
            KeyCode::Down => line.step_palette(Arrow::Down, &self.keymap),
            KeyCode::BackTab | KeyCode::Up => line.step_palette(Arrow::Up, &self.keymap),
            KeyCode::Enter if is_chosen && !is_order && line.is_word_of_row() => {
                return self.take_chosen(line, key, engine);
            }
            _ if is_chosen && key.typed() == Some(' ') => {
                return self.take_chosen(line, key, engine);
            }
            _ => return self.type_in_line(line, key, engine),
        }
        self.prompt = Some(Prompt::Command(line));
        Vec::new()
    }

    /// Takes the chosen row of the palette: Enter runs it, if it needs no arguments. Otherwise it
    /// goes into the line.
    fn take_chosen(
        &mut self,
        mut line: CommandLine,
        key: KeyPress,
        engine: &mut Engine,
    ) -> Vec<Intent> {
        let Some(row) = line.chosen_row(&self.keymap) else {
            line.chosen = None;
            return self.type_in_line(line, key, engine);
        };
        if key.code == KeyCode::Enter {
            if row.is_whole_command() {
                return vec![Intent::Typed(Box::new(CommandLine::starting_with(&row.line())))];
            }
            if let Some(action) = row.action {
                return vec![Intent::Act(action)];
            }
        }
        let gap = if row.syntax().is_empty() || !row.args.is_empty() { "" } else { " " };
        line = CommandLine::starting_with(&format!("{}{gap}", row.line()));
        self.prompt = Some(Prompt::Command(line));
        Vec::new()
    }

    fn type_in_line(
        &mut self,
        mut line: CommandLine,
        key: KeyPress,
        engine: &mut Engine,
    ) -> Vec<Intent> {
        match key.code {
            KeyCode::Enter => return vec![Intent::Typed(Box::new(line))],
            KeyCode::Esc => engine.stay(),
            KeyCode::Backspace if line.text().is_empty() => engine.stay(),
            _ => {
                line.type_in(key);
                self.prompt = Some(Prompt::Command(line));
            }
        }
        Vec::new()
    }

    /// Opens a line that needs to be completed, with the reason.
    pub(super) fn open_line_at_fault(&mut self, mut line: CommandLine, why: CommandError) {
        line.set_fault(why);
        self.prompt = Some(Prompt::Command(line));
    }

    /// Asks who the student is, in the line that begins their lesson.
    pub fn ask_for_student(&mut self, lesson: Option<&str>) {
        let gap = if lesson.is_some() { " " } else { "" };
        let begun = format!("learn {}{gap}as ", lesson.unwrap_or_default());
        let why = "no login says who you are: type your name, and NAME.hits keeps your work";
        self.open_line_at_fault(CommandLine::starting_with(&begun), CommandError::new(why));
    }

    /// Handles a click on a row of the palette; returns whether the row was already chosen.
    fn click_palette(&mut self, row: usize) -> bool {
        let Some(Prompt::Command(line)) = &mut self.prompt else { return false };
        let is_again = line.chosen == Some(row);
        line.chosen = Some(row);
        is_again
    }

    /// Takes the listed scene files and the lessons, once the student's progress in them is known.
    /// If the picker is already closed, drops them.
    pub fn scenes_listed(
        &mut self,
        files: Vec<SceneFile>,
        lessons: Option<Vec<Entry>>,
        engine: &Engine,
        screen: &Screen,
    ) {
        let Some(mut picker) = self.take_picker() else { return };
        if picker.listed == Listed::Scenes {
            let files = files.into_iter().map(|file| Entry::file(file, &self.keymap));
            picker.list_files(files.collect());
            if matches!(engine.source(), SceneSource::File(_)) && picker.query().is_empty() {
                picker.choose_source(engine.source());
            }
            if let Some(lessons) = lessons {
                picker.list_lessons(lessons);
            }
        }
        self.show_picker(picker, engine, screen);
    }

    fn take_picker(&mut self) -> Option<Picker> {
        match self.prompt.take_if(|prompt| matches!(prompt, Prompt::Scenes(_)))? {
            Prompt::Scenes(picker) => Some(*picker),
            Prompt::Command(_) | Prompt::Leave(_) | Prompt::SaveOver(..) => None,
        }
    }

    pub(super) fn show_picker(&mut self, mut picker: Picker, engine: &Engine, screen: &Screen) {
        let (cols, rows) = screen.layout().map_or((1, 1), |layout| {
            let layout = picker.places(&layout);
            (layout.preview_cols, layout.preview_rows)
        });
        picker.preview = picker.chosen().and_then(|entry| Preview::of(entry, cols, rows, engine));
        self.prompt = Some(Prompt::Scenes(Box::new(picker)));
    }

    /// Updates the preview for a new screen size.
    pub(super) fn resize_picker(&mut self, engine: &Engine, screen: &Screen) {
        if let Some(picker) = self.take_picker() {
            self.show_picker(picker, engine, screen);
        }
    }

    /// Scrolls the list with the wheel.
    fn turn_picker(&mut self, arrow: Arrow, engine: &Engine, screen: &Screen) {
        if let Some(mut picker) = self.take_picker() {
            picker.go(arrow, WHEEL_LINES);
            self.show_picker(picker, engine, screen);
        }
    }

    /// Handles a click on a scene: chooses it, or opens it if it was chosen.
    fn click_scene(&mut self, place: usize, engine: &Engine, screen: &Screen) -> Option<Intent> {
        let mut picker = self.take_picker()?;
        if picker.chosen == place && picker.chosen().is_some() {
            return opened(&picker);
        }
        picker.chosen = place;
        self.show_picker(picker, engine, screen);
        None
    }

    fn paste_into_picker(&mut self, text: &str, engine: &Engine, screen: &mut Screen) {
        let Some(mut picker) = self.take_picker() else { return };
        if let Err(why) = picker.paste(text) {
            screen.fail(why);
        }
        self.show_picker(picker, engine, screen);
    }

    /// Handles a key while the picker is open. Every letter belongs to the search, never to an
    /// action.
    fn press_in_picker(
        &mut self,
        mut picker: Picker,
        key: KeyPress,
        engine: &Engine,
        screen: &mut Screen,
    ) -> Option<Intent> {
        screen.message = None;
        if let Some(edited) = picker.edit(key) {
            if let Err(why) = edited {
                screen.fail(why);
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

// Keys that answer a question: before unsaved work is lost, or before a file is overwritten. The
// engine says when to ask: [`hitscan_core::engine::Outcome::Confirm`].

impl Input {
    /// Answers the question before the scene is left. The flag says whether the key interrupts.
    fn answer_leave(
        &mut self,
        leaving: Leaving,
        key: KeyPress,
        interrupts: bool,
        engine: &mut Engine,
    ) -> Option<Intent> {
        match (key.typed(), key.code) {
            (Some('y'), _) => return Some(Intent::Leave(leaving)),
            // A second q must not answer this question and lose unsaved work.
            _ if interrupts && leaving == Leaving::Quit => {
                return Some(Intent::Host(Effect::Quit.into()));
            }
            (Some('w'), _) => match engine.save_then(leaving) {
                Outcome::Effect(effect) => return Some(Intent::Host(effect.into())),
                // There is no file yet.
                _ => self.open_line("save "),
            },
            (Some('n'), _) | (_, KeyCode::Esc | KeyCode::Enter) => {}
            _ => self.prompt = Some(Prompt::Leave(leaving)),
        }
        None
    }

    /// Answers the question before a file is overwritten.
    fn answer_save_over(
        &mut self,
        path: PathBuf,
        clash: Clash,
        key: KeyPress,
        engine: &mut Engine,
    ) -> Option<Intent> {
        let effect = match (key.typed(), key.code, clash) {
            (Some('y'), ..) => Effect::Save(path, Overwrite::Yes),
            (Some('r'), _, Clash::Changed) => {
                engine.stay();
                Effect::Open(path.to_string_lossy().into_owned())
            }
            (Some('n'), ..) | (_, KeyCode::Esc | KeyCode::Enter, _) => {
                engine.stay();
                return Some(Intent::Show(ScreenChange::Say("not saved".to_owned())));
            }
            _ => {
                self.prompt = Some(Prompt::SaveOver(path, clash));
                return None;
            }
        };
        Some(Intent::Host(effect.into()))
    }
}
