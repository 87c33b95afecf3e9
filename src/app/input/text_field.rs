//! Text being typed: edited like any line, limited in length, and never truncated.
//!
//! Each prompt decides what the text means, and which keys end it.

use tui_input::{Input, InputRequest};

use crossterm::event::{KeyCode, KeyModifiers};
use hitscan_core::command::{CommandError, lines};

use super::KeyPress;

/// The longest command line: as long as a script line. A key or paste that would make it longer is
/// refused.
pub const MAX_LINE_BYTES: usize = lines::LIMIT_BYTES;

/// The longest form value and the longest search text. A key or paste that would make it longer is
/// refused.
pub const MAX_FIELD_BYTES: usize = 256;

/// Why typed or pasted text was refused; the field is unchanged.
pub(in crate::app) fn too_long(length: usize, limit: usize) -> String {
    format!("that makes {length} bytes, and {limit} fit here; nothing was typed")
}

/// Text with a cursor and a limit.
#[derive(Clone, Debug)]
pub(in crate::app) struct TextField {
    input: Input,
    limit: usize,
}

impl TextField {
    pub(in crate::app) fn new(text: &str, limit: usize) -> Self {
        Self { input: Input::new(text.to_owned()), limit }
    }

    pub(in crate::app) fn text(&self) -> &str {
        self.input.value()
    }

    /// The position of the cursor, in characters.
    pub(in crate::app) fn cursor(&self) -> usize {
        self.input.cursor()
    }

    /// The position of the cursor, in bytes.
    pub(in crate::app) fn cursor_byte(&self) -> usize {
        let text = self.text();
        text.char_indices().nth(self.cursor()).map_or(text.len(), |(at, _)| at)
    }

    /// Replaces the text, and moves the cursor to its end.
    pub(in crate::app) fn set(&mut self, text: String) {
        self.input = Input::new(text);
    }

    /// Replaces part of the text, and moves the cursor behind it.
    pub(in crate::app) fn replace(&mut self, span: std::ops::Range<usize>, with: &str) {
        let mut text = self.text().to_owned();
        let end = span.start + with.len();
        text.replace_range(span, with);
        let cursor = text[..end].chars().count();
        self.input = Input::new(text).with_cursor(cursor);
    }

    /// Applies the edit of a key.
    pub(in crate::app) fn edit(&mut self, request: InputRequest) -> Result<(), String> {
        if let InputRequest::InsertChar(c) = request {
            self.check_room(c.len_utf8())?;
        }
        self.input.handle(request);
        Ok(())
    }

    /// Inserts pasted text at the cursor: all or nothing.
    pub(in crate::app) fn insert(&mut self, text: &str) -> Result<(), String> {
        self.check_room(text.len())?;
        let at = self.cursor_byte();
        self.replace(at..at, text);
        Ok(())
    }

    fn check_room(&self, more: usize) -> Result<(), String> {
        let length = self.text().len().saturating_add(more);
        let limit = self.limit;
        if length > limit { Err(too_long(length, limit)) } else { Ok(()) }
    }
}

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
    pub fn text(&self) -> &str {
        self.field.text()
    }

    /// The position of the cursor, in characters.
    pub fn cursor(&self) -> usize {
        self.field.cursor()
    }

    /// Why the value is not accepted, and what would be right.
    pub const fn fault(&self) -> Option<&CommandError> {
        self.fault.as_ref()
    }

    pub(in crate::app) fn edit(&mut self, request: InputRequest) -> Result<(), String> {
        self.field.edit(request)
    }

    /// Inserts pasted text without its control characters.
    pub(in crate::app) fn paste(&mut self, text: &str) -> Result<(), String> {
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        self.field.insert(&text)
    }
}

/// The edit that a key makes, if any.
pub(in crate::app) fn request(key: KeyPress) -> Option<InputRequest> {
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Backspace => InputRequest::DeletePrevChar,
        KeyCode::Delete => InputRequest::DeleteNextChar,
        KeyCode::Left => InputRequest::GoToPrevChar,
        KeyCode::Right => InputRequest::GoToNextChar,
        KeyCode::Home => InputRequest::GoToStart,
        KeyCode::End => InputRequest::GoToEnd,
        KeyCode::Char('a') if ctrl => InputRequest::GoToStart,
        KeyCode::Char('e') if ctrl => InputRequest::GoToEnd,
        KeyCode::Char('u') if ctrl => InputRequest::DeleteLine,
        KeyCode::Char('w') if ctrl => InputRequest::DeletePrevWord,
        KeyCode::Char('k') if ctrl => InputRequest::DeleteTillEnd,
        KeyCode::Char(c) if !ctrl => InputRequest::InsertChar(c),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_over_the_limit_is_refused_as_a_whole() {
        let mut field = TextField::new("ab", 5);
        assert_eq!(field.insert("cdef"), Err(too_long(6, 5)));
        assert_eq!((field.text(), field.cursor()), ("ab", 2));
        assert_eq!(field.insert("cé"), Ok(()));
        assert_eq!(field.edit(InputRequest::InsertChar('x')), Err(too_long(6, 5)));
        assert_eq!((field.text(), field.cursor()), ("abcé", 4));
    }

    #[test]
    fn pasted_text_goes_in_at_the_cursor() {
        let mut field = TextField::new("éd", 10);
        field.edit(InputRequest::GoToPrevChar).expect("moving takes no room");
        field.insert("bc").expect("it fits");
        assert_eq!((field.text(), field.cursor()), ("ébcd", 3));
    }
}
