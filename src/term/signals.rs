//! Turns signals into something the loop can wait for. What does not live here:
//! what is done about them.

use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::{SigId, flag, low_level};

/// The signals that end the program, most urgent first.
const ENDING: [i32; 4] = [SIGHUP, SIGTERM, SIGINT, SIGQUIT];

/// What the signals since the last look ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Nothing.
    Nothing,
    /// To quit because of this signal.
    End(i32),
    /// To stop until the shell continues the program, as after Ctrl-Z.
    Stop,
    /// To redraw: the size may have changed, or other programs may have
    /// written.
    Redraw(Redraw),
}

/// Why to redraw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Redraw {
    /// The window was resized.
    Resized,
    /// The program was stopped and continued from outside.
    Continued,
}

/// The signal handlers, for as long as this value lives.
#[derive(Debug)]
pub(super) struct Signals {
    ending: [Arc<AtomicBool>; ENDING.len()],
    stopped: Arc<AtomicBool>,
    resized: Arc<AtomicBool>,
    continued: Arc<AtomicBool>,
    /// Gets a byte with every signal, so that a signal wakes a wait even if it
    /// arrives just before.
    bell: UnixStream,
    registered: Vec<SigId>,
}

impl Signals {
    /// Installs the handlers.
    pub(super) fn install() -> io::Result<Self> {
        let (bell, ringer) = UnixStream::pair()?;
        bell.set_nonblocking(true)?;
        let mut signals = Self {
            ending: std::array::from_fn(|_| Arc::default()),
            stopped: Arc::default(),
            resized: Arc::default(),
            continued: Arc::default(),
            bell,
            registered: Vec::new(),
        };
        for (signal, asked) in ENDING.into_iter().zip(signals.ending.clone()) {
            signals.listen(signal, asked, &ringer)?;
        }
        signals.listen(SIGTSTP, Arc::clone(&signals.stopped), &ringer)?;
        signals.listen(SIGWINCH, Arc::clone(&signals.resized), &ringer)?;
        signals.listen(SIGCONT, Arc::clone(&signals.continued), &ringer)?;
        Ok(signals)
    }

    fn listen(
        &mut self,
        signal: i32,
        asked: Arc<AtomicBool>,
        ringer: &UnixStream,
    ) -> io::Result<()> {
        // The flag first, so that it is set before the byte can be read.
        self.registered.push(flag::register(signal, asked)?);
        self.registered.push(low_level::pipe::register(signal, ringer.try_clone()?)?);
        Ok(())
    }

    /// Whether a signal has come that cannot wait: to end, to stop, or to take the
    /// terminal back.
    pub(super) fn is_raised(&self) -> bool {
        self.ending
            .iter()
            .chain([&self.stopped, &self.continued])
            .any(|flag| flag.load(Ordering::SeqCst))
    }

    /// The most urgent request since the last look, which covers less urgent
    /// ones.
    pub(super) fn take(&mut self) -> io::Result<Asked> {
        self.silence()?;
        let ending = ENDING.iter().zip(&self.ending);
        if let Some((&signal, _)) = ending.into_iter().find(|(_, on)| on.load(Ordering::SeqCst)) {
            return Ok(Asked::End(signal));
        }
        if self.stopped.swap(false, Ordering::SeqCst) {
            return Ok(Asked::Stop);
        }
        let resized = self.resized.swap(false, Ordering::SeqCst);
        if self.continued.swap(false, Ordering::SeqCst) {
            return Ok(Asked::Redraw(Redraw::Continued));
        }
        Ok(if resized { Asked::Redraw(Redraw::Resized) } else { Asked::Nothing })
    }

    /// Drops requests that the next picture answers anyway.
    pub(super) fn forget_redraws(&mut self) {
        self.resized.store(false, Ordering::SeqCst);
        self.continued.store(false, Ordering::SeqCst);
    }

    fn silence(&mut self) -> io::Result<()> {
        let mut rings = [0; 64];
        loop {
            match self.bell.read(&mut rings) {
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

impl AsFd for Signals {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.bell.as_fd()
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        for id in self.registered.drain(..) {
            low_level::unregister(id);
        }
    }
}

/// The exit status by which shells recognize a signal.
pub(super) fn exit_status(signal: i32) -> u8 {
    u8::try_from(signal).map_or(u8::MAX, |signal| 128_u8.saturating_add(signal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_are_seen_once_and_the_most_urgent_first() {
        let mut signals = Signals::install().expect("signals can be listened to");
        assert_eq!(signals.take().expect("the bell can be read"), Asked::Nothing);

        low_level::raise(SIGWINCH).expect("a signal can be raised");
        low_level::raise(SIGWINCH).expect("a signal can be raised");
        assert_eq!(signals.take().expect("the bell can be read"), Asked::Redraw(Redraw::Resized));
        assert_eq!(signals.take().expect("the bell can be read"), Asked::Nothing);

        low_level::raise(SIGWINCH).expect("a signal can be raised");
        low_level::raise(SIGCONT).expect("a signal can be raised");
        assert_eq!(signals.take().expect("the bell can be read"), Asked::Redraw(Redraw::Continued));
        assert_eq!(signals.take().expect("the bell can be read"), Asked::Nothing);

        low_level::raise(SIGTERM).expect("a signal can be raised");
        assert_eq!(signals.take().expect("the bell can be read"), Asked::End(SIGTERM));
    }

    #[test]
    fn shells_know_a_hang_up_by_129() {
        assert_eq!(exit_status(SIGHUP), 129);
        assert_eq!(exit_status(SIGTERM), 143);
    }
}
