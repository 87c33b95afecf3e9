//! hitscan on the command line: arguments in, exit status out.

use std::process::ExitCode;

use hitscan::cli::{Args, CliError, Environment};
use hitscan::host::files;
use hitscan::host::program::Supervisor;

fn main() -> ExitCode {
    if let Some(supervisor) = Supervisor::asked_for(std::env::args_os()) {
        return supervisor.run();
    }
    if let Err(error) = files::catch_size_limit() {
        return CliError::from(error).report();
    }
    let args = Args::from_command_line();
    match args.run(&Environment::read()) {
        Ok(status) => status.into(),
        Err(error) => error.report(),
    }
}
