//! A value being typed into the form of the Object view.

use tui_input::{Input, InputRequest};

use hitscan_core::command::CommandError;

/// A value being typed.
#[derive(Clone, Debug)]
pub struct Editor {
    input: Input,
    pub(in crate::app) fault: Option<CommandError>,
}

impl Editor {
    /// The most characters it accepts.
    const MAX_CHARS: usize = 64;

    pub(in crate::app) fn starting_with(text: &str) -> Self {
        Self { input: Input::new(text.to_owned()), fault: None }
    }

    /// What has been typed.
    #[must_use]
    pub fn text(&self) -> &str {
        self.input.value()
    }

    /// The position of the cursor, in characters.
    #[must_use]
    pub fn cursor(&self) -> usize {
        self.input.cursor()
    }

    /// Why it cannot be accepted, and what would be right.
    #[must_use]
    pub const fn fault(&self) -> Option<&CommandError> {
        self.fault.as_ref()
    }

    pub(in crate::app) fn type_in(&mut self, asked: InputRequest) {
        let is_full = self.text().chars().count() >= Self::MAX_CHARS;
        if !(is_full && matches!(asked, InputRequest::InsertChar(_))) {
            self.input.handle(asked);
        }
    }
}
