//! The command line: arguments, and the subcommands that run without a screen.
//!
//! Each subcommand has its own module, and its arguments run themselves. What
//! happens on the screen is not here ([`crate::app`], [`crate::view`]).

mod args;
pub mod check;
pub mod compare;
pub mod config;
mod environment;
mod exit;
mod generate;
pub mod guide;
pub mod query;
mod reasons;
pub mod render;
pub mod run;
pub mod scenes;
mod screen;

use std::io::Write;

pub use args::{Args, ListFormat, Task, task_meant};
pub use environment::Environment;
pub use exit::{CliError, ExitStatus};
pub use screen::ScreenArgs;

/// Writes a text that is complete.
fn print(text: &str, mut output: impl Write) -> Result<ExitStatus, CliError> {
    output.write_all(text.as_bytes())?;
    output.flush()?;
    Ok(ExitStatus::Success)
}
