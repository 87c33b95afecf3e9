//! The modes of the terminal that are switched on while the screen is shown:
//! one value owns them all, and undoes them whichever way the program goes.
//!
//! What is drawn, and why the program goes, does not live here.

use std::io::{self, Write};
use std::panic;
use std::sync::{Arc, Mutex, PoisonError};

use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

use super::wire::Wire;
use crate::app::Mouse;

/// The alternate screen, no cursor, pastes told from typing; then a clean
/// sheet, because some terminals have but one screen.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[m\x1b[H\x1b[2J";
/// The same undone, in the opposite order. Terminals with but one screen stay
/// in the last row, emptied, so that the prompt does not land in the picture;
/// that row is noted for those that note but one place for both screens.
const LEAVE: &[u8] = b"\x1b[m\x1b[999H\x1b[K\x1b7\x1b[?2004l\x1b[?25h\x1b[?1049l";

/// What the mouse does is reported, in a form that knows of wide screens.
const MOUSE_ON: &[u8] = b"\x1b[?1002h\x1b[?1006h";
/// The same undone.
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1002l";

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

    /// From now on the terminal reports what the mouse does, or no more.
    pub(super) fn set_mouse(&self, mouse: Mouse) -> io::Result<()> {
        self.modes.set_mouse(mouse)
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

/// What is changed and what was found. Shared with the panic hook alone.
#[derive(Clone, Debug, Default)]
struct Modes {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// The line discipline as it was found, while it is changed.
    found: Option<Termios>,
    /// Whether the mouse is to be reported, while we have the terminal.
    mouse: Mouse,
}

impl Modes {
    fn enter(&self) -> io::Result<()> {
        let found = tcgetattr(io::stdin())?;
        let mut raw = found.clone();
        raw.make_raw();
        let mut state = self.lock();
        let mouse = state.mouse;
        // Remembered first: a panic in between must find it.
        state.found = Some(found);
        drop(state);
        tcsetattr(io::stdin(), OptionalActions::Now, &raw)?;
        match mouse {
            Mouse::Off => Wire::new().write_all(ENTER),
            Mouse::On => Wire::new().write_all(&[ENTER, MOUSE_ON].concat()),
        }
    }

    fn set_mouse(&self, mouse: Mouse) -> io::Result<()> {
        let before = std::mem::replace(&mut self.lock().mouse, mouse);
        match (before, mouse) {
            (Mouse::Off, Mouse::On) => Wire::new().write_all(MOUSE_ON),
            (Mouse::On, Mouse::Off) => Wire::new().write_all(MOUSE_OFF),
            _ => Ok(()),
        }
    }

    /// Undoes what `enter` did; once only, however often it is called.
    fn leave(&self) -> io::Result<()> {
        let (found, mouse) = {
            let mut state = self.lock();
            (state.found.take(), state.mouse)
        };
        let Some(found) = found else { return Ok(()) };
        let written = match mouse {
            Mouse::Off => Wire::new().write_all(LEAVE),
            Mouse::On => Wire::new().write_all(&[MOUSE_OFF, LEAVE].concat()),
        };
        // Also when the bytes could not be written: they are two devices when
        // standard input and output are.
        tcsetattr(io::stdin(), OptionalActions::Now, &found)?;
        written
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
