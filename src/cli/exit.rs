//! How a subcommand ends: its exit status, or an error for people.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use super::guide::explained;
use super::paper::error_prefix;
use crate::host::ConfigError;
use crate::host::files::{LoadError, Refusal, reason_not_written};
use crate::term;
use hitscan_core::scene::{is_forbidden, printable};
use hitscan_core::world::ChangeError;

/// How a subcommand ended that did its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// 0: all went well.
    Success,
    /// 1: something was wrong, and the output says what: a line, an expectation, a file.
    Failure,
    /// 3: the user's program is at fault.
    ProgramAtFault,
    /// The end of the screen or a prompt: 0, or 128 plus the number of a signal.
    Ended(term::End),
}

impl ExitStatus {
    /// Success if `all_well`, otherwise failure.
    pub const fn of(all_well: bool) -> Self {
        if all_well { Self::Success } else { Self::Failure }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        match status {
            ExitStatus::Success => Self::SUCCESS,
            ExitStatus::Failure => Self::FAILURE,
            ExitStatus::ProgramAtFault => Self::from(3),
            ExitStatus::Ended(end) => end.into(),
        }
    }
}

/// Why a subcommand could not do its work: exit status 2, and an `error:` prefix on each line that
/// does not begin with a file.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// One line per problem, beginning with the file, as other tools expect.
    #[error("{0}")]
    InFile(String),
    /// A problem that is not in a file.
    #[error("{0}")]
    Other(String),
    /// The user's program is at fault: exit status 3.
    #[error("hitscan: {0}")]
    Program(String),
    /// Reading standard input or writing standard output failed.
    #[error("{}", reason_not_written(.0))]
    Io(#[from] io::Error),
    /// The command line is invalid.
    #[error("{0}")]
    Usage(#[from] clap::Error),
}

impl CliError {
    /// An error that begins with an option, or with the problem itself.
    pub fn other(why: impl Display) -> Self {
        Self::Other(why.to_string())
    }

    /// An error that begins with the file it is about.
    pub fn in_file(why: impl Display) -> Self {
        Self::InFile(why.to_string())
    }

    /// Prints the error, and returns the exit status.
    pub fn report(self) -> ExitCode {
        match self {
            // The reader has seen enough, such as `head`.
            Self::Io(error) if error.kind() == ErrorKind::BrokenPipe => return ExitCode::FAILURE,
            Self::Usage(error) => {
                return match print_usage(&error) {
                    Err(why) if !error.use_stderr() => Self::Io(why).report(),
                    // If standard error is closed, the status still shows the failure.
                    _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
                };
            }
            Self::Program(error) => {
                let _ = writeln!(io::stderr(), "hitscan: {error}");
                return ExitStatus::ProgramAtFault.into();
            }
            // If standard error is closed, the status still shows the failure.
            Self::InFile(lines) => {
                for line in lines.lines() {
                    let _ = writeln!(io::stderr(), "{} {line}", error_prefix());
                }
            }
            error => drop(writeln!(io::stderr(), "{} {error}", error_prefix())),
        }
        ExitCode::from(2)
    }
}

/// Prints what is wrong with the arguments, or the help or the version that they ask for, escaping
/// characters in them that would act on a terminal.
fn print_usage(error: &clap::Error) -> io::Result<()> {
    let text = error.to_string();
    if !text.chars().any(|c| c != '\n' && is_forbidden(c)) {
        return error.print().and_then(|()| io::stdout().flush());
    }
    text.lines().try_for_each(|line| writeln!(io::stderr(), "{}", printable(line)))
}

/// Why the result of writing a report to a `String` may be ignored.
pub(super) const NEVER_FAILS: &str = "writing to a String never fails";

/// Writes a complete text to the output of a subcommand.
pub(super) fn print(
    text: impl AsRef<[u8]>,
    mut output: impl Write,
) -> Result<ExitStatus, CliError> {
    output.write_all(text.as_ref())?;
    output.flush()?;
    Ok(ExitStatus::Success)
}

impl From<LoadError> for CliError {
    fn from(error: LoadError) -> Self {
        let is_missing = matches!(error.refusal, Refusal::NotFound(_));
        let target = error.target.to_str().filter(|_| is_missing);
        match target.and_then(|word| Some((word, explained(word)?))) {
            Some((word, where_it_is)) => Self::in_file(format_args!(
                "{}: no such file or built-in scene; {where_it_is}",
                printable(word)
            )),
            None => Self::in_file(error),
        }
    }
}

impl From<ChangeError> for CliError {
    /// A scene that was read always makes a world; this is for completeness.
    fn from(error: ChangeError) -> Self {
        Self::other(error)
    }
}

impl From<ConfigError> for CliError {
    fn from(error: ConfigError) -> Self {
        Self::in_file(error)
    }
}
