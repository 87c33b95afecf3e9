//! The only question asked before the first picture, and only in locales where
//! it matters: how wide the terminal draws lines and corners.
//!
//! Unicode calls them ambiguous. Terminals made for Japanese, Chinese and
//! Korean often give them two columns, which would tear every row.

use std::io::{self, Write};
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use super::input::{Drained, Keyboard, Typed};
use super::wire::Wire;

/// How long to wait for the answer. Terminals that do not answer get lines.
const PATIENCE: Duration = Duration::from_millis(500);

/// Draws one line glyph and asks for the cursor position. In the second row: an
/// answer from the first looks like a function key with Shift.
const QUESTION: &[u8] = "\x1b[2H─\x1b[6n".as_bytes();
/// Erases the glyph.
const TIDY: &[u8] = b"\r\x1b[K";

/// The answer, and what was typed meanwhile.
#[derive(Debug)]
pub(super) struct Found {
    /// The columns of a line glyph; `None` without an answer.
    pub(super) columns: Option<u16>,
    /// Other input, for the loop.
    pub(super) typed: Vec<Typed>,
}

/// Asks how many columns a line glyph takes.
pub(super) fn line_glyph(keyboard: &mut Keyboard, signals: BorrowedFd<'_>) -> io::Result<Found> {
    Wire::new().write_all(QUESTION)?;
    let begun = Instant::now();
    let mut found = Found { columns: None, typed: Vec::new() };
    let mut typed = Vec::new();
    while found.columns.is_none() {
        let left = PATIENCE.saturating_sub(begun.elapsed());
        if left.is_zero() {
            break;
        }
        let ready = keyboard.wait(signals, Some(left), &mut typed)?;
        let has_gone = ready.keyboard && keyboard.drain(signals, &mut typed)? == Drained::Gone;
        for one in typed.drain(..) {
            match one {
                // Columns count from 1, and the glyph was in the first.
                Typed::Position { column } => found.columns = Some(column.saturating_sub(1)),
                key => found.typed.push(key),
            }
        }
        if has_gone || ready.signals {
            // The loop handles it.
            break;
        }
    }
    Wire::new().write_all(TIDY)?;
    Ok(found)
}
