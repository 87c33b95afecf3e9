//! A line that is typed in the last row.

use hitscan::seat::{KeyCode, KeyPress};

/// The most characters of a line: as many as all words may have.
const MOST: usize = 200;

/// A line that is typed, and what for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prompt {
    pub(super) about: About,
    pub(super) typed: String,
}

/// What a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// A word of the teacher's, as after `ssh HOST`.
    Word,
    /// What to say to all.
    Say,
    /// The lessons that are open.
    Lessons,
    /// What rows are to have.
    Find,
}

/// What came of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// The line goes on.
    On,
    /// It is done.
    Done,
    /// It was given up.
    GivenUp,
}

impl About {
    /// What stands before the line.
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

    /// Takes a key. An empty line is given up by one more Backspace.
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

/// What is said to all, typed away from the board.
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
    /// Takes a key. Once the line is done it is given; nothing, where it was given up.
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

    /// The line as it is typed.
    #[must_use]
    pub fn shown(&self) -> &str {
        &self.shown
    }
}
