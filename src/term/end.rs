//! How a session on the screen ended. Not here: what happens afterwards.

use std::io;
use std::process::ExitCode;

use signal_hook::consts::SIGHUP;

use super::terminal_io::is_gone;
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
    /// The owner of its stream closed it.
    Closed,
    /// The owner of its stream has handed over to another screen.
    TakenOver,
    /// Another screen has saved newer work of this student, who goes on there.
    WrittenElsewhere,
}

impl End {
    /// Whether the terminal is gone, so that questions about unsaved changes
    /// cannot be asked.
    #[must_use]
    pub const fn is_hang_up(self) -> bool {
        matches!(self, Self::HungUp | Self::Signal(SIGHUP))
    }
}

/// The result of a session on the screen.
#[derive(Debug)]
pub struct Ended {
    /// How it ended, or what was wrong with the terminal.
    pub end: io::Result<End>,
    /// Whether its files are complete, and interrupted work was saved.
    pub kept: Result<(), String>,
}

impl Ended {
    /// Whether the user quit, or the session was cut off.
    #[must_use]
    pub const fn ending(&self) -> Ending {
        ending(&self.end)
    }
}

pub(super) const fn ending(end: &io::Result<End>) -> Ending {
    match end {
        Ok(End::Quit) => Ending::ByChoice,
        Ok(End::Signal(_) | End::HungUp | End::Closed | End::TakenOver | End::WrittenElsewhere)
        | Err(_) => Ending::CutOff,
    }
}

impl From<End> for ExitCode {
    /// 128 plus the number of the signal that ended it, with a hang-up as SIGHUP; 0 for any other
    /// end.
    fn from(end: End) -> Self {
        match end {
            End::Quit | End::Closed | End::TakenOver | End::WrittenElsewhere => Self::SUCCESS,
            End::Signal(signal) => Self::from(exit_status(signal)),
            End::HungUp => Self::from(exit_status(SIGHUP)),
        }
    }
}

/// The exit status by which shells recognize a signal.
fn exit_status(signal: i32) -> u8 {
    u8::try_from(signal).map_or(u8::MAX, |signal| 128_u8.saturating_add(signal))
}

/// Turns the error of a terminal that is gone into an end.
pub(super) fn end_of(end: io::Result<End>) -> io::Result<End> {
    end.or_else(|fault| if is_gone(&fault) { Ok(End::HungUp) } else { Err(fault) })
}

#[cfg(test)]
mod tests {
    use signal_hook::consts::SIGTERM;

    use super::*;

    #[test]
    fn a_hang_up_exits_with_status_129() {
        assert_eq!(exit_status(SIGHUP), 129);
        assert_eq!(exit_status(SIGTERM), 143);
    }
}
