//! Turns signals, and requests from the owner of a stream, into something the loop can wait for.
//! Not here: how they are handled.

use std::io;
use std::io::Read;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::process::{Signal, getpgrp, getsid, kill_current_process_group};
use rustix::termios::tcgetpgrp;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::{SigId, flag, low_level};

use super::control::{Control, Notices};
use super::{End, capabilities};

/// The signals that end the program, most urgent first.
const ENDING: [i32; 4] = [SIGHUP, SIGTERM, SIGINT, SIGQUIT];

/// What has been requested since the last look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SignalRequest {
    /// Nothing.
    Nothing,
    /// To end.
    End(End),
    /// To stop until the shell continues the program, as after Ctrl-Z.
    Stop,
    /// To redraw: the window was resized.
    Resized,
    /// To redraw: the program was stopped and continued from outside, and other programs may have
    /// written.
    Continued,
    /// To look at what is to be shown besides the screen's own picture.
    Notice,
}

/// Requests from outside, other than by keys. Handles the signals of the program's own terminal for
/// as long as this value lives.
#[derive(Debug)]
pub(super) struct Requests {
    /// The most urgent first.
    ending: Vec<(End, Arc<AtomicBool>)>,
    stopped: Arc<AtomicBool>,
    resized: Arc<AtomicBool>,
    continued: Arc<AtomicBool>,
    noticed: Arc<AtomicBool>,
    /// Receives a byte with every request, so that a wait wakes even if the request arrives just
    /// before it.
    read_end: UnixStream,
    registered: Vec<SigId>,
    /// The handle of the owner, for a screen on a stream. Its write end, kept here, keeps the wake
    /// pipe open when the owner drops theirs.
    control: Option<Control>,
}

impl Requests {
    /// Requests from signals; installs their handlers.
    pub(super) fn of_signals() -> io::Result<Self> {
        let (read_end, write_end) = UnixStream::pair()?;
        let mut signals = Self::on(read_end)?;
        for signal in ENDING {
            let asked = Arc::default();
            signals.ending.push((End::Signal(signal), Arc::clone(&asked)));
            signals.listen(signal, asked, &write_end)?;
        }
        signals.listen(SIGTSTP, Arc::clone(&signals.stopped), &write_end)?;
        signals.listen(SIGWINCH, Arc::clone(&signals.resized), &write_end)?;
        signals.listen(SIGCONT, Arc::clone(&signals.continued), &write_end)?;
        Ok(signals)
    }

    /// Requests from the owner of a stream to a terminal of this size.
    pub(super) fn of_owner(size: [u16; 2]) -> io::Result<(Self, Control)> {
        let (control, read_end) = Control::new(size)?;
        let mut requests = Self::on(read_end)?;
        requests.ending = control.ending();
        requests.resized = Arc::clone(&control.resized);
        requests.noticed = Arc::clone(&control.noticed);
        requests.control = Some(control.clone());
        Ok((requests, control))
    }

    fn on(read_end: UnixStream) -> io::Result<Self> {
        read_end.set_nonblocking(true)?;
        Ok(Self {
            ending: Vec::new(),
            stopped: Arc::default(),
            resized: Arc::default(),
            continued: Arc::default(),
            noticed: Arc::default(),
            read_end,
            registered: Vec::new(),
            control: None,
        })
    }

    fn listen(
        &mut self,
        signal: i32,
        asked: Arc<AtomicBool>,
        write_end: &UnixStream,
    ) -> io::Result<()> {
        // The flag first, so that it is set before the byte can be read.
        self.registered.push(flag::register(signal, asked)?);
        self.registered.push(low_level::pipe::register(signal, write_end.try_clone()?)?);
        Ok(())
    }

    /// Whether an urgent request is pending: to end, to stop, or to take the terminal back.
    pub(super) fn is_raised(&self) -> bool {
        let ending = self.ending.iter().map(|(_, asked)| asked);
        ending.chain([&self.stopped, &self.continued]).any(|flag| flag.load(Ordering::SeqCst))
    }

    /// Takes the most urgent request since the last look. Others may remain: call it until it
    /// returns `Nothing`.
    pub(super) fn take(&mut self) -> io::Result<SignalRequest> {
        self.silence()?;
        if let Some((end, _)) = self.ending.iter().find(|(_, on)| on.load(Ordering::SeqCst)) {
            return Ok(SignalRequest::End(*end));
        }
        if self.stopped.swap(false, Ordering::SeqCst) {
            return Ok(SignalRequest::Stop);
        }
        let resized = self.resized.swap(false, Ordering::SeqCst);
        if self.continued.swap(false, Ordering::SeqCst) {
            return Ok(SignalRequest::Continued);
        }
        if resized {
            return Ok(SignalRequest::Resized);
        }
        let noticed = self.noticed.swap(false, Ordering::SeqCst);
        Ok(if noticed { SignalRequest::Notice } else { SignalRequest::Nothing })
    }

