//! The modes of the terminal that are switched on while the screen is shown:
//! one value owns them all, and undoes them whichever way the program goes.
//!
//! What is drawn, and why the program goes, does not live here.

use std::io::{self, Write};
use std::panic;
use std::sync::{Arc, Mutex, PoisonError};

use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

use super::wire::Wire;

/// The alternate screen, no cursor, pastes told from typing; then a clean
/// sheet, because some terminals have but one screen.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[m\x1b[H\x1b[2J";
/// The same undone, in the opposite order. Terminals with but one screen stay
/// in the last row, emptied, so that the prompt does not land in the picture.
const LEAVE: &[u8] = b"\x1b[m\x1b[999H\x1b[K\x1b[?2004l\x1b[?25h\x1b[?1049l";

/// Owns the modes of the terminal. Dropping it gives the terminal back; so does
/// a panic, before its message is printed.
#[derive(Debug)]
pub(super) struct Guard {
    modes: Modes,
}

impl Guard {
    /// Takes the terminal over.
    pub(super) fn enter() -> io::Result<Self> {
        let modes = Modes::default();
        let guard = Self { modes: modes.clone() };
        let print_message = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            // Whatever goes wrong here, the message comes first.
            let _ = modes.leave();
            print_message(panic);
        }));
        guard.modes.enter()?;
        Ok(guard)
    }

    /// Gives the terminal back while `meanwhile` runs.
    pub(super) fn step_aside(&self, meanwhile: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        self.modes.leave()?;
        let done = meanwhile();
        self.modes.enter()?;
        done
    }

    /// Switches everything on once more, after somebody else may have switched
    /// it off.
    pub(super) fn enter_again(&self) -> io::Result<()> {
        self.modes.leave()?;
        self.modes.enter()
    }

    /// Gives the terminal back, and says whether that worked.
    pub(super) fn leave(self) -> io::Result<()> {
        self.modes.leave()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // Nobody is left to be told: the terminal has gone.
        let _ = self.modes.leave();
    }
}

/// The line discipline as it was found, while it is changed. Shared with the
/// panic hook alone.
#[derive(Clone, Debug, Default)]
struct Modes {
    found: Arc<Mutex<Option<Termios>>>,
}

impl Modes {
    fn enter(&self) -> io::Result<()> {
        let found = tcgetattr(io::stdin())?;
        let mut raw = found.clone();
        raw.make_raw();
        // Remembered first: a panic in between must find it.
        *self.lock() = Some(found);
        tcsetattr(io::stdin(), OptionalActions::Now, &raw)?;
        Wire::new().write_all(ENTER)
    }

    /// Undoes what `enter` did; once only, however often it is called.
    fn leave(&self) -> io::Result<()> {
        let Some(found) = self.lock().take() else { return Ok(()) };
        let written = Wire::new().write_all(LEAVE);
        // Also when the bytes could not be written: they are two devices when
        // standard input and output are.
        tcsetattr(io::stdin(), OptionalActions::Now, &found)?;
        written
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Termios>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
