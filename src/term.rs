//! The terminal: its modes, the thin wire to it, the bytes of the keyboard, the
//! event loop, and recordings of what is sent.
//!
//! What does not live here: what keys do ([`crate::app`]), how the screen looks
//! ([`crate::view`]), and files ([`crate::host`]).

mod backend;
mod capabilities;
mod cast;
mod cast_markers;
mod clock;
mod cursor_moves;
mod cursor_path;
mod event_loop;
mod frame_buffer;
mod frame_bytes;
mod frame_gate;
mod grid;
mod guard;
mod input;
mod pen;
mod probe;
mod riders;
mod row_shift;
mod run_order;
mod screen;
mod signals;
mod spans;
mod wire;

pub use capabilities::{
    Capabilities, Charset, Colors, Line, LineGlyphs, MAX_COLUMNS, MAX_ROWS, NoScreen, Shifts,
    locale_charset, locale_is_wide, require_screen, shifts, size,
};
pub use cast::{Cast, CastVersion};
pub use event_loop::{End, run};

use std::process::ExitCode;

impl From<End> for ExitCode {
    /// 0 after quitting, 128 plus the signal number otherwise.
    fn from(end: End) -> Self {
        match end {
            End::Quit => Self::SUCCESS,
            End::Signal(signal) => Self::from(signals::exit_status(signal)),
            End::HungUp => Self::from(signals::exit_status(signal_hook::consts::SIGHUP)),
        }
    }
}
