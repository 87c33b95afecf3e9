//! Ctrl-C and other signals: whether a command should stop early, and whether the session should
//! end.
//!
//! A pipe receives a byte with every signal, so that a thread can wait for one. While a line is
//! edited, Ctrl-C is a key, which [`super::prompt`] handles.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use hitscan_core::engine::Flow;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::{SigId, flag, low_level};

/// The signals that end the run.
const ENDING: [i32; 3] = [SIGHUP, SIGTERM, SIGQUIT];

/// Set by signals, and read by running commands.
#[derive(Clone, Debug, Default)]
pub(super) struct Interruption {
    /// Whether the user has asked to stop.
    pub(super) asked: Arc<AtomicBool>,
    /// Whether a command has stopped because of it, and said so.
    heeded: Arc<AtomicBool>,
    /// The signal that ends the session; 0 while there is none.
    pub(super) ending: Arc<AtomicUsize>,
}

impl Interruption {
    /// Whether to stop.
    pub(super) fn is_raised(&self) -> bool {
        self.asked.load(Ordering::SeqCst) || self.ending().is_some()
    }

    /// The same, as the return value of a listener.
    pub(super) fn flow(&self) -> Flow {
        if self.is_raised() { Flow::Stop } else { Flow::GoOn }
    }

    /// Notes that a command has stopped because of it, and said so.
    pub(super) fn heed(&self) {
        self.heeded.store(true, Ordering::SeqCst);
    }

    /// Whether the user has asked to stop, and has had no answer yet.
    pub(super) fn is_unanswered(&self) -> bool {
        self.asked.load(Ordering::SeqCst) && !self.heeded.load(Ordering::SeqCst)
    }

    /// Resets the request before something new begins. A signal that ends the session is not
    /// forgotten.
    pub(super) fn forget(&self) {
        self.asked.store(false, Ordering::SeqCst);
        self.heeded.store(false, Ordering::SeqCst);
    }

    /// The signal that ends the session, if one has arrived.
    pub(super) fn ending(&self) -> Option<i32> {
        i32::try_from(self.ending.load(Ordering::SeqCst)).ok().filter(|&signal| signal != 0)
    }
}

/// Wakes the waiting thread when dropped.
pub(super) struct WriteEnd(UnixStream);

impl WriteEnd {
    /// The byte it sends; signals send another one.
    const ENDED: u8 = b'e';
}

impl Drop for WriteEnd {
    fn drop(&mut self) {
        // If this fails, there is no listener any more.
        let _ = self.0.write_all(&[Self::ENDED]);
    }
}

/// Receives a byte with every signal, and when there are no more lines to read.
pub(super) struct WakePipe {
    read_end: UnixStream,
    write_end: UnixStream,
    registered: Vec<SigId>,
}

impl WakePipe {
    pub(super) fn laid(interruption: &Interruption) -> io::Result<Self> {
        let (read_end, write_end) = UnixStream::pair()?;
        let mut pipe = Self { read_end, write_end, registered: Vec::new() };
        // The flags first, so that they are set when the byte arrives.
        pipe.registered.push(flag::register(SIGINT, Arc::clone(&interruption.asked))?);
        for signal in ENDING {
            let number = usize::try_from(signal).map_err(io::Error::other)?;
            let ending = Arc::clone(&interruption.ending);
            pipe.registered.push(flag::register_usize(signal, ending, number)?);
        }
        for signal in ENDING.into_iter().chain([SIGINT]) {
            let write_end = pipe.write_end.try_clone()?;
            pipe.registered.push(low_level::pipe::register(signal, write_end)?);
        }
        Ok(pipe)
    }

    /// What wakes the waiting thread when it is dropped.
    pub(super) fn write_end(&self) -> io::Result<WriteEnd> {
        Ok(WriteEnd(self.write_end.try_clone()?))
    }

    /// Waits for a signal; breaks at the end of the lines.
    pub(super) fn wait(&mut self) -> io::Result<ControlFlow<()>> {
        let mut byte = [0];
        loop {
            match self.read_end.read(&mut byte) {
                Ok(_) if byte[0] == WriteEnd::ENDED => return Ok(ControlFlow::Break(())),
                Ok(_) => return Ok(ControlFlow::Continue(())),
                Err(fault) if fault.kind() == io::ErrorKind::Interrupted => {}
                Err(fault) => return Err(fault),
            }
        }
    }
}

impl Drop for WakePipe {
    fn drop(&mut self) {
        for id in self.registered.drain(..) {
            low_level::unregister(id);
        }
    }
}
