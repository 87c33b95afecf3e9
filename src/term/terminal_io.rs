//! The file descriptors of a terminal or a stream to one: reading, writing, waiting, and recording
//! what is sent. Not here: what the bytes mean.
//!
//! Writing never blocks. A terminal that does not read (a stopped relay, a dead line) would
//! otherwise block the program in `write`, deaf to keys and signals. Instead the rest of the frame
//! is queued, and the loop draws the next frame only when the terminal has taken it.

use std::fs::{File, OpenOptions};
use std::io;
use std::io::{Stdin, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::termios::ttyname;

use super::capabilities;
use super::cast::Cast;
use super::control::{Control, Oversight};
use super::signals::Requests;

/// How long a terminal that does not read may delay the end. After that, what is left of the last
/// frame and of the mode switches is dropped, and the program ends.
pub(super) const LEAVING_TIME: Duration = Duration::from_millis(250);

/// Where the bytes of the keyboard come from.
#[derive(Debug)]
pub(super) enum Source {
    /// The program's own terminal.
    Stdin(Stdin),
    /// A stream to a remote terminal.
    Stream(Arc<OwnedFd>),
}

impl AsFd for Source {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Stdin(stdin) => stdin.as_fd(),
            Self::Stream(stream) => stream.as_fd(),
        }
    }
}

/// The output to the terminal, which never blocks.
#[derive(Clone, Debug)]
pub(super) enum Output {
    /// The terminal, opened a second time. Non-blocking mode belongs to the open file description,
    /// and the one behind standard output is shared with the shell.
    Own(Arc<File>),
    /// Standard output itself, if the terminal cannot be opened by name: after `su` it belongs to
    /// another user, and from a container it is out of reach.
    Shared,
    /// A stream in non-blocking mode.
    Stream(Arc<OwnedFd>),
}

impl Output {
    /// The most bytes of one write to a file in blocking mode: a terminal that is ready takes that
    /// many without blocking.
    const SHARED_PORTION_BYTES: usize = 256;

    /// Opens the terminal on standard output.
    pub(super) fn open() -> Self {
        Self::open_own().map_or(Self::Shared, |file| Self::Own(Arc::new(file)))
    }

    fn open_own() -> io::Result<File> {
        let name = ttyname(io::stdout(), Vec::new())?;
        let name = name.into_string().map_err(io::Error::other)?;
        let flags = i32::try_from((OFlags::NONBLOCK | OFlags::NOCTTY).bits());
        let flags = flags.map_err(io::Error::other)?;
        OpenOptions::new().write(true).custom_flags(flags).open(name)
    }

    /// Writes what the terminal takes now; `Errno::AGAIN` if it takes nothing.
    fn write(&self, bytes: &[u8]) -> Result<usize, Errno> {
        loop {
            let written = match self {
                Self::Own(file) => rustix::io::write(file, bytes),
                Self::Shared => self.write_if_ready(bytes),
                Self::Stream(stream) => rustix::io::write(stream, bytes),
            };
            if written != Err(Errno::INTR) {
                return written;
            }
        }
    }

    fn write_if_ready(&self, bytes: &[u8]) -> Result<usize, Errno> {
        let mut room = [PollFd::new(self, PollFlags::OUT)];
        poll(&mut room, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }))?;
        if room[0].revents().is_empty() {
            return Err(Errno::AGAIN);
        }
        let portion = bytes.len().min(Self::SHARED_PORTION_BYTES);
        rustix::io::write(io::stdout(), &bytes[..portion])
    }

    /// Writes all bytes, or as many as the terminal takes in this time.
    ///
    /// # Errors
    /// When the terminal is gone, or did not take them in time.
    pub(super) fn write_within(&self, mut bytes: &[u8], time: Duration) -> io::Result<()> {
        let begun = Instant::now();
        while !bytes.is_empty() {
            match self.write(bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(Errno::AGAIN) => {
                    let left = time.saturating_sub(begun.elapsed());
                    if left.is_zero() {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                    wait(&mut [PollFd::new(self, PollFlags::OUT)], Some(left))?;
                }
                Err(fault) => return Err(fault.into()),
            }
        }
        Ok(())
    }
}

impl AsFd for Output {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Own(file) => file.as_fd(),
            Self::Shared => rustix::stdio::stdout(),
            Self::Stream(stream) => stream.as_fd(),
        }
    }
}

