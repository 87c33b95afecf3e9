//! Programs that answer lines: started without a shell, in a session of their own,
//! written to and read from at the same time, so that neither side blocks, and killed
//! with all they have started at the end, however that comes.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `supervisor` | the process between hitscan and a program |
//! | `supervised` | how hitscan starts that process, and hears from it |
//! | `message` | what it says |
//! | `processes` | the processes of this machine |
//! | `exchange` | one round: lines go in, answers come out |
//! | `lines` | what comes out, cut into lines |
//! | `remarks` | what is said on standard error, the most of it dropped |
//! | `asker` | rounds, in the way that the program takes lines |
//! | `crash` | the fewest lines that it crashes on |
//! | `fault` | why its answers cannot be used |
//!
//! What the answers are worth is not here. No other file starts a program.

mod asker;
mod crash;
mod exchange;
mod fault;
mod lines;
mod message;
mod processes;
mod remarks;
mod supervised;
mod supervisor;

use std::ffi::OsString;
use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::io::ioctl_fionbio;

use self::message::Streams;
use self::supervised::{Pipes, Supervised};

pub use asker::{Asked, Asker, Listener, Mode, Protocol};
pub use crash::{Crash, CrashingLines, MOST_RUNS};
pub use exchange::{EndOfInput, Exchange, Stop, Stopped};
pub use fault::{Fault, how_it_ended};
pub use remarks::Remarks;
pub use supervisor::Supervisor;

/// How long a program that has closed its output may take to end by itself
/// before it is killed.
const GRACE: Duration = Duration::from_millis(250);

/// How often a program that ends is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// How often a program that runs on the streams of this one is looked at.
const LOOK_AT_SHARING_EVERY: Duration = Duration::from_millis(50);

/// A program and its arguments, to be started as often as needed.
#[derive(Clone, Debug)]
pub struct Words {
    program: OsString,
    arguments: Vec<OsString>,
}

/// A program that runs. It is killed, with all it has started, when this value
/// is dropped.
#[derive(Debug)]
pub struct Program {
    supervised: Supervised,
    /// None once its input has ended.
    input: Option<PipeWriter>,
    output: PipeReader,
    errors: PipeReader,
    lines: lines::Lines,
    remarks: Remarks,
}

/// Becomes another program, with these arguments. It returns only if that cannot be.
#[must_use]
pub fn become_program(program: &Path, arguments: &[OsString]) -> io::Error {
    Command::new(program).args(arguments).exec()
}

impl Words {
    /// The words of a command line, the program first; none if there is none.
    pub fn new(words: impl IntoIterator<Item = OsString>) -> Option<Self> {
        let mut words = words.into_iter();
        Some(Self { program: words.next()?, arguments: words.collect() })
    }

    /// The words of a line, which are separated by blanks; none if there is none.
    /// Inside `'…'` and `"…"` blanks are text. Nothing else is special: no shell
    /// reads the line.
    #[must_use]
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

    /// Runs the program to its end on the streams of this one, and gives its status;
    /// none if `stop` was set before.
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

    /// Starts the program in the present directory and environment. Python is
    /// told not to buffer its output, unless the environment says how.
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
            lines: lines::Lines::default(),
            remarks: Remarks::default(),
        };
        program.set_nonblocking()?;
        Ok(program)
    }

    /// Starts the process that starts the program.
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

/// The file of this program. On Linux it is found even after another has taken its
/// place.
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

    /// What it has said on standard error.
    #[must_use]
    pub const fn remarks(&self) -> &Remarks {
        &self.remarks
    }

    /// Whether its input has ended, so that it takes no more lines.
    #[must_use]
    pub const fn has_ended_input(&self) -> bool {
        self.input.is_none()
    }

    /// Waits for a program whose output has ended, and gives its status. One that
    /// goes on is killed, and has none.
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

    /// Whether the program itself has ended; what it has started may live on.
    fn has_ended(&mut self) -> io::Result<bool> {
        Ok(self.supervised.status()?.is_some() || self.supervised.is_lost())
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn quotes_hold_the_words_of_a_line_together() {
        let count = |line| Words::parse(line).map(|words| words.iter().count());
        assert_eq!(count("python3 'my hit.py'"), Some(2));
        assert_eq!(count("\"a b\" c"), Some(2));
        assert_eq!(count("  "), None);
    }
}
