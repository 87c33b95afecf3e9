//! The only question asked before the first picture, and only in locales where
//! it matters: how wide the terminal draws lines and corners.
//!
//! Unicode calls them ambiguous. Terminals made for Japanese, Chinese and
//! Korean often give them two columns, which would tear every row.

use std::io;
use std::time::Duration;

use super::incoming::Incoming;
use super::wire::Wire;

/// How long to wait for the answer. Terminals that do not answer get lines.
const PATIENCE: Duration = Duration::from_millis(500);

/// Draws one line glyph and asks for the cursor position. In the second row: an
/// answer from the first looks like a function key with Shift.
const QUESTION: &[u8] = "\x1b[2H─\x1b[6n".as_bytes();
/// Erases the glyph.
const TIDY: &[u8] = b"\r\x1b[K";

/// Asks how many columns a line glyph takes; `None` without an answer.
pub(super) fn line_glyph(incoming: &mut Incoming, wire: &mut Wire) -> io::Result<Option<u16>> {
    wire.send(QUESTION)?;
    let column = incoming.await_position(PATIENCE)?;
    wire.send(TIDY)?;
    // Columns count from 1, and the glyph was in the first.
    Ok(column.map(|column| column.saturating_sub(1)))
}
