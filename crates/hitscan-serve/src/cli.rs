//! The command line.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::config::DEFAULT;

/// The arguments.
#[derive(Clone, Debug, PartialEq, Eq, Parser)]
#[command(name = "hitscan-serve", version, about = "Classes of hitscan over SSH")]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Print the default configuration with comments
    Config,
}

impl Args {
    /// Does it.
    #[must_use]
    pub fn run(self) -> ExitCode {
        match self.command {
            Command::Config => match io::stdout().write_all(DEFAULT.as_bytes()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(_) => ExitCode::FAILURE,
            },
        }
    }
}