    /// What is to be shown besides the screen's own picture.
    pub(super) fn notices(&self) -> Notices {
        self.control.as_ref().map(Control::take_notices).unwrap_or_default()
    }

    /// Drops requests that the next picture answers anyway.
    pub(super) fn forget_redraws(&mut self) {
        self.resized.store(false, Ordering::SeqCst);
        self.continued.store(false, Ordering::SeqCst);
    }

    /// Columns and rows of the terminal.
    pub(super) fn size(&self) -> (u16, u16) {
        self.control.as_ref().map_or_else(capabilities::size, Control::size)
    }

    fn silence(&mut self) -> io::Result<()> {
        let mut bytes = [0; 64];
        loop {
            match self.read_end.read(&mut bytes) {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                Err(fault) => match fault.kind() {
                    io::ErrorKind::WouldBlock => return Ok(()),
                    io::ErrorKind::Interrupted => {}
                    _ => return Err(fault),
                },
            }
        }
    }
}

impl AsFd for Requests {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.read_end.as_fd()
    }
}

impl Drop for Requests {
    fn drop(&mut self) {
        for id in self.registered.drain(..) {
            low_level::unregister(id);
        }
    }
}

// Job control: the program as a job of a shell, which stops and continues it.
//
// Not here: the terminal modes, which must be undone before a stop.

/// Whether the terminal is ours to change. A background job that changes it is stopped by the
/// terminal driver (SIGTTOU), and hangs until it is continued. Without job control the terminal is
/// always ours.
pub(super) fn is_in_foreground() -> bool {
    tcgetpgrp(io::stdin()).map_or(true, |group| group == getpgrp())
}

/// Stops the whole process group, as the terminal driver would: a parent that waits for this
/// program must stop, too. Our handler catches the driver's own signal, so that signal stops
/// nothing.
pub(super) fn stop_the_job() -> io::Result<()> {
    Ok(kill_current_process_group(Signal::STOP)?)
}

/// Whether a shell could continue the program after it stops, that is, a shell that gives each job
/// a process group. In the session leader's own group there is no such shell, and a stop would be
/// final.
pub(super) fn has_a_shell() -> bool {
    getsid(None).is_ok_and(|session| session != getpgrp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_are_seen_once_and_the_most_urgent_first() {
        let mut signals = Requests::of_signals().expect("signals can be listened to");
        assert_eq!(signals.take().expect("the wake pipe can be read"), SignalRequest::Nothing);

        low_level::raise(SIGWINCH).expect("a signal can be raised");
        low_level::raise(SIGWINCH).expect("a signal can be raised");
        assert_eq!(signals.take().expect("the wake pipe can be read"), SignalRequest::Resized);
        assert_eq!(signals.take().expect("the wake pipe can be read"), SignalRequest::Nothing);

        low_level::raise(SIGWINCH).expect("a signal can be raised");
        low_level::raise(SIGCONT).expect("a signal can be raised");
        assert_eq!(signals.take().expect("the wake pipe can be read"), SignalRequest::Continued);
        assert_eq!(signals.take().expect("the wake pipe can be read"), SignalRequest::Nothing);

        low_level::raise(SIGTERM).expect("a signal can be raised");
        assert_eq!(
            signals.take().expect("the wake pipe can be read"),
            SignalRequest::End(End::Signal(SIGTERM))
        );
    }

    #[test]
    fn requests_of_a_stream_owner_arrive_as_signals_do() {
        let (mut requests, control) = Requests::of_owner([80, 24]).expect("there is a pipe");
        let mut take = || requests.take().expect("the wake pipe can be read");
        assert_eq!(take(), SignalRequest::Nothing);
        // More requests than the pipe has room for.
        (0..100_000).for_each(|_| control.resize(132, 43));
        assert_eq!((take(), take()), (SignalRequest::Resized, SignalRequest::Nothing));
        control.end();
        assert_eq!(take(), SignalRequest::End(End::Closed));
        control.take_over();
        assert_eq!(take(), SignalRequest::End(End::TakenOver));
        assert!(requests.is_raised());
        assert_eq!(requests.size(), (132, 43));
        drop(requests);
        control.resize(80, 24);
    }
}
