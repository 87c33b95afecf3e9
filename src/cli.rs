//! What the command line says, and what runs without a screen.

mod args;
pub mod check;
pub mod compare;
pub mod config;
pub mod generate;
pub mod guide;
pub mod query;
pub mod render;
pub mod run;
pub mod scenes;

pub use args::{Args, CastVersion, ColorChoice, GlyphChoice, Task, ThemeChoice, task_meant};
