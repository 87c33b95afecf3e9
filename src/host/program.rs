//! External programs that answer lines: started without a shell, in their own session; written to
//! and read from at the same time, so that neither side blocks; and killed at the end with
//! everything they have started, however hitscan ends.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `supervisor` | the process between hitscan and a program, and the processes it can see |
//! | `supervised` | how hitscan starts that process and talks to it |
//! | `exchange` | one round: writes lines, reads answers |
//! | `remarks` | standard error, most of it dropped |
//! | `asker` | rounds, interactive or batch, as the program needs |
//! | `frames` | programs that answer frames alone |
//! | `crash` | the fewest lines that it crashes on |
//! | `fault` | why its answers cannot be used |
//!
//! `asker` calls this file for a round, which `exchange` makes, and `frames` for such programs;
//! `crash` asks again by `asker`. Every program is started by `supervised`.
//!
//! Not here: judging the answers. No other module starts a program.

mod asker;
mod crash;
mod exchange;
mod fault;
mod frames;
mod remarks;
mod supervised;
mod supervisor;

use std::ffi::OsString;
use std::io::{self, PipeReader, PipeWriter, Write as _};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::io::ioctl_fionbio;

use self::supervised::{Pipes, Streams, Supervised};

pub use asker::{Asked, Asker, Protocol, ReadingMode};
pub use crash::{Crash, CrashingLines, MOST_RUNS};
pub use exchange::{EndOfInput, Exchange, Stop, Stopped};
pub use fault::{ProgramFault, how_it_ended};
pub use remarks::Remarks;
pub use supervisor::Supervisor;

/// How long a program that has closed its output may take to exit before it is killed.
const GRACE: Duration = Duration::from_millis(250);

/// How often to poll a program that is ending.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// How often to poll a program that runs on hitscan's own streams.
const LOOK_AT_SHARING_EVERY: Duration = Duration::from_millis(50);

/// A program and its arguments, which can be started repeatedly.
#[derive(Clone, Debug)]
pub struct CommandWords {
    program: OsString,
    arguments: Vec<OsString>,
}

/// A running program. Dropping this value kills it, with everything it has started.
#[derive(Debug)]
pub struct Program {
    supervised: Supervised,
    /// `None` once its input has been closed.
    input: Option<PipeWriter>,
    output: PipeReader,
    errors: PipeReader,
    lines: exchange::Lines,
    remarks: Remarks,
}

/// Starts a program, such as a pager, with this variable in its environment, writes a text to its
/// standard input, and waits for its end; returns whether it was started.
pub fn feed_program(words: &[&str], variable: Option<(&str, &str)>, text: &str) -> bool {
    let Some((program, arguments)) = words.split_first() else { return false };
    let mut command = Command::new(program);
    let started = command.args(arguments).envs(variable).stdin(Stdio::piped()).spawn();
    let Ok(mut running) = started else { return false };
    if let Some(mut input) = running.stdin.take() {
        // Who leaves a pager early has read enough.
        let _ = input.write_all(text.as_bytes());
    }
    running.wait().is_ok()
}

/// Replaces this process with another program (`exec`). Returns only on failure.
pub fn become_program(program: &Path, arguments: &[OsString]) -> io::Error {
    Command::new(program).args(arguments).exec()
}

impl CommandWords {
    /// The words of a command line, the program first; `None` if it is empty.
    pub fn new(words: impl IntoIterator<Item = OsString>) -> Option<Self> {
        let mut words = words.into_iter();
        Some(Self { program: words.next()?, arguments: words.collect() })
    }

