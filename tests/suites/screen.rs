//! The screen from the user's side: keys and clicks, then the state of the app or the
//! text on the screen.

mod command_line;
mod editing;
mod expecting;
mod focus;
mod help;
mod keys;
mod large_scenes;
mod mouse;
mod opening;
mod overlays;
mod picker;
mod sensors;
mod shown;
mod steering;
mod switched;
