//! A line typed in the last row.

use hitscan::seat::{KeyCode, KeyPress};

/// The most characters of a line: the limit of a command over SSH.
const MOST: usize = 200;

/// A line being typed, and what it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// What it is for.
    pub about: About,
    /// What was typed so far.
    pub typed: String,
}

/// The purpose of a typed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
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
pub enum Typed {
    /// The line is still being typed.
    On,
    /// Enter completed it.
    Done,
    /// It was cancelled.
    GivenUp,
}

impl About {
    /// The text before the line.
    pub const fn lead(self) -> &'static str {
        match self {
            Self::Word => ":",
            Self::Say => "say to all: ",
            Self::Lessons => "open lessons, or all: ",
            Self::Find => "/",
        }
    }
}

impl Prompt {
    /// A line that begins with this text.
    pub fn new(about: About, typed: impl Into<String>) -> Self {
        Self { about, typed: typed.into() }
    }

    /// The line, with the text before it.
    pub fn shown(&self) -> String {
        format!("{}{}", self.about.lead(), self.typed)
    }

    /// Handles a key. Backspace on an empty line cancels it.
    pub fn press(&mut self, key: KeyPress) -> Typed {
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
