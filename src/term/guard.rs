//! The terminal modes of the screen: one value switches them on and always
//! undoes them.
//!
//! What does not live here: what is drawn, and why the program ends.

use std::io::{self, Write};
use std::panic;
use std::sync::{Arc, Mutex, PoisonError};

use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

use super::wire::Wire;
use crate::app::Mouse;

/// The alternate screen, no cursor, bracketed paste; then a cleared screen,
/// because some terminals have only one.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[m\x1b[H\x1b[2J";
/// Undoes `ENTER` in reverse order. Terminals with only one screen stay in the
/// last row, cleared, so that the prompt does not land in the picture; that row
/// is saved for terminals that save one position for both screens.
const LEAVE: &[u8] = b"\x1b[m\x1b[999H\x1b[K\x1b7\x1b[?2004l\x1b[?25h\x1b[?1049l";

/// Mouse reports, in the format for wide screens.
const MOUSE_ON: &[u8] = b"\x1b[?1002h\x1b[?1006h";
/// Undoes `MOUSE_ON`.
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1002l";

/// Owns the modes of the terminal. Dropping it restores the terminal; so does a
/// panic, before its message is printed.
#[derive(Debug)]
pub(super) struct Guard {
    modes: Modes,
}

impl Guard {
    /// Takes over the terminal.
    pub(super) fn enter() -> io::Result<Self> {
        let modes = Modes::default();
        let guard = Self { modes: modes.clone() };
        let print_message = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            // If this fails, the message matters more.
            let _ = modes.leave();
            print_message(panic);
        }));
        guard.modes.enter()?;
        Ok(guard)
    }

    /// Restores the terminal while `meanwhile` runs.
    pub(super) fn step_aside(&self, meanwhile: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        self.modes.leave()?;
        let done = meanwhile();
        self.modes.enter()?;
        done
    }

    /// Switches everything on again, after another program may have switched it
    /// off.
    pub(super) fn enter_again(&self) -> io::Result<()> {
        self.modes.leave()?;
        self.modes.enter()
    }

    /// Switches mouse reports on or off.
    pub(super) fn set_mouse(&self, mouse: Mouse) -> io::Result<()> {
        self.modes.set_mouse(mouse)
    }

    /// Restores the terminal and reports errors.
    pub(super) fn leave(self) -> io::Result<()> {
        self.modes.leave()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // Errors here mean that the terminal is gone.
        let _ = self.modes.leave();
    }
}

/// The saved state and the present modes. Shared with the panic hook only.
#[derive(Clone, Debug, Default)]
struct Modes {
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// The original line discipline, while it is changed.
    found: Option<Termios>,
    /// Whether to report the mouse while we hold the terminal.
    mouse: Mouse,
}

impl Modes {
    fn enter(&self) -> io::Result<()> {
        let found = tcgetattr(io::stdin())?;
        let mut raw = found.clone();
        raw.make_raw();
        let mut state = self.lock();
        let mouse = state.mouse;
        // Stored first, so that a panic in between restores it.
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

    /// Undoes `enter`, once, however often it is called.
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
        // Even if the bytes could not be written: standard input and output may
        // be two devices.
        tcsetattr(io::stdin(), OptionalActions::Now, &found)?;
        written
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
