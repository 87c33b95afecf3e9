//! What is wrong with a command line: which word, why, and what would be right.

use std::fmt;
use std::ops::Range;

/// Why a command was not carried out. The sandbox is then as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandFault {
    /// The word at fault, in bytes of the line; `None` where the line is right
    /// but the world refuses it, or something is missing at its end.
    pub span: Option<Range<usize>>,
    /// What was found and what would be right, one sentence without control
    /// characters.
    pub message: String,
    /// What to put in the place of the word, if there is a good guess.
    pub fix: Option<String>,
}

impl CommandFault {
    /// A fault of the line as a whole.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { span: None, message: message.into(), fix: None }
    }

    /// A fault of one word.
    #[must_use]
    pub fn at(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span: Some(span), message: message.into(), fix: None }
    }

    /// The same, with what to put in the place of the word.
    #[must_use]
    pub fn with_fix(self, fix: impl Into<String>) -> Self {
        Self { fix: Some(fix.into()), ..self }
    }
}

impl fmt::Display for CommandFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CommandFault {}
