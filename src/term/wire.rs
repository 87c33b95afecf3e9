//! The file descriptors of the terminal: reading, writing, waiting, and
//! recording what is sent. What the bytes mean does not live here.

use std::io::{self, Stdin, Stdout, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::cast::Cast;

/// Unbuffered standard output: one write stays one write.
#[derive(Debug)]
pub(super) struct Wire {
    out: Stdout,
    /// The recording of what is sent.
    pub(super) cast: Option<Cast>,
}

impl Wire {
    pub(super) fn new() -> Self {
        Self::recorded(None)
    }

    pub(super) fn recorded(cast: Option<Cast>) -> Self {
        Self { out: io::stdout(), cast }
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match rustix::io::write(&self.out, bytes) {
                Ok(written) => {
                    if let Some(cast) = &mut self.cast {
                        cast.sent(&bytes[..written], Instant::now());
                    }
                    return Ok(written);
                }
                Err(Errno::INTR) => {}
                // Another program left the terminal in non-blocking mode.
                Err(Errno::AGAIN) => {
                    let mut room = [PollFd::new(&self.out, PollFlags::OUT)];
                    wait(&mut room, None)?;
                }
                Err(fault) => return Err(fault.into()),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether the error means that the terminal is gone: its window was closed or
/// its connection lost.
pub(super) fn is_gone(fault: &io::Error) -> bool {
    let gone = [Errno::IO, Errno::PIPE, Errno::NXIO, Errno::BADF, Errno::NODEV];
    Errno::from_io_error(fault).is_some_and(|errno| gone.contains(&errno))
}

/// The result of reading the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// This many bytes.
    Bytes(usize),
    /// Nothing to read now.
    Nothing,
    /// Nothing will ever come again.
    Gone,
}

/// Reads what is available, up to the size of the buffer.
pub(super) fn read(stdin: &Stdin, room: &mut [u8]) -> io::Result<Read> {
    match rustix::io::read(stdin, room) {
        Ok(0) => Ok(Read::Gone),
        Ok(count) => Ok(Read::Bytes(count)),
        Err(Errno::INTR | Errno::AGAIN) => Ok(Read::Nothing),
        Err(fault) if is_gone(&fault.into()) => Ok(Read::Gone),
        Err(fault) => Err(fault.into()),
    }
}

/// Which of two sources is ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ready {
    pub(super) keyboard: bool,
    pub(super) signals: bool,
}

/// Waits until the keyboard or the signals are ready, or until the time is
/// over. Without a time it waits for as long as it takes.
pub(super) fn wait_for_either(
    keyboard: &Stdin,
    signals: BorrowedFd<'_>,
    time: Option<Duration>,
) -> io::Result<Ready> {
    let mut sources = [
        PollFd::from_borrowed_fd(keyboard.as_fd(), PollFlags::IN),
        PollFd::from_borrowed_fd(signals, PollFlags::IN),
    ];
    wait(&mut sources, time)?;
    // Errors and hang-ups count as ready: reading tells which.
    let has_something = |source: &PollFd<'_>| !source.revents().is_empty();
    Ok(Ready { keyboard: has_something(&sources[0]), signals: has_something(&sources[1]) })
}

fn wait(sources: &mut [PollFd<'_>], time: Option<Duration>) -> io::Result<()> {
    let time = time
        .map(|time| Timespec::try_from(time).unwrap_or(Timespec { tv_sec: i64::MAX, tv_nsec: 0 }));
    match poll(sources, time.as_ref()) {
        Ok(_) => Ok(()),
        // A signal: the caller checks the signals next and waits again.
        Err(Errno::INTR) => {
            for source in sources {
                source.clear_revents();
            }
            Ok(())
        }
        Err(fault) => Err(fault.into()),
    }
}
