//! The command line: arguments, and the subcommands that run without a screen.
//!
//! Each subcommand has its own module, and its arguments run themselves. Not here: what happens on
//! the screen ([`crate::app`], [`crate::view`]).

mod args;
pub mod check;
pub mod compare;
pub mod config;
mod deferred;
mod environment;
mod exit;
mod generate;
pub mod grade;
pub mod guide;
pub mod learn;
pub mod lesson;
pub mod limits;
pub mod map;
pub mod map_options;
pub mod options;
pub(crate) mod pack_files;
mod progress;
pub mod query;
mod reasons;
pub mod render;
mod report;
pub mod run;
pub mod scenes;
mod screen;
pub mod serve;
pub mod shrink;
pub mod stats;
pub mod try_program;

pub use args::{Args, CliTask};
pub use deferred::Deferred;
pub use environment::{Environment, require_stack};
pub use exit::{CliError, ExitStatus};
use exit::{NEVER_FAILS, print};
pub use report::{ListFormat, ReportFormat};
