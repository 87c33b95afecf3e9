//! The terminal that a screen is on: the program's own, or one at the far end of a stream, of which
//! a process may have many.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use super::capabilities;
use super::control::Control;
use super::input::Source;
use super::signals::Requests;
use super::supervision::Oversight;
use super::terminal_io::Output;

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
        let (requests, control) = Requests::of_owner(size)?;
        Ok(Self { stream: Arc::new(stream), requests, control })
    }

    /// The handle for requests to its screen. Take it before the screen runs.
    #[must_use]
    pub fn control(&self) -> Control {
        self.control.clone()
    }
}

impl Terminal {
    /// Columns and rows to draw.
    #[must_use]
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
