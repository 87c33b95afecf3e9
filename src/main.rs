//! Arguments in, exit code out.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use hitscan::cli::query::{self, Detail, Flush, Options, Outcome};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let detail = match arguments[..] {
        ["query"] => Detail::Answer,
        ["query", "--explain"] => Detail::Steps,
        _ => return ExitCode::from(2),
    };
    let stdin = io::stdin().lock();
    let flush = if stdin.is_terminal() { Flush::EachLine } else { Flush::Blocks };
    match query::run(stdin, io::stdout().lock(), Options { flush, detail }) {
        Ok(Outcome::AllAnswered) => ExitCode::SUCCESS,
        Ok(Outcome::SomeAtFault) | Err(_) => ExitCode::from(1),
    }
}