    /// The words of a line, separated by blanks; `None` if there are none. Inside `'…'` and `"…"`
    /// blanks are text. Nothing else is special: no shell reads the line.
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        for c in line.chars() {
            match quote {
                Some(end) if c == end => quote = None,
                None if matches!(c, '\'' | '"') => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                None if c.is_whitespace() => words.extend(word.take()),
                Some(_) | None => word.get_or_insert_default().push(c),
            }
        }
        words.extend(word);
        Self::new(words.into_iter().map(OsString::from))
    }

    /// Runs the program to its end on hitscan's own streams, and returns its status; `None` if
    /// `stop` was set first.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn run(&self, stop: &AtomicBool) -> io::Result<Option<ExitStatus>> {
        let mut supervised = Supervised::sharing(self)?;
        while !stop.load(Ordering::SeqCst) {
            let status = supervised.status_within(LOOK_AT_SHARING_EVERY)?;
            if status.is_some() {
                return Ok(status);
            }
            if supervised.is_lost() {
                return Err(io::Error::other("its supervisor was killed"));
            }
        }
        Ok(None)
    }

    /// The program and its arguments.
    pub fn iter(&self) -> impl Iterator<Item = &OsString> {
        std::iter::once(&self.program).chain(&self.arguments)
    }

    /// Starts the program in the current directory and environment. Python is told not to buffer
    /// its output, unless the environment already says how.
    ///
    /// # Errors
    /// When it cannot be started: it does not exist, or may not be run.
    pub fn start(&self) -> io::Result<Program> {
        let (supervised, Pipes { input, output, errors }) = Supervised::piped(self)?;
        let program = Program {
            supervised,
            input: Some(input),
            output,
            errors,
            lines: exchange::Lines::default(),
            remarks: Remarks::default(),
        };
        program.set_nonblocking()?;
        Ok(program)
    }

    /// Starts the supervisor, which starts the program.
    fn start_supervisor(
        &self,
        streams: Streams,
        [input, output, errors]: [Stdio; 3],
    ) -> io::Result<Child> {
        let mut command = Command::new(own_executable()?);
        command.arg0("hitscan").arg(streams.option()).args(self.iter());
        command.stdin(input).stdout(output).stderr(errors);
        if streams == Streams::Piped && std::env::var_os("PYTHONUNBUFFERED").is_none() {
            command.env("PYTHONUNBUFFERED", "1");
        }
        command.spawn()
    }

    /// Starts the program itself, in a process group of its own.
    fn start_as_child(&self, [input, output, errors]: [Stdio; 3]) -> io::Result<Child> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).process_group(0);
        command.stdin(input).stdout(output).stderr(errors).spawn()
    }
}

/// The executable of this program. On Linux it is found even if its file has been replaced.
fn own_executable() -> io::Result<PathBuf> {
    const RUNNING: &str = "/proc/self/exe";
    if cfg!(target_os = "linux") { Ok(RUNNING.into()) } else { std::env::current_exe() }
}

impl Program {
    fn set_nonblocking(&self) -> io::Result<()> {
        if let Some(input) = &self.input {
            ioctl_fionbio(input, true)?;
        }
        ioctl_fionbio(self.output.as_fd(), true)?;
        ioctl_fionbio(self.errors.as_fd(), true)?;
        Ok(())
    }

    /// What it has written to standard error.
    pub const fn remarks(&self) -> &Remarks {
        &self.remarks
    }

    /// Whether its input has been closed, so that it takes no more lines.
    pub const fn has_ended_input(&self) -> bool {
        self.input.is_none()
    }

    /// Waits for a program whose output has ended, and returns its status. One that does not exit
    /// is killed, and has no status.
    fn ended(&mut self, stop: Stop<'_>) -> io::Result<Option<ExitStatus>> {
        self.input = None;
        let begun = Instant::now();
        while begun.elapsed() < GRACE && !stop.is_set() && !self.supervised.is_lost() {
            let status = self.supervised.status_within(LOOK_EVERY)?;
            if status.is_some() {
                return Ok(status);
            }
        }
        self.supervised.end();
        Ok(None)
    }

    /// Whether the program itself has exited; processes that it has started may live on.
    fn has_ended(&mut self) -> io::Result<bool> {
        Ok(self.supervised.status()?.is_some() || self.supervised.is_lost())
    }
}

#[cfg(test)]
mod tests {
    use super::CommandWords;

    #[test]
    fn quotes_keep_words_together() {
        let count = |line| CommandWords::parse(line).map(|words| words.iter().count());
        assert_eq!(count("python3 'my hit.py'"), Some(2));
        assert_eq!(count("\"a b\" c"), Some(2));
        assert_eq!(count("  "), None);
    }
}
