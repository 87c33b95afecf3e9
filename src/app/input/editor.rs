//! A value being typed into the form of the Object view.

use tui_input::InputRequest;

use super::text_field::{MAX_FIELD_BYTES, TextField, TooLong};
use hitscan_core::command::CommandError;

/// A value being typed.
#[derive(Clone, Debug)]
pub struct Editor {
    field: TextField,
    pub(in crate::app) fault: Option<CommandError>,
}

impl Editor {
    pub(in crate::app) fn starting_with(text: &str) -> Self {
        Self { field: TextField::new(text, MAX_FIELD_BYTES), fault: None }
    }

    /// What has been typed.
    #[must_use]
    pub fn text(&self) -> &str {
        self.field.text()
    }

    /// The position of the cursor, in characters.
    #[must_use]
    pub fn cursor(&self) -> usize {
        self.field.cursor()
    }

    /// Why the value is not accepted, and what would be right.
    #[must_use]
    pub const fn fault(&self) -> Option<&CommandError> {
        self.fault.as_ref()
    }

    pub(in crate::app) fn edit(&mut self, request: InputRequest) -> Result<(), TooLong> {
        self.field.edit(request)
    }

    /// Inserts pasted text without its control characters.
    pub(in crate::app) fn paste(&mut self, text: &str) -> Result<(), TooLong> {
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        self.field.insert(&text)
    }
}
