//! How a session on the screen ended. What is done at its end does not live
//! here.

use std::io;
use std::process::ExitCode;

use signal_hook::consts::SIGHUP;

use super::signals;
use super::wire::is_gone;
use crate::host::Ending;

/// How a session on the screen ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The user quit.
    Quit,
    /// A signal ended it.
    Signal(i32),
    /// The terminal is gone.
    HungUp,
}

impl End {
    /// Whether the terminal is gone, so that questions about unsaved changes
    /// cannot be asked.
    #[must_use]
    pub const fn is_hang_up(self) -> bool {
        matches!(self, Self::HungUp | Self::Signal(SIGHUP))
    }
}

/// What came of a session on the screen.
#[derive(Debug)]
pub struct Ended {
    /// How it ended, or what was wrong with the terminal.
    pub end: io::Result<End>,
    /// Whether its files are complete, and what was cut off is kept.
    pub kept: Result<(), String>,
}

impl Ended {
    /// Whether the user has left, or the session was cut off.
    #[must_use]
    pub const fn ending(&self) -> Ending {
        ending(&self.end)
    }
}

pub(super) const fn ending(end: &io::Result<End>) -> Ending {
    match end {
        Ok(End::Quit) => Ending::ByChoice,
        Ok(End::Signal(_) | End::HungUp) | Err(_) => Ending::CutOff,
    }
}

impl From<End> for ExitCode {
    /// 0 after quitting, 128 plus the signal number otherwise.
    fn from(end: End) -> Self {
        match end {
            End::Quit => Self::SUCCESS,
            End::Signal(signal) => Self::from(signals::exit_status(signal)),
            End::HungUp => Self::from(signals::exit_status(SIGHUP)),
        }
    }
}

/// A terminal that is gone is an end, not an error.
pub(super) fn end_of(end: io::Result<End>) -> io::Result<End> {
    end.or_else(|fault| if is_gone(&fault) { Ok(End::HungUp) } else { Err(fault) })
}
