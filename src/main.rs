//! hitscan on the command line: arguments in, exit status out.

use std::process::ExitCode;

use hitscan::{Args, Environment, Supervisor, catch_size_limit, require_stack};

fn main() -> ExitCode {
    if let Some(supervisor) = Supervisor::asked_for(std::env::args_os()) {
        return supervisor.run();
    }
    let ended = require_stack()
        .and_then(|()| Ok(catch_size_limit()?))
        .and_then(|()| Args::from_command_line()?.run(&Environment::read()));
    match ended {
        Ok(status) => status.into(),
        Err(error) => error.report(),
    }
}
