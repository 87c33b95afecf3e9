//! hitscan on the command line: arguments in, exit status out.

use std::process::ExitCode;

use hitscan::{Args, CliError, Environment, Supervisor, catch_size_limit};

fn main() -> ExitCode {
    if let Some(supervisor) = Supervisor::asked_for(std::env::args_os()) {
        return supervisor.run();
    }
    if let Err(error) = catch_size_limit() {
        return CliError::from(error).report();
    }
    let args = Args::from_command_line();
    match args.run(&Environment::read()) {
        Ok(status) => status.into(),
        Err(error) => error.report(),
    }
}
