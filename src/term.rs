//! The terminal, or a stream to one: its modes, the thin wire to it, the bytes of the keyboard, the
//! event loop, and recordings of what is sent.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `event_loop` | wait, read, update, draw once |
//! | `incoming` `input` `signals` | keys, requests and signals; what is asked of the terminal; job control |
//! | `capabilities` | what a terminal can do |
//! | `terminal_io` `guard` | the terminal, its file descriptors and modes, and restoring them |
//! | `screen` `frame_gate` `cover` | drawing a frame; when, over a slow line and while playing; what covers it |
//! | `monitor` | long commands, and the map, computed while no key waits |
//! | `control` | what the owner of a stream can do, and a teacher |
//! | `canvas` | a stream that shows another picture than an app's |
//! | `cast` | recordings of what is sent |
//!
//! `event_loop` and `canvas` call everything else; `incoming` calls `input` and `signals`, and all
//! of these end at `terminal_io`, which knows no keys.
//!
//! Not here: what keys do ([`crate::app`]), how the screen looks
//! ([`crate::view`]), and files ([`crate::host`]).

mod canvas;
mod capabilities;
mod cast;
mod control;
mod cover;
mod event_loop;
mod frame_gate;
mod guard;
mod incoming;
mod input;
mod monitor;
mod screen;
mod signals;
mod terminal_io;

use std::io;
use std::process::ExitCode;

use signal_hook::consts::SIGHUP;

use self::terminal_io::is_gone;
use super::host::Ending;

pub use canvas::{CanvasEvent, RemoteCanvas};
pub use capabilities::{
    Capabilities, Charset, Colors, MAX_COLUMNS, MAX_ROWS, NoScreen, Shifts, asks_background,
    locale_charset, locale_is_wide, require_screen, shifts,
};
pub use cast::{Cast, CastVersion};
pub use control::{Control, Oversight, ShownScreen, Supervision, Unsupervised};
pub use cover::PictureView;
pub use event_loop::run;
pub use input::{
    BACKLOG_TIME, MAX_QUEUED_KEYS, MAX_SEQUENCE_BYTES, MOST_TYPED_AHEAD, PASTE_TIME, SEQUENCE_TIME,
};
pub use screen::{Look, usual_glyphs};
pub use terminal_io::{RemoteTerminal, Terminal, say_at_the_end};

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
    pub const fn ending(&self) -> Ending {
        ending(&self.end)
    }
}

const fn ending(end: &io::Result<End>) -> Ending {
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
fn end_of(end: io::Result<End>) -> io::Result<End> {
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