/// The output with its queue: one write stays one write, and none blocks.
#[derive(Debug)]
pub(super) struct TerminalIo {
    output: Output,
    /// What the terminal has not taken yet: the rest of one frame at most, since
    /// none is drawn meanwhile.
    queue: Vec<u8>,
    /// How many bytes were sent or queued.
    pub(super) bytes_sent: u64,
    /// The recording of what is sent.
    pub(super) cast: Option<Cast>,
}

impl TerminalIo {
    pub(super) const fn new(output: Output, cast: Option<Cast>) -> Self {
        Self { output, queue: Vec::new(), bytes_sent: 0, cast }
    }

    /// Sends bytes that are not recorded, such as mode switches and queries.
    pub(super) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes_sent += bytes.len() as u64;
        if !self.queue.is_empty() {
            self.queue.extend_from_slice(bytes);
            return self.send_queue();
        }
        match self.output.write(bytes) {
            Ok(written) => self.queue.extend_from_slice(&bytes[written..]),
            Err(Errno::AGAIN) => self.queue.extend_from_slice(bytes),
            Err(fault) => return Err(fault.into()),
        }
        Ok(())
    }

    /// Sends as much of the queue as the terminal takes now.
    pub(super) fn send_queue(&mut self) -> io::Result<()> {
        if !self.queue.is_empty() {
            match self.output.write(&self.queue) {
                Ok(written) => drop(self.queue.drain(..written)),
                Err(Errno::AGAIN) => {}
                Err(fault) => return Err(fault.into()),
            }
        }
        Ok(())
    }

    /// Whether the terminal has not taken everything yet.
    pub(super) const fn is_stalled(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Gives the terminal this long to take the queue, then drops the rest.
    pub(super) fn finish_within(&mut self, time: Duration) -> io::Result<()> {
        let queue = std::mem::take(&mut self.queue);
        match self.output.write_within(&queue, time) {
            Err(fault) if fault.kind() == io::ErrorKind::TimedOut => Ok(()),
            done => done,
        }
    }
}

impl Write for TerminalIo {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.send(bytes)?;
        if let Some(cast) = &mut self.cast {
            cast.sent(bytes, Instant::now());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a line to standard error, unless that is a terminal that does not read, which would block
/// the program at its very end.
pub fn say_at_the_end(line: &str) {
    let stderr = io::stderr();
    let mut room = [PollFd::new(&stderr, PollFlags::OUT)];
    if wait(&mut room, Some(LEAVING_TIME)).is_ok() && !room[0].revents().is_empty() {
        // Perhaps nothing reads it any more.
        let _ = writeln!(io::stderr(), "{line}");
    }
}

/// Whether the error means that the terminal is gone: its window was closed or
/// its connection lost.
pub(super) fn is_gone(fault: &io::Error) -> bool {
    let terminal = [Errno::IO, Errno::PIPE, Errno::NXIO, Errno::BADF, Errno::NODEV];
    let stream = [Errno::CONNRESET, Errno::TIMEDOUT];
    Errno::from_io_error(fault)
        .is_some_and(|errno| terminal.contains(&errno) || stream.contains(&errno))
}

/// The result of reading the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// This many bytes.
    Bytes(usize),
    /// Nothing to read now.
    Nothing,
    /// End of input: nothing more will ever come.
    Gone,
}

/// Reads what is available, up to the size of the buffer.
pub(super) fn read(keyboard: impl AsFd, room: &mut [u8]) -> io::Result<Read> {
    match rustix::io::read(keyboard, room) {
        Ok(0) => Ok(Read::Gone),
        Ok(count) => Ok(Read::Bytes(count)),
        Err(Errno::INTR | Errno::AGAIN) => Ok(Read::Nothing),
        Err(fault) if is_gone(&fault.into()) => Ok(Read::Gone),
        Err(fault) => Err(fault.into()),
    }
}

/// What the loop waits for besides the keyboard and the time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wakers<'a> {
    /// A byte with every request.
    pub(super) requests: BorrowedFd<'a>,
    /// The output, while its queue is not empty.
    pub(super) output: Option<&'a TerminalIo>,
    /// Readable when own programs have answered.
    pub(super) answers: Option<BorrowedFd<'a>>,
}

impl<'a> Wakers<'a> {
    /// Requests alone.
    pub(super) const fn requests(requests: BorrowedFd<'a>) -> Self {
        Self { requests, output: None, answers: None }
    }
}

