//! The terminal, or a stream to one: its modes, the thin wire to it, the bytes of the keyboard, the
//! event loop, and recordings of what is sent.
//!
//! | file | contents |
//! | --- | --- |
//! | `event_loop` | wait, read, update, draw once |
//! | `incoming` `input` `signals` `job` | keys, requests and signals; stopping and going on as a job |
//! | `capabilities` `probe` `look` | what a terminal can do; asking it; how a screen looks on it |
//! | `terminal` `terminal_io` `guard` `abort_watch` | the terminal, its file descriptors and modes, and restoring them |
//! | `screen` `frame_gate` `clock` `cover` | drawing a frame; when, over a slow line and while playing; what covers it |
//! | `monitor` `map_work` | long commands, and the map, computed while no key waits |
//! | `control` `supervision` `end` | what the owner of a stream can do, and a teacher; how a screen ends |
//! | `canvas` `picture_view` | a stream that shows another picture than an app's |
//! | `cast` `cast_markers` | recordings of what is sent |
//!
//! Not here: what keys do ([`crate::app`]), how the screen looks
//! ([`crate::view`]), and files ([`crate::host`]).

mod abort_watch;
mod canvas;
mod capabilities;
mod cast;
mod cast_markers;
mod clock;
mod control;
mod cover;
mod end;
mod event_loop;
mod frame_gate;
mod guard;
mod incoming;
mod input;
mod job;
mod look;
mod map_work;
mod monitor;
mod picture_view;
mod probe;
mod screen;
mod signals;
mod supervision;
mod terminal;
mod terminal_io;

pub use canvas::{CanvasEvent, RemoteCanvas};
pub use capabilities::{
    BackgroundProbe, Capabilities, Charset, Colors, LineGlyphs, MAX_COLUMNS, MAX_ROWS, NoScreen,
    Shifts, TerminalLine, locale_charset, locale_is_wide, require_screen, shifts,
};
pub use cast::{Cast, CastVersion};
pub use control::{Control, ShownScreen};
pub use end::{End, Ended};
pub use event_loop::run;
pub use input::{
    BACKLOG_TIME, MAX_QUEUED_KEYS, MAX_SEQUENCE_BYTES, MOST_TYPED_AHEAD, PASTE_TIME, SEQUENCE_TIME,
};
pub use look::{Look, usual_glyphs};
pub use picture_view::PictureView;
pub use supervision::{Bounds, Oversight, Supervision, Unsupervised};
pub use terminal::{RemoteTerminal, Terminal};
pub use terminal_io::say_at_the_end;
