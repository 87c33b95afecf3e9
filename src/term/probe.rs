//! The questions asked before the first picture.
//!
//! What colour the background is: only of a terminal on this machine, and only if the
//! theme depends on it. And how wide lines and corners are, in locales where that is
//! doubtful: Unicode calls them ambiguous. Terminals made for Japanese, Chinese and
//! Korean often give them two columns, which would tear every row.

use std::io;
use std::time::Duration;

use super::incoming::Incoming;
use super::wire::Wire;
use crate::app::Background;

/// How long to wait for the width of a line. Terminals that do not answer get lines.
const WIDTH_PATIENCE: Duration = Duration::from_millis(500);

/// Draws one line glyph and asks for the cursor position. In the second row: an
/// answer from the first looks like a function key with Shift.
const WIDTH_QUESTION: &[u8] = "\x1b[2H─\x1b[6n".as_bytes();
/// Erases the glyph.
const TIDY: &[u8] = b"\r\x1b[K";

/// Asks how many columns a line glyph takes; `None` without an answer.
pub(super) fn line_glyph(incoming: &mut Incoming, wire: &mut Wire) -> io::Result<Option<u16>> {
    wire.send(WIDTH_QUESTION)?;
    let column = incoming.await_position(WIDTH_PATIENCE)?;
    wire.send(TIDY)?;
    // Columns count from 1, and the glyph was in the first.
    Ok(column.map(|column| column.saturating_sub(1)))
}

/// How long to wait for the colour of the background.
const BACKGROUND_PATIENCE: Duration = Duration::from_millis(100);

/// Asks for the colour of the background (OSC 11), which not every terminal knows, then for
/// what it is (DA1), which every terminal answers: so that one which does not know is not
/// waited for.
const BACKGROUND_QUESTION: &[u8] = b"\x1b]11;?\x1b\\\x1b[c";

/// Asks what the background is; `None` without an answer, or if it is neither dark nor
/// light.
pub(super) fn background(
    incoming: &mut Incoming,
    wire: &mut Wire,
) -> io::Result<Option<Background>> {
    // Not recorded: the terminal that plays it would answer to the shell.
    let cast = wire.cast.take();
    let sent = wire.send(BACKGROUND_QUESTION);
    wire.cast = cast;
    sent?;
    let rgb = incoming.await_background(BACKGROUND_PATIENCE)?;
    Ok(rgb.and_then(Background::of))
}
