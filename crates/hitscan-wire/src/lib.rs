//! The thin wire, a line to a terminal that takes few bytes a second, such as SSH over a phone: a
//! [ratatui](https://ratatui.rs) backend that gets by with them.
//!
//! [`ThinBackend`] tracks what the terminal shows, its cursor and its pen. For each frame it sends
//! only what differs, in the cheapest order it finds, with one `write`. Parts of rows that move
//! sideways are moved, not written again. A frame that changes nothing sends nothing. It asks the
//! terminal nothing and never waits for it.
//!
//! [`FrameBuffer`] is the backend and the one buffer that it needs: ratatui's own `Terminal`, which
//! works as well, keeps two.
//!
//! ```
//! use hitscan_wire::{Features, FrameBuffer, ThinBackend};
//! use ratatui_core::layout::Size;
//! use ratatui_core::style::Style;
//!
//! # fn main() -> std::io::Result<()> {
//! let backend = ThinBackend::new(Vec::new(), Size::new(80, 24), Features::default());
//! let mut screen = FrameBuffer::new(backend)?;
//! for text in ["frame 1", "frame 2"] {
//!     screen.paint(|picture| {
//!         picture.set_string(0, 0, text, Style::new());
//!     });
//!     screen.send()?;
//! }
//! // The second frame costs two bytes: one step back, and the digit.
//! assert_eq!(screen.backend().out(), b"\x1b[Hframe 1\x082");
//! # Ok(())
//! # }
//! ```
//!
//! Not here: what is drawn, the terminal's modes (raw mode, the alternate screen) and
//! the keyboard. The terminal must start blank, in raw mode, with the plain pen and a hidden cursor.
//!
//! # Files
//!
//! | file | what lives there |
//! | --- | --- |
//! | `backend` | the picture that a frame is painted on, and the backend: from what differs to one `write` |
//! | `frame_bytes` | the cheapest bytes of a frame, with its spans in the cheapest order, and how the cursor gets from one to the next |
//! | `spans` | what differs, joined into spans, and parts of rows that move sideways |
//! | `grid` `pen` `features` | what the terminal shows; how characters look; what it can do |
//!
//! `backend` calls `frame_bytes`, which tries spans, shifts and orders and takes the cheapest. All of these read `grid`, which reads `pen` and `features`.

mod backend;
mod features;
mod frame_bytes;
mod grid;
mod pen;
mod spans;

pub use backend::{FrameBuffer, ThinBackend};
pub use features::{Charset, Colors, Features, Shifts, shifts};
pub use frame_bytes::Rest;
pub use pen::sixteen;
