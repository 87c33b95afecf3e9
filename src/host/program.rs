//! Programs that answer lines: started without a shell, in a process group of
//! their own, written to and read from at the same time, so that neither side
//! blocks, and killed with their group at the end.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `exchange` | one round: lines go in, answers come out |
//! | `lines` | what comes out, cut into lines |
//! | `remarks` | what is said on standard error, the most of it dropped |
//! | `asker` | rounds, in the way that the program takes lines |
//! | `fault` | why its answers cannot be used |
//!
//! What the answers are worth is not here. No other file starts a program.

mod asker;
mod exchange;
mod fault;
mod lines;
mod remarks;

use std::ffi::OsString;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{Pid, Signal, kill_process_group};

pub use asker::{Asked, Asker, Mode, Protocol};
pub use exchange::{EndOfInput, Exchange, Exchanged, Stop, Stopped};
pub use fault::{Fault, how_it_ended};
pub use remarks::Remarks;

/// How long a program that has closed its output may take to end by itself
/// before it is killed.
const GRACE: Duration = Duration::from_millis(250);

/// How often a program that ends is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(2);

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
    child: Child,
    /// None once its input has ended.
    input: Option<ChildStdin>,
    output: ChildStdout,
    errors: ChildStderr,
    lines: lines::Lines,
    remarks: Remarks,
    /// Its status, once it has ended.
    status: Option<ExitStatus>,
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
    ///
    /// ```
    /// use hitscan::host::program::Words;
    /// let words = Words::parse("python3 'my hit.py'").expect("two words");
    /// assert_eq!(words.iter().count(), 2);
    /// assert!(Words::parse("  ").is_none());
    /// ```
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

    /// Runs the program to its end on the streams of this one.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn run(&self) -> io::Result<ExitStatus> {
        Command::new(&self.program).args(&self.arguments).stdin(Stdio::null()).status()
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
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if std::env::var_os("PYTHONUNBUFFERED").is_none() {
            command.env("PYTHONUNBUFFERED", "1");
        }
        let mut child = command.spawn()?;
        let piped = || io::Error::other("a pipe is missing");
        let input = child.stdin.take().ok_or_else(piped)?;
        let output = child.stdout.take().ok_or_else(piped)?;
        let errors = child.stderr.take().ok_or_else(piped)?;
        let program = Program {
            child,
            input: Some(input),
            output,
            errors,
            lines: lines::Lines::default(),
            remarks: Remarks::default(),
            status: None,
        };
        program.set_nonblocking()?;
        Ok(program)
    }
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
        while begun.elapsed() < GRACE && !stop.is_set() {
            if let Some(status) = self.has_ended()? {
                return Ok(Some(status));
            }
            thread::sleep(LOOK_EVERY);
        }
        self.kill();
        Ok(None)
    }

    /// Its status, if it has ended.
    fn has_ended(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.status.is_none() {
            self.status = self.child.try_wait()?;
        }
        Ok(self.status)
    }

    /// Kills the group. What it started may live on after the program itself.
    fn kill(&self) {
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        let killed =
            group.map_or(Err(Errno::SRCH), |group| kill_process_group(group, Signal::KILL));
        // No group is left if all of it has ended.
        let _: Result<(), Errno> = killed;
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
        // Killed, it ends at once; waiting leaves no zombie.
        let _: io::Result<ExitStatus> = self.child.wait();
    }
}