/// Which sources are ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ready {
    pub(super) keyboard: bool,
    pub(super) requests: bool,
}

/// Waits until one of the sources is ready, or until `time` is over; without a time, for as long as
/// it takes.
pub(super) fn wait_for_any(
    keyboard: impl AsFd,
    wakers: Wakers<'_>,
    time: Option<Duration>,
) -> io::Result<Ready> {
    let keyboard = PollFd::from_borrowed_fd(keyboard.as_fd(), PollFlags::IN);
    let requests = PollFd::from_borrowed_fd(wakers.requests, PollFlags::IN);
    // Errors and hang-ups count as ready: reading tells which it is.
    let has_something = |source: &PollFd<'_>| !source.revents().is_empty();
    let ready = |sources: &[PollFd<'_>]| Ready {
        keyboard: has_something(&sources[0]),
        requests: has_something(&sources[1]),
    };
    let output = wakers.output.map(|wire| PollFd::new(&wire.output, PollFlags::OUT));
    let answers = wakers.answers.map(|answers| PollFd::from_borrowed_fd(answers, PollFlags::IN));
    let mut sources = vec![keyboard, requests];
    sources.extend(output.into_iter().chain(answers));
    wait(&mut sources, time)?;
    Ok(ready(&sources))
}

fn wait(sources: &mut [PollFd<'_>], time: Option<Duration>) -> io::Result<()> {
    let time = time
        .map(|time| Timespec::try_from(time).unwrap_or(Timespec { tv_sec: i64::MAX, tv_nsec: 0 }));
    match poll(sources, time.as_ref()) {
        Ok(_) => Ok(()),
        // A signal: the caller checks for signals next, and waits again.
        Err(Errno::INTR) => {
            for source in sources {
                source.clear_revents();
            }
            Ok(())
        }
        Err(fault) => Err(fault.into()),
    }
}

// The terminal that a screen is on: the program's own, or one at the far end of a stream, of which
// a process may have many.

/// The terminal that a screen is on.
#[derive(Debug)]
pub enum Terminal {
    /// The one on standard input and output, with its signals and its job control.
    Own,
    /// One at the far end of a stream.
    Remote(RemoteTerminal),
    /// The same, for a supervised screen.
    Supervised(RemoteTerminal, Oversight),
}

/// A terminal at the far end of a stream: a socket, or anything else that one descriptor reads and
/// writes. Nothing about it is global to the process.
#[derive(Debug)]
pub struct RemoteTerminal {
    stream: Arc<OwnedFd>,
    requests: Requests,
    control: Control,
}

impl RemoteTerminal {
    /// A terminal of this many columns and rows. The stream is switched to non-blocking mode, and
    /// is closed once the screen has ended and its app is dropped.
    ///
    /// # Errors
    /// When the system has run out of descriptors.
    pub fn new(stream: impl Into<OwnedFd>, size: (u16, u16)) -> io::Result<Self> {
        let stream = stream.into();
        fcntl_setfl(&stream, fcntl_getfl(&stream)? | OFlags::NONBLOCK)?;
        let (requests, control) = Requests::of_owner(size.into())?;
        Ok(Self { stream: Arc::new(stream), requests, control })
    }

    /// The handle for requests to its screen. Take it before the screen runs.
    pub fn control(&self) -> Control {
        self.control.clone()
    }
}

impl Terminal {
    /// Columns and rows to draw.
    pub fn size(&self) -> (u16, u16) {
        match self {
            Self::Own => capabilities::size(),
            Self::Remote(remote) | Self::Supervised(remote, _) => remote.control.size(),
        }
    }

    /// Who supervises the screen.
    pub(super) fn oversight(&self) -> Oversight {
        match self {
            Self::Own | Self::Remote(_) => Oversight::default(),
            Self::Supervised(_, oversight) => oversight.clone(),
        }
    }

    /// The sources of keys and requests, and the output. From here on the signals of the program's
    /// own terminal are caught.
    pub(super) fn open(self) -> io::Result<(Source, Requests, Output)> {
        match self {
            Self::Own => Ok((Source::Stdin(io::stdin()), Requests::of_signals()?, Output::open())),
            Self::Remote(RemoteTerminal { stream, requests, .. })
            | Self::Supervised(RemoteTerminal { stream, requests, .. }, _) => {
                Ok((Source::Stream(Arc::clone(&stream)), requests, Output::Stream(stream)))
            }
        }
    }
}
