//! A line typed in the last row.

use hitscan::seat::{KeyCode, KeyPress};

/// The most characters of a line: the limit of a command over SSH.
const MOST: usize = 200;

/// A line being typed, and what it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prompt {
    pub(super) about: About,
    pub(super) typed: String,
}

/// The purpose of a typed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// A command, as after `ssh HOST`.
    Word,
    /// A message to the class.
    Say,
    /// The lessons to open.
    Lessons,
    /// Text to find in the rows.
    Find,
}

/// The state of the line after a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// The line is still being typed.
    On,
    /// Enter completed it.
    Done,
    /// It was cancelled.
    GivenUp,
}

impl About {
    /// The text before the line.
    pub(super) const fn lead(self) -> &'static str {
        match self {
            Self::Word => ":",
            Self::Say => "say to all: ",
            Self::Lessons => "open lessons, or all: ",
            Self::Find => "/",
        }
    }
}

impl Prompt {
    pub(super) fn new(about: About, typed: impl Into<String>) -> Self {
        Self { about, typed: typed.into() }
    }

    /// Handles a key. Backspace on an empty line cancels it.
    pub(super) fn press(&mut self, key: KeyPress) -> Typed {
        if let Some(typed) = key.typed().filter(|c| !c.is_control()) {
            if self.typed.chars().count() < MOST {
                self.typed.push(typed);
            }
            return Typed::On;
        }
        match key.code {
            KeyCode::Enter => Typed::Done,
            KeyCode::Esc | KeyCode::Char('c') => Typed::GivenUp,
            KeyCode::Backspace if self.typed.pop().is_none() => Typed::GivenUp,
            KeyCode::Char('u') => {
                self.typed.clear();
                Typed::On
            }
            _ => Typed::On,
        }
    }
}

/// A message to the class, typed on another screen than the board.
#[derive(Clone, Debug)]
pub struct SayPrompt {
    prompt: Prompt,
    shown: String,
}

impl Default for SayPrompt {
    fn default() -> Self {
        let prompt = Prompt::new(About::Say, "");
        Self { shown: prompt.about.lead().to_owned(), prompt }
    }
}

impl SayPrompt {
    /// Handles a key. Returns the message once it is complete, `Some(None)` if it was cancelled or
    /// is empty, and `None` while it is being typed.
    pub fn press(&mut self, key: KeyPress) -> Option<Option<String>> {
        match self.prompt.press(key) {
            Typed::On => {
                self.shown = format!("{}{}", self.prompt.about.lead(), self.prompt.typed);
                None
            }
            Typed::GivenUp => Some(None),
            Typed::Done => {
                let said = self.prompt.typed.trim();
                Some((!said.is_empty()).then(|| said.to_owned()))
            }
        }
    }

    /// The line as shown, with the text before it.
    pub fn shown(&self) -> &str {
        &self.shown
    }
}
