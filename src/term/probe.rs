//! The one thing that a terminal is asked before the first picture, and only in
//! locales where it matters: how wide it draws lines and corners.
//!
//! Unicode calls them ambiguous. Terminals made for Japanese, Chinese and Korean
//! often give them two columns, and every row would be torn.

use std::io::{self, Write};
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use super::input::{Drained, Keyboard, Typed};
use super::wire::Wire;

/// How long the answer is waited for. Who does not answer gets lines.
const PATIENCE: Duration = Duration::from_millis(500);

/// Draws one line glyph, wherever the cursor will not be seen, and asks where
/// the cursor is then. In the second row: an answer from the first looks like a
/// function key with Shift.
const QUESTION: &[u8] = "\x1b[2H─\x1b[6n".as_bytes();
/// The glyph wiped out.
const TIDY: &[u8] = b"\r\x1b[K";

/// What was found out, and what was typed in the meantime.
#[derive(Debug)]
pub(super) struct Found {
    /// The columns that a line glyph takes; `None` without an answer.
    pub(super) columns: Option<u16>,
    /// Whatever else came from the keyboard, for the loop.
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
                // A column counts from 1, and the glyph stood in the first.
                Typed::Position { column } => found.columns = Some(column.saturating_sub(1)),
                key => found.typed.push(key),
            }
        }
        if has_gone || ready.signals {
            // The loop knows what to do about it.
            break;
        }
    }
    Wire::new().write_all(TIDY)?;
    Ok(found)
}
