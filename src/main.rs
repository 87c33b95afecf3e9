//! hitscan on the command line: arguments in, exit status out.

use std::process::ExitCode;

use hitscan::cli::{Args, Environment};

fn main() -> ExitCode {
    let args = Args::from_command_line();
    match args.run(&Environment::read()) {
        Ok(status) => status.into(),
        Err(error) => error.report(),
    }
}
