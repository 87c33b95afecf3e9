//! The real terminal: its modes and how they are undone, the thin wire to it,
//! the bytes of the keyboard, the loop that waits, and a recording of what is
//! sent.
//!
//! What keys do ([`crate::app`]), what the screen looks like ([`crate::view`])
//! and what becomes of files ([`crate::host`]) does not live here.

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
    /// 0 for whoever left, 128 and the number of the signal else.
    fn from(end: End) -> Self {
        match end {
            End::Quit => Self::SUCCESS,
            End::Signal(signal) => Self::from(signals::exit_status(signal)),
            End::HungUp => Self::from(signals::exit_status(signal_hook::consts::SIGHUP)),
        }
    }
}
