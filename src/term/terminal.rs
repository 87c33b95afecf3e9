//! The terminal that a screen is on: the program's own, or any other at the far end of
//! a stream, of which one process may have many.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use super::capabilities;
use super::control::Control;
use super::input::Source;
use super::signals::Requests;
use super::supervision::Oversight;
use super::wire::Output;

/// The terminal that a screen is on.
#[derive(Debug)]
pub enum Terminal {
    /// The one on standard input and output, with its signals and its job control.
    Own,
    /// One at the far end of a stream.
    Remote(RemoteTerminal),
    /// The same, for a screen that a class keeps an eye on.
    Supervised(RemoteTerminal, Oversight),
}

/// A terminal at the far end of a stream: a socket, or anything that is read and written
/// by one descriptor. Nothing about it is global to the process.
#[derive(Debug)]
pub struct RemoteTerminal {
    stream: Arc<OwnedFd>,
    requests: Requests,
    control: Control,
}

impl RemoteTerminal {
    /// A terminal of this many columns and rows. The stream is switched to non-blocking
    /// mode, and is closed once the screen has ended and its app has gone.
    ///
    /// # Errors
    /// When the system has no more descriptors.
    pub fn new(stream: impl Into<OwnedFd>, size: (u16, u16)) -> io::Result<Self> {
        let stream = stream.into();
        fcntl_setfl(&stream, fcntl_getfl(&stream)? | OFlags::NONBLOCK)?;
        let (requests, control) = Requests::of_owner(size)?;
        Ok(Self { stream: Arc::new(stream), requests, control })
    }

    /// What asks its screen to do something. Take it before the screen runs.
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

    /// Who keeps an eye on the screen.
    pub(super) fn oversight(&self) -> Oversight {
        match self {
            Self::Own | Self::Remote(_) => Oversight::default(),
            Self::Supervised(_, oversight) => oversight.clone(),
        }
    }

    /// Where keys and requests come from, and where bytes go. From here on the signals of
    /// the program's own terminal are caught.
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
