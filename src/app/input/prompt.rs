//! Prompts: the `:` line, questions with a few answers, and the picker.

use std::path::PathBuf;

use super::palette::scene_names;
use super::text_field::{MAX_LINE_BYTES, TextField, request};
use super::{KeyPress, Picker};
use hitscan_core::command::{Command, CommandError, CommandSpec, common_beginning, completions};
use hitscan_core::engine::Leaving;

/// The open prompt.
#[derive(Clone, Debug)]
pub enum Prompt {
    /// The `:` line.
    Command(CommandLine),
    /// The question before unsaved changes are lost.
    Leave(Leaving),
    /// The question before the app overwrites a file that is not the scene's, or that another
    /// program has changed or removed.
    SaveOver(PathBuf, Clash),
    /// The picker of scenes, in place of arena and panel.
    Scenes(Box<Picker>),
}

/// Why the app asks before it overwrites a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clash {
    /// It is the scene's own file, but another program has changed it.
    Changed,
    /// It was the scene's own file, but it is gone.
    Gone,
    /// It is another scene's file.
    Another,
}

/// A command being typed.
#[derive(Clone, Debug)]
pub struct CommandLine {
    field: TextField,
    fault: Option<CommandError>,
    /// The row of the palette chosen by a key or a click, counted from 0.
    pub chosen: Option<usize>,
}

impl CommandLine {
    /// A line that begins with this text.
    pub(in crate::app) fn starting_with(text: &str) -> Self {
        Self { field: TextField::new(text, MAX_LINE_BYTES), fault: None, chosen: None }
    }

    /// What has been typed.
    pub fn text(&self) -> &str {
        self.field.text()
    }

    /// The position of the cursor, in characters.
    pub fn cursor(&self) -> usize {
        self.field.cursor()
    }

    /// The row marked as chosen: the first by default.
    pub fn choice(&self) -> usize {
        self.chosen.unwrap_or_default()
    }

    /// What was wrong when the line was last entered.
    pub const fn fault(&self) -> Option<&CommandError> {
        self.fault.as_ref()
    }

    /// The command being typed, and what its syntax calls the word under the
    /// cursor.
    pub fn typing(&self) -> Option<(&'static CommandSpec, Option<&'static str>)> {
        Command::typing(self.text(), self.field.cursor_byte())
    }

    /// The built-in scenes that can complete the line.
    pub fn scene_names(&self) -> Option<Vec<&'static str>> {
        scene_names(self.text()).map(|(_, names)| names)
    }

    pub(in crate::app) fn set_fault(&mut self, fault: CommandError) {
        self.fault = Some(fault);
    }

    /// Inserts pasted text. Line feeds and other control characters become spaces.
    pub(in crate::app) fn paste(&mut self, text: &str) {
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let pasted = self.field.insert(&text);
        self.edited(pasted);
    }

    /// Types several characters at once: all or none. Returns whether there was room.
    pub(in crate::app) fn type_run(&mut self, text: &str) -> bool {
        let typed = self.field.insert(text);
        let had_room = typed.is_ok();
        self.edited(typed);
        had_room
    }

    /// Applies the edit of a key, if it makes one.
    pub(in crate::app) fn type_in(&mut self, key: KeyPress) {
        if let Some(asked) = request(key) {
            let typed = self.field.edit(asked);
            self.edited(typed);
        }
    }

    fn edited(&mut self, result: Result<(), String>) {
        self.chosen = None;
        self.fault = result.err().map(CommandError::new);
    }

    /// Applies the fix of the fault, or completes the word as far as it is certain.
    pub(in crate::app) fn complete(&mut self, names: &[String]) {
        if let Some(CommandError { span: Some(span), fix: Some(fix), .. }) = self.fault.take() {
            self.field.replace(span, fix.text());
            return;
        }
        if let Some((at, names)) = scene_names(self.text()) {
            let common = common_beginning(names);
            self.field.set(format!("{}{common}", &self.text()[..at]));
            return;
        }
        let at = self.field.cursor_byte();
        let (begins, found) = completions(&self.text()[..at], names);
        if found.is_empty() {
            return;
        }
        let common = common_beginning(found.iter().map(String::as_str));
        // A field follows a dot.
        let is_whole = found.len() == 1 && !common.ends_with('.');
        let word = format!("{common}{}", if is_whole { " " } else { "" });
        if common.len() >= at - begins {
            self.field.replace(begins..at, &word);
        }
    }
}
