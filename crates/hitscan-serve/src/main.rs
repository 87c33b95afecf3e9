//! hitscan-serve on the command line.

use std::process::ExitCode;

use clap::Parser as _;
use hitscan_serve::cli::Args;

fn main() -> ExitCode {
    Args::parse().run()
}
