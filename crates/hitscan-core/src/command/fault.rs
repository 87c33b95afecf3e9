//! Errors of a command line: which word, why, and what would be right.

use std::fmt;
use std::ops::Range;

use super::args::shown;
use super::{COMMANDS, CommandSpec};
use crate::words::nearest;
use hitscan_geom::{PolygonError, ShapeError};

/// Why a command failed. It changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandError {
    /// The bytes of the word at fault; `None` if the world refuses the command, or
    /// something is missing at the end of the line.
    pub span: Option<Range<usize>>,
    /// What was found and what would be right, in one sentence without control characters.
    pub message: String,
    /// What was probably meant.
    pub fix: Option<Fix>,
}

/// The replacement for the offending word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fix {
    /// The nearest valid word.
    Meant(String),
    /// The number, rounded to the lattice.
    Rounded(String),
}

impl Fix {
    /// The text that replaces the word.
    pub fn text(&self) -> &str {
        match self {
            Self::Meant(text) | Self::Rounded(text) => text,
        }
    }
}

impl CommandError {
    /// An error of the line as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        Self { span: None, message: message.into(), fix: None }
    }

    /// An error of one word.
    pub fn at(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span: Some(span), message: message.into(), fix: None }
    }

    /// The error for a word that is not a command.
    pub(super) fn no_such_command(text: &str, span: &Range<usize>) -> Self {
        let names = COMMANDS.iter().map(|spec| spec.name);
        let meant = CommandSpec::meant_by(text).map(|spec| spec.name);
        let meant = meant.or_else(|| nearest(text, names));
        let text_shown = shown(text);
        let message = match meant {
            Some(_) => format!("{text_shown}: no such command"),
            None => format!("{text_shown}: no such command. \"help\" lists them"),
        };
        Self::at(span.clone(), message).meaning(meant)
    }

    /// Adds the valid word that was probably meant, if there is one.
    pub fn meaning(self, near: Option<&str>) -> Self {
        Self { fix: near.map(|near| Fix::Meant(near.to_owned())), ..self }
    }

    /// Whether it offers a replacement for the offending word.
    pub const fn offers(&self) -> bool {
        self.span.is_some() && self.fix.is_some()
    }

    /// The message for a place where Tab inserts the replacement.
    pub fn with_tab(&self) -> String {
        match (&self.span, &self.fix) {
            (Some(_), Some(Fix::Meant(_))) => format!("{self} Tab puts it in"),
            (Some(_), Some(Fix::Rounded(text))) => {
                format!("{}. Tab puts in {text} (rounded)", self.message)
            }
            _ => self.to_string(),
        }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.fix {
            Some(Fix::Meant(text)) => write!(f, ". Did you mean {text}?"),
            Some(Fix::Rounded(text)) => write!(f, "; {text} is nearest"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for CommandError {}

impl From<ShapeError> for CommandError {
    fn from(error: ShapeError) -> Self {
        Self::new(error.to_string())
    }
}

impl From<PolygonError> for CommandError {
    fn from(error: PolygonError) -> Self {
        Self::new(error.to_string())
    }
}
