//! Queries the terminal before the first picture.
//!
//! One query is for the background colour: only on a local terminal, and only if the theme depends
//! on it. The other is for the width of box-drawing characters, in locales where it is doubtful:
//! Unicode calls their width ambiguous, and terminals made for Japanese, Chinese and Korean often
//! give them two columns, which would break every row.

use std::ffi::OsStr;
use std::io;
use std::time::Duration;

use super::TerminalLine;
use super::capabilities::BackgroundProbe;
use super::incoming::Incoming;
use super::terminal_io::TerminalIo;
use crate::app::Background;

/// How long to wait for the width of a line glyph. Terminals that do not answer get line glyphs.
const WIDTH_PATIENCE: Duration = Duration::from_millis(500);

/// Draws one line glyph and asks for the cursor position. It does so in the second row, because the
/// answer for the first looks like a function key with Shift.
const WIDTH_QUESTION: &[u8] = "\x1b[2H─\x1b[6n".as_bytes();
/// Erases the glyph.
const TIDY: &[u8] = b"\r\x1b[K";

/// Measures how many columns a line glyph takes; `None` without an answer.
pub(super) fn line_glyph(
    incoming: &mut Incoming,
    wire: &mut TerminalIo,
) -> io::Result<Option<u16>> {
    wire.send(WIDTH_QUESTION)?;
    let column = incoming.await_position(WIDTH_PATIENCE)?;
    wire.send(TIDY)?;
    // Columns count from 1, and the glyph was in the first.
    Ok(column.map(|column| column.saturating_sub(1)))
}

impl BackgroundProbe {
    /// Asks only if the answer makes a difference and arrives at once, and if this terminal never
    /// prints the query.
    #[must_use]
    pub fn of(makes_difference: bool, term: &OsStr, line: TerminalLine) -> Self {
        let term = term.to_string_lossy();
        let answers = !["linux", "screen", "dumb"].iter().any(|name| term.starts_with(name));
        if makes_difference && answers && line == TerminalLine::Local {
            Self::Ask
        } else {
            Self::Omit
        }
    }
}

/// How long to wait for the background colour.
const BACKGROUND_PATIENCE: Duration = Duration::from_millis(100);

/// Queries the background colour (OSC 11), which not every terminal answers, then the device
/// attributes (DA1), which every terminal does: so there is no wait for a terminal that ignores the
/// first.
const BACKGROUND_QUESTION: &[u8] = b"\x1b]11;?\x1b\\\x1b[c";

/// Determines whether the background is dark or light; `None` without an answer, or if it is
/// neither.
pub(super) fn background(
    incoming: &mut Incoming,
    wire: &mut TerminalIo,
) -> io::Result<Option<Background>> {
    // Not recorded: the terminal that plays the recording would answer to its shell.
    let cast = wire.cast.take();
    let sent = wire.send(BACKGROUND_QUESTION);
    wire.cast = cast;
    sent?;
    let rgb = incoming.await_background(BACKGROUND_PATIENCE)?;
    Ok(rgb.and_then(Background::of))
}
