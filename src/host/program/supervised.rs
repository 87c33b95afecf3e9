//! A program as hitscan sees it: through the process that supervises it.
//!
//! That process lives in `supervisor`.

use std::ffi::OsStr;
use std::io::{PipeReader, PipeWriter, Read};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{io, thread};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recv, recvmsg};
use rustix::process::{Pid, Signal, kill_process};

use super::CommandWords;
use super::supervisor::processes;

/// How long a family may take to end before its supervisor is killed, too.
const ENDING_TIME: Duration = Duration::from_millis(750);

/// How long a killed supervisor may take to end.
const KILLED_TIME: Duration = Duration::from_millis(200);

/// The pause between two checks whether killed processes have ended.
const PAUSE: Duration = Duration::from_millis(1);

/// How often to kill the rest of a family if its supervisor cannot.
const MOST_SWEEPS: usize = 20;

/// How long a program may take to start before its supervisor gets SIGCONT: the program may have
/// stopped it.
const STARTING_TIME: Duration = Duration::from_millis(500);

/// How often to do that before the start counts as failed.
const MOST_LOOKS: usize = 20;

/// A running program. Dropping this value ends it, with everything it has started.
#[derive(Debug)]
pub(super) struct Supervised {
    supervisor: Child,
    /// Only the supervisor holds the other end, so it closes when the supervisor ends.
    line: UnixStream,
    state: ProgramState,
}

/// Our ends of the pipes of a program.
#[derive(Debug)]
pub(super) struct Pipes {
    pub(super) input: PipeWriter,
    pub(super) output: PipeReader,
    pub(super) errors: PipeReader,
}

/// What is known about a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProgramState {
    Running,
    Ended(ExitStatus),
    /// Someone other than us killed its supervisor.
    Lost,
    /// We have ended it.
    Over,
}

