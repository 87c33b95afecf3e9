//! The screen as whoever sits at it knows it: keys and clicks, and what is then
//! on the mind of the app, or to be read.

mod command_line;
mod editing;
mod keys;
mod mouse;
mod overlays;
mod picker;
mod shown;
