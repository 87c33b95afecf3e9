//! hitscan-serve on the command line.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;
use hitscan_serve::cli::Args;

fn main() -> ExitCode {
    Args::try_parse().map_or_else(|error| told(&error), Args::run)
}

/// Prints what is wrong with the arguments, or the help that they ask for.
fn told(error: &clap::Error) -> ExitCode {
    match error.print().and_then(|()| io::stdout().flush()) {
        Err(why) if !error.use_stderr() => {
            // If standard error is closed, the status still shows the failure.
            let _ = writeln!(io::stderr(), "hitscan-serve: standard output: {why}");
            ExitCode::from(2)
        }
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
    }
}