impl Supervised {
    /// Starts a program with pipes.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn piped(words: &CommandWords) -> io::Result<(Self, Pipes)> {
        let supervised = Self::begin(words, Streams::Piped)?;
        let pipes = supervised.receive_pipes()?;
        supervised.await_start()?;
        Ok((supervised, pipes))
    }

    /// Starts a program on hitscan's own streams, without input.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn sharing(words: &CommandWords) -> io::Result<Self> {
        let supervised = Self::begin(words, Streams::Shared)?;
        supervised.await_start()?;
        Ok(supervised)
    }

    fn begin(words: &CommandWords, streams: Streams) -> io::Result<Self> {
        let (line, theirs) = UnixStream::pair()?;
        let others = || match streams {
            Streams::Piped => Stdio::null(),
            Streams::Shared => Stdio::inherit(),
        };
        let stdio = [OwnedFd::from(theirs).into(), others(), others()];
        let supervisor = words.start_supervisor(streams, stdio)?;
        Ok(Self { supervisor, line, state: ProgramState::Running })
    }

    fn receive_pipes(&self) -> io::Result<Pipes> {
        self.await_message()?;
        let mut bytes = [0; SupervisorMessage::LENGTH];
        let mut room =
            [const { std::mem::MaybeUninit::uninit() }; rustix::cmsg_space!(ScmRights(3))];
        let mut attached = RecvAncillaryBuffer::new(&mut room);
        let mut into = [io::IoSliceMut::new(&mut bytes)];
        recvmsg(&self.line, &mut into, &mut attached, RecvFlags::CMSG_CLOEXEC)?;
        let pipes = attached.drain().flat_map(|message| match message {
            RecvAncillaryMessage::ScmRights(pipes) => pipes.collect(),
            _ => Vec::new(),
        });
        let pipes: Result<[OwnedFd; 3], _> = pipes.collect::<Vec<_>>().try_into();
        match (SupervisorMessage::read(bytes), pipes) {
            (Some(SupervisorMessage::Pipes), Ok([input, output, errors])) => {
                Ok(Pipes { input: input.into(), output: output.into(), errors: errors.into() })
            }
            _ => Err(io::Error::other("its supervisor does not answer")),
        }
    }

    fn await_start(&self) -> io::Result<()> {
        self.await_message()?;
        let mut bytes = [0; SupervisorMessage::LENGTH];
        (&self.line).read_exact(&mut bytes)?;
        match SupervisorMessage::read(bytes) {
            Some(SupervisorMessage::Started) => Ok(()),
            Some(SupervisorMessage::NotStarted(error)) => Err(io::Error::from_raw_os_error(error)),
            _ => Err(io::Error::other("its supervisor does not answer")),
        }
    }

    /// Waits for a message from the supervisor.
    fn await_message(&self) -> io::Result<()> {
        for _ in 0..MOST_LOOKS {
            if self.has_message_within(STARTING_TIME)? {
                return Ok(());
            }
            self.signal_supervisor(Signal::CONT);
        }
        Err(io::ErrorKind::TimedOut.into())
    }

    /// Waits until there is a message, or the socket has closed.
    fn has_message_within(&self, time: Duration) -> io::Result<bool> {
        let time = Timespec::try_from(time).map_err(|_| Errno::INVAL)?;
        let mut line = [PollFd::new(&self.line, PollFlags::IN)];
        match poll(&mut line, Some(&time)) {
            Ok(count) => Ok(count > 0),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// The status of the program, if it has exited.
    pub(super) fn status(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.state == ProgramState::Running {
            self.hear()?;
        }
        match self.state {
            ProgramState::Ended(status) => Ok(Some(status)),
            ProgramState::Running | ProgramState::Lost | ProgramState::Over => Ok(None),
        }
    }

    /// Waits at most this long for the program to exit, and returns its status.
    pub(super) fn status_within(&mut self, time: Duration) -> io::Result<Option<ExitStatus>> {
        if self.state == ProgramState::Running {
            self.has_message_within(time)?;
        }
        self.status()
    }

    /// Whether the program has lost its supervisor.
    pub(super) fn is_lost(&self) -> bool {
        self.state == ProgramState::Lost
    }

    fn hear(&mut self) -> io::Result<()> {
        let mut bytes = [0; SupervisorMessage::LENGTH];
        match recv(&self.line, &mut bytes, RecvFlags::DONTWAIT) {
            Err(Errno::AGAIN | Errno::INTR) => {}
            Ok((SupervisorMessage::LENGTH, _)) => {
                if let Some(SupervisorMessage::Ended(status)) = SupervisorMessage::read(bytes) {
                    self.state = ProgramState::Ended(ExitStatus::from_raw(status));
                }
            }
            Ok(_) | Err(Errno::CONNRESET) => {
                self.kill_session();
                self.state = ProgramState::Lost;
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Ends the program and everything it has started. Waits for that, but for less than a second,
    /// whatever they do.
    pub(super) fn end(&mut self) {
        if self.state == ProgramState::Over {
            return;
        }
        // This fails if the supervisor has already ended.
        let _: io::Result<()> = self.line.shutdown(Shutdown::Write);
        // The program may have stopped the supervisor.
        self.signal_supervisor(Signal::CONT);
        let begun = Instant::now();
        loop {
            let left = ENDING_TIME.saturating_sub(begun.elapsed());
            let is_ready = !left.is_zero() && self.has_message_within(left).unwrap_or(false);
            if is_ready && matches!((&self.line).read(&mut [0; 64]), Ok(0) | Err(_)) {
                break;
            }
            if left.is_zero() {
                self.signal_supervisor(Signal::KILL);
                break;
            }
        }
        self.state = ProgramState::Over;
        let begun = Instant::now();
        loop {
            match self.supervisor.try_wait() {
                Ok(Some(status)) if status.success() => return,
                // It has closed its socket or was killed, and is about to end.
                Ok(None) if begun.elapsed() < KILLED_TIME => thread::sleep(PAUSE),
                // The program has killed the supervisor, or the supervisor failed.
                Ok(Some(_) | None) | Err(_) => return self.kill_session(),
            }
        }
    }

    /// Kills the rest of the session that the supervisor started, without its help.
    fn kill_session(&self) {
        let session = Some(Pid::from_child(&self.supervisor));
        for _ in 0..MOST_SWEEPS {
            let mut left = processes().filter(|process| process.session == session).peekable();
            if left.peek().is_none() {
                break;
            }
            for process in left {
                // The process may have ended in the meantime.
                let _: Result<(), Errno> = kill_process(process.id, Signal::KILL);
            }
            thread::sleep(PAUSE);
        }
    }

    fn signal_supervisor(&self, signal: Signal) {
        // The id cannot be reused until the supervisor has been waited for.
        let _: Result<(), Errno> = kill_process(Pid::from_child(&self.supervisor), signal);
    }
}

impl Drop for Supervised {
    fn drop(&mut self) {
        self.end();
    }
}

/// The streams that a program gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Streams {
    /// Three pipes.
    Piped,
    /// No input, and hitscan's own standard output and error.
    Shared,
}

/// A message from a supervisor. It receives none: when its socket closes, it kills the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SupervisorMessage {
    /// The pipes of the program are attached to this message.
    Pipes,
    /// The program has started.
    Started,
    /// The program cannot be started; this is the error number.
    NotStarted(i32),
    /// The program has exited; this is its raw wait status.
    Ended(i32),
}

impl Streams {
    const ALL: [Self; 2] = [Self::Piped, Self::Shared];

    /// The hidden option that starts this program as a supervisor.
    pub(super) const fn option(self) -> &'static str {
        match self {
            Self::Piped => "--supervise-piped",
            Self::Shared => "--supervise-shared",
        }
    }

    pub(super) fn of_option(option: &OsStr) -> Option<Self> {
        Self::ALL.into_iter().find(|streams| option == streams.option())
    }
}

impl SupervisorMessage {
    /// The length of each message, in bytes.
    pub(super) const LENGTH: usize = 5;

    pub(super) fn bytes(self) -> [u8; Self::LENGTH] {
        let (kind, number) = match self {
            Self::Pipes => (b'p', [0; 4]),
            Self::Started => (b's', [0; 4]),
            Self::NotStarted(error) => (b'n', error.to_le_bytes()),
            Self::Ended(status) => (b'e', status.to_le_bytes()),
        };
        let [a, b, c, d] = number;
        [kind, a, b, c, d]
    }

    pub(super) fn read([kind, number @ ..]: [u8; Self::LENGTH]) -> Option<Self> {
        match kind {
            b'p' => Some(Self::Pipes),
            b's' => Some(Self::Started),
            b'n' => Some(Self::NotStarted(i32::from_le_bytes(number))),
            b'e' => Some(Self::Ended(i32::from_le_bytes(number))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_round_trip() {
        use SupervisorMessage::Ended;
        use SupervisorMessage::NotStarted;
        use SupervisorMessage::Pipes;
        use SupervisorMessage::Started;
        for message in [Pipes, Started, NotStarted(2), Ended(-1), Ended(9)] {
            assert_eq!(SupervisorMessage::read(message.bytes()), Some(message));
        }
        assert_eq!(SupervisorMessage::read(*b"hello"), None);
    }

    #[test]
    fn supervisor_options_round_trip() {
        for streams in Streams::ALL {
            assert_eq!(Streams::of_option(OsStr::new(streams.option())), Some(streams));
        }
        assert_eq!(Streams::of_option(OsStr::new("start")), None);
    }
}
